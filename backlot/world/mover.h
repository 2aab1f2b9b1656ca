// What moves on the road: where it is, how fast, along which tracks.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "backlot/base/assert.h"
#include "backlot/geometry/points.h"
#include "backlot/world/body.h"
#include "backlot/world/footprint.h"
#include "backlot/world/ids.h"
#include "backlot/world/side.h"
#include "backlot/world/tracks.h"

namespace backlot::world {

// The tracks that a body is on and will take: those behind as long as the body covers them, the one of its guide, and
// the ones ahead as far as its driver has decided.
class Trail {
 public:
  static constexpr std::uint32_t kCapacity = 14;

  Trail() = default;
  explicit Trail(TrackId track) : count_(1) { at_[0] = track; }

  std::uint32_t behind() const { return here_; }  // how many
  std::uint32_t ahead() const {                   // how many
    BACKLOT_ASSERT(here_ < count_, "a trail without a track has nothing ahead");
    return count_ - here_ - 1U;
  }
  TrackId current() const {
    BACKLOT_ASSERT(here_ < count_, "a trail without a track has no current one");
    return at_[here_];
  }
  TrackId ahead(std::uint32_t k) const {  // 0 is the next one
    BACKLOT_ASSERT(here_ + 1U + k < count_, "there are not so many tracks ahead");
    return at_[here_ + 1U + k];
  }
  TrackId behind(std::uint32_t k) const {  // 0 is the last one
    BACKLOT_ASSERT(k < here_, "there are not so many tracks behind");
    return at_[here_ - 1U - k];
  }
  TrackId last() const {
    BACKLOT_ASSERT(count_ > 0, "a trail without a track has no last one");
    return at_[count_ - 1U];
  }
  bool is_full() const { return count_ == kCapacity; }

  // Not to be asked of a full trail.
  void extend(TrackId track) {
    BACKLOT_ASSERT(!is_full(), "a trail has room for kCapacity tracks");
    at_[count_++] = track;
  }
  // On to the next track.
  void advance() {
    BACKLOT_ASSERT(here_ + 1U < count_, "there is no track ahead");
    ++here_;
  }
  void drop_behind(std::uint32_t keep);
  // Keeps so many tracks ahead, not more than there are.
  void cut_ahead(std::uint32_t keep) {
    BACKLOT_ASSERT(keep <= ahead(), "there are not so many tracks ahead");
    count_ = static_cast<std::uint8_t>(here_ + 1U + keep);
  }
  // Beside: nothing behind, nothing ahead.
  void move_to(TrackId track) { *this = Trail(track); }

  // As stored, for files and hashes.
  std::uint32_t size() const { return count_; }
  TrackId operator[](std::uint32_t k) const {
    BACKLOT_ASSERT(k < count_, "there are not so many tracks in the trail");
    return at_[k];
  }
  static void visit(auto& self, auto& field) { field(self.here_, self.count_, self.at_); }
  // Whether this can be a trail over so many tracks: for one that was read from a file.
  bool is_sound(std::size_t tracks) const;

 private:
  std::array<TrackId, kCapacity> at_{};
  std::uint8_t here_ = 0, count_ = 0;
};

// The state of a body in motion. Plain data; all of it is state.
struct Mover {
  geometry::WorldPoint guide{};         // the point that follows the path
  double heading_x = 1, heading_y = 0;  // unit, in plan
  double metres = 0;                    // of the guide on its track
  double speed_mps = 0;
  double accel_mps2 = 0;  // of the last step
  // To the left of the lane's centre, as the traveller sees it; a shift takes it from `shift_from` to `home`.
  double lateral = 0;
  double shift_from = 0;
  double shift_done = 1;  // 0 ... 1
  double home = 0;
  Trail trail;
  ObjectKind kind = ObjectKind::car;
  std::uint8_t shape_class = 1;
  bool is_nose_guided = false;   // its guide is at the nose
  Side changes_to = Side::none;  // to the lane there, until the shift is over

  bool is_shifting() const { return shift_done < 1; }

  // The class of the shape follows from the kind.
  static void visit(auto& self, auto& field) {
    field(self.guide, self.heading_x, self.heading_y, self.metres, self.speed_mps, self.accel_mps2,
          self.lateral, self.shift_from, self.shift_done, self.home, self.trail, self.kind,
          self.is_nose_guided, self.changes_to);
  }
};
// Whether these can be the numbers of a body on so many tracks: for a mover that was read from a file.
bool is_sound(const Mover& mover, std::size_t tracks);

// A place of a strip, and the direction of growing distance there.
struct StripPlace {
  double distance = 0, offset = 0;
  geometry::Vec3 tangent{};
};

// The guide on the strip of its own track.
StripView view_of(const Tracks& tracks, const Mover& mover);

BodyBox box_of(const BodyShape& shape, const Mover& mover);

// How a body lies on the strip of its own track: what follows from the state, kept for the length of a step.
struct Stance {
  StripView view;
  Footprint foot;
  float claim_right = 0, claim_left = 0;  // with the room that a shift is about to take
  double distance_per_metre = 1;          // at the guide
};
Stance stance_of(const Tracks& tracks, const BodyShape& shape, const Mover& mover);
// The same, where the place of the guide is known.
Stance stance_at(const Tracks& tracks, const BodyShape& shape, const Mover& mover, const StripPlace& at);

// Puts a body on a track, in its direction, and sets guide and heading from there.
void put_on_track(const Tracks& tracks, TrackId track, double metres, double lateral, Mover& mover);

// One step: speed and way by the acceleration, then the guide along the trail, then the heading that lets the rear axle
// roll. A body that stops within the step stands at its end. Metres beyond the last track of the trail stay on it.
struct Moved {
  double way_m = 0;
  std::uint32_t ways_left = 0;  // tracks of ways that the guide has come to the end of
  bool has_new_track = false;
  StripPlace at;  // of the guide, where it has moved
};
Moved move(const Tracks& tracks, const BodyShape& shape, double accel_mps2, double dt_s, Mover& mover);

// Goes over to the lane beside, in some seconds: the track is the new one at once, the body follows. The place does not move.
void begin_shift(const Tracks& tracks, TrackId beside, Mover& mover);
// Goes over to another place across the road, in as many seconds, and stays on its track: so far to the left of its centre.
void begin_shift(double home, Mover& mover);
// Between two steps: a shift that goes on gets on so much that with the next step of `dt_s` it is as far as one that takes `duration_s` in all,
// faster or slower than usual, but never steeper than a vehicle can.
void hasten_shift(const BodyShape& shape, double duration_s, double dt_s, Mover& mover);

}  // namespace backlot::world
