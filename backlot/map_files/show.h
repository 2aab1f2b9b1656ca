// Diagnostics with the lines that they speak of.
#pragma once

#include <string>

#include "backlot/base/diagnostic.h"
#include "backlot/map_files/files_on_disk.h"

namespace backlot::map_files {

// As text::render gives it, by that of the sources that the place names; without a line where no source has that name. No newline at the end.
std::string to_text(const base::Diagnostic& diagnostic, const Sources& sources);
// All of them, each ended by a newline.
std::string to_text(const base::Diagnostics& diagnostics, const Sources& sources);

}  // namespace backlot::map_files
