// The heights of lanes over their road: from the file and back.
#pragma once

#include <vector>

#include "backlot/formats/opendrive/internal/plan/reference_line.h"
#include "backlot/formats/opendrive/lane_section.h"
#include "backlot/network/surface_description.h"

namespace backlot::formats::opendrive {

// By plan distance from `from` on, until `to` (both s of the road). A file gives heights at places along the lane: even between
// them, and as at the last one behind it. Of two at one place the first ends what was before. Nothing if all are zero.
network::LaneHeights heights_of(const Lane& lane, const ReferenceLine& line, double section_s, double from,
                                double to);

// As records of lane `id`, by s from that of `from` on; heights go by plan distance from `from`, until `to`.
struct WrittenHeights {
  std::vector<LaneHeight> records;
  bool is_bent = false;  // they were no straight lines, and are now
};
WrittenHeights written_heights(const network::LaneHeights& heights, int id, double from, double to,
                               const network::SourceFrame& measure);

}  // namespace backlot::formats::opendrive
