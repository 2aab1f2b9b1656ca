// Directors are machines, and a director may direct another.
#include "backlot/direct/director.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/direct/event_names.h"
#include "backlot/sim/run_state.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/crossing_roads.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::director_test {
namespace {

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);

// Stops a car when it is told to, for as long as its dial says, and says that it is done.
struct StopCar {
  world::ObjectId car{};
  hcsm::DialId hold{};
  hcsm::PanelState panel{};
  const direct::Directing* directing = nullptr;
  direct::DirectiveNumber number = 0;
  direct::AnswerKind last = direct::AnswerKind::refused;

  static void visit(auto& self, auto& field) { field(self.number, self.last); }
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
                            .transitions = {{.to = "over", .when = has_stood, .label = "the car stood"}}},
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
  const direct::Directing* directing = nullptr;

  static void visit(auto&, auto&) {}
};

hcsm::Machine<StageManager> stage_manager_machine() {
  auto machine = hcsm::Machine<StageManager>::build(
      {.root = {.name = "stage manager",
                .one_of = {{.name = "watch",
                            .transitions = {{.to = "cue",
                                             .when =
                                                 [](const StageManager& c) {
                                                   const auto seen = c.directing->stage.find_extra(c.car);
                                                   return seen && seen->mover.metres > 100;
                                                 },
                                             .label = "the car is there"}}},
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

// A run in which a stage manager gives the cue to a director, and the director stops a car.
struct Performance {
  explicit Performance(const TestRoads& roads, std::size_t threads = 1)
      : run(roads.roads, {.threads = threads}) {
    run.insert_spread(12);
    car = run.insert(world::ObjectKind::car, lane_from(roads, "west"), 20, 10);
    const hcsm::Machine<StopCar> machine = stop_car_machine();
    const hcsm::DialId hold = machine.panel().find_dial("hold");
    const direct::IssuerId stop =
        run.add_director(std::make_unique<direct::MachineDirector<StopCar>>(machine, StopCar{car, hold}));
    run.add_director(std::make_unique<direct::MachineDirector<StageManager>>(
        stage_manager_machine(), StageManager{car, stop, machine.panel().find_button("action"), hold}));
  }

  const direct::MachineDirector<StopCar>& stopper() const {
    return dynamic_cast<const direct::MachineDirector<StopCar>&>(run.directors()[0]);
  }

  Simulation run;
  world::ObjectId car{};
};

TEST(Director, OneDirectsAnotherAndThatOneACar) {
  const auto roads = crossing_of(kPriority);
  Performance p(*roads);
  double stood_s = 0, stood_at = 0;
  for (int k = 0; k < 400; ++k) {
    p.run.step(kStep);
    const world::Mover& mover = p.run.find(p.car)->mover;
    if (mover.speed_mps == 0) {
      stood_s += 0.1;
      stood_at = mover.metres;
    }
    EXPECT_EQ(p.run.direction().holder(p.car).is_empty(), !p.stopper().is_in("stop")) << k;
  }
  EXPECT_TRUE(p.stopper().is_in("over"));
  EXPECT_GT(stood_at, 100);
  EXPECT_LT(stood_at, 170);
  EXPECT_GT(stood_s, 2) << "of the ten seconds of the directive the first ones went by with braking";
  EXPECT_EQ(p.run.directors().refused(), 0U);
  EXPECT_TRUE(p.run.direction().leases(p.car).empty());
}

// In every phase: before the cue, with a message under way, while the car is held, and afterwards.
TEST(Director, GoesOnWithTheSameBitsFromASavedStateAndInAFork) {
  const auto roads = crossing_of(kPriority);
  for (const int when : {3, 85, 88, 95, 130, 250}) {
    Performance whole(*roads), other(*roads, 3);
    for (int k = 0; k < when; ++k) whole.run.step(kStep);
    const std::string saved = whole.run.save();
    ASSERT_TRUE(other.run.restore(saved).is_empty()) << when;
    EXPECT_EQ(other.run.save(), saved);
    Simulation fork = whole.run.fork();
    for (int k = when; k < 400; ++k) {
      whole.run.step(kStep);
      other.run.step(kStep);
      fork.step(kStep);
      ASSERT_EQ(other.run.hash(), whole.run.hash()) << when << ", " << k;
      ASSERT_EQ(fork.hash(), whole.run.hash()) << when << ", " << k;
    }
    EXPECT_EQ(other.run.events_hash(), whole.run.events_hash());
    EXPECT_EQ(fork.save(), whole.run.save());
    EXPECT_TRUE(other.stopper().is_in("over"));
  }
}

TEST(Director, IsPartOfTheHash) {
  const auto roads = crossing_of(kPriority);
  Performance one(*roads), other(*roads);
  one.run.step(kStep);
  other.run.step(kStep);
  EXPECT_EQ(one.run.hash(), other.run.hash());
  Simulation alone(roads->roads, {});
  alone.insert_spread(12);
  alone.insert(world::ObjectKind::car, lane_from(*roads, "west"), 20, 10);
  alone.step(kStep);
  EXPECT_NE(one.run.hash(), alone.hash()) << "the same motion, but directors that have begun";
}

TEST(Director, AStateWithOtherDirectorsIsRefused) {
  const auto roads = crossing_of(kPriority);
  Performance p(*roads);
  for (int k = 0; k < 50; ++k) p.run.step(kStep);
  Simulation without(roads->roads, {});
  const base::Diagnostics found = without.restore(p.run.save());
  ASSERT_FALSE(found.is_empty());
  EXPECT_EQ(found[0].code, "S105");
  EXPECT_EQ(without.size(), 0U);
}

TEST(Director, AMessageToADirectorThatIsNotThereIsAnswered) {
  direct::Directors directors;
  EXPECT_FALSE(directors.tell({}, hcsm::press(hcsm::ButtonId(0))));
  EXPECT_FALSE(directors.tell(direct::IssuerId(3), hcsm::press(hcsm::ButtonId(0))));
}

// ---- what a director sees

// Keeps what it was shown.
class Watcher final : public direct::Director {
 public:
  void step(const direct::Directing& directing) override {
    for (const record::Event& event : directing.stage.events()) seen_.push_back(event);
    ++steps_;
  }
  hcsm::Answer take(const hcsm::Message&) override { return hcsm::Answer::refused; }
  std::unique_ptr<direct::Director> copy() const override { return std::make_unique<Watcher>(*this); }
  void save(base::FieldWriter& field) const override { field(seen_, steps_); }
  void hash(base::FieldHasher& field) const override { field(seen_, steps_); }
  void restore(base::FieldReader& field) override { field(seen_, steps_); }

  const std::vector<record::Event>& seen() const { return seen_; }
  std::uint64_t steps() const { return steps_; }

 private:
  std::vector<record::Event> seen_;
  std::uint64_t steps_ = 0;
};

// Each event once, in the order in which the run tells them, also over the parts of long steps.
TEST(Director, SeesEveryEventOnce) {
  const auto town = scene_roads("biketown");
  for (const std::int64_t step_ms : {100, 250}) {
    Simulation run(town->roads, {});
    run.insert_spread(60);
    run.add_director(std::make_unique<Watcher>());
    std::vector<record::Event> reported;
    for (int k = 0; k < 200; ++k) {
      run.step(base::Duration::from_milliseconds(step_ms));
      reported.insert(reported.end(), run.events().begin(), run.events().end());
    }
    const auto& watcher = dynamic_cast<const Watcher&>(run.directors()[0]);
    ASSERT_GT(watcher.seen().size(), 100U);
    ASSERT_LE(watcher.seen().size(), reported.size());
    EXPECT_TRUE(std::equal(watcher.seen().begin(), watcher.seen().end(), reported.begin()));
    EXPECT_EQ(watcher.steps(), step_ms == 100 ? 200U : 600U) << "once in each part of a step";
  }
}

// Halts a car once, and keeps the answers with the length of its own steps.
class AnswerKeeper final : public direct::Director {
 public:
  explicit AnswerKeeper(world::ObjectId car) : car_(car) {}

  void step(const direct::Directing& directing) override {
    if (number_ == 0)
      number_ = directing.direct({.actor = car_, .hold = direct::ForTime{2}, .what = direct::Halt{}});
    for (const direct::Answer& answer : directing.stage.answers()) answers_.push_back(answer);
    const base::Tick tick = directing.stage.tick();
    if (steps_ > 0)
      steps_are_even_ =
          steps_are_even_ && tick.index == last_.index + 1 && tick.time == last_.time + last_.step;
    last_ = tick;
    ++steps_;
  }
  hcsm::Answer take(const hcsm::Message&) override { return hcsm::Answer::refused; }
  std::unique_ptr<direct::Director> copy() const override { return std::make_unique<AnswerKeeper>(*this); }
  void save(base::FieldWriter& field) const override { field(*this); }
  void hash(base::FieldHasher& field) const override { field(*this); }
  void restore(base::FieldReader& field) override { field(*this); }
  static void visit(auto& self, auto& field) {
    field(self.number_, self.answers_, self.steps_, self.last_.index, self.last_.time, self.last_.step,
          self.steps_are_even_);
  }

  const std::vector<direct::Answer>& answers() const { return answers_; }
  std::uint64_t steps() const { return steps_; }
  bool steps_are_even() const { return steps_are_even_; }

 private:
  world::ObjectId car_;
  direct::DirectiveNumber number_ = 0;
  std::vector<direct::Answer> answers_;
  std::uint64_t steps_ = 0;
  base::Tick last_{};
  bool steps_are_even_ = true;
};

// In short steps directors look once in their interval: they still see every event and hear every answer once, also in a run that was
// restored or forked between two looks.
TEST(Director, LooksOnceInItsInterval) {
  const auto town = scene_roads("biketown");
  const SimulationSettings settings{.directors_look_every = base::Duration::from_milliseconds(50)};
  const base::Duration step = base::Duration::from_milliseconds(10);
  const auto begin = [&](Simulation& run) {
    run.insert_spread(60);
    run.add_director(std::make_unique<Watcher>());
    run.add_director(std::make_unique<AnswerKeeper>(run.vehicle(0).id));
  };
  Simulation run(town->roads, settings);
  begin(run);
  std::vector<record::Event> reported;
  std::vector<direct::Answer> answered;
  std::optional<Simulation> restored, forked;
  for (int k = 0; k < 1000; ++k) {
    run.step(step);
    reported.insert(reported.end(), run.events().begin(), run.events().end());
    answered.insert(answered.end(), run.direction().answers().begin(), run.direction().answers().end());
    if (restored) {
      restored->step(step);
      forked->step(step);
    }
    if (k != 502) continue;  // two steps behind a look
    restored.emplace(town->roads, settings);
    begin(*restored);
    ASSERT_TRUE(restored->restore(run.save()).is_empty());
    forked.emplace(run.fork());
  }
  const auto& watcher = dynamic_cast<const Watcher&>(run.directors()[0]);
  const auto& keeper = dynamic_cast<const AnswerKeeper&>(run.directors()[1]);
  EXPECT_EQ(watcher.steps(), 200U);
  ASSERT_GT(watcher.seen().size(), 50U);
  EXPECT_TRUE(std::equal(watcher.seen().begin(), watcher.seen().end(), reported.begin()));
  ASSERT_GE(keeper.answers().size(), 2U) << "accepted, and done or expired";
  ASSERT_EQ(keeper.answers().size(), answered.size());
  for (std::size_t k = 0; k < answered.size(); ++k) EXPECT_EQ(keeper.answers()[k].answer, answered[k].answer);
  EXPECT_TRUE(keeper.steps_are_even()) << "a step of the director lasts until its next look";
  EXPECT_EQ(restored->hash(), run.hash());
  EXPECT_EQ(forked->hash(), run.hash());
  EXPECT_EQ(hash_of(restored->state()), hash_of(run.state()));
}

// ---- lights

// Asks for a light in every step, with some priority.
class LightKeeper final : public direct::Director {
 public:
  LightKeeper(std::int32_t priority, double phase) : priority_(priority), phase_(phase) {}

  void step(const direct::Directing& directing) override {
    if (is_asked_) return;
    const base::SimTime now = directing.stage.tick().time;
    last_ = directing.ask(
        {.priority = priority_,
         .wish = {.programme = 0, .phase = phase_, .time = now + base::Duration::from_seconds(60)},
         .expires = now + base::Duration::from_seconds(5)});
    is_asked_ = true;
  }
  hcsm::Answer take(const hcsm::Message&) override { return hcsm::Answer::refused; }
  std::unique_ptr<direct::Director> copy() const override { return std::make_unique<LightKeeper>(*this); }
  void save(base::FieldWriter& field) const override { field(is_asked_); }
  void hash(base::FieldHasher& field) const override { field(is_asked_); }
  void restore(base::FieldReader& field) override { field(is_asked_); }

  const direct::LightAnswer& last() const { return last_; }

 private:
  std::int32_t priority_;
  double phase_;
  bool is_asked_ = false;
  direct::LightAnswer last_{};
};

struct LightEvent {
  record::EventKind kind;
  std::uint32_t issuer;
  std::string reason;
  friend bool operator==(const LightEvent&, const LightEvent&) = default;
};

std::vector<LightEvent> light_events(const Simulation& run) {
  std::vector<LightEvent> reported;
  for (const record::Event& e : run.events())
    if (e.programme != record::kNoProgramme)
      reported.push_back(
          {e.kind, e.issuer, std::string(record::find_name(direct::event_names().reasons, e.reason))});
  return reported;
}

TEST(Director, OfTwoThatAskForALightTheLoserIsRefusedWithAReason) {
  using record::EventKind;
  const auto town = scene_roads("biketown");
  Simulation run(town->roads, {});
  run.add_director(std::make_unique<LightKeeper>(2, 0.3));
  run.add_director(std::make_unique<LightKeeper>(2, 0.8));
  run.add_director(std::make_unique<LightKeeper>(1, 0.8));
  run.step(kStep);
  const auto answer = [&run](std::size_t k) {
    return dynamic_cast<const LightKeeper&>(run.directors()[k]).last();
  };
  EXPECT_TRUE(answer(0).is_accepted());
  EXPECT_EQ(answer(1).refusal, direct::LightRefusal::held_by_another);
  EXPECT_EQ(answer(1).holder, direct::IssuerId(0)) << "and by which director";
  EXPECT_EQ(answer(2).refusal, direct::LightRefusal::held_by_another);
  EXPECT_EQ(light_events(run), (std::vector<LightEvent>{{EventKind::light_requested, 0, ""},
                                                        {EventKind::light_accepted, 0, ""},
                                                        {EventKind::light_requested, 1, ""},
                                                        {EventKind::light_refused, 1, "held_by_another"},
                                                        {EventKind::light_requested, 2, ""},
                                                        {EventKind::light_refused, 2, "held_by_another"}}));
  // a higher priority takes it
  EXPECT_TRUE(
      run.ask_light({.issuer = direct::IssuerId(9),
                     .priority = 3,
                     .wish = {.phase = 0.8, .time = run.tick().time + base::Duration::from_seconds(60)},
                     .expires = run.tick().time + base::Duration::from_seconds(1)})
          .is_accepted());
  EXPECT_EQ(run.lights().holder(0), direct::IssuerId(9));
  // its lease ends by itself
  std::vector<LightEvent> later;
  for (int k = 0; k < 15; ++k) {
    run.step(kStep);
    const std::vector<LightEvent> now = light_events(run);
    later.insert(later.end(), now.begin(), now.end());
  }
  EXPECT_EQ(later, (std::vector<LightEvent>{{EventKind::light_requested, 9, ""},
                                            {EventKind::light_accepted, 9, ""},
                                            {EventKind::light_released, 0, ""},
                                            {EventKind::light_released, 9, ""}}));
  EXPECT_TRUE(run.lights().holder(0).is_empty());
  EXPECT_FALSE(run.release_light(0, direct::IssuerId(9)));
}

}  // namespace
}  // namespace backlot::sim::director_test
