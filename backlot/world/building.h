// What stands in the way of those who look: buildings, walls, hedges.
#pragma once

#include <span>
#include <vector>

#include "backlot/network/network.h"
#include "backlot/world/plan_box.h"

namespace backlot::world {

// A building, or whatever else stands in the way: its outline in plan, corners one after the other, and between which heights of the world
// it is. Where sides cross, what is within is told by counting the sides to the right.
struct Building {
  std::vector<PlanPoint> corners;
  double from_z = 0, to_z = 0;
};

// The buildings and barriers of a network, and trees that have an outline, in its order. A building of no height counts as 6 m high; what else
// has none hides nothing and is left out.
std::vector<Building> buildings_of(const network::Network& network);

// Which of many buildings are near, without a look at all of them: boxes in boxes, made once, const.
class BuildingIndex {
 public:
  BuildingIndex() = default;
  // Those that are none (fewer than three corners, no numbers) are left out. They come in an order of their own.
  explicit BuildingIndex(std::vector<Building> buildings);

  std::span<const Building> buildings() const { return buildings_; }

  struct Near {
    const Building* building;
    PlanBox box;  // around it
  };
  // Adds all whose boxes touch a box.
  void add_near(const PlanBox& box, std::vector<Near>& found) const;

  std::size_t bytes() const;

 private:
  std::vector<Building> buildings_;
  // Boxes around each building, around each eight of these, and so on up to one around all.
  std::vector<std::vector<PlanBox>> levels_;
};

}  // namespace backlot::world
