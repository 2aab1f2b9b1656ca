// What corridors heed, as signals on their connecting roads, and the controllers of lights.
#pragma once

#include "backlot/formats/opendrive/internal/corridor_chains.h"
#include "backlot/formats/opendrive/internal/untranslation.h"

namespace backlot::opendrive {

// Where a lane of a connecting road begins for its traffic: the light of its group, or a sign.
void write_control(Untranslation& all, const network::IntersectionDescription& intersection,
                   const CorridorChain& chain, int lane, const network::SourceFrame& measure, Road& road);

// Heads beside a road from which some lanes lead on without a light say for which lanes they stand there. To be called between
// roads and junctions.
void limit_heads(Untranslation& all);

// The controllers of a junction's lights, with the number of the phase in which each has green.
void write_controllers(Untranslation& all, const network::IntersectionDescription& intersection,
                       Junction& junction);

}  // namespace backlot::opendrive
