// Hand-made drives of bodies that no lane binds: along tracks, and along given offsets of a way.
#pragma once

#include <cmath>
#include <span>
#include <string_view>
#include <vector>

#include "backlot/world/loose_body.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::world {

// Four avenues of two lanes each way that meet in the middle. Ways are 100 m long and end 20 m from it; the stop line of `west` is 3 m
// before its end. Lanes R1 (inner) and R2 (outer) of each way lead to the intersection `x`.
inline constexpr std::string_view kCrossroads = R"(
network crossroads
profile avenue {
  vehicle backward 3.25 m
  vehicle backward 3.25 m
  spine
  vehicle forward 3.25 m
  vehicle forward 3.25 m
}
way west { profile avenue;  begin at (-120 m, 0 m) heading 0 deg;  line 100 m;  start open;  stop line at 97 m forward }
way east { profile avenue;  begin at (120 m, 0 m) heading 180 deg;  line 100 m;  start open }
way south { profile avenue;  begin at (0 m, -120 m) heading 90 deg;  line 100 m;  start open }
way north { profile avenue;  begin at (0 m, 120 m) heading 270 deg;  line 100 m;  start open }
intersection x {
  arm west: west.end priority road
  arm east: east.end priority road
  arm south: south.end yield
  arm north: north.end yield
}
)";

// The middle of a lane, as its traffic travels it, so many metres from the start of the first of some tracks.
inline LooseBody body_along(const Tracks& tracks, std::span<const TrackId> list, double metres) {
  std::size_t k = 0;
  while (k + 1 < list.size() && metres > tracks[list[k]].length) metres -= tracks[list[k++]].length;
  const Track& track = tracks[list[k]];
  const double distance = tracks.distance_at(track, metres);
  const Tracks::Pose pose = tracks.pose(track, distance, tracks.centre_at(track, distance));
  const double scale =
      track.sign() / std::sqrt(pose.tangent.x * pose.tangent.x + pose.tangent.y * pose.tangent.y);
  LooseBody body;
  body.middle = pose.point;
  body.heading_x = scale * pose.tangent.x;
  body.heading_y = scale * pose.tangent.y;
  body.bend_1pm = track.sign() * tracks.curvature_at(track, distance);
  return body;
}

// On the way `west` of the crossroads: so far along, so far to the left of its spine, headed east.
inline LooseBody body_on_west(double distance, double offset, double speed_mps = 10) {
  LooseBody body;
  body.middle = {-120 + distance, offset, 0};
  body.speed_mps = speed_mps;
  return body;
}

}  // namespace backlot::world
