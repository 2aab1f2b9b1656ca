#include "backlot/formats/text/internal/functions.h"

#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"

namespace backlot::text {

namespace {

template <class Better>
Quantity best_of(std::span<const Quantity> arguments, std::string& mismatch, Better is_better) {
  BACKLOT_ASSERT(!arguments.empty(), "a function of many values gets one");
  Quantity best = arguments.front();
  for (const Quantity& q : arguments) {
    if (q.dimension != best.dimension) {
      mismatch = fmt::format("needs numbers of one kind, these are {} and {}", to_text(best.dimension),
                             to_text(q.dimension));
      return {};
    }
    if (is_better(q.value, best.value)) best = q;
  }
  return best;
}

Quantity smallest(std::span<const Quantity> arguments, std::string& mismatch) {
  return best_of(arguments, mismatch, [](double a, double b) { return a < b; });
}

Quantity largest(std::span<const Quantity> arguments, std::string& mismatch) {
  return best_of(arguments, mismatch, [](double a, double b) { return a > b; });
}

Quantity magnitude(std::span<const Quantity> arguments, std::string&) {
  BACKLOT_ASSERT(!arguments.empty(), "a function of one value gets it");
  return {std::fabs(arguments[0].value), arguments[0].dimension};
}

Quantity root(std::span<const Quantity> arguments, std::string& mismatch) {
  BACKLOT_ASSERT(!arguments.empty(), "a function of one value gets it");
  const Dimension d = arguments[0].dimension;
  if (d.metre % 2 != 0 || d.second % 2 != 0 || d.angle % 2 != 0) {
    mismatch = fmt::format("has no meaning for {}", to_text(d));
    return {};
  }
  const auto half = [](std::int8_t exponent) { return static_cast<std::int8_t>(exponent / 2); };
  return {std::sqrt(arguments[0].value), {half(d.metre), half(d.second), half(d.angle)}};
}

template <double (*function)(double)>
Quantity of_angle(std::span<const Quantity> arguments, std::string& mismatch) {
  BACKLOT_ASSERT(!arguments.empty(), "a function of one value gets it");
  if (arguments[0].dimension != kAngle) {
    mismatch = fmt::format("needs an angle, this is {}", to_text(arguments[0].dimension));
    return {};
  }
  return {function(arguments[0].value), kPlain};
}

constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();
constexpr std::array kFunctions = {
    Function{"min", 2, kAnyNumber, smallest},   Function{"max", 2, kAnyNumber, largest},
    Function{"abs", 1, 1, magnitude},           Function{"sqrt", 1, 1, root},
    Function{"sin", 1, 1, of_angle<base::sin>}, Function{"cos", 1, 1, of_angle<base::cos>},
    Function{"tan", 1, 1, of_angle<base::tan>},
};

}  // namespace

const Function* find_function(std::string_view name) {
  for (const Function& function : kFunctions)
    if (function.name == name) return &function;
  return nullptr;
}

}  // namespace backlot::text
