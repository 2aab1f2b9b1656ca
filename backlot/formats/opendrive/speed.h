// A speed limit of a road or a lane.
#pragma once

#include <optional>

#include "backlot/formats/xml/where.h"

namespace backlot::formats::opendrive {

struct Speed {
  xml::Where where;
  double s = 0;  // of a lane: from the start of the lane section; of a road: that of its type
  std::optional<double> max_mps;  // none where the file says "undefined" or "no limit"
  bool is_unlimited = false;      // "no limit"
};

}  // namespace backlot::formats::opendrive
