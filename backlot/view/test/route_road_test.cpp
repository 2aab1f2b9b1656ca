// The road of a mission, and the place of the subject on it, on a crossing whose measures are known.
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "backlot/view/test/view_stage.h"

namespace backlot::view::route_road_test {
namespace {

using test::frame_with;
using test::kLaneY_m;
using test::kSubject;
using test::ViewStage;

TEST(RouteRoad, RunsAlongTheMiddleOfItsLane) {
  const ViewStage stage;
  const sut::RouteRoad& road = stage.road.road;
  ASSERT_EQ(road.points.size(), 266U) << "530 m, one every 2 m";
  for (std::size_t k = 0; k < road.points.size(); ++k) {
    const sut::RoadPoint& p = road.points[k];
    EXPECT_NEAR(p.x, -315 + 2.0 * static_cast<double>(k), 1e-3) << k;
    EXPECT_NEAR(p.y, kLaneY_m, 1e-3) << k;
    EXPECT_NEAR(p.heading_rad, 0, 1e-3) << k;
    EXPECT_NEAR(p.left_m, 1.6, 1e-2) << k;
    EXPECT_NEAR(p.right_m, 1.6, 1e-2) << k;
    if (std::fabs(p.x - 115) < 2) continue;  // the limit changes there
    EXPECT_NEAR(p.limit_mps, (p.x > 115 ? 30 : 50) / 3.6, 1e-6) << k;
  }
}

TEST(RouteRoad, KnowsItsLinesAndWhatRulesThere) {
  const ViewStage straight;
  ASSERT_EQ(straight.road.road.lines.size(), 1U);
  const sut::RoadLine& line = straight.road.road.lines[0];
  EXPECT_NEAR(line.metre, 299, 1e-6);
  EXPECT_NEAR(line.end_metre, 330, 1e-3);
  EXPECT_EQ(line.rule, sut::LineRule::light);
  EXPECT_EQ(line.turn, 0);
  EXPECT_EQ(ViewStage("x.west_to_north", "north").road.road.lines.at(0).turn, 1);
  EXPECT_EQ(ViewStage("x.west_to_south", "south").road.road.lines.at(0).turn, -1);
}

TEST(RouteRoad, MayBeginBehindTheStartOfTheCourse) {
  const ViewStage stage;
  const CourseRoad later = make_course_road(stage.course, 101);
  EXPECT_EQ(later.from_m, 100);
  EXPECT_NEAR(later.road.points[0].x, -215, 1e-3);
  EXPECT_NEAR(later.road.lines.at(0).metre, 199, 1e-6);
  EXPECT_TRUE(make_course_road(stage.course, 301).road.lines.empty()) << "the line is behind it";
}

TEST(PlaceOnRoad, IsMetresAlongAndBesideTheMiddleOfTheLane) {
  const ViewStage stage;
  ViewMaker maker = stage.maker({});
  sut::View view;
  for (double x = -300; x < 100; x += 7.3) {
    record::Frame frame = frame_with(x, {});
    frame.objects[0].centre.y = kLaneY_m + 0.25;
    ASSERT_TRUE(maker.make(frame, kSubject, view));
    ASSERT_TRUE(view.road);
    EXPECT_NEAR(view.road->metre, x + 315, 1e-3);
    EXPECT_NEAR(view.road->offset_m, 0.25, 1e-3);
    // the front is 2.25 m ahead of the middle, the line at x = -16 m
    EXPECT_EQ(view.road->next_line, x + 2.25 <= -16 ? 0 : -1) << x;
  }
}

TEST(PlaceOnRoad, ShowsTheLightOfTheNextLine) {
  const ViewStage stage;
  const network::Network& network = stage.roads.network;
  const auto group = network.corridor(network.find_corridor("x.west_to_east")).signal_group;
  record::Frame frame = frame_with(-100, {});
  sut::View view;
  const auto light = [&](network::Aspect aspect) {
    frame.signals[group.index()] = aspect;
    EXPECT_TRUE(stage.maker({}).make(frame, kSubject, view));
    return view.road->light;
  };
  EXPECT_EQ(light(network::Aspect::green), sut::LightState::green);
  EXPECT_EQ(light(network::Aspect::yellow), sut::LightState::yellow);
  EXPECT_EQ(light(network::Aspect::red), sut::LightState::red);
  EXPECT_EQ(light(network::Aspect::red_yellow), sut::LightState::red_yellow);
  EXPECT_EQ(light(network::Aspect::dark), sut::LightState::dark);
  frame.signals[group.index()] = network::Aspect::red;
  frame.objects[0].centre.x = 50;
  EXPECT_TRUE(stage.maker({}).make(frame, kSubject, view));
  EXPECT_EQ(view.road->light, sut::LightState::dark) << "there is no line ahead";
}

// Test depth: a system without a map gets no place on the road.
TEST(PlaceOnRoad, IsLeftOutWithoutTheRoad) {
  const ViewStage stage;
  sut::View view;
  view.road.emplace();
  ASSERT_TRUE(stage.maker({.has_road = false}).make(frame_with(-100, {}), kSubject, view));
  EXPECT_FALSE(view.road);
}

}  // namespace
}  // namespace backlot::view::route_road_test
