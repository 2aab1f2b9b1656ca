// A study as its file says it: participants drive the same scenes under several conditions. Loose and editable; a plan (plan.h) makes the session of one
// participant of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "backlot/base/diagnostic.h"
#include "backlot/study/order.h"

namespace backlot::study {

// Which seed a trial is played with, from a first one on. The seed draws traffic, actors and parameters.
enum class SeedRule : std::uint8_t {
  fixed,           // always the first one: all participants of a condition meet the same traffic
  by_participant,  // the first one for the first participant, the next one for the second participant, ...
  by_trial,        // every trial of the study has a seed of its own
};
struct SeedChoice {
  std::uint64_t first = 1;
  SeedRule rule = SeedRule::fixed;

  friend bool operator==(const SeedChoice&, const SeedChoice&) = default;
};

// A parameter of a scene with its value as a text of the scene language.
struct GivenValue {
  std::string name, value;
  base::Place place{};

  friend bool operator==(const GivenValue&, const GivenValue&) = default;
};

// What is played where a trial was not staged: the same scene with another seed, or another scene.
struct SpareDescription {
  std::string scene_file{};  // empty: the scene of the condition once more
  std::vector<GivenValue> parameters{};
  base::Place place{};

  friend bool operator==(const SpareDescription&, const SpareDescription&) = default;
};

// A scene with all that tells it from the other conditions of the study.
struct ConditionDescription {
  std::string name, title{};
  std::string scene_file{};  // as the program opens it
  std::vector<GivenValue> parameters{};
  std::optional<SeedChoice> seed{};  // empty: that of the study
  std::string subject{};             // as --subject names it; empty: that of the study
  std::string instruction{};         // shown before each trial
  std::vector<SpareDescription> spares{};
  base::Place place{}, scene_place{};

  friend bool operator==(const ConditionDescription&, const ConditionDescription&) = default;
};

// A rest of the participant.
struct RestDescription {
  double least_s = 0;  // so long at least
  std::string text{};  // that the participant reads meanwhile

  friend bool operator==(const RestDescription&, const RestDescription&) = default;
};

// Trials with an order of their own.
struct BlockDescription {
  std::string name{};                      // empty: the only one, which the file does not name
  std::vector<std::size_t> conditions{};   // by number
  Order order = Order::listed;
  std::uint64_t order_seed = 1;            // of a random order
  std::size_t repetitions = 1;             // so often each condition comes
  std::string instruction{};               // shown before the block
  std::optional<RestDescription> rest{};   // ... within the block
  std::size_t rest_every = 0;              // after so many trials
  base::Place place{};

  friend bool operator==(const BlockDescription&, const BlockDescription&) = default;
};

// What a session consists of, in the order of the file.
struct Instruction {
  std::string text{};

  friend bool operator==(const Instruction&, const Instruction&) = default;
};
using SessionItem = std::variant<Instruction, RestDescription, BlockDescription>;

// What can be said with a key, or as the reason of an abort.
struct Coded {
  std::string code, text{};

  friend bool operator==(const Coded&, const Coded&) = default;
};

struct StudyDescription {
  std::string name, title{};
  std::vector<std::string> participants{};
  std::vector<ConditionDescription> conditions{};
  std::vector<SessionItem> session{};
  SeedChoice seed{};
  std::string subject = "me";         // "me": the participant drives
  double steps_per_s = 100;           // rows of frames.csv
  bool starts_by_participant = false;  // a trial begins when the participant is ready; else the operator starts it
  std::vector<Coded> markers{};       // by key
  std::vector<Coded> abort_codes{};
  base::Place place{};

  friend bool operator==(const StudyDescription&, const StudyDescription&) = default;
};

// Of a study that names none.
std::vector<Coded> usual_abort_codes();

}  // namespace backlot::study
