#include "backlot/campaign/shards.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "backlot/base/assert.h"

namespace backlot::campaign {

namespace {

std::string case_text(const Case& one) { return one.suite + '\n' + one.name + '\n' + one.driver; }

// For each of the open positions, the first of those with its scene and seed.
std::vector<std::size_t> families_of(std::span<const Case> cases, std::span<const std::size_t> open) {
  std::map<std::pair<std::string, std::uint64_t>, std::size_t> first;
  std::vector<std::size_t> families;
  for (const std::size_t k : open)
    families.push_back(first.try_emplace({cases[k].scene_file, cases[k].seed}, k).first->second);
  return families;
}

}  // namespace

void RunCosts::add(const Case& one, double wall_s) {
  for (Mean* const mean : {&by_case_[case_text(one)], &by_scene_[one.scene_file], &all_}) {
    mean->sum_s += wall_s;
    ++mean->runs;
  }
}

double RunCosts::of(const Case& one) const {
  const auto mean_of = [](const Mean& mean) { return mean.sum_s / static_cast<double>(mean.runs); };
  if (const auto at = by_case_.find(case_text(one)); at != by_case_.end()) return mean_of(at->second);
  if (const auto at = by_scene_.find(one.scene_file); at != by_scene_.end()) return mean_of(at->second);
  return is_empty() ? kUnknown_s : mean_of(all_);
}

bool RunCosts::knows(const Case& one) const { return by_case_.contains(case_text(one)); }

std::vector<std::vector<std::size_t>> make_shards(std::span<const Case> cases,
                                                  std::span<const std::size_t> open, const RunCosts& costs,
                                                  double target_s, std::size_t cores) {
  BACKLOT_ASSERT(target_s > 0 && cores > 0, "a shard takes time on at least one core");
  const std::vector<std::size_t> families = families_of(cases, open);
  std::vector<std::size_t> order(open.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return families[a] < families[b]; });

  const double most_s = target_s * static_cast<double>(cores);
  std::vector<std::vector<std::size_t>> shards;
  double sum_s = 0;
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    double family_s = 0;
    for (; end < order.size() && families[order[end]] == families[order[begin]]; ++end)
      family_s += costs.of(cases[open[order[end]]]);
    // A family that does not fit begins a shard of its own, unless it is too long for any.
    if (shards.empty() || (sum_s + family_s > most_s && family_s <= most_s)) {
      if (shards.empty() || !shards.back().empty()) shards.emplace_back();
      sum_s = 0;
    }
    for (; begin < end; ++begin) {
      const double run_s = costs.of(cases[open[order[begin]]]);
      if (sum_s + run_s > most_s && !shards.back().empty()) {
        shards.emplace_back();
        sum_s = 0;
      }
      shards.back().push_back(open[order[begin]]);
      sum_s += run_s;
    }
  }
  return shards;
}

}  // namespace backlot::campaign
