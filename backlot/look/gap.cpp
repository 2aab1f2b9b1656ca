#include "backlot/look/gap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "backlot/base/assert.h"

namespace backlot::look {

namespace {

using world::BodyBox;
using world::Track;
using world::TrackId;
using world::Tracks;

constexpr double kLevel_m = 2;  // heights that differ by more belong to different levels
constexpr double kNoGapEnd_s = std::numeric_limits<double>::infinity();

// How far a box reaches against a direction, from a place.
double reach_behind(const BodyBox& box, const PlanPoint& place, double ahead_x, double ahead_y) {
  const double behind = (place.x - box.centre.x) * ahead_x + (place.y - box.centre.y) * ahead_y;
  return behind + box.half_length * std::fabs(box.heading_x * ahead_x + box.heading_y * ahead_y) +
         box.half_width * std::fabs(box.heading_x * ahead_y - box.heading_y * ahead_x);
}

}  // namespace

// A mark before the start of its track is on every track that leads there.
void Gaps::find_lines(const Tracks& tracks, const world::Mark& mark) {
  lines_.clear();
  const auto add = [&](const Track& track, double metres) {
    const double distance = tracks.distance_at(track, metres), centre = tracks.centre_at(track, distance);
    const network::LaneEdges edges = tracks.network().edges(track.lane, distance);
    const Tracks::Pose pose = tracks.pose(track, distance, centre);
    const geometry::WorldPoint left = tracks.place(track, distance, edges.left),
                               right = tracks.place(track, distance, edges.right);
    const double length = std::sqrt(pose.tangent.x * pose.tangent.x + pose.tangent.y * pose.tangent.y);
    lines_.push_back({{left.x, left.y},
                      {right.x, right.y},
                      pose.point.z,
                      track.sign() * pose.tangent.x / length,
                      track.sign() * pose.tangent.y / length});
  };
  const Track& own = tracks[mark.track];
  if (mark.metres >= 0) return add(own, mark.metres);
  for (const TrackId id : tracks.before(own)) {
    const Track& track = tracks[id];
    if (track.length + mark.metres >= 0) add(track, track.length + mark.metres);
  }
}

void Gaps::add_over(const Snapshot& snapshot, const Line& line) {
  const std::array corners{line.left, line.right};
  near_.clear();
  snapshot.add_near(world::box_around(corners), near_);
  for (const std::uint32_t number : near_) {
    const BodyBox box = snapshot.seen(number).box;
    if (std::fabs(box.centre.z - line.z) >= kLevel_m || !touches(box, corners)) continue;
    const PlanPoint middle{0.5 * (line.left.x + line.right.x), 0.5 * (line.left.y + line.right.y)};
    over_tail_m_ = std::max(over_tail_m_, reach_behind(box, middle, line.ahead_x, line.ahead_y));
    if (std::ranges::find(found_, number, &StreamBody::number) == found_.end())
      found_.push_back({.number = number, .is_over = true});
  }
}

void Gaps::add_approaching(const Snapshot& snapshot, const world::Mark& mark, double within_m) {
  BACKLOT_ASSERT(within_m >= 0, "a reach is not negative");
  double tail_m = over_tail_m_, last_s = 0;
  const std::size_t over = found_.size();
  for (const Approaching& a :
       approach_.find(snapshot, mark, {.within_m = within_m, .route = Route::next_corridor})) {
    const auto end = found_.begin() + static_cast<std::ptrdiff_t>(over);
    if (std::find_if(found_.begin(), end, [&](const StreamBody& b) { return b.number == a.number; }) != end)
      continue;
    const auto [length_m, speed_mps] = snapshot.motion(a.number);
    const double pace = std::fabs(speed_mps);
    StreamBody body{.number = a.number, .way_m = a.way_m};
    body.arrives_s = pace < Approach::kCreeping_mps ? kNoGapEnd_s : a.way_m / pace;
    body.gap_m = std::max(0.0, a.way_m - tail_m);
    body.gap_s = std::max(0.0, body.arrives_s - last_s);
    found_.push_back(body);
    tail_m = std::max(tail_m, a.way_m + length_m);
    if (body.arrives_s < kNoGapEnd_s) last_s = std::max(last_s, body.arrives_s);
  }
}

std::span<const StreamBody> Gaps::find(const Snapshot& snapshot, const world::Mark& mark, double within_m) {
  found_.clear();
  over_tail_m_ = 0;
  const Tracks& tracks = snapshot.roads().tracks;
  if (!world::is_mark(tracks, mark) || !(within_m >= 0)) return {};
  find_lines(tracks, mark);
  for (const Line& line : lines_) add_over(snapshot, line);
  std::ranges::sort(found_, {}, &StreamBody::number);
  add_approaching(snapshot, mark, within_m);
  return found_;
}

}  // namespace backlot::look
