#include "backlot/network/surface_description.h"

#include <algorithm>

namespace backlot::network {

double SurfaceStation::height_at(double offset) const {
  if (height.records.empty()) return 0;
  return height.record_at(std::max(offset, height.records.front().from)).at(offset).value;
}

}  // namespace backlot::network
