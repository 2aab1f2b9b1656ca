#include "performance.h"

#include <array>

#include "backlot/base/random.h"
#include "left_turner.h"
#include "light_on_cue.h"
#include "red_light_runner.h"
#include "stage_manager.h"
#include "subject.h"

namespace violations {

using namespace backlot;  // NOLINT(google-build-using-namespace): a sample reads better so

namespace {

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);
constexpr double kWarmUp_s = 30, kCycle_s = 82;
constexpr double kLongest_s = 400;
constexpr std::uint32_t kPurpose = 0x5c;

// The last frames, and those of so many steps before.
class LastFrames {
 public:
  record::Frame& next() { return frames_[++last_ % frames_.size()]; }
  const record::Frame& before(std::size_t steps) const { return frames_[(last_ - steps) % frames_.size()]; }

 private:
  std::array<record::Frame, 21> frames_;
  std::size_t last_ = frames_.size();
};

void add_directors(const CountyRoad& set, Violation violation, world::ObjectId subject,
                   sim::Simulation& run) {
  run.add_director(light_on_cue(set, subject));
  if (violation == Violation::runs_red) {
    run.add_director(stage_manager(set, subject, call_for_runner(set)));
    run.add_director(red_light_runner(set, subject));
  } else {
    run.add_director(stage_manager(set, subject, call_for_turner(set)));
    run.add_director(left_turner(set, subject));
  }
}

}  // namespace

Performance perform(const CountyRoad& set, Violation violation, std::uint64_t seed) {
  sim::Simulation run(set.roads, {.seed = seed,
                                  .flows = set.flows,
                                  .turning_shares = set.turning_shares,
                                  .contacts = sim::ContactLaw::wreck,
                                  .signal_limits = set.signal_limits});
  const auto is_late = [&run] { return run.tick().time.seconds() > kLongest_s; };

  // the subject comes at any time of the lights' cycle
  Subject subject(set, seed);
  const double begin_s = kWarmUp_s + base::RandomStream(seed, 0, kPurpose).uniform(0, kCycle_s);
  while ((run.tick().time.seconds() < begin_s || !subject.try_to_enter(run)) && !is_late()) run.step(kStep);

  run.set_role(subject.id(), record::kSubjectRole);
  add_directors(set, violation, subject.id(), run);
  Judge judge(set.network, violation, subject.id(), set.subject_corridors.back());
  Performance performance;
  performance.subject = subject.id();
  LastFrames frames;
  run.frame(frames.next(), {.has_signals = true});
  while (!judge.is_over() && !is_late()) {
    const std::array commands{subject.drive(frames.before(0), kStep)};
    run.step(kStep, commands);
    record::Frame& frame = frames.next();
    run.frame(frame, {.has_signals = true});
    judge.watch(frame, run.events());
    if (judge.is_moment()) performance.moment = {frames.before(20), frames.before(10), frame};
    for (const record::Event& event : run.events()) {
      const bool is_subjects = event.object == subject.id() || event.other == subject.id();
      if (event.kind == record::EventKind::contact && !is_subjects) ++performance.contacts;
    }
  }
  performance.verdict = judge.verdict();
  performance.hash = run.hash();
  return performance;
}

}  // namespace violations
