// What a body of one half width sweeps along a corridor, seen in plan: convex cells, one after the other.
//
//      left   +-----+----+---
//             |     |    |         a cell lies between two sections of the line, from edge to edge. Where the turn is tighter
//      centre + - - + - -+ - -     than the body is wide, the sections cross within it: then it is two triangles, one on
//             |     |    |         each side of where they do.
//      right  +-----+----+---
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "backlot/network/internal/swept_line.h"

namespace backlot::network::internal {

// The line is kept by reference, and stays where it is as long as the swath is used.
class Swath {
 public:
  struct Point {
    double x = 0, y = 0;
  };
  struct Box {
    double x_low, x_high, y_low, y_high;
  };
  // A place of a cell lies between sections k and k + 1 of the line.
  struct Cell {
    std::array<Point, 4> corners;  // counter-clockwise; two of them are the same for a triangle
    Box box;
    std::uint32_t section = 0;
  };

  // Wide enough to hold all that the body sweeps: wider than it by what the cells lack of the bends, which is a millimetre at
  // most. Half widths below 0 count as 0.
  Swath(const SweptLine& line, double half_width);

  const SweptLine& line() const { return line_; }
  const std::vector<Cell>& cells() const { return cells_; }   // by section
  const std::vector<Box>& chunks() const { return chunks_; }  // around kChunk cells each
  const Box& box() const { return box_; }
  double z_low() const { return z_low_; }
  double z_high() const { return z_high_; }
  bool is_empty() const { return cells_.empty(); }

  static constexpr std::size_t kChunk = 8;

 private:
  void add_cell(std::size_t section, std::array<Point, 4> corners);

  const SweptLine& line_;
  std::vector<Cell> cells_;
  std::vector<Box> chunks_;
  Box box_{};
  double z_low_ = 0, z_high_ = 0;
};

inline bool overlap(const Swath::Box& a, const Swath::Box& b) {
  return a.x_low <= b.x_high && b.x_low <= a.x_high && a.y_low <= b.y_high && b.y_low <= a.y_high;
}

// How far a place lies past the line of a section.
inline double past(const SweptLine::Section& s, const Swath::Point& p) {
  return (p.x - s.x) * s.lateral_y - (p.y - s.y) * s.lateral_x;
}

}  // namespace backlot::network::internal
