#include "backlot/verdict/internal/episode.h"

#include <fmt/format.h>

#include "backlot/base/assert.h"

namespace backlot::verdict::internal {

namespace {

constexpr double kParts_s = 0.5;  // a rule that is broken again sooner is broken still

}  // namespace

std::string other_text(world::ObjectId other) {
  return other.is_empty() ? std::string() : fmt::format(" with vehicle {}", world::number_for_people(other));
}

Finding finding_at(const JudgedMoment& m, std::string_view validator, const std::string& rule) {
  BACKLOT_ASSERT(!validator.empty() && !rule.empty(), "a finding names its validator and its rule");
  Finding finding;
  finding.validator = validator;
  finding.rule = rule;
  finding.time_s = finding.until_s = m.now_s();
  finding.where = m.subject.centre;
  if (!m.subject.strip.is_empty()) finding.on = m.network().name_of(m.subject.strip);
  return finding;
}

void Episode::watch(const JudgedMoment& m, const std::optional<Measured>& now, Findings& found) {
  if (!now || margin(now->value) >= 0) return;
  const bool goes_on = open_ && m.now_s() - found[*open_].until_s <= kParts_s;
  if (!goes_on) {
    open_ = found.size();
    found.push_back(finding_at(m, name_, rule_));
    found.back().value = now->value;
    found.back().limit = limit_;
    found.back().margin = 1;
  }
  BACKLOT_ASSERT(*open_ < found.size(), "an episode that goes on was found");
  Finding& finding = found[*open_];
  finding.until_s = m.now_s();
  if (margin(now->value) >= finding.margin) return;
  finding.value = now->value;
  finding.margin = margin(now->value);
  finding.other = now->other;
  finding.message = fmt::format(fmt::runtime(says_), now->value, limit_) + other_text(now->other);
}

}  // namespace backlot::verdict::internal
