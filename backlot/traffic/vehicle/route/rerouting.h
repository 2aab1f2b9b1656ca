// Another turn for a driver that cannot go on where it wants to.
#pragma once

#include <cstdint>
#include <optional>

#include "backlot/traffic/vehicle/surroundings.h"

namespace backlot::traffic {

// A driver stands at its line since the lane behind the intersection is full (driver state "held"). After a while it gives that turn up: rings of such drivers
// around a block, each of which waits for the room that the next one takes, would stand for good. The number of an exit of its carriageway to which its lane
// leads too, and where there is room now; nothing while the driver still waits, and where there is no such exit.
std::optional<std::uint8_t> find_other_exit(const Surroundings& around, const Self& self,
                                            const Driver& driver);

}  // namespace backlot::traffic
