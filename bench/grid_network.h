// A town of square blocks with signals at every crossing, as `backlot generate grid` makes it.
#pragma once

#include <cstdint>

#include "backlot/network/network.h"
#include "backlot/network/network_description.h"

namespace backlot::bench {

struct GridOptions {
  std::size_t rows = 100, columns = 100;
  double block_m = 200;   // from crossing to crossing
  std::size_t lanes = 2;  // each way
  std::uint64_t seed = 1;
};

// Crossings "c0_0" (row, column), ways "e0_0" to the east and "n0_0" to the north of them. Nothing leads out: the
// crossings at the border have three arms, those at the corners two.
network::NetworkDescription grid_network(const GridOptions& options);

// The usual one with as many columns as rows, built; an end of the program with all diagnostics where that fails.
network::Network build_grid(std::size_t rows);

}  // namespace backlot::bench
