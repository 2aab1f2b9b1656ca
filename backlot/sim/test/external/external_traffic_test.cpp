// External cars that do what no car should, in living traffic. Extras cause no collision that was avoidable at 8 m/s2
// (blame.h says how that is judged).
#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/base/random.h"
#include "backlot/network/signals.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/blame.h"
#include "backlot/sim/test/external/rogue.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::external_traffic_test {
namespace {

using base::Duration;
using world::ObjectKind;
using world::Track;
using world::TrackId;

constexpr Duration kStep = Duration::from_milliseconds(100);

void expect_no_avoidable_collision(const TestRoads& roads, const char* name, std::size_t vehicles,
                                   Update update) {
  for (const Deed deed : kDeeds) {
    const std::string_view what = to_text(deed);
    std::size_t deeds = 0, not_yielded = 0;
    std::uint64_t braking = 0;
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      Simulation simulation(roads.roads, {.seed = seed, .update = update});
      simulation.insert_spread(vehicles);
      for (int k = 0; k < 300; ++k) simulation.step(kStep);
      Rogue rogue(roads, deed, seed);
      Blame blame(roads.roads);
      record::Frame frame;
      // a contact is tallied by the step after it: those of the last frame before all are taken off the road, or the run ends, are not
      const std::uint64_t before = simulation.tally().contacts;
      std::size_t untallied = 0;
      for (int k = 0; k < 3000; ++k) {
        if (rogue.act(simulation)) untallied += blame.begun();
        simulation.step(kStep, rogue.commands());
        simulation.frame(frame, {.has_signals = true});
        blame.watch(frame);
      }
      untallied += blame.begun();
      EXPECT_EQ(blame.count(Finding::ran_into), 0U) << name << ", " << what << ", seed " << seed << "\n"
                                                    << blame.to_text();
      not_yielded += blame.count(Finding::did_not_yield);
      EXPECT_EQ(simulation.tally().contacts - before + untallied, blame.contacts().size())
          << name << ", " << what << ", seed " << seed << ": extras met each other";
      deeds += static_cast<std::size_t>(rogue.deeds());
      braking += blame.braking();
    }
    EXPECT_GT(deeds, 12U) << name << ", " << what;
    // in some 1 of 100 crossings on red an extra stands where it had to keep free (docs/status/proof.md, 8)
    EXPECT_LE(not_yielded, 2U) << name << ", " << what;
    EXPECT_GT(braking, 0U) << name << ", " << what << ": nobody minded";
  }
}

// A street for one extra, and for one external body that is there all of a sudden, so late that it is just possible to stop.
class Street {
 public:
  // The extra drives at a speed; the body stands so far ahead of its front and to the left of the street's middle, turned against it, and then does
  // what it does. How many contacts were avoidable.
  std::size_t meet(double speed_mps, ObjectKind kind, double ahead_m, double left_m, double turned_rad,
                   const Behaviour& behaviour) const {
    Simulation simulation(roads_->roads, {});
    const network::Network& net = roads_->network;
    const TrackId lane = roads_->roads.tracks.track_of({net.find_lane(net.find_strip("street"), "R1"), true});
    const world::ObjectId extra = simulation.insert(ObjectKind::car, lane, 60, speed_mps);
    for (int k = 0; k < 10; ++k) simulation.step(kStep);
    const VehicleView v = *simulation.find(extra);
    const double front_m = v.mover.guide.x + static_cast<double>(v.shape.front_m());
    simulation.add_external(kind, {{front_m + ahead_m, left_m, 0}, turned_rad, 0}, behaviour);
    Blame blame(roads_->roads);
    record::Frame frame;
    for (int k = 0; k <= 60; ++k) {
      if (k > 0) simulation.step(kStep);
      simulation.frame(frame, {.has_signals = true});
      blame.watch(frame);
    }
    return blame.avoidable();
  }

 private:
  std::unique_ptr<TestRoads> roads_ = roads_of(R"(
network street
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
way street { profile street;  begin at (0 m, 0 m) heading 0 deg;  line 400 m;  start open;  end open }
)");
};

// What a body standing aslant takes of a lane begins before the body itself. A vehicle that is there already goes on
// braking as hard as needed.
TEST(ExternalTraffic, ADriverLevelWithABodyAslantDoesNotLetGoOfTheBrake) {
  const Street street;
  for (const double turned : {-1.0, -0.6, 1.0, 1.2})
    for (const double left : {0.5, 1.5})
      for (double ahead = 12; ahead < 15; ahead += 0.25)
        EXPECT_EQ(street.meet(14, ObjectKind::car, ahead, left, turned, Parked{}), 0U)
            << turned << " rad, " << left << " m to the left, " << ahead << " m ahead";
}

// A truck turns in, and the place where it will be covers the extra. An extra that brakes for it does not speed up and drive further in.
TEST(ExternalTraffic, ADriverThatBrakesForAMergingVehicleDoesNotSpeedUpAgain) {
  const Street street;
  const Behaviour turns_in = ByPattern{{{Duration::from_seconds(6), 7, 3, -0.6}}};
  for (const double speed : {4, 6, 8})
    for (const double left : {8, 10})
      for (double ahead = 4; ahead < 14; ahead += 1)
        EXPECT_EQ(street.meet(speed, ObjectKind::truck, ahead, left, -0.3, turns_in), 0U)
            << speed << " m/s, " << left << " m to the left, " << ahead << " m ahead";
}

// A truck stands aslant in the other lane, and its rear is behind the extra. The extra beside it does not drive into the corner ahead.
TEST(ExternalTraffic, ADriverBesideATruckAslantSeesTheCornerAhead) {
  const Street street;
  for (const double turned : {-0.16, -0.2, -0.25})
    for (const double left : {0.6, 0.8, 1.0})
      for (double ahead = -2.5; ahead <= 0; ahead += 0.25)
        EXPECT_EQ(street.meet(0, ObjectKind::truck, ahead, left, base::kPi + turned, Parked{}), 0U)
            << turned << " rad, " << left << " m to the left, " << ahead << " m ahead";
}

// Two roads join into one, and a body stands where they join. Vehicles do not wait behind it side by side. They wait
// before the intersection, and go on when the body is gone.
TEST(ExternalTraffic, ADriverThatSeesABodyInTheIntersectionWaitsBeforeIt) {
  const auto roads = roads_of(R"(
network joining
traffic on the right
speed limit 50 km/h
profile single { spine; vehicle forward 3.5 m }
template joining() {
  arm west at (-15 m, 0 m) heading 0 deg priority road { vehicle in }
  arm north at (0 m, 15 m) heading 270 deg yield { vehicle in }
  arm east at (15 m, 0 m) heading 180 deg { vehicle out }
}
intersection join is joining() at (0 m, 0 m) { arm west: west.end; arm north: north.end; arm east: east.start }
way west { profile single;  begin at (-165 m, 0 m) heading 0 deg;  line 150 m;  start open }
way north { profile single;  begin at (0 m, 165 m) heading 270 deg;  line 150 m;  start open }
way east { profile single;  begin at (15 m, 0 m) heading 0 deg;  line 200 m;  end open }
)");
  const network::Network& net = roads->network;
  for (const Update update : {Update::transactional, Update::sequential}) {
    Simulation simulation(roads->roads, {.update = update});
    const world::ObjectId wall =
        simulation.add_external(ObjectKind::car, {{9, -1.75, 0}, 0.3, 0}, Parked{}).id;
    for (const char* way : {"west", "north"})
      simulation.insert(ObjectKind::car,
                        roads->roads.tracks.track_of({net.find_lane(net.find_strip(way), "R1"), true}), 60,
                        10);
    for (int k = 0; k < 180; ++k) simulation.step(kStep);
    ASSERT_EQ(simulation.size(), 2U);
    for (std::size_t k = 0; k < 2; ++k) {
      const VehicleView v = simulation.vehicle(k);
      EXPECT_LT(v.mover.speed_mps, 0.1);
      EXPECT_FALSE(roads->roads.tracks[v.mover.trail.current()].is_corridor());
    }
    EXPECT_TRUE(simulation.remove(wall));
    for (int k = 0; k < 150; ++k) simulation.step(kStep);
    for (std::size_t k = 0; k < 2; ++k) EXPECT_GT(simulation.vehicle(k).mover.speed_mps, 5);
    EXPECT_EQ(simulation.tally().contacts, 0U);
  }
}

TEST(ExternalTraffic, NoVehicleHitsARogueInBiketown) {
  expect_no_avoidable_collision(*scene_roads("biketown"), "biketown", 60, Update::transactional);
}

TEST(ExternalTraffic, NoVehicleHitsARogueOnCountyRoad) {
  expect_no_avoidable_collision(*scene_roads("county_road"), "county_road", 60, Update::transactional);
}

TEST(ExternalTraffic, NoVehicleHitsARogueInASignalledGrid) {
  expect_no_avoidable_collision(*signalled_grid(), "grid", 50, Update::transactional);
}

TEST(ExternalTraffic, NoVehicleHitsARogueBySequentialUpdate) {
  expect_no_avoidable_collision(*signalled_grid(), "grid", 50, Update::sequential);
}

}  // namespace
}  // namespace backlot::sim::external_traffic_test
