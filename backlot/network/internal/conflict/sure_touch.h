// Whether bodies surely touch near the outermost place that two cells have in common.
//
// Cells are wider than bodies by what they lack of the bends, so that they meet a little before bodies do, or without that bodies
// do at all. A place in both that lies further inside than the bends are off is one that both bodies surely come over.
#pragma once

#include <limits>

#include "backlot/network/internal/conflict/convex_cell.h"
#include "backlot/network/internal/conflict/swept_line.h"

namespace backlot::network::internal {

// An end of a stretch is certain where bodies surely touch so far inside of it.
inline constexpr double kCertain_m = 0.1;

// The end of a line from which the search begins. A key is a distance, with its sign turned where the end is the last:
// so what is further out has the smaller key.
enum class StretchEnd { first, last };
inline double key_of(double distance, StretchEnd end) {
  return end == StretchEnd::first ? distance : -distance;
}
inline constexpr double kNoKey = std::numeric_limits<double>::infinity();

// A body between two cross-sections of its line.
struct Slice {
  const SweptLine::Section& first;
  const SweptLine::Section& last;
  const SweptLine::Off& off;
  double half_width;
};

// The outermost place of an overlap, by its corners.
struct Tip {
  PlanPoint place;
  double key = kNoKey;
};
Tip tip_of(const ConvexPolygon& overlap, const Slice& own, StretchEnd end);

// The key of a place of the overlap where both bodies surely are, near to its tip; kNoKey where no such place is found.
double find_sure_key(const ConvexPolygon& overlap, const Tip& tip, const Slice& own, const Slice& other,
                     StretchEnd end);

}  // namespace backlot::network::internal
