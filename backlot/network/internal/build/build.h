// How a network is made from its description, stage by stage. Each stage reads what the ones before it left.
//
//   roads            ribbons, ways, lanes, attributes                                    build_roads.cpp
//   outlines         what stands beside the roads, as polygons of the world               build_outlines.cpp
//   intersections    arms are attached, lanes linked, turns listed; crosswalks become
//                    corridors and parts                                                 intersection_builder.h
//                    every corridor becomes a ribbon with a lane; equal shapes are made
//                    once                                                                corridor_maker.cpp
//   widths           ways, and corridors on roads, that are wider than their curves
//                    allow                                                               build_widths.cpp
//   links            what leads where; lanes that lead nowhere                           build_links.cpp
//   dependencies     which corridors touch; equal intersections are solved once          build_dependencies.cpp
//   areas, index     boundaries and the searches over all                                build_areas.cpp
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "backlot/base/diagnostic.h"
#include "backlot/network/internal/network_data.h"
#include "backlot/network/network_description.h"

namespace backlot::network::internal {

// One end of a lane.
struct LaneEnd {
  LaneId lane;
  End end = End::end;

  // Travelling out over this end, and in over it.
  DirectedLane leaving() const { return {lane, end == End::end}; }
  DirectedLane entering() const { return {lane, end == End::start}; }

  friend bool operator==(const LaneEnd&, const LaneEnd&) = default;
};

// Two ends that touch.
struct Joint {
  LaneEnd a, b;
  IntersectionId at;
};

// A lane's centre at one of its ends, heading out over the end.
struct EndFrame {
  geometry::WorldPoint position;
  double heading_rad = 0, grade_rad = 0, bank_rad = 0;  // bank as seen along the heading
  double width = 0;

  // The same place, heading the other way.
  EndFrame reversed() const;
};

// An end of a way or corridor, and the lanes of it that belong to an arm: left to right, seen into the intersection.
struct ResolvedArm {
  StripId strip;
  End end = End::end;
  struct JunctureLane {
    LaneEnd end;
    Flow flow = Flow::none;
    LaneKind kind = LaneKind::vehicle;
    std::string name;
  };
  std::vector<JunctureLane> lanes;
  double heading_rad = 0;  // of the spine, into the intersection
  geometry::WorldPoint position;
  Control control = Control::automatic;
  SignalGroupId signal_group;
};

struct Build {
  explicit Build(const NetworkDescription& what) : description(what), data(std::make_unique<NetworkData>()) {}

  const NetworkDescription& description;
  base::Diagnostics found;
  std::unique_ptr<NetworkData> data;

  std::unordered_set<std::string> claimed;  // names of ways and corridors

  // What is wrong and has been reported, or was not read as a whole. What hangs on it is no further error.
  std::unordered_set<std::string> broken_ways, broken_roads;  // by name; built or not
  std::unordered_set<std::string> unusable_ways;              // of these: nothing can be attached to them
  bool lacks_names = false;      // a way was refused for its name: another name may be meant
  bool has_loose_arms = false;   // an arm has no way: an end without an arm may be meant
  std::vector<bool> is_broken;   // of the intersections
  std::vector<ErrorSpot> spots;  // errors with a position
  std::vector<BrokenRoad> without_ribbon;

  // roads
  std::unordered_map<std::string, RibbonId> ribbon_of_road;
  std::vector<bool> is_measured_in_plan;  // of the ribbons of roads
  std::vector<CrossSection> sections;     // of the strips
  std::vector<std::uint32_t>
      road_surfaces;  // of the ribbons of roads, into the data; shorter where the last have none
  std::vector<TextPlace> lane_places;  // where lanes of ways were written
  std::unordered_map<std::string, std::uint32_t> lane_word_of;
  // intersections: descriptions with crosswalks written out, kept alive for the plans
  std::vector<std::unique_ptr<IntersectionDescription>> expanded;
  std::vector<const IntersectionDescription*> described;  // of each intersection
  std::vector<Joint> joints;
  // corridors: which shape each has, kNoShape for those on roads; and where its first end lies
  static constexpr std::uint32_t kNoShape = ~0U;
  std::vector<std::uint32_t> shape_of;
  std::vector<EndFrame> corridor_starts;

  void error(const char* code, const TextPlace& place, std::string message, std::string hint = {}) {
    found.error(code, place, std::move(message), std::move(hint));
  }
  // The same, with the position in the world.
  void error_at(const geometry::WorldPoint& position, const char* code, const TextPlace& place,
                std::string message, std::string hint = {}) {
    spots.push_back({code, place, position});
    error(code, place, std::move(message), std::move(hint));
  }
  void warning(const char* code, const TextPlace& place, std::string message, std::string hint = {}) {
    found.warning(code, place, std::move(message), std::move(hint));
  }
  void note(const char* code, const TextPlace& place, std::string message, std::string hint = {}) {
    found.note(code, place, std::move(message), std::move(hint));
  }
  // A warning that is also listed among the repairs.
  void repair(const char* code, const TextPlace& place, const std::string& way, double distance, double size,
              std::string message);

  // A sliver between two ends that are joined at an intersection: counted, or reported where it is wider than a crack.
  void note_crack(const LaneEnd& a, const LaneEnd& b, const std::string& intersection,
                  const TextPlace& place);

  std::uint32_t surface_of_road(RibbonId ribbon) const {
    return ribbon.index() < road_surfaces.size() ? road_surfaces[ribbon.index()] : StripSurface::kNoRoad;
  }
  LaneId add_lane(Lane lane, const std::string& name);
  StripId add_strip(Strip strip, const std::string& name, CrossSection section);
  // Claims a name for a way or corridor; false, with a diagnostic, where it is taken or none.
  bool claim_name(const std::string& name, const TextPlace& place, const char* what);
  bool is_of_broken_way(StripId strip) const {
    return !broken_ways.empty() && broken_ways.contains(data->strip_names[strip.index()]);
  }
  EndFrame end_frame(const LaneEnd& end) const;
  Flow flow_of(const LaneEnd& end) const;
};

void build_roads(Build& build);
void build_outlines(Build& build);
void build_intersections(Build& build);
void build_widths(Build& build);
void build_links(Build& build);
void build_dependencies(Build& build);
void build_areas(Build& build);
void build_index(Build& build);

}  // namespace backlot::network::internal
