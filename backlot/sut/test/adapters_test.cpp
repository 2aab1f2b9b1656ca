#include "backlot/sut/adapters.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace backlot::sut {
namespace adapters_test {

base::Duration ms(std::int64_t count) { return base::Duration::from_milliseconds(count); }

View view_at(std::uint64_t cycle, double time_s) {
  View view;
  view.cycle = cycle;
  view.time_s = time_s;
  return view;
}

TEST(Adapters, ClockShowsTheTimeOfTheView) {
  Mission mission;
  mission.start_time_s = 61.25;
  Adapters adapters;
  adapters.begin_run(mission);
  EXPECT_EQ(adapters.clock().now().time_since_epoch(), std::chrono::milliseconds(61'250));
  const auto before = adapters.clock().now();
  adapters.begin_cycle(view_at(3, 61.4));
  EXPECT_EQ(adapters.clock().now() - before, std::chrono::milliseconds(150));
  EXPECT_EQ(adapters.clock().now_s(), 61.4);
}

TEST(Adapters, RandomNumbersDependOnSeedComponentAndCycleAlone) {
  Mission mission;
  mission.seed = 7;
  const auto draw = [&](std::uint32_t component, std::uint64_t cycle, int before) {
    Adapters adapters;
    adapters.begin_run(mission);
    adapters.begin_cycle(view_at(0, 0));
    RandomBits early = adapters.random(component);
    for (int k = 0; k < before; ++k) early();
    adapters.begin_cycle(view_at(cycle, 1));
    return adapters.random(component)();
  };
  EXPECT_EQ(draw(1, 5, 0), draw(1, 5, 100)) << "draws of an earlier cycle shift nothing";
  EXPECT_NE(draw(1, 5, 0), draw(2, 5, 0));
  EXPECT_NE(draw(1, 5, 0), draw(1, 6, 0));
  const std::uint64_t of_seed_7 = draw(1, 5, 0);
  mission.seed = 8;
  EXPECT_NE(draw(1, 5, 0), of_seed_7);
}

// A fair coin: 10,000 flips have a standard deviation of 50.
TEST(Adapters, RandomBitsServeTheDistributionsOfTheStandardLibrary) {
  Adapters adapters;
  adapters.begin_run({});
  RandomBits bits = adapters.random(0);
  int heads = 0;
  for (int k = 0; k < 10'000; ++k) heads += std::uniform_int_distribution<int>(0, 1)(bits);
  EXPECT_NEAR(heads, 5'000, 200);
  std::vector<int> cards(52);
  std::iota(cards.begin(), cards.end(), 0);
  const std::vector<int> sorted = cards;
  std::shuffle(cards.begin(), cards.end(), bits);
  EXPECT_NE(cards, sorted);
  std::sort(cards.begin(), cards.end());
  EXPECT_EQ(cards, sorted);
}

TEST(Adapters, MessagesComeInTheOrderOfTheirArrival) {
  Clock clock;
  MessageQueue<std::string> queue;
  queue.send(clock, "slow", ms(100));
  queue.send(clock, "first of two", ms(50));
  queue.send(clock, "second of two", ms(50));
  queue.send(clock, "at once");
  EXPECT_EQ(queue.take(clock), "at once");
  EXPECT_EQ(queue.take(clock), std::nullopt) << "time stands still: the others have not arrived";
  clock.set(base::SimTime() + ms(49));
  EXPECT_EQ(queue.take(clock), std::nullopt);
  clock.set(base::SimTime() + ms(50));
  EXPECT_EQ(queue.take(clock), "first of two");
  EXPECT_EQ(queue.take(clock), "second of two");
  EXPECT_EQ(queue.take(clock), std::nullopt);
  clock.set(base::SimTime() + ms(500));
  EXPECT_EQ(queue.take(clock), "slow");
  EXPECT_EQ(queue.size(), 0U);
}

}  // namespace adapters_test
}  // namespace backlot::sut
