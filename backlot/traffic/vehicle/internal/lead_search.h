// The search for the nearest bodies ahead along the own path: goes through the entries of one strip after the other.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "backlot/base/inline.h"
#include "backlot/traffic/vehicle/cycling/side_room.h"
#include "backlot/traffic/vehicle/internal/external_ahead.h"
#include "backlot/traffic/vehicle/internal/swept_path.h"
#include "backlot/traffic/vehicle/internal/witness.h"
#include "backlot/world/lane_band.h"

namespace backlot::traffic::internal {

// With `kReports` it also keeps the numbers of the objects that it finds.
template <bool kReports>
class LeadSearch {
 public:
  LeadSearch(const Surroundings& around, const Self& self, ObjectsAhead* objects)
      : around_(around), self_(self), objects_(objects), path_(around, self) {}

  // One entry of a strip. `front` is the distance of the own front on that strip, `scale` the distance per metre. The own body takes the
  // offsets between the two edges, there where the body of the entry is.
  BACKLOT_INLINE void add(const world::Entry& e, const world::Track& track, double front, double scale,
                          world::LaneBand::Edges swept) {
    using world::EntryFlag;
    const bool is_along = track.is_along;
    if (e.id == self_.id) return;
    if (e.has(EntryFlag::approaches | EntryFlag::external)) [[unlikely]] {
      if (!e.has(EntryFlag::external) || add_external(e, track, front, scale, swept.right, swept.left))
        return;
    }
    const double gap = (is_along ? e.from - front : front - e.to) / scale;
    if (gap >= ahead_.beyond.gap_m) return;
    // a body beside is no lead for being near: two that squeeze past each other would both wait
    const double air = gap > 0 ? kAir_m : 0;
    const double right = swept.right - air, left = swept.left + air;
    const double speed = is_along ? static_cast<double>(e.speed_mps) : -static_cast<double>(e.speed_mps);
    if (!is_claim_between(e, {right, left})) {
      if (around_.cycleways != nullptr && lacks_side_room(e, track, gap, speed, swept)) [[unlikely]] {
        add_lead(e, gap > 0 ? gap : kBesideGap_m, speed);
        return;
      }
      if (!track.is_straight && is_grazed(e, track, gap, right, left)) {
        set_crossing(e, gap, false);
        return;
      }
      if (e.has(EntryFlag::must) && gap > 0 && gap < std::min(ahead_.merging.gap_m, ahead_.lead.gap_m) &&
          moves_into_lane(e, is_along, right, left)) {
        ahead_.merging = {gap, speed};
        if constexpr (kReports) objects_->merging = e.id;
      }
      return;
    }
    if (speed < 0 && e.has(EntryFlag::travels) && (e.has(EntryFlag::overtakes) || overtakes())) {
      if (gap > 0 && gap < ahead_.oncoming.gap_m) {
        ahead_.oncoming = {gap, speed};
        if constexpr (kReports) objects_->oncoming = e.id;
      }
      return;
    }
    if ((self_.shape.is_long() || e.is_long()) && is_towards_or_across(e, speed) &&
        !(e.has(EntryFlag::external) && gap > kSwept_m) && path_.gets_past(e, track))
      return;
    if (!e.has(EntryFlag::travels | EntryFlag::same_way) && speed < 0.5 * std::fabs(self_.speed())) {
      if (gap < std::min(ahead_.crossing_m, ahead_.lead.gap_m) &&
          !is_left_to_crossing(e, track, front, scale) && !is_soon_away(e, gap, right, left))
        set_crossing(e, gap, e.pace_mps > kMoving_mps);
      return;
    }
    add_lead(e, gap, speed);
  }

  // External objects that begin behind the own rear but do not end there.
  [[gnu::noinline]] void add_begun(const world::EntryList& list, const world::Track& track,
                                   const world::Stance& own, const world::LaneBand& swept) {
    ExternalAhead(self_, path_, ahead_).add_begun(list, track, own, swept);
  }

  // The distance of the last body that counts. Between two lanes there is one lead on each; a lead that leaves the lane hides another
  // one.
  double nearest_m() const { return needs_two_ ? ahead_.beyond.gap_m : ahead_.lead.gap_m; }
  bool is_done() const { return nearest_m() < std::numeric_limits<double>::infinity(); }

  Ahead result() {
    if (!needs_two_) ahead_.beyond = {};
    return ahead_;
  }

 private:
  static constexpr double kAir_m =
      0.1;  // at each side of the own body, so that it does not brush past others
  static constexpr double kSwept_m = 30;     // up to this far ahead it is known what the own body will sweep
  static constexpr double kSurely_m = 0.02;  // more than the side room that is asked for
  static constexpr double kEdge_m = 0.2;     // a cyclist reaches so far into a lane before it is in it
  static constexpr double kBesideShare = 0.7, kInTown_mps = 8;
  static constexpr double kBesideGap_m = 1.5;  // a body beside is followed as if it were so far ahead
  static constexpr float kMoving_mps = 1.5F, kStanding_mps = 0.1F;

  [[gnu::noinline]] bool add_external(const world::Entry& e, const world::Track& track, double front,
                                      double scale, double right, double left) {
    return ExternalAhead(self_, path_, ahead_).add(e, track, front, scale, right, left);
  }

  BACKLOT_INLINE void add_lead(const world::Entry& e, double gap, double speed) {
    if (gap < ahead_.lead.gap_m) {
      ahead_.beyond = ahead_.lead;
      ahead_.lead = {gap, speed};
      // what comes towards the own vehicle may come through a wreck
      needs_two_ = self_.mover.is_shifting() || e.claim_right != e.right || e.claim_left != e.left ||
                   e.has(world::EntryFlag::external);
      if constexpr (kReports) {
        objects_->beyond = objects_->lead;
        objects_->lead = e.id;
      }
    } else {
      ahead_.beyond = {gap, speed};
      if constexpr (kReports) objects_->beyond = e.id;
    }
  }

  // Whether a cyclist is ahead, not in the way, but nearer to it than drivers pass cyclists (side_room.h). One that stands on a lane of its own does not
  // count; one that stands in the own lane waits in line. A cyclist that rides in the lane of the vehicles passes none of them there.
  [[gnu::noinline]] bool lacks_side_room(const world::Entry& e, const world::Track& track, double gap,
                                         double speed, const world::LaneBand::Edges& swept) const {
    using world::EntryFlag;
    if (!e.has(EntryFlag::travels | EntryFlag::same_way) || speed < 0) return false;
    const bool is_other_cyclist = is_cyclist(e);
    if (!is_other_cyclist && !self_.is_cyclist()) return false;
    const double centre = around_.tracks.centre_at(track, e.from);
    const auto half = static_cast<double>(track.half_width) - kEdge_m;
    const bool is_in_lane = is_claim_between(e, {centre - half, centre + half});
    if (is_other_cyclist ? !is_in_lane && speed < static_cast<double>(kRidingCyclist_mps)
                         : !is_in_lane || is_on_bicycle_lane())
      return false;
    // of two that drive side by side in one lane the one that is further back lets the other go
    if (gap <= 0 && (!is_in_lane || gap < -kBesideShare * e.length() || self_.speed() > kInTown_mps))
      return false;
    const double room = (self_.is_cyclist() && is_other_cyclist ? kCyclistsRoom_m : kSideRoom_m + kSurely_m);
    return is_claim_between(e, {swept.right - room, swept.left + room});
  }

  bool is_on_bicycle_lane() const {
    return std::fabs(self_.mover.lateral) > static_cast<double>(self_.track(around_.tracks).half_width);
  }

  BACKLOT_INLINE void set_crossing(const world::Entry& e, double gap, bool is_fast) {
    ahead_.crossing_m = gap;
    ahead_.is_crossing_fast = is_fast;
    if constexpr (kReports) objects_->crossing = e.id;
  }

  // Whether a body beside the own lane wants to come over to it.
  [[gnu::noinline]] static bool moves_into_lane(const world::Entry& e, bool is_along, double right,
                                                double left) {
    constexpr double kBeside_m = 2.6;  // between the bodies
    using world::EntryFlag;
    const bool is_at_right = static_cast<double>(e.left) <= right;
    const double apart =
        is_at_right ? right - static_cast<double>(e.left) : static_cast<double>(e.right) - left;
    // to the growing offset: that is left for a vehicle that travels along the distance
    const bool to_left = e.has(is_along ? EntryFlag::wants_left : EntryFlag::wants_right);
    const bool to_right = e.has(is_along ? EntryFlag::wants_right : EntryFlag::wants_left);
    return apart < kBeside_m && (is_at_right ? to_left : to_right);
  }

  // Whether the rules of the intersection decide about a body that crosses (hold_search.h): it moves on along a corridor that has a
  // conflict zone with this one, and the own front has not reached the zone. They know its path; here only a box around it is known.
  [[gnu::noinline]] bool is_left_to_crossing(const world::Entry& e, const world::Track& track, double front,
                                             double scale) const {
    using world::EntryFlag;
    if (!track.is_corridor() || e.pace_mps < kMoving_mps || e.has(EntryFlag::external)) return false;
    if (self_.dials != nullptr && self_.dials->goes_first) return false;
    const double front_m = track.sign() * (front - (track.is_along ? 0 : track.strip_length)) / scale;
    for (const world::Conflict& conflict : around_.conflicts.of(track)) {
      for (const world::Entry& own : around_.occupancy.on(conflict.strip)) {
        if (own.id != e.id || !own.has(EntryFlag::travels) || own.has(EntryFlag::approaches)) continue;
        const world::ConflictStretch& stretch =
            around_.conflicts.stretch(conflict, self_.mover.shape_class, e.shape);
        return stretch.is_clear() || front_m < static_cast<double>(stretch.from);
      }
    }
    return false;
  }

  // Whether a body that crosses the own priority road has left the band, whichever way it goes, well before the own vehicle is there.
  // On other roads vehicles wait within intersections, and no such forecast is made.
  [[gnu::noinline]] bool is_soon_away(const world::Entry& e, double gap, double right, double left) const {
    constexpr double kAway_s = 0.6;  // the crossing body is to be away this long before the own one comes
    if (e.pace_mps < kMoving_mps || !is_on_priority_road()) return false;
    const auto pace = static_cast<double>(e.pace_mps), along = static_cast<double>(e.speed_mps);
    const double across = std::sqrt(std::max(0.0, pace * pace - along * along));
    const double way =
        std::max(left - static_cast<double>(e.claim_right), static_cast<double>(e.claim_left) - right);
    return (way + kAway_s * across) * std::fabs(self_.speed()) < gap * across;
  }

  // Whether a body comes towards the own one, stands facing it, or stands across. The speed of a standing vehicle has the sign of its
  // direction too.
  static bool is_towards_or_across(const world::Entry& e, double speed) {
    return e.has(world::EntryFlag::travels) ? std::signbit(speed) : e.pace_mps < kStanding_mps;
  }

  // Whether a body that stands just beside the path through a bend is in it all the same: in bends footprints are good to some
  // decimetres.
  [[gnu::noinline]] bool is_grazed(const world::Entry& e, const world::Track& track, double gap, double right,
                                   double left) {
    constexpr double kNear_m = 12, kFootprint_m = 0.3;
    return e.pace_mps < kStanding_mps && gap < std::min({kNear_m, ahead_.crossing_m, ahead_.lead.gap_m}) &&
           is_claim_between(e, {right - kFootprint_m, left + kFootprint_m}) && !path_.gets_past(e, track);
  }

  // In the intersection that the own vehicle is in or comes to, where no light is lit.
  bool is_on_priority_road() const {
    const world::Trail& trail = self_.mover.trail;
    const world::Track& here = around_.tracks[trail.current()];
    if (!here.is_corridor() && trail.ahead() == 0) return false;
    const world::Track& track = here.is_corridor() ? here : around_.tracks[trail.ahead(0)];
    return track.is_corridor() && around_.signals.aspect(track.corridor) == network::Aspect::dark &&
           around_.tracks.network().corridor(track.corridor).control == network::Control::priority_road;
  }

  // Whether the own vehicle is on the oncoming lane, as the others see it.
  [[gnu::noinline]] bool overtakes() const {
    return around_.occupancy.on(self_.track(around_.tracks).strip)[self_.entry].has(
        world::EntryFlag::overtakes);
  }

  const Surroundings& around_;
  const Self& self_;
  ObjectsAhead* objects_;
  Ahead ahead_;
  bool needs_two_ = false;
  SweptPath path_;
};

}  // namespace backlot::traffic::internal
