#include "backlot/formats/rndf/network_of.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/rndf/internal/carriageway.h"
#include "backlot/formats/rndf/internal/geodesy.h"
#include "backlot/formats/rndf/internal/junctions.h"
#include "backlot/formats/rndf/internal/lane_fit.h"
#include "backlot/formats/rndf/internal/road_builder.h"
#include "backlot/formats/rndf/internal/turning.h"
#include "backlot/formats/rndf/internal/zones.h"

namespace backlot::formats::rndf {

namespace {

using namespace internal;

constexpr double kFoot_m = 0.3048;
constexpr double kUsualWidth_ft = 12;
constexpr double kNarrowestLane_m = 2, kWidestLane_m = 6;
constexpr double kUsualLimit_mps = 30 * 0.44704;  // 30 mph: the most that was driven in the Urban Challenge
constexpr double kLongest_m = 5e6;                // of all lanes together
constexpr double kTurnSpacing_m = 1;
constexpr double kEasyRadius_m = 6, kMostPast_m = 6;
// Lanes against each other: between their centres there are at least so many metres; one that lies further on the wrong side is meant.
constexpr double kApart_m = 3.2, kWrongSide_m = 2;
constexpr double kWorthTelling_m = 0.5;

class Translator {
 public:
  explicit Translator(const RndfDocument& document) : document_(document), plane_(origin(document)) {}

  base::Result<RouteNetwork> translate();

 private:
  static LocalPlane origin(const RndfDocument& document);
  std::vector<WorldPoint> places(const Line& line) const;
  void add_segments();
  void part_opposite_lanes(const std::vector<FittedLane>& fitted, std::vector<std::vector<WorldPoint>>& at);
  void add_moves(const Line& line);
  Move easy_move(const Spot& from, const Spot& to, const Exit& exit) const;
  void add_marks(const Line& line);
  void add_checkpoints(const Line& line, const RoadBuilder& builder);

  const RndfDocument& document_;
  LocalPlane plane_;
  base::Diagnostics found_;
  Carriageways carriageways_;
  std::vector<Move> moves_;
  Marks marks_;
  RouteNetwork out_;
};

LocalPlane Translator::origin(const RndfDocument& document) {
  for (const Segment& segment : document.segments)
    for (const Line& lane : segment.lanes)
      if (!lane.waypoints.empty())
        return {lane.waypoints.front().latitude_deg, lane.waypoints.front().longitude_deg};
  return {0, 0};
}

std::vector<WorldPoint> Translator::places(const Line& line) const {
  std::vector<WorldPoint> list;
  for (const Waypoint& w : line.waypoints) list.push_back(plane_.place(w.latitude_deg, w.longitude_deg));
  return list;
}

// Lanes of a segment that run against each other on one line: each keeps to its right until there is room for both.
void Translator::part_opposite_lanes(const std::vector<FittedLane>& fitted,
                                     std::vector<std::vector<WorldPoint>>& at) {
  BACKLOT_ASSERT(fitted.size() == at.size(), "each lane that is fitted has its places");
  for (std::size_t k = 0; k < fitted.size(); ++k) {
    const FittedLane& lane = fitted[k];
    double largest = 0;
    std::vector<WorldPoint> moved = at[k];
    for (std::size_t w = 0; w < lane.metres.size(); ++w) {
      const Pose here = lane.course.at(lane.metres[w]);
      double shift = 0;
      for (std::size_t other = 0; other < fitted.size(); ++other) {
        if (other == k) continue;
        const Course::Projected near = fitted[other].course.project(here.at);
        const Pose there = fitted[other].course.at(near.metres);
        const double to_the_left = here.dx * (there.at.y - here.at.y) - here.dy * (there.at.x - here.at.x);
        const bool is_against = here.dx * there.dx + here.dy * there.dy < -0.8;
        if (near.is_beside && is_against && to_the_left > -kWrongSide_m && to_the_left < kApart_m)
          shift = std::max(shift, 0.5 * (kApart_m - to_the_left));
      }
      moved[w] = {at[k][w].x + shift * here.dy, at[k][w].y - shift * here.dx, 0};
      largest = std::max(largest, shift);
    }
    at[k] = std::move(moved);
    if (largest > kWorthTelling_m)
      found_.warning(
          "R306", lane.line->place,
          fmt::format("lane {}.{} lies upon one that runs the other way; it was moved to its right by up to "
                      "{:.1f} m",
                      lane.line->segment, lane.line->number, largest),
          "correct the waypoints");
  }
}

void Translator::add_segments() {
  double total = 0;
  for (const Segment& segment : document_.segments) {
    std::vector<FittedLane> fitted;
    std::vector<std::vector<WorldPoint>> given;
    for (const Line& lane : segment.lanes) {
      const std::vector<WorldPoint> at = places(lane);
      for (std::size_t k = 1; k < at.size(); ++k) total += plan_distance(at[k - 1], at[k]);
      if (total > kLongest_m) {
        found_.error("R109", lane.place, fmt::format("all lanes together are longer than {} m", kLongest_m));
        return;
      }
      if (!can_fit(at)) {
        found_.warning("R301", lane.place,
                       fmt::format("lane {}.{} has no two waypoints {} m apart, and is left out",
                                   lane.segment, lane.number, kShortestLane_m));
        continue;
      }
      LaneFit fit = fit_lane(at);
      const double width =
          std::clamp(lane.width_ft.value_or(kUsualWidth_ft) * kFoot_m, kNarrowestLane_m, kWidestLane_m);
      fitted.push_back({&lane, std::move(fit.course), std::move(fit.metres), width});
      given.push_back(at);
    }
    part_opposite_lanes(fitted, given);
    for (std::size_t k = 0; k < fitted.size(); ++k) {
      if (!can_fit(given[k])) continue;
      LaneFit fit = fit_lane(given[k]);
      fitted[k].course = std::move(fit.course);
      fitted[k].metres = std::move(fit.metres);
    }
    add_segment(fitted, carriageways_);
  }
}

void Translator::add_moves(const Line& line) {
  for (const Exit& exit : line.exits) {
    // what leaves a zone does so over a gate of its own
    const std::optional<Spot> from =
                                  carriageways_.find(exit.from.lane == 0 ? gate_out(exit.from) : exit.from),
                              to = carriageways_.find(exit.to);
    if (!from || !to) {
      found_.warning("R302", exit.place,
                     fmt::format("the exit from {} to {} leads to or from a lane that was left out",
                                 to_text(exit.from), to_text(exit.to)));
      continue;
    }
    if (plan_distance(carriageways_.pose(*from).at, carriageways_.pose(*to).at) < 0.1) {
      found_.warning("R303", exit.place,
                     fmt::format("{} and {} lie at one place: there is no room for the exit between them",
                                 to_text(exit.from), to_text(exit.to)));
      continue;
    }
    moves_.push_back(easy_move(*from, *to, exit));
  }
}

// Where the turn is tight it may end a few metres past the waypoint that it is to come to.
Move Translator::easy_move(const Spot& from, const Spot& to, const Exit& exit) const {
  BACKLOT_ASSERT(
      to.carriageway < carriageways_.all.size() && to.lane < carriageways_.all[to.carriageway].lanes.size(),
      "there is no such lane");
  const RoadLane& lane = carriageways_.all[to.carriageway].lanes[to.lane];
  const double most = std::min(kMostPast_m, 0.5 * (lane.to - to.metres));
  Move move{from, to, exit.from, exit.to, {}, exit.place};
  const Pose start = carriageways_.pose(from);
  double easiest = 0;
  for (double past = 0; past <= most; past += 1) {
    const Spot end{to.carriageway, to.lane, to.metres + past};
    std::vector<WorldPoint> line = turn_between(start, carriageways_.pose(end), kTurnSpacing_m);
    const double radius = tightest_radius(line);
    if (past > 0 && radius < 1.15 * easiest) continue;
    easiest = radius;
    move.to = end;
    move.line = std::move(line);
    if (radius > kEasyRadius_m) break;
  }
  return move;
}

void Translator::add_marks(const Line& line) {
  for (const Stop& stop : line.stops)
    if (const std::optional<Spot> at = carriageways_.find(stop.at))
      marks_.stops[at->carriageway].push_back(at->metres);
}

void Translator::add_checkpoints(const Line& line, const RoadBuilder& builder) {
  for (const Checkpoint& checkpoint : line.checkpoints) {
    const std::optional<Spot> at = carriageways_.find(checkpoint.at);
    const std::optional<LaneSpot> spot = at ? builder.find(*at) : std::nullopt;
    if (spot)
      out_.checkpoints.emplace(checkpoint.id, *spot);
    else
      found_.warning(
          "R304", checkpoint.place,
          fmt::format("checkpoint {} at {} lies on no way", checkpoint.id, to_text(checkpoint.at)));
  }
}

base::Result<RouteNetwork> Translator::translate() {
  out_.description.name = document_.name;
  out_.description.speed_limit_mps = kUsualLimit_mps;
  add_segments();
  const std::vector<ZoneGates> gates = add_gates(document_, plane_, carriageways_);
  for (const Segment& segment : document_.segments)
    for (const Line& lane : segment.lanes) {
      add_moves(lane);
      add_marks(lane);
    }
  for (const Zone& zone : document_.zones) add_moves(zone.perimeter);
  if (found_.has_errors()) return base::Result<RouteNetwork>::failure(std::move(found_));
  for (const Segment& segment : document_.segments) out_.ways_of[segment.number];
  for (const Zone& zone : document_.zones) out_.ways_of[zone.number];
  RoadBuilder builder(carriageways_, moves_, find_junctions(carriageways_, moves_), marks_, out_);
  builder.build();
  for (const ZoneGates& zone : gates) add_zone(zone, plane_, carriageways_, builder, out_);
  builder.finish();
  for (const Segment& segment : document_.segments)
    for (const Line& lane : segment.lanes) add_checkpoints(lane, builder);
  for (const Zone& zone : document_.zones) add_checkpoints(zone.perimeter, builder);
  if (out_.description.roads.empty())
    found_.error("R305", {}, "the route network has no lane that can be driven");
  return base::Result<RouteNetwork>::from(std::move(out_), std::move(found_));
}

}  // namespace

base::Result<RouteNetwork> network_of(const RndfDocument& document) {
  return Translator(document).translate();
}

}  // namespace backlot::formats::rndf
