// The light of the subject is in the middle of its green when the subject arrives. Decoys are played, so that nothing disturbs the subject on its
// last metres.
#include <cmath>
#include <optional>

#include <gtest/gtest.h>

#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/shipped_scenes.h"

namespace backlot::harness::arrival_test {
namespace {

// The stop line of highway_west lies so far from the middle of the first crossing, where the road is straight and leads east.
constexpr double kLine_x_m = -20;
constexpr double kStep_s = 0.05;
constexpr std::uint32_t kFirstCrossing = 0;  // number of its programme

// Seconds from the middle of green to the phase at which the front of the subject came to the line; above zero, it was late. Empty where it
// never came there, or the light was not green.
class ArrivalWatch {
 public:
  void watch(const Moment& moment) {
    const record::FrameObject* subject = record::find(moment.frame, moment.subject);
    if (subject == nullptr || error_s_) return;
    const world::Roads& roads = moment.run.roads();
    const double front_x_m =
        subject->centre.x + 0.5 * static_cast<double>(subject->length_m) * subject->heading_x;
    const double phase_s = 1e-9 * static_cast<double>(moment.run.signal_clocks().phase_ns(
                                      roads.conflicts.signals(), kFirstCrossing, moment.frame.time));
    const network::SignalProgramme& programme = roads.tracks.network().programmes()[kFirstCrossing];
    if (front_x_m >= kLine_x_m && last_x_m_ < kLine_x_m &&
        moment.frame.signals[0] == network::Aspect::green) {
      const double part = (kLine_x_m - last_x_m_) / (front_x_m - last_x_m_);
      error_s_ =
          last_phase_s_ + part * (phase_s - last_phase_s_) - 0.5 * programme.intervals[0].duration.seconds();
    }
    last_x_m_ = front_x_m;
    last_phase_s_ = phase_s;
  }
  std::optional<double> error_s() const { return error_s_; }

 private:
  double last_x_m_ = 1e9, last_phase_s_ = 0;
  std::optional<double> error_s_;
};

std::optional<double> error_of(const std::shared_ptr<const scene::Scene>& scene, std::uint64_t seed,
                               const subject::SubjectChoice& subject) {
  ArrivalWatch watch;
  run_scene(scene, {.seed = seed, .subject = subject, .onlooker = [&](const Moment& moment) {
                      watch.watch(moment);
                    }});
  return watch.error_s();
}

class Arrival : public testing::TestWithParam<const char*> {};

TEST_P(Arrival, OfASteadySubjectIsWithinAStepOfTheMiddleOfGreen) {
  const auto scene = decoy_of(GetParam());
  for (const double share : {0.6, 1.0})
    for (const std::uint64_t seed : {51U, 52U}) {
      const std::optional<double> error_s = error_of(scene, seed, subject::ShareChoice{share});
      ASSERT_TRUE(error_s.has_value()) << seed << ", " << share;
      EXPECT_LE(std::fabs(*error_s), kStep_s + 0.001) << "seed " << seed << ", " << share;
    }
}

TEST_P(Arrival, OfAModelDriverIsWithinASecondOfTheMiddleOfGreen) {
  const auto scene = decoy_of(GetParam());
  for (std::uint64_t seed = 53; seed < 57; ++seed) {
    const std::optional<double> error_s = error_of(scene, seed, subject::StyleChoice{});
    ASSERT_TRUE(error_s.has_value()) << seed;
    EXPECT_LE(std::fabs(*error_s), 1.0) << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, Arrival, testing::Values(kRunRedLight, kDividedAttention),
                         [](const auto& one) { return std::string(one.param); });

// The control: a light that the scene does not steer is not in the middle of green in all runs.
TEST(Arrival, WithoutALightThatIsSteeredIsAtAnyPhase) {
  scene::SceneDescription description = decoy_of(kRunRedLight)->description();
  std::erase_if(description.script.beats,
                [](const scene::BeatDescription& beat) { return beat.name == "light"; });
  for (scene::BeatDescription& beat : description.script.beats) std::erase(beat.after, "light");
  const auto built = scene::Scene::build(description, study_road());
  ASSERT_TRUE(built.has_value());
  std::size_t in_time = 0;
  for (std::uint64_t seed = 51; seed < 54; ++seed) {
    const std::optional<double> error_s = error_of(*built, seed, subject::ShareChoice{1});
    in_time += error_s && std::fabs(*error_s) <= kStep_s + 0.001 ? 1U : 0U;
  }
  EXPECT_EQ(in_time, 0U);
}

}  // namespace
}  // namespace backlot::harness::arrival_test
