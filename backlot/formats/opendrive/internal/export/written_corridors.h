// What corridors become in a file: lanes of sections, and priorities of roads.
#pragma once

#include "backlot/formats/opendrive/internal/export/corridor_chains.h"
#include "backlot/formats/opendrive/internal/export/exporter.h"

namespace backlot::formats::opendrive {

// A section of a connecting road or of a gap, with its lanes and the lane offset; behind those that the road has already.
void write_section(Exporter& all, const network::SourceFrame& measure, const CorridorSection& section,
                   Road& road);

// Rules between corridors, as rules between their roads.
void write_priorities(Exporter& all, const network::IntersectionDescription& intersection,
                      Junction& junction);

}  // namespace backlot::formats::opendrive
