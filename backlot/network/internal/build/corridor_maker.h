// Makes corridors: the ribbon, the strip and the lane of each.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "backlot/network/internal/build/build.h"

namespace backlot::network::internal {

// Everything that decides a corridor, with its ends found.
struct CorridorPlan {
  std::string name{};
  IntersectionId intersection{};
  const CorridorDescription* description = nullptr;  // null for an automatic one
  TextPlace place{};
  std::optional<LaneEnd> from{}, to{};
  LaneKind kind = LaneKind::vehicle;
  LaneDirection direction = LaneDirection::forward;
  std::uint32_t arm = 0;  // on which its traffic comes in
  Control control = Control::uncontrolled;
  SignalGroupId signal_group{};
};

// Corridors of equal shape share one computation: it is done in a frame of its own, and the ribbon is moved to each place.
class CorridorMaker {
 public:
  explicit CorridorMaker(Build& build) : build_(build) {}

  // Adds the corridor and the joints at its ends; nothing, with a diagnostic, where it cannot be.
  std::optional<CorridorId> make(const CorridorPlan& plan);

 private:
  // Ends to 1e-7 m and rad, widths, and points on the way.
  using Key = std::vector<std::int64_t>;
  struct Shape {
    geometry::Ribbon ribbon;
    CrossSection section;
    std::vector<LaneStation> stations;
    double length = 0;   // of the lane
    CorridorId first{};  // that was made of it
  };

  std::optional<CorridorId> make_on_road(const CorridorPlan& plan, const OnRoad& on);
  std::optional<std::uint32_t> shape_between(const CorridorPlan& plan, const EndFrame& start,
                                             const EndFrame& end);
  std::optional<std::uint32_t> free_shape(const CorridorPlan& plan, const FreeShape& free, EndFrame& start);
  std::optional<std::uint32_t> add_shape(const CorridorPlan& plan, Key key,
                                         geometry::RibbonDescription description, double start_width,
                                         double end_width);
  CorridorId add(const CorridorPlan& plan, Strip strip, CrossSection section,
                 const std::vector<LaneStation>& stations, double length, LaneDirection direction,
                 bool is_along, CorridorId like);

  Build& build_;
  std::map<Key, std::uint32_t> shape_by_key_;
  std::vector<Shape> shapes_;
};

}  // namespace backlot::network::internal
