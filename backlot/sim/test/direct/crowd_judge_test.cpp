// The judge of a directed crowd, on frames made by hand: it explains a contact by the lease that led to it, and by no other.
#include "backlot/sim/test/direct/crowd_judge.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/direct/directive.h"

namespace backlot::sim::crowd_judge_test {
namespace {

constexpr double kStep_s = 0.1, kSpeed_mps = 10;
const world::ObjectId kComer{1, 1}, kLeader{2, 2};

record::FrameObject body(world::ObjectId id, double x, double speed_mps) {
  record::FrameObject o;
  o.id = id;
  o.centre = {x, 0, 0};
  o.length_m = 4.5F;
  o.width_m = 1.8F;
  o.speed_mps = speed_mps;
  return o;
}

direct::Answer answer(world::ObjectId actor, direct::What what, direct::AnswerKind kind) {
  direct::Answer a;
  a.directive = actor.generation();
  a.actor = actor;
  a.kind = static_cast<std::uint8_t>(what.index());
  a.answer = kind;
  return a;
}

// One vehicle drives at 10 m/s into one that stands 60 m ahead; they touch after 5.6 s. An actor holds a lease of a kind from one time to another.
CrowdJudge watch(world::ObjectId actor, const direct::What& what, double from_s, double to_s) {
  CrowdJudge judge;
  for (int k = 0; k <= 60; ++k) {
    const double t = k * kStep_s;
    record::Frame frame;
    frame.time = base::SimTime() + base::Duration::from_seconds(t);
    frame.objects = {body(kComer, kSpeed_mps * t, kSpeed_mps), body(kLeader, 60, 0)};
    std::vector<direct::Answer> answers;
    if (std::abs(t - from_s) < 0.01) answers.push_back(answer(actor, what, direct::AnswerKind::accepted));
    if (std::abs(t - to_s) < 0.01) answers.push_back(answer(actor, what, direct::AnswerKind::done));
    judge.watch(frame, answers);
  }
  return judge;
}

void expect(const CrowdJudge& judge, Explained by) {
  ASSERT_EQ(judge.meetings().size(), 1U);
  EXPECT_EQ(judge.meetings()[0].by, by) << judge.meetings()[0].to_text();
  EXPECT_EQ(judge.meetings()[0].comer, kComer);
}

TEST(CrowdJudge, ExplainsAContactByTheLeaseThatLedToIt) {
  const CrowdJudge judge = watch(kComer, direct::Launch{}, 1, 9);
  expect(judge, Explained::by_comer);
  EXPECT_EQ(judge.meetings()[0].lease, "launch");
  EXPECT_EQ(judge.count(Explained::by_comer), 1U);
  EXPECT_NEAR(judge.agent_seconds(), 12, 0.3);
  expect(watch(kLeader, direct::Lurch{}, 1, 9), Explained::by_other);
  // the lease ended when the vehicle could no longer stop: it needs 8.3 m, and is that near after 4.8 s
  expect(watch(kComer, direct::Launch{}, 1, 5), Explained::by_comer);
}

TEST(CrowdJudge, DoesNotExplainAContactByALeaseThatWasOver) {
  expect(watch(kComer, direct::Launch{}, 1, 3), Explained::not_at_all);
  expect(watch(kLeader, direct::Lurch{}, 1, 3), Explained::not_at_all);
}

TEST(CrowdJudge, DoesNotExplainAContactByADirectiveThatKeepsRulesAndDistance) {
  expect(watch(kComer, direct::AdjustSpeed{}, 1, 9), Explained::not_at_all);
}

}  // namespace
}  // namespace backlot::sim::crowd_judge_test
