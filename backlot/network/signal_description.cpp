#include "backlot/network/signal_description.h"

namespace backlot::network {

// Numbers that are read from files are compared with the count.
static_assert(count_of(Aspect{}) == static_cast<std::uint32_t>(Aspect::flashing_red) + 1);

std::string_view to_text(Aspect aspect) {
  switch (aspect) {
    case Aspect::dark:
      return "dark";
    case Aspect::red:
      return "red";
    case Aspect::red_yellow:
      return "red_yellow";
    case Aspect::green:
      return "green";
    case Aspect::green_arrow:
      return "green_arrow";
    case Aspect::yellow:
      return "yellow";
    case Aspect::flashing_yellow:
      return "flashing_yellow";
    case Aspect::flashing_red:
      return "flashing_red";
  }
  return "";
}

}  // namespace backlot::network
