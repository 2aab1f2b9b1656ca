#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/geometry/plan_table.h"
#include "backlot/network/internal/build/build.h"
#include "backlot/network/internal/build/road_reach.h"
#include "backlot/network/internal/build/section_by_distance.h"
#include "backlot/network/internal/build/station_maker.h"

namespace backlot::network::internal {

namespace {

// The name of the lane with this number: what the description says, else L2, R1 ...
std::string lane_name(const WayDescription& way, std::size_t lane) {
  BACKLOT_ASSERT(lane < way.lanes.size(), "the way has no such lane");
  if (!way.lanes[lane].name.empty()) return way.lanes[lane].name;
  return lane < way.lanes_left ? fmt::format("L{}", way.lanes_left - lane)
                               : fmt::format("R{}", lane - way.lanes_left + 1);
}

// What is wrong with the way as written, before any ribbon is made.
bool check_way(Build& build, const WayDescription& way) {
  const std::size_t errors = build.found.count(base::Severity::error);
  if (way.lanes.empty())
    build.error("N102", way.place, fmt::format("way \"{}\" has no lanes", way.name), "give it a profile");
  if (way.lanes_left > way.lanes.size())
    build.error("N103", way.place,
                fmt::format("way \"{}\" has {} lanes, but {} are said to lie left of the spine", way.name,
                            way.lanes.size(), way.lanes_left));
  if (!is_finite(way.shift) || !is_in_order(way.shift))
    build.error("N104", way.place,
                fmt::format("the shift of way \"{}\" is not finite or not in order of distance", way.name));
  std::set<std::string> names;
  for (std::size_t i = 0; i < way.lanes.size() && way.lanes_left <= way.lanes.size(); ++i) {
    const LaneDescription& lane = way.lanes[i];
    const std::string name = lane_name(way, i);
    if (!names.insert(name).second)
      build.error("N105", lane.place, fmt::format("way \"{}\" has two lanes named \"{}\"", way.name, name),
                  "give one of them another name");
    if (!is_finite(lane.width) || !is_in_order(lane.width) || lane.width.records.empty())
      build.error(
          "N104", lane.place,
          fmt::format("the width of lane \"{}\" of way \"{}\" is missing, not finite or not in order of "
                      "distance",
                      name, way.name));
  }
  return build.found.count(base::Severity::error) == errors;
}

// Widths below zero along the way as cut to its length.
void check_widths(Build& build, const WayDescription& way, const CrossSection& section, double length) {
  BACKLOT_ASSERT(length > 0, "a way has a length");
  const std::size_t n = section.boundary_count();
  for (std::size_t lane = 0; lane < way.lanes.size(); ++lane) {
    double narrowest = 0, at = 0, widest = 0;
    for (std::size_t i = 0; i < section.breaks.size(); ++i) {
      const double end = i + 1 < section.breaks.size() ? section.breaks[i + 1] : length;
      const Cubic width = section.boundaries[i * n + lane] - section.boundaries[i * n + lane + 1];
      const Range range = range_of(width, end - section.breaks[i]);
      widest = std::max(widest, range.high);
      if (range.low < narrowest) {
        narrowest = range.low;
        at = section.breaks[i];
      }
    }
    if (narrowest < -1e-6) {
      build.error("N106", way.lanes[lane].place,
                  fmt::format("lane \"{}\" of way \"{}\" is {:.3g} m wide after {:.1f} m",
                              lane_name(way, lane), way.name, narrowest, at),
                  "widths are never below zero");
      build.broken_ways.insert(way.name);
      build.unusable_ways.insert(way.name);
    } else if (widest <= 0)
      build.warning(
          "N107", way.lanes[lane].place,
          fmt::format("lane \"{}\" of way \"{}\" has no width at all", lane_name(way, lane), way.name));
  }
}

struct WaySpan {
  const WayDescription* way;
  double from, to;
  CrossSection section;
};

// Whether a way begins and ends where it may, as far as that is known without the road's length; `before` may be null.
bool check_extent(Build& build, const WayDescription& way, const WayDescription* before) {
  const std::size_t errors = build.found.count(base::Severity::error);
  const double last = before == nullptr ? 0 : before->from;
  if (!std::isfinite(way.from) || (before == nullptr ? way.from < 0 : !(way.from > last)))
    build.error(
        "N112", way.place,
        fmt::format("way \"{}\" begins at {} m of its road, where {} is asked for", way.name, way.from,
                    before == nullptr ? std::string("0 m or more") : fmt::format("more than {} m", last)),
        "list the ways of a road by where they begin");
  else if (before != nullptr && before->to && *before->to > way.from)
    build.error("N112", before->place,
                fmt::format("way \"{}\" ends at {} m of its road, where \"{}\" has begun at {} m",
                            before->name, *before->to, way.name, way.from),
                "let it end there, or leave out where it ends");
  if (way.to && (!std::isfinite(*way.to) || !(*way.to > way.from)))
    build.error(
        "N112", way.place,
        fmt::format("way \"{}\" ends at {} m of its road, and begins at {} m", way.name, *way.to, way.from),
        "a way ends after it begins");
  return build.found.count(base::Severity::error) == errors;
}

// The ways of a road with their cross-sections. The length of the road is not known before its ribbon is built, so the
// last way's profiles are cut at a length that no road has.
constexpr double kUnknownLength = 1e7;
constexpr double kRounding = 1e-6;  // past the end of a road

// Whether a school or work zone has a speed written for all of it, which vehicles heed: a limit or an advised speed.
bool has_own_speed(const std::vector<AttributeDescription>& attributes, const AttributeDescription& zone) {
  constexpr double kRounding_m = 1e-6;
  if (zone.kind != AttributeKind::school_zone && zone.kind != AttributeKind::work_zone) return false;
  return std::ranges::any_of(attributes, [&](const AttributeDescription& other) {
    return (other.kind == AttributeKind::speed_limit || other.kind == AttributeKind::advised_speed) &&
           (other.lanes.empty() || other.lanes == zone.lanes) &&
           (other.direction == LaneDirection::both || other.direction == zone.direction) &&
           other.from <= zone.from + kRounding_m && other.to >= zone.to - kRounding_m;
  });
}

// The words of attributes that are only there to be asked for: no driver of ours acts on them. Null for all others.
const char* unheeded(AttributeKind kind) {
  switch (kind) {
    case AttributeKind::no_stopping:
      return "no stopping";
    case AttributeKind::no_lane_change:
      return "no lane change";
    case AttributeKind::flag_man:
      return "flag man";
    case AttributeKind::school_zone:
      return "school zone";
    case AttributeKind::work_zone:
      return "work zone";
    default:
      return nullptr;
  }
}

// What lies on a way of a road that is measured in plan, by distance of the way, which begins at `from` in plan.
void measure_along(const geometry::Ribbon& ribbon, double from, std::vector<AttributeDescription>& attributes,
                   std::vector<FeatureDescription>& features) {
  const double start = geometry::distance_at_plan(ribbon.plan_stations(), from);
  const auto along = [&](double& plan) {
    if (std::isfinite(plan)) plan = geometry::distance_at_plan(ribbon.plan_stations(), from + plan) - start;
  };
  for (AttributeDescription& attribute : attributes) {
    along(attribute.from);
    along(attribute.to);
  }
  for (FeatureDescription& feature : features) {
    along(feature.distance);
    if (feature.outline_frame == OutlineFrame::road)
      for (FeatureCorner& corner : feature.outline) along(corner.along);
  }
}

// Adds those that have a place, by distance.
FeatureRange add_features(Build& build, std::vector<FeatureDescription> features, const char* what,
                          const std::string& name) {
  BACKLOT_ASSERT(what != nullptr, "features lie along a road or a way");
  std::vector<FeatureDescription>& all = build.data->features;
  const std::size_t first = all.size();
  for (FeatureDescription& feature : features) {
    if (!std::isfinite(feature.distance) || !std::isfinite(feature.offset) || !std::isfinite(feature.loft)) {
      build.error("N111", feature.place, fmt::format("a feature of {} \"{}\" has no place", what, name));
      continue;
    }
    all.push_back(std::move(feature));
  }
  std::stable_sort(
      all.begin() + static_cast<std::ptrdiff_t>(first), all.end(),
      [](const FeatureDescription& a, const FeatureDescription& b) { return a.distance < b.distance; });
  return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(all.size() - first)};
}

// What is painted otherwise further along, on one side of a lane.
void add_changes(Build& build, const WayDescription& way, std::size_t lane, LaneId id, bool is_left,
                 const std::function<double(double)>& distance_at) {
  BACKLOT_ASSERT(lane < way.lanes.size(), "the way has no such lane");
  const LaneDescription& described = way.lanes[lane];
  double last = -std::numeric_limits<double>::infinity();
  for (const MarkingChange& change : is_left ? described.left_changes : described.right_changes) {
    if (!std::isfinite(change.from) || !(change.from > last)) {
      build.error("N156", described.place,
                  fmt::format("the markings of lane \"{}\" of way \"{}\" are not in order of distance",
                              lane_name(way, lane), way.name));
      return;
    }
    last = change.from;
    build.data->marking_changes.push_back({id, is_left, {distance_at(change.from), change.marking}});
  }
}

void add_way(Build& build, WaySpan span, RibbonId ribbon, bool is_measured_in_plan) {
  BACKLOT_ASSERT(span.way != nullptr && span.from < span.to, "a span is a stretch of a way");
  const WayDescription& way = *span.way;
  const double plan_from = span.from;
  NetworkData& data = *build.data;
  SurfaceWords words{.lanes = {},
                     .road = build.surface_of_road(ribbon),
                     .is_in_plan = is_measured_in_plan,
                     .from = span.from,
                     .to = span.to,
                     .name = way.name,
                     .place = way.place};
  for (const LaneDescription& lane : way.lanes) words.lanes.push_back(lane.heights);
  std::vector<AttributeDescription> attributes = way.attributes;
  std::vector<FeatureDescription> features = way.features;
  if (is_measured_in_plan) {
    const geometry::Ribbon& road = data.ribbons[ribbon.index()];
    measure_along(road, span.from, attributes, features);
    span.section = by_distance(span.section, road.plan_stations(), span.from, span.to);
    const double end = span.to;
    span.from = geometry::distance_at_plan(road.plan_stations(), span.from);
    span.to = std::min(geometry::distance_at_plan(road.plan_stations(), end), road.length());
  }
  check_widths(build, way, span.section, span.to - span.from);
  const auto distance_at = [&](double along) {
    if (!is_measured_in_plan) return along;
    const std::vector<geometry::PlanStation>& stations = data.ribbons[ribbon.index()].plan_stations();
    return geometry::distance_at_plan(stations, plan_from + along) - span.from;
  };

  Strip strip{.ribbon = ribbon, .from = span.from, .to = span.to};
  strip.first_lane = static_cast<std::uint32_t>(data.lanes.size());
  strip.lane_count = static_cast<std::uint32_t>(way.lanes.size());
  const StripId strip_id = build.add_strip(strip, way.name, std::move(span.section));
  add_surface(build, strip_id, std::move(words));

  const StripShape shape =
      strip_shape(data.ribbons[ribbon.index()], span.from, span.to, build.sections[strip_id.index()]);
  for (std::size_t i = 0; i < way.lanes.size(); ++i) {
    const LaneDescription& described = way.lanes[i];
    Lane lane{
        .strip = strip_id, .kind = described.kind, .direction = described.direction, .ends = described.ends};
    const LaneId id = LaneId::from_size(data.lanes.size());
    add_changes(build, way, i, id, true, distance_at);
    add_changes(build, way, i, id, false, distance_at);
    lane.left_marking = described.left_marking;
    lane.right_marking = described.right_marking;
    if (i > 0) lane.left = LaneId(strip.first_lane + static_cast<std::uint32_t>(i) - 1);
    if (i + 1 < way.lanes.size()) lane.right = LaneId(strip.first_lane + static_cast<std::uint32_t>(i) + 1);
    lane.first_station = static_cast<std::uint32_t>(data.stations.size());
    lane.length = add_stations(shape, i, data.stations);
    lane.station_count = static_cast<std::uint32_t>(data.stations.size()) - lane.first_station;
    build.add_lane(lane, lane_name(way, i));
    build.lane_places.push_back(way.profile_place.line > 0 ? way.profile_place : described.place);
  }

  Way model{.strip = strip_id,
            .start = way.start,
            .end = way.end,
            .lanes_left = static_cast<std::uint32_t>(way.lanes_left)};
  const double length = span.to - span.from;
  model.first_attribute = static_cast<std::uint32_t>(data.attributes.size());
  for (const AttributeDescription& attribute : attributes) {
    if (!std::isfinite(attribute.from) || !std::isfinite(attribute.value) || std::isnan(attribute.to) ||
        attribute.from > attribute.to) {
      build.error("N108", attribute.place,
                  fmt::format("an attribute of way \"{}\" runs from {} m to {} m", way.name, attribute.from,
                              attribute.to),
                  "the first number is the smaller one");
      continue;
    }
    if (attribute.from > length + 1e-6)
      build.warning("N109", attribute.place,
                    fmt::format("an attribute of way \"{}\" begins at {:.1f} m, past its end at {:.1f} m",
                                way.name, attribute.from, length));
    for (const std::string& lane : attribute.lanes) {
      const bool is_known = std::any_of(way.lanes.begin(), way.lanes.end(), [&](const LaneDescription& l) {
        return lane_name(way, static_cast<std::size_t>(&l - way.lanes.data())) == lane;
      });
      if (!is_known)
        build.error("N110", attribute.place,
                    fmt::format("way \"{}\" has no lane \"{}\" for this attribute", way.name, lane));
    }
    if (const char* what = unheeded(attribute.kind); what != nullptr && !has_own_speed(attributes, attribute))
      build.note("N209", attribute.place,
                 fmt::format("traffic does not heed the {} of way \"{}\"", what, way.name),
                 "programs can ask for it; for traffic, write a speed limit, an advised speed or a marking");
    data.attributes.push_back(attribute);
  }
  model.attribute_count = static_cast<std::uint32_t>(data.attributes.size()) - model.first_attribute;
  std::stable_sort(data.attributes.begin() + model.first_attribute, data.attributes.end(),
                   [](const AttributeDescription& a, const AttributeDescription& b) {
                     return a.kind != b.kind ? a.kind < b.kind : a.from < b.from;
                   });
  const FeatureRange range = add_features(build, std::move(features), "way", way.name);
  model.first_feature = range.first;
  model.feature_count = range.count;
  data.ways.push_back(model);
}

// Whether corridors have room on the road.
bool has_gaps(const std::vector<WaySpan>& spans) {
  double reached = 0;
  for (const WaySpan& span : spans) {
    if (span.from > reached) return true;
    reached = span.to;
  }
  return spans.empty() || spans.back().way->to.has_value();
}

// Of ways, and of the corridors between them.
RoadReach reach_of(const std::vector<WaySpan>& spans, const CorridorsOnRoads::Sections& corridors) {
  RoadReach reach;
  std::size_t next = 0;
  const auto add_corridors = [&](double until) {
    for (; next < corridors.sections.size() && corridors.from[next] < until; ++next)
      reach.add(corridors.from[next], corridors.to[next], corridors.sections[next]);
  };
  for (const WaySpan& span : spans) {
    add_corridors(span.from);
    reach.add(span.from, span.to, span.section);
  }
  add_corridors(std::numeric_limits<double>::infinity());
  return reach;
}

// Stations of a source that go by plan, by distance; with those of the ribbon between them.
std::vector<SourceFrame::Station> by_distance(const std::vector<SourceFrame::Station>& by_plan,
                                              const std::vector<geometry::PlanStation>& ribbon) {
  std::vector<SourceFrame::Station> stations;
  const auto add = [&](double distance, double s) {
    if (stations.empty() || (distance > stations.back().distance && s > stations.back().s))
      stations.push_back({distance, s});
  };
  auto next = ribbon.begin();
  for (std::size_t i = 0; i < by_plan.size(); ++i) {
    for (; next != ribbon.end() && next->plan < by_plan[i].distance; ++next) {
      if (i == 0) continue;
      const SourceFrame::Station &a = by_plan[i - 1], &b = by_plan[i];
      add(next->distance, a.s + (next->plan - a.distance) * ((b.s - a.s) / (b.distance - a.distance)));
    }
    add(geometry::distance_at_plan(ribbon, by_plan[i].distance), by_plan[i].s);
  }
  return stations;
}

std::string name_of(const RoadDescription& road) {
  return road.name.empty() && !road.ways.empty() ? road.ways.front().name : road.name;
}

void add_road(Build& build, const CorridorsOnRoads& corridors, const RoadDescription& road) {
  NetworkData& data = *build.data;
  const std::string name = name_of(road);
  const RibbonId ribbon_id = RibbonId::from_size(data.ribbons.size());
  if (!build.ribbon_of_road.emplace(name, ribbon_id).second)
    build.error("N101", road.place, fmt::format("there are two roads named \"{}\"", name),
                "rename one of them");

  // ways in order, each with a name and lanes
  std::vector<WaySpan> spans;
  bool is_sound = true;
  for (std::size_t i = 0; i < road.ways.size(); ++i) {
    const WayDescription& way = road.ways[i];
    if (!build.claim_name(way.name, way.place, "way")) {
      build.lacks_names = true;
      is_sound = false;
    }
    is_sound = check_way(build, way) && is_sound;
    is_sound = check_extent(build, way, i == 0 ? nullptr : &road.ways[i - 1]) && is_sound;
    spans.push_back({&way, way.from, 0, {}});
  }
  if (!internal::is_sound(road.surface)) {
    build.error(
        "N104", road.place,
        fmt::format("the surface of road \"{}\" is not finite, or not in order of distance and offset",
                    name));
    is_sound = false;
  }
  if (!is_sound) return;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    spans[i].to = spans[i].way->to       ? *spans[i].way->to
                  : i + 1 < spans.size() ? spans[i + 1].from
                                         : spans[i].from + kUnknownLength;
    spans[i].section = cross_section(*spans[i].way, spans[i].to - spans[i].from);
  }

  // the spine alone tells the length; then its edges are known, and the ribbon is built for them
  geometry::RibbonDescription ribbon{name, road.spine, {}};
  const auto* plan = std::get_if<geometry::PlanSpine>(&road.spine);
  const bool is_in_plan = road.is_measured_in_plan && plan != nullptr;
  build.is_measured_in_plan.resize(ribbon_id.index() + 1);
  build.is_measured_in_plan.back() = is_in_plan;
  const bool ends_with_road = !spans.empty() && !spans.back().way->to;
  if (is_in_plan && ends_with_road) {
    WaySpan& last = spans.back();
    last.to = geometry::plan_length(*plan);
    if (last.to > last.from) last.section = cross_section(*last.way, last.to - last.from);
  } else if (ends_with_road) {
    const bool needs_length =
        spans.back().section.breaks.size() > 1 ||
        std::any_of(spans.back().section.boundaries.begin(), spans.back().section.boundaries.end(),
                    [](const Cubic& c) { return c.b != 0 || c.c != 0 || c.d != 0; });
    if (needs_length) {
      base::Result<geometry::Ribbon> draft = geometry::Ribbon::build(ribbon);
      if (draft) {
        spans.back().to = draft->length();
        if (spans.back().to > spans.back().from)
          spans.back().section = cross_section(*spans.back().way, spans.back().to - spans.back().from);
      }
    }
  }
  const CorridorsOnRoads::Sections carried =
      has_gaps(spans) ? corridors.on(name) : CorridorsOnRoads::Sections{};
  const RoadReach reach = reach_of(spans, carried);
  ribbon.edges = reach.edges();
  // only of a plan it is known beforehand what lies where
  geometry::EdgesBetween edges_between;
  if (is_in_plan) edges_between = [&reach](double from, double to) { return reach.edges(from, to); };
  base::Result<geometry::Ribbon> built = geometry::Ribbon::build(ribbon, edges_between);
  for (const base::Diagnostic& diagnostic : built.diagnostics()) {
    base::Diagnostic placed = diagnostic;
    placed.place = road.place;
    // "ribbon" is a word of the library: the text has a road
    if (placed.message.starts_with("ribbon ")) placed.message.replace(0, 6, "road");
    build.found.add(std::move(placed));
  }
  if (!built) return;
  if (!spans.empty()) {
    WaySpan& last = spans.back();
    const double length = is_in_plan ? geometry::plan_length(*plan) : built->length();
    if (!is_in_plan && ends_with_road) last.to = length;
    if (!(last.to > last.from) || last.from >= length) {
      build.error("N112", last.way->place,
                  fmt::format("way \"{}\" begins at {} m, past the end of its road at {:.3f} m",
                              last.way->name, last.from, built->length()));
      return;
    }
    if (last.to > length + kRounding) {
      build.error("N112", last.way->place,
                  fmt::format("way \"{}\" ends at {} m, past the end of its road at {:.3f} m", last.way->name,
                              last.to, length),
                  "leave out where it ends, and it ends with its road");
      return;
    }
    last.to = std::min(last.to, length);
  }
  for (const geometry::RibbonRepair& repair : built->repairs())
    data.repairs.push_back({repair.kind == geometry::RibbonRepair::Kind::kink  ? "G201"
                            : repair.kind == geometry::RibbonRepair::Kind::gap ? "G202"
                                                                               : "G203",
                            name, repair.distance, repair.size, "the spine was rounded here"});
  data.ribbons.push_back(std::move(*built));
  data.road_names.push_back(name);
  if (road.source) {
    data.sources.resize(data.ribbons.size());
    data.sources.back() = *road.source;
    if (is_in_plan)
      data.sources.back().stations = by_distance(road.source->stations, data.ribbons.back().plan_stations());
  }
  if (!road.surface.empty()) {
    build.road_surfaces.resize(ribbon_id.index() + 1, StripSurface::kNoRoad);
    build.road_surfaces.back() = static_cast<std::uint32_t>(data.road_surfaces.size());
    data.road_surfaces.push_back(road.surface);
  }
  for (WaySpan& span : spans) add_way(build, std::move(span), ribbon_id, is_in_plan);
  if (!road.features.empty()) {
    std::vector<AttributeDescription> none;
    std::vector<FeatureDescription> features = road.features;
    if (is_in_plan) measure_along(data.ribbons[ribbon_id.index()], 0, none, features);
    data.road_features.resize(data.ribbons.size());
    data.road_features.back() = add_features(build, std::move(features), "road", name);
  }
}

}  // namespace

void build_roads(Build& build) {
  build.data->ribbons.reserve(build.description.roads.size());
  const CorridorsOnRoads corridors(build.description.intersections);
  for (const RoadDescription& road : build.description.roads) {
    const RibbonId id = RibbonId::from_size(build.data->ribbons.size());
    std::optional<base::Diagnostics> before;
    if (road.is_incomplete) before = build.found;
    const std::size_t known_before = build.found.size();
    add_road(build, corridors, road);
    if (before) build.found = *std::move(before);
    const bool is_built = build.data->ribbons.size() > id.index();
    if (is_built && !road.is_incomplete) continue;

    const std::string name = name_of(road);
    if (const auto known = build.ribbon_of_road.find(name);
        !is_built && known != build.ribbon_of_road.end() && known->second == id)
      build.ribbon_of_road.erase(known);
    build.broken_roads.insert(name);
    if (!is_built && !road.is_incomplete)
      for (std::size_t i = known_before; i < build.found.size(); ++i) {
        if (build.found[i].severity != base::Severity::error) continue;
        build.without_ribbon.push_back({name, build.found[i]});
        break;
      }
    for (const WayDescription& way : road.ways) {
      build.broken_ways.insert(way.name);
      if (!is_built) build.unusable_ways.insert(way.name);
    }
  }
}

}  // namespace backlot::network::internal
