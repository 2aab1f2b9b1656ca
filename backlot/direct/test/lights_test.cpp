#include "backlot/direct/lights.h"

#include <limits>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "backlot/base/fields.h"
#include "backlot/direct/event_names.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::direct::lights_test {
namespace {

using base::Duration;
using base::SimTime;

constexpr std::string_view kLit = R"(
network lit
speed limit 50 km/h
profile street { vehicle backward 3.25 m; spine; vehicle forward 3.25 m }
way w { profile street; begin at (-150 m, 0 m) heading 0 deg; line 138 m; start open }
way e { profile street; begin at (150 m, 0 m) heading 180 deg; line 138 m; start open }
way s { profile street; begin at (0 m, -150 m) heading 90 deg; line 138 m; start open }
way n { profile street; begin at (0 m, 150 m) heading 270 deg; line 138 m; start open }
intersection x {
  arm w: w.end signal ew
  arm e: e.end signal ew
  arm s: s.end signal ns
  arm n: n.end signal ns
  signals {
    groups ew ns
    programme {
      30 s: ew green, ns red
      3 s: ew yellow, ns red
      30 s: ew red, ns green
      3 s: ew red, ns yellow
    }
  }
}
)";

SimTime at_s(double seconds) { return SimTime() + Duration::from_seconds(seconds); }

class LightsTest : public testing::Test {
 protected:
  LightAnswer ask(std::uint32_t issuer, std::int32_t priority, double phase, double until_s = 1000) {
    return lights_.ask({.issuer = IssuerId(issuer),
                        .priority = priority,
                        .wish = {.programme = 0, .phase = phase, .time = now_ + Duration::from_seconds(100)},
                        .expires = at_s(until_s)},
                       now_, plans(), clocks_);
  }
  const world::SignalPlans& plans() const { return roads_.roads.conflicts.signals(); }

  world::TestRoads roads_{kLit};
  traffic::SignalClocks clocks_;
  Lights lights_;
  SimTime now_ = at_s(10);
};

TEST_F(LightsTest, EveryRefusalHasItsReasonANameAndASentence) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  const SimTime soon = now_ + Duration::from_seconds(100);
  const auto refusal = [&](const LightRequest& request) {
    return lights_.ask(request, now_, plans(), clocks_).refusal;
  };
  std::set<LightRefusal> seen;
  const auto expect = [&](LightRefusal wanted, const LightRequest& request) {
    EXPECT_EQ(refusal(request), wanted) << to_text(wanted);
    seen.insert(wanted);
  };
  const IssuerId me(1), other(2);
  expect(LightRefusal::no_issuer, {.wish = {.phase = 0.5, .time = soon}});
  expect(LightRefusal::unknown_programme,
         {.issuer = me, .wish = {.programme = 7, .phase = 0.5, .time = soon}});
  expect(LightRefusal::is_over, {.issuer = me, .wish = {.phase = 0.5, .time = soon}, .expires = now_});
  expect(LightRefusal::no_phase, {.issuer = me, .wish = {.phase = kNaN, .time = soon}});
  expect(LightRefusal::past, {.issuer = me, .wish = {.phase = 0.5, .time = at_s(5)}});
  expect(LightRefusal::too_far, {.issuer = me, .wish = {.phase = 0.5, .time = at_s(1e9)}});
  expect(LightRefusal::beyond_limits,
         {.issuer = me, .wish = {.phase = 0.9, .time = now_ + Duration::from_seconds(1)}});
  EXPECT_TRUE(lights_.leases().empty()) << "what is refused changes nothing";
  EXPECT_TRUE(clocks_.is_empty());
  expect(LightRefusal::none, {.issuer = me, .wish = {.phase = 0.5, .time = soon}});
  expect(LightRefusal::held_by_another, {.issuer = other, .wish = {.phase = 0.5, .time = soon}});
  EXPECT_EQ(seen.size(), count_of(LightRefusal{})) << "a refusal without a case here";

  std::set<std::string_view> names, sentences;
  for (std::uint32_t k = 0; k < count_of(LightRefusal{}); ++k) {
    const auto r = static_cast<LightRefusal>(k);
    names.insert(to_text(r));
    sentences.insert(explain(r));
    EXPECT_EQ(record::find_name(event_names().reasons, reason_of(r)), to_text(r));
  }
  EXPECT_EQ(names.size(), count_of(LightRefusal{}));
  EXPECT_EQ(sentences.size(), count_of(LightRefusal{}));
}

TEST_F(LightsTest, AHigherPriorityTakesTheLightAndAnEqualOneDoesNot) {
  EXPECT_TRUE(ask(1, 5, 0.2).is_accepted());
  EXPECT_TRUE(ask(1, 5, 0.3).is_accepted()) << "its holder may change its mind";
  EXPECT_EQ(ask(2, 5, 0.4).refusal, LightRefusal::held_by_another);
  EXPECT_EQ(ask(2, 4, 0.4).refusal, LightRefusal::held_by_another);
  EXPECT_EQ(ask(2, 4, 0.4).holder, IssuerId(1));
  EXPECT_TRUE(ask(2, 6, 0.4).is_accepted());
  EXPECT_EQ(lights_.holder(0), IssuerId(2));
  EXPECT_FALSE(lights_.release(0, IssuerId(1)));
  EXPECT_TRUE(lights_.release(0, IssuerId(2)));
  EXPECT_TRUE(lights_.holder(0).is_empty());
  EXPECT_TRUE(ask(1, 0, 0.2).is_accepted());
}

TEST_F(LightsTest, ALeaseEndsWithItsTime) {
  EXPECT_TRUE(ask(1, 5, 0.2, 20).is_accepted());
  lights_.expire(at_s(19));
  EXPECT_TRUE(lights_.ended().empty());
  now_ = at_s(20);
  EXPECT_TRUE(ask(2, 0, 0.3, 40).is_accepted()) << "its time is over, though no step has said so yet";
  lights_.expire(at_s(20));
  EXPECT_EQ(lights_.holder(0), IssuerId(2));
  lights_.expire(at_s(40));
  ASSERT_EQ(lights_.ended().size(), 1U);
  EXPECT_EQ(lights_.ended()[0].issuer, IssuerId(2));
}

TEST_F(LightsTest, AreSavedAndHashed) {
  EXPECT_EQ(lights_.hash(), 0U);
  ask(1, 5, 0.2);
  base::FieldWriter writer;
  writer(lights_);
  base::FieldReader reader(writer.bytes());
  Lights read;
  reader(read);
  EXPECT_FALSE(reader.has_failed());
  EXPECT_EQ(read.hash(), lights_.hash());
  EXPECT_NE(read.hash(), 0U);
  EXPECT_TRUE(read.is_sound(1));
  EXPECT_FALSE(read.is_sound(0)) << "there is no such programme";
}

}  // namespace
}  // namespace backlot::direct::lights_test
