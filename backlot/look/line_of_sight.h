// What can be seen from a place: lines of sight against bodies and buildings.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backlot/look/region.h"
#include "backlot/look/snapshot.h"
#include "backlot/world/building.h"

namespace backlot::look {

// The place from which something is seen. The body that the eye belongs to hides nothing.
struct Eye {
  geometry::WorldPoint ground{};
  double height_m = 1.2;  // above the ground
  world::ObjectId of{};   // the object that the eye belongs to; may be empty
  double later_s = 0;     // bodies hide what they hide so much later, if each goes straight on at its speed
};

// A line of sight ends at the first thing it passes through; to touch a side is not to pass through it.
bool is_hidden_by(const world::BodyBox& box, double height_m, const geometry::WorldPoint& eye,
                  const geometry::WorldPoint& seen);
bool is_hidden_by(const world::Building& building, const geometry::WorldPoint& eye,
                  const geometry::WorldPoint& seen);

// A body is visible when one of five points is: its middle and the four corners, at half of its height. The buildings of the network hide what
// is behind them. So do the buildings that are given with the question; these should be few, since each is looked at.
class LineOfSight {
 public:
  // The numbers of all bodies that come within a distance of the eye and are visible, in order. A place or distance that is not one (NaN, below
  // zero) sees nothing. The answer is good until the next question.
  std::span<const std::uint32_t> find_visible(const Snapshot& snapshot, const Eye& eye, double within_m,
                                              std::span<const world::Building> further = {});
  // Whether one body is visible. A body is not visible to its own eye, and an object that has left is not visible at all.
  bool is_visible(const Snapshot& snapshot, const Eye& eye, world::ObjectId id,
                  std::span<const world::Building> further = {});
  // Whether a body would be visible if it were there; it is not one of the snapshot.
  bool would_be_visible(const Snapshot& snapshot, const Eye& eye, const SeenBody& body,
                        std::span<const world::Building> further = {});

 private:
  struct Thing {
    world::BodyBox box;
    double height_m;
    std::uint32_t number;
  };
  // Discs around all things, in coordinates that begin at the eye: an array of each number, to compare one thing with all.
  struct Discs {
    std::vector<float> x, y, radius_m;
    std::vector<float> near_m;  // no point of the disc is nearer to the eye

    void clear();
    void add(float at_x, float at_y, float radius);
  };

  void gather(const Snapshot& snapshot, const Eye& eye, const world::PlanBox& box, double within_m);
  void gather_between(const Snapshot& snapshot, const Eye& eye, const world::BodyBox& target,
                      std::span<const world::Building> further);
  void gather_buildings(const world::BuildingIndex& own, const world::PlanBox& box,
                        std::span<const world::Building> further);
  void find_in_the_way(std::size_t which);
  bool sees(const geometry::WorldPoint& eye, std::size_t which);
  bool sees(const geometry::WorldPoint& eye, const geometry::WorldPoint& point);

  std::vector<std::uint32_t> numbers_, visible_;
  std::vector<Thing> things_;
  Discs discs_;  // of things_
  std::vector<float> apart_;
  std::vector<std::uint32_t>
      in_the_way_;  // things that may hide the one that is looked at; the one that hid a point last comes first
  std::vector<world::BuildingIndex::Near> buildings_;
};

}  // namespace backlot::look
