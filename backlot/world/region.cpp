#include "backlot/world/region.h"

#include <algorithm>
#include <cmath>

namespace backlot::world {

namespace {

constexpr std::size_t kShort = 16;  // entries of a list that is sooner read than searched

// Keeps those of `found` whose bodies touch the region.
template <class Region>
void keep_within(const CastingView& view, const Region& region, const Heights& heights,
                 std::vector<std::uint32_t>& found) {
  for (const std::uint32_t number : found) view.prefetch(number);
  std::erase_if(found, [&](std::uint32_t number) {
    const BodyBox box = view.body(number).box;
    return !(box.centre.z >= heights.low && box.centre.z <= heights.high) || !touches(box, region);
  });
  std::sort(found.begin(), found.end());
}

}  // namespace

bool touches(const BodyBox& box, const Circle& circle) {
  const double dx = circle.centre.x - box.centre.x, dy = circle.centre.y - box.centre.y;
  const double along = std::max(0.0, std::fabs(box.heading_x * dx + box.heading_y * dy) - box.half_length);
  const double across = std::max(0.0, std::fabs(box.heading_x * dy - box.heading_y * dx) - box.half_width);
  return along * along + across * across <= circle.radius_m * circle.radius_m;
}

bool touches(const BodyBox& box, std::span<const PlanPoint> corners) {
  // apart where one of the sides' directions parts them: first those of the box, ...
  double along_low = std::numeric_limits<double>::infinity(), along_high = -along_low;
  double across_low = along_low, across_high = along_high;
  for (const PlanPoint& p : corners) {
    const double dx = p.x - box.centre.x, dy = p.y - box.centre.y;
    const double along = box.heading_x * dx + box.heading_y * dy;
    const double across = box.heading_x * dy - box.heading_y * dx;
    along_low = std::min(along_low, along);
    along_high = std::max(along_high, along);
    across_low = std::min(across_low, across);
    across_high = std::max(across_high, across);
  }
  if (along_low > box.half_length || along_high < -box.half_length || across_low > box.half_width ||
      across_high < -box.half_width)
    return false;
  // ... then those of the polygon
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const PlanPoint &a = corners[k], &b = corners[(k + 1) % corners.size()];
    const double nx = b.y - a.y, ny = a.x - b.x;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const PlanPoint& p : corners) {
      const double at = nx * (p.x - box.centre.x) + ny * (p.y - box.centre.y);
      low = std::min(low, at);
      high = std::max(high, at);
    }
    const double reach = box.half_length * std::fabs(nx * box.heading_x + ny * box.heading_y) +
                         box.half_width * std::fabs(ny * box.heading_x - nx * box.heading_y);
    if (low > reach || high < -reach) return false;
  }
  return true;
}

// A body is where the middle of its footprint on its own strip is; one of no lane wherever its box is.
void add_near(const CastingView& view, const PlanBox& box, std::vector<std::uint32_t>& found) {
  // before the start of a strip and past its end, where its box is not, no middle of a body is further off than its guide may be
  constexpr double kFootprint_m = 1;
  const double around = view.half_m() + view.reach_m() - view.half_length_m() + kFootprint_m;
  const double longest = view.occupancy.longest();
  const PlanBox wide{box.low_x - around, box.low_y - around, box.high_x + around, box.high_y + around};
  view.roads.grid.for_pieces(wide, [&](const StripGrid::Piece& piece) {
    const auto from = static_cast<double>(piece.from), to = static_cast<double>(piece.to);
    // who only approaches is further before the start of a strip than a body on it can begin
    const double low = std::max(from, -kFootprint_m) - longest;
    for (std::uint32_t k = 0; k < piece.count; ++k) {
      const EntryList list = view.occupancy.on(network::StripId(piece.strip.index() + k));
      for (auto at = list.size() > kShort ? list.first_from(low) : list.begin();
           at != list.end() && at.from() <= to; ++at) {
        if (at.from() < low) continue;
        const double middle = 0.5 * (at->from + at->to);
        if (at->has(EntryFlag::own) && middle >= from && middle < to) found.push_back(at->id);
      }
    }
  });
  for (const LooseObject& loose : view.elsewhere()) {
    const auto [x, y, z] = loose.body.middle;
    const double half = 0.5 * static_cast<double>(loose.body.shape.length_m + loose.body.shape.width_m);
    if (x + half >= box.low_x && x - half <= box.high_x && y + half >= box.low_y && y - half <= box.high_y)
      found.push_back(loose.number);
  }
}

void find_within(const CastingView& view, const Circle& circle, std::vector<std::uint32_t>& found,
                 const Heights& heights) {
  found.clear();
  const auto [x, y] = circle.centre;
  const double r = circle.radius_m;
  if (!is_number(circle.centre) || !(r >= 0)) return;
  add_near(view, {x - r, y - r, x + r, y + r}, found);
  keep_within(view, circle, heights, found);
}

void find_within(const CastingView& view, std::span<const PlanPoint> corners,
                 std::vector<std::uint32_t>& found, const Heights& heights) {
  found.clear();
  if (corners.size() < 3 || !std::ranges::all_of(corners, is_number)) return;
  add_near(view, box_around(corners), found);
  keep_within(view, corners, heights, found);
}

}  // namespace backlot::world
