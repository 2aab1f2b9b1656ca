// When the moments of a script can come, by interval arithmetic, for a subject that drives freely at a constant share of the limits, as far as
// bends allow it. It serves the checks before a run: what cannot be told is a wide interval.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "backlot/scene/scene.h"

namespace backlot::scene {

// Shares of the limits at which a subject may drive.
inline constexpr double kSlowestShare = 0.6, kFastestShare = 1.1;

// Seconds after the subject started.
struct Span {
  double soonest_s = 0;
  double latest_s = std::numeric_limits<double>::infinity();  // infinite: it may never come
};

class Schedule {
 public:
  // The scene has its course and as many of its marks as could be placed. It stays where it is for as long as this is used.
  Schedule(const Scene& scene, double share);

  // When a condition holds for the first time.
  Span of(const Condition& condition) const;
  // When a beat begins: its trigger holds, and its predecessors have begun. A beat that waits for itself may never begin.
  const Span& begin_of(std::size_t beat) const { return begins_[beat]; }
  Span end_of(std::size_t beat) const;
  Span end_of_scene() const;
  // When its predecessors have begun.
  Span predecessors_of(std::size_t beat) const;
  // Of the subject's front at a mark; below zero for one behind its start, empty where the subject does not pass it.
  std::optional<double> arrival_s(const std::string& mark) const;
  double arrival_at(double metre) const;

 private:
  Span of_question(const Condition& condition) const;
  Span of_beat(const std::string& name) const;
  Span cast_of(const std::string& role) const;

  const Scene& scene_;
  double share_;
  std::vector<Span> begins_;
};

}  // namespace backlot::scene
