// What can be seen from a place: lines of sight against bodies and buildings.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backlot/world/building.h"
#include "backlot/world/casting_view.h"
#include "backlot/world/region.h"

namespace backlot::world {

// From where one looks. The body of the one who looks hides nothing.
struct Eye {
  geometry::WorldPoint ground{};
  double height_m = 1.2;  // above it
  ObjectId of{};          // whose eye it is; empty where nobody's
};

// A line of sight ends at the first thing it passes through; to touch a side is not to pass through it.
bool is_hidden_by(const BodyBox& box, double height_m, const geometry::WorldPoint& eye,
                  const geometry::WorldPoint& seen);
bool is_hidden_by(const Building& building, const geometry::WorldPoint& eye,
                  const geometry::WorldPoint& seen);

// A body is visible when one of five points is: its middle and the four corners, at half of its height. The buildings of the network hide what
// is behind them, and those that are given with the question; the latter are few, since all of them are looked at.
class LineOfSight {
 public:
  // The numbers of all whose bodies come within a distance and are visible, in order. What is no place or distance (NaN, below zero) sees
  // nobody. Good until the next question.
  std::span<const std::uint32_t> find_visible(const CastingView& view, const Eye& eye, double within_m,
                                              std::span<const Building> further = {});
  // Whether this one is. Nobody is himself visible to his own eye, nor one who left to anybody.
  bool is_visible(const CastingView& view, const Eye& eye, ObjectId who,
                  std::span<const Building> further = {});

 private:
  struct Thing {
    BodyBox box;
    double height_m;
    std::uint32_t number;
  };
  // Discs around all things, seen from the eye: a row of each number, for who compares one with all.
  struct Discs {
    std::vector<float> x, y, radius_m;
    std::vector<float> near_m;  // nothing of it is nearer

    void clear();
    void add(float at_x, float at_y, float radius);
  };

  void gather(const CastingView& view, const Eye& eye, const PlanBox& box, double within_m);
  void gather_buildings(const BuildingIndex& own, const PlanBox& box, std::span<const Building> further);
  void find_in_the_way(std::size_t which);
  bool sees(const geometry::WorldPoint& eye, std::size_t which);
  bool sees(const geometry::WorldPoint& eye, const geometry::WorldPoint& point);

  std::vector<std::uint32_t> numbers_, visible_;
  std::vector<Thing> things_;
  Discs discs_;  // of these
  std::vector<float> apart_;
  std::vector<std::uint32_t>
      in_the_way_;  // things that may hide the one that is looked at, the one that did last first
  std::vector<BuildingIndex::Near> buildings_;
};

}  // namespace backlot::world
