#pragma once

#include <string>

namespace backlot::cli {

// "backlot 0.1.0 (commit 6b278a1f3c2d)"; "commit unknown" where it was built without git.
std::string version_text();

}  // namespace backlot::cli
