// The outlines of things beside and on roads, as they lie in the world.
#pragma once

#include <cstdint>

#include "backlot/network/feature_description.h"
#include "backlot/network/ids.h"

namespace backlot::network {

// A polygon seen from above, and between which heights it stands; what is painted is as high as it is low. Sides may cross if the
// description's do: then what is within is told by counting how many of them lie to one side.
struct FeatureOutline {
  FeatureKind kind = FeatureKind::building;
  RibbonId road{};
  WayId way{};                // empty where the road itself has the feature
  std::uint32_t feature = 0;  // among those of the way, or of the road
  std::uint32_t first_corner = 0, corner_count = 0;
  double z_low = 0, z_high = 0;
};

}  // namespace backlot::network
