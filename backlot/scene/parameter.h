// A parameter of a scene: a number with its unit, or a word such as the name of an intersection. A value may be fixed, or drawn anew for each run.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "backlot/base/fields.h"
#include "backlot/network/text_place.h"

namespace backlot::scene {

// The exponents of metre and second of a number, as the text layer has them.
struct ParameterNumber {
  double value = 0;  // in SI units
  std::int8_t metre = 0, second = 0;

  friend bool operator==(const ParameterNumber&, const ParameterNumber&) = default;
};
using ParameterValue = std::variant<ParameterNumber, std::string>;

// Every multiple of the step from low to high is as likely; without a step, every number between them.
struct Range {
  double low = 0, high = 0, step = 0;
  friend bool operator==(const Range&, const Range&) = default;
};
// One of the values, each as likely.
struct OneOf {
  std::vector<double> values;
  friend bool operator==(const OneOf&, const OneOf&) = default;
};
// Drawn again until it lies between low and high.
struct Normal {
  double mean = 0, deviation = 0, low = 0, high = 0;
  friend bool operator==(const Normal&, const Normal&) = default;
};
struct Fixed {
  friend bool operator==(const Fixed&, const Fixed&) = default;
};

struct Parameter {
  std::string name;
  ParameterValue value;  // that the scene was read with; of a drawn one without a value: the middle
  std::variant<Fixed, Range, OneOf, Normal> choice{};
  bool is_given = false;  // by the caller that plays the scene, rather than by the file
  network::TextPlace place{};

  friend bool operator==(const Parameter&, const Parameter&) = default;
};

// A value of a parameter that is drawn: a function of seed and name. Not to be asked of a fixed one.
double draw(const Parameter& parameter, std::uint64_t seed);

}  // namespace backlot::scene
