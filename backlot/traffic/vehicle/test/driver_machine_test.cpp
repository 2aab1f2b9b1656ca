#include "backlot/traffic/vehicle/driver_machine.h"

#include <string>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::traffic::driver_machine_test {
namespace {

constexpr const char* kRoad = R"(
way main {
  lanes { spine; vehicle forward 3.25 m; vehicle forward 3.25 m; vehicle forward 3.25 m }
  begin at (0 m, 0 m) heading 0 deg
  line 200 m
  start open
  end open
}
)";

// In the middle of three lanes, at the tenth second.
struct Scene {
  world::TestRoads roads{kRoad};
  world::Occupancy occupancy{roads.network.strips().size()};
  SignalView signals{roads.roads.conflicts, {}};
  Surroundings around{
      roads.tracks, roads.roads.conflicts, occupancy, {.index = 100, .time = at_s(10), .step = {}}, signals};
  world::BodyShape shape;
  world::Mover mover;
  world::Stance stance;
  Self self{0, shape, mover, stance, 0};
  Driver driver;
  hcsm::Machine<DriverContext> machine = driver_machine();

  static base::SimTime at_s(int s) {
    return base::SimTime::from_nanoseconds(std::int64_t{1'000'000'000} * s);
  }

  Scene() { world::put_on_track(roads.tracks, roads.lane("main", "R2"), 50, 0, mover); }

  DriverContext context() { return {around, self, driver}; }
  std::string active() const { return hcsm::active_text(machine.outline(), {.active = driver.states}); }
};

TEST(DriverMachine, BeginsLookingOutAndKeepingItsLane) {
  Scene scene;
  EXPECT_EQ(
      scene.active(),
      "speed.drive | crossing.ahead.look out | crossing.line.not stopped | crossing.inside.go through | "
      "lane.side.keep | lane.end.far off | lane.beside.free | lane.overtaking.stay | "
      "lane.others.keep behind");
  hcsm::MachineState state;
  DriverContext context = scene.context();
  start(scene.machine, state, context);
  EXPECT_EQ(state.active, Driver{}.states);
}

// Whatever is perceived, in whatever order: what others read of the driver's mind is what it perceived, in the same step.
// What may come after a phase of overtaking.
Overtaking next_phase(Overtaking phase, std::uint64_t which) {
  if (which == 0) return phase;
  if (phase == Overtaking::none) return Overtaking::shows;
  if (phase == Overtaking::shows) return which == 1 ? Overtaking::none : Overtaking::passes;
  if (phase == Overtaking::passes) return which == 1 ? Overtaking::gives_up : Overtaking::returns;
  return phase == Overtaking::gives_up ? Overtaking::returns : Overtaking::none;
}

TEST(DriverMachine, FollowsWhatIsPerceived) {
  Scene scene;
  hcsm::StateSet seen;
  for (std::uint64_t k = 0; k < 20'000; ++k) {
    base::RandomStream random(k, 0, 0);
    const auto one_in = [&](std::uint64_t n) { return random.below(n) == 0; };
    Driver& driver = scene.driver;
    DriverContext c = scene.context();
    c.in_lane_mps2 = static_cast<double>(random.below(5)) - 2;
    c.is_queued = one_in(2);
    // at most one of the three, and never from held to committed or back
    const std::uint64_t ahead = random.below(4);
    c.crossing.is_stopping = ahead == 1;
    c.crossing.is_held = ahead == 2 && !driver.is_committed();
    c.crossing.is_committed = ahead == 3 && !driver.is_held();
    c.crossing.has_stopped = one_in(2);
    c.is_reacting = c.crossing.has_stopped && one_in(2);
    c.crossing.is_clearing = one_in(2);
    c.lane.must = one_in(2);
    c.lane.is_squeezed = one_in(2);
    scene.mover.shift_done = one_in(2) ? 0.5 : 1;
    if (!scene.mover.is_shifting()) {
      c.lane.intent = static_cast<Side>(random.below(3));
      c.lane.starts = c.lane.intent != Side::none && c.lane.intent == driver.intent() && one_in(2);
    }
    const Overtaking overtook = driver.overtaking();
    c.overtaking = next_phase(overtook, random.below(3));
    c.is_overtaken = one_in(2);
    c.home_m = 0.25 * static_cast<double>(random.below(9));
    const bool goes_over = c.overtaking != overtook &&
                           (c.overtaking == Overtaking::passes || c.overtaking == Overtaking::returns);
    const bool had_stopped = driver.has_stopped();
    const base::SimTime at_line = driver.at_line;

    hcsm::MachineState built{.active = driver.states};
    Driver other = driver;
    DriverContext same{c.around, c.self,      other,         c.sight_m,    c.in_lane_mps2, c.crossing,
                       c.lane,   c.is_queued, c.is_reacting, c.overtaking, c.is_overtaken, c.home_m};
    step(scene.machine, built, same);
    step_machine(c);
    ASSERT_EQ(driver.states, built.active) << k;
    ASSERT_EQ(c.command.accel_mps2, same.command.accel_mps2) << k;
    ASSERT_TRUE(is_sound(scene.machine.outline(), built)) << k;

    ASSERT_EQ(driver.is_queued(), c.is_queued) << k;
    ASSERT_EQ(driver.is_stopping(), c.crossing.is_stopping) << k;
    ASSERT_EQ(driver.is_held(), c.crossing.is_held) << k;
    ASSERT_EQ(driver.is_committed(), c.crossing.is_committed) << k;
    ASSERT_EQ(driver.has_stopped(), c.crossing.has_stopped) << k;
    ASSERT_EQ(driver.is_clearing(), c.crossing.is_clearing) << k;
    ASSERT_EQ(driver.must_shift(), c.lane.must) << k;
    ASSERT_EQ(driver.is_squeezed(), c.lane.is_squeezed) << k;
    ASSERT_EQ(driver.intent(), c.lane.starts ? Side::none : c.lane.intent) << k;
    ASSERT_EQ(driver.at_line, driver.has_stopped() && !had_stopped ? Scene::at_s(10) : at_line) << k;
    const world::Track& track = scene.self.track(scene.roads.tracks);
    const world::TrackId beside = c.lane.intent == Side::left ? track.left : track.right;
    ASSERT_EQ(c.command.shift_to, goes_over       ? scene.mover.trail.current()
                                  : c.lane.starts ? beside
                                                  : world::TrackId{})
        << k;
    if (goes_over) {
      ASSERT_EQ(static_cast<double>(c.command.home_m), c.home_m) << k;
    }
    ASSERT_EQ(driver.overtaking(), c.overtaking) << k;
    ASSERT_EQ(driver.is_out(), c.overtaking > Overtaking::shows) << k;
    ASSERT_EQ(driver.is_overtaken(), c.is_overtaken) << k;
    ASSERT_EQ(c.command.accel_mps2, c.is_reacting ? std::min(0.0, c.in_lane_mps2) : c.in_lane_mps2) << k;
    seen = seen | driver.states;
    if (one_in(4)) {
      driver.begin_track();
      ASSERT_EQ(driver.overtaking(), driver.is_out() ? c.overtaking : Overtaking::none) << k;
      ASSERT_TRUE(is_sound(scene.machine.outline(), {.active = driver.states})) << k;
      ASSERT_FALSE(driver.is_stopping() || driver.is_held() || driver.is_committed() ||
                   driver.has_stopped() || driver.is_clearing());
      ASSERT_EQ(driver.must_shift(), c.lane.must) << k;
    }
    if (one_in(4)) driver.at_line = {};
  }
  EXPECT_EQ(seen, scene.machine.outline().states[0].within) << "not every state was visited";
}

TEST(DriverMachine, TheMostCautiousWishCounts) {
  Scene scene;
  scene.mover.speed_mps = 10;
  const auto accel = [&](double crossing_m, double lane_m) {
    DriverContext c = scene.context();
    c.sight_m = 100;
    c.in_lane_mps2 = 0.5;
    c.crossing.room_m = crossing_m;
    c.lane.room_m = lane_m;
    step_machine(c);
    return c.command.accel_mps2;
  };
  const auto stopping = [&](double room_m) { return stopping_accel(scene.driver.traits, 10, room_m); };
  EXPECT_EQ(accel(200, 200), 0.5);
  EXPECT_EQ(accel(20, 200), stopping(20));
  EXPECT_EQ(accel(200, 15), stopping(15));
  EXPECT_EQ(accel(20, 15), stopping(15));
  EXPECT_LT(stopping(15), stopping(20));
}

}  // namespace
}  // namespace backlot::traffic::driver_machine_test
