// The state of a scene that is being played: which beats have come, which object plays which role, what was told. Part
// of the state of a run.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/base/sim_time.h"
#include "backlot/direct/answer.h"
#include "backlot/scene/scene_view.h"
#include "backlot/scene/subject_watch.h"
#include "backlot/world/ids.h"

namespace backlot::scene {

// Why an extra was not cast.
enum class NotCast : std::uint8_t {
  wrong_kind,
  not_head,      // it does not stand first at the line
  too_early,     // it would be there too early
  too_late,      // it would be there too late
  out_of_place,  // it is not where the role wants it
  cannot_turn,   // its lane does not lead there
  wrong_speed,
  in_sight,       // the role wants a hidden one
  plays_another,  // it has a role already, or another director has claimed it
  refused,        // it was cast, and refused what it was told
  blocked,        // it was cast, and could not go on
};
constexpr std::uint32_t count_of(NotCast) { return 11; }
inline constexpr std::size_t kNotCast = 11;
// "too early", for people.
std::string_view to_text(NotCast reason);

enum class BeatPhase : std::uint8_t { waits, plays, over, missed };
constexpr std::uint32_t count_of(BeatPhase) { return 4; }

struct BeatState {
  BeatPhase phase = BeatPhase::waits;
  double ready_s = -1;  // the trigger of a beat that commits was true; it begins one step later
  double began_s = -1, over_s = -1;
  std::vector<direct::DirectiveNumber> told;  // that it waits for
  double base_mps = -1;                       // around which the speed of its actor swings
  double subject_share = -1;  // of what limits and bends allow, that the subject drives by itself

  static void visit(auto& self, auto& field) {
    field(self.phase, self.ready_s, self.began_s, self.over_s, self.told, self.base_mps, self.subject_share);
  }
};

struct RoleState {
  world::ObjectId actor{};
  double since_s = -1;                   // cast since then
  std::uint32_t candidates = 0;          // when it was cast
  std::array<double, 3> best{};          // scores of the best three then
  std::uint32_t times_cast = 0;          // 1: cast once, never again
  std::uint64_t offered = 0, looks = 0;  // candidates over all looks, and looks while the role was open
  std::array<std::uint32_t, kNotCast> refused{};  // why the others were not cast, when it last was looked for
  double empty_since_s = -1;                      // no candidate since then
  world::ObjectId supplied{};                     // the extra that a source entered for it
  double supplied_s = -1;
  bool was_supplied = false;  // and that one plays
  bool is_spent = false;      // its part is over
  bool is_let_go = false;
  // ---- how a moving actor is kept on time
  direct::DirectiveNumber pace = 0, route = 0;
  double target_s = -1;   // when it is to be at the mark: fixed from the commit on
  double change_mps = 0;  // so much faster than by itself it was told to drive, or slower
  bool is_committed = false;

  static void visit(auto& self, auto& field) {
    field(self.actor, self.since_s, self.candidates, self.best, self.times_cast, self.offered, self.looks,
          self.refused, self.empty_since_s, self.supplied, self.supplied_s, self.was_supplied, self.is_spent,
          self.is_let_go, self.pace, self.route, self.target_s, self.change_mps, self.is_committed);
  }
};

// What an actor was told for as long as a beat lasts.
struct KeptTell {
  std::uint32_t beat = 0, action = 0;  // by number
  world::ObjectId actor{};
  direct::DirectiveNumber number = 0;
  double told_s = -1;

  static void visit(auto& self, auto& field) {
    field(self.beat, self.action, self.actor, self.number, self.told_s);
  }
};

// An extra that makes way: what it was told.
struct Nudged {
  world::ObjectId id{};
  direct::DirectiveNumber pace = 0, lane = 0, route = 0;
  double change_mps = 0;     // of its speed
  double lane_until_s = -1;  // until then it stays in its lane

  static void visit(auto& self, auto& field) {
    field(self.id, self.pace, self.lane, self.route, self.change_mps, self.lane_until_s);
  }
};

struct LightState {
  std::uint32_t programme = 0xffffffffU;
  double asked_s = -1;  // when the subject was to be there, as far as was known
  bool is_held = false;
  bool is_fixed = false;            // by a beat that commits: it is not re-timed any more
  double slowest = 1, fastest = 1;  // the speeds at which the light ran
  std::uint32_t refusals = 0;

  static void visit(auto& self, auto& field) {
    field(self.programme, self.asked_s, self.is_held, self.is_fixed, self.slowest, self.fastest,
          self.refusals);
  }
};

// Whether a source or sink works now.
struct Gate {
  bool has_opened = false;  // its `when` has held once
  bool is_open = false;

  static void visit(auto& self, auto& field) { field(self.has_opened, self.is_open); }
};

struct SourceState {
  Gate gate{};
  double next_s = -1;  // when the next vehicle is due; below zero, not known
  double last_s = -1;  // when the last one came
  std::uint32_t made = 0;

  static void visit(auto& self, auto& field) { field(self.gate, self.next_s, self.last_s, self.made); }
};

struct SinkState {
  Gate gate{};
  std::uint32_t taken = 0;

  static void visit(auto& self, auto& field) { field(self.gate, self.taken); }
};

// A signal from outside.
struct SignalState {
  double time_s = 0;
  std::string name;

  static void visit(auto& self, auto& field) { field(self.time_s, self.name); }
};

struct NoteState {
  double time_s = 0;
  std::string text;

  static void visit(auto& self, auto& field) { field(self.time_s, self.text); }
};

// Why a scene was not staged, as its director knows it; the judge says whether it was.
enum class Trouble : std::uint8_t {
  none,
  no_candidate,     // no extra fits a role
  actor_lost,       // the actor left, refused or was blocked
  light_not_ready,  // the light could not be there in time
  way_not_clear,    // another body was in the way of the actor
  missed,           // the trigger of a beat did not come in time
  subject_slow,     // a premise about the subject was not met: it drives too slowly
  subject_stopped,  // the subject stands without a cause
  subject_left,     // the subject left its route, or the run
};
constexpr std::uint32_t count_of(Trouble) { return 9; }

struct PlayState {
  bool is_signalled(std::string_view name) const {
    return std::any_of(signals.begin(), signals.end(),
                       [&](const SignalState& signal) { return signal.name == name; });
  }

  double started_s = -1;  // the scene begins
  bool is_over = false;
  bool is_without_events = false;  // a decoy: beats that commit do nothing
  SubjectWatch watch{};
  std::vector<BeatState> beats;
  std::vector<RoleState> roles;
  std::vector<LightState> lights;  // by action that directs one, in the order of the script
  std::vector<Nudged> nudged;
  std::vector<KeptTell> kept;
  std::vector<SourceState> sources;
  std::vector<SinkState> sinks;
  std::vector<NoteState> notes;
  std::vector<SignalState> signals;  // from outside, so far; each name once
  HoldTimes times{};
  // ---- the first thing that went wrong
  Trouble trouble = Trouble::none;
  double trouble_s = -1;
  std::uint32_t trouble_beat = 0xffffffffU, trouble_role = 0xffffffffU;
  double trouble_value = 0;

  static void visit(auto& self, auto& field) {
    field(self.started_s, self.is_over, self.is_without_events, self.watch, self.beats, self.roles,
          self.lights, self.nudged, self.kept, self.sources, self.sinks, self.notes, self.signals, self.times,
          self.trouble, self.trouble_s, self.trouble_beat, self.trouble_role, self.trouble_value);
  }
};

}  // namespace backlot::scene
