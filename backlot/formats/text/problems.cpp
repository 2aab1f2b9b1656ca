#include "backlot/formats/text/problems.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/formats/text/limits.h"

namespace backlot::text {

void Problems::error(std::string code, base::Place place, std::string message, std::string hint) {
  BACKLOT_ASSERT(!code.empty() && !message.empty(), "a problem has a code and a message");
  ++failures_;
  if (is_full_ || !seen_.emplace(place.file, place.line, place.column, code).second) return;
  list_.error(std::move(code), std::move(place), std::move(message), std::move(hint));
  is_full_ = ++errors_ >= kMostErrors;
}

void Problems::warning(std::string code, base::Place place, std::string message, std::string hint) {
  BACKLOT_ASSERT(!code.empty() && !message.empty(), "a problem has a code and a message");
  // an element of XML may give several of one code
  if (is_full_ || !seen_.emplace(place.file, place.line, place.column, code + message).second) return;
  list_.warning(std::move(code), std::move(place), std::move(message), std::move(hint));
}

base::Diagnostics Problems::take() {
  struct Entry {
    std::size_t file;
    const base::Diagnostic* diagnostic;
  };
  std::map<std::string, std::size_t> files;
  std::vector<Entry> entries;
  for (const base::Diagnostic& d : list_)
    entries.push_back({files.emplace(d.place.file, files.size()).first->second, &d});
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    const base::Place& p = a.diagnostic->place;
    const base::Place& q = b.diagnostic->place;
    if (a.file != b.file) return a.file < b.file;
    return p.line != q.line ? p.line < q.line : p.column < q.column;
  });

  base::Diagnostics sorted;
  for (const Entry& entry : entries) sorted.add(*entry.diagnostic);
  if (is_full_) sorted.error("T112", {}, "too many errors; the rest is not listed");
  list_ = {};
  return sorted;
}

}  // namespace backlot::text
