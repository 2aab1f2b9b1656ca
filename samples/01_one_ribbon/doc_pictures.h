#pragma once

#include <string>

#include "backlot/geometry/ribbon.h"

namespace one_ribbon {

// Writes every drawing of docs/ribbon.md into a folder. False, with words on stderr, where that fails.
bool write_doc_pictures(const backlot::geometry::Ribbon& ribbon, const std::string& folder);

}  // namespace one_ribbon
