// What the tests of this room share: short texts, read at once.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "backlot/base/diagnostic.h"
#include "backlot/formats/text/cursor.h"
#include "backlot/formats/text/print.h"
#include "backlot/formats/text/problems.h"
#include "backlot/formats/text/scope.h"
#include "backlot/formats/text/syntax.h"

namespace backlot::text {

struct Parsed {
  Syntax syntax;
  base::Diagnostics diagnostics;
};
Parsed parsed(std::string_view text);

// The canonical text; the diagnostics where there are errors.
std::string formatted(std::string_view text);

// "T101 2:3, T102 4:1": codes and places of the errors.
std::string codes(const base::Diagnostics& diagnostics);

// The value of an expression, as text with its dimension: "3 a length"; the first error's code and message if any.
std::string value_of(std::string_view expression, const Scope& scope = Scope());

}  // namespace backlot::text
