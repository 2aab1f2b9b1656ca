// The tables of a network, as the queries read them.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "backlot/geometry/ribbon.h"
#include "backlot/geometry/ribbon_index.h"
#include "backlot/network/dependency.h"
#include "backlot/network/internal/area_grid.h"
#include "backlot/network/internal/cross_section.h"
#include "backlot/network/internal/surface.h"
#include "backlot/network/lane_station.h"
#include "backlot/network/network.h"
#include "backlot/network/signals.h"
#include "backlot/network/strip.h"

namespace backlot::network::internal {

using NameTable = std::unordered_map<std::string_view, std::uint32_t>;  // looked up, never walked

// Two corridors that touch, in the place of all pairs that lie to each other alike.
struct Contact {
  CorridorId first, second;
};

struct FeatureRange {
  std::uint32_t first = 0, count = 0;
};

struct NetworkData {
  std::string name;
  GeoReference geo_reference;
  TrafficSide side = TrafficSide::right, goes_first = TrafficSide::right;
  double speed_limit_mps = 0;

  // ---- ribbons, strips and lanes
  std::vector<geometry::Ribbon> ribbons;
  std::vector<std::string> road_names;  // of each ribbon
  std::vector<SourceFrame> sources;     // of each ribbon of a road; empty where no road came from a file
  std::vector<StripId> ribbon_strips;   // by ribbon, then distance
  std::vector<std::uint32_t> first_of_ribbon;  // into ribbon_strips, one more than ribbons
  std::vector<Strip> strips;
  std::deque<std::string> strip_names;  // never moved: the table below looks at them
  std::vector<double> breaks;
  std::vector<Cubic> boundaries;
  std::vector<Lane> lanes;
  std::vector<std::uint32_t> lane_names;  // of each lane, into lane_words
  std::vector<std::string> lane_words;
  std::vector<LaneStation> stations;
  std::vector<StripSurface> surfaces;  // of strips that do not lie in the planes of their ribbons
  std::vector<std::vector<SurfaceStation>> road_surfaces;
  Range heights{0, 0};                             // of all surfaces over their planes
  std::vector<LaneMarkingChange> marking_changes;  // by lane, then left ones first, then distance
  std::vector<Way> ways;
  std::vector<AttributeDescription> attributes;
  std::vector<FeatureDescription> features;
  std::vector<FeatureRange> road_features;  // of each ribbon of a road, as far as there are any
  std::vector<FeatureOutline> outlines;
  std::vector<geometry::WorldPoint> outline_corners;

  // ---- intersections
  std::vector<Intersection> intersections;
  std::deque<std::string> intersection_names;
  std::vector<std::vector<IntersectionId>> parts;
  std::vector<Arm> arms;
  std::vector<std::string> arm_names;
  std::vector<Corridor> corridors;
  std::vector<geometry::WorldPoint> boundary_points;
  std::vector<SignalGroup> signal_groups;
  std::vector<SignalProgramme> programmes;

  // ---- what leads where: by node of a directed lane
  std::vector<std::uint32_t> first_onward;
  std::vector<DirectedLane> onward;

  // ---- which corridors touch
  std::vector<std::uint32_t> first_dependency;  // by corridor, one more
  std::vector<Dependency> dependencies;
  std::vector<Contact> contacts;

  NameTable strip_by_name, intersection_by_name;
  std::vector<NetworkRepair> repairs;
  Network::Nudges nudges;
  std::optional<geometry::RibbonIndex> index;
  AreaGrid areas;
  double z_low = 0, z_high = 0;  // of all surfaces
};

}  // namespace backlot::network::internal
