// The table events.csv of a trial in a study: what happened, with three stamps, so that recordings of other devices can be laid beside it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "backlot/record/column.h"

namespace backlot::trial {

// A moment by three clocks: that of the run, one that never goes back, and the wall clock.
struct Stamp {
  double time_s = 0;       // since the start of the subject; below zero before it
  double run_s = 0;        // of the run
  double monotonic_s = 0;  // since the machine was started (CLOCK_MONOTONIC)
  std::string utc{};       // ISO 8601, to the microsecond
};

struct StampedEvent {
  Stamp stamp{};
  std::string event{};  // "beat", "marker", "in", ...
  std::string name{};   // of the beat, marker, signal ...
  std::optional<double> value{};
  std::optional<std::uint64_t> object{}, other{};  // numbers of bodies
  std::string role{}, text{};
  std::optional<double> sent_stamp{};  // as the sender of an event from outside stamped it
};

std::span<const record::Column<StampedEvent>> stamped_event_columns();

// The wall clock's microseconds since 1970 as ISO 8601: "2026-03-01T09:30:00.000000Z".
std::string utc_text(std::int64_t microseconds);

}  // namespace backlot::trial
