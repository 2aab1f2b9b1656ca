// Comparing answers, and wall times, with small examples.
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/sut_link/answer_log.h"
#include "backlot/sut_link/cycle_times.h"
#include "backlot/sut_link/internal/last_lines.h"

namespace backlot::sut_link::answers_test {
namespace {

sut::Command braking(double accel) { return {.motion = sut::Steering{0.1, accel}, .signals = {{"a", 1}}}; }

TEST(AnswerLog, FindsTheFirstCycleThatDiffers) {
  AnswerLog log;
  for (const double third : {-2.0, -2.0, -2.5}) {
    EXPECT_FALSE(log.first_difference());
    log.begin_run();
    for (std::uint64_t cycle = 0; cycle < 5; ++cycle)
      log.add({.cycle = cycle, .time_s = 7.5}, braking(cycle >= 3 ? third : -1));
    log.end_run();
  }
  ASSERT_TRUE(log.first_difference());
  EXPECT_EQ(log.first_difference()->repeat, 3U);
  EXPECT_EQ(log.first_difference()->cycle, 3U);
  EXPECT_EQ(log.first_difference()->time_s, 7.5);
  EXPECT_EQ(log.first_difference()->what, "acceleration_mps2");
  EXPECT_EQ(log.first_difference()->first, "-2");
  EXPECT_EQ(log.first_difference()->then, "-2.5");
}

TEST(AnswerLog, MoreOrFewerCyclesDifferToo) {
  for (const std::uint64_t second : {2U, 4U}) {
    AnswerLog log;
    for (const std::uint64_t cycles : {std::uint64_t{3}, second}) {
      log.begin_run();
      for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) log.add({.cycle = cycle}, braking(0));
      log.end_run();
    }
    ASSERT_TRUE(log.first_difference());
    EXPECT_EQ(log.first_difference()->what, "number of cycles");
    EXPECT_EQ(log.first_difference()->cycle, std::min<std::uint64_t>(second, 3));
  }
}

TEST(AnswerLog, EveryFieldOfACommandCounts) {
  const auto what = [](const sut::Command& a, const sut::Command& b) {
    const auto found = find_difference(a, b);
    return found ? found->what : "";
  };
  const sut::Command base = braking(0), path{.motion = sut::TargetPath{{{0, 0, 1}, {1, 0, 1}}}};
  EXPECT_EQ(what(base, base), "");
  EXPECT_EQ(what(base, path), "motion");
  EXPECT_EQ(what(base, braking(-0.0)), "acceleration_mps2") << "-0 is not 0, bit by bit";
  sut::Command other = base;
  other.motion = sut::Steering{0.2, 0};
  EXPECT_EQ(what(base, other), "steering_rad");
  other = base;
  other.indicates_left = true;
  EXPECT_EQ(what(base, other), "indicates_left");
  other = base;
  other.indicates_right = true;
  EXPECT_EQ(what(base, other), "indicates_right");
  other = base;
  other.signals[0].value = 2;
  EXPECT_EQ(what(base, other), "signal a");
  other.signals[0].name = "b";
  EXPECT_EQ(what(base, other), "name of signal 0");
  other.signals.clear();
  EXPECT_EQ(what(base, other), "number of signals");
  sut::Command longer = path;
  std::get<sut::TargetPath>(longer.motion).points[1].speed_mps = 2;
  EXPECT_EQ(what(path, longer), "speed_mps of point 1 of the path");
  std::get<sut::TargetPath>(longer.motion).points.push_back({});
  EXPECT_EQ(what(path, longer), "number of points of the path");
}

TEST(CycleTimes, AgreeWithASortedList) {
  std::mt19937_64 random(4);
  std::vector<double> list;
  CycleTimes times, others;
  for (int k = 0; k < 5000; ++k) {
    const double ns = std::exp(std::uniform_real_distribution<double>(std::log(2e3), std::log(2e9))(random));
    const auto took = std::chrono::nanoseconds(static_cast<std::int64_t>(ns));
    (k % 3 == 0 ? others : times).add(took);
    list.push_back(1e-9 * static_cast<double>(took.count()));
  }
  times.add(others);
  std::sort(list.begin(), list.end());
  double sum = 0;
  for (const double one : list) sum += one;
  EXPECT_EQ(times.count(), 5000U);
  EXPECT_NEAR(times.mean_s(), sum / 5000, 1e-9 * sum);
  EXPECT_DOUBLE_EQ(times.largest_s(), list.back());
  for (const double percent : {5.0, 50.0, 95.0, 99.0, 100.0}) {
    const double exact = list[static_cast<std::size_t>(std::ceil(50 * percent)) - 1];
    EXPECT_GE(times.percentile_s(percent), exact * 0.999999);
    EXPECT_LE(times.percentile_s(percent), exact * 1.0501);
  }
  EXPECT_EQ(CycleTimes().percentile_s(95), 0);
}

TEST(LastLines, KeepTheLastOneThatSaysSomething) {
  LastLines lines;
  EXPECT_EQ(lines.last(), "");
  lines.add("one\ntwo");
  lines.add(" and more\n \n\n");
  EXPECT_EQ(lines.last(), "two and more");
  for (int k = 0; k < 10000; ++k) lines.add("a line of some length\n");
  lines.add("\tthe\x1b[31m end");
  EXPECT_EQ(lines.last(), "the?[31m end");
  lines.add(std::string(9000, 'x'));
  EXPECT_EQ(lines.last(), "..." + std::string(200, 'x'));
}

}  // namespace
}  // namespace backlot::sut_link::answers_test
