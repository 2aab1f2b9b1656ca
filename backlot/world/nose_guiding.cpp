#include "backlot/world/nose_guiding.h"

#include <algorithm>
#include <cmath>

namespace backlot::world {

namespace {

constexpr double kSoon_m = 20;     // so far before a turn the guide is chosen for it
constexpr double kTurnSine = 0.25;  // a corridor that bends by less is no turn
constexpr double kSkew_m = 0.4;    // so far from its path the new guide may be

geometry::Vec3 travel_at(const Tracks& tracks, const Track& track, double metres) {
  return track.sign() * tracks.tangent_at(track, tracks.distance_at(track, metres));
}

// Whether the next track is a corridor that turns to the kerb, and near.
bool turns_to_kerb_soon(const Tracks& tracks, const Mover& mover) {
  const Track& here = tracks[mover.trail.current()];
  if (mover.trail.ahead() == 0 || here.length - mover.metres > kSoon_m) return false;
  const Track& next = tracks[mover.trail.ahead(0)];
  if (!next.is_corridor()) return false;
  const geometry::Vec3 from = travel_at(tracks, next, 0), to = travel_at(tracks, next, next.length);
  const double left = from.x * to.y - from.y * to.x;
  return (tracks.network().side() == network::TrafficSide::right ? -left : left) > kTurnSine;
}

}  // namespace

double choose_guide(const Tracks& tracks, const LongShape& shape, Mover& mover) {
  const Track& track = tracks[mover.trail.current()];
  if (track.is_corridor() || turns_to_kerb_soon(tracks, mover) == mover.is_nose_guided) return 0;
  const double apart = static_cast<double>(shape.nose_guided.guide_m() - shape.usual.guide_m());
  const double ahead = mover.is_nose_guided ? -apart : apart;
  Mover after = mover;
  after.metres += ahead;
  after.guide = mover.guide + ahead * geometry::Vec3{mover.heading_x, mover.heading_y, 0};
  constexpr int kRounds = 3;  // each is off by the bend of what the last one was off by
  for (int k = 0; k < kRounds; ++k) {
    if (after.metres < 0 || after.metres > track.length) return 0;
    const double distance = tracks.distance_at(track, after.metres);
    const Tracks::Pose pose =
        tracks.pose(track, distance, tracks.centre_at(track, distance) + track.sign() * after.lateral);
    const geometry::Vec3 away = after.guide - pose.point;
    after.metres += track.sign() * (pose.tangent.x * away.x + pose.tangent.y * away.y);
    after.lateral += track.sign() * (pose.tangent.x * away.y - pose.tangent.y * away.x);
  }
  if (std::fabs(after.lateral - mover.home) > kSkew_m || after.metres < 0 || after.metres > track.length)
    return 0;
  after.is_nose_guided = !mover.is_nose_guided;
  begin_shift(mover.home, after);
  const double gone = after.metres - mover.metres;
  mover = after;
  return gone;
}

StripView view_of_middle(const Tracks& tracks, const Track& track, const BodyShape& shape, const Mover& mover,
                         double near_distance) {
  const double back = static_cast<double>(shape.rear_m() - 0.5F * shape.length_m);
  const geometry::WorldPoint middle =
      mover.guide - back * geometry::Vec3{mover.heading_x, mover.heading_y, 0};
  StripView view;
  double on = std::clamp(near_distance, 0.0, track.strip_length);
  constexpr int kMostRounds = 8;
  for (int k = 0; k < kMostRounds; ++k) {
    const Tracks::Pose pose = tracks.pose(track, on, 0);
    const geometry::Vec3 away = middle - pose.point;
    const double along = pose.tangent.x * away.x + pose.tangent.y * away.y;
    view.distance = on + along;
    view.offset = pose.tangent.x * away.y - pose.tangent.y * away.x;
    view.cosine = pose.tangent.x * mover.heading_x + pose.tangent.y * mover.heading_y;
    view.sine = pose.tangent.x * mover.heading_y - pose.tangent.y * mover.heading_x;
    view.curvature = tracks.curvature_at(track, on);
    const double next = std::clamp(on + along / std::max(0.2, 1 - view.curvature * view.offset), 0.0,
                                   track.strip_length);
    if (std::fabs(next - on) < 1e-3) break;
    on = next;
  }
  return view;
}

Footprint footprint_of_middle(const Tracks& tracks, const Track& track, const BodyShape& shape,
                              const Mover& mover, double near_distance) {
  return footprint_of(shape.guided_at(0.5F * shape.length_m),
                      view_of_middle(tracks, track, shape, mover, near_distance));
}

}  // namespace backlot::world
