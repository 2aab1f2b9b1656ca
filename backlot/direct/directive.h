// What an actor can be told to do. A directive has a header (the actor, the issuer, the priority, the duration) and one
// small struct that says what: the alternatives of `What`. It is always answered (answer.h).
//
// Each struct has its fields with defaults, the list of them, and up to three functions:
//   check     whether the numbers make sense; where it is missing, all finite numbers do
//   begin     whether this actor can do it now; where it is missing, every actor can
//   go_on     at the beginning of each step: is it done, and what does it ask of the driver (its dials) in this step
// They are defined in channel_pace.cpp, channel_gaps.cpp, channel_lane.cpp and channel_route.cpp. The row of directive_table.cpp
// gives the name and the channel. Directives of one channel exclude each other: an actor holds one lease of each channel.
//
// An actor is an extra with its driver, or a person on foot. What only people do is in foot_directive.h; a kind without a function for the kind of the
// actor is refused. On foot, *arrive* and *stop at* mean the place on the walker's footway that is level with the mark.
//
// An object may be of any kind: another actor, a person on foot, or an external object (the subject).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <variant>
#include <vector>

#include "backlot/base/sim_time.h"
#include "backlot/direct/answer.h"
#include "backlot/direct/foot_directive.h"
#include "backlot/direct/hold.h"
#include "backlot/network/strip.h"
#include "backlot/world/ids.h"
#include "backlot/world/mark.h"
#include "backlot/world/side.h"

namespace backlot::traffic {
struct Dials;
}

namespace backlot::direct {

struct DirectedActor;
struct Lease;
struct Beginning;
struct Progress;

// ---- pace

// Drives so much faster than it would; slower where it is below zero.
struct AdjustSpeed {
  double speed_mps = 0;

  static void visit(auto& self, auto& field) { field(self.speed_mps); }
  Refusal check() const;
  Progress go_on(const DirectedActor& actor, Lease& lease, traffic::Dials& dials) const;
  Progress go_on(const DirectedWalker& walker, Lease& lease, traffic::FootDials& dials) const;
};

// Stops gently where it is, and stands.
struct Halt {
  static void visit(auto&, auto&) {}
  Progress go_on(const DirectedActor& actor, Lease& lease, traffic::Dials& dials) const;
  Progress go_on(const DirectedWalker& walker, Lease& lease, traffic::FootDials& dials) const;
};

// Starts at once, as fast as it can, through red, without yielding to traffic that has the right of way.
struct Launch {
  static void visit(auto&, auto&) {}
  Progress go_on(const DirectedActor& actor, Lease& lease, traffic::Dials& dials) const;
};

// Starts as if it would go, and stops again: a feint.
struct Lurch {
  static void visit(auto&, auto&) {}
  Beginning begin(const DirectedActor& actor, Lease& lease) const;
  Progress go_on(const DirectedActor& actor, Lease& lease, traffic::Dials& dials) const;
};

// Brakes with this deceleration, or as hard as the vehicle can, down to a speed; then it drives no faster than that.
struct Brake {
  double decel_mps2 = 3;
  double speed_mps = 0;

  static void visit(auto& self, auto& field) { field(self.decel_mps2, self.speed_mps); }
  Refusal check() const;
  Progress go_on(const DirectedActor& actor, Lease& lease, traffic::Dials& dials) const;
};

// Its front stays so far behind the rear of an object that is ahead.
struct KeepGap {
  world::ObjectId object{};
  double gap_m = 0;

  static void visit(auto& self, auto& field) { field(self.object, self.gap_m); }
  Refusal check() const;
  Beginning begin(const DirectedActor& actor, Lease& lease) const;
  Progress go_on(const DirectedActor& actor, Lease& lease, traffic::Dials& dials) const;
};

// The same by time: (object's rear - own front) / own speed.
struct KeepHeadway {
  world::ObjectId object{};
  double headway_s = 0;

  static void visit(auto& self, auto& field) { field(self.object, self.headway_s); }
  Refusal check() const;
  Beginning begin(const DirectedActor& actor, Lease& lease) const;
  Progress go_on(const DirectedActor& actor, Lease& lease, traffic::Dials& dials) const;
};

// Its rear stays gap_m + headway_s * (object's speed) ahead of the front of an object that is behind.
struct Precede {
  world::ObjectId object{};
  double gap_m = 0;
  double headway_s = 0;

  static void visit(auto& self, auto& field) { field(self.object, self.gap_m, self.headway_s); }
  Refusal check() const;
  Beginning begin(const DirectedActor& actor, Lease& lease) const;
  Progress go_on(const DirectedActor& actor, Lease& lease, traffic::Dials& dials) const;
};

// Its front is at a mark at a time.
struct Arrive {
  world::Mark mark{};
  base::SimTime time{};

  static void visit(auto& self, auto& field) { field(self.mark.track, self.mark.metres, self.time); }
  Beginning begin(const DirectedActor& actor, Lease& lease) const;
  Progress go_on(const DirectedActor& actor, Lease& lease, traffic::Dials& dials) const;
  Beginning begin(const DirectedWalker& walker, Lease& lease) const;
  Progress go_on(const DirectedWalker& walker, Lease& lease, traffic::FootDials& dials) const;
};

// Its front is at a mark so long before the front of an object is expected there; below zero, after it. The expectation is renewed in
// each step: the object goes on at its present speed.
struct KeepTime {
  world::ObjectId object{};
  world::Mark mark{};
  double before_s = 0;

  static void visit(auto& self, auto& field) {
    field(self.object, self.mark.track, self.mark.metres, self.before_s);
  }
  Refusal check() const;
  Beginning begin(const DirectedActor& actor, Lease& lease) const;
  Progress go_on(const DirectedActor& actor, Lease& lease, traffic::Dials& dials) const;
};

// Stands with its front at a mark.
struct StopAt {
  world::Mark mark{};

  static void visit(auto& self, auto& field) { field(self.mark.track, self.mark.metres); }
  Beginning begin(const DirectedActor& actor, Lease& lease) const;
  Progress go_on(const DirectedActor& actor, Lease& lease, traffic::Dials& dials) const;
  Beginning begin(const DirectedWalker& walker, Lease& lease) const;
  Progress go_on(const DirectedWalker& walker, Lease& lease, traffic::FootDials& dials) const;
};

// ---- lane

// To the lane beside, as soon as others need not brake hard for it.
struct ChangeLane {
  world::Side side = world::Side::none;

  static void visit(auto& self, auto& field) { field(self.side); }
  Beginning begin(const DirectedActor& actor, Lease& lease) const;
  Progress go_on(const DirectedActor& actor, Lease& lease, traffic::Dials& dials) const;
};

// So far to the left of the middle of its lane, which it leaves only where it has to.
struct SetOffset {
  double offset_m = 0;

  static void visit(auto& self, auto& field) { field(self.offset_m); }
  Beginning begin(const DirectedActor& actor, Lease& lease) const;
  Progress go_on(const DirectedActor& actor, Lease& lease, traffic::Dials& dials) const;
};

// A cyclist goes to the bicycle lane, where there is one and nobody is beside it there, and keeps to that place also across the intersection behind it: it
// does not come over to the lane of the vehicles. Without a bicycle lane it keeps where it rides.
struct RideOn {
  static void visit(auto&, auto&) {}
  Beginning begin(const DirectedActor& actor, Lease& lease) const;
  Progress go_on(const DirectedActor& actor, Lease& lease, traffic::Dials& dials) const;
};

// To the lane beside, so far ahead of an object that drives there: the actor first drives to that place beside the object, unless it holds
// a lease of its pace, then moves over within the duration. It does not wait until the object has room.
struct CutIn {
  world::ObjectId object{};
  world::Side side = world::Side::none;
  double gap_m = 10;
  double duration_s = 3;

  static void visit(auto& self, auto& field) { field(self.object, self.side, self.gap_m, self.duration_s); }
  Refusal check() const;
  Beginning begin(const DirectedActor& actor, Lease& lease) const;
  Progress go_on(const DirectedActor& actor, Lease& lease, traffic::Dials& dials) const;
};

// Passes the vehicle ahead of it at once: on the lane beside where there is one, else over the oncoming lane. A
// reckless actor goes out to the oncoming lane whatever comes there; once out, its driver does what it can.
struct OvertakeNow {
  bool is_reckless = false;

  static void visit(auto& self, auto& field) { field(self.is_reckless); }
  Beginning begin(const DirectedActor& actor, Lease& lease) const;
  Progress go_on(const DirectedActor& actor, Lease& lease, traffic::Dials& dials) const;
};

// To the lane beside at once, this fast across, whatever is behind there. The pace stays as it is.
struct Swerve {
  world::Side side = world::Side::none;
  double lateral_mps = 1;  // on average

  static void visit(auto& self, auto& field) { field(self.side, self.lateral_mps); }
  Refusal check() const;
  Beginning begin(const DirectedActor& actor, Lease& lease) const;
  Progress go_on(const DirectedActor& actor, Lease& lease, traffic::Dials& dials) const;
};

// ---- route

// Takes this turn at the next intersection.
struct Turn {
  network::Turn direction = network::Turn::left;
  std::int32_t lane = -1;  // where it turns to, from the kerb on; below zero: any

  static void visit(auto& self, auto& field) { field(self.direction, self.lane); }
  Beginning begin(const DirectedActor& actor, Lease& lease) const;
  Progress go_on(const DirectedActor& actor, Lease& lease, traffic::Dials& dials) const;
};

// The same, in front of the traffic that it would have to wait for.
struct TurnAcross {
  network::Turn direction = network::Turn::left;
  std::int32_t lane = -1;

  static void visit(auto& self, auto& field) { field(self.direction, self.lane); }
  Beginning begin(const DirectedActor& actor, Lease& lease) const;
  Progress go_on(const DirectedActor& actor, Lease& lease, traffic::Dials& dials) const;
};

// Along these tracks, one after the other.
struct FollowPath {
  std::vector<world::TrackId> path{};

  static void visit(auto& self, auto& field) { field(self.path); }
  Beginning begin(const DirectedActor& actor, Lease& lease) const;
  Progress go_on(const DirectedActor& actor, Lease& lease, traffic::Dials& dials) const;
};

// ---- rules

// Drives on at red, when the traffic with green leaves it room.
struct IgnoreLight {
  static void visit(auto&, auto&) {}
  Progress go_on(const DirectedActor& actor, Lease& lease, traffic::Dials& dials) const;
};

// Drives up to an object ahead as if it were not there, to go round it later (swerve); as long as that does not ask for very hard braking.
struct Disregard {
  world::ObjectId object{};

  static void visit(auto& self, auto& field) { field(self.object); }
  Beginning begin(const DirectedActor& actor, Lease& lease) const;
  Progress go_on(const DirectedActor& actor, Lease& lease, traffic::Dials& dials) const;
};

// Drives on through an intersection as if it had the right of way: it does not wait for traffic that crosses its way.
// It still stops at red.
struct GoFirst {
  static void visit(auto&, auto&) {}
  Progress go_on(const DirectedActor& actor, Lease& lease, traffic::Dials& dials) const;
};

// The kind of a directive is the index here.
using What = std::variant<AdjustSpeed, Halt, Launch, Lurch, KeepGap, KeepHeadway, Arrive, StopAt, Brake,
                          Precede, KeepTime, ChangeLane, SetOffset, CutIn, OvertakeNow, Turn, TurnAcross,
                          FollowPath, IgnoreLight, Swerve, Disregard, GoFirst, WalkOn, Dash, CrossNow,
                          CrossRoad, WalkInLane, TurnBack, LookAt, RideOn>;

struct Directive {
  world::ObjectId actor{};
  IssuerId issuer{};
  std::int32_t priority = 0;
  Hold hold{};
  base::SimTime expires = kEnd;  // void from then on, done or not
  What what{};

  std::size_t kind() const { return what.index(); }
  static constexpr base::SimTime kEnd =
      base::SimTime::from_nanoseconds(std::numeric_limits<std::int64_t>::max());

  static void visit(auto& self, auto& field) {
    field(self.actor, self.issuer, self.priority, self.hold, self.expires, self.what);
  }
};

// The object that a directive refers to; empty where its kind refers to none.
inline world::ObjectId object_of(const Directive& directive) {
  return std::visit(
      [](const auto& what) {
        if constexpr (requires { what.object; }) {
          return what.object;
        } else {
          return world::ObjectId{};
        }
      },
      directive.what);
}

}  // namespace backlot::direct
