#include "backlot/base/assert.h"

#include <gtest/gtest.h>

namespace backlot::base::assert_test {
namespace {

TEST(Check, PassesWhenTrueAndEvaluatesOnce) {
  int calls = 0;
  BACKLOT_CHECK(++calls == 1, "");
  EXPECT_EQ(calls, 1);
}

TEST(CheckDeathTest, PrintsPlaceExpressionAndMessage) {
  EXPECT_DEATH(BACKLOT_CHECK(1 + 1 == 3, "sums matter"),
               "assert_test.cpp:[0-9]+: check failed: 1 \\+ 1 == 3: sums matter");
}

TEST(CheckDeathTest, LeavesAnEmptyMessageOut) {
  EXPECT_DEATH(BACKLOT_CHECK(false, ""), "check failed: false\n");
}

#if BACKLOT_ENABLE_ASSERTS
TEST(AssertDeathTest, AbortsWhereAssertsAreOn) {
  EXPECT_DEATH(BACKLOT_ASSERT(false, "no"), "check failed: false: no");
}
#else
TEST(Assert, EvaluatesNothingWhereAssertsAreOff) {
  int calls = 0;
  BACKLOT_ASSERT(++calls == 7, "no");
  EXPECT_EQ(calls, 0);
}
#endif

TEST(Check, IsOneStatement) {
  bool reached_else = false;
  if (false)
    BACKLOT_CHECK(false, "");
  else
    reached_else = true;
  EXPECT_TRUE(reached_else);
}

}  // namespace
}  // namespace backlot::base::assert_test
