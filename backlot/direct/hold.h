// How long a directive is held: once, for a time, or until something happens.
//
// An empty object of a condition is the actor itself. Other objects may be of any kind, external ones too. A condition about an object
// that does not exist, or is nowhere on the actor's way, is not met.
#pragma once

#include <variant>

#include "backlot/base/sim_time.h"
#include "backlot/record/event.h"
#include "backlot/world/ids.h"
#include "backlot/world/mark.h"

namespace backlot::direct {

// Until what is asked for has happened.
struct Once {
  static void visit(auto&, auto&) {}
};

// From its acceptance on; *stop at* counts from when the actor stands.
struct ForTime {
  double hold_s = 0;

  static void visit(auto& self, auto& field) { field(self.hold_s); }
};

// ---- conditions

// The actor's front comes over the stop line that was next when it accepted.
struct LineCrossed {
  static void visit(auto&, auto&) {}
};

// An event of this kind was raised in a step after the acceptance, by the object; of a contact, by either of the two.
struct EventSeen {
  record::EventKind kind = record::EventKind::contact;
  world::ObjectId object{};

  static void visit(auto& self, auto& field) { field(self.kind, self.object); }
};

struct TimeReached {
  base::SimTime time{};

  static void visit(auto& self, auto& field) { field(self.time); }
};

// The front of the object is past a mark.
struct MarkPassed {
  world::ObjectId object{};
  world::Mark mark{};

  static void visit(auto& self, auto& field) { field(self.object, self.mark.track, self.mark.metres); }
};

struct SpeedBelow {
  world::ObjectId object{};
  double speed_mps = 0;

  static void visit(auto& self, auto& field) { field(self.object, self.speed_mps); }
};

struct SpeedAbove {
  world::ObjectId object{};
  double speed_mps = 0;

  static void visit(auto& self, auto& field) { field(self.object, self.speed_mps); }
};

// Between the bodies of the actor and the object along the actor's way, whichever of them is ahead.
struct GapBelow {
  world::ObjectId object{};
  double gap_m = 0;

  static void visit(auto& self, auto& field) { field(self.object, self.gap_m); }
};

using Until = std::variant<LineCrossed, EventSeen, TimeReached, MarkPassed, SpeedBelow, SpeedAbove, GapBelow>;
using Hold = std::variant<Once, ForTime, Until>;

}  // namespace backlot::direct
