// How it is decided. Of every corridor that touches the own one those are looked at who are on it or come to it. Each passes the
// place of contact in a window of time, and so would we. Between two of whom one must wait the rules name the one
// (network/right_of_way.h), and both come to the same answer, since both look at the same state of the world:
//
//   - who entered while he might, and now is shown red, clears the intersection before all others;
//   - then who is freer by the signals; of equals, who the rule of the two corridors names;
//   - where the rule is by arrival, who stands longer at his line; then the smaller number.
//
// Who yields goes where he is through, with a margin, before the other can be there. In a stream that waits for nobody he wants a gap as
// well (gap_acceptance.h); once he goes he minds only that he gets through, and the stream lets him. Who goes first still minds those whom he
// cannot expect to wait: who is in the place of contact, or too near to stop before it.
#include "backlot/traffic/vehicle/crossing.h"

#include <algorithm>
#include <array>
#include <optional>

#include "backlot/base/inline.h"
#include "backlot/traffic/vehicle/gap_acceptance.h"
#include "backlot/traffic/vehicle/internal/witness.h"
#include "backlot/traffic/vehicle/outlook.h"

namespace backlot::traffic {

namespace {

using network::ControlState;
using network::Precedence;
using world::Conflict;
using world::ConflictStretch;
using world::Entry;
using world::EntryFlag;
using world::Track;

constexpr double kEasyBrake_mps2 = 3;  // at yellow: who can stop with this stops
constexpr double kOthersBrake_mps2 = 3;
constexpr double kMargin_s = 1.0;
constexpr double kSure_s = 0.2;        // the same to who is on his way through a gap, and for who is
constexpr double kTold_m = 5;          // nearer than they see, less this, those who come have told their turn
constexpr double kQueueStart_s = 1.5;  // who stands behind another one starts so much later
constexpr double kHoldBefore_m = 0.8;  // a place of contact
constexpr double kAtLine_m = 2.5;
constexpr double kHalted_mps = 0.3;
constexpr float kStands_mps = 0.3F;
constexpr double kEdge_m = 1.2;     // of a place of contact
constexpr double kFlowing_mps = 4;  // behind who is as fast as this an exit without lights will be free
// For want of room behind an intersection without lights: with the right of way, and without where others cannot leave the intersection
// before.
constexpr float kPatience_s = 20, kLongPatience_s = 40;
constexpr double kNoRoom_m = 8;  // for one more at the start of a lane

int freedom(ControlState state) {
  return state == ControlState::prepare_to_stop ? static_cast<int>(ControlState::go)
                                                : static_cast<int>(state);
}

// Who is inside clears the intersection before others enter, but where a green light lets both in.
bool is_clearing(network::Aspect aspect, ControlState state) {
  return aspect == network::Aspect::dark || state == ControlState::stop ||
         state == ControlState::prepare_to_stop;
}

// What is told of an advice: nothing in a step,
struct Silence {
  static constexpr bool kListens = false;

  void stops(double, Limit, network::CorridorId) const {}
  void waits(double, network::CorridorId) const {}
};

// ... and to who asks, why he has to stand at the nearest of the places at which he has to.
struct Telling {
  static constexpr bool kListens = true;

  // So far ahead of the front.
  void stops(double room_m, Limit limit, network::CorridorId corridor) const {
    if (room_m < why.room_m) why = {.room_m = room_m, .limit = limit, .corridor = corridor};
  }
  // For the one whom the last search found.
  void waits(double room_m, network::CorridorId corridor) const {
    if (!(room_m < why.room_m)) return;
    why = held;
    why.room_m = room_m;
    why.corridor = corridor;
  }

  internal::WhyStop& why;
  internal::WhyStop& held;
};

// Those who stand at the lines of an intersection.
struct Waiting {
  std::array<network::Arrival, network::kMostWaiting> at;
  std::size_t count = 0;
};

// The corridor ahead, as seen from one driver.
template <class Note>
class Crossing {
 public:
  // `next` is the track that follows the corridor on his trail, or empty.
  Crossing(const Surroundings& around, const Self& self, const Driver& driver, const Track& corridor,
           world::TrackId next, double away_m, Note note)
      : note_(note),
        around_(around),
        self_(self),
        driver_(driver),
        corridor_(corridor),
        next_(next),
        signals_(around.signals),
        front_(-away_m),
        length_(static_cast<double>(self.shape.length_m)),
        signal_(around.conflicts.signal(corridor.corridor)),
        aspect_(signals_.aspect(signal_)),
        state_(signals_.state(signal_, aspect_)),
        top_mps_(top_of(corridor)) {}

  ControlState state() const { return state_; }

  // The first place of contact that he must not enter now, in metres of the corridor; infinite where all is clear.
  double find_hold(bool has_entered) const {
    double hold = std::numeric_limits<double>::infinity();
    if (self_.dials != nullptr && self_.dials->goes_first) return hold;
    for (const Conflict& conflict : around_.conflicts.of(corridor_)) {
      if (conflict.kind == network::DependencyKind::diverging) continue;  // he follows, or has followed
      const world::EntryList list = around_.occupancy.on(conflict.strip);
      if (list.empty()) continue;
      const network::Aspect other_aspect = signals_.aspect(conflict.signal);
      const Other other{conflict, other_aspect, signals_.state(conflict.signal, other_aspect)};
      for (const Entry& e : list) {
        if (!e.has(EntryFlag::travels) || e.id == self_.id) continue;
        const ConflictStretch& stretch =
            around_.conflicts.stretch(conflict, self_.mover.shape_class, e.shape);
        if (stretch.is_clear() || static_cast<double>(stretch.from) >= hold) continue;
        // in it, or past it: on, and out
        if (static_cast<float>(front_) > stretch.from && !(e.has(EntryFlag::external) && may_stay(stretch)))
          continue;
        if (e.has(EntryFlag::external) && is_followed(e.id)) continue;
        if (!must_wait(other, stretch, e, has_entered) || is_kept_back(other, e)) continue;
        hold = static_cast<double>(stretch.from);
        if constexpr (Note::kListens) note_.held = why_wait(other, stretch, e, has_entered);
      }
    }
    if (!is_lit() && !has_entered && !driver_.is_committed() &&
        hold == std::numeric_limits<double>::infinity())
      hold = find_far_hold();
    return out_of_the_way(hold);
  }

  // Whether a body that is inside and waits with its front before a place of contact covers another one that it is already in,
  // and whose traffic is free to go.
  bool would_be_in_the_way(double hold) const {
    for (const Conflict& conflict : around_.conflicts.of(corridor_)) {
      const ConflictStretch& stretch = around_.conflicts.stretch(conflict, self_.mover.shape_class, 1);
      if (conflict.kind == network::DependencyKind::diverging || stretch.is_clear()) continue;
      if (front_ > static_cast<double>(stretch.from) &&
          hold - kHoldBefore_m - length_ < static_cast<double>(stretch.to) &&
          signals_.state(conflict.signal) != ControlState::stop)
        return true;
    }
    return false;
  }

  // Whether the lights change before the front is at the line, if he goes on as he does.
  bool is_too_late(double line) const {
    const double v = self_.speed(), brake = std::max(0.0, -self_.mover.accel_mps2);
    const double square = v * v - 2 * brake * line;
    if (square <= 0) return true;
    return 2 * line / (v + std::sqrt(square)) > signals_.lasts_s(signal_);
  }

  // Whether a sign tells him to look for a gap, from a line that he comes to at walking pace.
  bool looks() const {
    if (state_ == ControlState::yield) return control() == network::Control::yield;
    return state_ == ControlState::stop_then_yield && control() == network::Control::stop;
  }

  // Slower than this at the line, one has stopped; or, where he yields, has looked.
  double halt_mps() const {
    return looks() && control() == network::Control::yield ? looking_mps(movement()) : kHalted_mps;
  }

  bool is_lit() const { return aspect_ != network::Aspect::dark; }

  // Whether there is room behind the intersection for those who are on their way there, and for us.
  bool has_exit_room() const {
    if (around_.has_externals && is_blocked()) [[unlikely]]
      return false;
    if (corridor_.onward_count == 0) return true;
    // the one that follows on the trail, mostly; that is at hand
    const Track& exit = around_.tracks[corridor_.onward_count == 1 && !next_.is_empty()
                                           ? next_
                                           : around_.tracks.onward(corridor_).front()];
    if (exit.is_corridor()) return true;
    // the last one on the exit lane; if he moves on, so does the room
    double room = exit.length;
    const auto half = static_cast<double>(exit.half_width);
    const double centre = around_.tracks.centre_at(exit, exit.is_along ? 0 : exit.strip_length);
    const double scale = exit.length / exit.strip_length;
    for (const Entry& e : around_.occupancy.on(exit.strip)) {
      if (e.id == self_.id || e.has(EntryFlag::approaches) || static_cast<double>(e.left) < centre - half ||
          static_cast<double>(e.right) > centre + half)
        continue;
      const double rear = exit.is_along ? e.from * scale : exit.length - e.to * scale;
      const double speed = std::fabs(static_cast<double>(e.speed_mps));
      if (speed > kFlowing_mps && !is_lit()) continue;
      room = std::min(room, rear + speed * speed / (2 * kOthersBrake_mps2));
    }
    if (room >= exit.length) return true;
    room -= length_ + static_cast<double>(driver_.traits.gap_m);
    const auto takes = [&](const Track& track, const Entry& e) {
      if (!e.has(EntryFlag::travels) || e.id == self_.id) return;
      if (e.has(EntryFlag::approaches) && !e.has(EntryFlag::committed)) return;
      const double k = track.length / track.strip_length;
      const double rear = track.is_along ? e.from * k : track.length - e.to * k;
      if (rear < track.length) room -= e.length() + 2;
    };
    for (const Entry& e : around_.occupancy.on(corridor_.strip)) takes(corridor_, e);
    for (const Conflict& conflict : around_.conflicts.of(corridor_)) {
      if (conflict.kind != network::DependencyKind::merging) continue;
      const Track& other = around_.tracks[conflict.other];
      for (const Entry& e : around_.occupancy.on(other.strip)) takes(other, e);
    }
    return room >= 0;
  }

  // Whether the queue behind us reaches back to the intersection before.
  bool is_lane_full() const {
    const world::TrackId from = lane_before(corridor_.corridor);
    if (from.is_empty()) return false;
    const Track& lane = around_.tracks[from];
    return stands_somebody(lane, lane.length - kNoRoom_m, std::numeric_limits<double>::infinity());
  }

  // Whether it is of use to enter and to wait with the front at a place of the corridor.
  bool may_hold_at(double front) const { return front > 0.5 * length_; }

 private:
  // A corridor that touches ours, as its traffic is told to drive now.
  struct Other {
    const Conflict& conflict;
    network::Aspect aspect;
    ControlState state;
  };

  // Whether we go first, by rule. Antisymmetric: the other one finds the opposite.
  bool goes_first(const Other& other, const ConflictStretch& stretch, const Entry& e,
                  bool has_entered) const {
    if (driver_.is_clearing() != e.has(EntryFlag::clears)) return driver_.is_clearing();
    const bool other_entered = !e.has(EntryFlag::approaches);
    const bool clears = has_entered && is_clearing(aspect_, state_),
               other_clears = other_entered && is_clearing(other.aspect, other.state);
    if (clears != other_clears) return clears;
    Precedence rule = other.conflict.standing;
    if (aspect_ != network::Aspect::dark || other.aspect != network::Aspect::dark) {
      if (freedom(state_) != freedom(other.state)) return freedom(state_) > freedom(other.state);
      rule = other.conflict.lit;
    }
    const float arrived = arrived_s();
    if (arrived < world::kNever && e.arrived_s < world::kNever && rule == other.conflict.standing) {
      // both stand at their lines: rules that lead around in a ring are broken by arrival
      const std::span<const network::Arrival> all = all_waiting();
      return network::goes_before(around_.tracks.network(), arrival_of(corridor_.corridor, arrived),
                                  arrival_of(other.conflict.corridor, e.arrived_s), all);
    }
    if (rule == Precedence::goes) return true;
    if (rule == Precedence::yields) return false;
    if (rule == Precedence::by_arrival)
      return arrived != e.arrived_s ? arrived < e.arrived_s : self_.id < e.id;
    // nobody said: who is nearer
    const double left = static_cast<double>(stretch.from) - front_,
                 other_left = static_cast<double>(stretch.other_from - e.front_m);
    return left != other_left ? left < other_left : self_.id < e.id;
  }

  // Whether one who has come into a place of contact may wait there all the same, for who does not look out for him: at its edge, or where he
  // comes to stand before its end.
  bool may_stay(const ConflictStretch& stretch) const {
    const double v = self_.speed(), hardest = static_cast<double>(driver_.traits.hardest_mps2);
    return front_ < static_cast<double>(stretch.from) + kEdge_m ||
           front_ + v * (kSure_s + v / (2 * hardest)) < static_cast<double>(stretch.to);
  }

  // Whether something that nobody drives stands in the corridor where we would drive. It does not clear it for us, and two who wait behind it
  // side by side, where their ways join, could not go on any more. Long ones may get past what others do not.
  [[gnu::noinline]] bool is_blocked() const {
    if (self_.shape.is_long()) return false;
    const auto half = static_cast<double>(self_.shape.half_width_m());
    for (const Entry& e : around_.occupancy.on(corridor_.strip)) {
      if (!e.has(EntryFlag::external) || e.has(EntryFlag::approaches) || e.pace_mps >= kStands_mps) continue;
      const double at = std::clamp(0.5 * (e.from + e.to), 0.0, corridor_.strip_length);
      const double centre = around_.tracks.centre_at(corridor_, at);
      if (static_cast<double>(e.left) > centre - half && static_cast<double>(e.right) < centre + half)
        return true;
    }
    return false;
  }

  // Whether one of whom nobody knows which corridor it takes drives ahead on our way: then we follow it.
  bool is_followed(std::uint32_t id) const {
    const auto drives_on = [&](const Track& track, double ahead_of) {
      for (const Entry& e : around_.occupancy.on(track.strip))
        if (e.id == id && e.has(EntryFlag::travels) && !e.has(EntryFlag::approaches) &&
            track.sign() * static_cast<double>(e.speed_mps) > 0 && static_cast<double>(e.front_m) > ahead_of)
          return true;
      return false;
    };
    if (drives_on(corridor_, front_)) return true;
    for (const world::TrackId onward : around_.tracks.onward(corridor_))
      if (drives_on(around_.tracks[onward], 0)) return true;
    return false;
  }

  // Whether one whose turn it is to go cannot, where no light is lit: he comes up behind one who stands before the line, and that one waits
  // for somebody, maybe for us.
  bool is_kept_back(const Other& other, const Entry& e) const {
    if (!is_dark_with(other) || !e.has(EntryFlag::approaches) ||
        e.has(EntryFlag::committed | EntryFlag::external | EntryFlag::clears))
      return false;
    const world::TrackId from = lane_before(other.conflict.corridor);
    return !from.is_empty() && stands_somebody(around_.tracks[from], 0, -static_cast<double>(e.front_m));
  }

  world::TrackId lane_before(network::CorridorId corridor) const {
    return around_.tracks.track_of(around_.tracks.network().corridor(corridor).from);
  }

  // With his rear so far from the end of a lane.
  bool stands_somebody(const Track& lane, double from_m, double to_m) const {
    const double scale = lane.length / lane.strip_length;
    for (const Entry& e : around_.occupancy.on(lane.strip)) {
      if (!e.has(EntryFlag::own) || e.has(EntryFlag::external) || e.pace_mps > kStands_mps) continue;
      const double rear_m = lane.is_along ? lane.length - e.from * scale : e.to * scale;
      const double centre = around_.tracks.centre_at(lane, 0.5 * (e.from + e.to));
      if (rear_m > from_m && rear_m < to_m &&
          std::fabs(static_cast<double>(e.middle) - centre) < static_cast<double>(lane.half_width))
        return true;
    }
    return false;
  }

  // The same as find_hold() for those who are too far off to be announced. Nobody knows their turn yet: all count who are on the lane of a
  // stream that we wait for.
  double find_far_hold() const {
    for (const Conflict& conflict : around_.conflicts.of(corridor_)) {
      const Other other{conflict, signals_.aspect(conflict.signal), signals_.state(conflict.signal)};
      if (!is_judged(other)) continue;
      const world::TrackId from = lane_before(conflict.corridor);
      if (from.is_empty()) continue;
      const Track& lane = around_.tracks[from];
      const double scale = lane.length / lane.strip_length;
      for (const Entry& e : around_.occupancy.on(lane.strip)) {
        const double speed = lane.sign() * static_cast<double>(e.speed_mps);
        const double left_m = lane.is_along ? lane.length - e.to * scale : e.from * scale;
        if (!e.has(EntryFlag::own) || speed <= 0 || left_m < sight_m(speed) - kTold_m) continue;
        const ConflictStretch& stretch =
            around_.conflicts.stretch(conflict, self_.mover.shape_class, e.shape);
        if (stretch.is_clear() || static_cast<float>(front_) > stretch.from) continue;
        const auto limit = static_cast<double>(conflict.limit_mps);
        const double comes = comes_s(left_m + static_cast<double>(stretch.other_from), speed, limit);
        if (comes - there_s(stretch) < least_lag(stretch, e.length(), limit) &&
            !stands_somebody(lane, 0, left_m)) {
          if constexpr (Note::kListens)
            note_.held = {.limit = Limit::gap,
                          .others_corridor = conflict.corridor,
                          .whom = e.id,
                          .gap = Why::Gap{comes - there_s(stretch), least_lag(stretch, e.length(), limit)}};
          return static_cast<double>(stretch.from);
        }
      }
    }
    return std::numeric_limits<double>::infinity();
  }

  // How fast one drives there.
  static double top_of(const Track& corridor) {
    return static_cast<double>(std::min(corridor.limit_mps, corridor.bend_mps));
  }

  // When we are at a place of contact, at the soonest.
  double there_s(const ConflictStretch& stretch) const {
    return time_for(static_cast<double>(stretch.from) - front_, self_.speed(),
                    static_cast<double>(driver_.traits.accel_mps2), top_mps_ * 1.2);
  }

  // Who waits stands in nobody's way: back to before every place of contact that the body would cover, but those that it is in,
  // and those whose traffic is told to stop and lets us clear them first.
  double out_of_the_way(double hold) const {
    if (hold == std::numeric_limits<double>::infinity()) return hold;
    for (bool is_done = false; !is_done;) {
      is_done = true;
      for (const Conflict& conflict : around_.conflicts.of(corridor_)) {
        const ConflictStretch& stretch =
            around_.conflicts.stretch(conflict, self_.mover.shape_class, world::kWidthClasses - 1);
        const auto from = static_cast<double>(stretch.from), to = static_cast<double>(stretch.to);
        if (conflict.kind == network::DependencyKind::diverging || stretch.is_clear() || from >= hold ||
            to <= hold - kHoldBefore_m - length_ || front_ > from)
          continue;
        if (signals_.state(conflict.signal) == ControlState::stop) continue;
        hold = from;
        is_done = false;
      }
    }
    return hold;
  }

  float arrived_s() const {
    return driver_.has_stopped() ? static_cast<float>(driver_.at_line.seconds()) : world::kNever;
  }

  static network::Arrival arrival_of(network::CorridorId corridor, float arrived_s) {
    return {corridor, static_cast<std::int64_t>(1e9 * static_cast<double>(arrived_s))};
  }

  // Everybody who stands at a line of the intersection, by corridor and number: the same list for all who ask in this step.
  std::span<const network::Arrival> all_waiting() const {
    if (waiting_) return std::span(waiting_->at).first(waiting_->count);
    Waiting& waiting = waiting_.emplace();
    const network::Network& net = around_.tracks.network();
    network::IntersectionId whole = net.corridor(corridor_.corridor).intersection;
    while (!net.intersection(whole).whole.is_empty()) whole = net.intersection(whole).whole;
    for (const network::Corridor& corridor : net.corridors(whole)) {
      const network::CorridorId id = net.corridor_of(corridor.strip);
      for (const Entry& e : around_.occupancy.on(corridor.strip)) {
        if (e.has(EntryFlag::approaches) && e.arrived_s < world::kNever && waiting.count < waiting.at.size())
          waiting.at[waiting.count++] = arrival_of(id, e.arrived_s);
      }
    }
    return std::span(waiting.at).first(waiting.count);
  }

  bool must_wait(const Other& other, const ConflictStretch& stretch, const Entry& e, bool has_entered) const {
    const auto front = static_cast<double>(e.front_m);
    const double length = e.length();
    if (front - length > static_cast<double>(stretch.other_to)) return false;  // he has passed
    const double speed = std::fabs(static_cast<double>(e.speed_mps));
    // whose driver nobody knows is expected to only where it could still stop before the intersection, or stands
    const bool is_expected = !e.has(EntryFlag::external) || e.pace_mps < kStands_mps ||
                             (e.has(EntryFlag::approaches) && !e.has(EntryFlag::committed));
    const bool can_wait =
        is_expected && (!e.has(EntryFlag::clears) || driver_.is_clearing()) &&
        front + speed * (speed / (2 * kOthersBrake_mps2) + 0.2) <= static_cast<double>(stretch.other_from);
    const bool goes = goes_first(other, stretch, e, has_entered);
    if (goes && can_wait) return false;
    if (e.has(EntryFlag::approaches) && !e.has(EntryFlag::committed)) {
      // he is told to stop, and can; or he has no room to go
      if (e.has(EntryFlag::held)) return false;
      // behind one who waits as we do; a long one waits for him at his line too, since he could not do it further on
      if (e.has(EntryFlag::queued) && (other.aspect == network::Aspect::dark || self_.shape.is_long()))
        return false;
      if (other.state == ControlState::stop && can_wait) return false;
      if (other.state == ControlState::prepare_to_stop && -front * 2 * kEasyBrake_mps2 > speed * speed)
        return false;
    }
    // under lights, one who stands within the intersection behind another one comes no further while that one stands, and lets us by
    if ((aspect_ != network::Aspect::dark || other.aspect != network::Aspect::dark) && can_wait &&
        e.has(EntryFlag::queued) && !e.has(EntryFlag::approaches) && e.pace_mps < kStands_mps)
      return false;
    // when could he be there at the soonest, when have we passed
    const bool judges = !goes && !has_entered && is_judged(other);
    const auto limit = static_cast<double>(other.conflict.limit_mps);
    const auto accel = static_cast<double>(driver_.traits.accel_mps2);
    const double way = static_cast<double>(stretch.other_from) - front;
    const double soonest = (judges ? comes_s(way, speed, limit) : time_for(way, speed, 2.0, limit * 1.1)) +
                           (e.has(EntryFlag::queued) ? kQueueStart_s : 0);
    const double through =
        time_for(static_cast<double>(stretch.to) + length_ - front_, self_.speed(), 0.8 * accel, top_mps_);
    const bool is_sought = !goes && is_sought_by(other);
    if (through + (judges || is_sought ? 0 : kMargin_s) < soonest)
      return judges && !driver_.is_committed() &&
             soonest - there_s(stretch) < least_lag(stretch, length, limit);
    // he found a gap in our stream and goes through it: nothing to wait for if he is out of it before we come
    const bool is_on_his_way = is_sought && speed > 1 && !e.has(EntryFlag::approaches);
    if (can_wait && !is_on_his_way) return true;  // and we are the one who yields
    // he is in it, or will be: when has he passed, when are we there at the soonest
    const double out_m = static_cast<double>(stretch.other_to) + length - front;
    const double latest = is_on_his_way
                              ? time_for(out_m, speed, 1.0, top_of(around_.tracks[other.conflict.other]))
                              : time_for(out_m, speed, 0.7, std::max(speed, 4.0));
    const bool is_sure = is_on_his_way || ((has_entered || driver_.is_committed()) && is_judged(other));
    return !(there_s(stretch) > latest + (is_sure ? kSure_s : 0.5 * kMargin_s) && speed > 1);
  }

  // Whether gaps in the other one's stream are judged by their time: where no light is lit we have to wait for it, since we come from a minor
  // road or turn off the major one.
  bool is_judged(const Other& other) const {
    return is_dark_with(other) && other.conflict.standing == Precedence::yields &&
           other.state >= ControlState::go && (state_ < ControlState::go || is_on_priority_road());
  }

  // Because of whom, where must_wait(): he is in the way, or comes too soon.
  internal::WhyStop why_wait(const Other& other, const ConflictStretch& stretch, const Entry& e,
                             bool has_entered) const {
    internal::WhyStop why{.limit = Limit::gap, .others_corridor = other.conflict.corridor, .whom = e.id};
    if (!e.has(EntryFlag::approaches)) {
      why.limit = other.conflict.kind == network::DependencyKind::merging ? Limit::merging : Limit::crossing;
      return why;
    }
    const bool judges = !has_entered && is_judged(other);
    const auto limit = static_cast<double>(other.conflict.limit_mps);
    const double speed = std::fabs(static_cast<double>(e.speed_mps));
    const double way = static_cast<double>(stretch.other_from) - static_cast<double>(e.front_m);
    const double comes = (judges ? comes_s(way, speed, limit) : time_for(way, speed, 2.0, limit * 1.1)) +
                         (e.has(EntryFlag::queued) ? kQueueStart_s : 0);
    const double through = time_for(static_cast<double>(stretch.to) + length_ - front_, self_.speed(),
                                    0.8 * static_cast<double>(driver_.traits.accel_mps2), top_mps_);
    const double there = there_s(stretch), passing = through - there;
    why.gap = Why::Gap{comes - there, judges ? std::max(passing, least_lag(stretch, e.length(), limit))
                                             : passing + kMargin_s};
    return why;
  }

  // Whether the other one looks for gaps in our stream.
  bool is_sought_by(const Other& other) const {
    return is_dark_with(other) && other.conflict.standing == Precedence::goes && state_ >= ControlState::go &&
           (other.state < ControlState::go || is_on_priority_road());
  }

  bool is_dark_with(const Other& other) const {
    return aspect_ == network::Aspect::dark && other.aspect == network::Aspect::dark;
  }

  network::Control control() const { return around_.tracks.network().corridor(corridor_.corridor).control; }
  Movement movement() const {
    const network::Network& net = around_.tracks.network();
    return movement_of(net.corridor(corridor_.corridor).turn, net.side());
  }
  bool is_on_priority_road() const { return control() == network::Control::priority_road; }

  // When one who is expected to keep his speed is at a place.
  static double comes_s(double way_m, double speed, double limit) {
    return speed > 0.5 * limit ? way_m / speed : time_for(way_m, speed, 1.0, limit);
  }

  // How much later than we he has to be at the place of contact. A gap counts from front to front: by the time that we are there, behind the one
  // before him, so much of it has gone.
  double least_lag(const ConflictStretch& stretch, double length, double limit) const {
    const double gap = asked_gap_s(movement(), state_ < ControlState::go) * gap_factor(driver_.traits) *
                       impatience(driver_.stood_s);
    const double passing_m = static_cast<double>(stretch.other_to - stretch.other_from) + length;
    return gap - passing_m / std::max(limit, 1.0) - 0.5 * kMargin_s;
  }

  [[no_unique_address]] Note note_;
  const Surroundings& around_;
  const Self& self_;
  const Driver& driver_;
  const Track& corridor_;
  world::TrackId next_;
  SignalView& signals_;
  double front_;  // of the own body, metres of the corridor
  double length_;
  world::CorridorSignal signal_;
  network::Aspect aspect_;
  ControlState state_;
  double top_mps_;
  mutable std::optional<Waiting> waiting_;  // made when it is asked for, since that is seldom
};

template <class Note>
BACKLOT_INLINE CrossingAdvice look_at_crossings(const Surroundings& around, const Self& self,
                                                const Driver& driver, double sight, Note note) {
  CrossingAdvice advice;
  const world::Tracks& tracks = around.tracks;
  const world::Trail& trail = self.mover.trail;
  const double v = self.speed(), front_m = static_cast<double>(self.shape.front_m());
  // one brakes no sooner than this asks for
  const double decide_m = std::min(sight, 10 + v * (0.6 + v / (2 * 2.0)));

  // the corridor under the guide, then those ahead
  double away = -(self.mover.metres + front_m);  // from the front to the start of the track
  double line = away;                            // ... to the line before it
  bool is_first_ahead = true;
  for (std::uint32_t k = 0; k <= trail.ahead(); ++k) {
    const Track& track = tracks[k == 0 ? trail.current() : trail.ahead(k - 1)];
    if (!track.is_corridor()) {
      line = away + static_cast<double>(track.stop_m);
      away += track.length;
      if (line > decide_m) break;
      continue;
    }
    const bool has_entered = -away > world::kEntered_m;
    const world::TrackId next = k < trail.ahead() ? trail.ahead(k) : world::TrackId{};
    Crossing<Note> crossing(around, self, driver, track, next, away, note);
    advice.is_unlit = !crossing.is_lit();
    if (has_entered) {
      const double hold = crossing.find_hold(true);
      if (hold < std::numeric_limits<double>::infinity()) {
        advice.is_clearing = crossing.would_be_in_the_way(hold);
        note.waits(away + hold - kHoldBefore_m, track.corridor);
        advice.room_m = std::min(advice.room_m, away + hold - kHoldBefore_m);
      } else if (driver.is_clearing()) {
        // until he is out: who shows it now and then only is neither let through nor out of the way
        advice.is_clearing = crossing.would_be_in_the_way(kHoldBefore_m - away);
      }
      if (advice.room_m < away + track.length) return advice;
    } else {
      const ControlState state = crossing.state();
      const bool is_mine = is_first_ahead;  // flags are about the first corridor ahead
      is_first_ahead = false;
      const bool is_told = self.dials != nullptr && self.dials->goes_first;
      bool goes =
          is_mine && (is_told || driver.is_committed() || line < -world::kEntered_m);  // or past the line
      if (is_mine) {
        advice.is_at_line = v < kHalted_mps && line < kAtLine_m;
        advice.has_stopped = driver.has_stopped() || (line < kAtLine_m && v < crossing.halt_mps());
      }
      // A light tells to stop: at yellow who can stop gently stops; who cannot, or comes too late all the same, stops at red if he
      // can at all. That holds as well for who had made up his mind to go.
      const double needed = braking_needed(v, line);
      const bool is_red = state == ControlState::stop, is_yellow = state == ControlState::prepare_to_stop;
      const auto hardest = static_cast<double>(driver.traits.hardest_mps2);
      const bool is_ruled = self.dials == nullptr || !self.dials->ignores_light;
      if ((is_red || is_yellow) && is_ruled) {
        const bool can_stop = line > 0 && needed <= kEasyBrake_mps2;
        const bool has_to = line > 0 && needed <= hardest && (is_red || crossing.is_too_late(line));
        if (can_stop || has_to || (is_red && !goes && v <= 1)) {
          note.stops(line, Limit::red_light, track.corridor);
          advice.room_m = std::min(advice.room_m, line);
          advice.is_stopping = is_mine;
          return advice;
        }
        goes = true;
      }
      if (!goes && (state == ControlState::stop_then_yield || crossing.looks()) &&
          !(is_mine && advice.has_stopped)) {
        if (needed > hardest && v > 1) {
          goes = true;
        } else {
          note.stops(line, Limit::stop_line, track.corridor);
          advice.room_m = std::min(advice.room_m, line);
          return advice;
        }
      }
      double hold = crossing.find_hold(false);
      // around a roundabout, or a block, all could wait for each other: after a while one goes on who has the right of way, or who moves
      // up in the ring, and so leaves as much room in it as he takes
      const bool is_patient =
          crossing.is_lit() ||
          (state == ControlState::go ? driver.stood_s < kPatience_s
                                     : driver.stood_s < kLongPatience_s || !crossing.is_lane_full());
      if (!goes && is_patient && !crossing.has_exit_room()) {
        advice.is_held = is_mine && v < 0.1;
        note.stops(line, Limit::exit_room, track.corridor);
        advice.room_m = std::min(advice.room_m, line);
        return advice;
      }
      // who was held shows for one step that he is not any more
      if (is_mine && driver.is_held()) {
        note.stops(line, Limit::exit_room, track.corridor);
        advice.room_m = std::min(advice.room_m, line);
        return advice;
      }
      if (hold < std::numeric_limits<double>::infinity()) {
        const double at = hold - kHoldBefore_m;
        const bool may_enter =
            goes || (state == ControlState::go && crossing.is_lit() && crossing.may_hold_at(at));
        const double room = may_enter ? std::max(line, away + at) : line;
        note.waits(room, track.corridor);
        advice.room_m = std::min(advice.room_m, room);
        if (!may_enter) return advice;
        advice.is_committed = is_mine && (goes || needed > kEasyBrake_mps2 || line < 0.3);
        return advice;
      }
      const double sure_m = crossing.looks() ? kAtLine_m : 0.5;
      advice.is_committed = is_mine && (goes || needed > kEasyBrake_mps2 || line < sure_m);
      if (!advice.is_committed) is_first_ahead = false;
    }
    away += track.length;
    line = away;
  }
  return advice;
}

}  // namespace

double announce_m(double v) { return 30 + 8 * v; }

CrossingAdvice find_crossing(const Surroundings& around, const Self& self, const Driver& driver,
                             double sight) {
  return look_at_crossings(around, self, driver, sight, Silence());
}

CrossingAdvice internal::find_crossing(const Surroundings& around, const Self& self, const Driver& driver,
                                       double sight, WhyStop& why) {
  WhyStop held;
  return look_at_crossings(around, self, driver, sight, Telling{why, held});
}

}  // namespace backlot::traffic
