#include "backlot/traffic/vehicle/gap_acceptance.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

namespace backlot::traffic::gap_acceptance_test {
namespace {

using network::Turn;
constexpr std::array kMovements = {Movement::near_turn, Movement::through, Movement::far_turn};

TEST(GapAcceptance, AsksForMoreFromTheMinorRoad) {
  for (const Movement movement : kMovements)
    EXPECT_GT(asked_gap_s(movement, LooksFrom::yield), asked_gap_s(movement, LooksFrom::major) + 1);
  EXPECT_LT(asked_gap_s(Movement::near_turn, LooksFrom::yield),
            asked_gap_s(Movement::through, LooksFrom::yield));
  EXPECT_LT(asked_gap_s(Movement::through, LooksFrom::yield),
            asked_gap_s(Movement::far_turn, LooksFrom::yield));
}

// Around one for cars, spread by a tenth; about a second more for heavy vehicles.
TEST(GapAcceptance, DiffersFromDriverToDriver) {
  const DriverSet set = town_drivers();
  double sum = 0, least = 2, most = 0;
  for (std::uint64_t object = 0; object < 1000; ++object) {
    const double factor = gap_factor(draw_traits(set.kinds[0], 1, object));
    sum += factor;
    least = std::min(least, factor);
    most = std::max(most, factor);
  }
  EXPECT_NEAR(sum / 1000, 1, 0.01);
  EXPECT_LT(least, 0.85);
  EXPECT_GT(most, 1.15);
  const auto truck = static_cast<std::size_t>(world::ObjectKind::truck);
  EXPECT_NEAR(gap_factor(set.kinds[truck].middle) * asked_gap_s(Movement::near_turn, LooksFrom::yield),
              asked_gap_s(Movement::near_turn, LooksFrom::yield) + 1, 0.2);
}

TEST(GapAcceptance, GetsImpatientAfterAMinute) {
  EXPECT_EQ(impatience(0), 1);
  EXPECT_EQ(impatience(60), 1);
  EXPECT_NEAR(impatience(120), 0.8, 1e-12);
  EXPECT_NEAR(impatience(180), 0.6, 1e-12);
  EXPECT_NEAR(impatience(1000), 0.6, 1e-12);
}

TEST(GapAcceptance, LooksAtWalkingPace) {
  for (const Movement movement : kMovements) EXPECT_LE(looking_mps(movement), 2);
}

TEST(GapAcceptance, IsTheSameInAMirror) {
  using network::TrafficSide;
  EXPECT_EQ(movement_of(Turn::right, TrafficSide::right), Movement::near_turn);
  EXPECT_EQ(movement_of(Turn::left, TrafficSide::left), Movement::near_turn);
  EXPECT_EQ(movement_of(Turn::left, TrafficSide::right), Movement::far_turn);
  EXPECT_EQ(movement_of(Turn::u_turn, TrafficSide::left), Movement::far_turn);
  EXPECT_EQ(movement_of(Turn::straight, TrafficSide::left), Movement::through);
}

}  // namespace
}  // namespace backlot::traffic::gap_acceptance_test
