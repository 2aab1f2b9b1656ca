// The row of a try, measured from its recording.
#pragma once

#include <string>

#include "apps/server/study/trial_attendant.h"
#include "backlot/trial/trial.h"

namespace backlot::server {

// Of a try that was played. What only the study knows is left empty. Where the recording cannot be read the row has what the result says, and `trouble` says why.
trial::Trial measure_try(const TryResult& result, std::string& trouble);

}  // namespace backlot::server
