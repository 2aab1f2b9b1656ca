#include "backlot/formats/text/quantity.h"

#include <array>

#include <fmt/format.h>

#include "backlot/base/math.h"

namespace backlot::text {

namespace {

constexpr std::array kUnits = {
    Unit{"m", 1, 1, kLength},
    Unit{"s", 1, 1, kTime},
    Unit{"deg", base::kPi, 180, kAngle},
    Unit{"rad", 1, 1, kAngle},
    Unit{"km/h", 1, 3.6, kSpeed},
    Unit{"m/s", 1, 1, kSpeed},
    Unit{"m/s2", 1, 1, kAcceleration},
    Unit{"m/s3", 1, 1, kJerk},
    Unit{"mph", 0.44704, 1, kSpeed},
    Unit{"km", 1000, 1, kLength},
    Unit{"cm", 1, 100, kLength},
    Unit{"mm", 1, 1000, kLength},
    Unit{"ft", 0.3048, 1, kLength},
    Unit{"min", 60, 1, kTime},
    Unit{"ms", 1, 1000, kTime},
    Unit{"percent", 1, 100, kPlain},
    Unit{"%", 1, 100, kPlain},
    Unit{"per hour", 1, 3600, kFrequency},
    Unit{"per minute", 1, 60, kFrequency},
    Unit{"per second", 1, 1, kFrequency},
    Unit{"per km", 1, 1000, kCurvature},
    Unit{"per m", 1, 1, kCurvature},
};

// Real quantities stay below 4; the limit keeps products of products within the type.
constexpr int kLargestExponent = 12;

std::optional<Dimension> checked(int metre, int second, int angle) {
  const auto fits = [](int exponent) {
    return exponent >= -kLargestExponent && exponent <= kLargestExponent;
  };
  if (!fits(metre) || !fits(second) || !fits(angle)) return std::nullopt;
  return Dimension{static_cast<std::int8_t>(metre), static_cast<std::int8_t>(second),
                   static_cast<std::int8_t>(angle)};
}

// "m2/s": the positive exponents, then the negative ones behind a slash.
std::string formula(const Dimension& dimension) {
  const std::array<std::pair<const char*, int>, 3> factors = {
      {{"m", dimension.metre}, {"s", dimension.second}, {"rad", dimension.angle}}};
  std::string above, below;
  for (const auto& [name, exponent] : factors) {
    if (exponent == 0) continue;
    const int size = exponent > 0 ? exponent : -exponent;
    std::string& side = exponent > 0 ? above : below;
    if (!side.empty()) side += ' ';
    side += size == 1 ? std::string(name) : fmt::format("{}{}", name, size);
  }
  if (above.empty()) above = "1";
  return below.empty() ? above : above + "/" + below;
}

}  // namespace

std::string to_text(const Dimension& dimension) {
  if (dimension == kPlain) return "a plain number";
  if (dimension == kLength) return "a length";
  if (dimension == kTime) return "a time";
  if (dimension == kSpeed) return "a speed";
  if (dimension == kAcceleration) return "an acceleration";
  if (dimension == kJerk) return "a jerk";
  if (dimension == kAngle) return "an angle";
  if (dimension == kCurvature) return "a curvature";
  if (dimension == kFrequency) return "a rate";
  return "a quantity in " + formula(dimension);
}

std::string_view units_of(const Dimension& dimension) {
  if (dimension == kLength) return "m, km, cm, mm or ft";
  if (dimension == kTime) return "s, min or ms";
  if (dimension == kSpeed) return "km/h, mph or m/s";
  if (dimension == kAcceleration) return "m/s2";
  if (dimension == kJerk) return "m/s3";
  if (dimension == kAngle) return "deg or rad";
  if (dimension == kCurvature) return "1/m";
  if (dimension == kFrequency) return "per hour, per minute or per second";
  return {};
}

std::optional<Dimension> product(const Dimension& a, const Dimension& b) {
  return checked(a.metre + b.metre, a.second + b.second, a.angle + b.angle);
}

std::optional<Dimension> quotient(const Dimension& a, const Dimension& b) {
  return checked(a.metre - b.metre, a.second - b.second, a.angle - b.angle);
}

const Unit* find_unit(std::string_view name) {
  for (const Unit& unit : kUnits)
    if (unit.name == name) return &unit;
  return nullptr;
}

bool is_unit_word(std::string_view word) { return find_unit(word) != nullptr; }

}  // namespace backlot::text
