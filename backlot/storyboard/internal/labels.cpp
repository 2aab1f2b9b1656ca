#include "backlot/storyboard/internal/labels.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/storyboard/internal/distances.h"

namespace backlot::storyboard::internal {

using draw::SheetPoint;

namespace {

constexpr double kAir = 3;  // between a name and what it must not cover
constexpr int kDirections = 24;
constexpr std::array<double, 9> kReaches = {12, 20, 30, 42, 56, 75, 100, 135, 180};  // from the owner
constexpr double kScanStep = 12;  // of places in the whole frame

SheetPoint nearest_in(const SheetBox& box, const SheetPoint& p) {
  return {std::clamp(p.x, box.low.x, box.high.x), std::clamp(p.y, box.low.y, box.high.y)};
}

// In DejaVu Sans Bold, the widest font in use, rounded up.
double letter_width(char c) {
  constexpr std::string_view kNarrow = "iljtf.,:;'|!()[]r ";
  constexpr std::string_view kWide = "mwMW%@";
  if (kNarrow.find(c) != std::string_view::npos) return 0.44;
  if (kWide.find(c) != std::string_view::npos) return 1.05;
  const bool is_large = c >= 'A' && c <= 'Z';
  return is_large ? 0.8 : 0.7;
}

SheetBox box_at(const SheetPoint& centre, double width, double height) {
  BACKLOT_ASSERT(width >= 0 && height >= 0, "a box has a size");
  return {{centre.x - 0.5 * width, centre.y - 0.5 * height},
          {centre.x + 0.5 * width, centre.y + 0.5 * height}};
}

// The leader runs from the middle of the owner to the nearest point of the name; the owner is drawn over it.
PlacedLabel label_of(const SheetBox& box, const SheetBox& owner) {
  const SheetPoint from = owner.centre();
  return {box, from, nearest_in(box, from)};
}

}  // namespace

double text_width(std::string_view text, double size) {
  BACKLOT_ASSERT(size > 0, "letters have a size");
  double width = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0U) == 0x80U) continue;  // not the first byte of a letter
    width += letter_width(c);
  }
  return size * width;
}

bool overlap(const SheetBox& a, const SheetBox& b) {
  return a.low.x < b.high.x && b.low.x < a.high.x && a.low.y < b.high.y && b.low.y < a.high.y;
}

bool holds(const SheetBox& box, const SheetPoint& p) {
  return p.x >= box.low.x && p.x <= box.high.x && p.y >= box.low.y && p.y <= box.high.y;
}

bool meets(const SheetBox& box, const SheetPoint& a, const SheetPoint& b) {
  double from = 0, to = 1;
  const double dx = b.x - a.x, dy = b.y - a.y;
  // each border: how fast the line moves out over it, and how far inside a is
  for (const auto& [out, inside] : {std::array{-dx, a.x - box.low.x}, std::array{dx, box.high.x - a.x},
                                    std::array{-dy, a.y - box.low.y}, std::array{dy, box.high.y - a.y}}) {
    if (out == 0 && inside < 0) return false;
    if (out > 0) to = std::min(to, inside / out);
    if (out < 0) from = std::max(from, inside / out);
  }
  return from <= to;
}

SheetBox box_around(const std::vector<SheetPoint>& points) {
  BACKLOT_ASSERT(!points.empty(), "a box is around some points");
  SheetBox box{points.front(), points.front()};
  for (const SheetPoint& p : points) {
    box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y)};
    box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y)};
  }
  return box;
}

std::size_t LabelPlanner::covered_by(const SheetBox& box) const {
  const auto obstacles = std::count_if(obstacles_.begin(), obstacles_.end(),
                                       [&](const SheetBox& obstacle) { return overlap(obstacle, box); });
  const auto points = std::count_if(line_points_.begin(), line_points_.end(),
                                    [&](const SheetPoint& p) { return holds(box, p); });
  return static_cast<std::size_t>(obstacles + points);
}

bool LabelPlanner::is_free(const PlacedLabel& label) const {
  const SheetBox wide = label.box.widened(kAir);
  if (wide.low.x < frame_.low.x || wide.high.x > frame_.high.x || wide.low.y < frame_.low.y ||
      wide.high.y > frame_.high.y)
    return false;
  for (const SheetBox& obstacle : obstacles_)
    if (overlap(wide, obstacle)) return false;
  for (const PlacedLabel& other : placed_) {
    if (overlap(wide, other.box) || meets(wide, other.leader_from, other.leader_to) ||
        meets(other.box.widened(kAir), label.leader_from, label.leader_to))
      return false;
  }
  return true;
}

// Near its owner, off the lines, and with a leader that crosses no vehicle.
double LabelPlanner::cost(const PlacedLabel& label, const SheetBox& owner) const {
  double cost = distance(nearest_in(owner, label.leader_to), label.leader_to);
  const SheetBox wide = label.box.widened(kAir);
  for (const SheetPoint& p : line_points_) cost += holds(wide, p) ? 12 : 0;
  for (const SheetBox& obstacle : obstacles_) {
    if (holds(obstacle, owner.centre())) continue;  // the owner itself
    cost += meets(obstacle, label.leader_from, label.leader_to) ? 45 : 0;
  }
  return cost;
}

void LabelPlanner::consider(const PlacedLabel& label, const SheetBox& owner, std::optional<PlacedLabel>& best,
                            double& best_cost) const {
  const double own_cost = cost(label, owner);
  if ((best && own_cost >= best_cost) || !is_free(label)) return;
  best = label;
  best_cost = own_cost;
}

std::optional<PlacedLabel> LabelPlanner::place(const LabelWish& wish) {
  const double width = text_width(wish.text, wish.size) + 0.9 * wish.size + wish.extra_width;
  const double height = 1.5 * wish.size;
  const SheetPoint middle = wish.owner.centre();
  std::optional<PlacedLabel> best;
  double best_cost = 0;
  for (const double reach : kReaches) {
    for (int k = 0; k < kDirections; ++k) {
      const base::SinCos turn = base::sin_cos(base::kTwoPi * (k + 0.5) / kDirections);
      // so far out that the name is clear of the owner in this direction
      const double x = turn.cos * (0.5 * (wish.owner.width() + width) + reach);
      const double y = turn.sin * (0.5 * (wish.owner.height() + height) + reach);
      consider(label_of(box_at({middle.x + x, middle.y + y}, width, height), wish.owner), wish.owner, best,
               best_cost);
    }
  }
  for (double y = frame_.low.y; !best && y <= frame_.high.y; y += kScanStep) {
    for (double x = frame_.low.x; x <= frame_.high.x; x += kScanStep)
      consider(label_of(box_at({x, y}, width, height), wish.owner), wish.owner, best, best_cost);
  }
  if (best) placed_.push_back(*best);
  return best;
}

}  // namespace backlot::storyboard::internal
