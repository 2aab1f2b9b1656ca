#include "backlot/report/comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "backlot/base/assert.h"
#include "backlot/report/outcome.h"

namespace backlot::report {

namespace {

using PairKey = std::tuple<std::string, std::uint64_t, std::string, NamedTexts>;

PairKey pair_key(const Run& run, bool has_driver) {
  NamedTexts parameters = run.parameters;
  std::sort(parameters.begin(), parameters.end());
  return {run.name, run.seed, has_driver ? run.driver : "", std::move(parameters)};
}

std::set<std::string> drivers_in(std::span<const Run> runs) {
  std::set<std::string> names;
  for (const Run& run : runs) names.insert(run.driver);
  return names;
}

bool is_judged(const Run& run) { return run.verdict == verdict::Verdict::pass || is_failure(run); }

Change change_of(const Run& run, const Run& before) {
  if (is_failure(run)) return is_failure(before) ? Change::remaining : Change::fresh;
  if (run.verdict == verdict::Verdict::pass) return is_failure(before) ? Change::fixed : Change::none;
  return is_judged(before) ? Change::lost : Change::none;
}

void count_change(Comparison& comparison, Change change) {
  comparison.fresh += change == Change::fresh ? 1U : 0U;
  comparison.fixed += change == Change::fixed ? 1U : 0U;
  comparison.remaining += change == Change::remaining ? 1U : 0U;
  comparison.lost += change == Change::lost ? 1U : 0U;
  comparison.unpaired += change == Change::unpaired ? 1U : 0U;
}

const Figure* find_figure(const Run& run, const std::string& name) {
  for (const Figure& figure : run.figures)
    if (figure.name == name) return &figure;
  return nullptr;
}

struct FigurePairs {
  Better better = Better::unknown;
  std::vector<double> before{}, now{};
};

int change_rank(const FigureChange& change) {
  if (change.is_worse()) return 0;
  if (change.is_better()) return 1;
  return change.has_moved() ? 2 : 3;
}

std::vector<FigureChange> figure_changes(std::span<const Run> runs, std::span<const Run> baseline,
                                         const Comparison& comparison) {
  BACKLOT_ASSERT(comparison.partners.size() == runs.size(), "the comparison is of these runs");
  std::map<std::tuple<std::string, std::string, std::string>, FigurePairs> by_key;
  for (std::size_t k = 0; k < runs.size(); ++k) {
    if (!comparison.partners[k]) continue;
    const Run& before = baseline[*comparison.partners[k]];
    for (const Figure& figure : runs[k].figures) {
      const Figure* old = find_figure(before, figure.name);
      if (!old || !std::isfinite(old->value) || !std::isfinite(figure.value)) continue;
      FigurePairs& pairs = by_key[{scene_of(runs[k]), driver_of(runs[k]), figure.name}];
      pairs.better = figure.better;
      pairs.before.push_back(old->value);
      pairs.now.push_back(figure.value);
    }
  }
  std::vector<FigureChange> changes;
  for (const auto& [key, pairs] : by_key)
    changes.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), pairs.better,
                       paired_difference(pairs.before, pairs.now)});
  std::stable_sort(changes.begin(), changes.end(), [](const FigureChange& a, const FigureChange& b) {
    return change_rank(a) < change_rank(b);
  });
  return changes;
}

}  // namespace

double t_quantile(std::size_t degrees) {
  BACKLOT_CHECK(degrees > 0, "a t distribution has degrees of freedom");
  constexpr std::array<double, 10> kFirst = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706,
                                             2.4469,  2.3646, 2.3060, 2.2622, 2.2281};
  if (degrees <= kFirst.size()) return kFirst[degrees - 1];
  // the expansion of Fisher and Cornish in 1 / n (Abramowitz and Stegun 26.7.5)
  const double z = 1.959963984540054, n = static_cast<double>(degrees), z2 = z * z;
  const double g1 = (z2 + 1) * z / 4, g2 = ((5 * z2 + 16) * z2 + 3) * z / 96;
  const double g3 = (((3 * z2 + 19) * z2 + 17) * z2 - 15) * z / 384;
  return z + g1 / n + g2 / (n * n) + g3 / (n * n * n);
}

PairedDifference paired_difference(std::span<const double> before, std::span<const double> now) {
  BACKLOT_CHECK(before.size() == now.size() && !before.empty(), "pairs need two values each");
  PairedDifference result{.pairs = before.size()};
  const double n = static_cast<double>(before.size());
  for (std::size_t k = 0; k < before.size(); ++k) {
    result.before += before[k] / n;
    result.now += now[k] / n;
    result.mean += (now[k] - before[k]) / n;
  }
  double squares = 0;
  for (std::size_t k = 0; k < before.size(); ++k) {
    const double d = now[k] - before[k] - result.mean;
    squares += d * d;
  }
  double half = std::numeric_limits<double>::infinity();
  if (before.size() > 1) half = t_quantile(before.size() - 1) * std::sqrt(squares / (n - 1) / n);
  result.low = result.mean - half;
  result.high = result.mean + half;
  return result;
}

Comparison compare(std::span<const Run> runs, std::span<const Run> baseline) {
  Comparison comparison;
  const std::set<std::string> drivers = drivers_in(runs), old_drivers = drivers_in(baseline);
  comparison.is_across_drivers = drivers.size() == 1 && old_drivers.size() == 1 && drivers != old_drivers;
  std::multimap<PairKey, std::size_t> waiting;
  for (std::size_t k = 0; k < baseline.size(); ++k)
    waiting.emplace(pair_key(baseline[k], !comparison.is_across_drivers), k);
  for (const Run& run : runs) {
    const auto found = waiting.find(pair_key(run, !comparison.is_across_drivers));
    std::optional<std::size_t> partner;
    if (found != waiting.end()) {
      partner = found->second;
      waiting.erase(found);
    }
    comparison.partners.push_back(partner);
    comparison.changes.push_back(partner ? change_of(run, baseline[*partner]) : Change::unpaired);
    count_change(comparison, comparison.changes.back());
  }
  comparison.dropped = waiting.size();
  comparison.figures = figure_changes(runs, baseline, comparison);
  return comparison;
}

}  // namespace backlot::report
