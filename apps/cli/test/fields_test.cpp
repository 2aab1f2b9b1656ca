#include "apps/cli/fields.h"

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/find_number.h"

namespace backlot::cli::fields_test {
namespace {

using Views = std::vector<std::string_view>;

TEST(Fields, AreWhatLiesBetweenBlanks) {
  Views fields = {"old"};
  split_fields("  a\t bc  1.5 ", fields);
  EXPECT_EQ(fields, (Views{"a", "bc", "1.5"}));
  split_fields(" \t ", fields);
  EXPECT_EQ(fields, Views{});
}

TEST(Fields, WriteNumbersThatReadBackTheSame) {
  for (const double value :
       {0.1, 1.0 / 3, 1e-300, 123456789.123456789, -2.5, std::numeric_limits<double>::max()}) {
    std::string text;
    append_number(text, value);
    EXPECT_EQ(base::find_number(text), value) << text;
  }
  std::string zero;
  append_number(zero, -0.0);
  EXPECT_EQ(zero, "0");
}

}  // namespace
}  // namespace backlot::cli::fields_test
