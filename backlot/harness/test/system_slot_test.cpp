// The place of a system under test: its cycle, the way of its answers, its start, and a second system in the same world.
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/drivers/shipped.h"
#include "backlot/harness/scene_run.h"
#include "backlot/harness/subject_slot.h"
#include "backlot/harness/test/long_road.h"
#include "backlot/sut/adapters.h"

namespace backlot::harness::system_slot_test {
namespace {

base::Duration ms(std::int64_t count) { return base::Duration::from_milliseconds(count); }

// Answers by a function.
class Scripted : public sut::System {
 public:
  using Answer = std::function<sut::Steering(const sut::View&)>;
  explicit Scripted(Answer answer) : answer_(std::move(answer)) {}
  std::optional<sut::Trouble> reset(const sut::Mission& mission) override {
    missions.push_back(mission);
    return std::nullopt;
  }
  std::optional<sut::Trouble> step(const sut::View& view, sut::Command& command) override {
    command.motion = answer_(view);
    views.push_back(view);
    return std::nullopt;
  }
  std::vector<sut::Mission> missions;
  std::vector<sut::View> views;

 private:
  Answer answer_;
};

// An acceleration that tells of which cycle it is.
constexpr double kMark_mps2 = 1e-4;
sut::Steering marked(const sut::View& view) { return {0, kMark_mps2 * static_cast<double>(view.cycle + 1)}; }
// Of which cycle the command was that moved the subject in each step; -1 where none was in force.
std::vector<int> cycles_in_force(const std::shared_ptr<const scene::Scene>& scene, SystemOptions system,
                                 std::uint64_t seed = 1) {
  Scripted marker(marked);
  system.system = &marker;
  RunOptions options{.seed = seed, .system = system};
  std::vector<int> found;
  options.onlooker = [&](const Moment& moment) {
    const record::FrameObject* subject = record::find(moment.frame, moment.subject);
    ASSERT_NE(subject, nullptr);
    found.push_back(static_cast<int>(std::lround(subject->accel_mps2 / kMark_mps2)) - 1);
  };
  const RunResult result = run_scene(scene, options);
  EXPECT_FALSE(result.trouble);
  return found;
}

class SystemSlotTest : public testing::Test {
 protected:
  test::LongRoad road_;
  std::shared_ptr<const scene::Scene> minute_ = road_.scene("", test::LongRoad::nothing_for(60));
};

TEST_F(SystemSlotTest, AnAnswerMovesTheVehicleInTheSameStep) {
  const std::vector<int> cycles = cycles_in_force(minute_, {});
  ASSERT_GT(cycles.size(), 1000U);
  for (std::size_t k = 0; k < cycles.size(); ++k) ASSERT_EQ(cycles[k], static_cast<int>(k));
}

TEST_F(SystemSlotTest, ACycleMayBeSeveralSteps) {
  const std::vector<int> cycles = cycles_in_force(minute_, {.cycle = ms(150)});
  for (std::size_t k = 0; k < cycles.size(); ++k) ASSERT_EQ(cycles[k], static_cast<int>(k / 3));
}

TEST_F(SystemSlotTest, LatencyIsCountedFromTheView) {
  for (const int late : {1, 4}) {
    const std::vector<int> cycles = cycles_in_force(minute_, {.latency = ms(50 * late)});
    for (std::size_t k = 0; k < cycles.size(); ++k)
      ASSERT_EQ(cycles[k], std::max(-1, static_cast<int>(k) - late)) << k;
  }
  // less than a step: with the next one
  const std::vector<int> cycles = cycles_in_force(minute_, {.latency = ms(20)});
  for (std::size_t k = 1; k < cycles.size(); ++k) ASSERT_EQ(cycles[k], static_cast<int>(k) - 1);
}

// Up to 0.15 s later, evenly: the age of a command is 0 to 3 steps, and a command that was overtaken is never in force.
TEST_F(SystemSlotTest, JitterDelaysEachAnswerByAnAmountOfItsOwn) {
  const std::vector<int> cycles = cycles_in_force(minute_, {.jitter = ms(150)});
  std::map<int, int> ages;
  for (std::size_t k = 5; k < cycles.size(); ++k) {
    EXPECT_GE(cycles[k], cycles[k - 1]) << "never an older one again";
    ++ages[static_cast<int>(k) - cycles[k]];
  }
  EXPECT_GE(ages.begin()->first, 0);
  EXPECT_LE(ages.rbegin()->first, 3);
  EXPECT_GT(ages.size(), 2U);
  EXPECT_EQ(cycles, cycles_in_force(minute_, {.jitter = ms(150)})) << "the same seed, the same jitter";
  EXPECT_NE(cycles, cycles_in_force(minute_, {.jitter = ms(150)}, 2));
}

TEST_F(SystemSlotTest, ALostAnswerLeavesTheOneBeforeInForce) {
  const std::vector<int> cycles = cycles_in_force(minute_, {.lost_share = 0.3});
  int lost = 0;
  for (std::size_t k = 1; k < cycles.size(); ++k) {
    const bool is_lost = cycles[k] != static_cast<int>(k);
    EXPECT_TRUE(!is_lost || cycles[k] == cycles[k - 1]) << k;
    lost += is_lost ? 1 : 0;
  }
  const double n = static_cast<double>(cycles.size() - 1);
  EXPECT_NEAR(lost, 0.3 * n, 4 * std::sqrt(0.3 * 0.7 * n));
}

TEST_F(SystemSlotTest, ACycleThatIsNoMultipleOfTheStepIsRefused) {
  EXPECT_EQ(find_fault(SystemOptions{}, ms(50)), "");
  EXPECT_EQ(find_fault(SystemOptions{.cycle = ms(30)}, ms(10)), "");
  EXPECT_EQ(find_fault(SystemOptions{.cycle = ms(30)}, ms(50)),
            "the cycle of the system is 0.03 s, which is no multiple of the step of 0.05 s");
  EXPECT_EQ(find_fault(SystemOptions{.cycle = {}}, ms(50)), "the cycle of the system is 0 s");
  EXPECT_EQ(find_fault(SystemOptions{.latency = ms(-1)}, ms(50)),
            "the latency or the jitter of the system is below zero");
  EXPECT_EQ(find_fault(SystemOptions{.lost_share = 1.5}, ms(50)),
            "the share of lost answers is 1.5, and has to be between 0 and 1");
  // whoever does not look gets a run that says so
  Scripted marker(marked);
  const RunResult result =
      run_scene(minute_, {.system = {.system = &marker, .cycle = base::Duration::from_milliseconds(30)}});
  EXPECT_EQ(result.verdict(), verdict::Verdict::not_staged);
  EXPECT_EQ(result.cause.text,
            "the cycle of the system is 0.03 s, which is no multiple of the step of 0.05 s");
  EXPECT_TRUE(marker.views.empty());
}

// ---- An impossible start

TEST_F(SystemSlotTest, AStartInsideAnotherBodyIsToldAndNotDriven) {
  for (const char* prop : {"prop wreck: bus parked 1 m before spot, 0 m left of the middle",
                           "prop wreck: car parked 3 m before spot, 1 m right of the middle"}) {
    Scripted marker(marked);
    const RunResult result = run_scene(
        road_.scene("mark spot = road R1 at 6003 m\n" + std::string(prop), test::LongRoad::nothing_for(10)),
        {.system = {.system = &marker}});
    EXPECT_EQ(result.verdict(), verdict::Verdict::not_staged) << prop;
    EXPECT_EQ(result.cause.text, "the subject would start inside wreck") << prop;
    EXPECT_TRUE(marker.views.empty());
  }
  const RunResult beside = run_scene(
      road_.scene("mark spot = road R1 at 6000 m\nprop wreck: car parked at spot, 1 m beside the lane",
                  test::LongRoad::nothing_for(10)),
      {});
  EXPECT_EQ(beside.cause.text, "");
}

TEST_F(SystemSlotTest, AStartOffTheRoadIsToldAndNotDriven) {
  // the way of the caller is the other lane, 3.2 m beside; and one that begins 2 km further on
  const world::Tracks& tracks = minute_->roads().tracks;
  const network::Network& network = tracks.network();
  const network::LaneId lane = network.find_lane(network.find_strip("road"), "L1");
  const world::Course other(tracks, {tracks.track_of(network::DirectedLane{lane, false})});
  const RunResult result = run_scene(minute_, {.way = &other});
  EXPECT_EQ(result.verdict(), verdict::Verdict::not_staged);
  EXPECT_EQ(result.cause.text, "the subject would start 3.2 m beside its way");
}

// ---- Two systems in one world

TEST_F(SystemSlotTest, TwoSystemsDriveInOneWorld) {
  const auto run = [&] {
    const auto subject = drivers::find_shipped("reference")->make();
    Scripted slow([](const sut::View& view) { return sut::Steering{0, 0.5 * (8 - view.own.speed_mps)}; });
    RunOptions options{.seed = 3, .system = {.system = subject.get(), .name = "reference"}};
    options.further.push_back(
        {.system = {.system = &slow, .name = "slow"}, .start = "ahead", .speed_mps = 8});
    std::vector<double> gaps;
    std::set<std::string> roles;
    options.onlooker = [&](const Moment& moment) {
      const record::FrameObject* own = record::find(moment.frame, moment.subject);
      for (const record::FrameObject& o : moment.frame.objects) {
        roles.insert(std::string(moment.frame.role_name(o.role)));
        if (o.id != moment.subject) gaps.push_back(o.centre.x - own->centre.x - 4.5);
      }
    };
    const RunResult result =
        run_scene(road_.scene("mark ahead = road R1 at 6100 m", test::LongRoad::nothing_for(60)), options);
    EXPECT_EQ(result.verdict(), verdict::Verdict::pass) << result.cause.text;
    EXPECT_EQ(roles, (std::set<std::string>{"subject", "slow"}));
    EXPECT_EQ(slow.missions.size(), 1U);
    EXPECT_GT(slow.missions[0].road.points.size(), 500U) << "it has a road of its own";
    EXPECT_EQ(slow.views.at(0).objects.size(), 1U) << "it sees the subject";
    EXPECT_NEAR(slow.views.at(0).own.x - slow.views.at(0).objects[0].x, 100, 1);
    EXPECT_NEAR(gaps.back(), 3 + 1.6 * 8, 1) << "the subject follows it";
    return result.hash;
  };
  EXPECT_EQ(run(), run());
}

TEST_F(SystemSlotTest, ASecondSystemThatFailsEndsTheRunAndIsNamed) {
  const auto subject = drivers::find_shipped("reference")->make();
  Scripted broken([](const sut::View& view) {
    return sut::Steering{0, view.time_s / (view.cycle < 20 ? 1e9 : 0)};
  });
  RunOptions options{.seed = 3, .system = {.system = subject.get(), .name = "reference"}};
  options.further.push_back(
      {.system = {.system = &broken, .name = "second"}, .start = "ahead", .speed_mps = 8});
  const RunResult result =
      run_scene(road_.scene("mark ahead = road R1 at 6100 m", test::LongRoad::nothing_for(60)), options);
  ASSERT_TRUE(result.trouble);
  EXPECT_EQ(result.trouble->text, "second: the acceleration is not a finite number");
}

TEST_F(SystemSlotTest, ASecondSystemWithoutAPlaceIsToldAndNotDriven) {
  Scripted second(marked);
  RunOptions options;
  options.further.push_back({.system = {.system = &second, .name = "second"}, .start = "nowhere"});
  EXPECT_EQ(run_scene(minute_, options).cause.text,
            "the scene has no mark \"nowhere\" at which second could start");
  options.further[0].start = "here";
  const auto scene = road_.scene("mark here = road R1 at 6002 m", test::LongRoad::nothing_for(10));
  EXPECT_EQ(run_scene(scene, options).cause.text, "second would start inside the subject");
  EXPECT_TRUE(second.views.empty());
}

// ---- A component on adapter time

// Its perception takes 0.12 s and some more at random; its planner brakes a little at random moments. All of it is on simulated time.
class OnAdapters final : public sut::System {
 public:
  std::optional<sut::Trouble> reset(const sut::Mission& mission) override {
    adapters_.begin_run(mission);
    inbox_.clear();
    target_mps_ = 10;
    return std::nullopt;
  }
  std::optional<sut::Trouble> step(const sut::View& view, sut::Command& command) override {
    adapters_.begin_cycle(view);
    sut::RandomBits random = adapters_.random(0);
    inbox_.send(adapters_.clock(), view.own.speed_mps,
                base::Duration::from_seconds(0.12 + 0.1 * random.stream().uniform()));
    while (const std::optional<double> speed = inbox_.take(adapters_.clock())) seen_mps_ = *speed;
    const auto since = adapters_.clock().now() - last_;
    if (since > std::chrono::seconds(2)) {
      target_mps_ = 8 + 6 * random.stream().uniform();
      last_ = adapters_.clock().now();
    }
    command.motion = sut::Steering{0, 0.8 * (target_mps_ - seen_mps_)};
    return std::nullopt;
  }

 private:
  sut::Adapters adapters_;
  sut::MessageQueue<double> inbox_;
  double seen_mps_ = 10, target_mps_ = 10;
  sut::Clock::time_point last_{};
};

TEST_F(SystemSlotTest, AComponentOnAdapterTimeRepeatsBitForBit) {
  const auto hash_of = [&](std::uint64_t seed) {
    OnAdapters system;
    return run_scene(minute_, {.seed = seed, .system = {.system = &system, .name = "own"}}).hash;
  };
  EXPECT_EQ(hash_of(4), hash_of(4));
  EXPECT_NE(hash_of(4), hash_of(5));
  // the test can see a component that asks the operating system
  const auto moody = [&] {
    const auto system = drivers::find_shipped("moody")->make();
    return run_scene(minute_, {.seed = 4, .system = {.system = system.get(), .name = "moody"}}).hash;
  };
  EXPECT_NE(moody(), moody());
}

// ---- Views

TEST_F(SystemSlotTest, ViewsAreTheSameForAnyNumberOfThreads) {
  const auto scene = road_.scene("traffic { flow road 900 per hour }", test::LongRoad::nothing_for(60));
  const auto views = [&](std::size_t threads) {
    std::vector<sut::View> seen;
    const auto driver = drivers::find_shipped("reference")->make();
    SystemOptions system{.system = driver.get(), .name = "reference"};
    system.sensing.sensors.push_back({.name = "front", .place_sigma_m = 0.3, .dropout = 0.1});
    system.watcher = [&](const sut::View& view, const sut::Command&) { seen.push_back(view); };
    const RunResult result = run_scene(scene, {.seed = 2, .system = system, .threads = threads});
    EXPECT_FALSE(result.trouble);
    return seen;
  };
  const std::vector<sut::View> one = views(1);
  ASSERT_GT(one.size(), 1000U);
  EXPECT_GT(one.back().objects.size() + one[one.size() / 2].objects.size(), 0U);
  EXPECT_EQ(one, views(4));
}

}  // namespace
}  // namespace backlot::harness::system_slot_test
