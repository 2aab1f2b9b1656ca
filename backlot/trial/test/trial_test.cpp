// A row of trials.csv against what can be computed from the recorded frames by hand.
#include "backlot/trial/trial.h"

#include <cmath>

#include <gtest/gtest.h>

#include "backlot/replay/test/recorded_runs.h"

namespace backlot::trial::trial_test {
namespace {

struct Read {
  recording::Recording recording;
  replay::RecordedStage stage;
};
Read read(const std::string& bytes) {
  auto recording = recording::read_recording(bytes, "run.mcap");
  EXPECT_TRUE(recording) << to_text(recording.diagnostics());
  auto stage = replay::build_stage(recording->header);
  EXPECT_TRUE(stage) << to_text(stage.diagnostics());
  return {*std::move(recording), *std::move(stage)};
}

// What the frames say of the moment of onset, and of lane positions, without the code under test.
struct ByHand final : recording::StepVisitor {
  ByHand(double onset, const network::Network& roads) : onset_s(onset), net(roads) {}
  bool step(recording::Step& step) override {
    const record::FrameObject* subject = record::find(step.frame, step.subject);
    if (subject == nullptr) return true;
    const double now = step.frame.time.seconds();
    if (!speed_at_onset && now >= onset_s - 1e-9) speed_at_onset = subject->speed_mps;
    if (!brake_s && now >= onset_s - 1e-9 && subject->accel_mps2 <= -1) brake_s = now;
    const bool is_on = !subject->lane.is_empty() && net.corridor_of(subject->lane).is_empty();
    if (!is_on || subject->lane != lane) stretches.emplace_back();
    lane = is_on ? subject->lane : network::LaneId();
    if (is_on) stretches.back().push_back(subject->offset - net.edges(subject->lane, subject->distance).centre());
    return true;
  }
  double sdlp() const {
    double squares = 0, count = 0;
    for (const auto& stretch : stretches) {
      double mean = 0;
      for (const double v : stretch) mean += v / static_cast<double>(stretch.size());
      for (const double v : stretch) squares += (v - mean) * (v - mean);
      count += static_cast<double>(stretch.size());
    }
    return std::sqrt(squares / count);
  }
  double onset_s;
  const network::Network& net;
  std::optional<double> speed_at_onset, brake_s;
  network::LaneId lane{};
  std::vector<std::vector<double>> stretches{1};
};

TEST(Trial, IsWhatTheFramesSay) {
  std::size_t staged = 0;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const replay::RecordedRun run =
        replay::record_shipped(replay::shipped_scene("run_red_light.scene"), seed, {.driver = "reference"});
    const Read read_back = read(run.bytes);
    const Trial trial = measure_trial(run.bytes, "run.mcap", read_back.recording, read_back.stage, run.live);
    EXPECT_EQ(trial.scene, "run_red_light");
    EXPECT_EQ(trial.session.study, "");
    if (!trial.onset_s) continue;
    ++staged;
    ByHand by_hand(*trial.onset_s, read_back.stage.network());
    static_cast<void>(recording::read_steps(run.bytes, "run.mcap", by_hand));
    EXPECT_NEAR(*trial.speed_at_onset_mps, *by_hand.speed_at_onset, 1e-9);
    EXPECT_EQ(trial.brake_onset_s.has_value(), by_hand.brake_s.has_value());
    if (trial.brake_onset_s) {
      EXPECT_NEAR(*trial.brake_onset_s, *by_hand.brake_s, 1e-9);
    }
    ASSERT_TRUE(trial.sdlp_m);
    EXPECT_NEAR(*trial.sdlp_m, by_hand.sdlp(), 1e-6);
    EXPECT_EQ(trial.lead_asked_s, 1.0);  // the parameter of the scene
    if (run.live.is_staged()) {
      EXPECT_NEAR(*trial.lead_got_s, 1.0, 0.5);
    }
    EXPECT_GT(*trial.tta_at_onset_s, 0);
    EXPECT_FALSE(trial.tta_mark.empty());
    EXPECT_FALSE(trial.accelerator_release_s) << "nobody has pedals";
  }
  EXPECT_GT(staged, 0U);
}

// The columns that researchers ask for come first and in their order.
TEST(Trial, HasTheColumnsOfAStudyInTheirOrder) {
  const std::vector<std::string_view> wanted{
      "study", "participant", "condition", "order", "trial", "scene", "parameters", "seed", "versions", "hash",
      "start_utc", "outcome", "cause", "abort_code", "spare_used", "supplied", "role_actor_id", "onset_s", "commit_s",
      "speed_at_onset_mps", "tta_at_onset_s", "gap_at_onset_m", "lead_asked_s", "lead_got_s", "light_phase",
      "prebraking", "accelerator_release_s", "brake_onset_s", "steer_onset_s", "first_response", "max_decel_mps2",
      "min_ttc_s", "pet_s", "min_distance_m", "contact", "impact_speed_mps", "sdlp_m", "speed_mean_mps",
      "speed_sd_mps", "overruns", "max_latency_ms"};
  ASSERT_GE(trial_columns().size(), wanted.size());
  for (std::size_t k = 0; k < wanted.size(); ++k) EXPECT_EQ(trial_columns()[k].name, wanted[k]);
}

}  // namespace
}  // namespace backlot::trial::trial_test
