// JSON on standard output.
#pragma once

#include <nlohmann/json.hpp>

#include "apps/cli/exit_code.h"
#include "backlot/base/diagnostic.h"

namespace backlot::cli {

// Keys stay in the order in which they were written, which is the order of the contract.
using Json = nlohmann::ordered_json;

Json to_json(const base::Diagnostic& diagnostic);

ExitCode write_json(const Json& json);

}  // namespace backlot::cli
