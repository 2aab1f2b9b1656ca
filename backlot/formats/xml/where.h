// Where in a file something stands, without the file's name: small enough to be kept with everything that was read.
#pragma once

#include <cstdint>

namespace backlot::formats::xml {

// Line and column count from one; zero means unknown.
struct Where {
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  friend bool operator==(const Where&, const Where&) = default;
};

}  // namespace backlot::formats::xml
