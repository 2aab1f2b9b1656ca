// Missions, views and commands of random values, for tests that send them somewhere and compare.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

#include "backlot/sut/command.h"
#include "backlot/sut/mission.h"
#include "backlot/sut/view.h"

namespace backlot::sut_link {

class RandomValues {
 public:
  explicit RandomValues(std::uint64_t seed, bool is_finite = false) : random_(seed), is_finite_(is_finite) {}

  // Any double but NaN: random bits, -0, infinities (unless all have to be finite) and the smallest number among them.
  double number() {
    switch (random_() % 8) {
      case 0:
        return -0.0;
      case 1:
        return is_finite_ ? std::numeric_limits<double>::max() : std::numeric_limits<double>::infinity();
      case 2:
        return -std::numeric_limits<double>::denorm_min();
      default:
        break;
    }
    const double value = std::bit_cast<double>(random_());
    return std::isnan(value) || (is_finite_ && std::isinf(value)) ? 1.5 : value;
  }
  std::uint64_t whole(std::uint64_t below) { return random_() % below; }
  bool coin() { return whole(2) == 1; }
  template <class Enum>
  Enum choice() {
    return static_cast<Enum>(whole(count_of(Enum{})));
  }

  sut::Mission mission();
  sut::View view();
  sut::Command command();

 private:
  std::mt19937_64 random_;
  bool is_finite_;
};

}  // namespace backlot::sut_link
