#include "backlot/campaign/result.h"

#include <fmt/format.h>

namespace backlot::campaign {

std::string reason_of(const CaseResult& result) {
  if (result.violations.empty() || result.verdict != Verdict::fail) return result.cause;
  const Violation& first = result.violations.front();
  std::string text = fmt::format("{}: broken at {:.2f} s at ({:.1f}, {:.1f}): measured {:.4g}, limit {:.4g}",
                                 first.rule, first.time_s, first.x_m, first.y_m, first.value, first.limit);
  if (result.violations.size() > 1) text += fmt::format(", and {} more", result.violations.size() - 1);
  return text;
}

}  // namespace backlot::campaign
