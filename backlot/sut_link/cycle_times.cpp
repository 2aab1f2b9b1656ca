#include "backlot/sut_link/cycle_times.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::sut_link {

namespace {

constexpr double kFirst_s = 1e-6, kRatio = 1.05;

double seconds(CycleTimes::Duration duration) { return std::chrono::duration<double>(duration).count(); }

}  // namespace

void CycleTimes::add(Duration took) {
  BACKLOT_ASSERT(took.count() >= 0, "a cycle takes time");
  const double steps = std::ceil(std::log(std::max(seconds(took), kFirst_s) / kFirst_s) / std::log(kRatio));
  ++bins_[std::min(static_cast<std::size_t>(std::max(steps, 0.0)), kBins - 1)];
  ++count_;
  sum_ += took;
  largest_ = std::max(largest_, took);
}

void CycleTimes::add(const CycleTimes& others) {
  for (std::size_t k = 0; k < kBins; ++k) bins_[k] += others.bins_[k];
  count_ += others.count_;
  sum_ += others.sum_;
  largest_ = std::max(largest_, others.largest_);
}

double CycleTimes::mean_s() const { return count_ == 0 ? 0 : seconds(sum_) / static_cast<double>(count_); }
double CycleTimes::largest_s() const { return seconds(largest_); }

double CycleTimes::percentile_s(double percent) const {
  BACKLOT_ASSERT(percent >= 0 && percent <= 100, "a percentile is a share of the cycles");
  const auto wanted = static_cast<std::uint64_t>(std::ceil(0.01 * percent * static_cast<double>(count_)));
  std::uint64_t passed = 0;
  for (std::size_t k = 0; k < kBins; ++k) {
    passed += bins_[k];
    if (passed >= wanted && passed > 0)
      return std::min(kFirst_s * std::pow(kRatio, static_cast<double>(k)), largest_s());
  }
  return 0;
}

}  // namespace backlot::sut_link
