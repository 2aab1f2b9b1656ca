// What stands beside the roads, as places: trees, poles, benches, signs, signal heads; and where names belong.
#pragma once

#include <string>
#include <vector>

#include "backlot/geometry/points.h"
#include "backlot/network/feature_description.h"
#include "backlot/network/network.h"

namespace backlot::draw {

struct WaysideThing {
  network::FeatureKind kind = network::FeatureKind::tree;
  geometry::WorldPoint at{};  // its foot
  double heading_rad = 0;     // of a sign: which way its face looks
  double height_m = 0;        // 0: as usual
  std::string text{};         // of a sign: what it says; of a speed sign, km/h
};

struct SignalHead {
  network::SignalGroupId group{};
  geometry::WorldPoint at{};  // the foot of its pole
  double heading_rad = 0;     // which way its lights shine
};

struct Wayside {
  std::vector<WaysideThing> things;
  std::vector<SignalHead> heads;
};

// All features without an outline, and a sign or signal heads at each approach with a control that asks for one that no feature gives.
Wayside find_wayside(const network::Network& network);

}  // namespace backlot::draw
