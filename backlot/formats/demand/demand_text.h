// Demand as text: mixes of kinds, flows, turning shares. The options of `backlot traffic` are written so.
//
//   auto flow = read_flow(roads.tracks(), "main_street:600", {.mix = *read_mix("car=0.9,truck=0.1")});
//
// A diagnostic has the text itself as its place: "main_street:many: error F103: this is no ...".
#pragma once

#include <array>
#include <string>

#include "backlot/base/diagnostic.h"
#include "backlot/base/result.h"
#include "backlot/sim/demand.h"
#include "backlot/traffic/vehicle/routing/turning_shares.h"
#include "backlot/world/tracks.h"

namespace backlot::formats::demand {

// Weights of cars, trucks, buses and motorcycles.
using KindShares = std::array<double, world::kVehicleKinds>;

// "car=0.8,truck=0.2": weights, zero where nothing is said.
base::Result<KindShares> read_mix(const std::string& text);

// Of "WAY[:LANE]:VEH_PER_HOUR[:BEGIN-END]" origin, rate and times in seconds; the rest is as in `usual`.
base::Result<sim::Flow> read_flow(const world::Tracks& tracks, const std::string& text,
                                  const sim::Flow& usual = {});

// "WAY[:LANE]:TO=SHARE,TO=SHARE...", where TO is a way, or left, straight, right or back. The shares are added to `shares` where
// nothing is found.
base::Diagnostics read_turns(const world::Tracks& tracks, const std::string& text,
                             traffic::TurningShares& shares);

}  // namespace backlot::formats::demand
