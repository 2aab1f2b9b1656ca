// A file together with all that it imports.
#pragma once

#include <deque>

#include "backlot/formats/text/loader.h"
#include "backlot/formats/text/problems.h"
#include "backlot/formats/text/syntax.h"

namespace backlot::text {

// Every file once, imported ones before those that import them; the one that was asked for is the last. A deque, so
// that nodes stay valid.
struct Library {
  std::deque<Syntax> files;
  // False when a file is missing or was not read as a whole: then unknown names may be known there.
  bool is_complete = true;
};

// Follows `import "PATH"`, a statement of the top level in all languages.
Library load_imports(Syntax main, const Loader& loader, Problems& problems);

}  // namespace backlot::text
