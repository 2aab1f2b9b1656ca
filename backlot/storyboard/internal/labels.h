// Finds places for names beside what they name: no name covers another one, a vehicle, or a line from a name to its owner.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/draw/svg.h"

namespace backlot::storyboard::internal {

// How wide a text is in the font of the sheet; a little more than most are.
double text_width(std::string_view text, double size);

// An upright rectangle of the sheet.
struct SheetBox {
  draw::SheetPoint low{}, high{};

  double width() const { return high.x - low.x; }
  double height() const { return high.y - low.y; }
  draw::SheetPoint centre() const { return {0.5 * (low.x + high.x), 0.5 * (low.y + high.y)}; }
  SheetBox widened(double by) const { return {{low.x - by, low.y - by}, {high.x + by, high.y + by}}; }
};
bool overlap(const SheetBox& a, const SheetBox& b);
bool holds(const SheetBox& box, const draw::SheetPoint& p);
// Whether the line from a to b has a point in the box.
bool meets(const SheetBox& box, const draw::SheetPoint& a, const draw::SheetPoint& b);
SheetBox box_around(const std::vector<draw::SheetPoint>& points);

// What is to be named.
struct LabelWish {
  std::string text{};
  double size = 13;
  SheetBox owner{};        // what the name belongs to
  double extra_width = 0;  // for a symbol before the text
};

struct PlacedLabel {
  SheetBox box{};
  draw::SheetPoint leader_from{}, leader_to{};  // from the owner to the name
};

class LabelPlanner {
 public:
  explicit LabelPlanner(const SheetBox& frame) : frame_(frame) {}

  void add_obstacle(const SheetBox& box) { obstacles_.push_back(box); }
  // A point that names should keep off where they can: of the course and of trails.
  void add_line_point(const draw::SheetPoint& p) { line_points_.push_back(p); }

  // How many obstacles and points of lines a box would cover.
  std::size_t covered_by(const SheetBox& box) const;

  // The best free place; empty where the frame has no room left. The place is taken then.
  std::optional<PlacedLabel> place(const LabelWish& wish);

 private:
  bool is_free(const PlacedLabel& label) const;
  double cost(const PlacedLabel& label, const SheetBox& owner) const;
  void consider(const PlacedLabel& label, const SheetBox& owner, std::optional<PlacedLabel>& best,
                double& best_cost) const;

  SheetBox frame_;
  std::vector<SheetBox> obstacles_;
  std::vector<draw::SheetPoint> line_points_;
  std::vector<PlacedLabel> placed_;
};

}  // namespace backlot::storyboard::internal
