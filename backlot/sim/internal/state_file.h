// The state of a run as bytes: "backlot state", a version, the hash of what the run was made from, a checksum, and the fields of RunState.
#pragma once

#include <string>
#include <string_view>

#include "backlot/base/diagnostic.h"

namespace backlot::sim {

struct Run;

std::string save(const Run& run);
// Replaces the state. Bytes that are no such state leave the run as it was, and the diagnostics say why (S101 ... S105).
base::Diagnostics restore(Run& run, std::string_view bytes);

}  // namespace backlot::sim
