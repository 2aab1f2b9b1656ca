#include <optional>
#include <string>

#include <fmt/format.h>

#include "backlot/scene/scene_view.h"
#include "backlot/verdict/frame_view.h"
#include "backlot/verdict/internal/episode.h"
#include "backlot/verdict/internal/makers.h"

namespace backlot::verdict::internal {

namespace {

using scene::JudgeDescription;

FrameView view_of(const JudgedMoment& m) {
  return {m.scene, m.frame, m.snapshot, m.subject.id, m.play, m.started_s, m.has_touched, m.signals};
}

// A condition in the words of the scene that holds never or always, at all times or while another one does.
class ConditionValidator final : public Validator {
 public:
  explicit ConditionValidator(const JudgeDescription& judge)
      : judge_(&judge), episode_(judge.is_never ? "never" : "always", judge.text, 0, false, "") {}
  void watch(const JudgedMoment& m, Findings& found) override {
    const FrameView view = view_of(m);
    const bool holds = scene::holds(view, judge_->conditions.front(), times_);
    // asked in each step, since it may ask for how long it has held
    const bool counts = judge_->conditions.size() < 2 || scene::holds(view, judge_->conditions[1], times_);
    const bool breaks = counts && holds == judge_->is_never;
    const std::size_t before = found.size();
    episode_.watch(m, breaks ? std::optional(Measured{1, {}}) : std::nullopt, found);
    if (found.size() > before)
      found.back().message =
          fmt::format("{}: {}", judge_->text, judge_->is_never ? "it was so" : "it was not so");
  }

 private:
  const JudgeDescription* judge_;
  scene::HoldTimes times_;
  Episode episode_;
};

// A condition that must hold once within a time, from the start of the subject or from a beat on. A beat that never comes asks for nothing.
class EventuallyValidator final : public Validator {
 public:
  explicit EventuallyValidator(const JudgeDescription& judge) : judge_(&judge) {}
  void watch(const JudgedMoment& m, Findings& found) override {
    const FrameView view = view_of(m);
    const std::optional<double> from_s =
        judge_->after_beat.empty() ? std::optional(m.started_s) : view.began_s(judge_->after_beat);
    const bool holds = scene::holds(view, judge_->conditions.front(), times_);
    if (is_decided_ || !from_s) return;
    from_s_ = from_s;
    is_decided_ = holds;
    if (!holds && m.now_s() - *from_s > judge_->within_s + 1e-9) add(m, found);
  }
  void finish(const JudgedMoment& last, Findings& found) override {
    if (!is_decided_ && from_s_) add(last, found);  // the run was over before it came
  }

 private:
  void add(const JudgedMoment& m, Findings& found) {
    is_decided_ = true;
    Finding finding = finding_at(m, "eventually", judge_->text);
    finding.value = m.now_s() - *from_s_;
    finding.limit = judge_->within_s;
    finding.margin = -1;
    finding.message = fmt::format("{}: it was not so within {:.2f} s", judge_->text, finding.value);
    found.push_back(std::move(finding));
  }

  const JudgeDescription* judge_;
  scene::HoldTimes times_;
  std::optional<double> from_s_;
  bool is_decided_ = false;
};

}  // namespace

Made make_condition_validator(const JudgeDescription& judge) {
  if (judge.conditions.empty()) return nullptr;
  if (judge.is_eventually) return std::make_unique<EventuallyValidator>(judge);
  return std::make_unique<ConditionValidator>(judge);
}

}  // namespace backlot::verdict::internal
