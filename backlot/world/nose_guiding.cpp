#include "backlot/world/nose_guiding.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace backlot::world {

namespace {

constexpr double kSoon_m = 24;     // so far ahead of the nose turns are looked for
constexpr double kLook_m = 3;      // every so many metres
constexpr double kWidest_m = 300;  // wider bends are no turns
constexpr double kSkew_m = 0.4;    // so far from its path the guide may be when it goes back
constexpr double kEdge_m = 0.2;    // so far from the edge of the lane it stays when it goes to the nose

}  // namespace

bool turns_to_kerb(const Tracks& tracks, const Mover& mover, double nose_m) {
  const double to_kerb = tracks.network().side() == network::TrafficSide::right ? -1 : 1;
  double begins = -mover.metres;  // of the track, from the guide
  double at = nose_m, sharpest = 0;
  for (std::uint32_t k = 0; k <= mover.trail.ahead() && at <= nose_m + kSoon_m; ++k) {
    const Track& track = tracks[k == 0 ? mover.trail.current() : mover.trail.ahead(k - 1)];
    const double ends = begins + track.length;
    if (track.is_straight) at = std::max(at, ends);
    for (; at < ends && at <= nose_m + kSoon_m; at += kLook_m) {
      const double curvature =
          to_kerb * track.sign() * tracks.curvature_at(track, tracks.distance_at(track, at - begins));
      if (std::fabs(curvature) > std::fabs(sharpest)) sharpest = curvature;
    }
    begins = ends;
  }
  return sharpest > 1 / kWidest_m;
}

double choose_guide(const Tracks& tracks, const LongShape& shape, Mover& mover) {
  const Track& track = tracks[mover.trail.current()];
  const double apart = static_cast<double>(shape.nose_guided.guide_m() - shape.usual.guide_m());
  if (turns_to_kerb(tracks, mover, mover.is_nose_guided ? 0 : apart) == mover.is_nose_guided) return 0;
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
  const double most = mover.is_nose_guided ? kSkew_m : static_cast<double>(track.half_width) - kEdge_m;
  if (std::fabs(after.lateral - mover.home) > most || after.metres < 0 || after.metres > track.length)
    return 0;
  after.is_nose_guided = !mover.is_nose_guided;
  begin_shift(mover.home, after);
  const double gone = after.metres - mover.metres;
  mover = after;
  return gone;
}

void lay_along(const Tracks& tracks, const LongShape& shape, Mover& mover) {
  constexpr double kLeadIn_m = 30, kStep_m = 0.5;
  const double back = std::min(mover.metres, kLeadIn_m);
  Mover body;
  put_on_track(tracks, mover.trail.current(), mover.metres - back, mover.lateral, body);
  body.speed_mps = 1;
  for (double left = back; left > 0; left -= kStep_m)
    move(tracks, shape.nose_guided, 0, std::min(left, kStep_m), body);
  mover.guide = body.guide;
  mover.metres = body.metres;
  mover.heading_x = body.heading_x;
  mover.heading_y = body.heading_y;
  mover.is_nose_guided = true;
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
    const double next =
        std::clamp(on + along / std::max(0.2, 1 - view.curvature * view.offset), 0.0, track.strip_length);
    if (std::fabs(next - on) < 1e-3) break;
    on = next;
  }
  return view;
}

Footprint footprint_of_long(const Tracks& tracks, const Track& track, const BodyShape& shape,
                            const Mover& mover, double near_distance) {
  const StripView view = view_of_middle(tracks, track, shape, mover, near_distance);
  Footprint foot = footprint_of(shape.guided_at(0.5F * shape.length_m), view);
  if (foot.from >= 0 && foot.to <= track.strip_length) return foot;
  // across, only what is on the strip
  constexpr int kParts = 12;
  constexpr double kPast_m = 1;
  const double per_metre = 1 / std::max(0.2, 1 - view.curvature * view.offset);
  const auto length = static_cast<double>(shape.length_m),
             half_width = static_cast<double>(shape.half_width_m());
  double right = std::numeric_limits<double>::infinity(), left = -right;
  for (int k = 0; k <= kParts; ++k) {
    for (const double across : {-half_width, half_width}) {
      const double ahead = (k * (1.0 / kParts) - 0.5) * length;
      const double along = ahead * view.cosine - across * view.sine;
      const double distance = view.distance + per_metre * along;
      if (distance < -kPast_m || distance > track.strip_length + kPast_m) continue;
      const double offset =
          view.offset + ahead * view.sine + across * view.cosine - 0.5 * view.curvature * along * along;
      right = std::min(right, offset);
      left = std::max(left, offset);
    }
  }
  if (right > left) return foot;
  foot.right = static_cast<float>(right);
  foot.left = static_cast<float>(left);
  return foot;
}

}  // namespace backlot::world
