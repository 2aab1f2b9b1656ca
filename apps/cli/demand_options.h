// What the command line says of demand: flows, mixes of kinds, turning shares.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "backlot/sim/demand.h"
#include "backlot/traffic/vehicle/turning_shares.h"
#include "backlot/world/tracks.h"

namespace backlot::cli {

using KindShares = std::array<double, world::kObjectKinds>;

// "car=0.8,truck=0.2": weights, zero where nothing is said. Here and below: none where the text is wrong, and then it was said why.
std::optional<KindShares> find_mix(const std::string& text);

// Of "WAY[:LANE]:VEH_PER_HOUR[:BEGIN-END]" origin, rate and times; the rest is as in `usual`.
std::optional<sim::Flow> find_flow(const world::Tracks& tracks, const std::string& text,
                                   const sim::Flow& usual);

// "WAY[:LANE]:TO=SHARE,TO=SHARE...", where TO is a way, or left, straight, right or back.
bool add_turning_shares(const world::Tracks& tracks, const std::string& text, traffic::TurningShares& shares);

}  // namespace backlot::cli
