// A directive that an actor has accepted: how it begins, goes on and ends.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "backlot/base/sim_time.h"
#include "backlot/direct/actors.h"
#include "backlot/direct/directive.h"
#include "backlot/record/event.h"
#include "backlot/traffic/pedestrian/foot_dials.h"
#include "backlot/traffic/vehicle/dials.h"

namespace backlot::direct {

// Plain data; all of it is state.
struct Lease {
  DirectiveNumber number = 0;
  Directive directive;
  base::SimTime begun{};
  base::SimTime held_from{};  // a hold for a time counts from here; kEnd where that has not begun yet
  network::CorridorId
      line{};  // the corridor behind the next stop line when it began; empty where it was out of sight
  world::CarriagewayId way{};   // that the actor was on when it began
  world::TrackId aim{};         // the lane to go to
  world::ObjectId object{};     // the vehicle that the actor passes
  bool is_later = false;        // the second part of what has two
  bool has_seen_event = false;  // that it is held until
  double left_m = 0;            // to the mark, at the beginning of the last step
  base::SimTime seen{};         // when left_m or object_mps were known last
  double object_mps = 0;        // the speed of the object then
  double expected_s = 0;        // when the object is expected at the mark, in seconds of the run
  double watched_m =
      std::numeric_limits<double>::infinity();  // from the object of a MarkPassed to its mark, then

  static void visit(auto& self, auto& field) {
    field(self.number, self.directive, self.begun, self.held_from, self.line, self.way, self.aim, self.object,
          self.is_later, self.has_seen_event, self.left_m, self.seen, self.object_mps, self.expected_s,
          self.watched_m);
  }
};

// Begins it: a route is laid, a goal is set. Refused where the actor cannot do that.
struct Beginning {
  Refusal refusal = Refusal::none;
  double first_s = 0, second_s = 0;  // of an arrival out of reach: the soonest and the latest one
};
Beginning begin(const DirectedActor& actor, Lease& lease);
Beginning begin(const DirectedWalker& walker, Lease& lease);

// Where it stands at the beginning of a step, and what it asks for in it.
enum class LeaseState : std::uint8_t { held, done, failed };
struct Progress {
  LeaseState state = LeaseState::held;
  Refusal why = Refusal::none;
  double first_s = 0, second_s = 0;  // of an arrival: when it was, and by how much too late
};
Progress go_on(const DirectedActor& actor, Lease& lease, traffic::Dials& dials);
Progress go_on(const DirectedWalker& walker, Lease& lease, traffic::FootDials& dials);

inline bool is_once(const Lease& lease) { return std::holds_alternative<Once>(lease.directive.hold); }
// Whether it waits for an event, and has not seen it yet.
bool waits_for_event(const Lease& lease);
// Takes note of events that it waits for.
void notice(std::span<const record::Event> events, Lease& lease);
// Whether the actor's front has come over the stop line that was next when the lease began.
bool is_over_line(const DirectedActor& actor, const Lease& lease);

// For restored ones: all numbers are finite, all tracks are there.
bool is_sound(const Directive& directive, std::size_t tracks);
bool is_sound(const Lease& lease, std::size_t tracks);

}  // namespace backlot::direct
