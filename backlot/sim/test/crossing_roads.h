// A crossing of two streets, one lane each way, with long arms that are open at their ends; and what it takes to send traffic over it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "backlot/network/strip.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim {

// Arms west and east of 600 m, south and north of 300 m. `rules` are statements of the intersection: the four arms with their control, and
// signals.
std::unique_ptr<TestRoads> crossing_of(std::string_view rules);

// The lane by which vehicles come from an arm.
world::TrackId lane_from(const TestRoads& roads, std::string_view arm);

// All vehicles that come from an arm take this turn.
void let_all_turn(const TestRoads& roads, std::string_view arm, network::Turn turn,
                  SimulationSettings& settings);

}  // namespace backlot::sim
