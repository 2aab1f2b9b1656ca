// Zones: gates through their perimeters, and what lies inside.
//
//      +------------------------+
//      |  ==== spot             |       A gate is a short lane over the perimeter, at a point that an exit leads to or comes from. Inside
//   -->gate . . . . . . . . gate-->     all is one intersection: corridors from each gate that leads in to each that leads out, and to each
//      |  ==== spot             |       spot. A vehicle in a spot backs out of it (docs/rndf.md).
//      +------------------------+
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "backlot/base/diagnostic.h"
#include "backlot/formats/rndf/internal/carriageway.h"
#include "backlot/formats/rndf/internal/geodesy.h"
#include "backlot/formats/rndf/internal/road_builder.h"
#include "backlot/formats/rndf/network_of.h"

namespace backlot::formats::rndf::internal {

// The gates of one zone, by point of the perimeter.
struct ZoneGates {
  const Zone* zone = nullptr;
  std::map<std::int32_t, std::size_t> in{}, out{};  // carriageways
};

// Adds a gate for every point of a perimeter that an exit speaks of. Exits to a point are found under the point's own id; exits from
// it under the id with `lane` -1, since a point may have both.
std::vector<ZoneGates> add_gates(const RndfDocument& document, const LocalPlane& plane,
                                 Carriageways& carriageways);
inline WaypointId gate_out(WaypointId id) { return {id.segment, -1, id.point}; }

// What lies inside, once the gates are ways. Checkpoints of spots are added to those of the network.
void add_zone(const ZoneGates& gates, const LocalPlane& plane, const Carriageways& carriageways,
              RoadBuilder& builder, RouteNetwork& out);

}  // namespace backlot::formats::rndf::internal
