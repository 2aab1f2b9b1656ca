// Makes the intersections of a network, one after the other.
//
//   arms                attached to the ends of ways                       attach_arms.cpp
//   signals, signs      which control each arm has                         intersection_control.cpp
//   joints              lanes of zero-length intersections are linked      link_lanes.cpp
//   corridors           those that are listed, and the usual turns         add_corridors.cpp
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "backlot/network/internal/build/build.h"
#include "backlot/network/internal/build/corridor_maker.h"

namespace backlot::network::internal {

class IntersectionBuilder {
 public:
  explicit IntersectionBuilder(Build& build) : build_(build), data_(*build.data), maker_(build) {}

  void add(const IntersectionDescription& description, IntersectionId whole, std::size_t depth);

 private:
  struct Site {  // the intersection at work
    IntersectionId id;
    const IntersectionDescription* description;
    std::vector<ResolvedArm> arms;
    bool lacks_signals = false;  // those that it should have are wrong
  };
  // The first arm that an end of a way was attached to.
  struct Attached {
    std::string arm;
    TextPlace place;
  };

  std::string suggested_way(const std::string& name) const;
  std::optional<ResolvedArm> resolve(const Site& site, const ArmDescription& arm, IntersectionId whole);
  TextPlace place_of(const Site& site, const ArmDescription& arm) const;
  bool fits_junctures(const Site& site, const ArmDescription& arm, ResolvedArm& resolved);
  void check_place(const Site& site, const ArmDescription& arm, const ResolvedArm& resolved);
  bool attach(const Site& site, const ArmDescription& arm, const ResolvedArm& resolved, IntersectionId whole);
  void resolve_arms(Site& site, IntersectionId whole);
  void leave_out(Site& site, const std::vector<bool>& is_lost);
  bool add_signals(const Site& site);
  SignalGroupId find_group(const Site& site, const std::string& name, const TextPlace& place);
  Control control_by_signs(const ResolvedArm& arm) const;
  void decide_controls(Site& site);
  struct LanePair {
    LaneEnd a, b;
  };
  std::vector<LanePair> lanes_end_to_end(const ResolvedArm& one, const ResolvedArm& two) const;
  void warn_of_unlinked(const Site& site, const std::vector<LanePair>& linked);
  void link_lanes(const Site& site);
  void leave_to_parts(Site& site);
  void add_corridors(const Site& site);
  std::set<std::string> find_removed(const Site& site, const std::vector<std::string_view>& names);
  std::optional<LaneEnd> find_lane(const Site& site, const LaneReference& reference, const TextPlace& place,
                                   std::size_t& arm, std::size_t& lane);

  Build& build_;
  NetworkData& data_;
  CorridorMaker maker_;
  std::map<std::pair<std::uint32_t, End>, Attached> attached_;  // by way
};

}  // namespace backlot::network::internal
