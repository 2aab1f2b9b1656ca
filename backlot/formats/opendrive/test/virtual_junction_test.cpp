// Main roads that are cut at virtual junctions.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/formats/opendrive/opendrive.h"
#include "backlot/formats/opendrive/test/gap_checks.h"
#include "backlot/formats/opendrive/test/side_road.h"
#include "backlot/network/network.h"

namespace backlot::formats::opendrive::virtual_junction_test {
namespace {

using network::Precedence;

constexpr const char* kBesideTheGap =
    R"(<objects><object id="1" type="tree" name="oak" s="105" t="9" zOffset="0" radius="1" height="9"/>
  <object id="2" type="tree" name="elm" s="85" t="9" zOffset="0" radius="1" height="9"/>
  <object id="3" type="tree" name="ash" s="125" t="9" zOffset="0" radius="1" height="9"/></objects>
  <signals><signal id="1" name="in it" s="100" t="-5" dynamic="no" orientation="+" country="OpenDRIVE" type="274" subtype="50" value="50" unit="km/h"/>
  <signal id="2" name="against" s="118" t="5" dynamic="no" orientation="-" country="OpenDRIVE" type="274" subtype="30" value="30" unit="km/h"/></signals>)";

// What is said of virtual junctions.
std::string codes(const std::string& text) {
  const auto read = read_opendrive(text, "a.xodr");
  EXPECT_TRUE(read) << base::to_text(read.diagnostics());
  if (!read) return "";
  const auto network = network::Network::build(*read);
  EXPECT_TRUE(network) << base::to_text(network.diagnostics());
  std::string found;
  for (const base::Diagnostic& one : read.diagnostics())
    if (one.code == "X308" || one.code == "X309") found += (found.empty() ? "" : " ") + one.code;
  return found;
}

network::NetworkDescription read(const std::string& text) {
  const auto read = read_opendrive(text, "a.xodr");
  EXPECT_TRUE(read);
  EXPECT_EQ(base::to_text(read.diagnostics()), "");
  return read ? *read : network::NetworkDescription{};
}

// "1.0 R1 -> 99 L1" for every corridor, in order.
std::vector<std::string> turns(const network::Network& network) {
  std::vector<std::string> turns;
  const auto name = [&](network::LaneId lane) {
    return network.name_of(network.lane(lane).strip) + " " + network.name_of(lane);
  };
  for (const network::Corridor& corridor : network.corridors())
    turns.push_back(network.name_of(corridor.strip) + ": " + name(corridor.from.lane) + " -> " +
                    name(corridor.to.lane));
  return turns;
}

TEST(VirtualJunction, OneTurnsOffAndJoinsWhereTheMainRoadIsCut) {
  const network::NetworkDescription description = read(side_road());
  ASSERT_EQ(description.roads[0].ways.size(), 2U);
  EXPECT_EQ(description.roads[0].ways[0].name, "1.0");
  EXPECT_NEAR(*description.roads[0].ways[0].to, 90, 1e-9);
  EXPECT_NEAR(description.roads[0].ways[1].from, 120, 1e-9);
  const network::Network network = built(description);
  EXPECT_TRUE(network.repairs().empty());
  EXPECT_EQ(turns(network), (std::vector<std::string>{"2.R1: 1.0 R1 -> 99 L1", "3.R1: 1.1 L1 -> 99 L1",
                                                      "4.R1: 99 R1 -> 1.1 R1", "5.L1: 99 R1 -> 1.0 L1",
                                                      "1.L1: 1.1 L1 -> 1.0 L1", "1.R1: 1.0 R1 -> 1.1 R1"}));
}

TEST(VirtualJunction, ASectionIsDividedWithAllThatLiesOnIt) {
  const network::NetworkDescription description = read(side_road(kBesideTheGap));
  const network::RoadDescription& main = description.roads[0];
  // the mark changes at 70 m and 150 m of the section
  EXPECT_EQ(main.ways[0].lanes[1].left_marking, network::Marking::broken);
  EXPECT_EQ(main.ways[0].lanes[1].left_changes,
            (std::vector<network::MarkingChange>{{70, network::Marking::solid}}));
  EXPECT_EQ(main.ways[1].lanes[1].left_marking, network::Marking::solid);
  ASSERT_EQ(main.ways[1].lanes[1].left_changes.size(), 1U);
  EXPECT_NEAR(main.ways[1].lanes[1].left_changes[0].from, 30, 1e-9);
  // the lane widens from 140 m on, and has a limit from 100 m on
  const auto width = [&](double at) { return main.ways[1].lanes[1].width.record_at(at).at(at).value; };
  EXPECT_NEAR(width(10), 3.5, 1e-12);
  EXPECT_NEAR(width(60), 3.9, 1e-12);
  const network::Network network = built(description);
  const network::LaneId before = network.find_lane(network.find_strip("1.0"), "R1"),
                        after = network.find_lane(network.find_strip("1.1"), "R1");
  EXPECT_NEAR(network.speed_limit_mps({before, true}, 80), 50 / 3.6, 1e-9);
  EXPECT_NEAR(network.speed_limit_mps({after, true}, 1), 40 / 3.6, 1e-9);
  // trees stand beside the way or the gap, and signs on the way by which the traffic that they address comes
  ASSERT_EQ(main.features.size(), 1U);
  EXPECT_EQ(main.features[0].name, "oak");
  ASSERT_EQ(main.ways[0].features.size(), 2U);
  EXPECT_EQ(main.ways[0].features[0].name, "in it");
  EXPECT_NEAR(main.ways[0].features[0].distance, 90, 1e-9);
  ASSERT_EQ(main.ways[1].features.size(), 2U);
  EXPECT_EQ(main.ways[1].features[0].name, "against");
  EXPECT_NEAR(main.ways[1].features[1].distance, 5, 1e-9);
}

TEST(VirtualJunction, TheMainRoadHasPriorityUnlessTheFileSaysOtherwise) {
  const network::Network usual = built(read(side_road()));
  EXPECT_EQ(precedence(usual, "4.R1", "1.R1"), Precedence::yields);
  EXPECT_EQ(precedence(usual, "5.L1", "1.R1"), Precedence::yields);
  EXPECT_EQ(precedence(usual, "5.L1", "1.L1"), Precedence::yields);
  EXPECT_EQ(precedence(usual, "3.R1", "1.R1"), Precedence::yields) << "a turn across oncoming traffic";
  EXPECT_EQ(precedence(usual, "5.L1", "3.R1"), Precedence::yields)
      << "who turns off the main road goes first";
  std::string with_sign = side_road();
  const std::string of_side =
      R"(<signals><signal id="7" s="55" t="-4" dynamic="no" orientation="+" country="OpenDRIVE" type="206" subtype="-1"/></signals>)";
  const std::size_t at = with_sign.find("</road>", with_sign.find("<road id=\"99\""));
  with_sign.insert(at, of_side);
  const network::Network stop = built(read(with_sign));
  EXPECT_EQ(stop.corridor(stop.corridor_of(stop.find_strip("4.R1"))).control, network::Control::stop);
}

TEST(VirtualJunction, ReadsTheSameAfterItWasWritten) {
  for (const std::string& map :
       {side_road(), side_road(kBesideTheGap),
        side_road("", R"(mainRoad="1" sStart="92" sEnd="118.5" orientation="+")"),
        side_road("", R"(mainRoad="1" sStart="90" sEnd="120")", R"(<priority high="4" low="1"/>)")}) {
    ASSERT_EQ(read(map).roads[0].ways.size(), 2U);
    EXPECT_NE(expect_same_after_writing(map).find("type=\"virtual\""), std::string::npos);
  }
}

TEST(VirtualJunction, PlacesLieWhereTheFileSays) {
  expect_places_of_the_file(side_road(kBesideTheGap), 0.71);
}

TEST(VirtualJunction, WhatCannotBeCutIsReported) {
  struct Case {
    const char* what;
    const char* place;
    const char* codes;
  };
  const Case cases[] = {
      {"as it should be", R"(mainRoad="1" sStart="90" sEnd="120")", ""},
      {"without s: where connecting roads meet it", R"(mainRoad="1")", ""},
      {"a little wider", R"(mainRoad="1" sStart="94" sEnd="116")", ""},
      {"no such road", R"(mainRoad="7" sStart="90" sEnd="120")", "X308"},
      {"no road", R"(sStart="90" sEnd="120")", "X308"},
      {"the wrong way round", R"(mainRoad="1" sStart="150" sEnd="60")", "X308"},
      {"past the end", R"(mainRoad="1" sStart="90" sEnd="230")", "X308"},
      {"from the start", R"(mainRoad="1" sStart="0" sEnd="120")", "X308"},
      {"elsewhere", R"(mainRoad="1" sStart="20" sEnd="50")", "X309 X309 X309 X309"},
      {"one end elsewhere", R"(mainRoad="1" sStart="90" sEnd="140")", "X309 X309"},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.what);
    EXPECT_EQ(codes(side_road("", one.place)), one.codes);
  }
}

TEST(VirtualJunction, AMainRoadWithoutTrafficTowardsTheJunctionIsNotCut) {
  std::string map = side_road();
  for (std::size_t at = map.find("driving"); at < map.find("<road id=\"99\""); at = map.find("driving", at))
    map.replace(at, 7, "shoulder");
  EXPECT_EQ(codes(map), "X308");
}

TEST(VirtualJunction, TwoThatOverlapAreOne) {
  std::string map = side_road();
  const std::string second =
      R"(<junction id="556" type="virtual" mainRoad="1" sStart="100" sEnd="130"/><road id="6" length="10" junction="556"><link><predecessor elementType="road" elementId="1" elementS="100" elementDir="+"/></link>
  <planView><geometry s="0" x="100" y="0" hdg="0" length="10"><line/></geometry></planView><lanes><laneSection s="0"><center><lane id="0" type="none"/></center>
  <right><lane id="-1" type="driving"><width sOffset="0" a="3" b="0" c="0" d="0"/></lane></right></laneSection></lanes></road>)";
  map.insert(map.find("</OpenDRIVE>"), second);
  EXPECT_EQ(codes(map), "X308");
}

// Sections that end a hair from the junction give no ways of that length.
TEST(VirtualJunction, ACutNearABorderIsTheBorder) {
  std::string map = side_road();
  const std::string border = "<laneSection s=\"90.004\"><left>", section = "<laneSection s=\"0\"><left>";
  const std::size_t at = map.find(section), end = map.find("</laneSection>", at);
  std::string again = map.substr(at, end - at);
  again.replace(0, section.size(), border);
  map.insert(end + std::string("</laneSection>").size(), again + "</laneSection>");
  const auto read = read_opendrive(map, "a.xodr");
  ASSERT_TRUE(read);
  ASSERT_EQ(read->roads[0].ways.size(), 2U);
  EXPECT_NEAR(*read->roads[0].ways[0].to, 90.004, 1e-9);
  EXPECT_TRUE(network::Network::build(*read));
}

}  // namespace
}  // namespace backlot::formats::opendrive::virtual_junction_test
