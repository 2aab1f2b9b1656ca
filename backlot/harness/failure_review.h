// What a failed run is found to be: when the danger began, which of the two was responsible, and which reference drivers would have prevented it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backlot/verdict/danger_onset.h"
#include "backlot/verdict/responsibility.h"

namespace backlot::harness {

// A moment of a run or of a fork, for reports.
struct TracePoint {
  double time_s = 0;
  double speed_mps = 0;
  std::optional<double> distance_m{};  // to the other body; empty without one
};

// The run from the onset on, with a reference driver in the place of the subject.
struct ReferenceFork {
  std::string driver;
  bool avoids = false;               // the contact, or the broken rule
  std::optional<double> failed_s{};  // where it does not
  std::vector<TracePoint> trace;     // from the onset on
};

struct FailureReview {
  std::string rule;  // of the finding that it is about
  verdict::DangerOnset onset;
  verdict::Responsibility responsibility;
  std::vector<ReferenceFork> forks;  // in the order of subject::kReferenceKinds
  std::vector<TracePoint> driven;    // the failed run itself, from the onset to the failure
  std::string sentence;              // the facts in one sentence

  // The reference drivers that avoid the failure.
  std::vector<std::string> preventable_by() const;
  bool is_preventable() const { return !preventable_by().empty(); }
};

}  // namespace backlot::harness
