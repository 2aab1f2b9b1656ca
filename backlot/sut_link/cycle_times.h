// Wall times of cycles: how many, and how long they took. They stand beside results and are never part of a verdict or a hash.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace backlot::sut_link {

class CycleTimes {
 public:
  using Duration = std::chrono::nanoseconds;

  void add(Duration took);
  void add(const CycleTimes& others);

  std::uint64_t count() const { return count_; }
  double mean_s() const;
  // So many of hundred cycles took at most that long; at most 5 % too large. 0 without cycles.
  double percentile_s(double percent) const;
  double largest_s() const;

 private:
  // The k-th bin holds times up to 1 us * 1.05^k.
  static constexpr std::size_t kBins = 400;
  std::array<std::uint64_t, kBins> bins_{};
  std::uint64_t count_ = 0;
  Duration sum_{}, largest_{};
};

}  // namespace backlot::sut_link
