// The examples of docs/questions.md.
#include <gtest/gtest.h>

#include "backlot/look/approach.h"
#include "backlot/look/arrivals.h"
#include "backlot/look/frame_snapshot.h"
#include "backlot/look/gap.h"
#include "backlot/look/leader.h"
#include "backlot/look/line_of_sight.h"
#include "backlot/look/region.h"
#include "backlot/look/rules.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/crossing_roads.h"

namespace backlot::sim::questions_test {
namespace {

// Two cars drive from the west to a crossing, 50 m apart. The page asks about them, of the world and of its frame.
class Questions : public testing::Test {
 protected:
  Questions()
      : roads_(crossing_of("arm west: west.end priority road;  arm east: east.end priority road;  "
                           "arm north: north.end yield;  arm south: south.end yield")),
        run_(roads_->roads, {}),
        recorded_(roads_->roads) {
    const network::StripId west = roads_->network.find_strip("west");
    first_ = run_.add(world::ObjectKind::car, west, 500, -1.75, 10).id;
    second_ = run_.add(world::ObjectKind::car, west, 450, -1.75, 12).id;
    run_.frame(frame_);
    recorded_.read(frame_);
  }

  void ask(const look::Snapshot& now) {
    const network::Network& net = roads_->network;
    const world::Tracks& tracks = roads_->roads.tracks;
    const world::TrackId track = lane_from(*roads_, "west");

    std::vector<std::uint32_t> found;
    look::find_within(now, look::Circle{{-115, 0}, 30}, found);
    EXPECT_EQ(found, std::vector<std::uint32_t>{first_.slot()});

    look::LineOfSight sight;
    const look::Eye eye{.ground = {-140, 10, 0}, .height_m = 1.2};
    EXPECT_EQ(sight.find_visible(now, eye, 80).size(), 2U);
    EXPECT_TRUE(sight.is_visible(now, eye, second_));

    network::Path path(net, {tracks[track].lane, true}, 0);
    look::PathNeighbours neighbours;
    const look::AlongPath along{
        .from_m = 452.25, .width_m = 1.8, .within_m = 100, .speed_mps = 12, .self = second_};
    const auto leader = neighbours.find_leader(now, path, along);
    ASSERT_TRUE(leader);
    EXPECT_EQ(leader->id, first_);
    EXPECT_NEAR(leader->gap_m, 50 - 4.5, 0.002);
    EXPECT_NEAR(leader->closing_mps, 2, 1e-9);

    const world::Mark line = world::line_of(tracks, track);
    look::Approach approach;
    const auto approaching = approach.find(now, line, {.within_m = 200, .most = 3});
    ASSERT_EQ(approaching.size(), 2U);
    EXPECT_EQ(now.id(approaching[0].number), first_);
    EXPECT_TRUE(approach.find_queue(now, line).empty()) << "both move";

    look::Gaps gaps;
    const auto stream = gaps.find(now, line, 200);
    ASSERT_EQ(stream.size(), 2U);
    EXPECT_NEAR(stream[1].gap_m, 50 - 4.5, 1e-5);

    look::Arrivals arrivals;
    EXPECT_EQ(arrivals.find(now, line, 0, 60).size(), 2U);

    const network::CorridorId through = net.find_corridor("x.west_to_east");
    const auto rules = look::find_rules(net, {{tracks[track].lane, true}, 500}, {}, through);
    ASSERT_TRUE(rules);
    EXPECT_NEAR(rules->speed_limit_mps, 50 / 3.6, 1e-9);
    EXPECT_NEAR(rules->to_line_m, 100, 1e-6);
    EXPECT_EQ(rules->state, network::ControlState::go);
    EXPECT_EQ(look::find_right_of_way(roads_->roads, through, net.find_corridor("x.south_to_north"), {}),
              network::Precedence::goes);
  }

  std::unique_ptr<TestRoads> roads_;
  Simulation run_;
  record::Frame frame_;
  look::FrameSnapshot recorded_;
  world::ObjectId first_{}, second_{};
};

TEST_F(Questions, TheExamplesOfThePageHold) {
  ask(run_.snapshot());
  ask(recorded_.view());
}

}  // namespace
}  // namespace backlot::sim::questions_test
