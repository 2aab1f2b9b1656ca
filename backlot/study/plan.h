// The session of one participant: instructions, trials and rests in a row. It depends on the study and the participant alone, so that a program that starts
// again makes the same plan.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/study/study.h"

namespace backlot::study {

struct PlannedTrial {
  std::size_t number = 0;      // of the session, from 1 on
  std::size_t condition = 0;   // by number
  std::string block{};         // its name
  std::size_t order = 0;       // place of the condition in its order, from 1 on
  std::size_t repetition = 1;  // of the block, from 1 on
  std::uint64_t seed = 1;

  friend bool operator==(const PlannedTrial&, const PlannedTrial&) = default;
};

enum class StepKind : std::uint8_t { instruction, rest, trial };

struct PlannedStep {
  StepKind kind = StepKind::trial;
  std::string text{};     // of an instruction or rest; of a trial, what is shown before it
  double least_s = 0;     // of a rest
  PlannedTrial trial{};   // of a trial

  friend bool operator==(const PlannedStep&, const PlannedStep&) = default;
};

// `participant` is a number into study.participants. The study was read without errors.
std::vector<PlannedStep> plan_of(const StudyDescription& study, std::size_t participant);

// How many trials a session has.
std::size_t trials_of(const StudyDescription& study);

// The seed of the spare with this number, from 0 on: far from those of the plan.
std::uint64_t seed_of_spare(std::uint64_t seed, std::size_t spare);

// "P01"; wide enough that names of all participants of a count sort by number.
std::string numbered_participant(std::size_t number, std::size_t count);

}  // namespace backlot::study
