// Parameters: declared in a file or at the head of a template, and given values where a template is used.
//
//   parameter lane_width = 3.25 m
//   template crossing(reach = 12 m, offset) { ... }
//   intersection c is crossing(offset = 10 s) ...
#pragma once

#include <string_view>

#include "backlot/formats/text/cursor.h"
#include "backlot/formats/text/scope.h"

namespace backlot::text {

// `NAME = EXPRESSION`, behind the word "parameter"; declared in `scope`, which is the cursor's own.
void read_parameter(Cursor& c, Scope& scope);

// The list in parentheses behind a template's name, or nothing. It is only looked at here; bind_arguments() reads it.
void check_parameter_list(Cursor& c);

// Reads the arguments at `use` (there may be none) and declares all parameters of the list at `head` in `scope`, which
// lies in that of the template. `what` names the template in messages.
void bind_arguments(Cursor& use, Cursor& head, Scope& scope, std::string_view what);

// Declares the parameters of the list at `head` as far as they have values of their own, to look at a template that is
// never used. The others are known, and whatever depends on them is not computed.
void declare_defaults(Cursor& head, Scope& scope);

}  // namespace backlot::text
