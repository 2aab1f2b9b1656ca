#include "backlot/world/building.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

namespace backlot::world {

namespace {

constexpr double kUsualHeight_m = 6;
constexpr std::size_t kFan = 8;  // boxes in a box
constexpr std::size_t kMostLevels = 24;

// By stripes of the plane, and in each from south to north, so that neighbours in the list are neighbours.
std::vector<std::uint32_t> order_by_place(const std::vector<PlanBox>& boxes) {
  std::vector<std::uint32_t> order(boxes.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
  const auto x = [&](std::uint32_t i) { return boxes[i].low_x + boxes[i].high_x; };
  const auto y = [&](std::uint32_t i) { return boxes[i].low_y + boxes[i].high_y; };
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return x(a) != x(b) ? x(a) < x(b) : a < b; });
  const std::size_t groups = (order.size() + kFan - 1) / kFan;
  const auto stripes = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(groups))));
  const std::size_t stripe = kFan * ((groups + stripes - 1) / stripes);
  for (std::size_t first = 0; first < order.size(); first += stripe)
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(first),
              order.begin() + static_cast<std::ptrdiff_t>(std::min(first + stripe, order.size())),
              [&](std::uint32_t a, std::uint32_t b) { return y(a) != y(b) ? y(a) < y(b) : a < b; });
  return order;
}

}  // namespace

std::vector<Building> buildings_of(const network::Network& network) {
  using network::FeatureKind;
  std::vector<Building> buildings;
  for (const network::FeatureOutline& outline : network.outlines()) {
    if (outline.kind != FeatureKind::building && outline.kind != FeatureKind::barrier &&
        outline.kind != FeatureKind::tree)
      continue;
    Building building{{}, outline.z_low, outline.z_high};
    const bool has_height = network.feature_of(outline).height > 0;
    if (!has_height && outline.kind == FeatureKind::building) building.to_z += kUsualHeight_m;
    if (!(building.to_z > building.from_z)) continue;
    for (const geometry::WorldPoint& corner : network.corners(outline))
      building.corners.push_back({corner.x, corner.y});
    buildings.push_back(std::move(building));
  }
  return buildings;
}

BuildingIndex::BuildingIndex(std::vector<Building> buildings) {
  std::erase_if(buildings, [](const Building& b) {
    return b.corners.size() < 3 || !std::ranges::all_of(b.corners, is_number) || !std::isfinite(b.from_z) ||
           !std::isfinite(b.to_z);
  });
  if (buildings.empty()) return;
  std::vector<PlanBox> boxes;
  for (const Building& building : buildings) boxes.push_back(box_around(building.corners));
  std::vector<PlanBox>& leaves = levels_.emplace_back();
  for (const std::uint32_t i : order_by_place(boxes)) {
    leaves.push_back(boxes[i]);
    buildings_.push_back(std::move(buildings[i]));
  }
  while (levels_.back().size() > 1) {
    const std::vector<PlanBox>& below = levels_.back();
    std::vector<PlanBox> level;
    for (std::size_t i = 0; i < below.size(); ++i) {
      if (i % kFan == 0)
        level.push_back(below[i]);
      else
        level.back() = box_around(level.back(), below[i]);
    }
    levels_.push_back(std::move(level));
  }
}

void BuildingIndex::add_near(const PlanBox& box, std::vector<Near>& found) const {
  if (levels_.empty()) return;
  struct Node {
    std::uint32_t level, at;
  };
  std::array<Node, kMostLevels * kFan> open;
  std::size_t count = 0;
  open[count++] = {static_cast<std::uint32_t>(levels_.size() - 1), 0};
  while (count > 0) {
    const Node node = open[--count];
    const PlanBox& own = levels_[node.level][node.at];
    if (!touches(own, box)) continue;
    if (node.level == 0) {
      found.push_back({&buildings_[node.at], own});
      continue;
    }
    const std::size_t first = kFan * node.at, last = std::min(first + kFan, levels_[node.level - 1].size());
    for (std::size_t i = last; i-- > first;) open[count++] = {node.level - 1, static_cast<std::uint32_t>(i)};
  }
}

std::size_t BuildingIndex::bytes() const {
  std::size_t bytes = buildings_.capacity() * sizeof(Building);
  for (const Building& building : buildings_) bytes += building.corners.capacity() * sizeof(PlanPoint);
  for (const std::vector<PlanBox>& level : levels_) bytes += level.capacity() * sizeof(PlanBox);
  return bytes;
}

}  // namespace backlot::world
