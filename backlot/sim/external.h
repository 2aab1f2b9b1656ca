// Objects that no driver of ours drives: the system under test, a human, a script, a parked car, a wreck.
//
// How one moves is its behaviour, and that may be changed at any step. Its pose never jumps by it:
//
//   extra        as all the others, by its own driver (then it is in the tables of vehicles, and here no more)
//   by pose      it is moved from outside, and told where it is at the end of each step; it may jump
//   by steering  steering angle and acceleration are told from outside; it moves as a kinematic bicycle
//   by path      follows points, as fast as it is told
//   pattern      a list of manoeuvres, one after the other, then it stands
//   parked       brakes, and stays
//   wrecked      has touched another one: brakes as hard as it goes, and stays
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "backlot/base/sim_time.h"
#include "backlot/geometry/points.h"
#include "backlot/world/body.h"
#include "backlot/world/course.h"
#include "backlot/world/ids.h"
#include "backlot/world/lane_watch.h"
#include "backlot/world/loose_body.h"
#include "backlot/world/tracks.h"

namespace backlot::sim {

struct ExternalSettings {
  // Without a new command an external object goes on as the last one says for so long; then it brakes like this, and stands.
  base::Duration patience = base::Duration::from_milliseconds(500);
  double brake_mps2 = 3;
  // Values of commands beyond these limits are cut to them, and an ExternalNote says so. Paths and patterns beyond them are refused.
  double fastest_mps = 80, fastest_back_mps = 15;
  double most_accel_mps2 = 8, most_brake_mps2 = 12;
  double most_steer_rad = 0.65;
  // An external object that touches another object becomes a wreck: it stops for good. An extra that touches an
  // external object becomes a wreck in any case.
  bool stops_at_contact = true;
};

// ---- behaviours

// For so long: to a speed, below zero backwards, at a rate, with the wheels turned.
struct Manoeuvre {
  base::Duration lasts;
  double speed_mps = 0;
  double rate_mps2 = 3;
  double steer_rad = 0;

  static void visit(auto& self, auto& field) {
    field(self.lasts, self.speed_mps, self.rate_mps2, self.steer_rad);
  }
};

// A behaviour without fields of its own.
struct PlainBehaviour {
  static void visit(auto&, auto&) {}
};
struct AsExtra : PlainBehaviour {};
struct ByPose : PlainBehaviour {};
struct BySteering : PlainBehaviour {};
struct ByPath {
  std::vector<geometry::WorldPoint> points;  // two or more; it stands at the last one
  double speed_mps = 0;                      // until another one is commanded
  // How fast its speed changes to the commanded one; no more than the limits of ExternalSettings. A driver that brakes hard needs larger rates.
  double gain_mps2 = 3, slow_mps2 = 4;

  static void visit(auto& self, auto& field) {
    field(self.points, self.speed_mps, self.gain_mps2, self.slow_mps2);
  }
};
struct ByPattern {
  std::vector<Manoeuvre> manoeuvres;

  static void visit(auto& self, auto& field) { field(self.manoeuvres); }
};
struct Parked : PlainBehaviour {};
struct Wrecked : PlainBehaviour {};
using Behaviour = std::variant<AsExtra, ByPose, BySteering, ByPath, ByPattern, Parked, Wrecked>;

using world::points_along;  // points for a path

// ---- commands and answers

// Where it is at the end of the step.
struct PoseCommand {
  geometry::WorldPoint middle;  // of the box, on the ground
  double heading_rad = 0;
  double speed_mps = 0;  // along the heading

  static void visit(auto& self, auto& field) { field(self.middle, self.heading_rad, self.speed_mps); }
};
// Pedals, gear and wheel. Accelerating makes it faster the way of its gear, a negative one brakes and never turns it around; in the wrong
// gear it comes to stand first.
struct SteeringCommand {
  double steer_rad = 0;  // to the left
  double accel_mps2 = 0;
  bool is_reverse = false;

  static void visit(auto& self, auto& field) { field(self.steer_rad, self.accel_mps2, self.is_reverse); }
};
// On its path.
struct PaceCommand {
  double speed_mps = 0;
};

struct ExternalCommand {
  world::ObjectId id;
  base::SimTime made_at;  // as its maker counts; one that is older than the last one is late
  std::variant<PoseCommand, SteeringCommand, PaceCommand> what;
};

enum class ExternalNote : std::uint8_t {
  taken,
  clamped,     // taken, but for what is beyond the limits
  jumped,      // taken; it cannot have come there by driving
  late,        // not taken, nor are those below
  not_finite,  // a number is NaN or infinite
  unknown,     // no external object has this id
  unsuited,    // its behaviour takes other commands, or none
  missing      // there was no command that could be taken
};
std::string_view to_text(ExternalNote note);

struct ExternalAnswer {
  world::ObjectId id;
  ExternalNote note = ExternalNote::taken;

  friend bool operator==(const ExternalAnswer&, const ExternalAnswer&) = default;
};

// ---- one of them

// Plain data; all of it is state.
struct ExternalBody {
  std::uint32_t number = 0;  // of the object
  world::ObjectKind kind = world::ObjectKind::car;
  world::LooseBody body;
  Behaviour behaviour = Parked{};
  // ---- the last command
  bool has_command = false;
  base::SimTime made_at, taken_at;
  SteeringCommand steering;
  PoseCommand pose;
  base::Duration pose_in;   // until then it is on its way there
  bool has_jumped = false;  // it is there already
  double pace_mps = 0;      // wanted on its path
  // ---- how far it is with its path or pattern
  std::uint32_t part = 0;
  base::Duration since;
  // ---- what is seen of it
  double accel_mps2 = 0;   // of the last step
  world::LaneWatch watch;  // its place on the network, and what it does there
  // ---- not saved: it is worked out anew
  struct SteerBend {
    std::uint64_t steer_bits = 0;  // of the angle: 0 rad at first, which makes no bend
    double bend_1pm = 0;
  };
  SteerBend bend;  // of the wheels as they were turned last

  bool is_wrecked() const { return std::holds_alternative<Wrecked>(behaviour); }
  bool is_parked() const { return std::holds_alternative<Parked>(behaviour) || is_wrecked(); }
  // It waits to be told what to do.
  bool is_commanded() const {
    return std::holds_alternative<ByPose>(behaviour) || std::holds_alternative<BySteering>(behaviour) ||
           (std::holds_alternative<ByPath>(behaviour) && has_command);
  }

  static void visit(auto& self, auto& field) {
    field(self.number, self.kind, self.body, self.behaviour, self.has_command, self.made_at, self.taken_at,
          self.steering, self.pose, self.pose_in, self.has_jumped, self.pace_mps, self.part, self.since,
          self.accel_mps2, self.watch);
  }
};
// Whether this can be an object under these settings: for one that was read from a file.
bool is_sound(const ExternalBody& external, const ExternalSettings& settings);

// Whether a body can look like this: 0.15 - 25 m long, 0.2 - 2.6 m wide, with its axles below it.
bool is_sound(const world::BodyShape& shape);

// Begins a behaviour where the body is and as it moves, as if it had been told to go on like this; not AsExtra. Why it cannot be, or nothing.
std::string_view begin_behaviour(const Behaviour& behaviour, base::SimTime now,
                                 const ExternalSettings& settings, ExternalBody& body);

// What becomes of a command for this body: with `dt`, the length of the step.
ExternalNote take_command(const ExternalCommand& command, const base::Tick& tick, base::Duration dt,
                          const ExternalSettings& settings, ExternalBody& body);

// One step.
void move(const base::Tick& tick, const ExternalSettings& settings, ExternalBody& body);

// One external object.
struct ExternalView {
  world::ObjectId id;
  const ExternalBody& external;
};

}  // namespace backlot::sim
