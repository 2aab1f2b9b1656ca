// What validators say of runs of a shipped scene, compared with an onlooker that shares no code with them.
#include <algorithm>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/plain_boxes.h"
#include "backlot/harness/test/shipped_scenes.h"

namespace backlot::harness::verdict_run_test {
namespace {

// Whether the body of the subject ever overlaps another one.
struct Touches {
  bool has_touched = false;
  void look(const Moment& now) {
    const record::FrameObject* subject = record::find(now.frame, now.subject);
    for (const record::FrameObject& other : now.frame.objects)
      has_touched =
          has_touched || (subject != nullptr && other.id != now.subject && is_overlapping(*subject, other));
  }
};

TEST(VerdictRun, FailsExactlyTheRunsInWhichTheSubjectTouches) {
  std::size_t failed = 0, passed = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Touches touches;
    const RunResult result =
        run_scene(shipped_scene(kDividedAttention),
                  {.seed = seed, .onlooker = [&](const Moment& now) { touches.look(now); }});
    const bool has_finding =
        std::any_of(result.findings.begin(), result.findings.end(),
                    [](const verdict::Finding& finding) { return finding.validator == "contact"; });
    EXPECT_EQ(has_finding, touches.has_touched) << seed;
    EXPECT_EQ(result.verdict() == verdict::Verdict::fail, !result.findings.empty()) << seed;
    failed += has_finding ? 1U : 0U;
    passed += result.verdict() == verdict::Verdict::pass ? 1U : 0U;
  }
  // the seeds have both: the test could see a validator that always, or never, convicts
  EXPECT_GT(failed, 0U);
  EXPECT_GT(passed, 0U);
}

// A rule of one's own: the subject must not be east of a line.
class Border final : public verdict::Validator {
 public:
  explicit Border(double x_m) : x_m_(x_m) {}
  void watch(const verdict::JudgedMoment& moment, verdict::Findings& found) override {
    ++moments_;
    if (has_crossed_ || moment.subject.centre.x <= x_m_) return;
    has_crossed_ = true;
    verdict::Finding finding;
    finding.validator = "border";
    finding.time_s = moment.now_s();
    finding.value = moment.subject.centre.x;
    found.push_back(finding);
  }
  void finish(const verdict::JudgedMoment& last, verdict::Findings& found) override {
    verdict::Finding finding;
    finding.validator = "moments";
    finding.time_s = last.now_s();
    finding.value = moments_;
    found.push_back(finding);
  }

 private:
  double x_m_, moments_ = 0;
  bool has_crossed_ = false;
};

TEST(VerdictRun, TakesValidatorsOfTheCaller) {
  double x_m = 0, crossed_s = -1, moments = 0;
  bool has_start = false;
  RunOptions options{.seed = 1};
  options.onlooker = [&](const Moment& now) {
    const record::FrameObject* subject = record::find(now.frame, now.subject);
    if (subject == nullptr) return;
    ++moments;
    if (!has_start) x_m = subject->centre.x + 500;
    has_start = true;
    if (crossed_s < 0 && subject->centre.x > x_m) crossed_s = now.frame.time.seconds();
  };
  const std::shared_ptr<const scene::Scene> scene = shipped_scene(kRunRedLight);
  run_scene(scene, options);
  ASSERT_GT(crossed_s, 0);
  options.validators = [&](const scene::Scene&) {
    std::vector<std::unique_ptr<verdict::Validator>> own;
    own.push_back(std::make_unique<Border>(x_m));
    return own;
  };
  moments = 0;
  const RunResult result = run_scene(scene, options);
  ASSERT_EQ(result.findings.size(), 2U);
  EXPECT_EQ(result.findings[0].validator, "border");
  EXPECT_EQ(result.findings[0].time_s, crossed_s);
  EXPECT_EQ(result.findings[1].value, moments);
}

}  // namespace
}  // namespace backlot::harness::verdict_run_test
