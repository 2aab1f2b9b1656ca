#include "backlot/replay/judge_recording.h"

#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backlot/harness/summary.h"
#include "backlot/verdict/scene_judge.h"
#include "backlot/verdict/validators.h"

namespace backlot::replay {

namespace {

using ScenePtr = std::shared_ptr<const scene::Scene>;

// From one judged frame to the next, as in a live run: shorter steps are not judged one by one.
constexpr base::Duration kJudged = base::Duration::from_milliseconds(50);

std::optional<sut::Trouble> trouble_of(const recording::Recording& recording) {
  if (!recording.end || recording.end->failure.empty()) return std::nullopt;
  for (std::uint32_t k = 0; k < count_of(sut::Failure{}); ++k)
    if (to_text(static_cast<sut::Failure>(k)) == recording.end->failure)
      return sut::Trouble{static_cast<sut::Failure>(k), recording.end->failure_text};
  return sut::Trouble{sut::Failure::crashed, recording.end->failure_text};
}

// Judges one play after the other.
class RecordingJudge final : public recording::StepVisitor {
 public:
  RecordingJudge(const recording::Recording& recording, const RecordedStage& stage,
                 const harness::ValidatorMaker& validators)
      : recording_(recording), stage_(stage), validators_(validators) {}

  bool step(recording::Step& step) override {
    if (judge_ == nullptr || step.play != play_) {
      if (judge_ != nullptr) end_play();
      if (!begin_play(step)) return false;
    }
    fault = settle(step, *scene_);
    if (!fault.empty()) return false;
    last_time_ = step.frame.time;
    last_hash_ = step.frame.hash;
    // between two scenes the subject drives freely: no judge looks
    if (is_over_) return true;
    is_over_ = step.state.is_over;
    state_ = step.state;
    events_.insert(events_.end(), step.events.begin(), step.events.end());
    if (step.frame.time < next_judged_ && !is_over_) return true;
    next_judged_ = step.frame.time + kJudged;
    judge_->watch(has_begun_ ? &before_ : nullptr, step.frame, events_, step.state, step.clocks);
    has_begun_ = true;
    judgement_->watch(step.frame, events_, step.state, step.published);
    before_ = step.frame;
    events_.clear();
    return true;
  }
  bool ghost(std::uint32_t beat, verdict::Ghost ghost) override {
    if (judge_ == nullptr || beat >= scene_->description().script.beats.size()) {
      fault = "a ghost belongs to no beat";
      return false;
    }
    judge_->set_ghost(beat, std::move(ghost));
    return true;
  }

  harness::RunResult finish() {
    if (judge_ != nullptr) end_play();
    const std::optional<sut::Trouble> trouble = trouble_of(recording_);
    if (stage_.scene) {
      harness::RunResult result;
      if (results_.empty()) {
        result = head_of(*stage_.scene);
        if (!trouble) result.cause = no_room();
      } else {
        result = std::move(results_.front());
      }
      result.trouble = trouble;
      set_end(result);
      return result;
    }
    harness::ScenarioResult all{stage_.scenario->name, recording_.header.played_seed, {}};
    const bool is_open = !results_.empty();
    const std::size_t played = k_ + (is_open ? 1 : 0);
    all.scenes = std::move(results_);
    // plays that never began
    for (std::size_t k = played; k < stage_.scenario->plays.size(); ++k) {
      all.scenes.push_back(head_of(*stage_.scenario->plays[k].front()));
      all.scenes.back().cause =
          is_open ? verdict::Cause{verdict::Outcome::evaded, "the subject had left the road",
                                   "the subject had left", ""}
                  : no_room();
    }
    if (trouble && !all.scenes.empty()) all.scenes.back().trouble = trouble;
    harness::RunResult result = harness::in_one(all);
    set_end(result);
    return result;
  }

  std::string fault;

 private:
  static verdict::Cause no_room() {
    return {verdict::Outcome::not_staged, "there was no room for the subject to start",
            "no room for the subject", ""};
  }

  harness::RunResult head_of(const scene::Scene& scene) const {
    harness::RunResult result;
    result.scene = scene.description().name;
    result.seed = recording_.header.played_seed;
    result.driver = recording_.header.driver;
    if (recording_.end) result.style = recording_.end->style;
    return result;
  }
  void set_end(harness::RunResult& result) const {
    result.sim_s = last_time_.seconds();
    result.hash = last_hash_;
  }

  // As a scenario goes on: to the spare where a scene was not staged, else to the next play.
  bool begin_play(const recording::Step& step) {
    const std::size_t number = results_.size();
    if (step.play != number) {
      fault = fmt::format("play {} follows play {}", step.play, number);
      return false;
    }
    if (stage_.scene) {
      if (number > 0) fault = "a second play in the recording of one scene";
      scene_ = stage_.scene;
    } else {
      const auto& plays = stage_.scenario->plays;
      if (number > 0) {
        const bool has_spare = spare_ + 1 < plays[k_].size();
        const bool is_spare = !results_.back().is_staged() && has_spare;
        spare_ = is_spare ? spare_ + 1 : 0;
        k_ += is_spare ? 0 : 1;
      }
      if (k_ < plays.size())
        scene_ = plays[k_][spare_];
      else
        fault = "more plays than the scenario has";
    }
    if (!fault.empty()) return false;
    play_ = step.play;
    judge_ = std::make_unique<verdict::SceneJudge>(scene_, step.subject);
    judgement_ = std::make_unique<verdict::Judgement>(
        scene_, step.subject,
        validators_ ? validators_(*scene_)
                    : verdict::make_validators(*scene_, recording_.header.driver.empty()
                                                            ? verdict::DrivenBy::model
                                                            : verdict::DrivenBy::system));
    has_begun_ = is_over_ = false;
    next_judged_ = step.frame.time - recording_.header.step;  // when the play began: its first step is judged
    events_.clear();
    start_s_ = (step.frame.time - recording_.header.step).seconds();
    return true;
  }
  void end_play() {
    harness::RunResult result = head_of(*scene_);
    result.subject_start_s = start_s_;
    harness::summarise(*scene_, state_, *judge_, *judgement_, result);
    result.is_spare = spare_ > 0;
    set_end(result);
    results_.push_back(std::move(result));
    judge_.reset();
  }

  const recording::Recording& recording_;
  const RecordedStage& stage_;
  const harness::ValidatorMaker& validators_;
  std::vector<harness::RunResult> results_;
  std::size_t k_ = 0, spare_ = 0;  // of a scenario: the play, and which of its scenes
  // ---- the play that is judged
  ScenePtr scene_;
  std::uint32_t play_ = 0;
  std::unique_ptr<verdict::SceneJudge> judge_;
  std::unique_ptr<verdict::Judgement> judgement_;
  bool has_begun_ = false, is_over_ = false;
  base::SimTime next_judged_;
  std::vector<record::Event> events_;  // since the last frame that was judged
  record::Frame before_;
  scene::PlayState state_;
  double start_s_ = 0;
  base::SimTime last_time_;
  std::uint64_t last_hash_ = 0;
};

}  // namespace

base::Result<harness::RunResult> judge_recording(std::string_view bytes, const std::string& name,
                                                 const recording::Recording& recording,
                                                 const RecordedStage& stage,
                                                 const harness::ValidatorMaker& validators) {
  RecordingJudge judge(recording, stage, validators);
  base::Diagnostics found = recording::read_steps(bytes, name, judge);
  if (!judge.fault.empty())
    found.error("M111", {name, 0, 0}, fmt::format("a step cannot be of this scene: {}", judge.fault),
                "the file is damaged, or was made by another version");
  if (found.has_errors()) return base::Result<harness::RunResult>::failure(std::move(found));
  return base::Result<harness::RunResult>::success(judge.finish(), std::move(found));
}

}  // namespace backlot::replay
