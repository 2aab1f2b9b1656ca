// The onset of danger by each of its rules, on moments written by hand.
#include "backlot/verdict/danger_onset.h"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

namespace backlot::verdict::danger_onset_test {
namespace {

constexpr world::ObjectId kOther{1, 1}, kThird{2, 2};
constexpr double kFailed_s = 30, kStarted_s = 5;

Finding failure(std::string validator = "contact", world::ObjectId other = kOther) {
  Finding finding;
  finding.validator = std::move(validator);
  finding.time_s = kFailed_s;
  finding.other = other;
  return finding;
}

// Both drive east at 10 m/s, 20 m apart and 5 m beside each other: never on a collision course. `fill` changes moments.
Encountered seen(const std::function<void(Meeting&)>& fill = {}) {
  Encountered all;
  for (int k = 0; k <= 600; ++k) {
    Meeting m;
    m.time_s = 0.05 * k;
    for (int n = 0; n < 2; ++n) {
      m.is_there[n] = true;
      m.body[n].length_m = 4.5F;
      m.body[n].width_m = 1.8F;
      m.body[n].speed_mps = 10;
      m.body[n].centre = {10 * m.time_s + 20 * n, 5.0 * n, 0};
    }
    if (fill) fill(m);
    all.moments.push_back(m);
  }
  return all;
}

EventResult event(double onset_s, world::ObjectId actor) {
  EventResult result;
  result.event = "event";
  result.onset_s = onset_s;
  result.actor = actor;
  return result;
}

TEST(DangerOnset, OfAnEventIsThatOfTheJudge) {
  const std::vector events{event(12, kOther), event(26, kThird), event(31, kOther)};
  const DangerOnset onset = find_danger_onset(failure(), events, {}, seen(), kStarted_s);
  EXPECT_EQ(onset.rule, OnsetRule::event);
  EXPECT_EQ(onset.time_s, 12);  // of the other body, however long ago
  const DangerOnset near =
      find_danger_onset(failure("contact", kThird), {events.data(), 1}, {}, seen(), kStarted_s);
  EXPECT_NE(near.rule, OnsetRule::event);  // of another actor, and 18 s ago
}

TEST(DangerOnset, OfARuleAboutTheWholeRunIsItsStart) {
  const std::vector events{event(26, kOther)};
  const DangerOnset onset = find_danger_onset(failure("progress", {}), events, {}, {}, kStarted_s);
  EXPECT_EQ(onset.rule, OnsetRule::start);
  EXPECT_EQ(onset.time_s, kStarted_s);
}

TEST(DangerOnset, IsTheFirstDecisiveRuleThatTheOtherBroke) {
  Responsibility facts;
  facts.rules = {{RoadRule::speed_limit, Party::other, 22, 0, 0, false, 22},
                 {RoadRule::lane_change, Party::subject, 24, 0, 0, true, 24},
                 {RoadRule::red_light, Party::other, 27.5, 0, 0, true, 27.5}};
  const DangerOnset onset = find_danger_onset(failure(), {}, facts, seen(), kStarted_s);
  EXPECT_EQ(onset.rule, OnsetRule::other_rule);
  EXPECT_EQ(onset.time_s, 27.5);
}

TEST(DangerOnset, IsWhenTheOtherBeganToBrakeHard) {
  const DangerOnset onset = find_danger_onset(failure(), {}, {}, seen([](Meeting& m) {
                                                if (m.time_s > 10.01 && m.time_s < 12)
                                                  m.body[1].accel_mps2 = -6;  // long ago
                                                if (m.time_s > 27.01) m.body[1].accel_mps2 = -3.5;
                                              }),
                                              kStarted_s);
  EXPECT_EQ(onset.rule, OnsetRule::other_braked);
  EXPECT_NEAR(onset.time_s, 27.05, 1e-9);
  // 3 m/s2 is ordinary
  const DangerOnset easy =
      find_danger_onset(failure(), {}, {}, seen([](Meeting& m) { m.body[1].accel_mps2 = -3; }), kStarted_s);
  EXPECT_EQ(easy.rule, OnsetRule::lead);
}

TEST(DangerOnset, IsWhenTheTwoCameOntoACollisionCourse) {
  // from 25 s on the subject is faster, and in the lane of the other
  const DangerOnset onset = find_danger_onset(failure(), {}, {}, seen([](Meeting& m) {
                                                if (m.time_s < 24.99) return;
                                                m.body[0].speed_mps = 12;
                                                m.body[1].centre.y = 0;
                                              }),
                                              kStarted_s);
  EXPECT_EQ(onset.rule, OnsetRule::collision_course);
  EXPECT_NEAR(onset.time_s, 25, 1e-9);
}

TEST(DangerOnset, WithoutAnythingElseIsFourSecondsBefore) {
  const DangerOnset onset = find_danger_onset(failure("off_road", {}), {}, {}, {}, kStarted_s);
  EXPECT_EQ(onset.rule, OnsetRule::lead);
  EXPECT_EQ(onset.time_s, kFailed_s - 4);
  EXPECT_EQ(find_danger_onset(failure("off_road", {}), {}, {}, {}, 28).time_s, 28);  // never before the start
}

}  // namespace
}  // namespace backlot::verdict::danger_onset_test
