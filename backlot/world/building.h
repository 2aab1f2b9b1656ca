// What blocks the view of drivers: buildings, walls, hedges.
#pragma once

#include <span>
#include <vector>

#include "backlot/network/network.h"
#include "backlot/world/plan_box.h"

namespace backlot::world {

// A building, or any other thing that blocks the view: its outline in plan, corners one after the other, and the
// heights of the world between which it is. Where sides cross, a point is within if an odd number of sides lies to its right.
struct Building {
  std::vector<PlanPoint> corners;
  double from_z = 0, to_z = 0;
};

// The buildings and barriers of a network, and trees that have an outline, in its order. A building of no height counts as 6 m high; any
// other thing of no height hides nothing and is left out.
std::vector<Building> buildings_of(const network::Network& network);

// Which of many buildings are near, without a look at all of them: boxes in boxes, made once, const.
class BuildingIndex {
 public:
  BuildingIndex() = default;
  // Invalid buildings (fewer than three corners, or numbers that are not finite) are left out. The others are kept in
  // an order of their own.
  explicit BuildingIndex(std::vector<Building> buildings);

  std::span<const Building> buildings() const { return buildings_; }

  struct Near {
    const Building* building;
    PlanBox box;  // around it
  };
  // Adds all buildings with boxes that touch a box.
  void add_near(const PlanBox& box, std::vector<Near>& found) const;

  std::size_t bytes() const;

 private:
  std::vector<Building> buildings_;
  // Boxes around each building, around each eight of these, and so on up to one around all.
  std::vector<std::vector<PlanBox>> levels_;
};

}  // namespace backlot::world
