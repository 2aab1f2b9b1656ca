// The shapes of bodies, by number: frames name a shape, and a table says what it is.
#pragma once

#include <cstdint>
#include <vector>

#include "backlot/record/frame.h"
#include "backlot/world/body.h"

namespace backlot::server {

struct Shape {
  world::ObjectKind kind = world::ObjectKind::car;
  float length_m = 0, width_m = 0, height_m = 0;

  friend bool operator==(const Shape&, const Shape&) = default;
};

// Grows only: a number that was told stays true.
class ShapeTable {
 public:
  std::uint32_t number_of(const record::FrameObject& object) {
    const Shape wanted{object.kind, object.length_m, object.width_m, object.height_m};
    for (std::size_t k = 0; k < shapes_.size(); ++k)
      if (shapes_[k] == wanted) return static_cast<std::uint32_t>(k);
    shapes_.push_back(wanted);
    return static_cast<std::uint32_t>(shapes_.size() - 1);
  }
  const std::vector<Shape>& shapes() const { return shapes_; }

 private:
  std::vector<Shape> shapes_;
};

}  // namespace backlot::server
