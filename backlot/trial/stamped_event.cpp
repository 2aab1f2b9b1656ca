#include "backlot/trial/stamped_event.h"

#include <array>
#include <chrono>
#include <string_view>

#include <fmt/format.h>

namespace backlot::trial {

namespace {

using enum record::ColumnType;
using record::Cell;

Cell text_of(const std::string& value) { return value.empty() ? Cell{} : Cell::of(std::string_view(value)); }
Cell whole_of(const std::optional<std::uint64_t>& value) { return value ? Cell::of(*value) : Cell{}; }
Cell number_of(const std::optional<double>& value) { return value ? Cell::of(*value) : Cell{}; }

constexpr auto kEventColumns = std::to_array<record::Column<StampedEvent>>({
    {"time_s", "s", number, 3, "time since the start of the subject, of the last step that was taken",
     [](const StampedEvent& e) { return Cell::of(e.stamp.time_s); }},
    {"run_s", "s", number, 3, "time of the run then",
     [](const StampedEvent& e) { return Cell::of(e.stamp.run_s); }},
    {"monotonic_s", "s", number, 6, "clock of the machine that never goes back (CLOCK_MONOTONIC)",
     [](const StampedEvent& e) { return Cell::of(e.stamp.monotonic_s); }},
    {"utc", "", text, 0, "wall time, UTC, ISO 8601", [](const StampedEvent& e) { return text_of(e.stamp.utc); }},
    {"event", "", text, 0,
     "trial_begin, subject_start, beat, role, contact, light, takeover, pause, resume, marker, note, in, out, abort, "
     "trial_end",
     [](const StampedEvent& e) { return text_of(e.event); }},
    {"name", "", text, 0, "which one: beat, role, key of a marker, name of an event from or to the outside, code",
     [](const StampedEvent& e) { return text_of(e.name); }},
    {"value", "", number, 6, "its number: of an event from or to the outside, relative speed of a contact in m/s",
     [](const StampedEvent& e) { return number_of(e.value); }},
    {"object", "", whole, 0, "number of a body, as in traces", [](const StampedEvent& e) { return whole_of(e.object); }},
    {"other", "", whole, 0, "number of a second body", [](const StampedEvent& e) { return whole_of(e.other); }},
    {"role", "", text, 0, "role of the body", [](const StampedEvent& e) { return text_of(e.role); }},
    {"text", "", text, 0, "in words", [](const StampedEvent& e) { return text_of(e.text); }},
    {"sender_stamp", "", number, 6, "stamp that the sender of an event from outside gave it, by its own clock",
     [](const StampedEvent& e) { return number_of(e.sent_stamp); }},
});

}  // namespace

std::span<const record::Column<StampedEvent>> stamped_event_columns() { return kEventColumns; }

std::string utc_text(std::int64_t microseconds) {
  using namespace std::chrono;
  const sys_time<std::chrono::microseconds> at{std::chrono::microseconds(microseconds)};
  const auto day = floor<days>(at);
  const year_month_day date(day);
  const hh_mm_ss time(at - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06}Z", int{date.year()},
                     unsigned{date.month()}, unsigned{date.day()}, time.hours().count(),
                     time.minutes().count(), time.seconds().count(), time.subseconds().count());
}

}  // namespace backlot::trial
