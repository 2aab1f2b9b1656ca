// The functions that expressions can call.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "backlot/formats/text/quantity.h"

namespace backlot::text {

struct Function {
  std::string_view name;
  std::size_t fewest, most;  // arguments
  // `mismatch` gets what is wrong with the dimensions: "needs an angle, this is a length".
  Quantity (*compute)(std::span<const Quantity> arguments, std::string& mismatch);
};

// Null where no function has this name.
const Function* find_function(std::string_view name);

}  // namespace backlot::text
