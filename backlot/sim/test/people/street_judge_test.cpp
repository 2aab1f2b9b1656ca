// The judge of vehicles and people: what it counts in frames that are made by hand, and what it counts in a town.
#include "backlot/sim/test/people/street_judge.h"

#include <gtest/gtest.h>

#include "backlot/network/locate.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::street_judge_test {
namespace {

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);
constexpr double kLane_m = 3.25;  // of the streets of biketown, one each way

// A crosswalk without signals, and a lane for vehicles that crosses it.
struct Street {
  std::unique_ptr<TestRoads> town = scene_roads("biketown");
  geometry::WorldPoint at{};  // the middle of the crosswalk
  double ux = 1, uy = 0;      // along it
  double length = 0;

  Street() {
    const network::Network& net = town->network;
    for (std::uint32_t k = 0; k < net.lanes().size(); ++k) {
      const network::LaneId lane(k);
      if (net.lane(lane).kind != network::LaneKind::crosswalk) continue;
      const network::StripId strip = net.lane(lane).strip;
      if (!net.corridor(net.corridor_of(strip)).signal_group.is_empty()) continue;
      length = net.strip(strip).length();
      const auto a = network::place(net, strip, {0, net.edges(lane, 0).centre(), 0}).position;
      const auto b = network::place(net, strip, {length, net.edges(lane, length).centre(), 0}).position;
      at = {0.5 * (a.x + b.x), 0.5 * (a.y + b.y), 0.5 * (a.z + b.z)};
      ux = (b.x - a.x) / length;
      uy = (b.y - a.y) / length;
      return;
    }
  }
  // `s` from the middle along the crosswalk, `t` to the left of that.
  record::FrameObject body(std::uint32_t number, world::ObjectKind kind, double s, double t, double faces_s,
                           double faces_t, double speed_mps) const {
    record::FrameObject o;
    o.id = world::ObjectId(number, number);
    o.kind = kind;
    o.centre = {at.x + s * ux - t * uy, at.y + s * uy + t * ux, at.z};
    o.heading_x = faces_s * ux - faces_t * uy;
    o.heading_y = faces_s * uy + faces_t * ux;
    const bool is_person = kind == world::ObjectKind::pedestrian;
    o.length_m = is_person ? 0.26F : 4.4F;
    o.width_m = is_person ? 0.44F : 1.8F;
    o.height_m = 1.7F;
    o.speed_mps = speed_mps;
    return o;
  }
};

record::Frame frame_of(std::uint64_t tick, std::vector<record::FrameObject> objects) {
  record::Frame frame;
  frame.tick = tick;
  frame.time = base::SimTime{} + base::Duration::from_milliseconds(100 * static_cast<std::int64_t>(tick));
  frame.objects = std::move(objects);
  return frame;
}

// A person stands at the kerb and faces the road; a car comes at 10 m/s from 45 m off.
TEST(StreetJudge, CountsADriverThatDoesNotYield) {
  const Street street;
  StreetJudge judge(street.town->network);
  const double kerb = -kLane_m - 0.6;
  for (std::uint64_t k = 0; k < 60; ++k)
    judge.watch(
        frame_of(k, {street.body(0, world::ObjectKind::pedestrian, kerb, 0, 1, 0, 0),
                     street.body(1, world::ObjectKind::car, 1, -45 + static_cast<double>(k), 0, 1, 10)}));
  EXPECT_EQ(judge.counts().encounters, 1U);
  EXPECT_EQ(judge.counts().not_yielded, 1U);
}

// The same, and the person is over before the car comes on.
TEST(StreetJudge, CountsADriverThatYields) {
  const Street street;
  StreetJudge judge(street.town->network);
  const double kerb = -kLane_m - 0.6;
  for (std::uint64_t k = 0; k < 200; ++k) {
    const double t =
        -45 + std::min(static_cast<double>(k), 25.0) + std::max(0.0, static_cast<double>(k) - 160);
    const double s = kerb + 0.13 * std::max(0.0, static_cast<double>(k) - 40);
    judge.watch(
        frame_of(k, {street.body(0, world::ObjectKind::pedestrian, s, 0, 1, 0, 1.3),
                     street.body(1, world::ObjectKind::car, 1, t, 0, 1, k < 25 || k > 160 ? 10 : 0)}));
  }
  EXPECT_EQ(judge.counts().encounters, 1U);
  EXPECT_EQ(judge.counts().not_yielded, 0U);
  EXPECT_EQ(judge.counts().crossed, 1U);
}

TEST(StreetJudge, CountsBodiesThatOverlapAndPeopleThatAreRunOver) {
  const Street street;
  StreetJudge judge(street.town->network);
  for (std::uint64_t k = 0; k < 10; ++k)
    judge.watch(
        frame_of(k, {street.body(0, world::ObjectKind::pedestrian, 0, 0, 1, 0, 0),
                     street.body(1, world::ObjectKind::pedestrian, 0.1, 0, 1, 0, 0),
                     street.body(2, world::ObjectKind::car, 0, -6 + static_cast<double>(k), 0, 1, 10)}));
  EXPECT_EQ(judge.counts().people_overlap, 1U);
  EXPECT_EQ(judge.counts().people_touched, 2U);
  EXPECT_EQ(judge.counts().people_run_over, 2U);
  EXPECT_NEAR(judge.counts().person_waits_s, 0.9, 1e-9);
}

// The short form of bench_walkers.
TEST(StreetJudge, FindsNoFaultInATownForFiveMinutes) {
  const auto town = scene_roads("biketown");
  Simulation run(town->roads, {.seed = 5});
  run.insert_spread(30);
  run.people().spread(400);
  StreetJudge judge(town->network);
  record::Frame frame;
  for (int k = 0; k < 3000; ++k) {
    run.step(kStep);
    run.frame(frame, {.has_signals = true});
    judge.watch(frame);
  }
  const StreetCounts& c = judge.counts();
  EXPECT_GT(c.encounters, 200U);
  EXPECT_LE(100 * c.not_yielded, c.encounters);
  EXPECT_EQ(c.people_overlap + c.people_touched + c.people_run_over + c.vehicles_touch, 0U);
  EXPECT_LE(c.person_waits_s, 180);
  EXPECT_LE(c.vehicle_waits_s, 180);
  EXPECT_GT(c.crossed, 400U);
}

}  // namespace
}  // namespace backlot::sim::street_judge_test
