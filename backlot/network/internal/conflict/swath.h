// What a body of one half width sweeps along a corridor, seen in plan: convex cells, one after the other.
//
//      left   +-----+----+---
//             |     |    |         a cell lies between two sections of the line, from edge to edge. Where the turn is tighter
//      centre + - - + - -+ - -     than the body is wide, the sections cross within it: then it is two triangles, one on
//             |     |    |         each side of where they do.
//      right  +-----+----+---
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "backlot/network/dependency.h"
#include "backlot/network/internal/conflict/convex_cell.h"
#include "backlot/network/internal/conflict/swept_line.h"

namespace backlot::network::internal {

// Swaths on different levels do not touch: the heights of the centres of two cross-sections differ by less than this where
// they can.
inline constexpr double kClearHeight_m = 2.5;

// What the cells may lack along the line: a place of the body may be seen in them so much before or behind where it is.
inline constexpr double kDistanceSlack_m = 0.002;

// The cells between two sections, out to a reach on both sides: one, or two triangles.
struct CellsBetween {
  std::array<ConvexCell, 2> cells;
  std::size_t count = 0;
};
CellsBetween cells_between(const SweptLine::Section& a, const SweptLine::Section& b, double reach);

// The line is kept by reference, and stays where it is as long as the swath is used.
class Swath {
 public:
  // A place of a cell lies between sections k and k + 1 of the line.
  struct Cell {
    ConvexCell corners;
    CellBox box;
    std::uint32_t section = 0;
  };
  // Cells by their places in the list, the end not among them.
  struct Range {
    std::size_t first = 0, end = 0;
  };

  // Wide enough to hold all that the body sweeps: wider than it by what the cells lack of the bends, which is a millimetre at
  // most. Half widths below 0 count as 0.
  Swath(const SweptLine& line, double half_width);

  const SweptLine& line() const { return line_; }
  double half_width() const { return half_width_; }
  const std::vector<Cell>& cells() const { return cells_; }  // by section
  const CellBox& box() const { return box_; }
  double z_low() const { return z_low_; }
  double z_high() const { return z_high_; }
  bool is_empty() const { return cells_.empty(); }

  // The cells that reach into a range of distances.
  Range cells_on(const Stretch& within) const;

  // Calls visit(cell) for each cell of a range that a box may touch, in order.
  template <class Visit>
  void for_each_near(const CellBox& box, const Range& among, const Visit& visit) const {
    if (!overlap(box, box_)) return;
    for (std::size_t j = among.first; j < among.end;) {
      const std::size_t chunk = j / kChunk, chunk_end = std::min(among.end, (chunk + 1) * kChunk);
      if (overlap(box, chunks_[chunk])) {
        for (; j < chunk_end; ++j) {
          if (overlap(box, cells_[j].box)) visit(cells_[j]);
        }
      }
      j = chunk_end;
    }
  }

 private:
  static constexpr std::size_t kChunk = 8;

  void add_cell(std::size_t section, const ConvexCell& corners);

  const SweptLine& line_;
  double half_width_ = 0;
  std::vector<Cell> cells_;
  std::vector<CellBox> chunks_;  // around kChunk cells each
  CellBox box_{};
  double z_low_ = 0, z_high_ = 0;
};

// How far a place lies past the line of a section.
inline double past(const SweptLine::Section& s, const PlanPoint& p) {
  return (p.x - s.x) * s.lateral_y - (p.y - s.y) * s.lateral_x;
}

// How far along between two sections a place of their cells lies, from 0 at the first to 1 at the second; nothing where both
// meet, which is everywhere between them at once.
std::optional<double> share_along(const SweptLine::Section& first, const SweptLine::Section& second,
                                  const PlanPoint& p);

}  // namespace backlot::network::internal
