// Whether an OpenDRIVE file keeps the rules of its standard.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "backlot/base/diagnostic.h"
#include "backlot/formats/opendrive/document.h"
#include "backlot/formats/xml/document.h"

namespace backlot::formats::opendrive {

struct LintSettings {
  std::size_t most_of_a_kind = 20;  // findings that are listed of each code; the others are counted in a note
};

// Findings by place, each with our code and the name that ASAM's rule checker has for the rule. Errors only where the file
// cannot mean what it says. What read_document() has said already is not said again.
base::Diagnostics lint(const Document& document, const xml::Document& file,
                       const LintSettings& settings = {});

// The same from text; nothing for what cannot be read, since the reader says that.
base::Diagnostics lint(std::string_view text, const std::string& file, const LintSettings& settings = {});

}  // namespace backlot::formats::opendrive
