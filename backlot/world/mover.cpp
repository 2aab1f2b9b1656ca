#include "backlot/world/mover.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/world/nose_guiding.h"

namespace backlot::world {

namespace {

constexpr double kShiftTime_s = 4.5;
constexpr double kShiftWay_m = 16;  // a shift is no steeper than this, however slow
constexpr double kLongShiftBend =
    22.6;  // and that of a long body bends no more, so that its nose does not swing out

double shift_way(const BodyShape& shape, const Mover& mover) {
  if (!shape.is_long()) return kShiftWay_m;
  return std::max(kShiftWay_m, kLongShiftBend * std::sqrt(std::fabs(mover.home - mover.shift_from)));
}

// The share of a shift that is done in a second.
double shift_pace(const BodyShape& shape, const Mover& mover, double duration_s) {
  BACKLOT_ASSERT(duration_s > 0, "a lane change takes time");
  return std::min(1 / duration_s, mover.speed_mps / shift_way(shape, mover));
}

// From 0 to 1 with slope and bend zero at both ends.
double smooth(double q) {
  BACKLOT_ASSERT(q >= 0 && q <= 1, "a part of a shift is between 0 and 1");
  return q * q * q * (10 + q * (6 * q - 15));
}

// The heading after the guide went to a new place, so that the rear axle moved along the middle of the old heading and the
// new one. With the guide `a` before the axle and a way `d` of the axle, the line from the old axle to the new guide turns by
// (a + d/2) / (a + d) of what the heading turns, but for the third power of the angle.
void roll_heading(const BodyShape& shape, const geometry::WorldPoint& before, Mover& mover) {
  const double a = static_cast<double>(shape.guide_m());
  const double x = mover.guide.x - before.x + a * mover.heading_x,
               y = mover.guide.y - before.y + a * mover.heading_y;
  const double reach = std::sqrt(x * x + y * y);
  const double way = reach - a;
  if (!(way > 0)) return;
  const double across = mover.heading_x * y - mover.heading_y * x;
  const double sine = std::clamp(across / reach * ((a + way) / (a + 0.5 * way)), -0.5, 0.5);
  const double cosine = std::sqrt(1 - sine * sine);
  const base::SinCos turn{sine, cosine};
  const double hx = base::turned_x(turn, mover.heading_x, mover.heading_y);
  const double hy = base::turned_y(turn, mover.heading_x, mover.heading_y);
  const double scale = 1.5 - 0.5 * (hx * hx + hy * hy);  // keeps it a unit vector
  mover.heading_x = hx * scale;
  mover.heading_y = hy * scale;
}

// Where the guide is on the strip of its track; its place in the world is set from there.
StripPlace place_guide(const Tracks& tracks, Mover& mover) {
  const Track& track = tracks[mover.trail.current()];
  const double distance = tracks.distance_at(track, mover.metres);
  const double offset = tracks.centre_at(track, distance) + track.sign() * mover.lateral;
  const Tracks::Pose pose = tracks.pose(track, distance, offset);
  mover.guide = pose.point;
  return {distance, offset, pose.tangent};
}

StripView view_at(const Tracks& tracks, const Mover& mover, const StripPlace& at) {
  StripView view;
  view.distance = at.distance;
  view.offset = at.offset;
  view.cosine = at.tangent.x * mover.heading_x + at.tangent.y * mover.heading_y;
  view.sine = at.tangent.x * mover.heading_y - at.tangent.y * mover.heading_x;
  view.curvature = tracks.curvature_at(tracks[mover.trail.current()], at.distance);
  return view;
}

StripPlace place_of(const Tracks& tracks, const Mover& mover) {
  const Track& track = tracks[mover.trail.current()];
  const double distance = tracks.distance_at(track, mover.metres);
  const double offset = tracks.centre_at(track, distance) + track.sign() * mover.lateral;
  return {distance, offset, tracks.pose(track, distance, offset).tangent};
}

// Forwards becomes backwards: from now on what was ahead lies behind. The body stays as it lies, so only a body with
// ends that are alike seen from its guide can do that.
void turn_round(Mover& mover) {
  mover.heading_x = -mover.heading_x;
  mover.heading_y = -mover.heading_y;
  mover.lateral = -mover.lateral;
  begin_shift(mover.home, mover);
}

}  // namespace

bool Trail::is_sound(std::size_t tracks) const {
  if (count_ > kCapacity || here_ >= count_) return false;
  return std::all_of(at_.begin(), at_.begin() + count_,
                     [tracks](TrackId id) { return !id.is_empty() && id.index() < tracks; });
}

bool is_sound(const Mover& m, std::size_t tracks) {
  const double values[] = {m.guide.x,   m.guide.y,    m.guide.z, m.heading_x,  m.heading_y,  m.metres,
                           m.speed_mps, m.accel_mps2, m.lateral, m.shift_from, m.shift_done, m.home};
  return m.trail.is_sound(tracks) &&
         std::all_of(std::begin(values), std::end(values), [](double value) { return std::isfinite(value); });
}

void Trail::drop_behind(std::uint32_t keep) {
  if (here_ <= keep) return;
  const auto gone = static_cast<std::uint8_t>(here_ - keep);
  std::copy(at_.begin() + gone, at_.begin() + count_, at_.begin());
  here_ = static_cast<std::uint8_t>(here_ - gone);
  count_ = static_cast<std::uint8_t>(count_ - gone);
}

StripView view_of(const Tracks& tracks, const Mover& mover) {
  return view_at(tracks, mover, place_of(tracks, mover));
}

Stance stance_of(const Tracks& tracks, const BodyShape& shape, const Mover& mover) {
  return stance_at(tracks, shape, mover, place_of(tracks, mover));
}

Stance stance_at(const Tracks& tracks, const BodyShape& shape, const Mover& mover, const StripPlace& at) {
  Stance stance;
  stance.view = view_at(tracks, mover, at);
  stance.foot = shape.is_long()
                    ? footprint_of_long(tracks, tracks[mover.trail.current()], shape, mover, at.distance)
                    : footprint_of(shape, stance.view);
  stance.claim_right = stance.foot.right;
  stance.claim_left = stance.foot.left;
  const Track& track = tracks[mover.trail.current()];
  if (mover.is_shifting()) {
    const double there = stance.view.offset + track.sign() * (mover.home - mover.lateral);
    stance.claim_right = std::min(stance.claim_right, static_cast<float>(there) - shape.half_width_m());
    stance.claim_left = std::max(stance.claim_left, static_cast<float>(there) + shape.half_width_m());
  }
  const double centre = at.offset - track.sign() * mover.lateral;
  stance.distance_per_metre = 1 / std::max(0.2, 1 - stance.view.curvature * centre);
  return stance;
}

BodyBox box_of(const BodyShape& shape, const Mover& mover) {
  const double ahead = 0.5 * static_cast<double>(shape.front_m() - shape.rear_m());
  return {{mover.guide.x + ahead * mover.heading_x, mover.guide.y + ahead * mover.heading_y, mover.guide.z},
          mover.heading_x,
          mover.heading_y,
          0.5 * static_cast<double>(shape.length_m),
          0.5 * static_cast<double>(shape.width_m)};
}

void put_on_track(const Tracks& tracks, TrackId id, double metres, double lateral, Mover& mover) {
  BACKLOT_ASSERT(!std::isnan(metres) && !std::isnan(lateral), "a body is put on a track, at a place");
  mover.trail = Trail(id);
  mover.metres = metres;
  mover.lateral = mover.home = mover.shift_from = lateral;
  mover.shift_done = 1;
  const geometry::Vec3 tangent = place_guide(tracks, mover).tangent;
  const double scale = tracks[id].sign() / std::sqrt(tangent.x * tangent.x + tangent.y * tangent.y);
  mover.heading_x = scale * tangent.x;
  mover.heading_y = scale * tangent.y;
}

Moved move(const Tracks& tracks, const BodyShape& shape, double accel_mps2, double dt_s, Mover& mover) {
  BACKLOT_ASSERT(dt_s >= 0, "time does not run backwards");
  const double v = mover.speed_mps;
  double after = v + accel_mps2 * dt_s, way = 0.5 * (v + after) * dt_s;
  if (after < 0) {
    after = 0;
    way = -0.5 * v * v / accel_mps2;
  }
  mover.accel_mps2 = dt_s > 0 ? (after - v) / dt_s : mover.accel_mps2;
  mover.speed_mps = after;
  Moved moved;
  if (!(way > 0)) return moved;

  moved.way_m = way;
  mover.metres += way;
  const Track* track = &tracks[mover.trail.current()];
  while (mover.metres >= track->length && mover.trail.ahead() > 0) {
    mover.metres -= track->length;
    mover.trail.advance();
    moved.ways_left += track->is_corridor() ? 0U : 1U;
    moved.has_new_track = true;
    const bool was_backing = track->is_backing;
    track = &tracks[mover.trail.current()];
    if (track->is_backing != was_backing) turn_round(mover);
  }
  if (mover.is_shifting()) {
    const double pace = std::min(1 / kShiftTime_s, v / shift_way(shape, mover));
    mover.shift_done = std::min(1.0, mover.shift_done + pace * dt_s);
    mover.lateral = mover.shift_from + (mover.home - mover.shift_from) * smooth(mover.shift_done);
  }
  const geometry::WorldPoint before = mover.guide;
  moved.at = place_guide(tracks, mover);
  roll_heading(shape, before, mover);
  return moved;
}

void begin_shift(const Tracks& tracks, TrackId beside, Mover& mover) {
  const Track& from = tracks[mover.trail.current()];
  const Track& to = tracks[beside];
  BACKLOT_ASSERT(to.strip == from.strip && to.is_along == from.is_along,
                 "the lane beside is on the same way");
  const double distance = tracks.distance_at(from, mover.metres);
  const double offset = tracks.centre_at(from, distance) + from.sign() * mover.lateral;
  mover.trail.move_to(beside);
  mover.metres = tracks.metres_at(to, distance);
  mover.lateral = to.sign() * (offset - tracks.centre_at(to, distance));
  mover.shift_from = mover.lateral;
  mover.shift_done = 0;
}

void begin_shift(double home, Mover& mover) {
  BACKLOT_ASSERT(!std::isnan(home), "a place beside the middle of a lane is a number");
  mover.home = home;
  mover.shift_from = mover.lateral;
  mover.shift_done = 0;
}

void hasten_shift(const BodyShape& shape, double duration_s, double dt_s, Mover& mover) {
  BACKLOT_ASSERT(duration_s > 0 && dt_s >= 0, "a lane change takes time");
  constexpr double kMost = 0.999999;  // the step that follows ends it
  if (!mover.is_shifting()) return;
  const double more = shift_pace(shape, mover, duration_s) - shift_pace(shape, mover, kShiftTime_s);
  mover.shift_done = std::clamp(mover.shift_done + more * dt_s, 0.0, kMost);
}

}  // namespace backlot::world
