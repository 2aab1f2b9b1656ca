#include "backlot/base/suggest.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include <fmt/format.h>

namespace backlot::base {

namespace {

// Comparing costs the product of the lengths, and a hostile file may hold a million names.
constexpr std::size_t kLongestWord = 64;
constexpr std::size_t kMostCandidates = 10'000;

// What a word is compared with: all of a candidate, or the first word of a phrase.
std::string_view comparable(std::string_view candidate, std::string_view word) {
  return word.find(' ') == std::string_view::npos ? candidate.substr(0, candidate.find(' ')) : candidate;
}

}  // namespace

// Optimal string alignment: Levenshtein's distance with exchanged neighbours, row by row.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({change, last[j] + 1, row[j - 1] + 1});
      const bool is_exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_exchanged) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.empty() || word.size() > kLongestWord) return {};
  // A third of the letters may be wrong; more is another word.
  std::size_t nearest = word.size() / 3 + 1;
  std::string_view best;
  for (const std::string_view candidate : candidates.first(std::min(candidates.size(), kMostCandidates))) {
    const std::string_view known = comparable(candidate, word);
    const std::size_t longer = std::max(known.size(), word.size());
    const std::size_t shorter = std::min(known.size(), word.size());
    if (known.empty() || known == word || longer - shorter >= nearest) continue;
    const std::size_t distance = edit_distance(word, known);
    if (distance >= nearest || distance >= longer) continue;
    nearest = distance;
    best = candidate;
  }
  return best.empty() ? std::string() : fmt::format("did you mean \"{}\"?", best);
}

}  // namespace backlot::base
