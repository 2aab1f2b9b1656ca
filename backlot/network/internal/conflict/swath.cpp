#include "backlot/network/internal/conflict/swath.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "backlot/base/assert.h"

namespace backlot::network::internal {

namespace {

using Section = SweptLine::Section;

constexpr double kLeastSlack_m = 0.0001;  // for what no bend tells

constexpr double kFar_m = std::numeric_limits<double>::infinity();
constexpr CellBox kNoBox = {kFar_m, -kFar_m, kFar_m, -kFar_m};

PlanPoint at(const Section& s, double offset) {
  return {s.x + offset * s.lateral_x, s.y + offset * s.lateral_y};
}

// Where the line of a section is crossed by the way from one place to another; nothing where both lie on one side of it.
std::optional<PlanPoint> find_crossing(const Section& s, const PlanPoint& from, const PlanPoint& to) {
  const double before = past(s, from), after = past(s, to);
  if ((before >= 0) == (after >= 0)) return std::nullopt;
  const double share = before / (before - after);
  return PlanPoint{from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
}

// With its corners counter-clockwise.
ConvexCell turned(ConvexCell corners) {
  double area = 0;  // twice
  for (std::size_t c = 1; c + 1 < corners.size(); ++c) {
    area += (corners[c].x - corners[0].x) * (corners[c + 1].y - corners[0].y) -
            (corners[c].y - corners[0].y) * (corners[c + 1].x - corners[0].x);
  }
  if (area < 0) std::swap(corners[1], corners[3]);
  return corners;
}

}  // namespace

CellsBetween cells_between(const Section& a, const Section& b, double reach) {
  BACKLOT_ASSERT(reach > 0, "a swath has a width");
  const PlanPoint left = at(a, reach), right = at(a, -reach);
  const PlanPoint next_left = at(b, reach), next_right = at(b, -reach);
  std::optional<PlanPoint> crossing = find_crossing(a, next_left, next_right);
  if (!crossing) crossing = find_crossing(b, left, right);
  if (!crossing) return {{turned({right, next_right, next_left, left})}, 1};
  return {{turned({*crossing, next_left, left, left}), turned({*crossing, right, next_right, next_right})},
          2};
}

Swath::Swath(const SweptLine& line, double half_width)
    : line_(line), half_width_(half_width > 0 ? half_width : 0), box_(kNoBox) {
  const std::vector<Section>& sections = line.sections();
  if (sections.size() < 2) return;
  z_low_ = z_high_ = sections.front().z;
  for (std::size_t k = 0; k + 1 < sections.size(); ++k) {
    const Section &a = sections[k], &b = sections[k + 1];
    z_low_ = std::min(z_low_, b.z);
    z_high_ = std::max(z_high_, b.z);
    const CellsBetween found =
        cells_between(a, b, half_width_ + line.off_straight(k).in_plan + kLeastSlack_m);
    for (std::size_t c = 0; c < found.count; ++c) add_cell(k, found.cells[c]);
  }
}

void Swath::add_cell(std::size_t section, const ConvexCell& corners) {
  BACKLOT_ASSERT(section + 1 < line_.sections().size(), "a cell lies between two sections");
  const CellBox box = box_of(corners);
  if (cells_.size() % kChunk == 0) chunks_.push_back(kNoBox);
  chunks_.back() = joined(chunks_.back(), box);
  box_ = joined(box_, box);
  cells_.push_back({corners, box, static_cast<std::uint32_t>(section)});
}

Swath::Range Swath::cells_on(const Stretch& within) const {
  BACKLOT_ASSERT(within.from <= within.to, "a stretch goes ahead");
  const std::vector<Section>& sections = line_.sections();
  const auto first = std::partition_point(cells_.begin(), cells_.end(), [&](const Cell& c) {
    return sections[c.section + 1].distance < within.from;
  });
  const auto end = std::partition_point(
      first, cells_.end(), [&](const Cell& c) { return sections[c.section].distance <= within.to; });
  return {static_cast<std::size_t>(first - cells_.begin()), static_cast<std::size_t>(end - cells_.begin())};
}

std::optional<double> share_along(const Section& first, const Section& second, const PlanPoint& p) {
  const double past_first = past(first, p), past_second = past(second, p);
  const double span = past_first - past_second;
  if (!(std::fabs(span) > 1e-9)) return std::nullopt;
  return std::clamp(past_first / span, 0.0, 1.0);
}

}  // namespace backlot::network::internal
