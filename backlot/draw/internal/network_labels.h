// Finds room for texts: none covers another.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "backlot/draw/svg.h"

namespace backlot::draw::internal {

// How wide a text is in the font of the sheet, by its number of letters; a little more than most are.
double text_width(std::string_view text, double size);

// A rectangle turned about its centre; (ux, uy) is the direction of its length, a unit vector.
struct TurnedBox {
  SheetPoint centre;
  double ux = 1, uy = 0;
  double half_length = 0, half_height = 0;
};
bool overlap(const TurnedBox& a, const TurnedBox& b);

// The boxes that are taken, found by a grid of cells.
class LabelRoom {
 public:
  explicit LabelRoom(double cell) : cell_(cell) {}

  // Takes the place where it is free.
  bool take(const TurnedBox& box);

 private:
  double cell_;
  std::vector<TurnedBox> boxes_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::uint32_t>> cells_;
};

}  // namespace backlot::draw::internal
