#include "backlot/network/internal/swath.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace backlot::network::internal {

namespace {

using Point = Swath::Point;
using Box = Swath::Box;
using Section = SweptLine::Section;

constexpr double kLeastSlack_m =
    0.0001;  // for what no bend tells: rounding, equal intersections that are so but for 1e-6

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Box kNoBox = {kInfinity, -kInfinity, kInfinity, -kInfinity};

Box joined(const Box& a, const Box& b) {
  return {std::min(a.x_low, b.x_low), std::max(a.x_high, b.x_high), std::min(a.y_low, b.y_low),
          std::max(a.y_high, b.y_high)};
}

Point at(const Section& s, double offset) { return {s.x + offset * s.lateral_x, s.y + offset * s.lateral_y}; }

// Where the line of a section is crossed by the way from one place to another; nothing where both lie on one side of it.
std::optional<Point> find_crossing(const Section& s, const Point& from, const Point& to) {
  const double before = past(s, from), after = past(s, to);
  if ((before >= 0) == (after >= 0)) return std::nullopt;
  const double share = before / (before - after);
  return Point{from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
}

}  // namespace

Swath::Swath(const SweptLine& line, double half_width) : line_(line), box_(kNoBox) {
  const std::vector<Section>& sections = line.sections();
  if (sections.size() < 2) return;
  const double body = half_width > 0 ? half_width : 0;
  z_low_ = z_high_ = sections.front().z;
  for (std::size_t k = 0; k + 1 < sections.size(); ++k) {
    const Section &a = sections[k], &b = sections[k + 1];
    z_low_ = std::min(z_low_, b.z);
    z_high_ = std::max(z_high_, b.z);
    const double reach = body + line.off_straight(k) + kLeastSlack_m;
    const Point left = at(a, reach), right = at(a, -reach);
    const Point next_left = at(b, reach), next_right = at(b, -reach);
    std::optional<Point> crossing = find_crossing(a, next_left, next_right);
    if (!crossing) crossing = find_crossing(b, left, right);
    if (!crossing) {
      add_cell(k, {right, next_right, next_left, left});
    } else {
      add_cell(k, {*crossing, next_left, left, left});
      add_cell(k, {*crossing, right, next_right, next_right});
    }
  }
}

void Swath::add_cell(std::size_t section, std::array<Point, 4> corners) {
  double area = 0;  // twice
  for (std::size_t c = 1; c + 1 < corners.size(); ++c) {
    area += (corners[c].x - corners[0].x) * (corners[c + 1].y - corners[0].y) -
            (corners[c].y - corners[0].y) * (corners[c + 1].x - corners[0].x);
  }
  if (area < 0) std::swap(corners[1], corners[3]);  // clockwise
  Box box = kNoBox;
  for (const Point& p : corners) box = joined(box, {p.x, p.x, p.y, p.y});
  if (cells_.size() % kChunk == 0) chunks_.push_back(kNoBox);
  chunks_.back() = joined(chunks_.back(), box);
  box_ = joined(box_, box);
  cells_.push_back({corners, box, static_cast<std::uint32_t>(section)});
}

}  // namespace backlot::network::internal
