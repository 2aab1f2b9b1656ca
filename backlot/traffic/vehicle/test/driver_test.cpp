#include "backlot/traffic/vehicle/driver.h"

#include <gtest/gtest.h>

namespace backlot::traffic::driver_test {
namespace {

TEST(Turns, ComeOutInTheOrderInWhichTheyWereMade) {
  Turns turns;
  EXPECT_TRUE(turns.is_empty());
  for (std::uint8_t k = 0; k < Turns::kCapacity; ++k) turns.push(static_cast<std::uint8_t>(10 + k));
  EXPECT_TRUE(turns.is_full());
  EXPECT_EQ(turns[2], 12);
  for (std::uint8_t k = 0; k < Turns::kCapacity; ++k) {
    EXPECT_EQ(turns.front(), 10 + k);
    turns.pop();
  }
  EXPECT_TRUE(turns.is_empty());
}

TEST(Turns, KeepTheFirstOnes) {
  Turns turns;
  for (std::uint8_t exit = 1; exit <= 3; ++exit) turns.push(exit);
  turns.keep(5);
  EXPECT_EQ(turns.size(), 3U);
  turns.keep(1);
  EXPECT_EQ(turns.size(), 1U);
  EXPECT_EQ(turns.front(), 1);
}

#if BACKLOT_ENABLE_ASSERTS

TEST(TurnsDeathTest, HaveRoomForTheirCapacity) {
  Turns turns;
  EXPECT_DEATH(turns.pop(), "there is no turn");
  EXPECT_DEATH(static_cast<void>(turns.front()), "there is no turn");
  for (std::uint32_t k = 0; k < Turns::kCapacity; ++k) turns.push(1);
  EXPECT_DEATH(turns.push(1), "room for kCapacity turns");
  EXPECT_DEATH(static_cast<void>(turns[Turns::kCapacity]), "not so many turns");
}

#endif

}  // namespace
}  // namespace backlot::traffic::driver_test
