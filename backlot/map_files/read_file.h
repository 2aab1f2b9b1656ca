// Files from the disk, whole.
#pragma once

#include <cstdio>
#include <string>

#include "backlot/base/result.h"

namespace backlot::map_files {

// All bytes of a file, or C101.
base::Result<std::string> read_file(const std::string& path);

// All bytes that are left of an open file, or C101; diagnostics call it `name`.
base::Result<std::string> read_stream(std::FILE* file, const std::string& name);

}  // namespace backlot::map_files
