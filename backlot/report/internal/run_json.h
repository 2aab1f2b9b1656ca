// From the JSON of a row to a run.
#pragma once

#include "backlot/report/internal/json_reader.h"
#include "backlot/report/run.h"

namespace backlot::report::internal {

Run read_run(const JsonReader& row);
// Curves, storyboard, forks, log and note alone.
void read_pictures(const JsonReader& row, Run& run);

}  // namespace backlot::report::internal
