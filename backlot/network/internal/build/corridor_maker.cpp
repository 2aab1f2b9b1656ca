#include "backlot/network/internal/build/corridor_maker.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/network/internal/build/corridor_shape.h"
#include "backlot/network/internal/build/section_by_distance.h"
#include "backlot/network/internal/build/station_maker.h"

namespace backlot::network::internal {

namespace {

// Ends nearer than this have no room for a corridor between them.
constexpr double kShortest = 0.01;
constexpr double kShapeQuantaPerMetre = 1e7;

std::int64_t quantum(double value) {
  return static_cast<std::int64_t>(std::llround(value * kShapeQuantaPerMetre));
}

// A place as seen from a start that lies at the origin and heads along the x axis.
geometry::WorldPoint seen_from(const EndFrame& start, const geometry::WorldPoint& p) {
  const base::SinCos back = base::sin_cos(-start.heading_rad);
  const double dx = p.x - start.position.x, dy = p.y - start.position.y;
  return {base::turned_x(back, dx, dy), base::turned_y(back, dx, dy), p.z - start.position.z};
}

Turn turn_of(double in_rad, double out_rad) {
  BACKLOT_ASSERT(std::isfinite(in_rad) && std::isfinite(out_rad), "headings are numbers");
  const double turn = base::wrap_angle(out_rad - in_rad);
  if (std::fabs(turn) < base::kPi / 4) return Turn::straight;
  if (std::fabs(turn) > 0.9 * base::kPi) return Turn::u_turn;
  return turn > 0 ? Turn::left : Turn::right;
}

bool has_room(const geometry::WorldPoint& a, const geometry::WorldPoint& b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  return dx * dx + dy * dy > kShortest * kShortest;
}

}  // namespace

std::optional<std::uint32_t> CorridorMaker::add_shape(const CorridorPlan& plan, Key key,
                                                      geometry::RibbonDescription description,
                                                      double start_width, double end_width) {
  const std::optional<geometry::CubicProfile>* given = plan.description ? &plan.description->width : nullptr;
  // the widest place decides the edges of the surface
  double widest = std::max(start_width, end_width);
  if (given && *given) {
    const CrossSection section = single_lane({}, **given, 1e6);
    widest = 0;
    for (std::size_t i = 0; i < section.breaks.size(); ++i) {
      const double end = i + 1 < section.breaks.size() ? section.breaks[i + 1] : section.breaks[i] + 100;
      widest = std::max(widest, 2 * range_of(section.boundaries[2 * i], end - section.breaks[i]).high);
    }
  }
  const double half = std::clamp(0.5 * widest, 0.05, 50.0);
  description.edges = {half, -half};
  base::Result<geometry::Ribbon> ribbon = geometry::Ribbon::build(description);
  for (const base::Diagnostic& diagnostic : ribbon.diagnostics()) {
    base::Diagnostic placed = diagnostic;
    placed.place = plan.place;
    // "ribbon" is a word of the library: the text has a corridor
    if (placed.message.starts_with("ribbon ")) placed.message.replace(0, 6, "corridor");
    build_.found.add(std::move(placed));
  }
  if (!ribbon) return std::nullopt;

  const double length = ribbon->length();
  const geometry::CubicProfile width =
      given && *given ? **given
      : std::fabs(start_width - end_width) < 1e-9
          ? constant_profile(start_width)
          : geometry::CubicProfile::through({{0, start_width}, {length, end_width}});
  Shape shape{std::move(*ribbon), single_lane({}, width, length), {}, 0, {}};
  shape.length = add_stations(strip_shape(shape.ribbon, 0, length, shape.section), 0, shape.stations);
  shapes_.push_back(std::move(shape));
  const auto id = static_cast<std::uint32_t>(shapes_.size() - 1);
  shape_by_key_.emplace(std::move(key), id);
  return id;
}

std::optional<std::uint32_t> CorridorMaker::shape_between(const CorridorPlan& plan, const EndFrame& start,
                                                          const EndFrame& end) {
  const geometry::WorldPoint far = seen_from(start, end.position);
  std::vector<geometry::WorldPoint> through;
  if (plan.description)
    if (const auto* points = std::get_if<ThroughPoints>(&plan.description->shape))
      for (const geometry::WorldPoint& p : points->points) through.push_back(seen_from(start, p));

  geometry::WorldPoint last{};
  bool is_sound = geometry::is_place(end.position);
  for (const geometry::WorldPoint& p : through) {
    is_sound = is_sound && geometry::is_place(p) && has_room(last, p);
    last = p;
  }
  if (!is_sound || !has_room(last, far)) {
    build_.error(
        "N140", plan.place,
        fmt::format("corridor \"{}\" has no room: two places that it must go through are within {} m",
                    plan.name, kShortest),
        "move the ends of the ways apart, or join them with a zero-length intersection");
    return std::nullopt;
  }

  const ShapeEnds ends{
      far.x,           far.y,         far.z,          base::wrap_angle(end.heading_rad - start.heading_rad),
      start.grade_rad, end.grade_rad, start.bank_rad, end.bank_rad};
  Key key{quantum(ends.x),
          quantum(ends.y),
          quantum(ends.z),
          quantum(ends.heading_rad),
          quantum(ends.start_grade_rad),
          quantum(ends.end_grade_rad),
          quantum(ends.start_bank_rad),
          quantum(ends.end_bank_rad),
          quantum(start.width),
          quantum(end.width)};
  for (const geometry::WorldPoint& p : through)
    key.insert(key.end(), {quantum(p.x), quantum(p.y), quantum(p.z)});
  if (plan.description && plan.description->width)
    for (const geometry::CubicRecord& r : plan.description->width->records)
      key.insert(key.end(), {quantum(r.from), quantum(r.a), quantum(r.b), quantum(r.c), quantum(r.d), -1});
  if (const auto known = shape_by_key_.find(key); known != shape_by_key_.end()) return known->second;
  return add_shape(plan, std::move(key), {plan.name, corridor_spine(ends, through), {}}, start.width,
                   end.width);
}

std::optional<std::uint32_t> CorridorMaker::free_shape(const CorridorPlan& plan, const FreeShape& free,
                                                       EndFrame& start) {
  bool is_sound = free.points.size() >= 2;
  for (std::size_t i = 0; is_sound && i < free.points.size(); ++i)
    is_sound = geometry::is_place(free.points[i]) && (i == 0 || has_room(free.points[i - 1], free.points[i]));
  if (!is_sound) {
    build_.error("N140", plan.place,
                 fmt::format("corridor \"{}\" needs at least two different points", plan.name));
    return std::nullopt;
  }
  start = {};
  start.position = free.points[0];
  start.heading_rad = base::atan2(free.points[1].y - free.points[0].y, free.points[1].x - free.points[0].x);
  geometry::PointSpine spine;
  Key key;
  for (const geometry::WorldPoint& p : free.points) {
    const geometry::WorldPoint local = seen_from(start, p);
    spine.points.push_back({local, {}});
    key.insert(key.end(), {quantum(local.x), quantum(local.y), quantum(local.z)});
  }
  double width = 3;
  if (plan.description->width) {
    for (const geometry::CubicRecord& r : plan.description->width->records)
      key.insert(key.end(), {quantum(r.from), quantum(r.a), quantum(r.b), quantum(r.c), quantum(r.d), -1});
    width = plan.description->width->record_at(0).a;
  }
  key.push_back(-2);  // unlike those between lanes
  if (const auto known = shape_by_key_.find(key); known != shape_by_key_.end()) return known->second;
  return add_shape(plan, std::move(key), {plan.name, std::move(spine), {}}, width, width);
}

CorridorId CorridorMaker::add(const CorridorPlan& plan, Strip strip, CrossSection section,
                              const std::vector<LaneStation>& stations, double length,
                              LaneDirection direction, bool is_along, CorridorId like) {
  BACKLOT_ASSERT(length > 0 && !stations.empty(), "a corridor has a length and a station");
  NetworkData& data = *build_.data;
  strip.first_lane = static_cast<std::uint32_t>(data.lanes.size());
  strip.lane_count = 1;
  const StripId strip_id = build_.add_strip(strip, plan.name, std::move(section));
  Lane lane{.strip = strip_id, .kind = plan.kind, .direction = direction, .length = length};
  lane.first_station = static_cast<std::uint32_t>(data.stations.size());
  lane.station_count = static_cast<std::uint32_t>(stations.size());
  data.stations.insert(data.stations.end(), stations.begin(), stations.end());
  const LaneId lane_id = build_.add_lane(lane, "lane");
  build_.lane_places.push_back(plan.place);

  const CorridorId id = CorridorId::from_size(data.corridors.size());
  Corridor corridor{.strip = strip_id,
                    .lane = lane_id,
                    .intersection = plan.intersection,
                    .control = plan.control,
                    .signal_group = plan.signal_group,
                    .arm = plan.arm};
  corridor.like = like;
  corridor.turn_on_red = plan.description && plan.description->turn_on_red;
  corridor.has_swing = plan.description && plan.description->has_swing;
  if (plan.from) corridor.from = plan.from->leaving();
  if (plan.to) corridor.to = plan.to->entering();
  const LaneEnd first{lane_id, is_along ? End::start : End::end},
      second{lane_id, is_along ? End::end : End::start};
  corridor.heading_in_rad = build_.end_frame(first).reversed().heading_rad;
  corridor.heading_out_rad = build_.end_frame(second).heading_rad;
  corridor.turn = turn_of(corridor.heading_in_rad, corridor.heading_out_rad);
  if (plan.description && plan.description->speed_limit_mps)
    corridor.speed_limit_mps = *plan.description->speed_limit_mps;
  data.corridors.push_back(corridor);
  if (plan.from) build_.joints.push_back({*plan.from, first, plan.intersection});
  if (plan.to) build_.joints.push_back({second, *plan.to, plan.intersection});
  return id;
}

std::optional<CorridorId> CorridorMaker::make_on_road(const CorridorPlan& plan, const OnRoad& on) {
  const auto road = build_.ribbon_of_road.find(on.road);
  if (road == build_.ribbon_of_road.end() || road->second.index() >= build_.data->ribbons.size()) {
    if (build_.broken_roads.contains(on.road) || build_.description.is_incomplete) return std::nullopt;
    build_.error("N141", plan.place,
                 fmt::format("corridor \"{}\" runs on road \"{}\", which is not there", plan.name, on.road));
    return std::nullopt;
  }
  const geometry::Ribbon& ribbon = build_.data->ribbons[road->second.index()];
  const bool is_in_plan = build_.is_measured_in_plan[road->second.index()];
  const auto along = [&](double distance) {
    return is_in_plan ? geometry::distance_at_plan(ribbon.plan_stations(), distance) : distance;
  };
  const double from = along(on.from), to = std::min(along(on.to), ribbon.length());
  if (!(on.from >= 0 && to - from >= kShortest)) {
    build_.error("N142", plan.place,
                 fmt::format("corridor \"{}\" runs from {} m to {} m of road \"{}\", which is {:.3f} m long",
                             plan.name, on.from, on.to, on.road, ribbon.length()));
    return std::nullopt;
  }
  const geometry::CubicProfile width =
      plan.description->width ? *plan.description->width : constant_profile(3.5);
  CrossSection section = single_lane(on.offset, width, is_in_plan ? on.to - on.from : to - from);
  if (is_in_plan) section = by_distance(section, ribbon.plan_stations(), on.from, on.to);
  std::vector<LaneStation> stations;
  const double length = add_stations(strip_shape(ribbon, from, to, section), 0, stations);
  const bool has_one_way =
      plan.direction == LaneDirection::forward || plan.direction == LaneDirection::backward;
  const LaneDirection direction = !has_one_way  ? plan.direction
                                  : on.is_along ? LaneDirection::forward
                                                : LaneDirection::backward;
  build_.shape_of.push_back(Build::kNoShape);
  build_.corridor_starts.emplace_back();
  const CorridorId id = add(plan, {.ribbon = road->second, .from = from, .to = to}, std::move(section),
                            stations, length, direction, on.is_along, {});
  add_surface(build_, build_.data->corridors[id.index()].strip,
              {.lanes = {plan.description->heights},
               .road = build_.surface_of_road(road->second),
               .is_in_plan = is_in_plan,
               .from = on.from,
               .to = on.to,
               .name = plan.name,
               .place = plan.place});
  // it keeps its road's line, so that it need not meet its lanes to the hair
  const LaneId lane = build_.data->corridors[id.index()].lane;
  const End first = on.is_along ? End::start : End::end, last = on.is_along ? End::end : End::start;
  const std::string& intersection = build_.data->intersection_names[plan.intersection.index()];
  if (plan.from) build_.note_crack(*plan.from, {lane, first}, intersection, plan.place);
  if (plan.to) build_.note_crack({lane, last}, *plan.to, intersection, plan.place);
  return id;
}

std::optional<CorridorId> CorridorMaker::make(const CorridorPlan& plan) {
  if (!build_.claim_name(plan.name, plan.place, "corridor")) return std::nullopt;
  std::optional<std::uint32_t> shape;
  EndFrame start;
  if (plan.description) {
    if (const auto* on = std::get_if<OnRoad>(&plan.description->shape)) return make_on_road(plan, *on);
    if (const auto* free = std::get_if<FreeShape>(&plan.description->shape)) {
      shape = free_shape(plan, *free, start);
      if (!shape) return std::nullopt;
    }
  }
  if (!shape) {
    start = build_.end_frame(*plan.from);
    shape = shape_between(plan, start, build_.end_frame(*plan.to).reversed());
    if (!shape) return std::nullopt;
  }

  NetworkData& data = *build_.data;
  Shape& made = shapes_[*shape];
  data.ribbons.push_back(made.ribbon.moved(
      start.heading_rad, {start.position.x, start.position.y, start.position.z}, plan.name));
  data.road_names.push_back(plan.name);
  build_.shape_of.push_back(*shape);
  build_.corridor_starts.push_back(start);
  const CorridorId id = add(
      plan, {.ribbon = RibbonId::from_size(data.ribbons.size() - 1), .from = 0, .to = made.ribbon.length()},
      made.section, made.stations, made.length, plan.direction, true, made.first);
  if (made.first.is_empty()) made.first = id;
  if (plan.description)
    add_surface(build_, data.corridors[id.index()].strip,
                {.lanes = {plan.description->heights},
                 .road = StripSurface::kNoRoad,
                 .is_in_plan = false,
                 .from = 0,
                 .to = made.ribbon.length(),
                 .name = plan.name,
                 .place = plan.place});
  return id;
}

}  // namespace backlot::network::internal
