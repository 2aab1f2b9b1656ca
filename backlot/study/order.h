// The order in which a participant meets conditions.
//
//   Latin square of four            balanced: each condition stands right behind each other one equally often
//     a b c d                         a b d c
//     b c d a                         b c a d
//     c d a b                         c d b a
//     d a b c                         d a c b
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace backlot::study {

enum class Order : std::uint8_t {
  listed,                 // as the file lists them, the same for all participants
  random,                 // drawn for each participant and repetition
  latin_square,           // each condition at each place equally often
  balanced_latin_square,  // and behind each other one equally often
};
// "latin square"
std::string_view to_text(Order order);

// After so many participants the orders begin anew: 1 where there are no rows. A balanced square of an odd number of conditions has twice as many rows, the
// second half mirrored, since none with as many rows as conditions exists.
std::size_t rows_of(Order order, std::size_t conditions);

// Numbers from 0 on, each once. `row` counts from 0 on and may be any number; `seed` is that of a random order.
std::vector<std::size_t> order_of(Order order, std::size_t conditions, std::size_t row, std::uint64_t seed);

}  // namespace backlot::study
