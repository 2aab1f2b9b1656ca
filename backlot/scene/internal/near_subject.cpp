#include "backlot/scene/internal/near_subject.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::scene {

namespace {

using world::Track;
using world::TrackId;

constexpr double kNearEntryShare = 0.9;  // of the limit
constexpr double kTryNearEvery_m = 8;
constexpr double kNearFromEnd_m = 10;  // of the track, at both ends

// The nearest lane for oncoming traffic beside a track; empty where the road has no such lane.
TrackId find_opposite(const world::Tracks& tracks, const Track& track) {
  TrackId best{};
  double best_m = 0;
  for (std::uint32_t k = 0; k < tracks.all().size(); ++k) {
    const Track& other = tracks.all()[k];
    if (other.strip != track.strip || other.is_along == track.is_along) continue;
    const double middle = 0.5 * track.strip_length;
    const double away_m = std::fabs(tracks.centre_at(other, middle) - tracks.centre_at(track, middle));
    if (!best.is_empty() && away_m >= best_m) continue;
    best = TrackId(k);
    best_m = away_m;
  }
  return best;
}

// The place that belongs to a metre of the course; empty where there is no such lane.
std::optional<Entry> entry_at(const Play& play, const FromSubject& where, world::ObjectKind kind,
                              double metre) {
  BACKLOT_ASSERT(!std::isnan(metre), "a place on the course is a number");
  const world::Course& course = play.scene->course();
  if (metre < 0 || metre > course.length_m()) return std::nullopt;
  const world::Tracks& tracks = play.scene->roads().tracks;
  const std::size_t part = course.part_at(metre);
  const Track& own = tracks[course.list()[part]];
  const TrackId lane = lane_beside(tracks, course.list()[part], where);
  if (lane.is_empty()) return std::nullopt;
  const Track& track = tracks[lane];
  const double metres = tracks.metres_at(track, tracks.distance_at(own, metre - course.start_of(part)));
  if (metres < kNearFromEnd_m || metres > track.length - kNearFromEnd_m) return std::nullopt;
  return Entry{lane, metres, 0, entry_mps(track, kind, kNearEntryShare)};
}

}  // namespace

TrackId lane_beside(const world::Tracks& tracks, TrackId own, const FromSubject& where) {
  BACKLOT_ASSERT(!own.is_empty(), "a lane lies beside a track of the course");
  const Track& track = tracks[own];
  if (track.is_corridor()) return {};
  if (where.is_oncoming) return find_opposite(tracks, track);
  if (where.side == world::Side::left) return track.left;
  if (where.side == world::Side::right) return track.right;
  return own;
}

std::vector<Entry> places_near_subject(const Play& play, const FromSubject& where, world::ObjectKind kind) {
  std::vector<Entry> found;
  const bool is_ahead = where.to_m > 0;
  const double nearest_m = is_ahead ? where.from_m : where.to_m;
  for (double away_m = 0; away_m <= where.to_m - where.from_m; away_m += kTryNearEvery_m)
    if (const std::optional<Entry> entry = entry_at(
            play, where, kind, play.state.watch.front_m() + nearest_m + (is_ahead ? away_m : -away_m)))
      found.push_back(*entry);
  return found;
}

std::vector<PlacedStretch> stretches_near_subject(const Play& play, const FromSubject& where) {
  std::vector<PlacedStretch> found;
  const world::Course& course = play.scene->course();
  const world::Tracks& tracks = play.scene->roads().tracks;
  const double from_m = std::max(0.0, play.state.watch.front_m() + where.from_m);
  const double to_m = std::min(course.length_m(), play.state.watch.front_m() + where.to_m);
  for (std::size_t part = 0; part < course.list().size(); ++part) {
    const Track& own = tracks[course.list()[part]];
    const double low_m = std::max(0.0, from_m - course.start_of(part));
    const double high_m = std::min(own.length, to_m - course.start_of(part));
    const TrackId lane = lane_beside(tracks, course.list()[part], where);
    if (lane.is_empty() || low_m > high_m) continue;
    const Track& track = tracks[lane];
    const double a = tracks.metres_at(track, tracks.distance_at(own, low_m));
    const double b = tracks.metres_at(track, tracks.distance_at(own, high_m));
    found.push_back({lane, std::min(a, b), std::max(a, b), 0});
  }
  return found;
}

}  // namespace backlot::scene
