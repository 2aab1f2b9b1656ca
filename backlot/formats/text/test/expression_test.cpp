#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "backlot/formats/text/quantity.h"
#include "backlot/formats/text/test/reading.h"

namespace backlot::text::expression_test {
namespace {

TEST(Expression, FollowsTheRulesOfArithmetic) {
  struct Case {
    const char* text;
    const char* value;
  };
  const Case cases[] = {
      {"1 + 2 * 3", "7 a plain number"},
      {"(1 + 2) * 3", "9 a plain number"},
      {"7 - 2 - 1", "4 a plain number"},
      {"8 / 2 / 2", "2 a plain number"},
      {"-2 * -3", "6 a plain number"},
      {"--2", "2 a plain number"},
      {"max(1, 5, 3)", "5 a plain number"},
      {"min(2 m, 1 m)", "1 a length"},
      {"sqrt(9 m * 4 m)", "6 a length"},
      {"abs(-3 s)", "3 a time"},
      {"cos(0 deg)", "1 a plain number"},
      {"2 * pi", "6.283185307179586 a plain number"},
      {"10 m / 2 s", "5 a speed"},
      {"1 / 80 m", "0.0125 a curvature"},
      {"2 m * 3 m", "6 a quantity in m2"},
      {"5%", "0.05 a plain number"},
      {"3 m / s", "3 a speed"},
      {"2 * m", "2 a length"},
  };
  for (const Case& c : cases) EXPECT_EQ(value_of(c.text), c.value) << c.text;
}

TEST(Expression, ConvertsUnitsToTheBitsOfTheUsualFormulas) {
  EXPECT_EQ(find_unit("km/h")->to_si(50), 50 / 3.6);
  EXPECT_EQ(find_unit("deg")->to_si(90), 90 * 3.14159265358979323846 / 180);
  EXPECT_EQ(find_unit("mph")->to_si(30), 30 * 0.44704);
  struct Case {
    const char* text;
    const char* value;
  };
  const Case cases[] = {
      {"1.5 km", "1500 a length"},
      {"25 cm", "0.25 a length"},
      {"4 mm", "0.004 a length"},
      {"10 ft", "3.048 a length"},
      {"2 min", "120 a time"},
      {"20 ms", "0.02 a time"},
      {"36 km/h", "10 a speed"},
      {"5 m/s", "5 a speed"},
      {"2 m/s2", "2 an acceleration"},
      {"1 rad", "1 an angle"},
      {"0.01 1/m", "0.01 a curvature"},
      {"0.01/m", "0.01 a curvature"},
      {"3 percent", "0.03 a plain number"},
  };
  for (const Case& c : cases) EXPECT_EQ(value_of(c.text), c.value) << c.text;
}

TEST(Expression, UsesParameters) {
  Scope outer;
  outer.declare("reach", Quantity{12, kLength});
  Scope inner(&outer);
  inner.declare("count", Quantity{3, kPlain});
  EXPECT_EQ(value_of("-reach * count", inner), "-36 a length");
  EXPECT_EQ(value_of("reech", inner), "T121: no parameter is called \"reech\"");
}

TEST(Expression, SaysBothSidesWhereDimensionsDoNotAgree) {
  EXPECT_EQ(value_of("3 m + 2 s"), "T122: a length and a time cannot be added");
  EXPECT_EQ(value_of("50 km/h - 2"), "T122: a speed and a plain number cannot be subtracted");
  EXPECT_EQ(value_of("max(1 m, 2)"),
            "T122: max needs numbers of one kind, these are a length and a plain number");
  EXPECT_EQ(value_of("sin(2)"), "T122: sin needs an angle, this is a plain number");
  EXPECT_EQ(value_of("sqrt(2 m)"), "T122: sqrt has no meaning for a length");
}

TEST(Expression, ReportsWhatHasNoValue) {
  struct Case {
    const char* text;
    const char* error;
  };
  const Case cases[] = {
      {"1 / 0", "T124: this divides by zero"},
      {"1e308 * 10", "T125: this is no finite number"},
      {"sqrt(-1)", "T125: this is no finite number"},
      {"1e308 km", "T125: this is no finite number"},
      {"1 +", "T120: a number is asked for here, this is the end of the line"},
      {"sin(1 deg, 2 deg)", "T127: sin takes one number here, these are 2"},
      {"m*m*m*m*m*m*m*m*m*m*m*m*m", "T128: no physical quantity has so high a power of a unit"},
      {"3 m 4", "T142: \"4\" is left over"},
  };
  for (const Case& c : cases) EXPECT_EQ(value_of(c.text), c.error) << c.text;
}

TEST(Expression, EndsDeepParenthesesInADiagnostic) {
  const std::string deep = std::string(100'000, '(') + "1" + std::string(100'000, ')');
  EXPECT_EQ(value_of(deep).substr(0, 4), "T126");
  EXPECT_EQ(value_of(std::string(100'000, '-') + "1"), "1 a plain number");
}

}  // namespace
}  // namespace backlot::text::expression_test
