// Random numbers as a function: what is drawn depends on seed, object, purpose, step and number of the draw in the
// step, and on nothing else. So one more object does not shift another's luck, objects may draw in any order and on
// any thread, and a run that is restored at a step goes on with the same numbers.
#pragma once

#include <array>
#include <cstdint>

namespace backlot::base {

// The block function Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3",
// SC 2011): 128 random bits for each counter.
std::array<std::uint32_t, 4> philox(const std::array<std::uint32_t, 4>& counter,
                                    const std::array<std::uint32_t, 2>& key);

// One sequence of random numbers for each (seed, object, purpose). Plain data: a copy draws the same numbers again.
// Every draw takes one number of the sequence and one Philox block; below() may rarely take more.
//
//   RandomStream stream{seed, object, purpose};
//   stream.skip_to(tick.index);
//   const double headway_s = stream.uniform(0.8, 2.0);
class RandomStream {
 public:
  // Purposes keep the uses of one object apart, e.g. an enum of the room that draws. Starts at step 0.
  RandomStream(std::uint64_t seed, std::uint64_t object, std::uint32_t purpose);

  // Goes to the first draw of a step, forwards or backwards. A step has room for 2^24 draws; then follows the next.
  void skip_to(std::uint64_t step);

  // All 64 bits.
  std::uint64_t next_u64();

  // In [0, 1), a multiple of 2^-53.
  double uniform();

  // In [low, high), or low where they are equal. Needs low <= high and a finite difference.
  double uniform(double low, double high);

  // 0 ... n - 1, all exactly alike. Needs n > 0.
  std::uint64_t below(std::uint64_t n);

  // Mean 0, standard deviation 1; never beyond 8.6.
  double normal();

  // >= 0 with the given mean, never beyond 37 times the mean. Needs a finite mean >= 0.
  double exponential(double mean);

  friend bool operator==(const RandomStream&, const RandomStream&) = default;

 private:
  struct Block {
    std::uint64_t first;
    std::uint64_t second;
  };
  Block next_block();

  std::uint64_t key_;
  std::uint64_t object_;
  std::uint64_t position_ = 0;  // step * 2^24 + number of the draw
};

}  // namespace backlot::base
