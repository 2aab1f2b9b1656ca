// The canonical text of a syntax: what `backlot fmt` writes.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "backlot/formats/text/syntax.h"

namespace backlot::text {

// Two blanks of indentation for each block, one blank between words, comments kept and aligned in runs, one empty line
// where there were some. A block stays on its line where it was written on one and fits. Reading the answer gives an
// equal syntax, and printing that the same text. The syntax must have been read without errors.
// Statements that begin with one of the words `verbatim` hold names such as AEB-014: what was written without blanks
// stays together there.
std::string print(const Syntax& syntax, std::span<const std::string_view> verbatim = {});

// The words of one statement in the canonical format, without its block and its comments.
std::string print_words(Node node);

}  // namespace backlot::text
