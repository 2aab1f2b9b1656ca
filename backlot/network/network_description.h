// What a network is to be: loose and editable, from a file or from code. build() checks it and makes the model.
#pragma once

#include <string>
#include <vector>

#include "backlot/network/geo_reference.h"
#include "backlot/network/intersection_description.h"
#include "backlot/network/lane_kind.h"
#include "backlot/network/text_place.h"
#include "backlot/network/way_description.h"

namespace backlot::network {

struct NetworkDescription {
  std::string name{};
  TrafficSide side = TrafficSide::right;
  TrafficSide goes_first = TrafficSide::right;  // side that has priority where no sign decides
  double speed_limit_mps = 50 / 3.6;            // where nothing else is said
  GeoReference geo_reference{};
  std::vector<RoadDescription> roads;
  std::vector<IntersectionDescription> intersections;
  // Parts of the text could not be read at all: a name that is not there may stand in them, and is no error.
  bool is_incomplete = false;
  TextPlace speed_limit_place{};

  friend bool operator==(const NetworkDescription&, const NetworkDescription&) = default;
};

}  // namespace backlot::network
