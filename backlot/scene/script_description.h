// The script of a scene as it is written: beats with triggers and what happens in them.
//
//   waits --trigger and all predecessors--> plays --all is done, or `until`--> over
//         \--deadline-----------------------------------------------------> missed
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "backlot/direct/directive.h"
#include "backlot/network/signal_description.h"
#include "backlot/network/text_place.h"
#include "backlot/scene/condition.h"
#include "backlot/scene/set_description.h"

namespace backlot::scene {

// ---- actions

// Looks for an actor to play the role, for as long as the beat lasts, and again where the actor fails.
struct CastRole {
  std::string role;
  friend bool operator==(const CastRole&, const CastRole&) = default;
};
// The light of the subject's line is at a part of an aspect (0 its beginning, 0.5 its middle) when the subject is so long before the mark; below
// zero, past it. In a beat that commits the time is that of the commit, whatever the subject does then.
struct LightOnCue {
  std::string line;  // the stop line of the light: a mark
  network::Aspect aspect = network::Aspect::green;
  double part = 0.5;
  double before_s = 0;
  std::string mark;    // of the subject's arrival
  double ahead_s = 0;  // the light is so long before that part, at its normal speed
  friend bool operator==(const LightOnCue&, const LightOnCue&) = default;
};
// Extras ahead of the subject hurry on or turn off, those behind do not overtake. With a role: extras that cross the
// way of that role up to the mark come earlier or later.
struct KeepPathFree {
  std::string mark;    // up to there
  std::string role{};  // empty: the subject
  std::optional<double>
      ahead_s{};  // of the subject: extras ahead are past the mark so long before it is there
  friend bool operator==(const KeepPathFree&, const KeepPathFree&) = default;
};
// Extras behind the subject stay there: none of them overtakes.
struct HoldBack {
  friend bool operator==(const HoldBack&, const HoldBack&) = default;
};
// An actor is told what to do. Its object and its mark are names; `what` has the numbers.
struct Tell {
  std::string role;
  direct::What what{};
  std::string object;           // of gaps, headways, cut-ins, times: "subject" or a role
  std::string mark;             // of places
  std::optional<double> for_s;  // how long; else until it is done, or the beat is over
  friend bool operator==(const Tell& a, const Tell& b);
};
// The director keeps the actor on time with the subject, by its own estimate of the arrival, for as long as the beat lasts.
bool keeps_time_with_subject(const Tell& tell);
// The speed of an actor swings around what it is by so much: a sine, which the director keeps up by directives.
struct Swing {
  std::string role;
  double by_mps = 0, period_s = 0, for_s = 0;
  friend bool operator==(const Swing&, const Swing&) = default;
};
// An actor holds a speed; with an object, so much more than that of the object.
struct DriveAt {
  std::string role;
  double speed_mps = 0;
  std::string than{};             // empty: the speed itself
  std::optional<double> for_s{};  // how long; else as long as the beat lasts
  friend bool operator==(const DriveAt&, const DriveAt&) = default;
};
// An actor on the way of the subject gets as far ahead of it as asked, from nearer or from further on. It goes by the speed that the subject drives by
// itself, so it does not mirror a subject that brakes for it.
struct TakePosition {
  std::string role;
  double gap_m = 0, headway_s = 0;  // one of them: to its rear; headway_s / the speed of the subject
  std::optional<double> for_s{};    // how long; else as long as the beat lasts
  friend bool operator==(const TakePosition&, const TakePosition&) = default;
};
// A prop beside the road becomes an actor, and drives off into the lane.
struct PullOut {
  std::string role;
  friend bool operator==(const PullOut&, const PullOut&) = default;
};
struct Note {
  std::string text;
  friend bool operator==(const Note&, const Note&) = default;
};
struct LetGo {  // the role's part is over
  std::string role;
  friend bool operator==(const LetGo&, const LetGo&) = default;
};
struct HandOver {  // the actor goes on under the direction of another scene of the scenario
  std::string role, to_scene, to_role;
  friend bool operator==(const HandOver&, const HandOver&) = default;
};

struct ActionDescription {
  std::variant<CastRole, LightOnCue, KeepPathFree, HoldBack, Tell, Swing, DriveAt, TakePosition, PullOut,
               Note, LetGo, HandOver>
      what{};
  network::TextPlace place{};
  friend bool operator==(const ActionDescription&, const ActionDescription&) = default;
};

// Whether the action goes on for as long as its beat does.
bool is_lasting(const ActionDescription& action);
// The role that the action tells how to drive; null where it tells none.
const std::string* find_directed_role(const ActionDescription& action);

// ---- beats

struct BeatDescription {
  std::string name;
  std::optional<Condition> when;   // its trigger; none: as soon as its predecessors have begun
  std::optional<Condition> until;  // it ends then at the latest
  std::optional<Condition>
      deadline;  // it is missed when this holds before it began; default: the subject is past its mark
  std::vector<std::string>
      after;  // beats that must have begun: the one before it in the script, and those of `order`
  std::vector<ActionDescription> actions;
  bool commits = false;    // an event of the scene: from its trigger on the subject changes nothing
  bool is_branch = false;  // `if ...`: nothing is missed where it does not come
  network::TextPlace place{};
  friend bool operator==(const BeatDescription&, const BeatDescription&) = default;
};

struct ScriptDescription {
  std::vector<BeatDescription> beats;
  std::optional<Condition> end;  // `end when ...`; in any case after most_s
  double most_s = 900;           // simulated seconds after the subject started
  network::TextPlace place{};
  friend bool operator==(const ScriptDescription&, const ScriptDescription&) = default;
};

}  // namespace backlot::scene
