#include "backlot/harness/system_options.h"

#include <fmt/format.h>

namespace backlot::harness {

std::string find_fault(const SystemOptions& options, base::Duration step) {
  const base::Duration none{};
  if (options.cycle <= none) return fmt::format("the cycle of the system is {:g} s", options.cycle.seconds());
  if (options.cycle % step != none)
    return fmt::format("the cycle of the system is {:g} s, which is no multiple of the step of {:g} s",
                       options.cycle.seconds(), step.seconds());
  if (options.latency < none || options.jitter < none)
    return "the latency or the jitter of the system is below zero";
  if (!(options.lost_share >= 0 && options.lost_share <= 1))
    return fmt::format("the share of lost answers is {:g}, and has to be between 0 and 1",
                       options.lost_share);
  return {};
}

}  // namespace backlot::harness
