#include "backlot/traffic/signal/signal_view.h"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/network/signals.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::traffic::signal_view_test {
namespace {

using base::Duration;
using base::SimTime;
using network::Aspect;
using network::ControlState;
using network::CorridorId;

// Two crossings with signals, out of step, and one without.
constexpr const char* kRoads = R"(
profile street { vehicle backward 3.25 m; spine; vehicle forward 3.25 m }
template crossing(start = 0 s) {
  arm west at (-12 m, 0 m) heading 0 deg signal main { vehicle out;  vehicle in }
  arm east at (12 m, 0 m) heading 180 deg signal main { vehicle out;  vehicle in }
  arm south at (0 m, -12 m) heading 90 deg signal side { vehicle out;  vehicle in }
  signals {
    groups main side
    programme offset start {
      20 s: main green, side red
      3 s: main yellow, side red
      2 s: main red, side red yellow
      10 s: main red, side green arrow
      4 s: main flashing yellow, side flashing red
      1 s: main dark, side dark
    }
  }
}
intersection first is crossing at (0 m, 0 m) { arm west: gate.end; arm south: stem_1.end }
intersection second is crossing(start = 7.5 s) at (150 m, 0 m) { arm south: stem_2.end; arm east: out.start }
way link from first.east to second.west { profile street }
way gate { profile street;  begin at (-80 m, 0 m) heading 0 deg;  line 68 m;  start open }
way stem_1 { profile street;  begin at (0 m, -80 m) heading 90 deg;  line 68 m;  start open }
way stem_2 { profile street;  begin at (150 m, -80 m) heading 90 deg;  line 68 m;  start open }
way out { profile street;  begin at (162 m, 0 m) heading 0 deg;  line 100 m }
intersection third { arm west: out.end yield; arm east: far.start priority road; arm south: stem_3.end priority road }
way far { profile street;  begin at (286 m, 0 m) heading 0 deg;  line 60 m;  end open }
way stem_3 { profile street;  begin at (274 m, -80 m) heading 90 deg;  line 68 m;  start open }
)";

SimTime at(double seconds) { return SimTime() + Duration::from_seconds(seconds); }

const world::TestRoads& roads() {
  static const world::TestRoads all(kRoads);
  return all;
}

TEST(SignalView, ShowsWhatTheProgrammeSays) {
  struct Case {
    double time_s;
    Aspect main, side;
  };
  const CorridorId main = roads().network.find_corridor("first.west_to_east"),
                   side = roads().network.find_corridor("first.south_to_west");
  ASSERT_FALSE(main.is_empty() || side.is_empty());
  for (const Case& c :
       {Case{0, Aspect::green, Aspect::red}, Case{19.999, Aspect::green, Aspect::red},
        Case{20, Aspect::yellow, Aspect::red}, Case{23, Aspect::red, Aspect::red_yellow},
        Case{25, Aspect::red, Aspect::green_arrow}, Case{35, Aspect::flashing_yellow, Aspect::flashing_red},
        Case{39.5, Aspect::dark, Aspect::dark}, Case{40, Aspect::green, Aspect::red},
        Case{4000, Aspect::green, Aspect::red}}) {
    SignalView view(roads().roads.conflicts, at(c.time_s));
    EXPECT_EQ(view.aspect(main), c.main) << c.time_s;
    EXPECT_EQ(view.aspect(side), c.side) << c.time_s;
  }
}

TEST(SignalView, TellsTheStatesThatFollow) {
  const CorridorId main = roads().network.find_corridor("first.west_to_east"),
                   side = roads().network.find_corridor("first.south_to_west");
  SignalView early(roads().roads.conflicts, at(1)), late(roads().roads.conflicts, at(26));
  EXPECT_EQ(early.state(main), ControlState::go);
  EXPECT_EQ(early.state(side), ControlState::stop);
  EXPECT_EQ(late.state(main), ControlState::stop);
  EXPECT_EQ(late.state(side), ControlState::protected_go);
}

TEST(SignalView, IsDarkWithoutSignalsAndTheSignCounts) {
  SignalView view(roads().roads.conflicts, at(5));
  const CorridorId yields = roads().network.find_corridor("third.west_to_east"),
                   goes = roads().network.find_corridor("third.south_to_east");
  ASSERT_FALSE(yields.is_empty() || goes.is_empty());
  EXPECT_EQ(view.aspect(yields), Aspect::dark);
  EXPECT_EQ(view.state(yields), ControlState::yield);
  EXPECT_EQ(view.state(goes), ControlState::go);
}

// 10 s of the programme in 20 s, then on as ever: green ends after 30 s instead of 20 s. The other crossing does not care.
TEST(SignalView, TellsSimulatedTimeByTheClockOfTheProgramme) {
  const world::Conflicts& conflicts = roads().roads.conflicts;
  const world::CorridorSignal &main = conflicts.signal(roads().network.find_corridor("first.west_to_east")),
                              &other = conflicts.signal(roads().network.find_corridor("second.west_to_east"));
  SignalClocks clocks;
  ASSERT_TRUE(clocks
                  .synchronise(conflicts.signals(), at(0),
                               {.programme = main.programme, .phase = 0.25, .time = at(20)})
                  .is_accepted());
  struct Case {
    double time_s;
    Aspect main;
    double lasts_s;
  };
  for (const Case& c :
       {Case{0, Aspect::green, 30}, Case{4, Aspect::green, 26}, Case{20, Aspect::green, 10},
        Case{29.5, Aspect::green, 0.5}, Case{30, Aspect::yellow, 3}, Case{33, Aspect::red, 2}}) {
    SignalView view(conflicts, clocks, at(c.time_s)), plain(conflicts, at(c.time_s));
    EXPECT_EQ(view.aspect(main), c.main) << c.time_s;
    EXPECT_DOUBLE_EQ(view.lasts_s(main), c.lasts_s) << c.time_s;
    EXPECT_EQ(view.aspect(other), plain.aspect(other));
    EXPECT_EQ(view.lasts_s(other), plain.lasts_s(other));
  }
}

// Corridors in any order, as drivers ask: the same as showing every signal of the network at once.
TEST(SignalView, AgreesWithShowingAllProgrammes) {
  base::RandomStream random{1, 0, 0};
  network::SignalState signals;
  for (const std::string& text : {std::string(kRoads), world::scene("biketown.way")}) {
    const world::TestRoads town(text);
    ASSERT_FALSE(town.network.signal_groups().empty());
    SignalClocks clocks;
    for (int k = 0; k < 2000; ++k) {
      // at any time, and at whole seconds, where intervals begin
      const double seconds =
          k % 2 == 0 ? random.uniform(0, 500) : static_cast<double>(random.below(500)) + 0.5;
      const SimTime time = at(k % 4 == 1 ? seconds - 0.5 : seconds);
      // and with clocks of their own, that are told something now and then
      const std::size_t programmes = town.network.programmes().size();
      if (k >= 500 && k % 50 == 0)
        clocks.synchronise(town.roads.conflicts.signals(), at(0),
                           {.programme = static_cast<std::uint32_t>(random.below(programmes)),
                            .phase = random.uniform(),
                            .time = at(random.uniform(50, 500))});
      show_programmes(town.network, town.roads.conflicts.signals(), clocks, time, signals);
      if (k < 500) {
        network::SignalState undirected;
        network::show_programmes(town.network, time, undirected);
        ASSERT_EQ(signals, undirected);
      }
      SignalView view(town.roads.conflicts, clocks, time);
      for (int q = 0; q < 20; ++q) {
        const CorridorId id(static_cast<std::uint32_t>(random.below(town.network.corridors().size())));
        const network::SignalGroupId group = town.network.corridor(id).signal_group;
        ASSERT_EQ(view.aspect(id), group.is_empty() ? Aspect::dark : signals[group.index()])
            << town.network.name_of(town.network.strip_of(id)) << " at " << time.nanoseconds();
        ASSERT_EQ(view.state(id), network::control_state(town.network, id, signals));
      }
    }
  }
}

}  // namespace
}  // namespace backlot::traffic::signal_view_test
