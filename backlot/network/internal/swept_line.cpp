#include "backlot/network/internal/swept_line.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backlot/network/dependency.h"

namespace backlot::network::internal {

namespace {

using Section = SweptLine::Section;
using Box = SweptLine::Box;
using Cell = SweptLine::Cell;

constexpr double kWidest_m = kBodyHalfWidths.back();
constexpr double kOffTheCell_m = 0.004;   // how far a sample may lie off the cell that replaces it
constexpr double kOffTheHeight_m = 0.01;  // the same, up or down
constexpr double kLeastSlack_m = 0.003;   // for what no bend tells: rounding, drift of the lateral

Section section_of(const CentreLine& line, std::size_t k) {
  return {line.points[k].x,   line.points[k].y, line.laterals[k].x,
          line.laterals[k].y, line.points[k].z, line.distances[k]};
}

// Whether the samples between two lie where a cell between the two would have them, at the centre and at the edges.
bool fits_one_cell(const CentreLine& line, std::size_t first, std::size_t last) {
  const double length = line.distances[last] - line.distances[first];
  if (!(length > 0)) return false;
  for (std::size_t k = first + 1; k < last; ++k) {
    const double t = (line.distances[k] - line.distances[first]) / length;
    const auto off = [&](const auto& values) {
      return geometry::Vec3{values[k].x - (values[first].x + t * (values[last].x - values[first].x)),
                            values[k].y - (values[first].y + t * (values[last].y - values[first].y)),
                            values[k].z - (values[first].z + t * (values[last].z - values[first].z))};
    };
    const geometry::Vec3 centre = off(line.points), lateral = off(line.laterals);
    if (!(std::fabs(centre.z) <= kOffTheHeight_m)) return false;
    for (const double u : {-kWidest_m, 0.0, kWidest_m}) {
      const double x = centre.x + u * lateral.x, y = centre.y + u * lateral.y;
      if (!(x * x + y * y <= kOffTheCell_m * kOffTheCell_m)) return false;
    }
  }
  return true;
}

constexpr Box kNoBox = {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
                        std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

Box joined(const Box& a, const Box& b) {
  return {std::min(a.x_low, b.x_low), std::max(a.x_high, b.x_high), std::min(a.y_low, b.y_low),
          std::max(a.y_high, b.y_high)};
}

Box box_around(const Section& s, double half_width) {
  const double x = half_width * std::fabs(s.lateral_x), y = half_width * std::fabs(s.lateral_y);
  return {s.x - x, s.x + x, s.y - y, s.y + y};
}

Cell cell_between(const Section& a, const Section& b) {
  Cell cell{};
  // Offsets are read across the chord; where the lateral is oblique to it, or banked, they count along the lateral.
  const double normal_x = a.y - b.y, normal_y = b.x - a.x;
  const double lateral =
      0.5 * ((a.lateral_x + b.lateral_x) * normal_x + (a.lateral_y + b.lateral_y) * normal_y);
  const double chord = std::sqrt(normal_x * normal_x + normal_y * normal_y);
  const double scale = lateral > 1e-3 * chord ? lateral : chord;
  cell.across_x = normal_x / scale;
  cell.across_y = normal_y / scale;
  for (const double u : {-kWidest_m, kWidest_m}) {
    if (past(a, b.x + u * b.lateral_x, b.y + u * b.lateral_y) < 0) cell.is_folded = true;
  }
  return cell;
}

// How far an edge that bends bulges over its chord.
double bulge(const Section& a, const Section& b) {
  const double turn = std::fabs(a.lateral_x * b.lateral_y - a.lateral_y * b.lateral_x);
  const double x = b.x - a.x, y = b.y - a.y;
  return (std::sqrt(x * x + y * y) + kWidest_m * turn) * turn / 8;
}

}  // namespace

SweptLine::SweptLine(const CentreLine& line) {
  if (line.points.size() < 2) return;
  length_ = line.distances.back() - line.distances.front();

  // as long as the bends allow
  sections_.push_back(section_of(line, 0));
  for (std::size_t at = 0; at + 1 < line.points.size();) {
    std::size_t step = std::min<std::size_t>(8, line.points.size() - 1 - at);
    while (step > 1 && !fits_one_cell(line, at, at + step)) step -= step > 4 ? 2 : 1;
    at += step;
    const Section next = section_of(line, at);
    const double x = next.x - sections_.back().x, y = next.y - sections_.back().y;
    if (x * x + y * y > 1e-12) sections_.push_back(next);
  }
  for (Section& s : sections_) s.distance -= line.distances.front();
  if (sections_.size() < 2) return;
  sections_.back().distance = length_;

  slack_ = kLeastSlack_m;
  for (std::size_t k = 0; k + 1 < sections_.size(); ++k) {
    slack_ = std::max(slack_, kLeastSlack_m + bulge(sections_[k], sections_[k + 1]));
  }
  box_ = kNoBox;
  z_low_ = z_high_ = sections_.front().z;
  for (std::size_t k = 0; k + 1 < sections_.size(); ++k) {
    Cell cell = cell_between(sections_[k], sections_[k + 1]);
    const double reach = kWidest_m + slack_;
    cell.box = joined(box_around(sections_[k], reach), box_around(sections_[k + 1], reach));
    if (k % kChunk == 0) chunks_.push_back(cell.box);
    chunks_.back() = joined(chunks_.back(), cell.box);
    box_ = joined(box_, cell.box);
    z_low_ = std::min(z_low_, sections_[k + 1].z);
    z_high_ = std::max(z_high_, sections_[k + 1].z);
    cells_.push_back(cell);
  }
}

}  // namespace backlot::network::internal
