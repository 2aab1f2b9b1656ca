#include "backlot/verdict/validators.h"

#include <algorithm>

#include "backlot/base/assert.h"
#include "backlot/verdict/internal/makers.h"

namespace backlot::verdict {

std::vector<std::unique_ptr<Validator>> make_validators(const scene::Scene& scene, DrivenBy driven_by) {
  const std::vector<scene::JudgeDescription>& rules = scene.description().judge;
  std::vector<std::unique_ptr<Validator>> made;
  for (const scene::JudgeDescription& judge : rules) {
    if (driven_by == DrivenBy::model && judge.validator == "speed_limit") continue;
    const std::size_t before = made.size();
    for (const auto make : {internal::make_condition_validator, internal::make_measure_validator,
                            internal::make_event_validator, internal::make_run_validator}) {
      std::unique_ptr<Validator> one = make(judge);
      if (one == nullptr) continue;
      made.push_back(std::move(one));
      break;
    }
    BACKLOT_CHECK(made.size() > before, "the reader of scenes knows a validator that is not here");
  }
  if (rules.empty()) made.push_back(internal::make_contact_validator("never contact"));
  return made;
}

Judgement::Judgement(std::shared_ptr<const scene::Scene> scene, world::ObjectId subject,
                     std::vector<std::unique_ptr<Validator>> validators)
    : scene_(std::move(scene)),
      subject_(subject),
      validators_(std::move(validators)),
      snapshot_(scene_->roads()) {}

void Judgement::watch(const record::Frame& frame, std::span<const record::Event> events,
                      const scene::PlayState& play, std::span<const sut::WhiteBoxSignal> signals) {
  const record::FrameObject* subject = record::find(frame, subject_);
  if (subject == nullptr) return;
  if (started_s_ < 0) started_s_ = frame.time.seconds();
  has_touched_ = has_touched_ || std::any_of(events.begin(), events.end(), [&](const record::Event& event) {
                   return event.kind == record::EventKind::contact &&
                          (event.object == subject_ || event.other == subject_);
                 });
  snapshot_.set(frame);
  const JudgedMoment moment{*scene_,   frame,      *subject,     events, play,
                            snapshot_, started_s_, has_touched_, signals};
  for (const std::unique_ptr<Validator>& validator : validators_) validator->watch(moment, found_);
  last_time_ = frame.time;
  last_subject_ = *subject;
}

Findings Judgement::finish(const scene::PlayState& play) {
  if (started_s_ >= 0) {
    record::Frame last;
    last.time = last_time_;
    last.objects.push_back(last_subject_);
    snapshot_.set(last);
    const JudgedMoment moment{*scene_, last,      last.objects.front(), {},
                              play,    snapshot_, started_s_,           has_touched_};
    for (const std::unique_ptr<Validator>& validator : validators_) validator->finish(moment, found_);
  }
  std::stable_sort(found_.begin(), found_.end(),
                   [](const Finding& a, const Finding& b) { return a.time_s < b.time_s; });
  return std::move(found_);
}

}  // namespace backlot::verdict
