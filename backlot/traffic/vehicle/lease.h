// A directive that is held: how each kind begins, goes on and ends, and what it sets on the dials meanwhile.
#pragma once

#include <cstdint>
#include <optional>

#include "backlot/base/sim_time.h"
#include "backlot/traffic/vehicle/dials.h"
#include "backlot/traffic/vehicle/directive.h"
#include "backlot/traffic/vehicle/turning_shares.h"
#include "backlot/world/body.h"
#include "backlot/world/mover.h"
#include "backlot/world/tracks.h"

namespace backlot::traffic {

// One who is told what to do, between two steps.
struct DirectedActor {
  const world::Tracks& tracks;
  const Turning& turning;
  std::uint64_t stream;  // of his random numbers
  const world::BodyShape& shape;
  world::Mover& mover;
  Driver& driver;
  base::Tick tick;
  // Whom the directive is about; none where nobody has that id.
  struct Object {
    const world::Mover& mover;
    const world::BodyShape& shape;
  };
  std::optional<Object> object{};
};

// Plain data; all of it is state.
struct Lease {
  DirectiveNumber number = 0;
  Directive directive;
  base::SimTime begun{};
  base::SimTime reached = Directive::kEnd;  // when what is to be held was reached
  network::CorridorId line{};               // the corridor ahead when it began
  world::CarriagewayId way{};               // he was on when it began
  world::TrackId aim{};                     // a lane to go over to, a corridor to take
  bool is_later = false;                    // the second part of what has two
  double left_m = 0;                        // to the mark, at the beginning of the last step
  base::SimTime seen{};                     // which was then

  static void visit(auto& self, auto& field) {
    field(self.number, self.directive, self.begun, self.reached, self.line, self.way, self.aim,
          self.is_later, self.left_m, self.seen);
  }
};

// Begins it: a route is laid, a goal is set. Refused where the actor cannot do that.
struct Beginning {
  Refusal refusal = Refusal::none;
  double first_s = 0, second_s = 0;  // of an arrival out of reach: the soonest and the latest one
};
Beginning begin(const DirectedActor& actor, Lease& lease);

// Where it stands at the beginning of a step, and what it asks for in it.
enum class LeaseState : std::uint8_t { held, done, failed };
struct Progress {
  LeaseState state = LeaseState::held;
  Refusal why = Refusal::none;
  double first_s = 0, second_s = 0;  // of an arrival: when it was, and by how much too late
};
Progress go_on(const DirectedActor& actor, Lease& lease, Dials& dials);

// Metres from his front to a mark ahead on his way; on a lane beside his own it counts as beside him.
std::optional<double> find_way_to(const DirectedActor& actor, const Mark& mark);

}  // namespace backlot::traffic
