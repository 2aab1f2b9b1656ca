// External objects: how they move, what becomes of commands, going over from one behaviour to another, saved states.
#include "backlot/sim/internal/externals.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/base/random.h"
#include "backlot/base/test/allocations.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::externals_test {
namespace {

using base::Duration;
using base::SimTime;
using world::ObjectId;
using world::ObjectKind;

constexpr Duration kStep = Duration::from_milliseconds(100);
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::unique_ptr<TestRoads> straight_road() {
  return roads_of(R"(
network straight
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
way street { profile street;  begin at (0 m, 0 m) heading 0 deg;  line 1000 m;  start open;  end open }
)");
}

world::TrackId lane_of(const TestRoads& roads, const char* way, const char* lane, bool is_along) {
  return roads.roads.tracks.track_of(
      {roads.network.find_lane(roads.network.find_strip(way), lane), is_along});
}

const ExternalBody& body_of(const Simulation& simulation, ObjectId id) {
  return simulation.find_external(id)->external;
}

ExternalNote note_for(const Simulation& simulation, ObjectId id) {
  for (const ExternalAnswer& answer : simulation.external_answers())
    if (answer.id == id) return answer.note;
  ADD_FAILURE() << "no answer";
  return ExternalNote::unknown;
}

ExternalCommand pose(ObjectId id, double time_s, double x, double y, double heading_rad, double speed_mps) {
  return {id, SimTime::from_nanoseconds(0) + Duration::from_seconds(time_s),
          PoseCommand{{x, y, 0}, heading_rad, speed_mps}};
}

ExternalCommand steering(ObjectId id, const Simulation& simulation, double steer_rad, double accel_mps2,
                         bool is_reverse = false) {
  return {id, simulation.tick().time, SteeringCommand{steer_rad, accel_mps2, is_reverse}};
}

// ---- behaviours

TEST(Externals, ByPoseIsWhereItsCommandPutsIt) {
  const auto road = straight_road();
  Simulation simulation(road->roads, {});
  const ObjectId id = simulation.add_external(ObjectKind::car, {{50, -1.75, 0}, 0, 10}, ByPose{}).id;
  for (int k = 1; k <= 20; ++k) {
    const ExternalCommand command = pose(id, 0.1 * k, 50 + k, -1.75 + 0.01 * k, 0.01 * k, 10);
    simulation.step(kStep, {&command, 1});
    EXPECT_EQ(note_for(simulation, id), ExternalNote::taken);
    const world::LooseBody& body = body_of(simulation, id).body;
    EXPECT_EQ(body.middle.x, 50 + k);
    EXPECT_NEAR(body.heading_y, base::sin(0.01 * k), 1e-15);
  }
  // a long step goes there in parts
  const ExternalCommand far = pose(id, 3, 78, -1.55, 0, 10);
  simulation.step(Duration::from_milliseconds(800), {&far, 1});
  EXPECT_EQ(note_for(simulation, id), ExternalNote::taken);
  EXPECT_EQ(body_of(simulation, id).body.middle.x, 78);
  // and off the road, by a jump
  const ExternalCommand jump = pose(id, 4, 300, 500, 2, 0);
  simulation.step(Duration::from_milliseconds(800), {&jump, 1});
  EXPECT_EQ(note_for(simulation, id), ExternalNote::jumped);
  EXPECT_EQ(body_of(simulation, id).body.middle.y, 500);
}

// Known answer: the rear axle on the circle of its wheels; speed by the acceleration; the gear.
TEST(Externals, BySteeringDrivesAsABicycle) {
  const auto road = straight_road();
  Simulation simulation(road->roads, {});
  const ObjectId id = simulation.add_external(ObjectKind::car, {{100, 200, 0}, 0.5, 0}, BySteering{}).id;
  const world::BodyShape shape;
  const double steer = 0.3, radius = static_cast<double>(shape.wheelbase_m) / std::tan(steer);
  const double back = 0.5 * static_cast<double>(shape.length_m) - static_cast<double>(shape.rear_overhang_m);
  const auto axle = [&] { return world::ahead_of_middle(body_of(simulation, id).body, -back); };
  const geometry::WorldPoint first = axle();
  const double x = first.x - radius * std::sin(0.5), y = first.y + radius * std::cos(0.5);
  for (int k = 0; k < 80; ++k) {
    const ExternalCommand command = steering(id, simulation, steer, k < 20 ? 2 : 0);
    simulation.step(kStep, {&command, 1});
    EXPECT_NEAR(std::hypot(axle().x - x, axle().y - y), radius, 1e-9);
  }
  EXPECT_NEAR(body_of(simulation, id).body.speed_mps, 4, 1e-12);
  const double way = 4 + 6 * 4, turned = way / radius;
  EXPECT_NEAR(body_of(simulation, id).body.heading_x, std::cos(0.5 + turned), 1e-9);
  // brakes never turn it around; in reverse it stops first
  for (int k = 0; k < 20; ++k) {
    const ExternalCommand command = steering(id, simulation, 0, -5);
    simulation.step(kStep, {&command, 1});
  }
  EXPECT_EQ(body_of(simulation, id).body.speed_mps, 0);
  for (int k = 0; k < 10; ++k) {
    const ExternalCommand command = steering(id, simulation, 0, 1.5, true);
    simulation.step(kStep, {&command, 1});
  }
  EXPECT_NEAR(body_of(simulation, id).body.speed_mps, -1.5, 1e-12);
}

TEST(Externals, ByPathFollowsItsPointsAndStandsAtTheLast) {
  const auto road = straight_road();
  Simulation simulation(road->roads, {});
  std::vector<geometry::WorldPoint> points;
  for (int k = 0; k <= 60; ++k) points.push_back({100 + 2.0 * k, 8 * std::sin(0.05 * k), 0});
  const ObjectId id = simulation.add_external(ObjectKind::car, {{100, 1, 0}, 0.2, 5}, ByPath{points, 8}).id;
  double furthest = 0;
  for (int k = 0; k < 250; ++k) {
    const world::LooseBody before = body_of(simulation, id).body;
    simulation.step(kStep);
    const world::LooseBody& body = body_of(simulation, id).body;
    EXPECT_LE(distance_between(before.middle, body.middle), 0.85) << "no jump";
    double nearest = 1e9;
    for (std::size_t p = 0; p + 1 < points.size(); ++p)
      for (const double share : {0.0, 0.25, 0.5, 0.75})
        nearest =
            std::min(nearest, distance_between(points[p] + share * (points[p + 1] - points[p]), body.middle));
    if (k > 20) furthest = std::max(furthest, nearest);
  }
  EXPECT_LT(furthest, 0.6);
  EXPECT_EQ(body_of(simulation, id).body.speed_mps, 0);
  EXPECT_LT(distance_between(body_of(simulation, id).body.middle, points.back()), 0.6);
}

TEST(Externals, APathIsDrivenAsFastAsCommanded) {
  const auto road = straight_road();
  Simulation simulation(road->roads, {});
  const ByPath plan{{{0, -1.75, 0}, {1000, -1.75, 0}}, 8};
  const ObjectId id = simulation.add_external(ObjectKind::car, {{20, -1.75, 0}, 0, 8}, plan).id;
  for (int k = 0; k < 50; ++k) simulation.step(kStep);
  EXPECT_NEAR(body_of(simulation, id).body.speed_mps, 8, 1e-9) << "without a command as the plan says";
  for (int k = 0; k < 50; ++k) {
    const ExternalCommand command{id, simulation.tick().time, PaceCommand{12}};
    simulation.step(kStep, {&command, 1});
  }
  EXPECT_NEAR(body_of(simulation, id).body.speed_mps, 12, 1e-9);
  for (int k = 0; k < 60; ++k) simulation.step(kStep);
  EXPECT_EQ(body_of(simulation, id).body.speed_mps, 0) << "once commanded, it wants to be";
}

TEST(Externals, APatternGoesThroughItsManoeuvres) {
  const auto road = straight_road();
  Simulation simulation(road->roads, {});
  const auto s = [](double seconds) { return Duration::from_seconds(seconds); };
  const ByPattern plan{{{s(2), 6, 3, 0}, {s(3), 0, 4, 0}, {s(4), -2, 1, 0}, {s(1), 0, 8, 0.2}}};
  const ObjectId id = simulation.add_external(ObjectKind::car, {{100, -1.75, 0}, 0, 0}, plan).id;
  std::vector<double> speeds;
  for (int k = 0; k < 120; ++k) {
    simulation.step(kStep);
    speeds.push_back(body_of(simulation, id).body.speed_mps);
  }
  EXPECT_NEAR(speeds[9], 3, 1e-9);
  EXPECT_NEAR(speeds[19], 6, 1e-9);
  EXPECT_NEAR(speeds[24], 4, 1e-9);
  EXPECT_EQ(speeds[40], 0);
  EXPECT_NEAR(speeds[59], -1, 1e-9);
  EXPECT_NEAR(speeds[89], -2, 1e-9);
  EXPECT_EQ(speeds[110], 0);
  // 6 + 4.5 forwards, 2 + 4 + 0.25 back
  EXPECT_NEAR(body_of(simulation, id).body.middle.x, 100 + 6 + 4.5 - 6 - 0.25, 0.05);
}

TEST(Externals, AParkedObjectBrakesAndStays) {
  const auto road = straight_road();
  Simulation simulation(road->roads, {});
  const ObjectId id = simulation.add_external(ObjectKind::car, {{100, -1.75, 0}, 0, 6}, Parked{}).id;
  for (int k = 0; k < 50; ++k) simulation.step(kStep);
  EXPECT_EQ(body_of(simulation, id).body.speed_mps, 0);
  EXPECT_NEAR(body_of(simulation, id).body.middle.x, 106, 1e-6);
}

// ---- commands that are missing, late, no numbers, too much

TEST(Externals, WithoutACommandOneGoesOnForHalfASecondThenBrakes) {
  const auto road = straight_road();
  for (const bool is_by_pose : {true, false}) {
    Simulation simulation(road->roads, {});
    const ObjectId id = simulation
                            .add_external(ObjectKind::car, {{100, -1.75, 0}, 0, 9},
                                          is_by_pose ? Behaviour(ByPose{}) : Behaviour(BySteering{}))
                            .id;
    const ExternalCommand first =
        is_by_pose ? pose(id, 0, 100.9, -1.75, 0, 9) : steering(id, simulation, 0, 0);
    simulation.step(kStep, {&first, 1});
    for (int k = 1; k < 50; ++k) {
      simulation.step(kStep);
      EXPECT_EQ(note_for(simulation, id), ExternalNote::missing);
      const double braking_s = std::max(0.0, 0.1 * (k - 4));
      EXPECT_NEAR(body_of(simulation, id).body.speed_mps, std::max(0.0, 9 - 3 * braking_s), 1e-9) << k;
    }
    EXPECT_NEAR(body_of(simulation, id).body.middle.x, 100 + 9 * 0.5 + 81.0 / 6, 1e-6);
  }
}

TEST(Externals, CommandsThatCannotBeTakenAreAnsweredAndCountAsMissing) {
  const auto road = straight_road();
  Simulation simulation(road->roads, {});
  const ObjectId id = simulation.add_external(ObjectKind::car, {{100, -1.75, 0}, 0, 9}, ByPose{}).id;
  const ObjectId parked = simulation.add_external(ObjectKind::car, {{300, -1.75, 0}, 0, 0}, Parked{}).id;
  const ObjectId extra = simulation.insert(ObjectKind::car, lane_of(*road, "street", "L1", false), 500, 10);
  const ExternalCommand good = pose(id, 5, 100.9, -1.75, 0, 9);
  simulation.step(kStep, {&good, 1});
  ASSERT_EQ(note_for(simulation, id), ExternalNote::taken);
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<ExternalCommand> bad = {
      pose(id, 4.9, 200, -1.75, 0, 9),  pose(id, 6, kNaN, 0, 0, 9),   pose(id, 6, 100, inf, 0, 9),
      pose(id, 6, 100, 0, kNaN, 9),     pose(id, 6, 100, 0, 0, -inf), steering(id, simulation, 0, 1),
      pose(parked, 6, 100, 0, 0, 0),    pose(extra, 6, 100, 0, 0, 0), pose(ObjectId(9, 9), 6, 100, 0, 0, 0),
      pose(ObjectId(), 6, 100, 0, 0, 0)};
  simulation.step(kStep, bad);
  std::vector<ExternalNote> notes;
  for (const ExternalAnswer& answer : simulation.external_answers()) notes.push_back(answer.note);
  using N = ExternalNote;
  EXPECT_EQ(notes,
            (std::vector<N>{N::late, N::not_finite, N::not_finite, N::not_finite, N::not_finite, N::unsuited,
                            N::unsuited, N::unknown, N::unknown, N::unknown, N::missing}));
  EXPECT_NEAR(body_of(simulation, id).body.middle.x, 101.8, 1e-9) << "it goes on";
  for (const N note : notes) EXPECT_FALSE(to_text(note).empty());
}

TEST(Externals, WhatIsBeyondTheLimitsIsCutAndReported) {
  const auto road = straight_road();
  Simulation simulation(road->roads, {});
  const ObjectId id = simulation.add_external(ObjectKind::car, {{100, -1.75, 0}, 0, 20}, BySteering{}).id;
  const ExternalCommand hard = steering(id, simulation, 3, -500);
  simulation.step(kStep, {&hard, 1});
  EXPECT_EQ(note_for(simulation, id), ExternalNote::clamped);
  EXPECT_NEAR(body_of(simulation, id).body.speed_mps, 20 - 1.2, 1e-9);
  EXPECT_NEAR(body_of(simulation, id).body.bend_1pm, std::tan(0.65) / 2.7, 1e-6);
  const ObjectId reported = simulation.add_external(ObjectKind::car, {{300, 50, 0}, 0, 20}, ByPose{}).id;
  const ExternalCommand fast = pose(reported, 0, 302, 50, 0, 900);
  simulation.step(kStep, {&fast, 1});
  EXPECT_EQ(note_for(simulation, reported), ExternalNote::clamped);
  EXPECT_EQ(body_of(simulation, reported).body.speed_mps, 80);
}

TEST(Externals, WhatCannotBeIsRefusedWithAReason) {
  const auto road = straight_road();
  Simulation simulation(road->roads, {});
  const auto refused = [&](const PoseCommand& at, const Behaviour& behaviour,
                           const std::optional<world::BodyShape>& shape = std::nullopt) {
    const AddedExternal added = simulation.add_external(ObjectKind::car, at, behaviour, shape);
    EXPECT_EQ(added.id.is_empty(), !added.refused.empty());
    return !added.refused.empty();
  };
  EXPECT_TRUE(refused({{kNaN, 0, 0}, 0, 0}, Parked{}));
  EXPECT_TRUE(refused({{0, 0, 0}, kNaN, 0}, Parked{}));
  EXPECT_TRUE(refused({{0, 0, 0}, 0, 300}, Parked{}));
  EXPECT_TRUE(refused({{0, 0, 0}, 0, 0}, AsExtra{}));
  EXPECT_TRUE(refused({{0, 0, 0}, 0, 0}, ByPath{{{0, 0, 0}}, 5}));
  EXPECT_TRUE(refused({{0, 0, 0}, 0, 0}, ByPath{{{0, 0, 0}, {kNaN, 0, 0}}, 5}));
  EXPECT_TRUE(refused({{0, 0, 0}, 0, 0}, ByPath{{{0, 0, 0}, {1, 0, 0}}, kNaN}));
  EXPECT_TRUE(refused({{0, 0, 0}, 0, 0}, ByPath{{{0, 0, 0}, {1, 0, 0}}, 5, 0, 4}));
  EXPECT_TRUE(refused({{0, 0, 0}, 0, 0}, ByPath{{{0, 0, 0}, {1, 0, 0}}, 5, 3, 13}));
  EXPECT_TRUE(refused({{0, 0, 0}, 0, 0}, ByPath{{{0, 0, 0}, {1, 0, 0}}, 5, kNaN, 4}));
  EXPECT_TRUE(refused({{0, 0, 0}, 0, 0}, ByPattern{{{Duration(), 0, 1, 0}}}));
  EXPECT_TRUE(refused({{0, 0, 0}, 0, 0}, ByPattern{{{kStep, kNaN, 1, 0}}}));
  EXPECT_TRUE(refused({{0, 0, 0}, 0, 0}, Parked{}, world::BodyShape{.length_m = 90}));
  EXPECT_FALSE(refused({{0, 0, 0}, 0, 0}, ByPattern{}));
  EXPECT_FALSE(simulation.set_behaviour(ObjectId(), Parked{}).empty());
  EXPECT_FALSE(simulation.set_behaviour(ObjectId(77, 0), Parked{}).empty());
  EXPECT_FALSE(simulation.remove(ObjectId(77, 0)));
  const ObjectId id = simulation.external(0).id;
  EXPECT_TRUE(simulation.remove(id));
  EXPECT_FALSE(simulation.remove(id)) << "it is gone";
  EXPECT_FALSE(simulation.find_external(id));
  EXPECT_FALSE(simulation.set_behaviour(id, Parked{}).empty());
  simulation.step(kStep);
}

// ---- from one behaviour to another

// All behaviours in turn, from extra to extra: neither place nor heading jumps.
TEST(Externals, GoingOverNeverJumps) {
  const auto road = straight_road();
  Simulation simulation(road->roads, {});
  const world::TrackId lane = lane_of(*road, "street", "R1", true);
  const ObjectId id = simulation.insert(ObjectKind::car, lane, 30, 10);
  const auto box = [&] {
    const auto extra = simulation.find(id);
    return extra ? world::box_of(extra->shape, extra->mover) : world::box_of(body_of(simulation, id).body);
  };
  const auto drive = [&](int steps) {
    for (int k = 0; k < steps; ++k) {
      const world::BodyBox before = box();
      simulation.step(kStep);
      EXPECT_LT(distance_between(box().centre, before.centre), 1.6);
      EXPECT_GT(box().heading_x * before.heading_x + box().heading_y * before.heading_y, 0.99);
    }
  };
  drive(20);
  const std::vector<geometry::WorldPoint> path = {{0, -1.9, 0}, {900, -1.9, 0}};
  const Behaviour all[] = {
      ByPath{path, 9}, BySteering{}, ByPattern{{{kStep * 10, 9, 3, 0.004}, {kStep * 10, 9, 3, -0.004}}},
      AsExtra{},       ByPose{},     Parked{},
      AsExtra{}};
  for (const Behaviour& behaviour : all) {
    const world::BodyBox before = box();
    EXPECT_EQ(simulation.set_behaviour(id, behaviour), "") << behaviour.index();
    EXPECT_LT(distance_between(box().centre, before.centre), 0.01) << behaviour.index();
    EXPECT_NEAR(box().heading_x, before.heading_x, 1e-9);
    EXPECT_EQ(simulation.find(id).has_value(), std::holds_alternative<AsExtra>(behaviour));
    EXPECT_EQ(simulation.find_external(id).has_value(), !std::holds_alternative<AsExtra>(behaviour));
    drive(std::holds_alternative<BySteering>(behaviour) || std::holds_alternative<ByPose>(behaviour) ? 4
                                                                                                     : 18);
  }
  drive(200);
  EXPECT_NEAR(simulation.find(id)->mover.lateral, simulation.find(id)->mover.home, 1e-9)
      << "in its place at last";
  EXPECT_GT(simulation.find(id)->mover.speed_mps, 5);
}

TEST(Externals, OnlyAnObjectOnALaneThatRunsItsWayBecomesAnExtra) {
  const auto road = straight_road();
  const auto reason = [&](double y, double heading_rad, double speed_mps,
                          const std::optional<world::BodyShape>& shape = std::nullopt, double x = 100) {
    Simulation simulation(road->roads, {});
    const ObjectId id =
        simulation.add_external(ObjectKind::car, {{x, y, 0}, heading_rad, speed_mps}, Parked{}, shape).id;
    const std::string_view why = simulation.set_behaviour(id, AsExtra{});
    EXPECT_EQ(simulation.find(id).has_value(), why.empty());
    simulation.step(kStep);
    return std::string(why);
  };
  EXPECT_EQ(reason(-1.75, 0, 8), "");
  EXPECT_EQ(reason(-1.75 + 0.95, 0, 8), "");
  EXPECT_EQ(reason(-1.75, 0.29, 8), "");
  EXPECT_EQ(reason(1.75, base::kPi, 8), "");
  EXPECT_NE(reason(-1.75 + 1.2, 0, 8), "") << "too far beside";
  EXPECT_NE(reason(-1.75, 0.35, 8), "") << "aslant";
  EXPECT_NE(reason(1.75, 0, 8), "") << "the wrong way";
  EXPECT_NE(reason(-1.75, 0, -2), "") << "backwards";
  EXPECT_NE(reason(-40, 0, 8), "") << "off the road";
  EXPECT_NE(reason(-1.75, 0, 8, world::BodyShape{.length_m = 5}), "") << "another body";
  EXPECT_NE(reason(-1.75, 0, 8, std::nullopt, 1), "") << "half of it beyond the end";
}

// ---- contacts

TEST(Externals, AnObjectThatTouchedStopsAndRemains) {
  const auto road = straight_road();
  Simulation simulation(road->roads, {});
  const world::TrackId lane = lane_of(*road, "street", "R1", true);
  const ObjectId extra = simulation.insert(ObjectKind::car, lane, 100, 12);
  const ObjectId behind = simulation.insert(ObjectKind::car, lane, 40, 12);
  for (int k = 0; k < 10; ++k) simulation.step(kStep);
  // right before its bumper, standing
  const double x = simulation.find(extra)->mover.guide.x;
  const ObjectId wall = simulation.add_external(ObjectKind::car, {{x + 7, -1.75, 0}, 1.2, 0}, ByPose{}).id;
  for (int k = 0; k < 150; ++k) simulation.step(kStep);
  ASSERT_TRUE(simulation.find_external(extra)) << "it is a wreck";
  EXPECT_TRUE(body_of(simulation, extra).is_wrecked());
  EXPECT_TRUE(body_of(simulation, wall).is_wrecked());
  EXPECT_EQ(body_of(simulation, extra).body.speed_mps, 0);
  EXPECT_EQ(simulation.tally().contacts, 1U);
  ASSERT_TRUE(simulation.find(behind)) << "the next one has seen it";
  EXPECT_LT(simulation.find(behind)->mover.speed_mps, 0.1);
  const ExternalCommand command = pose(wall, 60, 500, 0, 0, 0);
  simulation.step(kStep, {&command, 1});
  EXPECT_EQ(note_for(simulation, wall), ExternalNote::unsuited) << "a wreck takes no commands";
  EXPECT_TRUE(simulation.remove(extra));
  EXPECT_TRUE(simulation.remove(wall));
  for (int k = 0; k < 100; ++k) simulation.step(kStep);
  EXPECT_GT(simulation.find(behind)->mover.speed_mps, 5) << "the way is free";
}

// ---- sameness

// A car on its path through town, one that is steered at random, one that jumps about, one across the road; and now and then an extra is
// parked where it is. What it does in a step depends on the number of the step alone.
class Company {
 public:
  Company(const TestRoads& roads, Simulation& simulation) {
    const world::Tracks& tracks = roads.roads.tracks;
    std::vector<world::TrackId> list{tracks.entrances()[0]};
    for (int k = 0; k < 6 && !tracks.onward(tracks[list.back()]).empty(); ++k)
      list.push_back(tracks.onward(tracks[list.back()]).front());
    places_ = points_along(tracks, list, 5);
    const double heading = base::atan2(places_[1].y - places_[0].y, places_[1].x - places_[0].x);
    simulation.add_external(ObjectKind::car, {places_[0], heading, 5}, ByPath{places_, 9});
    steered_ = simulation.add_external(ObjectKind::truck, {place(0.8), heading + 2, 5}, BySteering{}).id;
    jumper_ = simulation.add_external(ObjectKind::car, {place(0.3), heading, 0}, ByPose{}).id;
    simulation.add_external(ObjectKind::bus, {place(0.5), heading + 1.4, 0}, Parked{});
  }

  void step(Simulation& simulation, int k) const {
    base::RandomStream random{5, static_cast<std::uint64_t>(k), 0};
    std::vector<ExternalCommand> commands;
    if (k % 7 != 0)
      commands.push_back(
          steering(steered_, simulation, random.uniform(-0.4, 0.4), random.uniform(-2, 2), k % 60 > 40));
    if (k % 50 == 0) {
      const geometry::WorldPoint& at = places_[random.below(places_.size())];
      commands.push_back(
          {jumper_, simulation.tick().time, PoseCommand{at, random.uniform(-3, 3), random.uniform(0, 8)}});
    }
    if (k % 60 == 20 && simulation.size() > 10) {
      ObjectId first = simulation.vehicle(0).id;
      for (std::size_t v = 1; v < simulation.size(); ++v) first = std::min(first, simulation.vehicle(v).id);
      simulation.set_behaviour(first, Parked{});
    }
    simulation.step(kStep, commands);
  }

 private:
  const geometry::WorldPoint& place(double share) const {
    return places_[static_cast<std::size_t>(share * static_cast<double>(places_.size()))];
  }

  ObjectId steered_, jumper_;
  std::vector<geometry::WorldPoint> places_;
};

TEST(Externals, HaveTheSameHashForAnyThreadsAndAnyOrderOfTheTables) {
  for (const char* scene : {"biketown", "county_road"}) {
    const auto town = scene_roads(scene);
    for (const Update update : {Update::transactional, Update::sequential}) {
      const auto hash = [&](std::size_t threads, std::uint64_t sort_every) {
        Simulation simulation(town->roads, {.threads = threads, .update = update, .sort_every = sort_every});
        simulation.insert_spread(70);
        const Company company(*town, simulation);
        for (int k = 0; k < 500; ++k) company.step(simulation, k);
        EXPECT_GT(simulation.external_count(), 5U);
        return simulation.hash();
      };
      const std::uint64_t one = hash(1, 40);
      EXPECT_EQ(hash(2, 40), one) << scene;
      EXPECT_EQ(hash(8, 3), one) << scene;
    }
  }
}

bool are_equal(const world::Entry& a, const world::Entry& b) {
  return a.from == b.from && a.to == b.to && a.right == b.right && a.left == b.left &&
         a.claim_right == b.claim_right && a.claim_left == b.claim_left && a.middle == b.middle &&
         a.sine == b.sine && a.speed_mps == b.speed_mps && a.pace_mps == b.pace_mps &&
         a.front_m == b.front_m && a.arrived_s == b.arrived_s && a.id == b.id && a.flags == b.flags;
}

// A run that goes on from a saved state is the same in every step. It also has the same lists: they follow from the bodies alone.
TEST(Externals, GoOnFromASavedState) {
  for (const Update update : {Update::transactional, Update::sequential}) {
    const auto town = scene_roads("biketown");
    Simulation whole(town->roads, {.update = update}), other(town->roads, {.threads = 3, .update = update});
    whole.insert_spread(70);
    const Company company(*town, whole);
    for (int k = 0; k < 333; ++k) {
      company.step(whole, k);
      if (k % 10 != 0) continue;
      ASSERT_TRUE(other.restore(whole.save()).is_empty());
      other.refresh_occupancy();
      if (update == Update::transactional) whole.refresh_occupancy();
      std::size_t externals = 0;
      for (std::uint32_t s = 0; s < town->network.strips().size(); ++s) {
        const world::EntryList kept = whole.occupancy().on(network::StripId(s)),
                               anew = other.occupancy().on(network::StripId(s));
        ASSERT_TRUE(std::equal(kept.begin(), kept.end(), anew.begin(), anew.end(), are_equal)) << k;
        for (const world::Entry& e : kept) externals += e.has(world::EntryFlag::external) ? 1U : 0U;
      }
      EXPECT_GT(externals, 1U);
    }
    EXPECT_EQ(other.save(), [&] {
      Simulation again(town->roads, {.update = update});
      EXPECT_TRUE(again.restore(other.save()).is_empty());
      return again.save();
    }());
    ASSERT_TRUE(other.restore(whole.save()).is_empty());
    for (int k = 333; k < 666; ++k) {
      company.step(whole, k);
      company.step(other, k);
    }
    EXPECT_EQ(other.hash(), whole.hash());
  }
}

TEST(Externals, ADamagedStateIsRefused) {
  const auto town = scene_roads("biketown");
  Simulation simulation(town->roads, {}), other(town->roads, {.externals = {.brake_mps2 = 5}});
  const Company company(*town, simulation);
  const std::string saved = simulation.save();
  EXPECT_EQ(other.restore(saved)[0].code, "S104") << "other settings";
  for (std::size_t cut = 1; cut < 200; cut += 13)
    EXPECT_FALSE(simulation.restore(saved.substr(0, saved.size() - cut)).is_empty());
  EXPECT_TRUE(simulation.restore(saved).is_empty());
}

TEST(Externals, TakeNoMemoryInAStepAfterWarmUp) {
  const auto town = scene_roads("biketown");
  for (const Update update : {Update::transactional, Update::sequential}) {
    Simulation simulation(town->roads, {.update = update});
    simulation.insert_spread(60);
    std::vector<geometry::WorldPoint> around;
    for (int k = 0; k <= 2000; ++k)
      around.push_back({150 + 60 * std::cos(0.1 * k), 150 + 60 * std::sin(0.1 * k), 0});
    const ObjectId id = simulation.add_external(ObjectKind::car, {around[0], 1.57, 5}, ByPath{around, 8}).id;
    ExternalCommand command{id, {}, PaceCommand{8}};
    const auto step = [&] {
      command.made_at = simulation.tick().time;
      simulation.step(kStep, {&command, 1});
    };
    for (int k = 0; k < 6000; ++k) step();
    int counted = 0, changed = -100;
    for (int k = 0; k < 1000; ++k) {
      const std::size_t externals = simulation.external_count(), before = base::allocation_count();
      step();
      if (simulation.external_count() != externals) changed = k;
      if (k < changed + 30) continue;  // another one has become a wreck, and all lists grow
      EXPECT_EQ(base::allocation_count(), before)
          << k << (update == Update::sequential ? ", sequential" : "");
      ++counted;
    }
    EXPECT_GT(counted, 500);
  }
}

}  // namespace
}  // namespace backlot::sim::externals_test
