// What pages ask of a network and a frame: where a place is, what has a name, what an object is up to.
#pragma once

#include <cstdint>
#include <string>

#include "apps/server/show/inbox.h"
#include "apps/server/show/static_world.h"
#include "backlot/network/network.h"
#include "backlot/record/frame.h"
#include "backlot/scene/placed_mark.h"
#include "backlot/sim/simulation.h"

namespace backlot::server {

// The object with this number; null where it is not there.
const record::FrameObject* find_number(const record::Frame& frame, std::uint32_t number);

// The message `located`. Places are those of the world.
Json located(const network::Network& network, const Request& request);

// The message `found`.
Json found(const Set& set, const network::Network& network, const record::Frame& frame,
           const std::string& text, std::span<const scene::PlacedMark> marks = {});

// The message `actor`, from a frame alone.
Json actor_of(const Set& set, const network::Network& network, const record::Frame& frame,
              std::uint32_t number);
// The same with what only a run knows: states, limits, leases, the way ahead.
Json actor_of(const Set& set, sim::Simulation& run, const record::Frame& frame, std::uint32_t number);

// What limits a driver, for people: "a red light".
std::string_view in_words(traffic::Limit limit);

}  // namespace backlot::server
