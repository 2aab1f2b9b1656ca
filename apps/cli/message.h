// What the program says to people, on standard error.
#pragma once

#include <string>
#include <string_view>

#include "backlot/base/diagnostic.h"

namespace backlot::cli {

// A diagnostic as text, with "error", "warning" or "note" in colour where standard error is a terminal and the user did not
// ask for none (NO_COLOR). The text's first line reads "PLACE: SEVERITY CODE: message", as base::to_text() gives it.
std::string coloured(std::string_view text, base::Severity severity);

// "error: message", and "note: note" where there is one.
void say_error(std::string_view message, std::string_view note = {});

// A line as it is.
void say(std::string_view line);

}  // namespace backlot::cli
