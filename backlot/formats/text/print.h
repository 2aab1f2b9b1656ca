// The canonical text of a syntax: what `backlot fmt` writes.
#pragma once

#include <string>

#include "backlot/formats/text/syntax.h"

namespace backlot::text {

// Two blanks of indentation for each block, one blank between words, comments kept and aligned in runs, one empty line
// where there were some. A block stays on its line where it was written on one and fits. Reading the answer gives an
// equal syntax, and printing that the same text. The syntax must have been read without errors.
std::string print(const Syntax& syntax);

}  // namespace backlot::text
