#include "backlot/base/find_number.h"

#include <optional>

#include <gtest/gtest.h>

namespace backlot::base::find_number_test {
namespace {

TEST(FindNumber, ReadsWhatFillsTheText) {
  EXPECT_EQ(find_number("-12.5e1"), -125.0);
  EXPECT_EQ(find_number("+3"), 3.0);
  for (const char* text : {"", "+", "-", "+-3", "3m", "0x10", "nan", "inf", "-inf", "1e400", "1,5", "1.5 "})
    EXPECT_EQ(find_number(text), std::nullopt) << text;
}

}  // namespace
}  // namespace backlot::base::find_number_test
