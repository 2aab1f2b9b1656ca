// A diagnostic with the line that it speaks of.
#pragma once

#include <string>
#include <string_view>

#include "backlot/base/diagnostic.h"
#include "backlot/formats/text/source.h"

namespace backlot::text {

// The way a compiler shows it; no newline at the end:
//   town.way:3:10: error T123: a length is asked for here, this is a speed
//     line 50 km/h
//          ^
//   town.way:3:10: note: write it in m, km, cm, mm or ft
// Without the line when the place is not in this source.
std::string render(const base::Diagnostic& diagnostic, const Source& source);

// `text` as a terminal may show it: control characters become blanks, and bytes that are no UTF-8 question marks.
std::string printable(std::string_view text);

}  // namespace backlot::text
