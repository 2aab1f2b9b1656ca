// Numbers that people and programs write.
#pragma once

#include <optional>
#include <string_view>

namespace backlot::base {

// All of a text as a finite number, with or without a sign; none where it is anything else. It knows no locale.
std::optional<double> find_number(std::string_view text);

}  // namespace backlot::base
