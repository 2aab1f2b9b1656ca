// Where people on foot are bound for, and the shortest ways there.
//
// Doors lie along the sidewalks, evenly: of houses on the side away from the road, and of stops and parked cars at the kerb. People come out of them and
// go in. For each door a table holds how far it is from where each footway begins, in both directions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/world/roads/footways.h"

namespace backlot::traffic {

using DoorId = std::uint32_t;
inline constexpr DoorId kNoDoor = ~DoorId{0};

struct Door {
  world::FootwayId footway{};
  double metres = 0;     // of the footway
  bool is_left = false;  // on the left edge of the footway, by growing metres; else on the right one
};

class FootRoutes {
 public:
  // The footways stay where they are for as long as this is used.
  explicit FootRoutes(const world::Footways& footways);

  // Of as many doors as these footways have.
  static std::size_t count_doors(const world::Footways& footways);
  std::span<const Door> doors() const { return doors_; }
  const Door& operator[](DoorId door) const {
    BACKLOT_ASSERT(door < doors_.size(), "a door of other footways");
    return doors_[door];
  }

  // Metres to a door for a person that begins to walk a footway, from that end of it.
  double from_start_m(DoorId door, world::FootwayId footway, bool is_along) const {
    BACKLOT_ASSERT(door < doors_.size(), "a door of other footways");
    return static_cast<double>(metres_[index_of(door, footway, is_along)]);
  }
  // Metres to a door for one that has walked some metres of it.
  double left_m(DoorId door, world::FootwayId footway, bool is_along, double walked_m) const;
  // Of the footways that follow, the one from which the door is nearest; empty where none follows.
  world::FootwayEnd next(DoorId door, world::FootwayId footway, bool is_along) const;

 private:
  std::size_t index_of(DoorId door, world::FootwayId footway, bool is_along) const {
    return (std::size_t{door} * footways_->all().size() + footway.index()) * 2 + (is_along ? 0 : 1);
  }
  double from_end_m(DoorId door, world::FootwayId footway, bool is_along) const;
  void place_doors();
  void find_ways(DoorId door);

  const world::Footways* footways_;
  std::vector<Door> doors_;
  std::vector<float> metres_;  // by door, footway and direction
};

}  // namespace backlot::traffic
