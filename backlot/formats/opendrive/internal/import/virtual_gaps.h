// Virtual junctions lie on a main road that goes on through them. There the main road gets a gap. Its lanes become
// corridors, and so do those of the connecting roads that meet it where the gap begins and ends:
//
//      1.0  ----------|::::::::::|----------  1.1        :  the gap of road 1
//                       \ 2   4 /
//                         | 99 |
#pragma once

#include <cstddef>
#include <optional>

#include "backlot/formats/opendrive/internal/import/translation.h"

namespace backlot::formats::opendrive {

// Leaves the gaps, before anything is translated. Where that is not possible, or a connecting road meets its main road
// elsewhere, a diagnostic says so, and the connecting road stays a road.
void cut_at_virtual_junctions(Translation& translation);

// The sections of a gap.
SectionRange sections_of(const RoadPlans& roads, const Gap& gap);

// What a connecting road meets at one of its ends: none where that is no gap.
std::optional<RoadEnd> end_beside_gap(const Translation& translation, std::size_t connecting,
                                      network::End end);

}  // namespace backlot::formats::opendrive
