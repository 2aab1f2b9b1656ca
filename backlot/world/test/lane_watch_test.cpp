#include "backlot/world/lane_watch.h"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/fields.h"
#include "backlot/base/math.h"
#include "backlot/world/test/drives.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::world::lane_watch_test {
namespace {

constexpr double kLine_m = 97;  // the stop line of `west`
constexpr double kHalfLength_m = 2.25, kHalfWidth_m = 0.9;
constexpr double kOuter = -4.875, kInner = -1.625, kBoundary = -3.25;  // offsets of the lanes of `west`

const TestRoads& crossroads() {
  static const TestRoads roads(kCrossroads);
  return roads;
}

std::string name_of(network::LaneId lane) {
  return lane.is_empty() ? "" : crossroads().network.name_of(lane);
}
std::string name_of(network::CorridorId corridor) {
  return corridor.is_empty() ? "" : crossroads().network.name_of(crossroads().network.strip_of(corridor));
}

// What a watch says of a drive, with the number of the step.
struct Seen {
  std::size_t step = 0;
  Watched what;
};

class Drive {
 public:
  void step(const LooseBody& body) {
    const Watched what = watch(crossroads().roads, body, state, scratch_);
    if (what.crossed || what.ended || what.began) seen.push_back({steps, what});
    ++steps;
  }

  LaneWatch state;
  std::vector<Seen> seen;
  std::size_t steps = 0;

 private:
  PlaceScratch scratch_;
};

// ---- stop lines

TEST(LaneWatch, TellsWhenTheFrontCrossesTheLine) {
  Drive drive;
  std::size_t expected = 0;
  for (double d = 60; d < 100; d += 0.83) {
    if (d + kHalfLength_m < kLine_m) ++expected;
    drive.step(body_on_west(d, kInner));
  }
  ASSERT_EQ(drive.seen.size(), 1U);
  EXPECT_EQ(drive.seen[0].step, expected);
  ASSERT_TRUE(drive.seen[0].what.crossed);
  EXPECT_EQ(name_of(drive.seen[0].what.crossed->lane), "R1");
  const network::Corridor& corridor = crossroads().network.corridor(drive.seen[0].what.crossed->corridor);
  EXPECT_EQ(corridor.turn, network::Turn::straight) << "nothing tells of a turn";
}

TEST(LaneWatch, TellsNothingOfABodyThatStopsBeforeTheLine) {
  Drive drive;
  for (double d = 60; d + kHalfLength_m < kLine_m - 0.1; d += 0.5) drive.step(body_on_west(d, kInner));
  for (int k = 0; k < 50; ++k) drive.step(body_on_west(kLine_m - kHalfLength_m - 0.05, kInner, 0));
  EXPECT_TRUE(drive.seen.empty());
}

TEST(LaneWatch, TellsOfABodyThatStandsOnTheLineOnce) {
  Drive drive;
  for (double d = 60; d < 94; d += 0.5) drive.step(body_on_west(d, kInner));
  for (int k = 0; k < 50; ++k)
    drive.step(body_on_west(kLine_m - kHalfLength_m + (k % 2 == 0 ? 0.02 : -0.02), kInner, 0));
  EXPECT_EQ(drive.seen.size(), 1U);
  // it goes back, and crosses the line again
  drive.step(body_on_west(kLine_m - kHalfLength_m - 0.6, kInner, -1));
  EXPECT_EQ(drive.seen.size(), 1U);
  drive.step(body_on_west(kLine_m - kHalfLength_m + 0.1, kInner, 1));
  EXPECT_EQ(drive.seen.size(), 2U);
}

TEST(LaneWatch, TellsOfABodyThatTurnsWhereItGoes) {
  const TestRoads& roads = crossroads();
  for (const char* name : {"x.west_to_north", "x.west_to_south"}) {
    const network::CorridorId corridor = roads.network.find_corridor(name);
    ASSERT_FALSE(corridor.is_empty()) << name;
    const TrackId through = roads.tracks.track_of(corridor);
    const std::vector<TrackId> list = {roads.tracks.before(roads.track(through))[0], through,
                                       roads.tracks.onward(roads.track(through))[0]};
    Drive drive;
    for (double m = 60; m < 140; m += 0.8) {
      LooseBody body = body_along(roads.tracks, list, m);
      body.speed_mps = 8;
      // a driver has turned its wheels before the middle of the body comes to the bend
      body.bend_1pm = body_along(roads.tracks, list, m + 6).bend_1pm;
      drive.step(body);
    }
    ASSERT_EQ(drive.seen.size(), 1U) << name;
    ASSERT_TRUE(drive.seen[0].what.crossed) << name;
    EXPECT_EQ(name_of(drive.seen[0].what.crossed->corridor), name);
  }
}

// A pedestrian-sized body moves further in a step than its front is ahead of its middle.
TEST(LaneWatch, TellsOfAShortFastBody) {
  for (double first = 60; first < 66; first += 0.5) {
    Drive drive;
    for (double d = first; d < 130; d += 6) {
      LooseBody body = body_on_west(d, kInner, 60);
      body.shape.length_m = 0.5F;
      body.shape.wheelbase_m = 0.3F;
      body.shape.rear_overhang_m = 0.1F;
      drive.step(body);
    }
    ASSERT_EQ(drive.seen.size(), 1U) << first;
    EXPECT_EQ(name_of(drive.seen[0].what.crossed->lane), "R1");
  }
}

TEST(LaneWatch, TellsOfALineThatIsCrossedInTheOncomingLane) {
  Drive drive;
  for (double d = 70; d < 99; d += 0.8) drive.step(body_on_west(d, 1.625));
  ASSERT_EQ(drive.seen.size(), 1U);
  EXPECT_EQ(name_of(drive.seen[0].what.crossed->lane), "R1");
}

TEST(LaneWatch, TellsNothingOfABodyThatAppearsOverALineOrReversesOrJumps) {
  Drive appears;
  for (double d = 96; d < 99; d += 0.5) appears.step(body_on_west(d, kInner));
  EXPECT_TRUE(appears.seen.empty());
  Drive reverses;
  for (double d = 99; d > 80; d -= 0.4) reverses.step(body_on_west(d, kInner, -4));
  EXPECT_TRUE(reverses.seen.empty());
  Drive jumps;
  jumps.step(body_on_west(80, kInner));
  jumps.step(body_on_west(96, kInner));
  jumps.step(body_on_west(96, kOuter));
  EXPECT_TRUE(jumps.seen.size() <= 1 && (jumps.seen.empty() || !jumps.seen[0].what.crossed));
  Drive against;
  for (double d = 99; d > 80; d -= 0.4) {
    LooseBody body = body_on_west(d, kInner, 4);
    body.heading_x = -1;
    against.step(body);
  }
  EXPECT_TRUE(against.seen.empty()) << "wrong way: the line is not for it";
}

// ---- lane changes

// A body that slides sideways with its heading along the lane: the known answer is where its sides are.
TEST(LaneWatch, TellsWhenALaneChangeBeginsAndEnds) {
  Drive drive;
  std::size_t begins = 0, ends = 0;
  double d = 10;
  for (double offset = kOuter; offset < kInner; offset += 0.03, d += 0.6) {
    if (offset + kHalfWidth_m <= kBoundary + 0.2) begins = drive.steps + 1;
    if (offset - kHalfWidth_m < kBoundary - 0.1) ends = drive.steps + 1;
    drive.step(body_on_west(d, offset));
  }
  ASSERT_EQ(drive.seen.size(), 2U);
  ASSERT_TRUE(drive.seen[0].what.began);
  EXPECT_EQ(drive.seen[0].step, begins);
  EXPECT_EQ(drive.seen[0].what.began->side, Side::left);
  EXPECT_EQ(name_of(drive.seen[0].what.began->from), "R2");
  EXPECT_EQ(name_of(drive.seen[0].what.began->to), "R1");
  ASSERT_TRUE(drive.seen[1].what.ended);
  EXPECT_EQ(drive.seen[1].step, ends);
  EXPECT_EQ(drive.seen[1].what.ended->side, Side::left);
  EXPECT_EQ(name_of(drive.seen[1].what.ended->from), "R2");
  EXPECT_EQ(name_of(drive.seen[1].what.ended->to), "R1");
}

TEST(LaneWatch, TellsOfABodyThatWeavesAndComesBack) {
  Drive drive;
  for (int k = 0; k <= 90; ++k) {
    const double share = std::sin(base::kPi * k / 90);  // out and back
    drive.step(body_on_west(10 + 0.8 * k, kOuter + 1.5 * share));
  }
  ASSERT_EQ(drive.seen.size(), 2U);
  ASSERT_TRUE(drive.seen[0].what.began && drive.seen[1].what.ended);
  EXPECT_EQ(drive.seen[1].what.ended->side, Side::right);
  EXPECT_EQ(name_of(drive.seen[1].what.ended->from), "R1");
  EXPECT_EQ(name_of(drive.seen[1].what.ended->to), "R2");
  // less than 0.2 m over the boundary is no lane change
  Drive small;
  for (int k = 0; k <= 90; ++k)
    small.step(body_on_west(10 + 0.8 * k, kOuter + 0.9 * std::sin(base::kPi * k / 90)));
  EXPECT_TRUE(small.seen.empty());
}

// From the right lane over the whole road and back: each boundary that the body reaches while it is whole in a lane counts.
TEST(LaneWatch, TellsOfAnOvertakingOverTheOncomingLane) {
  Drive drive;
  for (int k = 0; k <= 120; ++k)
    drive.step(body_on_west(10 + 0.5 * k, kInner + 3.25 * std::sin(base::kPi * k / 120)));
  ASSERT_EQ(drive.seen.size(), 4U);
  EXPECT_EQ(name_of(drive.seen[0].what.began->to), "L1");
  EXPECT_EQ(name_of(drive.seen[1].what.ended->to), "L1");
  EXPECT_EQ(drive.seen[2].what.began->side, Side::right);
  EXPECT_EQ(name_of(drive.seen[3].what.ended->to), "R1");
}

TEST(LaneWatch, SeesSidesAsTheDriverDoes) {
  Drive drive;  // headed west in the outer lane, to the inner one: that is to its left
  for (double offset = 4.875, d = 90; offset > 1.6; offset -= 0.05, d -= 0.8) {
    LooseBody body = body_on_west(d, offset);
    body.heading_x = -1;
    drive.step(body);
  }
  ASSERT_EQ(drive.seen.size(), 2U);
  EXPECT_EQ(drive.seen[0].what.began->side, Side::left);
  EXPECT_EQ(name_of(drive.seen[0].what.began->from), "L2");
}

TEST(LaneWatch, TellsNothingOfABodyThatStandsAstrideOrIsWiderThanItsLane) {
  Drive stands;
  for (int k = 0; k < 20; ++k) stands.step(body_on_west(40, kBoundary, 0));
  EXPECT_TRUE(stands.seen.empty());
  Drive wide;
  for (double d = 10; d < 60; d += 0.7) {
    LooseBody body = body_on_west(d, kOuter);
    body.shape.width_m = 4;
    wide.step(body);
  }
  EXPECT_TRUE(wide.seen.empty());
  Drive leaves;  // over the edge of the road
  for (double offset = kOuter, d = 10; offset > -8; offset -= 0.05, d += 0.5)
    leaves.step(body_on_west(d, offset));
  EXPECT_TRUE(leaves.seen.empty());
}

TEST(LaneWatch, ComesBackFromItsFields) {
  Drive drive;
  for (double offset = kOuter, d = 10; offset < kBoundary; offset += 0.05, d += 0.5)
    drive.step(body_on_west(d, offset));
  EXPECT_NE(drive.state.changes, Side::none);
  base::FieldWriter writer;
  writer(drive.state);
  base::FieldReader reader(writer.bytes());
  LaneWatch other;
  reader(other);
  EXPECT_FALSE(reader.has_failed());
  EXPECT_EQ(other, drive.state);
}

TEST(LaneWatch, KnowsStatesThatCannotBe) {
  const network::Network& net = crossroads().network;
  Drive drive;
  drive.step(body_on_west(40, kInner));
  EXPECT_TRUE(is_sound(drive.state, net));
  EXPECT_TRUE(is_sound(LaneWatch(), net));
  const auto broken = [&](const auto& change) {
    LaneWatch state = drive.state;
    change(state);
    return !is_sound(state, net);
  };
  EXPECT_TRUE(broken([](LaneWatch& w) { w.place.strip = network::StripId(100000); }));
  EXPECT_TRUE(broken([](LaneWatch& w) { w.place.lane = network::LaneId(100000); }));
  EXPECT_TRUE(broken([](LaneWatch& w) { w.place.corridor = network::CorridorId(100000); }));
  EXPECT_TRUE(broken([](LaneWatch& w) { w.line = network::LaneId(100000); }));
  EXPECT_TRUE(broken([](LaneWatch& w) { w.home = network::LaneId(100000); }));
  EXPECT_TRUE(broken([](LaneWatch& w) { w.place.distance = std::nan(""); }));
  EXPECT_TRUE(broken([](LaneWatch& w) { w.middle.y = std::nan(""); }));
}

}  // namespace
}  // namespace backlot::world::lane_watch_test
