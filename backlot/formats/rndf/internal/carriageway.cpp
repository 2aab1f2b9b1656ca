#include "backlot/formats/rndf/internal/carriageway.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "backlot/base/assert.h"

namespace backlot::formats::rndf::internal {

namespace {

constexpr double kNearest_m = 2.4, kFarthest_m = 6.5;  // between the centres of lanes that lie side by side
constexpr double kSnap_m = 6;                          // lanes that begin or end nearly together do
constexpr double kShortestTogether_m = 15;
constexpr double kNarrowest_m = 2;

// A lane beside the course of another: where, and how far off.
std::optional<RoadLane> beside(const Course& course, const FittedLane& lane) {
  RoadLane road{lane.line->number, 0, 0, lane.width, {}};
  double last = -1;
  for (std::size_t k = 0; k < lane.metres.size(); ++k) {
    if (k > 0 && lane.metres[k] <= lane.metres[k - 1]) continue;
    const Pose pose = lane.course.at(lane.metres[k]);
    const Course::Projected at = course.project(pose.at);
    const Pose other = course.at(at.metres);
    const bool is_along = pose.dx * other.dx + pose.dy * other.dy > 0.8;
    if (!is_along || at.metres <= last) return std::nullopt;
    const double off = std::fabs(at.offset);
    const bool is_same_side = road.stations.empty() || at.offset * road.stations.front().offset > 0;
    if (at.is_beside && (off < kNearest_m || off > kFarthest_m || !is_same_side)) return std::nullopt;
    if (!at.is_beside && at.distance > kFarthest_m + kSnap_m) return std::nullopt;
    last = at.metres;
    if (at.is_beside) road.stations.push_back({at.metres, at.offset});
  }
  if (road.stations.empty()) return std::nullopt;
  road.from = course.project(lane.course.at(0).at).metres;
  road.to = course.project(lane.course.at(lane.course.length()).at).metres;
  if (road.from < kSnap_m) road.from = 0;
  if (road.to > course.length() - kSnap_m) road.to = course.length();
  if (road.to - road.from < kShortestTogether_m) return std::nullopt;
  return road;
}

double mean_offset(const RoadLane& lane) {
  double sum = 0;
  for (const RoadLane::Station& s : lane.stations) sum += s.offset;
  return sum / static_cast<double>(lane.stations.size());
}

// Whether lanes leave each other room, from the course outwards on both sides; left to right.
bool have_room(const std::vector<RoadLane>& lanes) {
  for (std::size_t k = 0; k + 1 < lanes.size(); ++k)
    for (const RoadLane* lane : {&lanes[k], &lanes[k + 1]})
      for (const RoadLane::Station& s : lane->stations)
        if (lanes[k].offset_at(s.metres) - lanes[k + 1].offset_at(s.metres) < kNarrowest_m) return false;
  return true;
}

}  // namespace

double RoadLane::offset_at(double metres) const {
  if (stations.empty()) return 0;
  if (metres <= stations.front().metres) return stations.front().offset;
  for (std::size_t k = 1; k < stations.size(); ++k)
    if (metres <= stations[k].metres) {
      // smooth between stations, level at each
      const Station &a = stations[k - 1], &b = stations[k];
      const double t = (metres - a.metres) / (b.metres - a.metres);
      return a.offset + (b.offset - a.offset) * t * t * (3 - 2 * t);
    }
  return stations.back().offset;
}

std::optional<Spot> Carriageways::find(const WaypointId& id) const {
  const auto found = waypoints.find(id);
  return found == waypoints.end() ? std::nullopt : std::optional(found->second);
}

Pose Carriageways::pose(const Spot& spot) const {
  BACKLOT_ASSERT(spot.carriageway < all.size() && spot.lane < all[spot.carriageway].lanes.size(),
                 "there is no such lane");
  const Carriageway& road = all[spot.carriageway];
  Pose pose = road.course.at(spot.metres);
  pose.at = pose.beside(road.lanes[spot.lane].offset_at(spot.metres));
  return pose;
}

void add_segment(const std::vector<FittedLane>& lanes, Carriageways& carriageways) {
  std::vector<bool> is_done(lanes.size(), false);
  std::vector<std::size_t> by_length(lanes.size());
  for (std::size_t k = 0; k < lanes.size(); ++k) by_length[k] = k;
  std::stable_sort(by_length.begin(), by_length.end(), [&](std::size_t a, std::size_t b) {
    return lanes[a].course.length() > lanes[b].course.length();
  });
  for (const std::size_t main : by_length) {
    if (is_done[main]) continue;
    is_done[main] = true;
    const FittedLane& first = lanes[main];
    Carriageway road;
    road.segment = first.line->segment;
    road.course = first.course;
    road.place = first.line->place;
    const double length = road.course.length();
    road.lanes.push_back({first.line->number, 0, length, first.width, {{0, 0}}});
    std::vector<std::size_t> taken{main};
    for (std::size_t k = 0; k < lanes.size(); ++k) {
      if (is_done[k]) continue;
      const std::optional<RoadLane> lane = beside(road.course, lanes[k]);
      if (!lane) continue;
      std::vector<RoadLane> wider = road.lanes;
      wider.push_back(*lane);
      std::stable_sort(wider.begin(), wider.end(),
                       [](const RoadLane& a, const RoadLane& b) { return mean_offset(a) > mean_offset(b); });
      if (!have_room(wider)) continue;
      road.lanes = std::move(wider);
      is_done[k] = true;
      taken.push_back(k);
    }
    // names and waypoints
    std::sort(taken.begin(), taken.end());
    BACKLOT_ASSERT(!taken.empty(), "a carriageway has a lane");
    const std::int32_t low = lanes[taken.front()].line->number, high = lanes[taken.back()].line->number;
    road.name = taken.size() == 1 ? fmt::format("{}.{}", road.segment, low)
                                  : fmt::format("{}.{}-{}.{}", road.segment, low, road.segment, high);
    const std::size_t id = carriageways.all.size();
    for (const std::size_t k : taken) {
      const auto on = static_cast<std::size_t>(
          std::find_if(road.lanes.begin(), road.lanes.end(),
                       [&](const RoadLane& l) { return l.number == lanes[k].line->number; }) -
          road.lanes.begin());
      const RoadLane& lane = road.lanes[on];
      for (std::size_t w = 0; w < lanes[k].metres.size(); ++w) {
        double metres = lanes[k].metres[w];
        if (k != main) metres = road.course.project(lanes[k].course.at(metres).at).metres;
        // waypoints at a lane's ends lie at its ends
        if (w == 0) metres = lane.from;
        if (w + 1 == lanes[k].metres.size()) metres = lane.to;
        carriageways.waypoints[lanes[k].line->waypoints[w].id] = {id, on,
                                                                  std::clamp(metres, lane.from, lane.to)};
      }
    }
    carriageways.all.push_back(std::move(road));
  }
}

}  // namespace backlot::formats::rndf::internal
