// What is asked between steps by who looks for somebody: the roads, the lists of who stands where, and the bodies by number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "backlot/base/assert.h"
#include "backlot/world/loose_body.h"
#include "backlot/world/mover.h"
#include "backlot/world/nose_guiding.h"
#include "backlot/world/object_numbers.h"
#include "backlot/world/occupancy.h"
#include "backlot/world/prefetch.h"
#include "backlot/world/roads.h"

namespace backlot::world {

// A body of either kind.
struct SeenBody {
  BodyBox box;
  double height_m = 0;
};

// A look at a world that stands still: good until the next step, and until somebody is added or removed. The lists are those of the
// bodies as they are (Simulation::casting() sees to it).
class CastingView {
 public:
  // Those elsewhere are found by the rest of their slots.
  CastingView(const Roads& all_roads, const Occupancy& lists, const ObjectNumbers& numbers,
              std::span<const Mover> movers, std::span<const LongShape, kObjectKinds> shapes,
              std::span<const LooseObject> elsewhere = {})
      : roads(all_roads),
        occupancy(lists),
        numbers_(numbers),
        movers_(movers),
        shapes_(shapes),
        elsewhere_(elsewhere) {
    for (const LongShape& shape : shapes) {
      for (const BodyShape& s : {shape.usual, shape.nose_guided})
        reach_m_ = std::max({reach_m_, static_cast<double>(s.front_m()), static_cast<double>(s.rear_m())});
      half_length_m_ = std::max(half_length_m_, 0.5 * static_cast<double>(shape.usual.length_m));
      half_m_ = std::max(half_m_, 0.5 * static_cast<double>(shape.usual.length_m + shape.usual.width_m));
    }
  }

  // Of a number whose owner is there.
  std::uint32_t slot(std::uint32_t number) const { return numbers_.slot(number); }
  ObjectId id(std::uint32_t number) const { return numbers_.id(number); }
  SeenBody body(std::uint32_t number) const {
    if (!is_extra(number)) return {box_of(loose(number)), static_cast<double>(loose(number).shape.height_m)};
    const Mover& m = mover(number);
    return {box_of(shape(m), m), static_cast<double>(shape(m).height_m)};
  }
  // Of either kind.
  struct Motion {
    double length_m = 0, speed_mps = 0;
  };
  Motion motion(std::uint32_t number) const {
    if (!is_extra(number))
      return {static_cast<double>(loose(number).shape.length_m), loose(number).speed_mps};
    return {static_cast<double>(shape(mover(number)).length_m), mover(number).speed_mps};
  }
  // Before it is asked for.
  void prefetch(std::uint32_t number) const {
    const std::uint32_t at = numbers_.slot(number);
    if ((at & ObjectNumbers::kElsewhere) == 0) prefetch_row(movers_[at]);
  }
  // Those of no lane, in the order of their coming.
  std::span<const LooseObject> elsewhere() const { return elsewhere_; }
  bool is_extra(std::uint32_t number) const {
    return (numbers_.slot(number) & ObjectNumbers::kElsewhere) == 0;
  }
  // Of objects that are no extras.
  const LooseBody& loose(std::uint32_t number) const {
    const std::uint32_t row = numbers_.slot(number) & ~ObjectNumbers::kElsewhere;
    BACKLOT_ASSERT(!is_extra(number) && row < elsewhere_.size(), "an extra is in the table of movers");
    return elsewhere_[row].body;
  }
  // Of extras alone.
  const Mover& mover(std::uint32_t number) const {
    BACKLOT_ASSERT(numbers_.slot(number) < movers_.size(), "only extras are in the table of movers");
    return movers_[numbers_.slot(number)];
  }
  const BodyShape& shape(const Mover& m) const {
    BACKLOT_ASSERT(static_cast<std::size_t>(m.kind) < shapes_.size(), "there is no such kind of object");
    const LongShape& shape = shapes_[static_cast<std::size_t>(m.kind)];
    return m.is_nose_guided ? shape.nose_guided : shape.usual;
  }
  // None for one who left.
  bool has(ObjectId id) const { return numbers_.find_slot(id).has_value(); }

  // No body of an extra reaches further from its guide along its heading, and from its middle in any direction.
  double reach_m() const { return reach_m_; }
  double half_m() const { return half_m_; }
  double half_length_m() const { return half_length_m_; }

  const Roads& roads;
  const Occupancy& occupancy;

 private:
  const ObjectNumbers& numbers_;
  std::span<const Mover> movers_;  // by slot
  std::span<const LongShape, kObjectKinds> shapes_;
  std::span<const LooseObject> elsewhere_;
  double reach_m_ = 0, half_m_ = 0, half_length_m_ = 0;
};

}  // namespace backlot::world
