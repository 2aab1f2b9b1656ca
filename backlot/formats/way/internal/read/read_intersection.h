// Reads what stands in the block of an intersection.
#pragma once

#include "backlot/formats/way/internal/environment.h"
#include "backlot/network/intersection_description.h"

namespace backlot::formats::way {

// Whether a block says all of an intersection, or changes one that came from a template.
enum class BlockOf : std::uint8_t { whole, edits };

// The statements of the cursor's block are put into `intersection`.
void read_intersection_block(text::Cursor& c, network::IntersectionDescription& intersection,
                             BlockOf block_of, const Environment& environment, Reading& reading);

}  // namespace backlot::formats::way
