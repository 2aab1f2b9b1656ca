#include "backlot/report/coverage.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>

#include "backlot/base/assert.h"

namespace backlot::report {

namespace {

constexpr std::size_t kMostBins = 200;

// From the values, in whole bins around zero.
void find_range(CoverageItem& item, double bin) {
  BACKLOT_ASSERT(bin > 0, "bins have a width");
  if (item.values.empty()) return;
  const auto [least, largest] = std::minmax_element(item.values.begin(), item.values.end());
  item.low = bin * std::floor(*least / bin);
  item.high = bin * std::ceil(*largest / bin);
  if (item.high <= item.low) item.high = item.low + bin;
}

}  // namespace

std::vector<CoverageItem> coverage_of(std::span<const Run> runs) {
  struct Asked {
    double bin = 0;
    std::optional<double> low, high;
  };
  std::vector<CoverageItem> items;
  std::vector<Asked> asked;
  std::map<std::pair<std::string, std::string>, std::size_t> known;
  for (const Run& run : runs)
    for (const CoverRow& row : run.cover) {
      if (!(row.bin > 0)) continue;
      const auto [at, is_new] = known.try_emplace({scene_of(run), row.measure}, items.size());
      if (is_new) {
        items.push_back({.scene = scene_of(run), .parameter = row.measure, .unit = row.unit});
        asked.push_back({row.bin, row.low, row.high});
      }
      if (run.is_staged && row.value && std::isfinite(*row.value))
        items[at->second].values.push_back(*row.value);
    }
  for (std::size_t k = 0; k < items.size(); ++k) {
    CoverageItem& item = items[k];
    find_range(item, asked[k].bin);
    item.low = asked[k].low.value_or(item.low);
    item.high = asked[k].high.value_or(item.high);
    const double bins = std::round((item.high - item.low) / asked[k].bin);
    item.bins =
        bins >= 1 && bins <= static_cast<double>(kMostBins) ? static_cast<std::size_t>(bins) : kMostBins;
  }
  return items;
}

Covered cover(const CoverageItem& item) {
  Covered covered;
  const bool has_range = std::isfinite(item.low) && std::isfinite(item.high) && item.low < item.high;
  if (!has_range || item.bins == 0) {
    covered.outside = item.values.size();
    return covered;
  }
  const std::size_t bins = std::min(item.bins, kMostBins);
  const double width = (item.high - item.low) / static_cast<double>(bins);
  const double slack = 1e-9 * (item.high - item.low);  // of computing
  covered.counts.assign(bins, 0);
  for (const double value : item.values) {
    if (!(value >= item.low - slack && value <= item.high + slack)) {
      ++covered.outside;
      continue;
    }
    const double at = std::clamp((value - item.low) / width, 0.0, static_cast<double>(bins - 1));
    ++covered.counts[static_cast<std::size_t>(at)];
    ++covered.values;
  }
  for (std::size_t k = 0; k < bins; ++k) {
    if (covered.counts[k] > 0) {
      ++covered.reached;
      continue;
    }
    const double from = item.low + width * static_cast<double>(k);
    const double to = k + 1 == bins ? item.high : item.low + width * static_cast<double>(k + 1);
    if (k > 0 && covered.counts[k - 1] == 0)
      covered.holes.back().second = to;
    else
      covered.holes.emplace_back(from, to);
  }
  return covered;
}

}  // namespace backlot::report
