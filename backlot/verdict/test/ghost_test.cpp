#include "backlot/verdict/ghost.h"

#include <gtest/gtest.h>

namespace backlot::verdict::ghost_test {
namespace {

TEST(Ghost, IsBetweenItsPlacesAtConstantSpeed) {
  Ghost ghost;
  ghost.add(10, 100);
  ghost.add(12, 140);
  ghost.add(13, 140);  // it stands
  ghost.add(14, 150);
  EXPECT_DOUBLE_EQ(*ghost.find_time(100), 10);
  EXPECT_DOUBLE_EQ(*ghost.find_time(120), 11);
  EXPECT_DOUBLE_EQ(*ghost.find_time(145), 13.5);
}

TEST(Ghost, NeverComesToWhereItDoesNotGo) {
  Ghost ghost;
  EXPECT_TRUE(ghost.is_empty());
  EXPECT_FALSE(ghost.find_time(5).has_value());
  ghost.add(10, 100);
  ghost.add(12, 140);
  EXPECT_FALSE(ghost.find_time(99).has_value());
  EXPECT_FALSE(ghost.find_time(141).has_value());
}

TEST(Ghost, KeepsItsSpeed) {
  const Ghost ghost = Ghost::at_constant_speed(10, 100, 20);
  EXPECT_DOUBLE_EQ(*ghost.find_time(160), 13);
  EXPECT_FALSE(ghost.find_time(90).has_value());
  EXPECT_FALSE(Ghost::at_constant_speed(10, 100, 0).find_time(160).has_value());
}

}  // namespace
}  // namespace backlot::verdict::ghost_test
