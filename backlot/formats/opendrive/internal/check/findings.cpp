#include "backlot/formats/opendrive/internal/check/findings.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/assert.h"

namespace backlot::formats::opendrive {

void Findings::warn(const Rule& rule, Where where, const std::string& message, std::string hint) {
  list_.warning(std::string(rule.code), document_.place(where), fmt::format("{} ({})", message, rule.name),
                std::move(hint));
}

void Findings::error(const Rule& rule, Where where, const std::string& message, std::string hint) {
  list_.error(std::string(rule.code), document_.place(where), fmt::format("{} ({})", message, rule.name),
              std::move(hint));
}

base::Diagnostics Findings::take(std::size_t most_of_a_kind) {
  std::vector<const base::Diagnostic*> sorted;
  for (const base::Diagnostic& finding : list_) sorted.push_back(&finding);
  std::stable_sort(sorted.begin(), sorted.end(), [](const base::Diagnostic* a, const base::Diagnostic* b) {
    return a->place.line != b->place.line ? a->place.line < b->place.line : a->place.column < b->place.column;
  });

  base::Diagnostics listed;
  std::map<std::string, std::size_t> counts;
  for (const base::Diagnostic* finding : sorted)
    if (++counts[finding->code] <= most_of_a_kind) listed.add(*finding);
  for (const auto& [code, count] : counts)
    if (count > most_of_a_kind)
      listed.note(code, {document_.file, 0, 0},
                  fmt::format("{} more of this kind are not listed", count - most_of_a_kind));
  list_ = {};
  return listed;
}

}  // namespace backlot::formats::opendrive
