// A subject that drives a recorded speed: run_red_light is staged for fourteen profiles between 60 and 110 % of the limit.
#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/shipped_scenes.h"

namespace backlot::harness::profiles_test {
namespace {

constexpr double kLimit_mps = 25;

struct Case {
  std::string name;
  std::uint64_t seed;
  std::function<double(double)> speed_at;
};

Case steady(std::uint64_t seed, int percent) {
  return {"steady_" + std::to_string(percent), seed, [=](double) { return 0.01 * percent * kLimit_mps; }};
}
Case swing(std::uint64_t seed, double by_mps, double period_s) {
  return {"swing_" + std::to_string(static_cast<int>(period_s)), seed,
          [=](double t) { return 20 + by_mps * base::sin_cos(base::kTwoPi * t / period_s).sin; }};
}

class Profiles : public testing::TestWithParam<Case> {};

TEST_P(Profiles, AreMetByTheScene) {
  auto profile = std::make_shared<subject::SpeedProfile>();
  for (int t = 0; t < 400; ++t)
    profile->rows.push_back({static_cast<double>(t), GetParam().speed_at(static_cast<double>(t))});
  RunOptions options;
  options.seed = GetParam().seed;
  options.subject = subject::ProfileChoice{GetParam().name, profile};
  const RunResult result = run_scene(shipped_scene(kRunRedLight), options);
  EXPECT_TRUE(result.is_staged()) << summary(result);
}

std::vector<Case> all_cases() {
  return {steady(101, 60),
          steady(102, 70),
          steady(103, 80),
          steady(104, 90),
          steady(105, 100),
          steady(106, 110),
          swing(107, 2, 20),
          swing(108, 2, 40),
          swing(109, 3, 30),
          swing(110, 4, 60),
          {"slower", 111, [](double t) { return std::max(16.0, 24 - 0.08 * t); }},
          {"faster", 112, [](double t) { return std::min(24.0, 15 + 0.08 * t); }},
          {"late_gain", 113, [](double t) { return t < 60 ? 18 : std::min(23.0, 18 + 0.5 * (t - 60)); }},
          {"early_dip", 114, [](double t) { return t > 40 && t < 60 ? 14.0 : 20.0; }}};
}
std::string name_of(const testing::TestParamInfo<Case>& one) { return one.param.name; }

INSTANTIATE_TEST_SUITE_P(Of, Profiles, testing::ValuesIn(all_cases()), name_of);

}  // namespace
}  // namespace backlot::harness::profiles_test
