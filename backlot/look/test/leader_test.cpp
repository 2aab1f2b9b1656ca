#include "backlot/look/leader.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "backlot/look/frame_snapshot.h"
#include "backlot/look/test/frames.h"

namespace backlot::look::leader_test {
namespace {

// Lane R1 lies along the x axis, with its centre at y = -1.75.
constexpr const char* kRoad = R"(
network road
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
way a { profile street;  begin at (0 m, 0 m) heading 0 deg;  line 300 m;  start open;  end open }
)";

class Leader : public testing::Test {
 protected:
  Leader() : roads_(kRoad), recorded_(roads_.roads) {
    const world::Track& track = roads_.track(lane());
    path_ = network::Path(roads_.network, {track.lane, track.is_along}, 0);
  }

  world::TrackId lane() const { return roads_.lane("a", "R1"); }
  const Snapshot& of(std::vector<record::FrameObject> objects) {
    record::Frame frame;
    frame.objects = std::move(objects);
    EXPECT_EQ(recorded_.read(frame), 0U);
    now_.emplace(recorded_.view());
    return *now_;
  }

  world::TestRoads roads_;
  FrameSnapshot recorded_;
  std::optional<Snapshot> now_;
  network::Path path_;
  PathNeighbours neighbours_;
};

TEST_F(Leader, IsTheNearestAheadBumperToBumper) {
  const Snapshot& now = of({extra_on(roads_, lane(), 50, 20, 1), extra_on(roads_, lane(), 90, 12, 2),
                            extra_on(roads_, lane(), 140, 12, 3)});
  const AlongPath from_first{.from_m = 52.25, .speed_mps = 20, .self = {1, 0}};
  const auto leader = neighbours_.find_leader(now, path_, from_first);
  ASSERT_TRUE(leader);
  EXPECT_EQ(leader->id.slot(), 2U);
  EXPECT_NEAR(leader->gap_m, 40 - 4.5, 0.002);
  EXPECT_NEAR(leader->speed_mps, 12, 1e-9);
  EXPECT_NEAR(leader->closing_mps, 8, 1e-9);
  EXPECT_FALSE(neighbours_.find_leader(now, path_, {.from_m = 52.25, .within_m = 30, .self = {1, 0}}));
  EXPECT_EQ(neighbours_.find_leader(now, path_, {.from_m = 51})->gap_m, 0) << "within a body";

  const auto follower =
      neighbours_.find_follower(now, path_, {.from_m = 87.75, .speed_mps = 12, .self = {2, 0}});
  ASSERT_TRUE(follower);
  EXPECT_EQ(follower->id.slot(), 1U);
  EXPECT_NEAR(follower->gap_m, 40 - 4.5, 0.002);
  EXPECT_NEAR(follower->closing_mps, 8, 1e-9);
}

// The strip reaches from y = -2.65 to y = -0.85; the lowest corner of the body comes just below its upper edge.
TEST_F(Leader, CountsABodyThatReachesInWithACorner) {
  const double half = std::sqrt(0.5);
  // a corner of a body aslant reaches half * (2.25 + 0.9) from its middle
  const double reach = half * (2.25 + 0.9), edge = -1.75 + 0.9;
  const auto aslant = [&](double inside) {
    return external_at({100, edge + reach - inside, 0}, half, half, 0, 5);
  };
  const auto near = neighbours_.find_leader(of({aslant(0.05)}), path_, {.from_m = 20});
  ASSERT_TRUE(near);
  // the lowest corner is the one behind and to the right
  const double corner = 100 + half * (-2.25 + 0.9);
  EXPECT_NEAR(near->gap_m, corner - 0.05 - 20, 0.002);
  EXPECT_FALSE(neighbours_.find_leader(of({aslant(-0.05)}), path_, {.from_m = 20}));
  EXPECT_TRUE(neighbours_.find_leader(of({aslant(-0.05)}), path_, {.from_m = 20, .width_m = 2}));
  EXPECT_TRUE(neighbours_.find_leader(of({aslant(-0.05)}), path_, {.from_m = 20, .lateral_m = 0.1}));
}

TEST_F(Leader, IsSlowerThanStandingWhereItComesTowardsTheAsker) {
  const auto oncoming = neighbours_.find_leader(of({external_at({100, -1.75, 0}, -1, 0, 7, 5)}), path_,
                                                {.from_m = 20, .speed_mps = 10});
  ASSERT_TRUE(oncoming);
  EXPECT_NEAR(oncoming->speed_mps, -7, 1e-9);
  EXPECT_NEAR(oncoming->closing_mps, 17, 1e-9);
  const auto reversing =
      neighbours_.find_leader(of({external_at({100, -1.75, 0}, 1, 0, -2, 5)}), path_, {.from_m = 20});
  EXPECT_NEAR(reversing->speed_mps, -2, 1e-9);
}

TEST_F(Leader, IsOnTheLevelOfThePath) {
  EXPECT_TRUE(
      neighbours_.find_leader(of({external_at({100, -1.75, 1.5}, 1, 0, 0, 5)}), path_, {.from_m = 20}));
  EXPECT_FALSE(neighbours_.find_leader(of({external_at({100, -1.75, 6}, 1, 0, 0, 5)}), path_, {.from_m = 20}))
      << "on a bridge";
}

TEST_F(Leader, OfAWrongQuestionIsNone) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  const Snapshot& now = of({extra_on(roads_, lane(), 90, 12, 2)});
  for (const AlongPath& along :
       {AlongPath{.from_m = kNaN}, AlongPath{.lateral_m = kNaN}, AlongPath{.width_m = -1},
        AlongPath{.width_m = kNaN}, AlongPath{.within_m = kNaN}, AlongPath{.within_m = -1},
        AlongPath{.from_m = 1000}}) {
    EXPECT_FALSE(neighbours_.find_leader(now, path_, along));
  }
  EXPECT_FALSE(neighbours_.find_follower(now, path_, {.from_m = -5}));
  EXPECT_FALSE(neighbours_.find_leader(now, network::Path(), {}));
  EXPECT_TRUE(neighbours_.find_leader(now, path_, {.from_m = -50, .within_m = 1e9}))
      << "from before the path on";
}

}  // namespace
}  // namespace backlot::look::leader_test
