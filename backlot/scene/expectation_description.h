// What must have happened for a scene to count as staged, and what the subject must do.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "backlot/network/signal_description.h"
#include "backlot/network/text_place.h"
#include "backlot/scene/condition.h"
#include "backlot/world/body.h"

namespace backlot::scene {

// When an expectation is asked.
enum class Moment : std::uint8_t {
  at_beat,      // when the beat begins
  during_beat,  // in every step of the beat
  after_beat,   // at some moment within so long after the beat began
  at_onset,  // at the first moment at which the actor of the scene's event has left normal behaviour and is visible to the subject
  never,     // at no moment of the scene
  always,    // at every moment of the scene
  at_end,    // when the scene is over
};
constexpr std::uint32_t count_of(Moment) { return 7; }

// The body of the actor is on the path of the subject so long before the undisturbed subject would be there; below zero, after it.
struct EntersPath {
  std::string role;
  double before_s = 0, within_s = 0.5;
  friend bool operator==(const EntersPath&, const EntersPath&) = default;
};
struct NoAppearance {  // extras appear or vanish in sight of the subject
  friend bool operator==(const NoAppearance&, const NoAppearance&) = default;
};
struct NoContactOfExtras {  // extras touch each other before anything touches the subject
  friend bool operator==(const NoContactOfExtras&, const NoContactOfExtras&) = default;
};
// The light at a line of the subject changes to an aspect, for the first time after the beat began, so long before the undisturbed subject would be
// at the line.
struct LightTurns {
  std::string mark;  // a stop line
  network::Aspect aspect = network::Aspect::yellow;
  double before_s = 0, within_s = 0.5;
  friend bool operator==(const LightTurns&, const LightTurns&) = default;
};
// The beat came, and its actor began to act within so long after its trigger.
struct Acts {
  std::string role;
  double within_s = 0.5;
  friend bool operator==(const Acts&, const Acts&) = default;
};

// The speed of the actor swings by so much with this period, as long as its beat lasts: the size of that wave in what the actor drove.
struct Swings {
  std::string role;
  double by_mps = 0, period_s = 0;
  double within = 0.25;  // as a share
  friend bool operator==(const Swings&, const Swings&) = default;
};

struct ExpectationDescription {
  std::string text;  // as it was written, for reports
  Moment moment = Moment::at_beat;
  std::string beat;     // of at_beat, during_beat, after_beat; the event of at_onset
  double within_s = 0;  // of after_beat
  std::variant<Condition, EntersPath, NoAppearance, NoContactOfExtras, Acts, LightTurns, Swings> what{};
  network::TextPlace place{};
  friend bool operator==(const ExpectationDescription&, const ExpectationDescription&) = default;
};

// What the subject must do; evaluated by the test bench.
struct JudgeDescription {
  std::string text;
  std::string validator;  // one of CONTRACT's, "contact"
  std::vector<double> values;
  // Of `never CONDITION`, `always CONDITION`, `eventually CONDITION`: one, or none; behind `while` a second one: the rule counts only where it holds.
  std::vector<Condition> conditions;
  bool is_never = true;
  bool is_eventually = false;
  double within_s = 0;  // of `eventually`, and of `mission`: 0 is without a limit
  std::string
      after_beat{};  // of `eventually`: counted from that beat on; empty: from the start of the subject on
  std::vector<std::string> marks{};        // of `mission past ...`: to be passed in this order
  std::string signal{};                    // of `signal NAME over X`
  bool is_over = true;                     // of `signal`: the value stays over its limit, else below it
  std::vector<world::ObjectKind> kinds{};  // of "distance": the vehicles that count; empty: all
  network::TextPlace place{};
  friend bool operator==(const JudgeDescription&, const JudgeDescription&) = default;
};

// A measure with values that are collected in bins, for coverage.
struct CoverDescription {
  std::string text;    // without range and bin, for reports: "ttc at cutting"
  Compared measure{};  // its bounds are the range that is to be covered; infinite without one
  std::string beat;    // at that beat, or "onset"
  double bin = 0;
  network::TextPlace place{};
  friend bool operator==(const CoverDescription&, const CoverDescription&) = default;
};

}  // namespace backlot::scene
