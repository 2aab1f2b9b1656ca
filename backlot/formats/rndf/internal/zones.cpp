#include "backlot/formats/rndf/internal/zones.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/rndf/internal/turning.h"
#include "backlot/network/backwards.h"

namespace backlot::formats::rndf::internal {

namespace {

using network::End;

constexpr double kLongestGate_m = 10, kShortestGate_m = 4;  // inwards from the perimeter
constexpr double kBeside_m = 1.9;  // of the middle of a gate that is both: in on the right, out on the left
constexpr double kGateWidth_m = 3.66;
constexpr double kSpotWidth_m = 3;
constexpr double kNose_m = 2.25;  // of a car, ahead of the point that follows its path
constexpr double kBackOut_m = 5;  // the radius on which a car backs out of a spot
constexpr double kStub_m = 3;     // and the way on which it then stands, before going on
constexpr double kZoneLimit_mps = 10 * 0.44704;
constexpr double kCreep_mps = 1;
constexpr double kZoneSpacing_m = 1.5;

// Above zero where the outline runs counter-clockwise.
double area_of(const std::vector<WorldPoint>& outline) {
  double area = 0;
  for (std::size_t k = 0; k < outline.size(); ++k) {
    const WorldPoint &a = outline[k], &b = outline[(k + 1) % outline.size()];
    area += 0.5 * (a.x * b.y - b.x * a.y);
  }
  return area;
}

// How wide it is across, in the mean.
double width_of(const std::vector<WorldPoint>& outline) {
  double around = 0;
  for (std::size_t k = 0; k < outline.size(); ++k)
    around += plan_distance(outline[k], outline[(k + 1) % outline.size()]);
  return around > 0 ? 2 * std::fabs(area_of(outline)) / around : 0;
}

// Into the zone, at a point of its outline.
Pose inwards(const std::vector<WorldPoint>& outline, std::size_t at) {
  BACKLOT_ASSERT(at < outline.size(), "the outline has no such corner");
  const std::size_t n = outline.size();
  const WorldPoint &before = outline[(at + n - 1) % n], &here = outline[at], &after = outline[(at + 1) % n];
  double dx = 0, dy = 0;
  for (const auto& [a, b] : {std::pair(before, here), std::pair(here, after)}) {
    const double size = plan_distance(a, b);
    if (size < 1e-3) continue;
    dx += (b.x - a.x) / size;
    dy += (b.y - a.y) / size;
  }
  const double size = std::sqrt(dx * dx + dy * dy);
  const double turn =
      area_of(outline) < 0 ? -1 : 1;  // the inside is to the left of one that runs counter-clockwise
  if (size < 1e-6) return {here, 1, 0};
  return {here, -turn * dy / size, turn * dx / size};
}

// A point of the perimeter, and what leads over it.
struct GatePlace {
  Pose into;
  bool is_in = false, is_out = false;
  double length = 0;

  WorldPoint inner() const { return {into.at.x + length * into.dx, into.at.y + length * into.dy, 0}; }
};

// Whether a car would have to drive a loop from the gate that leads in to the one that leads out.
bool needs_loop(const GatePlace& in, const GatePlace& out) {
  const std::vector<WorldPoint> line = turn_between(
      {in.inner(), in.into.dx, in.into.dy}, {out.inner(), -out.into.dx, -out.into.dy}, kZoneSpacing_m);
  double length = 0;
  for (std::size_t k = 1; k < line.size(); ++k) length += plan_distance(line[k - 1], line[k]);
  return length > 1.6 * plan_distance(line.front(), line.back()) + 6;
}

// As long as possible; but shorter where others would be passed by, and a car had to turn back to them.
void choose_lengths(double longest, std::vector<GatePlace>& places) {
  BACKLOT_ASSERT(longest > 0, "gates have a length");
  for (GatePlace& place : places) place.length = longest;
  for (GatePlace& place : places) {
    if (!place.is_in && !place.is_out) continue;
    std::size_t fewest = places.size() * 2 + 1;
    double best = longest;
    for (const double share : {1.0, 0.7, 0.5, 0.3}) {
      place.length = share * longest;
      std::size_t loops = 0;
      for (const GatePlace& other : places) {
        if (&other == &place) continue;
        loops += place.is_in && other.is_out && needs_loop(place, other) ? 1U : 0U;
        loops += place.is_out && other.is_in && needs_loop(other, place) ? 1U : 0U;
      }
      if (loops >= fewest) continue;
      fewest = loops;
      best = place.length;
    }
    place.length = best;
  }
}

std::size_t add_gate(const Zone& zone, std::int32_t point, const Pose& pose, double length,
                     const std::string& suffix, const base::Place& place, Carriageways& carriageways) {
  BACKLOT_ASSERT(length > 0, "a gate has a length");
  Carriageway gate;
  gate.segment = zone.number;
  gate.course =
      Course(std::array{pose.at, WorldPoint{pose.at.x + length * pose.dx, pose.at.y + length * pose.dy, 0}});
  gate.lanes.push_back({point, 0, gate.course.length(), kGateWidth_m, {{0, 0}}});
  gate.name = fmt::format("{}.0.{}{}", zone.number, point, suffix);
  gate.place = place;
  gate.is_gate = true;
  carriageways.all.push_back(std::move(gate));
  return carriageways.all.size() - 1;
}

}  // namespace

std::vector<ZoneGates> add_gates(const RndfDocument& document, const LocalPlane& plane,
                                 Carriageways& carriageways) {
  std::set<WaypointId> to, from;
  const auto note = [&](const Line& line) {
    for (const Exit& exit : line.exits) {
      to.insert(exit.to);
      from.insert(exit.from);
    }
  };
  for (const Segment& segment : document.segments)
    for (const Line& lane : segment.lanes) note(lane);
  for (const Zone& zone : document.zones) note(zone.perimeter);

  std::vector<ZoneGates> list;
  for (const Zone& zone : document.zones) {
    ZoneGates gates{&zone, {}, {}};
    std::vector<WorldPoint> outline;
    for (const Waypoint& w : zone.perimeter.waypoints)
      outline.push_back(plane.place(w.latitude_deg, w.longitude_deg));
    std::vector<GatePlace> places;
    for (std::size_t k = 0; k < outline.size(); ++k) {
      const WaypointId& id = zone.perimeter.waypoints[k].id;
      places.push_back({inwards(outline, k), to.contains(id), from.contains(id)});
    }
    choose_lengths(std::clamp(0.4 * width_of(outline), kShortestGate_m, kLongestGate_m), places);
    for (std::size_t k = 0; k < outline.size(); ++k) {
      const Waypoint& w = zone.perimeter.waypoints[k];
      const auto& [into, is_in, is_out, length] = places[k];
      if (is_in) {
        const Pose begin{into.beside(is_out ? -kBeside_m : 0), into.dx, into.dy};
        gates.in[w.id.point] =
            add_gate(zone, w.id.point, begin, length, is_out ? "_in" : "", w.place, carriageways);
        carriageways.waypoints[w.id] = {gates.in[w.id.point], 0, 0};
      }
      if (is_out) {
        const WorldPoint end = into.beside(is_in ? kBeside_m : 0);
        const Pose begin{{end.x + length * into.dx, end.y + length * into.dy, 0}, -into.dx, -into.dy};
        gates.out[w.id.point] =
            add_gate(zone, w.id.point, begin, length, is_in ? "_out" : "", w.place, carriageways);
        carriageways.waypoints[gate_out(w.id)] = {gates.out[w.id.point], 0, length};
      }
    }
    list.push_back(std::move(gates));
  }
  return list;
}

namespace {

class ZoneBuilder {
 public:
  ZoneBuilder(const ZoneGates& gates, const Carriageways& carriageways, RoadBuilder& builder,
              RouteNetwork& out)
      : gates_(gates), carriageways_(carriageways), builder_(builder), out_(out) {
    inside_.name = fmt::format("zone_{}", gates.zone->number);
    inside_.has_automatic_corridors = false;
    inside_.control = network::Control::all_way_stop;  // the earlier arrival goes first
    inside_.place = network::TextPlace{gates.zone->place};
  }

  void build(const LocalPlane& plane) {
    add_gate_arms();
    for (const Line& spot : gates_.zone->spots) {
      const WorldPoint mouth = plane.place(spot.waypoints[0].latitude_deg, spot.waypoints[0].longitude_deg),
                       wall = plane.place(spot.waypoints[1].latitude_deg, spot.waypoints[1].longitude_deg);
      add_spot(spot, mouth, wall);
    }
    for (const Door& from : in_)
      for (const Door& to : out_doors_) add_corridor(from, to);
    if (!inside_.corridors.empty()) {
      out_.description.intersections.push_back(std::move(inside_));
      for (network::IntersectionDescription& cusp : cusps_)
        out_.description.intersections.push_back(std::move(cusp));
    }
  }

 private:
  // An end of a way inside the zone, and the pose in which a vehicle passes it.
  struct Door {
    std::string arm, way, lane;
    Pose pose;
  };

  void add_gate_arms() {
    for (const auto& [point, gate] : gates_.in) {
      BACKLOT_ASSERT(gate < carriageways_.all.size(), "there is no such gate");
      const Carriageway& road = carriageways_.all[gate];
      if (const auto way = builder_.join_end(gate)) {
        inside_.arms.push_back({"in_" + *way, network::EndReference{*way, End::end}});
        in_.push_back({"in_" + *way, *way, lane_name(road), road.course.at(road.course.length())});
      }
    }
    for (const auto& [point, gate] : gates_.out) {
      BACKLOT_ASSERT(gate < carriageways_.all.size(), "there is no such gate");
      const Carriageway& road = carriageways_.all[gate];
      if (const auto way = builder_.join_start(gate)) {
        inside_.arms.push_back({"out_" + *way, network::EndReference{*way, End::start}});
        out_doors_.push_back({"out_" + *way, *way, lane_name(road), road.course.at(0)});
      }
    }
  }

  static std::string lane_name(const Carriageway& road) {
    return fmt::format("{}.{}", road.segment, road.lanes.front().number);
  }

  void add_corridor(const Door& from, const Door& to) {
    if (plan_distance(from.pose.at, to.pose.at) < 1) return;
    network::CorridorDescription corridor;
    corridor.name = fmt::format("{}_to_{}", from.way, to.way);
    corridor.from = network::LaneReference{from.arm, from.lane};
    corridor.to = network::LaneReference{to.arm, to.lane};
    corridor.speed_limit_mps = kZoneLimit_mps;
    corridor.has_swing = true;
    corridor.place = inside_.place;
    const std::vector<WorldPoint> line = turn_between(from.pose, to.pose, kZoneSpacing_m);
    std::vector<WorldPoint> kept = inner_places(line, 0.7 * kZoneSpacing_m);
    if (!kept.empty()) corridor.shape = network::ThroughPoints{std::move(kept)};
    inside_.corridors.push_back(std::move(corridor));
  }

  // A straight way with one lane, slow.
  void add_way(const std::string& name, const std::string& lane, const WorldPoint& from, const WorldPoint& to,
               const base::Place& place, bool is_backwards) {
    network::RoadDescription road;
    road.spine = geometry::PointSpine{{{from}, {to}}};
    road.place = network::TextPlace{place};
    network::WayDescription way;
    way.name = name;
    way.place = road.place;
    way.shift = network::constant_profile(0.5 * kSpotWidth_m);
    network::LaneDescription description;
    description.name = lane;
    description.width = network::constant_profile(kSpotWidth_m);
    description.place = road.place;
    way.lanes.push_back(std::move(description));
    network::AttributeDescription slow;
    slow.kind = network::AttributeKind::speed_limit;
    slow.to = 1e6;
    slow.value = kCreep_mps;
    way.attributes.push_back(slow);
    if (is_backwards) {
      network::AttributeDescription backwards = slow;
      backwards.kind = network::AttributeKind::custom;
      backwards.name = network::kBackwards;
      way.attributes.push_back(backwards);
    }
    road.ways.push_back(std::move(way));
    out_.description.roads.push_back(std::move(road));
    out_.ways_of[gates_.zone->number].push_back(name);
  }

  // One way ends where the other begins, in the opposite direction: a vehicle that drives on there changes between
  // forwards and backwards.
  void add_cusp(const std::string& name, const std::string& before, const std::string& after,
                const std::string& lane) {
    network::IntersectionDescription cusp;
    cusp.name = name;
    cusp.kind = network::IntersectionKind::zero_length;
    cusp.place = inside_.place;
    cusp.arms.push_back({"before", network::EndReference{before, End::end}});
    cusp.arms.push_back({"after", network::EndReference{after, End::start}});
    cusp.links.push_back({{"before", lane}, {"after", lane}});
    cusps_.push_back(std::move(cusp));
  }

  // Into the spot; out of it backwards, round to the side on which an exit lies; and from there forwards.
  //
  //            spot |^|      in: along ^ until the car stands in it
  //                 |||      out: along v and round, backwards, until it stands at S
  //        exit <---+'-S     then forwards to the exit
  void add_spot(const Line& spot, const WorldPoint& mouth, const WorldPoint& wall) {
    const double depth = plan_distance(mouth, wall);
    if (in_.empty() || out_doors_.empty() || depth < 1) return;
    const double hx = (wall.x - mouth.x) / depth, hy = (wall.y - mouth.y) / depth;
    const double length = std::max(1.0, depth - kNose_m);
    const WorldPoint rest{mouth.x + length * hx, mouth.y + length * hy, 0};
    const std::string id = fmt::format("{}.{}", spot.segment, spot.number);
    const std::string in = id + "_in", out = id + "_out", stub = id + "_back", on = id + "_on";

    // the side that faces the nearest exit
    const Door* exit = &out_doors_.front();
    for (const Door& door : out_doors_)
      if (plan_distance(door.pose.at, mouth) < plan_distance(exit->pose.at, mouth)) exit = &door;
    const double side = hx * (exit->pose.at.y - mouth.y) - hy * (exit->pose.at.x - mouth.x) > 0 ? 1 : -1;
    const double ax = -side * hy, ay = side * hx;  // to where the car goes on
    const WorldPoint back{mouth.x - kBackOut_m * (hx + ax), mouth.y - kBackOut_m * (hy + ay), 0};
    const WorldPoint stand{back.x - kStub_m * ax, back.y - kStub_m * ay, 0};

    add_way(in, id, mouth, rest, spot.place, false);
    add_way(out, id, rest, mouth, spot.place, true);
    add_way(stub, id, back, stand, spot.place, true);
    add_way(on, id, stand, back, spot.place, false);
    add_cusp("cusp_" + in, in, out, id);
    add_cusp("cusp_" + stub, stub, on, id);
    inside_.arms.push_back({"to_" + in, network::EndReference{in, End::start}});
    inside_.arms.push_back({"from_" + out, network::EndReference{out, End::end}});
    inside_.arms.push_back({"to_" + stub, network::EndReference{stub, End::start}});
    inside_.arms.push_back({"from_" + on, network::EndReference{on, End::end}});

    for (const Door& gate : in_) add_corridor(gate, {"to_" + in, in, id, {mouth, hx, hy}});
    add_corridor({"from_" + out, out, id, {mouth, -hx, -hy}}, {"to_" + stub, stub, id, {back, -ax, -ay}});
    for (const Door& gate : out_doors_) add_corridor({"from_" + on, on, id, {back, ax, ay}}, gate);
    for (const Checkpoint& checkpoint : spot.checkpoints)
      out_.checkpoints.emplace(checkpoint.id, LaneSpot{in, id, length});
  }

  const ZoneGates& gates_;
  const Carriageways& carriageways_;
  RoadBuilder& builder_;
  RouteNetwork& out_;
  network::IntersectionDescription inside_;
  std::vector<network::IntersectionDescription> cusps_;
  std::vector<Door> in_, out_doors_;
};

}  // namespace

void add_zone(const ZoneGates& gates, const LocalPlane& plane, const Carriageways& carriageways,
              RoadBuilder& builder, RouteNetwork& out) {
  ZoneBuilder(gates, carriageways, builder, out).build(plane);
}

}  // namespace backlot::formats::rndf::internal
