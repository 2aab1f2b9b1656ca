// The message `run`: how a run stands.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "apps/server/show/inbox.h"
#include "apps/server/show/pace.h"
#include "backlot/base/hash.h"

namespace backlot::server {

struct RunStatus {
  double time_s = 0;
  std::uint64_t seed = 0, hash = 0, steps = 0;
  std::size_t objects = 0;
  std::size_t viewers = 0;
  // ---- of runs with a subject
  bool is_human = false;
  std::string software{};         // that drives, or would
  double sequence = -1;           // of the last input that a step used
  double sent_ms = -1;            // as the page stamped it
  int input_steps = -1;           // from its coming to its use
  bool waits_for_driver = false;  // a human is to begin
  bool is_over = false;
  Json outcome = nullptr;
  // ---- of recordings
  std::optional<std::pair<double, double>> range_s{};
};

inline Json run_message(const RunStatus& status, const Pace& pace) {
  const auto or_null = [](double value) { return value < 0 ? Json(nullptr) : Json(value); };
  return {
      {"is", "run"},
      {"time_s", status.time_s},
      {"time_range", status.range_s ? Json({status.range_s->first, status.range_s->second}) : Json(nullptr)},
      {"playing", pace.is_playing()},
      {"factor", pace.factor()},
      {"reached", pace.reached()},
      {"seed", status.seed},
      {"hash", base::to_hex(status.hash)},
      {"steps", status.steps},
      {"objects", status.objects},
      {"overruns", pace.overruns()},
      {"worst_late_ms", pace.worst_late_ms()},
      {"driver", status.is_human ? "human" : "software"},
      {"software", status.software},
      {"sequence", or_null(status.sequence)},
      {"sent_ms", or_null(status.sent_ms)},
      {"input_steps", or_null(status.input_steps)},
      {"viewers", status.viewers},
      {"waits_for_driver", status.waits_for_driver},
      {"is_over", status.is_over},
      {"outcome", status.outcome}};
}

}  // namespace backlot::server
