// The bytes of a text: whether they are UTF-8, and UTF-8 from those that are not.
#pragma once

#include <string>
#include <string_view>

namespace backlot::formats::xml {

bool is_utf8(std::string_view text);

// Each byte is a character of its own (ISO 8859-1).
std::string utf8_from_latin1(std::string_view text);

}  // namespace backlot::formats::xml
