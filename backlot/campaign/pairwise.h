// Pairwise combination: few rows in which all pairs of values of any two parameters occur.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace backlot::campaign {

// One index of a value for each parameter.
using Row = std::vector<std::size_t>;

// Rows such that for any two parameters every pair of their values is in some row; every value of a single parameter is in some row too. `counts` has
// the number of values of each parameter, at least one each. The rows depend on the counts alone. No list is shorter than the product of the two
// largest counts; this one is greedy and rarely exceeds twice that.
std::vector<Row> pairwise_rows(std::span<const std::size_t> counts);

// Every combination; the last parameter changes fastest.
std::vector<Row> all_rows(std::span<const std::size_t> counts);

}  // namespace backlot::campaign
