// Numbers as text, both ways, without a locale.
#pragma once

#include <string>
#include <string_view>

namespace backlot::text {

// The shortest text that reads back as the same double.
std::string number_text(double value);

enum class NumberError { none, malformed, out_of_range };
struct NumberRead {
  double value = 0;
  NumberError error = NumberError::none;
};
// Digits with a point and an exponent, all of `text`. What is too large for a double, or too small to differ from
// zero, is out of range.
NumberRead read_number(std::string_view text);

}  // namespace backlot::text
