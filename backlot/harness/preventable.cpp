#include "backlot/harness/preventable.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/drivers/reference_drivers.h"
#include "backlot/harness/opening.h"
#include "backlot/harness/subject_slot.h"
#include "backlot/look/boxes.h"
#include "backlot/scene/scene_view.h"

namespace backlot::harness {

namespace {

using record::Frame;

constexpr double kPast_s = 4,
                 kLeast_s = 6;  // a fork is followed so long past the failure, and at least so long

std::optional<TracePoint> trace_point(const Frame& frame, world::ObjectId subject, world::ObjectId other) {
  const record::FrameObject* own = record::find(frame, subject);
  if (own == nullptr) return std::nullopt;
  TracePoint point{frame.time.seconds(), own->speed_mps, std::nullopt};
  const record::FrameObject* its = other.is_empty() ? nullptr : record::find(frame, other);
  if (its != nullptr) point.distance_m = look::distance_between(scene::box_of(*own), scene::box_of(*its));
  return point;
}

const scene::PlayState& play_of(const sim::Simulation& run, direct::IssuerId director) {
  return static_cast<const scene::SceneDirector&>(run.directors()[director.index()]).state();
}

// The way of the subject.
const world::Course& course_of(const FailedRun& failed) {
  return failed.options.way == nullptr ? failed.scene->course() : *failed.options.way;
}

class Forking {
 public:
  Forking(const FailedRun& failed, const verdict::Finding& failure, double end_s)
      : failed_(failed), failure_(failure), end_s_(end_s) {}

  ReferenceFork drive(const sim::Simulation& at_onset, subject::ReferenceKind kind) const {
    ReferenceFork fork{.driver = std::string(to_text(kind)), .avoids = true, .trace = {}};
    sim::Simulation run = at_onset.fork();
    LatestFrame frame(run);
    const record::FrameObject* subject = record::find(frame.get(), failed_.subject);
    if (subject == nullptr) {
      fork.avoids = false;
      return fork;
    }
    // a refusal would leave the subject as it was driven, and the fork would show the failed run again
    const auto body = run.find_external(failed_.subject);
    BACKLOT_CHECK(body.has_value(), "the subject is an external object");
    if (!std::holds_alternative<sim::BySteering>(body->external.behaviour))
      BACKLOT_CHECK(run.set_behaviour(failed_.subject, sim::BySteering{}).empty(),
                    "the subject can be steered");

    drivers::ReferenceModelDriver driver(kind);
    const SystemOptions options{.system = &driver, .name = fork.driver, .cycle = failed_.options.step};
    const world::Course& course = course_of(failed_);
    const double metre = course.metre_near(subject->centre, play_of(run, failed_.director).watch.front_m() -
                                                                0.5 * static_cast<double>(subject->length_m));
    SlotPlan plan = make_slot_plan(course, metre, run.find_external(failed_.subject)->external.body.shape,
                                   traffic_settings(*failed_.scene, failed_.options).externals, options);
    plan.mission.scene = failed_.scene->description().name;
    SystemSlot slot(failed_.scene->roads(), course, std::move(plan), failed_.subject, options,
                    failed_.options.seed);
    const bool is_ready = !slot.reset(run.tick().time);
    verdict::Judgement judgement(failed_.scene, failed_.subject,
                                 failed_.options.validators ? failed_.options.validators(*failed_.scene)
                                                            : verdict::make_validators(*failed_.scene));
    judgement.watch(frame.get(), {}, play_of(run, failed_.director));
    add(frame.get(), fork);
    while (is_ready && frame.time().seconds() < end_s_) {
      std::array<sim::ExternalCommand, 1> commands{};
      if (slot.drive(frame, failed_.options.step, commands[0])) break;
      failed_.before_step(run);
      run.step(failed_.options.step, commands);
      frame.forget();
      judgement.watch(frame.get(), run.events(), play_of(run, failed_.director), slot.signals());
      add(frame.get(), fork);
      if (record::find(frame.get(), failed_.subject) == nullptr) break;  // it has left the road
      if (const std::optional<double> touched = contact_s(run)) {
        fork.failed_s = *touched;
        break;
      }
    }
    const verdict::Findings found = judgement.finish(play_of(run, failed_.director));
    if (failure_.validator != "contact")
      for (const verdict::Finding& finding : found)
        if (finding.rule == failure_.rule && finding.validator == failure_.validator && !fork.failed_s)
          fork.failed_s = finding.time_s;
    fork.avoids = is_ready && !fork.failed_s;
    return fork;
  }

 private:
  void add(const Frame& frame, ReferenceFork& fork) const {
    if (const auto point = trace_point(frame, failed_.subject, failure_.other)) fork.trace.push_back(*point);
    if (failed_.options.fork_watcher) failed_.options.fork_watcher(fork.driver, frame);
  }
  std::optional<double> contact_s(const sim::Simulation& run) const {
    for (const record::Event& event : run.events())
      if (event.kind == record::EventKind::contact &&
          (event.object == failed_.subject || event.other == failed_.subject))
        return event.time.seconds();
    return std::nullopt;
  }

  const FailedRun& failed_;
  const verdict::Finding& failure_;
  double end_s_;
};

}  // namespace

std::vector<std::string> FailureReview::preventable_by() const {
  std::vector<std::string> names;
  for (const ReferenceFork& fork : forks)
    if (fork.avoids) names.push_back(fork.driver);
  return names;
}

const verdict::Finding* find_failure(const verdict::Findings& findings) {
  const auto contact = std::find_if(findings.begin(), findings.end(),
                                    [](const verdict::Finding& one) { return one.validator == "contact"; });
  return contact != findings.end() ? &*contact : findings.empty() ? nullptr : &findings.front();
}

FailureReview review_failure(const FailedRun& failed) {
  const verdict::Finding* failure = find_failure(failed.result.findings);
  BACKLOT_CHECK(failure != nullptr, "a run is reviewed that did not fail");
  FailureReview review;
  review.rule = failure->rule;

  // first the run again, to see the two bodies up to the failure
  const base::SimTime failed_at = base::SimTime{} + base::Duration::from_seconds(failure->time_s);
  verdict::ResponsibilityWatch watch(failed.scene->roads(), failed.subject, failure->other);
  std::vector<TracePoint> driven;
  failed.rewind.repeat(failed_at + failed.options.step, failed.options.step, failed.before_step,
                       [&](const sim::Simulation& run, const Frame& frame) {
                         watch.see(frame, run.events());
                         if (const auto point = trace_point(frame, failed.subject, failure->other))
                           driven.push_back(*point);
                       });
  review.responsibility =
      watch.finish(failure->time_s, failure->validator == "contact" ? std::string() : failure->rule);
  review.onset = find_danger_onset(*failure, failed.result.events, review.responsibility, watch.seen(),
                                   failed.result.subject_start_s);
  for (const TracePoint& point : driven)
    if (point.time_s >= review.onset.time_s - 1e-9) review.driven.push_back(point);

  // then to the onset, and the forks from there
  const sim::Simulation at_onset =
      failed.rewind.repeat(base::SimTime{} + base::Duration::from_seconds(review.onset.time_s),
                           failed.options.step, failed.before_step);
  const double end_s = review.onset.rule == verdict::OnsetRule::start
                           ? std::max(failure->time_s, failed.result.sim_s)
                           : std::max(failure->time_s + kPast_s, review.onset.time_s + kLeast_s);
  const Forking forking(failed, *failure, end_s);
  for (const subject::ReferenceKind kind : subject::kReferenceKinds)
    review.forks.push_back(forking.drive(at_onset, kind));
  review.sentence = sentence_of(review.responsibility, review.preventable_by(), review.forks.size());
  return review;
}

}  // namespace backlot::harness
