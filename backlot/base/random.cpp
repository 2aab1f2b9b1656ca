#include "backlot/base/random.h"

#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/base/hash.h"
#include "backlot/base/math.h"

namespace backlot::base {
namespace {

constexpr unsigned kDrawBits = 24;

std::uint32_t lower(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
std::uint32_t upper(std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32U); }

// The upper 53 bits as a number in [0, 1), and in (0, 1] for logarithms.
double from_zero(std::uint64_t bits) { return static_cast<double>(bits >> 11U) * 0x1p-53; }
double above_zero(std::uint64_t bits) { return static_cast<double>((bits >> 11U) + 1) * 0x1p-53; }

}  // namespace

std::array<std::uint32_t, 4> philox(const std::array<std::uint32_t, 4>& counter,
                                    const std::array<std::uint32_t, 2>& key) {
  std::array<std::uint32_t, 4> c = counter;
  std::array<std::uint32_t, 2> k = key;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = std::uint64_t{0xd2511f53U} * c[0];
    const std::uint64_t p1 = std::uint64_t{0xcd9e8d57U} * c[2];
    c = {upper(p1) ^ c[1] ^ k[0], lower(p1), upper(p0) ^ c[3] ^ k[1], lower(p0)};
    k[0] += 0x9e3779b9U;  // 2^32 / golden ratio
    k[1] += 0xbb67ae85U;  // 2^32 (sqrt(3) - 1)
  }
  return c;
}

// The key is one-to-one in the purpose for a given seed, and in the seed for a given purpose; the object fills half
// of the counter. So the streams of one seed never share a block.
RandomStream::RandomStream(std::uint64_t seed, std::uint64_t object, std::uint32_t purpose)
    : key_(mix_bits(seed + purpose * 0x9e3779b97f4a7c15U)), object_(object) {}

void RandomStream::skip_to(std::uint64_t step) {
  BACKLOT_ASSERT(step >> (64U - kDrawBits) == 0, "more than 2^40 steps");
  position_ = step << kDrawBits;
}

RandomStream::Block RandomStream::next_block() {
  const std::array<std::uint32_t, 4> words = philox(
      {lower(position_), upper(position_), lower(object_), upper(object_)}, {lower(key_), upper(key_)});
  ++position_;
  return {(std::uint64_t{words[1]} << 32U) | words[0], (std::uint64_t{words[3]} << 32U) | words[2]};
}

std::uint64_t RandomStream::next_u64() { return next_block().first; }

double RandomStream::uniform() { return from_zero(next_u64()); }

double RandomStream::uniform(double low, double high) {
  BACKLOT_ASSERT(low <= high && high - low < HUGE_VAL, "not an interval");
  const double x = low + (high - low) * uniform();
  return x < high ? x : low;  // the sum may round up to high
}

std::uint64_t RandomStream::below(std::uint64_t n) {
  BACKLOT_CHECK(n > 0, "there is no number below zero");
  // 2^64 modulo n numbers too many: the lowest ones are drawn again.
  const std::uint64_t too_many = (std::uint64_t{0} - n) % n;
  std::uint64_t x = next_u64();
  while (x < too_many) x = next_u64();
  return x % n;
}

// Box and Muller, the cosine alone: one block, one number.
double RandomStream::normal() {
  const Block block = next_block();
  const double radius = std::sqrt(0.0 - 2.0 * log(above_zero(block.first)));
  return radius * cos(kTwoPi * from_zero(block.second));
}

double RandomStream::exponential(double mean) {
  BACKLOT_ASSERT(mean >= 0.0 && mean < HUGE_VAL, "not a mean");
  return mean * (0.0 - log(above_zero(next_u64())));  // not -0 for log(1)
}

}  // namespace backlot::base
