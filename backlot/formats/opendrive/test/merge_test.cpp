// Roads that run into one lane at a direct junction.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/formats/opendrive/opendrive.h"
#include "backlot/formats/opendrive/test/gap_checks.h"
#include "backlot/formats/opendrive/test/merging_roads.h"
#include "backlot/network/network.h"

namespace backlot::formats::opendrive::merge_test {
namespace {

using network::Precedence;

network::NetworkDescription read(const std::string& text, std::string_view without = "X305") {
  const auto read = read_opendrive(text, "a.xodr");
  EXPECT_TRUE(read) << base::to_text(read.diagnostics());
  EXPECT_EQ(base::to_text(read.diagnostics()).find(without), std::string::npos)
      << base::to_text(read.diagnostics());
  return read ? *read : network::NetworkDescription{};
}

TEST(Merge, TheLastMetresOfBothRoadsAreCorridors) {
  const network::NetworkDescription description = read(merging_roads());
  ASSERT_EQ(description.roads.size(), 3U);
  for (const std::size_t road : {0U, 1U}) {
    ASSERT_EQ(description.roads[road].ways.size(), 1U);
    const network::WayDescription& way = description.roads[road].ways[0];
    ASSERT_TRUE(way.to);
    const double gap = (road == 0 ? 200 : 150) - *way.to;
    EXPECT_GT(gap, 44) << "where a lane of 3.5 m and one that bends away by 1/300 no longer overlap";
    EXPECT_LT(gap, 52);
  }
  EXPECT_FALSE(description.roads[2].ways[0].to);
  ASSERT_EQ(description.roads[0].features.size(), 1U) << "the oak stands beside the gap";
  const network::Network network = built(description);
  EXPECT_TRUE(network.repairs().empty());
  ASSERT_EQ(network.corridors().size(), 4U);
  // both ways
  const network::LaneId in = network.find_lane(network.find_strip("a"), "R1"),
                        out = network.find_lane(network.find_strip("c"), "L1");
  ASSERT_EQ(network.onward({in, true}).size(), 1U);
  EXPECT_EQ(network.name_of(network.lane(network.onward({in, true})[0].lane).strip), "a.R1");
  EXPECT_EQ(network.onward({out, false}).size(), 2U) << "into a and into b";
}

TEST(Merge, TheLaneThatTurnsLessGoesFirst) {
  const network::Network network = built(read(merging_roads()));
  EXPECT_EQ(precedence(network, "b.R1", "a.R1"), Precedence::yields);
  EXPECT_EQ(precedence(network, "a.R1", "b.R1"), Precedence::goes);
}

TEST(Merge, PrioritiesAndSignsOfTheFileAreStronger) {
  const network::Network by_priority = built(read(merging_roads("", R"(<priority high="b" low="a"/>)")));
  EXPECT_EQ(precedence(by_priority, "b.R1", "a.R1"), Precedence::goes);
  EXPECT_EQ(precedence(by_priority, "a.R1", "b.R1"), Precedence::yields);
  const auto with_sign = [](const std::string& type) {
    return R"(<signals><signal id="1" s="140" t="-4" dynamic="no" orientation="+" country="OpenDRIVE" type=")" +
           type + R"(" subtype="-1"/></signals>)";
  };
  EXPECT_EQ(precedence(built(read(merging_roads(with_sign("306")))), "b.R1", "a.R1"), Precedence::goes);
  EXPECT_EQ(precedence(built(read(merging_roads(with_sign("205")))), "b.R1", "a.R1"), Precedence::yields);
}

TEST(Merge, TheFileMaySayHowFarLanesOverlap) {
  const network::NetworkDescription description = read(merging_roads("", "", R"(overlapZone="30")"));
  EXPECT_NEAR(*description.roads[0].ways[0].to, 170, 1e-9);
}

TEST(Merge, ReadsTheSameAfterItWasWritten) {
  for (
      const std::string& map :
      {merging_roads(), merging_roads("", R"(<priority high="b" low="a"/>)"),
       merging_roads("", "", R"(overlapZone="31.4159")"),
       merging_roads(
           R"(<signals><signal id="1" s="149" t="-4" dynamic="no" orientation="+" country="OpenDRIVE" type="205" subtype="-1"/></signals>)")}) {
    expect_same_after_writing(map);
  }
}

TEST(Merge, PlacesLieWhereTheFileSays) { expect_places_of_the_file(merging_roads(), 1.37); }

// A map of straight roads and bends that touch at (200, 0): id, length, what the reference line begins with, its shape and its lanes.
struct Branch {
  const char* id;
  double length;
  std::string start, shape;
  std::vector<int> lanes;
  bool begins_there = false;
};

std::string branches(const std::vector<Branch>& roads, const std::string& connections) {
  std::string text = "<OpenDRIVE><header revMajor='1' revMinor='7'/>";
  for (const Branch& road : roads) {
    std::string left, right;
    for (const int lane : road.lanes)
      (lane > 0 ? left : right) += "<lane id='" + std::to_string(lane) +
                                   "' type='driving'><width sOffset='0' a='3.5' b='0' c='0' d='0'/></lane>";
    const std::string length = std::to_string(road.length);
    text += std::string("<road id='") + road.id + "' length='" + length + "' junction='-1'><link><" +
            (road.begins_there ? "predecessor" : "successor") +
            " elementType='junction' elementId='9'/></link><planView><geometry s='0' " + road.start +
            " length='" + length + "'>" + road.shape + "</geometry></planView><lanes><laneSection s='0'>" +
            (left.empty() ? "" : "<left>" + left + "</left>") +
            "<center><lane id='0' type='none'/></center>" +
            (right.empty() ? "" : "<right>" + right + "</right>") + "</laneSection></lanes></road>";
  }
  return text + "<junction id='9' type='direct'>" + connections + "</junction></OpenDRIVE>";
}

// All three are drawn from where they meet, so that traffic runs in against s, and a gap lies before the first way.
TEST(Merge, MayLieAtTheStartOfRoads) {
  const std::string map = branches(
      {{"a", 200, "x='200' y='0' hdg='3.141592653589793'", "<line/>", {1, -1}, true},
       {"b", 150, "x='200' y='0' hdg='3.141592653589793'", "<arc curvature='0.00333333'/>", {1, -1}, true},
       {"c", 250, "x='200' y='0' hdg='0'", "<line/>", {1, -1}, true}},
      "<connection id='0' incomingRoad='a' linkedRoad='c' contactPoint='start'><laneLink from='1' "
      "to='-1'/><laneLink "
      "from='-1' to='1'/></connection><connection id='1' incomingRoad='b' linkedRoad='c' "
      "contactPoint='start'>"
      "<laneLink from='1' to='-1'/><laneLink from='-1' to='1'/></connection>");
  const network::NetworkDescription description = read(map);
  EXPECT_GT(description.roads[0].ways[0].from, 44);
  EXPECT_FALSE(description.roads[0].ways[0].to);
  const network::Network network = built(description);
  EXPECT_EQ(precedence(network, "b.L1", "a.L1"), Precedence::yields);
  expect_same_after_writing(map);
}

// An entry: the one lane of b runs into the outer one of a, which has two.
TEST(Merge, TheRoadWithMoreLanesGoesFirst) {
  const std::string map = branches(
      {{"a", 200, "x='0' y='0' hdg='0'", "<line/>", {-1, -2}},
       {"b", 100, "x='100' y='-3.5' hdg='0'", "<line/>", {-1}},
       {"c", 250, "x='200' y='0' hdg='0'", "<line/>", {-1, -2}, true}},
      "<connection id='0' incomingRoad='a' linkedRoad='c' contactPoint='start'><laneLink from='-1' "
      "to='-1'/><laneLink "
      "from='-2' to='-2' overlapZone='20'/></connection><connection id='1' incomingRoad='b' linkedRoad='c' "
      "contactPoint='start'><laneLink from='-1' to='-2' overlapZone='25'/></connection>");
  const network::NetworkDescription description = read(map);
  EXPECT_NEAR(*description.roads[0].ways[0].to, 180, 1e-9);
  EXPECT_NEAR(*description.roads[1].ways[0].to, 75, 1e-9);
  const network::Network network = built(description);
  EXPECT_EQ(network.corridors().size(), 3U) << "every lane of both ends";
  EXPECT_EQ(precedence(network, "b.R1", "a.R2"), Precedence::yields);
  expect_same_after_writing(map);
}

// A short road cannot be cut, and roads that lie on each other all along cannot be told apart by a gap.
TEST(Merge, WhatCannotBeCutIsWarnedOf) {
  const auto codes = [](double length_of_b) {
    const std::string lanes =
        R"(<lanes><laneSection s="0"><center><lane id="0" type="none"/></center><right><lane id="-1" type="driving"><width sOffset="0" a="3.5" b="0" c="0" d="0"/></lane></right></laneSection></lanes></road>)";
    const auto road = [&](const std::string& id, double x, double length, const std::string& link) {
      return "<road id='" + id + "' length='" + std::to_string(length) + "' junction='-1'><link>" + link +
             "</link><planView><geometry s='0' x='" + std::to_string(x) + "' y='0' hdg='0' length='" +
             std::to_string(length) + "'><line/></geometry></planView>" + lanes;
    };
    const std::string into = "<successor elementType='junction' elementId='9'/>";
    const auto read = read_opendrive(
        "<OpenDRIVE><header revMajor='1' revMinor='7'/>" + road("a", 0, 100, into) +
            road("b", 100 - length_of_b, length_of_b, into) +
            road("c", 100, 100, "<predecessor elementType='junction' elementId='9'/>") +
            "<junction id='9' type='direct'><connection id='0' incomingRoad='a' linkedRoad='c' "
            "contactPoint='start'><laneLink from='-1' to='-1'/></connection><connection id='1' "
            "incomingRoad='b' "
            "linkedRoad='c' contactPoint='start'><laneLink from='-1' "
            "to='-1'/></connection></junction></OpenDRIVE>",
        "a.xodr");
    EXPECT_TRUE(read);
    EXPECT_TRUE(network::Network::build(*read));
    std::string found;
    for (const base::Diagnostic& one : read.diagnostics()) found += one.code + " ";
    return found;
  };
  EXPECT_EQ(codes(3), "X305 ");
  EXPECT_EQ(codes(100), "X307 X307 ");
}

}  // namespace
}  // namespace backlot::formats::opendrive::merge_test
