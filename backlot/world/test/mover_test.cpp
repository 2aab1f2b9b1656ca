#include "backlot/world/mover.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/base/random.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::world::mover_test {
namespace {

using geometry::WorldPoint;

// Roads to drive on, each from its open start.
constexpr const char* kRoads = R"(
profile two { vehicle backward 3.25 m; spine; vehicle forward 3.25 m; vehicle forward 3.25 m }
way straight { profile two;  begin at (0 m, 0 m) heading 30 deg;  line 1000 m;  start open;  end open }
way circle {   # the lane R1 has a radius of 12 m
  lanes { spine; vehicle forward 3.25 m }
  begin at (0 m, 2000 m) heading 0 deg
  arc left radius 10.375 m turn 350 deg
  start open
  end open
}
way s_bend {
  profile two
  begin at (0 m, -2000 m) heading -20 deg
  line 20 m
  spiral left straight to radius 25 m length 20 m
  arc left radius 25 m turn 60 deg
  spiral left radius 25 m to straight length 20 m
  spiral right straight to radius 25 m length 20 m
  arc right radius 25 m turn 80 deg
  spiral right radius 25 m to straight length 20 m
  line 20 m
  elevation { at 0 m: 0 m;  at 100 m: 6 m;  at 150 m: 6 m }
  bank { at 30 m: 0 deg;  at 60 m: 4 deg;  at 90 m: 4 deg;  at 120 m: -4 deg }
  start open
  end open
}
way bend { profile two;  begin at (0 m, 4000 m) heading 0 deg;  arc left radius 60 m turn 300 deg;  start open;  end open }
profile street { vehicle backward 3.25 m; spine; vehicle forward 3.25 m }
way west { profile street;  begin at (-100 m, 0 m) heading 0 deg;  line 88 m;  start open }
way east { profile street;  begin at (100 m, 0 m) heading 180 deg;  line 88 m;  start open }
way south { profile street;  begin at (0 m, -100 m) heading 90 deg;  line 88 m;  start open }
way north { profile street;  begin at (0 m, 100 m) heading 270 deg;  line 88 m;  start open }
intersection x { arm west: west.end; arm east: east.end; arm south: south.end; arm north: north.end }
)";

const TestRoads& roads() {
  static const TestRoads all(kRoads);
  return all;
}

WorldPoint axle_of(const BodyShape& shape, const Mover& m) {
  const auto a = static_cast<double>(shape.guide_m());
  return {m.guide.x - a * m.heading_x, m.guide.y - a * m.heading_y, m.guide.z};
}

// Where the path is that a body should be on.
WorldPoint place_of(const Tracks& tracks, const Mover& m) {
  const Track& track = tracks[m.trail.current()];
  const double distance = tracks.distance_at(track, m.metres);
  return tracks.place(track, distance,
                      tracks.centre_at(track, distance) + (track.is_along ? 1 : -1) * m.lateral);
}

// The angle between the way of the rear axle and the middle of two headings, radians.
double slip_angle(const BodyShape& shape, const Mover& before, const Mover& after) {
  const WorldPoint p = axle_of(shape, before), q = axle_of(shape, after);
  const double x = q.x - p.x, y = q.y - p.y;
  const double hx = before.heading_x + after.heading_x, hy = before.heading_y + after.heading_y;
  return std::fabs(std::atan2(hx * y - hy * x, hx * x + hy * y));
}

double turn_between(const Mover& before, const Mover& after) {
  return std::fabs(std::atan2(before.heading_x * after.heading_y - before.heading_y * after.heading_x,
                              before.heading_x * after.heading_x + before.heading_y * after.heading_y));
}

// One step, and what holds for every one.
void step_and_check(const Tracks& tracks, const BodyShape& shape, double accel, double dt, Mover& m) {
  const Mover before = m;
  move(tracks, shape, accel, dt, m);
  ASSERT_NEAR(m.heading_x * m.heading_x + m.heading_y * m.heading_y, 1, 1e-12);
  ASSERT_LT(distance_between(m.guide, place_of(tracks, m)), 1e-9);
  const double way = 0.5 * (before.speed_mps + m.speed_mps) * dt;
  if (way > 0.01) {
    ASSERT_LT(slip_angle(shape, before, m), 1e-3) << "at " << m.metres;
  }
  ASSERT_LT(turn_between(before, m), 0.5);
}

struct Drive {
  const char* name;
  std::vector<TrackId> trail;
  double speed_mps;
};

std::vector<Drive> drives() {
  const TestRoads& r = roads();
  return {
      {"straight", {r.lane("straight", "R1")}, 30},
      {"straight, against the distance", {r.lane("straight", "L1")}, 20},
      {"circle", {r.lane("circle", "R1")}, 5},
      {"s bend", {r.lane("s_bend", "R2")}, 8},
      {"s bend, against the distance", {r.lane("s_bend", "L1")}, 8},
      {"through a crossing", {r.lane("west", "R1"), r.corridor("x.west_to_east"), r.lane("east", "L1")}, 12},
      {"to the left", {r.lane("west", "R1"), r.corridor("x.west_to_north"), r.lane("north", "L1")}, 6},
      {"to the right", {r.lane("west", "R1"), r.corridor("x.west_to_south"), r.lane("south", "L1")}, 4},
  };
}

double length_of(const Tracks& tracks, const std::vector<TrackId>& trail) {
  double sum = 0;
  for (const TrackId id : trail) sum += tracks[id].length;
  return sum;
}

void drive_and_check(const Drive& drive, ObjectKind kind, const std::function<double()>& draw_dt) {
  const Tracks& tracks = roads().tracks;
  const BodyShape shape = usual_shape(kind);
  Mover m;
  put_on_track(tracks, drive.trail.front(), 0, 0, m);
  for (std::size_t k = 1; k < drive.trail.size(); ++k) m.trail.extend(drive.trail[k]);
  m.speed_mps = drive.speed_mps;
  double driven = 0;
  const double all = length_of(tracks, drive.trail) - 5;
  while (driven < all) {
    const WorldPoint before = m.guide;
    const double dt = draw_dt();
    step_and_check(tracks, shape, 0, dt, m);
    if (::testing::Test::HasFatalFailure()) return;
    // a metre of the path is a metre of the way; a chord is shorter
    const double went = distance_between(before, m.guide), way = drive.speed_mps * dt;
    ASSERT_LT(went, way + 1e-3 * way + 1e-5);
    ASSERT_GT(went, 0.995 * way - 1e-5);
    driven += way;
  }
  EXPECT_EQ(m.trail.current(), drive.trail.back());
  EXPECT_EQ(m.trail.behind(), drive.trail.size() - 1);
}

TEST(Move, RollsTheRearAxleAlongTheHeading) {
  base::RandomStream random{5, 0, 0};
  for (const Drive& drive : drives()) {
    for (std::uint32_t kind = 0; kind < kVehicleKinds; ++kind) {
      SCOPED_TRACE(std::string(drive.name) + ", kind " + std::to_string(kind));
      drive_and_check(drive, static_cast<ObjectKind>(kind), [] { return 0.1; });
      drive_and_check(drive, static_cast<ObjectKind>(kind), [&] { return random.uniform(0.01, 0.1); });
    }
  }
}

TEST(Move, OnAStraightKeepsTheHeadingOfTheRoad) {
  Mover m;
  put_on_track(roads().tracks, roads().lane("straight", "R1"), 10, 0.2, m);
  m.speed_mps = 20;
  for (int k = 0; k < 300; ++k) step_and_check(roads().tracks, usual_shape(ObjectKind::car), 0.1, 0.1, m);
  EXPECT_NEAR(m.heading_x, std::cos(base::kPi / 6), 1e-12);
  EXPECT_NEAR(m.heading_y, std::sin(base::kPi / 6), 1e-12);
  EXPECT_NEAR(m.metres, 10 + 20 * 30 + 0.5 * 0.1 * 30 * 30, 1e-8);
  EXPECT_NEAR(m.speed_mps, 23, 1e-9);
}

// On a circle the axle comes to roll on one of radius sqrt(R^2 - a^2), where a is from axle to guide: the heading is at right
// angles to the line from the middle to the axle.
TEST(Move, InASteadyTurnTheTailCutsTheBendAsTheClosedFormSays) {
  constexpr double kRadius = 12;
  for (const double dt : {0.02, 0.1}) {
    for (std::uint32_t kind = 0; kind < kVehicleKinds; ++kind) {
      const BodyShape shape = usual_shape(static_cast<ObjectKind>(kind));
      Mover m;
      put_on_track(roads().tracks, roads().lane("circle", "R1"), 0, 0, m);
      m.speed_mps = 5;
      while (m.metres < 70) step_and_check(roads().tracks, shape, 0, dt, m);
      const WorldPoint axle = axle_of(shape, m), middle{0, 2000 + 10.375, 0};
      const auto a = static_cast<double>(shape.guide_m());
      EXPECT_NEAR(std::hypot(m.guide.x - middle.x, m.guide.y - middle.y), kRadius, 2e-3);
      EXPECT_NEAR(std::hypot(axle.x - middle.x, axle.y - middle.y), std::sqrt(kRadius * kRadius - a * a),
                  5e-3)
          << "kind " << kind << ", steps of " << dt;
    }
  }
}

TEST(Move, AHeadingAsideOfThePathFadesAway) {
  const BodyShape shape = usual_shape(ObjectKind::car);
  Mover m;
  put_on_track(roads().tracks, roads().lane("straight", "R1"), 10, 0, m);
  const double hx = m.heading_x, hy = m.heading_y;
  const base::SinCos turn = base::sin_cos(0.3);
  m.heading_x = hx * turn.cos - hy * turn.sin;
  m.heading_y = hx * turn.sin + hy * turn.cos;
  m.speed_mps = 10;
  // pulled along by its guide like a cart: tan(angle / 2) falls by e for every length from axle to guide
  double way = 0;
  for (int k = 0; k < 200; ++k) {
    move(roads().tracks, shape, 0, 0.01, m);
    way += 0.1;
    const double expected =
        2 * std::atan(std::tan(0.15) * std::exp(-way / static_cast<double>(shape.guide_m())));
    ASSERT_NEAR(std::asin(hx * m.heading_y - hy * m.heading_x), expected, 1e-3);
  }
  EXPECT_NEAR(m.heading_x, hx, 1e-5);
}

TEST(Move, AVehicleThatStopsWithinAStepStandsAtItsEnd) {
  const BodyShape shape = usual_shape(ObjectKind::car);
  Mover m;
  put_on_track(roads().tracks, roads().lane("straight", "R1"), 10, 0, m);
  m.speed_mps = 0.5;
  move(roads().tracks, shape, -8, 0.1, m);
  EXPECT_EQ(m.speed_mps, 0);
  EXPECT_NEAR(m.metres, 10 + 0.25 / 16, 1e-12);
  EXPECT_NEAR(m.accel_mps2, -5, 1e-12);  // what it was, not what was asked for
  // and stays to the last bit, whatever the brakes do
  const Mover stands = m;
  for (int k = 0; k < 100; ++k) move(roads().tracks, shape, -0.1 * k, 0.1, m);
  EXPECT_EQ(m.metres, stands.metres);
  EXPECT_EQ(m.guide, stands.guide);
  EXPECT_EQ(m.heading_x, stands.heading_x);
  EXPECT_EQ(m.speed_mps, 0);
  EXPECT_EQ(m.accel_mps2, 0);
}

TEST(Move, BrakingInOneStepOrInManyEndsAtTheSamePlace) {
  for (const double dt : {0.003, 0.04, 0.1, 0.7}) {
    Mover m;
    put_on_track(roads().tracks, roads().lane("straight", "R1"), 10, 0, m);
    m.speed_mps = 15;
    for (int k = 0; k < 10'000 && m.speed_mps > 0; ++k)
      move(roads().tracks, usual_shape(ObjectKind::car), -3, dt, m);
    EXPECT_NEAR(m.metres, 10 + 15.0 * 15 / 6, 1e-9) << dt;
  }
}

TEST(Move, MetresBeyondTheLastTrackStayOnIt) {
  const TrackId id = roads().lane("west", "R1");
  Mover m;
  put_on_track(roads().tracks, id, 80, 0, m);
  m.speed_mps = 20;
  for (int k = 0; k < 10; ++k) step_and_check(roads().tracks, usual_shape(ObjectKind::car), 0, 0.1, m);
  EXPECT_EQ(m.trail.current(), id);
  EXPECT_NEAR(m.metres, 100, 1e-9);
}

TEST(Move, PassesSeveralShortTracksInOneStep) {
  const TestRoads& r = roads();
  Mover m;
  put_on_track(r.tracks, r.lane("west", "R1"), 87, 0, m);
  m.trail.extend(r.corridor("x.west_to_east"));
  m.trail.extend(r.lane("east", "L1"));
  m.speed_mps = 100;
  move(r.tracks, usual_shape(ObjectKind::car), 0, 0.5, m);
  EXPECT_EQ(m.trail.current(), r.lane("east", "L1"));
  EXPECT_NEAR(m.metres, 87 + 50 - 88 - r.track(r.corridor("x.west_to_east")).length, 1e-9);
}

// ---- shifts to the lane beside

struct ShiftCase {
  const char* way;
  const char* from;
  const char* to;
};
constexpr ShiftCase kShifts[] = {{"straight", "R1", "R2"}, {"straight", "R2", "R1"}, {"bend", "R1", "R2"},
                                 {"bend", "R2", "R1"},     {"s_bend", "R1", "R2"},   {"s_bend", "R2", "R1"}};

TEST(BeginShift, DoesNotMoveThePlace) {
  base::RandomStream random{6, 0, 0};
  for (const ShiftCase& c : kShifts) {
    for (int k = 0; k < 100; ++k) {
      const TrackId from = roads().lane(c.way, c.from), to = roads().lane(c.way, c.to);
      Mover m;
      put_on_track(roads().tracks, from, random.uniform(10, roads().track(from).length - 10),
                   random.uniform(-1, 1), m);
      const Mover before = m;
      begin_shift(roads().tracks, to, m);
      EXPECT_EQ(m.trail.current(), to);
      EXPECT_EQ(m.trail.size(), 1U);
      EXPECT_EQ(m.guide, before.guide);
      EXPECT_EQ(m.heading_x, before.heading_x);
      EXPECT_TRUE(m.is_shifting());
      EXPECT_LT(distance_between(place_of(roads().tracks, m), before.guide), 1e-9) << c.way << " " << c.from;
    }
  }
}

TEST(BeginShift, WithinAShiftDoesNotMoveThePlaceEither) {
  const TrackId one = roads().lane("bend", "R1"), other = roads().lane("bend", "R2");
  Mover m;
  put_on_track(roads().tracks, one, 20, 0, m);
  m.speed_mps = 12;
  begin_shift(roads().tracks, other, m);
  for (int k = 0; k < 15; ++k) step_and_check(roads().tracks, usual_shape(ObjectKind::car), 0, 0.1, m);
  ASSERT_TRUE(m.is_shifting());
  const WorldPoint before = m.guide;
  begin_shift(roads().tracks, one, m);
  EXPECT_LT(distance_between(place_of(roads().tracks, m), before), 1e-9);
  for (int k = 0; k < 60; ++k) step_and_check(roads().tracks, usual_shape(ObjectKind::car), 0, 0.1, m);
  EXPECT_FALSE(m.is_shifting());
  EXPECT_NEAR(m.lateral, 0, 1e-12);
}

// The bend of a path through three places, 1/m.
double bend_of(const WorldPoint& p, const WorldPoint& q, const WorldPoint& r) {
  const double ux = q.x - p.x, uy = q.y - p.y, vx = r.x - q.x, vy = r.y - q.y, wx = r.x - p.x, wy = r.y - p.y;
  return 2 * std::fabs(ux * vy - uy * vx) / (std::hypot(ux, uy) * std::hypot(vx, vy) * std::hypot(wx, wy));
}

TEST(Shift, TakesSomeSecondsAndPeopleStayInTheirSeats) {
  for (const double v : {5.0, 8.0, 13.9, 22.0, 30.0}) {
    for (const ShiftCase& c : kShifts) {
      const bool is_straight = std::string_view(c.way) == "straight";
      if (!is_straight) continue;
      Mover m;
      put_on_track(roads().tracks, roads().lane(c.way, c.from), 20, 0.1, m);
      m.speed_mps = v;
      begin_shift(roads().tracks, roads().lane(c.way, c.to), m);
      std::vector<WorldPoint> places = {m.guide};
      double time = 0, sideways = 0;
      while (m.is_shifting() && time < 20) {
        const double before = m.lateral;
        step_and_check(roads().tracks, usual_shape(ObjectKind::car), 0, 0.1, m);
        if (HasFatalFailure()) return;
        sideways = std::max(sideways, std::fabs(m.lateral - before) / 0.1);
        time += 0.1;
        places.push_back(m.guide);
      }
      EXPECT_GE(time, 3) << v;
      EXPECT_LE(time, 8) << v;
      EXPECT_NEAR(m.lateral, 0.1, 1e-12);  // where it was at home before
      double bend = 0;
      for (std::size_t k = 2; k < places.size(); ++k)
        bend = std::max(bend, bend_of(places[k - 2], places[k - 1], places[k]));
      EXPECT_LT(bend, 0.2) << v;
      EXPECT_LT(bend * v * v, 1.2) << v;  // m/s2 across
      EXPECT_LT(sideways, 1.5) << v;
    }
  }
}

TEST(Shift, WithinATrackEndsAtThePlaceThatWasAskedFor) {
  Mover m;
  const TrackId track = roads().lane("straight", "R1");
  put_on_track(roads().tracks, track, 20, 0.1, m);
  m.speed_mps = 20;
  begin_shift(3.6, m);
  EXPECT_EQ(m.lateral, 0.1);
  double time = 0;
  for (; m.is_shifting() && time < 20; time += 0.1) {
    step_and_check(roads().tracks, usual_shape(ObjectKind::car), 0, 0.1, m);
    if (HasFatalFailure()) return;
  }
  EXPECT_GE(time, 3);
  EXPECT_LE(time, 8);
  EXPECT_NEAR(m.lateral, 3.6, 1e-12);
  EXPECT_EQ(m.trail.current(), track);
}

TEST(Shift, TakesAsLongAsItIsHastenedTo) {
  for (const double duration : {1.5, 3.0, 4.5, 9.0}) {
    Mover m;
    put_on_track(roads().tracks, roads().lane("straight", "R1"), 20, 0, m);
    m.speed_mps = 20;
    begin_shift(roads().tracks, roads().lane("straight", "R2"), m);
    double time = 0, before = m.lateral;
    for (; m.is_shifting() && time < 20; time += 0.1) {
      hasten_shift(usual_shape(ObjectKind::car), duration, 0.1, m);
      EXPECT_EQ(m.lateral, before) << "the body moves with the step alone";
      move(roads().tracks, usual_shape(ObjectKind::car), 0, 0.1, m);
      EXPECT_LE(std::fabs(m.lateral), std::fabs(before));
      before = m.lateral;
    }
    EXPECT_NEAR(time, duration, 0.101);
    EXPECT_NEAR(m.lateral, 0, 1e-12);
  }
  Mover still;
  put_on_track(roads().tracks, roads().lane("straight", "R1"), 20, 0, still);
  hasten_shift(usual_shape(ObjectKind::car), 1, 0.1, still);
  EXPECT_FALSE(still.is_shifting()) << "there is nothing to hasten";
}

TEST(Shift, AtWalkingPaceIsNoSteeperThanWheelsTurn) {
  for (const double v : {0.5, 1.0, 2.0, 3.0}) {
    Mover m;
    put_on_track(roads().tracks, roads().lane("straight", "R1"), 20, 0, m);
    m.speed_mps = v;
    begin_shift(roads().tracks, roads().lane("straight", "R2"), m);
    std::vector<WorldPoint> places = {m.guide};
    while (m.is_shifting() && m.metres < 100) {
      step_and_check(roads().tracks, usual_shape(ObjectKind::car), 0, 0.1, m);
      places.push_back(m.guide);
    }
    for (std::size_t k = 2; k < places.size(); ++k)
      ASSERT_LT(bend_of(places[k - 2], places[k - 1], places[k]), 0.2) << v;
  }
}

// Starting, driving on and stopping by chance while changing lanes: never sharper than wheels turn.
TEST(Shift, WithAnySpeedsKeepsTheBendInBounds) {
  base::RandomStream random{7, 0, 0};
  for (int run = 0; run < 200; ++run) {
    Mover m;
    put_on_track(roads().tracks, roads().lane("straight", "R1"), 20, 0, m);
    m.speed_mps = random.uniform(0, 15);
    begin_shift(roads().tracks, roads().lane("straight", "R2"), m);
    std::vector<WorldPoint> places = {m.guide};
    double accel = 0;
    for (int k = 0; k < 400 && m.is_shifting() && m.metres < 900; ++k) {
      if (k % 10 == 0) accel = random.uniform(-5, 2.5);
      step_and_check(roads().tracks, usual_shape(ObjectKind::car), accel, 0.1, m);
      if (HasFatalFailure()) return;
      if (distance_between(places.back(), m.guide) > 0.5) places.push_back(m.guide);
    }
    for (std::size_t k = 2; k < places.size(); ++k)
      ASSERT_LT(bend_of(places[k - 2], places[k - 1], places[k]), 0.2) << "run " << run << ", place " << k;
  }
}

TEST(StanceOf, ClaimsTheRoomThatAShiftIsAboutToTake) {
  const BodyShape shape = usual_shape(ObjectKind::car);
  Mover m;
  put_on_track(roads().tracks, roads().lane("straight", "R1"), 20, 0, m);
  const Stance before = stance_of(roads().tracks, shape, m);
  EXPECT_EQ(before.claim_left, before.foot.left);
  EXPECT_EQ(before.claim_right, before.foot.right);
  // R1 lies between 0 and -3.25 m, R2 between -3.25 m and -6.5 m
  EXPECT_NEAR(before.foot.left, -1.625 + 0.9, 1e-5);
  EXPECT_NEAR(before.foot.right, -1.625 - 0.9, 1e-5);
  EXPECT_NEAR(before.foot.to - before.foot.from, 4.5, 1e-5);

  begin_shift(roads().tracks, roads().lane("straight", "R2"), m);
  const Stance shifting = stance_of(roads().tracks, shape, m);
  EXPECT_NEAR(shifting.foot.left, before.foot.left, 1e-5);
  EXPECT_NEAR(shifting.claim_left, before.foot.left, 1e-5);
  EXPECT_NEAR(shifting.claim_right, -4.875 - 0.9, 1e-5);
}

TEST(StanceOf, KnowsHowMuchDistanceAMetreMakes) {
  const Tracks& tracks = roads().tracks;
  for (const char* lane : {"L1", "R1"}) {
    const TrackId id = roads().lane("s_bend", lane);
    for (double metres = 5; metres < tracks[id].length - 5; metres += 7) {
      Mover m;
      put_on_track(tracks, id, metres, 0.2, m);
      const double slow = std::fabs(tracks.distance_at(tracks[id], metres + 0.5) -
                                    tracks.distance_at(tracks[id], metres - 0.5));
      EXPECT_NEAR(stance_of(tracks, usual_shape(ObjectKind::car), m).distance_per_metre, slow, 0.01);
    }
  }
}

TEST(BoxOf, IsTheBodyAroundItsGuide) {
  for (std::uint32_t kind = 0; kind < kVehicleKinds; ++kind) {
    const BodyShape shape = usual_shape(static_cast<ObjectKind>(kind));
    Mover m;
    put_on_track(roads().tracks, roads().lane("s_bend", "L1"), 70, 0.3, m);
    const BodyBox box = box_of(shape, m);
    const auto front = [&](double sign) {
      return WorldPoint{box.centre.x + sign * box.half_length * box.heading_x,
                        box.centre.y + sign * box.half_length * box.heading_y, box.centre.z};
    };
    EXPECT_NEAR(distance_between(front(1), m.guide), static_cast<double>(shape.front_m()), 1e-6);
    EXPECT_NEAR(distance_between(front(-1), m.guide), static_cast<double>(shape.rear_m()), 1e-6);
    EXPECT_NEAR(box.half_width, static_cast<double>(shape.half_width_m()), 1e-6);
  }
}

// ---- trails

TEST(Trail, TellsWhatIsBehindAndAhead) {
  Trail trail(TrackId(1));
  EXPECT_EQ(trail.current(), TrackId(1));
  EXPECT_EQ(trail.behind(), 0U);
  EXPECT_EQ(trail.ahead(), 0U);
  trail.extend(TrackId(2));
  trail.extend(TrackId(3));
  trail.extend(TrackId(4));
  EXPECT_EQ(trail.ahead(), 3U);
  EXPECT_EQ(trail.ahead(0), TrackId(2));
  EXPECT_EQ(trail.last(), TrackId(4));
  trail.advance();
  trail.advance();
  EXPECT_EQ(trail.current(), TrackId(3));
  EXPECT_EQ(trail.behind(), 2U);
  EXPECT_EQ(trail.behind(0), TrackId(2));
  EXPECT_EQ(trail.behind(1), TrackId(1));
  EXPECT_EQ(trail.ahead(0), TrackId(4));
}

TEST(Trail, DropsThoseFurthestBehind) {
  Trail trail(TrackId(1));
  for (std::uint32_t k = 2; k <= 6; ++k) trail.extend(TrackId(k));
  for (int k = 0; k < 4; ++k) trail.advance();
  trail.drop_behind(2);
  EXPECT_EQ(trail.behind(), 2U);
  EXPECT_EQ(trail.behind(0), TrackId(4));
  EXPECT_EQ(trail.behind(1), TrackId(3));
  EXPECT_EQ(trail.current(), TrackId(5));
  EXPECT_EQ(trail.last(), TrackId(6));
  trail.drop_behind(5);  // more than there are
  EXPECT_EQ(trail.behind(), 2U);
  trail.drop_behind(0);
  EXPECT_EQ(trail.behind(), 0U);
  EXPECT_EQ(trail.current(), TrackId(5));
  EXPECT_EQ(trail.size(), 2U);
}

TEST(Trail, IsCutAheadAndMovesBeside) {
  Trail trail(TrackId(1));
  for (std::uint32_t k = 2; k <= 6; ++k) trail.extend(TrackId(k));
  trail.advance();
  trail.cut_ahead(1);
  EXPECT_EQ(trail.ahead(), 1U);
  EXPECT_EQ(trail.last(), TrackId(3));
  trail.cut_ahead(0);
  EXPECT_EQ(trail.last(), trail.current());
  trail.move_to(TrackId(9));
  EXPECT_EQ(trail.current(), TrackId(9));
  EXPECT_EQ(trail.behind(), 0U);
  EXPECT_EQ(trail.ahead(), 0U);
}

TEST(Trail, IsFullWithItsCapacity) {
  Trail trail(TrackId(0));
  for (std::uint32_t k = 1; k < Trail::kCapacity; ++k) {
    EXPECT_FALSE(trail.is_full());
    trail.extend(TrackId(k));
  }
  EXPECT_TRUE(trail.is_full());
  for (std::uint32_t k = 0; k < trail.size(); ++k) EXPECT_EQ(trail[k], TrackId(k));
}

#if BACKLOT_ENABLE_ASSERTS

TEST(TrailDeathTest, HasNoMoreTracksThanItHas) {
  Trail trail(TrackId(1));
  trail.extend(TrackId(2));
  EXPECT_DEATH(trail.ahead(1), "not so many tracks ahead");
  EXPECT_DEATH(trail.behind(0), "not so many tracks behind");
  EXPECT_DEATH(trail.cut_ahead(2), "not so many tracks ahead");
  EXPECT_DEATH(trail[2], "not so many tracks in the trail");
  trail.advance();
  EXPECT_DEATH(trail.advance(), "no track ahead");
  EXPECT_DEATH(Trail().current(), "no current one");
}

TEST(TrailDeathTest, IsNotExtendedBeyondItsCapacity) {
  Trail trail(TrackId(0));
  for (std::uint32_t k = 1; k < Trail::kCapacity; ++k) trail.extend(TrackId(k));
  EXPECT_DEATH(trail.extend(TrackId(99)), "room for kCapacity tracks");
}

TEST(BeginShiftDeathTest, NeedsALaneOfTheSameWay) {
  const TestRoads roads(R"(
way one { lanes { spine; vehicle forward 3.5 m };  begin at (0 m, 0 m) heading 0 deg;  line 100 m;  start open;  end open }
way two { lanes { spine; vehicle forward 3.5 m };  begin at (0 m, 50 m) heading 0 deg;  line 100 m;  start open;  end open }
)");
  Mover mover;
  put_on_track(roads.tracks, roads.lane("one", "R1"), 50, 0, mover);
  EXPECT_DEATH(begin_shift(roads.tracks, roads.lane("two", "R1"), mover), "on the same way");
}

#endif

}  // namespace
}  // namespace backlot::world::mover_test
