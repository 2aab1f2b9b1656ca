#include "backlot/study/order.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/base/random.h"

namespace backlot::study {

namespace {

constexpr std::uint32_t kOrderPurpose = 0x57d1;  // of random numbers

// The first row 0, 1, n-1, 2, n-2, ...: its neighbours differ by each number once (Williams, Experimental designs balanced for the estimation of residual
// effects of treatments, 1949).
std::vector<std::size_t> zigzag(std::size_t n) {
  BACKLOT_ASSERT(n > 0, "an order of no conditions");
  std::vector<std::size_t> row{0};
  for (std::size_t low = 1, high = n; row.size() < n;) {
    row.push_back(low++);
    if (row.size() < n) row.push_back(--high);
  }
  return row;
}

}  // namespace

std::string_view to_text(Order order) {
  switch (order) {
    case Order::listed:
      return "listed";
    case Order::random:
      return "random";
    case Order::latin_square:
      return "latin square";
    case Order::balanced_latin_square:
      return "balanced latin square";
  }
  return "";
}

std::size_t rows_of(Order order, std::size_t conditions) {
  BACKLOT_ASSERT(conditions > 0, "an order of no conditions");
  if (order == Order::latin_square) return conditions;
  if (order == Order::balanced_latin_square) return conditions % 2 == 0 ? conditions : 2 * conditions;
  return 1;
}

std::vector<std::size_t> order_of(Order order, std::size_t n, std::size_t row, std::uint64_t seed) {
  BACKLOT_ASSERT(n > 0, "an order of no conditions");
  std::vector<std::size_t> list(n);
  std::iota(list.begin(), list.end(), std::size_t{0});
  switch (order) {
    case Order::listed:
      break;
    case Order::random: {
      base::RandomStream stream(seed, row, kOrderPurpose);
      for (std::size_t k = n; k > 1; --k) std::swap(list[k - 1], list[stream.below(k)]);
      break;
    }
    case Order::latin_square:
      for (std::size_t& one : list) one = (one + row) % n;
      break;
    case Order::balanced_latin_square: {
      list = zigzag(n);
      for (std::size_t& one : list) one = (one + row) % n;
      const bool is_mirrored = n % 2 == 1 && row % (2 * n) >= n;
      if (is_mirrored) std::reverse(list.begin(), list.end());
      break;
    }
  }
  return list;
}

}  // namespace backlot::study
