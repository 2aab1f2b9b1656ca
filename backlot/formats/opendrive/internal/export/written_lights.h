// What corridors heed, as signals on their connecting roads, and the controllers of lights.
#pragma once

#include "backlot/formats/opendrive/internal/export/corridor_chains.h"
#include "backlot/formats/opendrive/internal/export/exporter.h"

namespace backlot::formats::opendrive {

// Where a lane of a connecting road begins for its traffic: the light of its group, or a sign.
void write_control(Exporter& all, const network::IntersectionDescription& intersection,
                   const CorridorChain& chain, int lane, const network::SourceFrame& measure, Road& road);

// Heads beside a road from which some lanes lead on without a light say for which lanes they stand there. To be called between
// roads and junctions.
void limit_heads(Exporter& all);

// The controllers of a junction's lights, with the number of the phase in which each has green.
void write_controllers(Exporter& all, const network::IntersectionDescription& intersection,
                       Junction& junction);

}  // namespace backlot::formats::opendrive
