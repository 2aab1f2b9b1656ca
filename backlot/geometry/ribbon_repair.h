#pragma once

namespace backlot::geometry {

// What a description did not say smoothly, and the ribbon rounded.
struct RibbonRepair {
  enum class Kind {
    kink,       // the tangent jumps by `size` radians
    gap,        // the spine jumps by `size` metres
    bank_jump,  // the surface's normal jumps by `size` radians
  };
  Kind kind = Kind::kink;
  double distance = 0;  // where, on the ribbon as built: the middle of the rounding
  double size = 0;
  double length = 0;  // metres of spine over which it was rounded
};

}  // namespace backlot::geometry
