// Events against an observer of the bodies; their order; contacts.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backlot/record/event.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/crossing_roads.h"
#include "backlot/sim/test/event_watch.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::events_test {
namespace {

using record::Event;
using record::EventKind;
using record::RightOfWay;

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);

constexpr const char* kPriority = R"(
  arm west: west.end priority road
  arm east: east.end priority road
  arm north: north.end yield
  arm south: south.end yield)";

// For 20 s west and east have green, then north and south.
constexpr const char* kLit = R"(
  arm west: west.end signal we
  arm east: east.end signal we
  arm north: north.end signal ns
  arm south: south.end signal ns
  signals {
    groups we ns
    programme offset 0 s {
      20 s: we green, ns red
      2 s: we yellow, ns red
      20 s: we red, ns green
      2 s: we red, ns yellow
    }
  })";

// Streets of two lanes side by side, on which many drive: several chunks of vehicles.
std::unique_ptr<TestRoads> many_streets() {
  std::string text =
      "network streets\ntraffic on the right\nspeed limit 70 km/h\n"
      "profile street { spine; vehicle forward 3.5 m; vehicle forward 3.5 m }\n";
  for (int k = 0; k < 24; ++k)
    text += fmt::format(
        "way w{} {{ profile street;  begin at (0 m, {} m) heading 0 deg;  line 900 m;  "
        "start open;  end open }}\n",
        k, 20 * k);
  return roads_of(text);
}

TEST(Events, AreThoseThatAWatcherSees) {
  struct Case {
    const char* scene;  // or a crossing with lights
    std::size_t vehicles;
    Update update;
    bool has_lane_changes, has_lines;
  };
  for (const Case& c : {Case{"biketown", 110, Update::transactional, true, true},
                        Case{"biketown", 60, Update::sequential, true, true},
                        Case{"county_road", 80, Update::transactional, true, true},
                        Case{"motorway", 120, Update::transactional, true, false},
                        Case{"lights", 70, Update::transactional, false, true}}) {
    SCOPED_TRACE(c.scene);
    const auto town = c.scene == std::string("lights") ? crossing_of(kLit) : scene_roads(c.scene);
    SimulationSettings settings{.seed = 3, .update = c.update};
    settings.drivers.shares = {0.7, 0.15, 0.05, 0.1};
    // slow ones are overtaken, where there is one lane each way
    settings.drivers.kinds[static_cast<std::size_t>(world::ObjectKind::truck)].middle.speed_factor = 0.67F;
    Simulation simulation(town->roads, settings);
    simulation.insert_spread(c.vehicles);
    EventWatch watch;
    for (int k = 0; k < 4000; ++k) {
      watch.before(simulation);
      simulation.step(kStep);
      watch.after(simulation);
    }
    EXPECT_EQ(watch.fault(), "");
    const Tally& tally = simulation.tally();
    EXPECT_EQ(watch.reported(EventKind::entered) - watch.reported(EventKind::left), simulation.size());
    EXPECT_EQ(watch.reported(EventKind::left), tally.exits);
    EXPECT_EQ(watch.red_crossings(), tally.red_crossings);
    EXPECT_GE(watch.reported(EventKind::began_lane_change), tally.lane_changes) << "overtaking comes to it";
    if (c.has_lane_changes) {
      EXPECT_GT(watch.reported(EventKind::began_lane_change), 0U);
    }
    if (c.has_lines) {
      EXPECT_GT(watch.reported(EventKind::crossed_line), 100U);
    }
  }
}

// Out over the oncoming lane, and back.
TEST(Events, OvertakingIsTwoLaneChanges) {
  const auto road = roads_of(R"(network straight
traffic on the right
speed limit 90 km/h
way road {
  lanes { vehicle backward 3.6 m; spine; vehicle forward 3.6 m }
  begin at (0 m, 0 m) heading 0 deg
  line 3000 m
  start open
  end open
}
)");
  SimulationSettings settings;
  for (traffic::KindOfDriver& kind : settings.drivers.kinds) kind.spread = {0, 0, 0};
  settings.drivers.kinds[static_cast<std::size_t>(world::ObjectKind::truck)].middle.speed_factor = 0.67F;
  Simulation simulation(road->roads, settings);
  const network::StripId strip = road->network.find_strip("road");
  const network::LaneId own = road->network.find_lane(strip, "R1"),
                        oncoming = road->network.find_lane(strip, "L1");
  const world::TrackId lane = road->roads.tracks.track_of({own, true});
  simulation.insert(world::ObjectKind::truck, lane, 70, 16);
  const world::ObjectId car = simulation.insert(world::ObjectKind::car, lane, 35, 16);
  std::vector<Event> reported;
  for (int k = 0; k < 600; ++k) {
    simulation.step(kStep);
    for (const Event& event : simulation.events()) {
      if (event.kind != EventKind::entered) reported.push_back(event);
    }
  }
  ASSERT_EQ(reported.size(), 4U);
  for (std::size_t k = 0; k < 4; ++k) {
    const bool is_out = k < 2;
    EXPECT_EQ(reported[k].object, car);
    EXPECT_EQ(reported[k].kind, k % 2 == 0 ? EventKind::began_lane_change : EventKind::ended_lane_change);
    EXPECT_EQ(reported[k].side, is_out ? world::Side::left : world::Side::right);
    EXPECT_EQ(reported[k].from, is_out ? own : oncoming);
    EXPECT_EQ(reported[k].to, is_out ? oncoming : own);
  }
  EXPECT_NEAR((reported[1].time - reported[0].time).seconds(), 4, 1.5) << "that long it takes to go over";
}

// Step by step.
std::vector<std::vector<Event>> events_of(Simulation& simulation, int steps) {
  std::vector<std::vector<Event>> all;
  for (int k = 0; k < steps; ++k) {
    simulation.step(kStep);
    all.emplace_back(simulation.events().begin(), simulation.events().end());
  }
  return all;
}

TEST(Events, AreTheSameForAnyNumberOfThreads) {
  for (const auto& roads : {many_streets(), scene_roads("biketown")}) {
    std::vector<std::vector<Event>> one;
    std::uint64_t hash = 0;
    for (const std::size_t threads : {1U, 2U, 3U, 8U}) {
      Simulation simulation(roads->roads, {.threads = threads});
      simulation.insert_spread(900);
      const auto all = events_of(simulation, 500);
      if (threads == 1) {
        one = all;
        hash = simulation.events_hash();
        std::size_t count = 0;
        for (const std::vector<Event>& step : all) count += step.size();
        EXPECT_GT(count, simulation.size() + 200);
      }
      EXPECT_EQ(all, one) << "threads: " << threads;
      EXPECT_EQ(simulation.events_hash(), hash) << "threads: " << threads;
    }
    Simulation other(roads->roads, {.seed = 2});
    other.insert_spread(900);
    events_of(other, 500);
    EXPECT_NE(other.events_hash(), hash);
  }
}

TEST(Events, GoOnAfterSavingAndRestoring) {
  const auto roads = many_streets();
  Simulation whole(roads->roads, {});
  whole.insert_spread(300);
  bool was_changing = false;
  for (int k = 0; k < 400; ++k) {
    if (k % 80 == 0) {  // the first time before any step: events of vehicles put there are still to come
      Simulation other(roads->roads, {.threads = 2}), copy(roads->roads, {});
      const std::string saved = whole.save();
      ASSERT_TRUE(other.restore(saved).is_empty());
      ASSERT_TRUE(copy.restore(saved).is_empty());
      EXPECT_EQ(other.save(), saved);
      for (std::size_t v = 0; v < whole.size(); ++v)
        was_changing = was_changing || whole.vehicle(v).mover.is_shifting();
      EXPECT_EQ(events_of(other, 60), events_of(copy, 60));
      EXPECT_EQ(other.events_hash(), copy.events_hash());
      const auto again = events_of(whole, 60);
      EXPECT_EQ(whole.events_hash(), copy.events_hash()) << "step " << k;
      k += 59;
      EXPECT_FALSE(again.empty());
    } else {
      whole.step(kStep);
    }
  }
  EXPECT_TRUE(was_changing) << "in the middle of a lane change";
}

TEST(Events, OfALongStepAreThoseOfItsParts) {
  const auto town = scene_roads("biketown");
  Simulation parts(town->roads, {}), whole(town->roads, {});
  parts.insert_spread(80);
  whole.insert_spread(80);
  for (int k = 0; k < 60; ++k) {
    std::vector<Event> reported;
    for (int part = 0; part < 5; ++part) {
      parts.step(kStep);
      reported.insert(reported.end(), parts.events().begin(), parts.events().end());
    }
    whole.step(kStep * 5);
    EXPECT_EQ(std::vector<Event>(whole.events().begin(), whole.events().end()), reported);
  }
  EXPECT_EQ(whole.events_hash(), parts.events_hash());
}

TEST(Events, OfAStepOfNoLengthAreNone) {
  const auto town = scene_roads("biketown");
  Simulation simulation(town->roads, {});
  simulation.insert_spread(20);
  const std::uint64_t hash = simulation.events_hash();
  simulation.step(base::Duration());
  EXPECT_TRUE(simulation.events().empty());
  EXPECT_EQ(simulation.events_hash(), hash);
  simulation.step(kStep);
  EXPECT_EQ(simulation.events().size(), 20U) << "who came before is told of when time goes on";
}

// ---- contacts

std::vector<Event> contacts_of(Simulation& simulation, int steps) {
  std::vector<Event> found;
  for (const std::vector<Event>& step : events_of(simulation, steps)) {
    for (const Event& event : step) {
      if (event.kind == EventKind::contact) found.push_back(event);
    }
  }
  return found;
}

TEST(Events, AContactIsReportedOnceWhenItBegins) {
  const auto roads = crossing_of(kPriority);
  Simulation simulation(roads->roads, {});
  const world::TrackId lane = lane_from(*roads, "west");
  const world::ObjectId behind = simulation.insert(world::ObjectKind::car, lane, 100, 0);
  const world::ObjectId ahead = simulation.insert(world::ObjectKind::car, lane, 103, 3);
  const std::vector<Event> contacts = contacts_of(simulation, 3);
  ASSERT_EQ(contacts.size(), 1U);
  EXPECT_EQ(contacts[0].object, behind);
  EXPECT_EQ(contacts[0].other, ahead);
  EXPECT_FLOAT_EQ(contacts[0].relative_speed_mps, 3);
  EXPECT_TRUE(contacts[0].corridor.is_empty());
  EXPECT_EQ(contacts[0].right_of_way, RightOfWay::unknown) << "no rule of an intersection says";
  EXPECT_GE(simulation.tally().contacts, 2U) << "they still touch in the steps after it";

  // what touches goes on to touch after restoring
  Simulation other(roads->roads, {});
  const world::TrackId track = lane_from(*roads, "west");
  Simulation first(roads->roads, {});
  first.insert(world::ObjectKind::car, track, 100, 0);
  first.insert(world::ObjectKind::car, track, 102, 0);
  EXPECT_EQ(contacts_of(first, 1).size(), 1U);
  EXPECT_EQ(first.contacts().size(), 1U);
  ASSERT_TRUE(other.restore(first.save()).is_empty());
  EXPECT_EQ(contacts_of(other, 1).size(), 0U);
  EXPECT_EQ(other.contacts().size(), 1U);
}

// Two vehicles that stand where their ways through the crossing meet: from the west and from the south, both straight on.
Event contact_at_the_crossing(const TestRoads& roads, double after_s) {
  const world::Tracks& tracks = roads.roads.tracks;
  const auto straight_from = [&](const char* arm) {
    for (const world::TrackId id : tracks.onward(tracks[lane_from(roads, arm)])) {
      if (roads.network.corridor(tracks[id].corridor).turn == network::Turn::straight) return id;
    }
    return world::TrackId{};
  };
  Simulation simulation(roads.roads, {});
  if (after_s > 0) {
    for (int k = 0; k < static_cast<int>(10 * after_s); ++k) simulation.step(kStep);
  }
  // (0, 0) is the middle: the western corridor lies at y = -1.75, the southern one at x = 1.75, both begin 15 m before
  simulation.insert(world::ObjectKind::car, straight_from("west"), 16.75, 6);
  simulation.insert(world::ObjectKind::car, straight_from("south"), 13.25, 8);
  const std::vector<Event> contacts = contacts_of(simulation, 1);
  EXPECT_EQ(contacts.size(), 1U);
  return contacts.empty() ? Event() : contacts[0];
}

TEST(Events, AContactNamesTheVehicleWithTheRightOfWay) {
  const auto signs = crossing_of(kPriority);
  const Event by_sign = contact_at_the_crossing(*signs, 0);
  EXPECT_EQ(by_sign.right_of_way, RightOfWay::first) << "the one from the west has the priority road";
  EXPECT_EQ(signs->network.corridor(by_sign.corridor).from.lane,
            signs->roads.tracks[lane_from(*signs, "west")].lane);
  EXPECT_FALSE(by_sign.other_corridor.is_empty());
  EXPECT_NEAR(static_cast<double>(by_sign.relative_speed_mps), 10, 1e-5) << "6 east and 8 north";

  const auto lit = crossing_of(kLit);
  EXPECT_EQ(contact_at_the_crossing(*lit, 5).right_of_way, RightOfWay::first);
  EXPECT_EQ(contact_at_the_crossing(*lit, 30).right_of_way, RightOfWay::second);

  const auto stops = crossing_of(R"(
  arm west: west.end
  arm east: east.end
  arm north: north.end
  arm south: south.end
  control all way stop)");
  EXPECT_EQ(contact_at_the_crossing(*stops, 0).right_of_way, RightOfWay::unknown) << "who came first counts";
}

}  // namespace
}  // namespace backlot::sim::events_test
