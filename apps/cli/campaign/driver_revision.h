// Which software a driver was, for the history.
#pragma once

#include <string>
#include <vector>

#include "backlot/campaign/case.h"
#include "backlot/campaign/store.h"

namespace backlot::cli {

// What git says about the folder of a driver ("v1.2-3-g6b278a1-dirty"), or `given` where that is not empty. A shipped driver has the revision of the program; empty where
// nothing is known.
std::string find_revision(const std::string& driver, const std::string& given);

// Of all drivers of the cases, by name.
std::vector<campaign::DriverRevision> find_revisions(const std::vector<campaign::Case>& cases,
                                                     const std::string& given);

}  // namespace backlot::cli
