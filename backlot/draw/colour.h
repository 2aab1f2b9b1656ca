// Colours that can be mixed, for shading and for scales.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace backlot::draw {

// Red, green and blue from 0 to 1, as a screen shows them.
struct Colour {
  double red = 0, green = 0, blue = 0;

  friend constexpr bool operator==(const Colour&, const Colour&) = default;
};

// From the digits of the web: colour(0x1f77b4).
constexpr Colour colour(std::uint32_t rgb) {
  return {static_cast<double>((rgb >> 16U) & 255U) / 255.0, static_cast<double>((rgb >> 8U) & 255U) / 255.0,
          static_cast<double>(rgb & 255U) / 255.0};
}

// `a` where the share is 0, `b` where it is 1; shares outside count as 0 or 1.
constexpr Colour mix(const Colour& a, const Colour& b, double share) {
  const double s = share > 0 ? (share < 1 ? share : 1) : 0;
  return {a.red + s * (b.red - a.red), a.green + s * (b.green - a.green), a.blue + s * (b.blue - a.blue)};
}

// "#rrggbb"; parts outside 0 to 1 are cut.
inline std::string to_text(const Colour& c) {
  const auto byte = [](double part) {
    const double p = part > 0 ? (part < 1 ? part : 1) : 0;
    return static_cast<unsigned>(std::lround(p * 255.0));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(c.red), byte(c.green), byte(c.blue));
}

}  // namespace backlot::draw
