#include "backlot/verdict/verdict.h"

namespace backlot::verdict {

static_assert(kVerdicts == static_cast<std::size_t>(Verdict::hung) + 1);

std::string_view to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "pass";
    case Verdict::fail:
      return "fail";
    case Verdict::evaded:
      return "evaded";
    case Verdict::not_staged:
      return "not_staged";
    case Verdict::crashed:
      return "crashed";
    case Verdict::hung:
      return "hung";
  }
  return "";
}

Verdict find_verdict(Outcome outcome, std::span<const Finding> findings) {
  if (!findings.empty()) return Verdict::fail;
  switch (outcome) {
    case Outcome::staged:
      return Verdict::pass;
    case Outcome::evaded:
      return Verdict::evaded;
    case Outcome::not_staged:
      break;
  }
  return Verdict::not_staged;
}

}  // namespace backlot::verdict
