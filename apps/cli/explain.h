// Why a vehicle drives as it does, for people and for programs.
#pragma once

#include <cstdint>
#include <string>

#include "apps/cli/json_output.h"
#include "backlot/network/network.h"
#include "backlot/traffic/vehicle/why.h"

namespace backlot::cli {

std::string explain_text(const network::Network& network, std::uint32_t id, const traffic::Why& why);

// {"id", "states": [...], "accel_mps2", "limit", "leader": {"id", "gap_m", "speed_mps"} or null, "waits_for": id or null, "corridor",
// "others_corridor": name or null, "gap": {"gap_s", "asked_s"} or null, "leases": [{"directive", "issuer"}]}
Json explain_json(const network::Network& network, std::uint32_t id, const traffic::Why& why);

}  // namespace backlot::cli
