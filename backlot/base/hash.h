// A hash of state with defined bits: the same values give the same hash on every machine and in every build.
// For comparing runs, not for hash tables and not against an adversary.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#include "backlot/base/assert.h"

namespace backlot::base {

// A bijection of the 64-bit numbers that spreads every bit over all others (the finaliser of SplitMix64, Steele,
// Lea and Flood, OOPSLA 2014).
constexpr std::uint64_t mix_bits(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

// Takes values one after the other; their order counts. An integer counts by its value, whatever its width. Values
// of types not listed do not compile: a struct is added field by field, so that no padding byte gets in.
class Hasher {
 public:
  constexpr void add(std::uint64_t value) {
    state_ = mix_bits((state_ ^ value) + kStep);
    ++count_;
  }
  constexpr void add(std::int64_t value) { add(static_cast<std::uint64_t>(value)); }
  constexpr void add(std::uint32_t value) { add(std::uint64_t{value}); }
  constexpr void add(std::int32_t value) { add(std::int64_t{value}); }
  constexpr void add(bool value) { add(std::uint64_t{value ? 1U : 0U}); }

  // The exact bits: -0 and +0 differ, as they can lead a run apart. NaN is no state; where asserts are off, all
  // NaNs count as one.
  void add(double value) {
    BACKLOT_ASSERT(!std::isnan(value), "NaN in hashed state");
    if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
    add(std::bit_cast<std::uint64_t>(value));
  }

  // The length, then the bytes: "ab" "c" differs from "a" "bc".
  constexpr void add(std::string_view text) {
    add(std::uint64_t{text.size()});
    std::uint64_t word = 0;
    unsigned filled = 0;
    for (const char c : text) {
      word |= std::uint64_t{static_cast<unsigned char>(c)} << filled;
      filled += 8;
      if (filled == 64) {
        add(word);
        word = 0;
        filled = 0;
      }
    }
    if (filled > 0) add(word);
  }

  constexpr void add(const char* text) { add(std::string_view(text)); }  // else it would count as a bool

  template <class T>
  requires(!std::is_convertible_v<T, std::string_view>) void add(T) = delete;

  // Of everything added so far; more may follow.
  constexpr std::uint64_t value() const { return mix_bits(state_ ^ (count_ * kStep)); }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15U;  // 2^64 / golden ratio, odd

  std::uint64_t state_ = 0x6261636b6c6f7431U;  // any number but zero
  std::uint64_t count_ = 0;
};

// 16 lower-case hexadecimal digits.
std::string to_hex(std::uint64_t value);

}  // namespace backlot::base
