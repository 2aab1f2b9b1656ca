#include "backlot/campaign/case.h"

#include <gtest/gtest.h>

namespace backlot::campaign {
namespace case_test {

TEST(Case, KeyTellsCasesApart) {
  const Case one{.name = "a",
                 .scene_file = "a.scene",
                 .parameters = {{"lead", "1 s"}},
                 .seed = 1,
                 .driver = "reference"};
  EXPECT_EQ(key_of(one), key_of(Case(one)));
  Case other = one;
  other.seed = 2;
  EXPECT_NE(key_of(one), key_of(other));
  other = one;
  other.parameters[0].second = "2 s";
  EXPECT_NE(key_of(one), key_of(other));
  other = one;
  other.driver = "sleepy";
  EXPECT_NE(key_of(one), key_of(other));
  other = one;
  other.tags = {"fast"};
  EXPECT_EQ(key_of(one), key_of(other));
}

}  // namespace case_test
}  // namespace backlot::campaign
