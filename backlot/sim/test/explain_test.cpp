// Why a driver drives as it does, where the reason is known.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/crossing_roads.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::explain_test {
namespace {

using traffic::Limit;
using traffic::Why;
using world::ObjectId;
using world::ObjectKind;

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);

constexpr const char* kYield = R"(
  arm west: west.end priority road
  arm east: east.end priority road
  arm north: north.end yield
  arm south: south.end yield)";
constexpr const char* kRed = R"(
  arm west: west.end signal we
  arm east: east.end signal we
  arm north: north.end signal ns
  arm south: south.end signal ns
  signals {
    groups we ns
    programme offset 0 s {
      60 s: we red, ns green
      3 s: we red, ns yellow
      60 s: we green, ns red
    }
  })";

void drive(Simulation& simulation, double seconds) {
  for (int k = 0; k < static_cast<int>(10 * seconds + 0.5); ++k) simulation.step(kStep);
}

bool has_state(const Why& why, const std::string& name) {
  return std::find(why.states.begin(), why.states.end(), name) != why.states.end();
}

TEST(Explain, OnAFreeRoadNothingLimitsThenTheSpeedLimitDoes) {
  const auto roads = crossing_of(kYield);
  Simulation simulation(roads->roads, {});
  const ObjectId car = simulation.insert(ObjectKind::car, lane_from(*roads, "west"), 20, 3);
  Why why = *simulation.explain(car);
  EXPECT_EQ(why.limit, Limit::free_road);
  EXPECT_FALSE(why.leader.has_value());
  EXPECT_FALSE(why.waits_for.has_value());
  EXPECT_GT(why.accel_mps2, 0.5);
  EXPECT_TRUE(why.leases.empty());
  EXPECT_TRUE(has_state(why, "speed.drive"));
  EXPECT_TRUE(has_state(why, "lane.side.keep"));
  EXPECT_EQ(why.states.size(), 9U) << "one of each region";
  drive(simulation, 20);
  why = *simulation.explain(car);
  EXPECT_EQ(why.limit, Limit::speed_limit) << to_text(why.limit);
  EXPECT_LT(why.accel_mps2, 0.3);
}

TEST(Explain, ABendSlowsDown) {
  const auto roads = roads_of(R"(network bend
traffic on the right
speed limit 100 km/h
way w { lanes { spine; vehicle forward 3.5 m }
  begin at (0 m, 0 m) heading 0 deg;  line 400 m;  arc left radius 20 m length 60 m;  line 100 m;  start open;  end open }
)");
  Simulation simulation(roads->roads, {});
  const world::TrackId lane = roads->roads.tracks.entrances().front();
  const ObjectId car = simulation.insert(ObjectKind::car, lane, 300, 25);
  bool was_bend = false;
  for (int k = 0; k < 100 && simulation.find(car); ++k) {
    simulation.step(kStep);
    if (!simulation.find(car)) break;
    const Why why = *simulation.explain(car);
    EXPECT_TRUE(why.limit == Limit::bend || why.limit == Limit::free_road || why.limit == Limit::speed_limit);
    was_bend = was_bend || (why.limit == Limit::bend && why.accel_mps2 < -1);
  }
  EXPECT_TRUE(was_bend);
}

TEST(Explain, BehindALeaderTheLeaderIsNamed) {
  const auto roads = crossing_of(kYield);
  Simulation simulation(roads->roads, {});
  const world::TrackId lane = lane_from(*roads, "west");
  const ObjectId behind = simulation.insert(ObjectKind::car, lane, 100, 12);
  const ObjectId truck = simulation.insert(ObjectKind::truck, lane, 122, 10);
  const Why why = *simulation.explain(behind);
  EXPECT_EQ(why.limit, Limit::leader) << to_text(why.limit);
  ASSERT_TRUE(why.leader.has_value());
  EXPECT_EQ(why.leader->number, truck.slot());
  EXPECT_EQ(why.waits_for, truck.slot());
  EXPECT_NEAR(why.leader->speed_mps, 10, 1e-5);
  const VehicleView one = *simulation.find(behind), other = *simulation.find(truck);
  EXPECT_NEAR(why.leader->gap_m,
              22 - static_cast<double>(one.shape.front_m()) - static_cast<double>(other.shape.rear_m()),
              0.01);
  EXPECT_LT(why.accel_mps2, 0);
}

TEST(Explain, AtRedTheLightAndBehindItTheQueue) {
  const auto roads = crossing_of(kRed);
  Simulation simulation(roads->roads, {});
  const world::TrackId lane = lane_from(*roads, "west");
  const ObjectId second = simulation.insert(ObjectKind::car, lane, 490, 12);
  const ObjectId first = simulation.insert(ObjectKind::car, lane, 520, 12);
  const auto expect_light = [&](const char* when) {
    const Why why = *simulation.explain(first);
    EXPECT_EQ(why.limit, Limit::red_light) << when << ": " << to_text(why.limit);
    ASSERT_FALSE(why.corridor.is_empty());
    EXPECT_EQ(roads->network.corridor(why.corridor).from.lane, roads->roads.tracks[lane].lane);
    EXPECT_FALSE(why.gap.has_value());
    EXPECT_TRUE(has_state(why, "crossing.ahead.stop at light")) << when;
  };
  drive(simulation, 3);
  expect_light("on the way");
  drive(simulation, 27);
  expect_light("at the line");
  EXPECT_EQ(simulation.find(first)->mover.speed_mps, 0);
  const Why why = *simulation.explain(second);
  EXPECT_EQ(why.limit, Limit::leader) << to_text(why.limit);
  EXPECT_EQ(why.waits_for, first.slot());
  EXPECT_TRUE(has_state(why, "speed.queue"));
  // green since 63 s
  drive(simulation, 33.5);
  EXPECT_EQ(simulation.explain(first)->limit, Limit::reaction);
  drive(simulation, 2);
  EXPECT_EQ(simulation.explain(first)->limit, Limit::free_road);
}

TEST(Explain, OnAMinorRoadTheGapThatTheDriverWaitsFor) {
  const auto roads = crossing_of(kYield);
  SimulationSettings settings;
  let_all_turn(*roads, "south", network::Turn::straight, settings);
  let_all_turn(*roads, "west", network::Turn::straight, settings);
  Simulation simulation(roads->roads, settings);
  const world::TrackId west = lane_from(*roads, "west"), south = lane_from(*roads, "south");
  const ObjectId waits = simulation.insert(ObjectKind::car, south, 270, 8);
  std::vector<std::uint32_t> stream;
  for (int k = 0; k < 14; ++k)
    stream.push_back(simulation.insert(ObjectKind::car, west, 580 - 40 * k, 13).slot());
  bool was_line = false, was_gap = false;
  for (int k = 0; k < 250; ++k) {
    simulation.step(kStep);
    const std::optional<Why> why = simulation.explain(waits);
    ASSERT_TRUE(why.has_value());
    was_line = was_line || why->limit == Limit::stop_line;
    if (why->limit != Limit::gap) continue;
    was_gap = true;
    ASSERT_TRUE(why->waits_for.has_value());
    EXPECT_NE(std::find(stream.begin(), stream.end(), *why->waits_for), stream.end());
    ASSERT_FALSE(why->corridor.is_empty());
    ASSERT_FALSE(why->others_corridor.is_empty());
    EXPECT_EQ(roads->network.corridor(why->corridor).from.lane, roads->roads.tracks[south].lane);
    EXPECT_EQ(roads->network.corridor(why->others_corridor).from.lane, roads->roads.tracks[west].lane);
    ASSERT_TRUE(why->gap.has_value());
    EXPECT_LT(why->gap->gap_s, why->gap->asked_s) << "else he would go";
    EXPECT_GT(why->gap->asked_s, 2);
    EXPECT_LT(why->gap->asked_s, 12);
  }
  EXPECT_TRUE(was_line) << "first he comes to the line to look";
  EXPECT_TRUE(was_gap);
}

TEST(Explain, NamesWhatTheDriverIsAboutToDoAndChangesNothing) {
  const auto town = scene_roads("biketown");
  Simulation asked(town->roads, {}), left_alone(town->roads, {});
  asked.insert_spread(90);
  left_alone.insert_spread(90);
  int compared = 0;
  std::vector<int> limits(15);
  for (int k = 0; k < 900; ++k) {
    std::vector<std::pair<ObjectId, double>> said;
    if (k % 9 == 0) {
      for (std::size_t v = 0; v < asked.size(); ++v) {
        const ObjectId id = asked.vehicle(v).id;
        const Why why = *asked.explain(id);
        said.emplace_back(id, why.accel_mps2);
        ++limits[static_cast<std::size_t>(why.limit)];
        if (why.limit == Limit::leader) {
          EXPECT_TRUE(why.leader.has_value());
        }
        if (why.limit == Limit::gap) {
          EXPECT_TRUE(why.gap && why.waits_for && !why.corridor.is_empty());
        }
      }
    }
    const std::uint64_t entries = asked.tally().entries;
    asked.step(kStep);
    left_alone.step(kStep);
    if (asked.tally().entries != entries) continue;  // another vehicle came in during the step
    for (const auto& [id, accel] : said) {
      const std::optional<VehicleView> v = asked.find(id);
      if (!v || v->mover.speed_mps == 0) continue;
      EXPECT_NEAR(v->mover.accel_mps2, accel, 1e-9);
      ++compared;
    }
  }
  EXPECT_GT(compared, 3000);
  EXPECT_EQ(asked.hash(), left_alone.hash());
  EXPECT_EQ(asked.events_hash(), left_alone.events_hash());
  for (const Limit limit : {Limit::free_road, Limit::speed_limit, Limit::bend, Limit::leader,
                            Limit::red_light, Limit::stop_line, Limit::gap})
    EXPECT_GT(limits[static_cast<std::size_t>(limit)], 0) << to_text(limit);
}

TEST(Explain, AVehicleThatLeftHasNoReason) {
  const auto roads = crossing_of(kYield);
  Simulation simulation(roads->roads, {});
  const ObjectId car = simulation.insert(ObjectKind::car, lane_from(*roads, "west"), 20, 3);
  EXPECT_TRUE(simulation.explain(car).has_value());
  EXPECT_FALSE(simulation.explain(ObjectId(car.slot(), car.generation() + 1)).has_value());
  EXPECT_FALSE(simulation.explain(ObjectId(77, 0)).has_value());
  EXPECT_FALSE(simulation.explain(ObjectId()).has_value());
}

}  // namespace
}  // namespace backlot::sim::explain_test
