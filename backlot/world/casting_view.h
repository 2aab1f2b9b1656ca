// What is asked between steps by who looks for somebody: the roads, the lists of who stands where, and the bodies by number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "backlot/world/mover.h"
#include "backlot/world/nose_guiding.h"
#include "backlot/world/object_numbers.h"
#include "backlot/world/occupancy.h"
#include "backlot/world/roads.h"

namespace backlot::world {

// A look at a world that stands still: good until the next step, and until somebody is added or removed. The lists are those of the
// bodies as they are (Simulation::casting() sees to it).
class CastingView {
 public:
  CastingView(const Roads& all_roads, const Occupancy& lists, const ObjectNumbers& numbers,
              std::span<const Mover> movers, std::span<const LongShape, kObjectKinds> shapes)
      : roads(all_roads), occupancy(lists), numbers_(numbers), movers_(movers), shapes_(shapes) {
    for (const LongShape& shape : shapes) {
      for (const BodyShape& s : {shape.usual, shape.nose_guided})
        reach_m_ = std::max({reach_m_, static_cast<double>(s.front_m()), static_cast<double>(s.rear_m())});
      half_length_m_ = std::max(half_length_m_, 0.5 * static_cast<double>(shape.usual.length_m));
      half_m_ = std::max(half_m_, 0.5 * static_cast<double>(shape.usual.length_m + shape.usual.width_m));
    }
  }

  // Of a number whose owner is there.
  std::uint32_t slot(std::uint32_t number) const { return numbers_.slot(number); }
  const Mover& mover(std::uint32_t number) const { return movers_[numbers_.slot(number)]; }
  ObjectId id(std::uint32_t number) const { return numbers_.id(number); }
  const BodyShape& shape(const Mover& m) const {
    const LongShape& shape = shapes_[static_cast<std::size_t>(m.kind)];
    return m.is_nose_guided ? shape.nose_guided : shape.usual;
  }
  // None for one who left.
  const Mover* find(ObjectId id) const {
    const auto at = numbers_.find_extra(id);
    return at ? &movers_[*at] : nullptr;
  }

  // No body reaches further from its guide along its heading, and from its middle in any direction.
  double reach_m() const { return reach_m_; }
  double half_m() const { return half_m_; }
  double half_length_m() const { return half_length_m_; }

  const Roads& roads;
  const Occupancy& occupancy;

 private:
  const ObjectNumbers& numbers_;
  std::span<const Mover> movers_;  // by slot
  std::span<const LongShape, kObjectKinds> shapes_;
  double reach_m_ = 0, half_m_ = 0, half_length_m_ = 0;
};

}  // namespace backlot::world
