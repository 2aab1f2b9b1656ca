#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/overlaps.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::placing_test {
namespace {

using world::ObjectKind;

const base::Duration kStep = base::Duration::from_milliseconds(100);
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

constexpr const char* kRoad = R"(
network road
traffic on the right
speed limit 50 km/h
profile street { sidewalk 2 m; vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
way a { profile street;  begin at (0 m, 0 m) heading 0 deg;  line 300 m;  start open;  end open }
)";

// A random place of a strip that vehicles drive on, in its lane or beside it.
struct Place {
  ObjectKind kind;
  network::StripId strip;
  double distance, offset, speed_mps;
};
Place random_place(const world::Tracks& tracks, base::RandomStream& random) {
  const world::Track& track = tracks.all()[random.below(tracks.all().size())];
  const double distance = random.uniform() * track.strip_length;
  return {static_cast<ObjectKind>(random.below(world::kVehicleKinds)), track.strip, distance,
          tracks.centre_at(track, distance) + random.uniform(-0.6, 0.6), random.uniform(0, 8)};
}

TEST(Placing, PutsABodyWhereItIsToBe) {
  const auto roads = roads_of(kRoad);
  Simulation run(roads->roads, {});
  const network::StripId strip = roads->network.find_strip("a");
  const Added along = run.add(ObjectKind::car, strip, 60, -1.5, 7),
              against = run.add(ObjectKind::car, strip, 60, 1.9, 0);
  ASSERT_EQ(along.refusal, NotAdded::none);
  ASSERT_EQ(against.refusal, NotAdded::none);
  const VehicleView one = *run.find(along.id), other = *run.find(against.id);
  EXPECT_NEAR(one.mover.guide.x, 60, 1e-9);
  EXPECT_NEAR(one.mover.guide.y, -1.5, 1e-9);
  EXPECT_EQ(one.mover.heading_x, 1);
  EXPECT_EQ(one.mover.speed_mps, 7);
  EXPECT_NEAR(other.mover.guide.x, 60, 1e-9);
  EXPECT_NEAR(other.mover.guide.y, 1.9, 1e-9);
  EXPECT_EQ(other.mover.heading_x, -1) << "as its lane is travelled";
  for (int k = 0; k < 100; ++k) run.step(kStep);
  EXPECT_GT(run.find(along.id)->mover.guide.x, 120) << "it drives on";
  EXPECT_EQ(run.tally().off_network, 0U);
}

TEST(Placing, SaysWhyABodyIsRefused) {
  const auto roads = roads_of(kRoad);
  Simulation run(roads->roads, {});
  const network::StripId strip = roads->network.find_strip("a");
  ASSERT_EQ(run.add(ObjectKind::car, strip, 100, -1.75, 0).refusal, NotAdded::none);
  const auto why = [&](ObjectKind kind, network::StripId on, double distance, double offset, double speed) {
    const std::size_t before = run.size();
    const Added added = run.add(kind, on, distance, offset, speed);
    EXPECT_TRUE(added.id.is_empty());
    EXPECT_EQ(run.size(), before) << "who is refused changes nothing";
    EXPECT_FALSE(to_text(added.refusal).empty());
    return added.refusal;
  };
  const ObjectKind car = ObjectKind::car;
  EXPECT_EQ(why(car, strip, kNaN, -1.75, 0), NotAdded::no_number);
  EXPECT_EQ(why(car, strip, 50, kNaN, 0), NotAdded::no_number);
  EXPECT_EQ(why(car, strip, 50, -1.75, kNaN), NotAdded::no_number);
  EXPECT_EQ(why(car, strip, 50, -1.75, -1), NotAdded::no_number);
  EXPECT_EQ(why(car, strip, 50, -1.75, 1e9), NotAdded::no_number);
  EXPECT_EQ(why(static_cast<ObjectKind>(77), strip, 50, -1.75, 0), NotAdded::no_kind);
  EXPECT_EQ(why(car, {}, 50, -1.75, 0), NotAdded::no_lane);
  EXPECT_EQ(why(car, network::StripId(99999), 50, -1.75, 0), NotAdded::no_lane);
  EXPECT_EQ(why(car, strip, -1, -1.75, 0), NotAdded::no_lane);
  EXPECT_EQ(why(car, strip, 301, -1.75, 0), NotAdded::no_lane);
  EXPECT_EQ(why(car, strip, 50, 4.5, 0), NotAdded::no_lane) << "a sidewalk";
  EXPECT_EQ(why(car, strip, 50, 20, 0), NotAdded::off_lane);
  EXPECT_EQ(why(car, strip, 50, -0.5, 0), NotAdded::off_lane) << "over the middle of the road";
  EXPECT_EQ(why(car, strip, 0.5, -1.75, 0), NotAdded::past_end);
  EXPECT_EQ(why(car, strip, 299.5, -1.75, 0), NotAdded::past_end);
  EXPECT_EQ(why(car, strip, 100, -1.75, 0), NotAdded::taken);
  EXPECT_EQ(why(car, strip, 104.9, -1.75, 0), NotAdded::taken) << "0.4 m of air";
  EXPECT_EQ(run.add(car, strip, 105.1, -1.75, 0).refusal, NotAdded::none) << "0.6 m of air";

  ASSERT_EQ(run.add_external(car, {{200, -1.75, 0}, 1, 0}, Parked{}).refused, "");
  EXPECT_EQ(why(car, strip, 200, -1.75, 0), NotAdded::taken) << "by one of no lane";
}

// A vehicle that is added has free space around it, and none is refused for a body that is not there.
TEST(Placing, RefusesBodiesThatAreTooNearAndNoOther) {
  const auto town = scene_roads("biketown");
  const world::Tracks& tracks = town->roads.tracks;
  Simulation run(town->roads, {});
  base::RandomStream random{1, 2, 3};
  std::size_t added = 0, taken = 0;
  for (int k = 0; k < 3000; ++k) {
    const Place p = random_place(tracks, random);
    const world::TrackId track = [&] {
      const network::LaneId lane = tracks.network().lane_at(p.strip, p.distance, p.offset);
      const world::TrackId along = tracks.track_of(network::DirectedLane{lane, true});
      return along.is_empty() ? tracks.track_of(network::DirectedLane{lane, false}) : along;
    }();
    const Added answer = run.add(p.kind, p.strip, p.distance, p.offset, p.speed_mps);
    if (answer.refusal != NotAdded::none && answer.refusal != NotAdded::taken) continue;
    // by a scan of all
    world::Mover there;
    world::put_on_track(tracks, track, tracks.metres_at(tracks[track], p.distance),
                        tracks[track].sign() * (p.offset - tracks.centre_at(tracks[track], p.distance)),
                        there);
    const world::BodyShape shape = world::usual_shape(p.kind);
    bool is_near = false;
    for (std::size_t i = 0; i < run.size(); ++i) {
      const VehicleView v = run.vehicle(i);
      if (v.id == answer.id) continue;
      is_near = is_near || world::overlap(world::box_of(v.shape, v.mover), world::box_of(shape, there), -0.5);
      if (shape.is_long())  // it may have its nose there as well
        is_near = is_near || world::overlap(world::box_of(v.shape, v.mover),
                                            world::box_of(world::LongShape(shape).nose_guided, there), -0.5);
    }
    EXPECT_EQ(answer.refusal == NotAdded::taken, is_near);
    (is_near ? taken : added) += 1;
  }
  EXPECT_GT(added, 100U);
  EXPECT_GT(taken, 300U);
  Overlaps overlaps;
  EXPECT_TRUE(overlaps.find(run).empty());
}

TEST(Placing, ARemovedBodyIsGoneAndStaysSo) {
  const auto town = scene_roads("biketown");
  Simulation run(town->roads, {});
  run.insert_spread(50);
  for (int k = 0; k < 50; ++k) run.step(kStep);
  const std::size_t before = run.size();
  const world::ObjectId id = run.vehicle(7).id;
  EXPECT_TRUE(run.remove(id));
  EXPECT_EQ(run.size(), before - 1);
  EXPECT_FALSE(run.find(id));
  EXPECT_FALSE(run.remove(id)) << "a stale handle";
  EXPECT_FALSE(run.remove(world::ObjectId{}));
  EXPECT_FALSE(run.remove(world::ObjectId(100000, 0)));
  // no list has an entry of it
  const look::Snapshot now = run.snapshot();
  for (const std::uint32_t strip : now.occupancy().active())
    for (const world::Entry& e : now.occupancy().on(network::StripId(strip))) EXPECT_NE(e.id, id.slot());
  for (int k = 0; k < 50; ++k) run.step(kStep);
  EXPECT_FALSE(run.find(id));
  while (run.size() > 0) EXPECT_TRUE(run.remove(run.vehicle(0).id));
  run.step(kStep);
}

// Vehicles are added and removed between all steps.
TEST(Placing, GivesTheSameBitsForAnyNumberOfThreadsAndAfterRestoring) {
  const auto town = scene_roads("biketown");
  const auto go_on = [&](Simulation& run, int first, int last) {
    for (int k = first; k < last; ++k) {
      base::RandomStream random{9, static_cast<std::uint64_t>(k), 1};
      const Place p = random_place(town->roads.tracks, random);
      run.add(p.kind, p.strip, p.distance, p.offset, p.speed_mps);
      // by number, since slots are as the tables were sorted
      const std::uint32_t number = static_cast<std::uint32_t>(random.below(60));
      for (std::size_t i = 0; i < run.size(); ++i) {
        if (run.vehicle(i).id.slot() != number) continue;
        EXPECT_TRUE(run.remove(run.vehicle(i).id));
        break;
      }
      run.step(kStep);
    }
  };
  std::string saved;
  std::uint64_t golden = 0;
  for (const std::size_t threads : {1U, 2U, 8U}) {
    Simulation run(town->roads, {.threads = threads});
    run.insert_spread(50);
    go_on(run, 0, 300);
    if (saved.empty()) saved = run.save();
    go_on(run, 300, 500);
    if (golden == 0) golden = run.hash();
    EXPECT_EQ(run.hash(), golden);
    EXPECT_GT(run.size(), 10U);
  }
  Simulation restored(town->roads, {.threads = 2});
  ASSERT_TRUE(restored.restore(saved).is_empty());
  go_on(restored, 300, 500);
  EXPECT_EQ(restored.hash(), golden);
}

}  // namespace
}  // namespace backlot::sim::placing_test
