#include "backlot/hcsm/machine.h"

#include <algorithm>
#include <type_traits>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/hcsm/test/driver_machine.h"
#include "backlot/hcsm/test/recorder.h"

namespace backlot::hcsm::test::machine_test {
namespace {

static_assert(std::is_trivially_copyable_v<MachineState> && sizeof(MachineState) == 16);
static_assert(std::is_trivially_copyable_v<PanelState> && sizeof(PanelState) == 128);
static_assert(std::has_unique_object_representations_v<MachineState>);

// What a machine calls when it starts, in a quiet step, and then in steps while some letters hold.
struct Case {
  const char* name;
  StateDescription<Recorder> root;
  std::vector<std::pair<const char*, const char*>> steps;  // the letters that hold; what is called
};

std::vector<Case> cases() {
  // A { B { C D } E }: sequential within sequential
  const auto nested =
      one_of(recorded<'A'>(),
             {one_of(recorded<'B'>({when<'2'>("E")}), {recorded<'C'>({when<'1'>("D")}), recorded<'D'>()}),
              recorded<'E'>({when<'3'>("B")})});
  // A [ B { C D } | E { F G } ]: two regions
  const auto regions =
      all_of(recorded<'A'>(),
             {one_of(recorded<'B'>(), {recorded<'C'>({when<'1'>("D")}), recorded<'D'>({when<'1'>("C")})}),
              one_of(recorded<'E'>(), {recorded<'F'>({when<'1'>("G"), when<'2'>("G")}), recorded<'G'>()})});
  // A { B [ C | D { E F } ] G }: a region within a state that can be left
  const auto mixed = one_of(
      recorded<'A'>(),
      {all_of(recorded<'B'>({when<'2'>("G")}),
              {recorded<'C'>(), one_of(recorded<'D'>(), {recorded<'E'>({when<'1'>("F")}), recorded<'F'>()})}),
       recorded<'G'>({when<'2'>("B")})});
  return {
      {"one leaf", recorded<'A'>(), {{"start", "+A"}, {"", "A> A<"}, {"stop", "-A"}}},
      {"the first child is entered",
       one_of(recorded<'A'>(), {recorded<'B'>({when<'1'>("C")}), recorded<'C'>()}),
       {{"start", "+A +B"}, {"", "A> B> B< A<"}}},
      {"up is down backwards, over siblings too",
       all_of(recorded<'A'>(), {recorded<'B'>(), recorded<'C'>()}),
       {{"start", "+A +B +C"}, {"", "A> B> C> C< B< A<"}, {"stop", "-C -B -A"}}},
      {"a transition comes before activities",
       nested,
       {{"start", "+A +B +C"}, {"1", "-C +D A> B> D> D< B< A<"}}},
      {"an outer transition leaves from the inside out",
       nested,
       {{"start", "+A +B +C"}, {"2", "-C -B +E A> E> E< A<"}}},
      {"an outer transition comes before an inner one",
       nested,
       {{"start", "+A +B +C"}, {"12", "-C -B +E A> E> E< A<"}}},
      {"it enters from the outside in, and begins anew",
       nested,
       {{"start", "+A +B +C"},
        {"1", "-C +D A> B> D> D< B< A<"},
        {"2", "-D -B +E A> E> E< A<"},
        {"3", "-E +B +C A> B> C> C< B< A<"}}},
      {"what is entered has to wait: one transition in a step",
       nested,
       {{"start", "+A +B +C"}, {"2", "-C -B +E A> E> E< A<"}, {"123", "-E +B +C A> B> C> C< B< A<"}}},
      {"a pair that swaps takes turns",
       one_of(recorded<'A'>(), {recorded<'B'>({when<'1'>("C")}), recorded<'C'>({when<'1'>("B")})}),
       {{"start", "+A +B"}, {"1", "-B +C A> C> C< A<"}, {"1", "-C +B A> B> B< A<"}}},
      {"of two that may, the first is taken",
       one_of(recorded<'A'>(), {recorded<'B'>({when<'1'>("C"), when<'1'>("D")}), recorded<'C'>(),
                                recorded<'D'>({when<'1'>("B")})}),
       {{"start", "+A +B"}, {"1", "-B +C A> C> C< A<"}}},
      {"to itself: left and entered, and what is below waits",
       one_of(recorded<'A'>(),
              {one_of(recorded<'B'>({when<'2'>("B")}), {recorded<'C'>({when<'1'>("D")}), recorded<'D'>()})}),
       {{"start", "+A +B +C"}, {"1", "-C +D A> B> D> D< B< A<"}, {"12", "-D -B +B +C A> B> C> C< B< A<"}}},
      {"regions change in the same step",
       regions,
       {{"start", "+A +B +C +E +F"}, {"1", "-C +D -F +G A> B> D> E> G> G< E< D< B< A<"}}},
      {"one region changes, the other goes on",
       regions,
       {{"start", "+A +B +C +E +F"}, {"2", "-F +G A> B> C> E> G> G< E< C< B< A<"}}},
      {"a concurrent state is left as a whole",
       mixed,
       {{"start", "+A +B +C +D +E"},
        {"1", "-E +F A> B> C> D> F> F< D< C< B< A<"},
        {"2", "-F -D -C -B +G A> G> G< A<"},
        {"2", "-G +B +C +D +E A> B> C> D> E> E< D< C< B< A<"},
        {"stop", "-E -D -C -B -A"},
        {"12", ""}}},
  };
}

TEST(Machine, CallsInADefinedOrder) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    Machine<Recorder> machine = *Machine<Recorder>::build({.root = c.root});
    Play play(machine);
    for (const auto& [go, calls] : c.steps) {
      const std::string letters = go;
      EXPECT_EQ(letters == "start"  ? play.start()
                : letters == "stop" ? play.stop()
                                    : play.step(letters),
                calls)
          << go;
    }
  }
}

TEST(Machine, BeginsWithTheInitialChild) {
  StateDescription<Recorder> root =
      one_of(recorded<'A'>(), {recorded<'B'>({when<'1'>("C")}), recorded<'C'>({when<'1'>("B")})});
  root.initial = "C";
  EXPECT_EQ(Play(built(root)).start(), "+A +C");
}

TEST(Machine, SaysWhichStatesAreActive) {
  Play play(built(all_of(
      recorded<'A'>(),
      {one_of(recorded<'B'>(), {recorded<'C'>({when<'1'>("D")}), recorded<'D'>()}), recorded<'E'>()})));
  EXPECT_EQ(play.active(), "");
  play.start();
  EXPECT_EQ(play.active(), "B.C | E");
  EXPECT_TRUE(play.state.is_in(play.machine.find_state("B")));
  EXPECT_FALSE(play.state.is_in(play.machine.find_state("D")));
  EXPECT_TRUE(play.machine.find_state("nobody").is_empty());
}

TEST(Machine, LaterQuestionsSeeWhatAnEarlierTransitionDid) {
  StateDescription<Recorder> first = recorded<'C'>({when<'1'>("D")});
  StateDescription<Recorder> second = recorded<'D'>();
  second.enter = [](Recorder& r) { r.go += '2'; };
  Play play(built(all_of(recorded<'A'>(),
                         {one_of(recorded<'B'>(), {first, second}),
                          one_of(recorded<'E'>(), {recorded<'F'>({when<'2'>("G")}), recorded<'G'>()})})));
  play.start();
  play.step("1");
  EXPECT_EQ(play.active(), "B.D | E.G");
}

// ---- buttons and monitors --------------------------------------------------------------------------------

MachineDescription<Recorder> with_buttons() {
  // two regions that wait for the same button, and one that also asks for a letter
  return {
      .panel = {.buttons = {"x", "y"}},
      .root = all_of(
          recorded<'A'>(),
          {one_of(recorded<'B'>(), {recorded<'C'>({{.to = "D", .button = "x"}}), recorded<'D'>()}),
           one_of(recorded<'E'>(), {recorded<'F'>({{.to = "G", .button = "x"}}), recorded<'G'>()}),
           one_of(recorded<'H'>(), {recorded<'I'>({{.to = "J", .button = "y", .when = when<'1'>("").when}}),
                                    recorded<'J'>()})})};
}
constexpr ButtonId kX{0}, kY{1};

TEST(Machine, AButtonIsTakenByTheFirstTransitionThatWaitsForIt) {
  Play play(built(with_buttons()));
  play.start();
  EXPECT_EQ(deliver(play.machine.panel(), play.context.panel, press(kX)), Answer::done);
  play.step();
  EXPECT_EQ(play.active(), "B.D | E.F | H.I");
  EXPECT_FALSE(play.context.panel.is_pressed(kX));
  EXPECT_FALSE(play.context.panel.was_missed(kX));
  play.step();
  EXPECT_EQ(play.active(), "B.D | E.F | H.I");  // it is up again
  deliver(play.machine.panel(), play.context.panel, press(kX));
  play.step();
  EXPECT_EQ(play.active(), "B.D | E.G | H.I");
}

TEST(Machine, AButtonThatIsNotTakenComesUpAndIsMissedForOneStep) {
  Play play(built(with_buttons()));
  play.start();
  deliver(play.machine.panel(), play.context.panel, press(kY));
  play.step("");  // the letter is missing
  EXPECT_EQ(play.active(), "B.C | E.F | H.I");
  EXPECT_FALSE(play.context.panel.is_pressed(kY));
  EXPECT_TRUE(play.context.panel.was_missed(kY));
  play.step("1");  // too late
  EXPECT_EQ(play.active(), "B.C | E.F | H.I");
  EXPECT_FALSE(play.context.panel.was_missed(kY));
  deliver(play.machine.panel(), play.context.panel, press(kY));
  play.step("1");
  EXPECT_EQ(play.active(), "B.C | E.F | H.J");
}

TEST(Machine, TransitionsSeeTheButtonsAsTheyStoodWhenTheStepBegan) {
  MachineDescription<Recorder> description = with_buttons();
  description.root.all_of[0].one_of[1].enter = [](Recorder& r) { r.panel.pressed |= 1U << kY.index(); };
  Play play(built(description));
  play.start();
  deliver(play.machine.panel(), play.context.panel, press(kX));
  play.step("1");
  EXPECT_EQ(play.active(), "B.D | E.F | H.I");  // y was pressed by the first region, too late for the third
  EXPECT_TRUE(play.context.panel.was_missed(kY));
}

TEST(Machine, AButtonThatAFunctionTookIsGoneForLaterTransitions) {
  MachineDescription<Recorder> description = with_buttons();
  description.root.all_of[0].one_of[1].enter = [](Recorder& r) { take(r.panel, kY); };
  Play play(built(description));
  play.start();
  for (const ButtonId button : {kX, kY}) deliver(play.machine.panel(), play.context.panel, press(button));
  play.step("1");
  EXPECT_EQ(play.active(), "B.D | E.F | H.I");
}

TEST(Machine, AButtonCanBeTakenByAFunction) {
  StateDescription<Recorder> leaf = recorded<'A'>();
  leaf.before = [](Recorder& r) {
    if (take(r.panel, kX)) r.call("taken");
  };
  Play play(built({.panel = {.buttons = {"x"}}, .root = leaf}));
  play.start();
  play.context.panel.pressed = 1;
  EXPECT_EQ(play.step(), "taken A<");
  EXPECT_EQ(play.step(), "A<");
  EXPECT_FALSE(play.context.panel.was_missed(kX));
}

TEST(Machine, MonitorsSpeakAfterTheStartAndAfterEveryStep) {
  StateDescription<Recorder> leaf = recorded<'A'>();
  leaf.after = [](Recorder& r) { r.go += 'z'; };
  Play play(built({.monitors = {{"one", when<'1'>("").when}, {"z", when<'z'>("").when}}, .root = leaf}));
  const MonitorId one = play.machine.find_monitor("one"), z = play.machine.find_monitor("z");
  EXPECT_TRUE(play.machine.find_monitor("two").is_empty());
  play.context.go = "1";
  play.start();
  EXPECT_TRUE(play.state.says(one));
  EXPECT_FALSE(play.state.says(z));
  play.step("");
  EXPECT_FALSE(play.state.says(one));
  EXPECT_TRUE(play.state.says(z));  // it sees the end of the step
}

struct NoPanel {
  int steps = 0;
};

TEST(Machine, NeedsNoPanel) {
  const auto machine =
      Machine<NoPanel>::build({.root = {.name = "counter", .before = [](NoPanel& c) { ++c.steps; }}});
  NoPanel context;
  MachineState state;
  start(*machine, state, context);
  step(*machine, state, context);
  EXPECT_EQ(context.steps, 1);
}

// ---- state -----------------------------------------------------------------------------------------------

TEST(MachineState, GoesOnEquallyAfterCopyAndRestore) {
  const Machine<Driver> machine = driver_machine();
  struct Actor {
    Driver driver{};
    MachineState state{};
  };
  // any situation at any step, the same for every actor
  const auto live = [&](Actor& a, int i) {
    base::RandomStream random(static_cast<std::uint64_t>(i), 0, 0);
    a.driver.gap_m = random.below(3) == 0 ? kNothing : static_cast<double>(random.below(60));
    a.driver.red_light_m = random.below(3) == 0 ? kNothing : static_cast<double>(random.below(50));
    a.driver.junction_m = static_cast<double>(random.below(60));
    a.driver.is_neighbour_free = random.below(4) == 0;
    deliver(machine.panel(), a.driver.panel, turn(kTurn, static_cast<double>(random.below(3)) - 1));
    if (random.below(10) == 0)
      deliver(machine.panel(), a.driver.panel, press(ButtonId(static_cast<std::uint32_t>(random.below(3)))));
    step(machine, a.state, a.driver);
    a.driver.speed_mps = std::max(0.0, a.driver.speed_mps + 0.1 * a.driver.accel_mps2);
    a.driver.lane_offset_m += 0.1 * a.driver.drift_mps;
  };
  const auto hash = [](const Actor& a) {
    base::Hasher hasher;
    add(hasher, a.state);
    add(hasher, a.driver.panel);
    hasher.add(a.driver.accel_mps2);
    return hasher.value();
  };
  Actor first;
  first.driver.panel = machine.panel().at_rest();
  start(machine, first.state, first.driver);
  StateSet seen;
  Actor restored;
  for (int i = 0; i < 4000; ++i) {
    if (i == 2000) restored = first;
    live(first, i);
    if (i >= 2000) {
      live(restored, i);
      ASSERT_EQ(hash(first), hash(restored)) << i;
    }
    ASSERT_TRUE(is_sound(machine.outline(), first.state)) << i;
    seen = seen | first.state.active;
  }
  EXPECT_EQ(seen, machine.outline().states[0].within) << "not every state was visited";
}

TEST(MachineState, IsHashedByWhatIsActiveAndWhatMonitorsSay) {
  const auto hash = [](const MachineState& s) {
    base::Hasher hasher;
    add(hasher, s);
    return hasher.value();
  };
  EXPECT_EQ(hash({StateSet(5), 1}), hash({StateSet(5), 1}));
  EXPECT_NE(hash({StateSet(5), 1}), hash({StateSet(7), 1}));
  EXPECT_NE(hash({StateSet(5), 1}), hash({StateSet(5), 2}));
}

}  // namespace
}  // namespace backlot::hcsm::test::machine_test
