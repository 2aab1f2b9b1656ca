// Numbers with a physical dimension, in SI units and radians.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace backlot::text {

// Exponents of metre, second and radian. An angle has a dimension of its own, so that degrees are never taken for a plain number.
struct Dimension {
  std::int8_t metre = 0, second = 0, angle = 0;

  friend constexpr bool operator==(const Dimension&, const Dimension&) = default;
};
inline constexpr Dimension kPlain{};
inline constexpr Dimension kLength{.metre = 1};
inline constexpr Dimension kTime{.second = 1};
inline constexpr Dimension kSpeed{.metre = 1, .second = -1};
inline constexpr Dimension kAcceleration{.metre = 1, .second = -2};
inline constexpr Dimension kJerk{.metre = 1, .second = -3};
inline constexpr Dimension kAngle{.angle = 1};
inline constexpr Dimension kCurvature{.metre = -1};
inline constexpr Dimension kFrequency{.second = -1};

// As part of a sentence: "a length", "a speed", "a plain number", "a quantity in m2/s".
std::string to_text(const Dimension& dimension);

// How to write such a quantity, for hints: "m, km, cm, mm or ft". Empty for a plain number.
std::string_view units_of(const Dimension& dimension);

struct Quantity {
  double value = 0;  // in SI units and radians
  Dimension dimension{};

  friend constexpr bool operator==(const Quantity&, const Quantity&) = default;
};

// Products and quotients of dimensions; none where an exponent leaves its range.
std::optional<Dimension> product(const Dimension& a, const Dimension& b);
std::optional<Dimension> quotient(const Dimension& a, const Dimension& b);

// A way to write a quantity: SI value = number * factor / divisor, in this order, so that a unit gives the same bits
// as the formula that people write in code (50 / 3.6).
struct Unit {
  std::string_view name;
  double factor = 1, divisor = 1;
  Dimension dimension{};

  double to_si(double number) const { return number * factor / divisor; }
};

// By its name, "km", "km/h" or "per hour"; null where no unit has the name.
const Unit* find_unit(std::string_view name);

// True for the first words of units: they cannot be names of parameters.
bool is_unit_word(std::string_view word);

}  // namespace backlot::text
