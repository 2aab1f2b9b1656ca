// Directors are machines, and one may direct another.
#include "backlot/sim/director.h"

#include <memory>

#include <gtest/gtest.h>

#include "backlot/sim/test/crossing_roads.h"

namespace backlot::sim {
namespace {

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);

// Stops a car when it is told to, for as long as its dial says, and says that it is done.
struct StopCar {
  world::ObjectId car{};
  hcsm::DialId hold{};
  hcsm::PanelState panel{};
  const Directing* directing = nullptr;
  direct::DirectiveNumber number = 0;
  direct::AnswerKind last = direct::AnswerKind::refused;
};

void look_for_answer(StopCar& c) {
  if (const std::optional<direct::Answer> answer = c.directing->find_answer(c.number))
    c.last = answer->answer;
}

hcsm::Machine<StopCar> stop_car_machine() {
  const auto stop = [](StopCar& c) {
    EXPECT_EQ(c.directing->claim(c.car), direct::ClaimAnswer::granted);
    c.number = c.directing->direct(
        {.actor = c.car, .hold = direct::ForTime{c.panel.dial(c.hold)}, .what = direct::Halt{}});
  };
  const auto has_stood = [](const StopCar& c) { return c.last == direct::AnswerKind::done; };
  auto machine = hcsm::Machine<StopCar>::build(
      {.panel = {.dials = {{.name = "hold", .unit = "s", .value = 3, .least = 0, .most = 60}},
                 .buttons = {"action"}},
       .root = {.name = "stop car",
                .one_of = {{.name = "wait", .transitions = {{.to = "stop", .button = "action"}}},
                           {.name = "stop",
                            .enter = stop,
                            .leave = [](StopCar& c) { c.directing->release(c.car); },
                            .before = look_for_answer,
                            .transitions = {{.to = "over", .when = has_stood, .label = "he stood"}}},
                           {.name = "over"}}}});
  EXPECT_TRUE(machine) << to_text(machine.diagnostics());
  return *machine;
}

// Gives the cue to another director when a car comes by.
struct StageManager {
  world::ObjectId car{};
  direct::IssuerId other{};
  hcsm::ButtonId action{};
  hcsm::DialId hold{};
  hcsm::PanelState panel{};
  const Directing* directing = nullptr;
};

hcsm::Machine<StageManager> stage_manager_machine() {
  auto machine = hcsm::Machine<StageManager>::build(
      {.root = {.name = "stage manager",
                .one_of = {{.name = "watch",
                            .transitions = {{.to = "cue",
                                             .when =
                                                 [](const StageManager& c) {
                                                   const auto seen = c.directing->run.find(c.car);
                                                   return seen && seen->mover.metres > 100;
                                                 },
                                             .label = "he is there"}}},
                           {.name = "cue", .enter = [](StageManager& c) {
                              EXPECT_TRUE(c.directing->others.tell(c.other, hcsm::turn(c.hold, 10)));
                              EXPECT_TRUE(c.directing->others.tell(c.other, hcsm::press(c.action)));
                            }}}}});
  EXPECT_TRUE(machine) << to_text(machine.diagnostics());
  return *machine;
}

constexpr std::string_view kPriority = R"(
  arm west: west.end priority road
  arm east: east.end priority road
  arm north: north.end yield
  arm south: south.end yield
)";

TEST(Director, OneDirectsAnotherAndThatOneACar) {
  const auto roads = crossing_of(kPriority);
  Simulation run(roads->roads, {});
  const world::ObjectId car = run.insert(world::ObjectKind::car, lane_from(*roads, "west"), 20, 10);

  Directors directors;
  const hcsm::Machine<StopCar> machine = stop_car_machine();
  const hcsm::DialId hold = machine.panel().find_dial("hold");
  auto stop = std::make_unique<MachineDirector<StopCar>>(machine, StopCar{car, hold});
  const MachineDirector<StopCar>& watched = *stop;
  const direct::IssuerId number = directors.add(std::move(stop));
  directors.add(std::make_unique<MachineDirector<StageManager>>(
      stage_manager_machine(), StageManager{car, number, machine.panel().find_button("action"), hold}));

  double stood_s = 0, stood_at = 0;
  for (int k = 0; k < 400; ++k) {
    directors.step(run);
    run.step(kStep);
    const world::Mover& mover = run.find(car)->mover;
    if (mover.speed_mps == 0) {
      stood_s += 0.1;
      stood_at = mover.metres;
    }
    EXPECT_EQ(run.direction().holder(car).is_empty(), !watched.is_in("stop")) << k;
  }
  EXPECT_TRUE(watched.is_in("over"));
  EXPECT_GT(stood_at, 100);
  EXPECT_LT(stood_at, 170);
  EXPECT_GT(stood_s, 2) << "of the ten seconds of the directive the first ones went by with braking";
  EXPECT_EQ(directors.refused(), 0U);
  EXPECT_TRUE(run.direction().leases(car).empty());
}

TEST(Director, AMessageToNobodyIsAnswered) {
  Directors directors;
  EXPECT_FALSE(directors.tell({}, hcsm::press(hcsm::ButtonId(0))));
  EXPECT_FALSE(directors.tell(direct::IssuerId(3), hcsm::press(hcsm::ButtonId(0))));
}

}  // namespace
}  // namespace backlot::sim
