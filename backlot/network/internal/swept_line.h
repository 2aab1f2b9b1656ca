// The centre of a corridor as bodies sweep along it: cross-sections, and cells between them.
#pragma once

#include <cstddef>
#include <vector>

#include "backlot/geometry/points.h"
#include "backlot/geometry/vec3.h"

namespace backlot::network::internal {

// The centre of a corridor, sampled every 0.2 m or closer: points, unit laterals (to the left; what counts is their part in
// plan) and distances of the strip, which grow from the first, taken as the start of the strip, to the last, its end.
struct CentreLine {
  std::vector<geometry::WorldPoint> points;
  std::vector<geometry::Vec3> laterals;
  std::vector<double> distances;
};

// A centre line made ready to be compared with many: as few straight cells as its bends allow, in boxes. A line of fewer
// than two points touches nothing.
class SweptLine {
 public:
  // A cross-section, in plan: its centre, its lateral, the height of the centre.
  struct Section {
    double x = 0, y = 0;
    double lateral_x = 0, lateral_y = 0;
    double z = 0;
    double distance = 0;
  };
  struct Box {
    double x_low, x_high, y_low, y_high;
  };
  // Between sections k and k + 1. A place p there lies at the offset (p - centre) . across.
  struct Cell {
    Box box;  // of the widest body
    double across_x, across_y;
    bool is_folded;  // the sections cross within the widest body: the turn is tighter than it is wide
  };

  explicit SweptLine(const CentreLine& line);

  const std::vector<Section>& sections() const { return sections_; }
  const std::vector<Cell>& cells() const { return cells_; }
  const std::vector<Box>& chunks() const { return chunks_; }  // of kChunk cells each
  bool is_empty() const { return cells_.empty(); }
  const Box& box() const { return box_; }
  double z_low() const { return z_low_; }
  double z_high() const { return z_high_; }
  double length() const { return length_; }
  // How far the edges of the cells may lie inside of the true ones.
  double slack() const { return slack_; }

  static constexpr std::size_t kChunk = 8;

 private:
  std::vector<Section> sections_;
  std::vector<Cell> cells_;
  std::vector<Box> chunks_;
  Box box_{};
  double z_low_ = 0, z_high_ = 0;
  double length_ = 0;
  double slack_ = 0;
};

inline bool overlap(const SweptLine::Box& a, const SweptLine::Box& b) {
  return a.x_low <= b.x_high && b.x_low <= a.x_high && a.y_low <= b.y_high && b.y_low <= a.y_high;
}

// How far a place lies past the line of a section.
inline double past(const SweptLine::Section& s, double x, double y) {
  return (x - s.x) * s.lateral_y - (y - s.y) * s.lateral_x;
}

}  // namespace backlot::network::internal
