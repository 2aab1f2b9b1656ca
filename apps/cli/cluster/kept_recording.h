// Recordings in a folder that many machines share: each is named by what it holds, so that two machines never write one file.
#pragma once

#include <string>

#include "apps/cli/json_output.h"

namespace backlot::cli {

// Moves the recording that a row names to <folder>/<first two digits>/<digest>.mcap, and lets the row name it there. The digest has 128 bits of the bytes of the file; equal
// recordings are one file. A row without a recording stays as it is. False where the file cannot be moved; then it was said why.
bool keep_recording(const std::string& folder, Json& row);

}  // namespace backlot::cli
