// Statements of a network, of ways and of roads.
#include "backlot/formats/way/way.h"

#include <string>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/formats/way/test/reading.h"

namespace backlot::formats::way::way_test {
namespace {

using namespace network;

TEST(Way, TheHeadOfANetwork) {
  const NetworkDescription network =
      network_of("network \"my town\"\ntraffic on the left\npriority from the left\nspeed limit 30 mph\n");
  EXPECT_EQ(network.name, "my town");
  EXPECT_EQ(network.side, TrafficSide::left);
  EXPECT_EQ(network.goes_first, TrafficSide::left);
  EXPECT_EQ(network.speed_limit_mps, 30 * 0.44704);
}

TEST(Way, AnEmptyTextIsAnEmptyNetwork) {
  EXPECT_EQ(network_of(""), NetworkDescription{});
  EXPECT_EQ(network_of("# nothing\n"), NetworkDescription{});
}

TEST(Way, AWayByItselfIsARoadOfOneWay) {
  const NetworkDescription network = network_of(
      "way w { lanes { vehicle 3 m; spine; sidewalk 2 m }; begin at (1 m, 2 m, 3 m) heading 90 deg; line 10 "
      "m }");
  ASSERT_EQ(network.roads.size(), 1U);
  const RoadDescription& road = network.roads[0];
  EXPECT_EQ(road.name, "w");
  EXPECT_EQ(road.place.line, 1);
  const auto& spine = std::get<geometry::PlanSpine>(road.spine);
  EXPECT_EQ(spine.start, (geometry::PlanPose{1, 2, base::kHalfPi}));
  EXPECT_EQ(spine.base_z, 3);
  ASSERT_EQ(road.ways.size(), 1U);
  EXPECT_EQ(road.ways[0].name, "w");
  EXPECT_EQ(road.ways[0].lanes_left, 1U);
  EXPECT_EQ(road.ways[0].lanes[0].direction, LaneDirection::forward);
  EXPECT_EQ(road.ways[0].lanes[1].direction, LaneDirection::both);
  EXPECT_EQ(road.ways[0].lanes[1].width, constant_profile(2));
}

TEST(Way, ElementsOfASpineHaveTheCurvatureThatTheySay) {
  const NetworkDescription network = network_of(
      "way w {\n lanes { spine }\n begin at (0 m, 0 m) heading 0 deg\n"
      "line 10 m\n"
      "arc left radius 80 m length 50 m\n"
      "arc right radius 100 m turn 90 deg\n"
      "arc curvature -0.01/m length 5 m\n"
      "spiral left straight to radius 80 m length 40 m\n"
      "spiral right radius 80 m to straight length 40 m\n"
      "spiral left radius 50 m to right radius 50 m length 30 m\n"
      "cubic (0, 0.1, 0, 0.001) length 12 m starting at (1 m, 2 m) heading 3 rad\n"
      "parametric u (0, 1, 0, 0) v (0, 0, 1, 0) to 2\n"
      "}");
  ASSERT_EQ(network.roads.size(), 1U);
  const auto& elements = std::get<geometry::PlanSpine>(network.roads[0].spine).elements;
  using namespace geometry;
  const std::vector<PlanElement> expected = {
      {PlanLine{10}},
      {PlanArc{50, 1.0 / 80}},
      {PlanArc{100 * base::kHalfPi, -1.0 / 100}},
      {PlanArc{5, -0.01}},
      {PlanSpiral{40, 0, 1.0 / 80}},
      {PlanSpiral{40, -1.0 / 80, 0}},
      {PlanSpiral{30, 1.0 / 50, -1.0 / 50}},
      {PlanCubic{12, 0, 0.1, 0, 0.001}, PlanPose{1, 2, 3}},
      {PlanParametricCubic{.end_parameter = 2, .u = {0, 1, 0, 0}, .v = {0, 0, 1, 0}}},
  };
  EXPECT_EQ(elements, expected);
}

TEST(Way, ElevationIsSmoothBetweenStationsOrGivenInPieces) {
  const NetworkDescription network = network_of(
      "way w { lanes { spine }; begin at (0 m, 0 m) heading 0 deg; line 9 m\n"
      "elevation { at 0 m: 0 m; at 120 m: 5 m }\n"
      "bank { from 0 m: 2 deg; from 10 m: cubic (1, 2, 3, 4) }\n}");
  const auto& spine = std::get<geometry::PlanSpine>(network.roads[0].spine);
  EXPECT_EQ(spine.elevation, geometry::CubicProfile::through({{0, 0}, {120, 5}}));
  ASSERT_EQ(spine.bank_rad.records.size(), 2U);
  EXPECT_EQ(spine.bank_rad.records[0].a, 2 * base::kPi / 180);
  EXPECT_EQ(spine.bank_rad.records[1], (geometry::CubicRecord{10, 1, 2, 3, 4}));
}

TEST(Way, ASpineThroughPoints) {
  const NetworkDescription network = network_of(
      "way w { lanes { spine }\npoints {\n(0 m, 0 m)\n(10 m, 5 m, 1 m) normal (0, 0.1, 0.9)\n}\n}");
  const auto& points = std::get<geometry::PointSpine>(network.roads[0].spine).points;
  ASSERT_EQ(points.size(), 2U);
  EXPECT_FALSE(points[0].normal.has_value());
  EXPECT_EQ(points[1].position, (geometry::WorldPoint{10, 5, 1}));
  EXPECT_EQ(*points[1].normal, (geometry::Vec3{0, 0.1, 0.9}));
}

TEST(Way, WaysOnARoadShareItsSpine) {
  const NetworkDescription network = network_of(
      "profile p { spine; vehicle 3 m }\n"
      "road r {\n begin at (0 m, 0 m) heading 0 deg\n line 400 m\n"
      " way a { profile p; start open }\n way b from 250 m { profile p; shift 0.5 m; end closed }\n"
      " source \"12\" { at 0 m: 0 m; at 400 m: 401 m; lane a.R1 is \"-1\" }\n}\n");
  ASSERT_EQ(network.roads.size(), 1U);
  const RoadDescription& road = network.roads[0];
  ASSERT_EQ(road.ways.size(), 2U);
  EXPECT_EQ(road.ways[0].from, 0);
  EXPECT_EQ(road.ways[0].start, EndKind::open);
  EXPECT_EQ(road.ways[1].from, 250);
  EXPECT_EQ(road.ways[1].end, EndKind::closed);
  EXPECT_EQ(road.ways[1].shift, constant_profile(0.5));
  ASSERT_TRUE(road.source.has_value());
  EXPECT_EQ(road.source->road, "12");
  EXPECT_EQ(road.source->lanes[0], (SourceFrame::LaneLabel{"a", "R1", "-1"}));
}

TEST(Way, LanesHaveNamesMarkingsAndWidthsThatChange) {
  const WayDescription way = network_of(
                                 "way w { begin at (0 m, 0 m) heading 0 deg; line 9 m\nlanes {\n spine\n"
                                 " vehicle backward { name l; ends; left marking broken solid; right marking "
                                 "kerb; width { at 0 m: 3 m; at 9 m: 0 m } }\n median 1 m\n}\n}")
                                 .roads[0]
                                 .ways[0];
  ASSERT_EQ(way.lanes.size(), 2U);
  EXPECT_EQ(way.lanes[0].name, "l");
  EXPECT_TRUE(way.lanes[0].ends);
  EXPECT_EQ(way.lanes[0].direction, LaneDirection::backward);
  EXPECT_EQ(way.lanes[0].left_marking, Marking::broken_solid);
  EXPECT_EQ(way.lanes[0].right_marking, Marking::kerb);
  EXPECT_EQ(way.lanes[0].width, geometry::CubicProfile::through({{0, 3}, {9, 0}}));
  EXPECT_EQ(way.lanes[1].direction, LaneDirection::none);
  EXPECT_EQ(way.lanes[1].place.line, 5);
}

TEST(Way, SurfacesLieOverThePlane) {
  const network::NetworkDescription network = network_of(R"(
    road r {
      begin at (0 m, 0 m) heading 0 deg; line 90 m
      surface { at 0 m { from -4 m: cubic (-0.1, 0.025, 0, 0); from 0 m: 0 m }; at 80 m: 5 cm }
      way w {
        lanes {
          sidewalk 2 m { height 12 cm }
          spine
          vehicle forward 3 m { right height { from 0 m: 0 m; from 40 m: 2 cm } }
        }
        start open; end open
      }
    })");
  const network::RoadDescription& road = network.roads.at(0);
  ASSERT_EQ(road.surface.size(), 2U);
  EXPECT_EQ(road.surface[0].height.records.at(0), (geometry::CubicRecord{-4, -0.1, 0.025, 0, 0}));
  EXPECT_EQ(road.surface[0].height.records.size(), 2U);
  EXPECT_EQ(road.surface[1], (network::SurfaceStation{80, network::constant_profile(0.05)}));
  const auto& lanes = road.ways.at(0).lanes;
  EXPECT_EQ(lanes.at(0).heights.left, network::constant_profile(0.12));
  EXPECT_EQ(lanes.at(0).heights.right, network::constant_profile(0.12));
  EXPECT_TRUE(lanes.at(1).heights.left.records.empty());
  EXPECT_EQ(lanes.at(1).heights.right.records.at(1), (geometry::CubicRecord{40, 0.02, 0, 0, 0}));
}

TEST(Way, Attributes) {
  const auto attributes = way_with(
                              "speed limit 30 km/h from 20 m to 60 m backward lanes L1 L2\n"
                              "advised speed 10 m/s\n"
                              "no passing from 0 m to 50 m\n"
                              "no stopping from 5 m to end\n"
                              "no lane change\n"
                              "stop line at 95 m forward\n"
                              "flag man slow from 1 m to 2 m\n"
                              "school zone\n"
                              "work zone\n"
                              "custom surface value 3\n")
                              .attributes;
  ASSERT_EQ(attributes.size(), 10U);
  EXPECT_EQ(attributes[0], (AttributeDescription{.kind = AttributeKind::speed_limit,
                                                 .from = 20,
                                                 .to = 60,
                                                 .value = 30 / 3.6,
                                                 .lanes = {"L1", "L2"},
                                                 .direction = LaneDirection::backward}));
  EXPECT_EQ(attributes[1].value, 10);
  EXPECT_GE(attributes[1].to, 1e6);
  EXPECT_EQ(attributes[2].to, 50);
  EXPECT_GE(attributes[3].to, 1e6);
  EXPECT_EQ(attributes[5].from, 95);
  EXPECT_EQ(attributes[5].to, 95);
  EXPECT_EQ(attributes[5].direction, LaneDirection::forward);
  EXPECT_EQ(attributes[6].value, 1);
  EXPECT_EQ(attributes[9].name, "surface");
  EXPECT_EQ(attributes[9].value, 3);
}

TEST(Way, Features) {
  const auto features = way_with(
                            "sign stop at 98 m offset -5 m forward\n"
                            "sign yield at 1 m\nsign priority at 1 m\n"
                            "sign speed 30 km/h at 2 m\n"
                            "sign \"no parking\" at 3 m loft 2 m heading 90 deg\n"
                            "signal head main at 4 m\n"
                            "tree at 40 m offset 9 m name oak\npole at 1 m\n"
                            "building at 60 m offset 20 m size (12 m, 8 m, 6 m)\n"
                            "barrier at 1 m\nbench at 1 m\n"
                            "crosswalk at 5 m outline on road (3 m, -2 m) (7 m, -2 m, 1 m) (7 m, 2 m)\n"
                            "parking space at 1 m outline (0 m, 0 m) (4 m, 1 m) (0 m, 2 m) text \"women\" "
                            "restrictions \"2 h\"\n"
                            "feature at 1 m text \"kiosk\" value 7\n")
                            .features;
  ASSERT_EQ(features.size(), 14U);
  for (std::size_t i = 0; i < features.size(); ++i) EXPECT_EQ(features[i].kind, static_cast<FeatureKind>(i));
  EXPECT_EQ(features[0].offset, -5);
  EXPECT_EQ(features[0].direction, LaneDirection::forward);
  EXPECT_EQ(features[3].value, 30 / 3.6);
  EXPECT_EQ(features[4].text, "no parking");
  EXPECT_EQ(features[4].heading_rad, base::kHalfPi);
  EXPECT_EQ(features[5].text, "main");
  EXPECT_EQ(features[6].name, "oak");
  EXPECT_EQ(features[8].height, 6);
  EXPECT_EQ(features[11].outline_frame, network::OutlineFrame::road);
  EXPECT_EQ(features[11].outline, (std::vector<network::FeatureCorner>{{3, -2, 0}, {7, -2, 1}, {7, 2, 0}}));
  EXPECT_EQ(features[12].outline_frame, network::OutlineFrame::own);
  EXPECT_EQ(features[12].outline.size(), 3U);
  EXPECT_EQ(features[12].text, "women");
  EXPECT_EQ(features[12].restrictions, "2 h");
  EXPECT_EQ(features[13].text, "kiosk");
}

TEST(Way, ParametersGoIntoProfilesAboveThem) {
  const WayDescription way = network_of(
                                 "profile p { spine; vehicle width }\nparameter width = 2 * 1.5 m\n"
                                 "way w { profile p; begin at (0 m, 0 m) heading 0 deg; line 100 m }")
                                 .roads[0]
                                 .ways[0];
  EXPECT_EQ(way.lanes[0].width, constant_profile(3));
}

TEST(Way, ImportsBringProfilesTemplatesAndWays) {
  const text::FilesInMemory files(text::FilesInMemory::Files{
      {"p.way", "network other\nparameter w = 3 m\nprofile p { spine; vehicle w }\n"}});
  const NetworkDescription network = network_of(
      "network mine\nimport \"p.way\"\nway a { profile p; begin at (0 m, 0 m) heading 0 deg; line 2 * w }",
      files);
  EXPECT_EQ(network.name, "mine");
  EXPECT_EQ(network.roads[0].ways[0].lanes[0].place.file, "p.way");
}

TEST(Way, IsKnownByItsFirstStatement) {
  for (const char* const text : {"network a", "# x\n\nway a {", "import \"x\"\nroad r { }",
                                 "parameter a = 1\n", "template t() {\n scene\n}\nway w {",
                                 "\xEF\xBB\xBF"
                                 "profile p {"})
    EXPECT_TRUE(looks_like_way(text)) << text;
  for (const char* const text : {"", "# only\n", "<OpenDRIVE>", "RNDF_name\ta\nnum_segments 1", "MDF_name a",
                                 "import \"x\"\nscene s {", "scene s { }", "{ way }", "\"way\"", "12 way"})
    EXPECT_FALSE(looks_like_way(text)) << text;
}

}  // namespace
}  // namespace backlot::formats::way::way_test
