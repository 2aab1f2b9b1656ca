// A town of square blocks, as text in the way language.
#pragma once

#include <cstdint>
#include <string>

namespace backlot::cli {

// Junctions in rows and columns, roads between neighbours and nowhere else:
//
//     c_2_1 --- c_2_2 --- c_2_3        row 2: north of row 1
//       |         |         |
//     c_1_1 --- c_1_2 --- c_1_3        columns from west to east
//
// so that nothing dangles: corner junctions have two arms, those at the border three, all others four.
struct GridSettings {
  int rows = 3, columns = 3;  // at least 2 of each
  double block_m = 150;       // between the centres of neighbouring junctions, at least shortest_block_m()
  int lanes = 1;              // each way, at least 1
  bool has_signals = false;   // else traffic from the right goes first
  std::uint64_t seed = 1;     // of the offsets of the signals
};

inline constexpr int kMostGridLanes = 6;

// Room for two junctions and a bit of road between them.
double shortest_block_m(int lanes);

// The text, as fmt formats it. The same settings give the same text.
std::string grid_text(const GridSettings& settings);

}  // namespace backlot::cli
