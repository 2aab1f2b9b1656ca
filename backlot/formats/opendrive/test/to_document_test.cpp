#include "backlot/formats/opendrive/to_document.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "backlot/formats/opendrive/opendrive.h"
#include "backlot/formats/opendrive/test/alike.h"
#include "backlot/formats/opendrive/test/raised_bend.h"
#include "backlot/formats/opendrive/test/real_maps.h"
#include "backlot/network/locate.h"
#include "backlot/network/network.h"

namespace backlot::formats::opendrive::to_document_test {
namespace {

std::string written(const network::NetworkDescription& network) {
  const auto text = write_opendrive(network);
  EXPECT_TRUE(text) << base::to_text(text.diagnostics());
  return text ? *text : "";
}

// The first line in which two texts differ, empty where none does: whole maps are too long to be shown.
std::string differing_line(const std::string& a, const std::string& b) {
  if (a == b) return "";
  const std::size_t at =
      static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
  const auto line = [at](const std::string& text) {
    const std::size_t before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    const std::size_t start = before == std::string::npos ? 0 : before + 1;
    return text.substr(start, text.find('\n', start) - start);
  };
  return line(a) + "\n" + line(b);
}

TEST(ToDocument, RealMapsAreTheSameAfterwardsAndAreWrittenTheSameAgain) {
  for (const char* folder : {"xodr", "xosc", "valid_qc"}) {
    const auto files = real_maps(folder);
    if (files.empty()) GTEST_SKIP() << "no maps in ../shared/data/" << folder;
    for (const auto& file : files) {
      SCOPED_TRACE(file.filename().string());
      const auto first = read_opendrive(text_of(file), "a.xodr");
      if (!first) continue;  // of these the reader's tests speak
      std::string text = written(*first);
      auto second = read_opendrive(text, "b.xodr");
      ASSERT_TRUE(second) << base::to_text(second.diagnostics());
      // a corridor of its own, where a connecting road misses its lane, becomes a road of its own once
      const bool is_missed = std::any_of(first.diagnostics().begin(), first.diagnostics().end(),
                                         [](const base::Diagnostic& d) { return d.code == "X315"; });
      if (is_missed) {
        const auto once = *second;
        text = written(once);
        second = read_opendrive(text, "c.xodr");
        ASSERT_TRUE(second) << base::to_text(second.diagnostics());
        EXPECT_EQ(difference(once, *second), "");
      } else {
        EXPECT_EQ(difference(*first, *second), "");
      }
      EXPECT_EQ(differing_line(text, written(*second)), "");
    }
  }
}

// Two sections that widen, a joint of two roads, a junction with a light, a curve of every kind but the poly3.
//
//      a (two sections) --- b --<junction 7: c, d>-- e
constexpr const char* kSmallMap = R"(<OpenDRIVE><header revMajor="1" revMinor="6" name="small">
  <geoReference><![CDATA[+proj=utm +zone=32
    +datum=WGS84]]></geoReference><offset x="297133.4" y="-5623440.5" z="12" hdg="0.25"/></header>
<road id="a" length="80.5" junction="-1">
  <link><successor elementType="road" elementId="b" contactPoint="start"/></link>
  <type s="0" type="town"><speed max="50" unit="km/h"/></type>
  <planView>
    <geometry s="0" x="0" y="0" hdg="0" length="50"><line/></geometry>
    <geometry s="50" x="50" y="0" hdg="0" length="30.5">
      <paramPoly3 aU="0" bU="30" cU="0" dU="0" aV="0" bV="0" cV="2" dV="-1" pRange="normalized"/></geometry>
  </planView>
  <elevationProfile><elevation s="0" a="1" b="0.01" c="0.0001" d="0"/>
    <elevation s="33.3" a="1.4438889" b="0.01666" c="0" d="0"/></elevationProfile>
  <lateralProfile><superelevation s="10" a="0" b="0.001" c="0" d="0"/></lateralProfile>
  <lanes><laneOffset s="0" a="0.25" b="0" c="0" d="0"/>
    <laneSection s="0"><left><lane id="1" type="driving"><width sOffset="0" a="3.5" b="0" c="0" d="0"/></lane></left>
      <center><lane id="0" type="none"><roadMark sOffset="0" type="solid broken"/></lane></center>
      <right><lane id="-1" type="driving"><link><successor id="-1"/></link><width sOffset="0" a="3.25" b="0" c="0" d="0"/>
        <speed sOffset="12.5" max="30" unit="km/h"/></lane>
        <lane id="-2" type="sidewalk"><width sOffset="0" a="2" b="0" c="0" d="0"/></lane></right></laneSection>
    <laneSection s="61.7"><left><lane id="1" type="driving"><link><predecessor id="1"/></link>
        <width sOffset="0" a="3.5" b="0" c="0" d="0"/></lane></left>
      <center><lane id="0" type="none"/></center>
      <right><lane id="-1" type="driving"><width sOffset="0" a="3.25" b="0" c="0.003" d="-0.0001"/>
        <width sOffset="11.1" a="3.4824" b="0.02963" c="0" d="0"/></lane></right></laneSection>
  </lanes>
  <objects><object id="9" type="building" name="house" s="20" t="12" zOffset="0" hdg="0.3" length="8" width="6" height="5"/></objects>
  <signals><signal id="3" s="44" t="-6" dynamic="no" orientation="+" type="274" subtype="30" value="30" unit="km/h"/></signals>
</road>
<road id="b" length="40" junction="-1">
  <link><predecessor elementType="road" elementId="a" contactPoint="end"/><successor elementType="junction" elementId="7"/></link>
  <planView><geometry s="0" x="80" y="1" hdg="0.0333" length="40"><arc curvature="0.01"/></geometry></planView>
  <lanes><laneSection s="0"><left><lane id="1" type="driving"><link><predecessor id="1"/></link>
      <width sOffset="0" a="3.5" b="0" c="0" d="0"/></lane></left><center><lane id="0" type="none"/></center>
    <right><lane id="-1" type="driving"><link><predecessor id="-1"/></link><width sOffset="0" a="3.7" b="0" c="0" d="0"/></lane></right>
  </laneSection></lanes>
  <signals><signal id="5" s="39" t="-4" dynamic="yes" orientation="+" country="OpenDRIVE" type="1000001" subtype="-1"/></signals>
</road>
<road id="e" length="60" junction="-1">
  <link><predecessor elementType="junction" elementId="7"/></link>
  <planView><geometry s="0" x="137.17" y="18.75" hdg="0.4333" length="60"><spiral curvStart="0" curvEnd="-0.02"/></geometry></planView>
  <lanes><laneSection s="0"><left><lane id="1" type="driving"><width sOffset="0" a="3.5" b="0" c="0" d="0"/></lane></left>
    <center><lane id="0" type="none"/></center>
    <right><lane id="-1" type="driving"><width sOffset="0" a="3.7" b="0" c="0" d="0"/></lane></right></laneSection></lanes>
</road>
<road id="c" length="20" junction="7">
  <link><predecessor elementType="road" elementId="b" contactPoint="end"/><successor elementType="road" elementId="e" contactPoint="start"/></link>
  <planView><geometry s="0" x="118.66" y="10.19" hdg="0.4333" length="20.4"><line/></geometry></planView>
  <lanes><laneSection s="0"><left><lane id="1" type="driving"><link><predecessor id="1"/><successor id="1"/></link>
      <width sOffset="0" a="3.5" b="0" c="0" d="0"/></lane></left><center><lane id="0" type="none"/></center>
    <right><lane id="-1" type="driving"><link><predecessor id="-1"/><successor id="-1"/></link>
      <width sOffset="0" a="3.7" b="0" c="0" d="0"/></lane></right></laneSection></lanes>
</road>
<controller id="8"><control signalId="5" type="0"/></controller>
<junction id="7"><connection id="0" incomingRoad="b" connectingRoad="c" contactPoint="start"><laneLink from="-1" to="-1"/></connection>
  <connection id="1" incomingRoad="e" connectingRoad="c" contactPoint="end"><laneLink from="1" to="1"/></connection></junction>
</OpenDRIVE>)";

TEST(ToDocument, ASmallMapIsTheSameAfterwards) {
  const auto first = read_opendrive(kSmallMap, "a.xodr");
  ASSERT_TRUE(first) << base::to_text(first.diagnostics());
  EXPECT_EQ(first->geo_reference,
            (network::GeoReference{"+proj=utm +zone=32 +datum=WGS84", 297133.4, -5623440.5, 12, 0.25}));
  ASSERT_EQ(first->roads.size(), 4U);
  ASSERT_EQ(first->intersections.size(), 3U) << "junction, sections, roads";
  ASSERT_TRUE(first->intersections[0].signals) << "the map is meant to have a light";
  const std::string text = written(*first);
  const auto second = read_opendrive(text, "b.xodr");
  ASSERT_TRUE(second) << base::to_text(second.diagnostics());
  EXPECT_EQ(difference(*first, *second), "");
  EXPECT_EQ(differing_line(text, written(*second)), "");
}

TEST(ToDocument, HeightsAreTheSameAfterwards) {
  for (const char* lateral : {"", kShapes, kStrips}) {
    const auto first = read_opendrive(raised_bend(lateral), "a.xodr");
    ASSERT_TRUE(first) << base::to_text(first.diagnostics());
    ASSERT_FALSE(first->roads[0].ways[0].lanes[0].heights.is_empty());
    ASSERT_EQ(first->roads[0].surface.empty(), *lateral == '\0');
    const auto text = write_opendrive(*first);
    ASSERT_TRUE(text);
    EXPECT_TRUE(text.diagnostics().is_empty()) << base::to_text(text.diagnostics());
    const auto second = read_opendrive(*text, "b.xodr");
    ASSERT_TRUE(second) << base::to_text(second.diagnostics());
    EXPECT_EQ(difference(*first, *second), "");
    EXPECT_EQ(differing_line(*text, written(*second)), "");
  }
}

// A hill through points that ends at a crossing, a one-way road with its lanes to the left of the spine, and a plain road.
network::NetworkDescription made_by_hand() {
  network::NetworkDescription network;
  network.name = "by_hand";
  network.speed_limit_mps = 20;
  const auto lane = [](const char* name, network::LaneDirection direction, double width) {
    return network::LaneDescription{
        .name = name, .direction = direction, .width = network::constant_profile(width)};
  };
  const network::LaneDescription in = lane("in", network::LaneDirection::forward, 3.5);
  const network::LaneDescription out = lane("out", network::LaneDirection::backward, 3.25);

  network::RoadDescription hill;
  hill.name = "hill";
  hill.spine = geometry::PointSpine{{{{-120, 20, 6}}, {{-80, 5, 4}}, {{-40, 0, 1}}, {{-15, 0, 0}}}};
  hill.ways.push_back({.name = "hill", .lanes = {out, in}, .lanes_left = 1, .start = network::EndKind::open});
  network.roads.push_back(std::move(hill));

  const auto straight = [&](const char* name, geometry::PlanPose start,
                            std::vector<network::LaneDescription> lanes, std::size_t left) {
    network::RoadDescription road;
    road.name = name;
    road.spine = geometry::PlanSpine{.start = start, .elements = {{geometry::PlanLine{60}}}};
    road.ways.push_back(
        {.name = name, .lanes = std::move(lanes), .lanes_left = left, .end = network::EndKind::open});
    network.roads.push_back(std::move(road));
  };
  straight("east", {15, 0, 0}, {out, in}, 1);
  straight("north", {0, 15, 1.5707963267948966}, {in, lane("fast", network::LaneDirection::forward, 3)}, 2);

  network::IntersectionDescription crossing;
  crossing.name = "crossing";
  crossing.arms = {{.name = "w", .attached = network::EndReference{"hill", network::End::end}},
                   {.name = "e", .attached = network::EndReference{"east", network::End::start}},
                   {.name = "n", .attached = network::EndReference{"north", network::End::start}}};
  network.intersections.push_back(std::move(crossing));
  return network;
}

TEST(ToDocument, ANetworkOfOursLiesWhereItLay) {
  network::NetworkDescription description = made_by_hand();
  description.roads[0].surface = {{0, network::constant_profile(0.1)}, {30, network::constant_profile(0.3)}};
  description.roads[1].ways[0].lanes[0].heights.left = network::constant_profile(0.2);
  const auto before = network::Network::build(description);
  ASSERT_TRUE(before) << base::to_text(before.diagnostics());
  ASSERT_GT(before->corridors().size(), 3U);
  const std::string text = written(description);
  const auto read = read_opendrive(text, "a.xodr");
  ASSERT_TRUE(read) << base::to_text(read.diagnostics());
  const auto after = network::Network::build(*read);
  ASSERT_TRUE(after) << base::to_text(after.diagnostics());

  ASSERT_EQ(after->lanes().size(), before->lanes().size());
  ASSERT_EQ(after->corridors().size(), before->corridors().size());
  const auto centre = [](const network::Network& network, network::LaneId lane, double share) {
    const network::Strip& strip = network.strip(network.lane(lane).strip);
    const double distance = share * strip.length();
    return network::place(network, network.lane(lane).strip,
                          {distance, network.edges(lane, distance).centre(), 0})
        .position;
  };
  for (std::uint32_t i = 0; i < before->lanes().size(); ++i) {
    const network::LaneId lane(i);
    SCOPED_TRACE(before->name_of(before->lane(lane).strip) + " " + before->name_of(lane));
    EXPECT_EQ(after->lane(lane).direction, before->lane(lane).direction);
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
      const geometry::WorldPoint a = centre(*before, lane, share), b = centre(*after, lane, share);
      EXPECT_NEAR(a.x, b.x, 0.01);
      EXPECT_NEAR(a.y, b.y, 0.01);
      EXPECT_NEAR(a.z, b.z, 0.01);
    }
    const bool is_along = before->lane(lane).direction != network::LaneDirection::backward;
    EXPECT_EQ(before->speed_limit_mps({lane, is_along}, 1), after->speed_limit_mps({lane, is_along}, 1));
    EXPECT_EQ(before->onward({lane, is_along}).size(), after->onward({lane, is_along}).size());
  }
  EXPECT_EQ(differing_line(text, written(*read)), "");
}

// A road that runs through an intersection in a gap becomes two roads.
TEST(ToDocument, ARoadOfOursWithAGapLiesWhereItLay) {
  network::NetworkDescription description = made_by_hand();
  network::RoadDescription& east = description.roads[1];
  network::WayDescription far = east.ways[0];
  far.name = "far";
  far.from = 40;
  east.ways[0].end = network::EndKind::joined;
  east.ways[0].to = 25;
  east.ways.push_back(far);
  network::IntersectionDescription narrow;
  narrow.name = "narrow";
  narrow.has_automatic_corridors = false;
  narrow.arms = {{.name = "w", .attached = network::EndReference{"east", network::End::end}},
                 {.name = "e", .attached = network::EndReference{"far", network::End::start}}};
  for (const bool is_along : {true, false}) {
    network::CorridorDescription corridor;
    corridor.name = is_along ? "there" : "back";
    corridor.from = is_along ? network::LaneReference{"w", "in"} : network::LaneReference{"e", "out"};
    corridor.to = is_along ? network::LaneReference{"e", "in"} : network::LaneReference{"w", "out"};
    corridor.shape =
        network::OnRoad{"east", 25, 40, network::constant_profile(is_along ? -1.75 : 1.625), is_along};
    corridor.width = network::constant_profile(is_along ? 3.5 : 3.25);
    narrow.corridors.push_back(std::move(corridor));
  }
  description.intersections.push_back(std::move(narrow));
  const auto before = network::Network::build(description);
  ASSERT_TRUE(before) << base::to_text(before.diagnostics());
  const std::string text = written(description);
  const auto read = read_opendrive(text, "a.xodr");
  ASSERT_TRUE(read) << base::to_text(read.diagnostics());
  const auto after = network::Network::build(*read);
  ASSERT_TRUE(after) << base::to_text(after.diagnostics());
  EXPECT_TRUE(after->repairs().empty());
  ASSERT_EQ(after->lanes().size(), before->lanes().size());
  for (const double x : {20.0, 39.0, 45.0, 54.0, 60.0}) {
    network::LocateScratch scratch;
    const auto there = locate(*before, {x, -1.7, 0}, scratch), again = locate(*after, {x, -1.7, 0}, scratch);
    EXPECT_EQ(there.on, network::On::strip) << x;
    EXPECT_EQ(again.on, network::On::strip) << x;
    EXPECT_NEAR(again.point.distance, there.point.distance, 0.01) << x;
  }
  EXPECT_EQ(differing_line(text, written(*read)), "");
}

TEST(ToDocument, WarnsOnceOfEachKindOfThingThatIsLost) {
  network::NetworkDescription network = made_by_hand();
  for (const double at : {5.0, 10.0})
    network.roads[1].ways[0].attributes.push_back(
        {.kind = network::AttributeKind::no_passing, .from = at, .to = at + 2});
  network.roads[1].ways[0].end = network::EndKind::closed;
  const auto text = write_opendrive(network);
  ASSERT_TRUE(text);
  ASSERT_EQ(text.diagnostics().size(), 2U) << base::to_text(text.diagnostics());
  for (const base::Diagnostic& one : text.diagnostics()) {
    EXPECT_EQ(one.code, "X400");
    EXPECT_EQ(one.severity, base::Severity::warning);
  }
}

TEST(ToDocument, ANetworkThatCannotBeBuiltIsRefusedWithItsErrors) {
  network::NetworkDescription network = made_by_hand();
  network.intersections[0].arms[0].attached->strip = "nowhere";
  const auto text = write_opendrive(network);
  EXPECT_FALSE(text);
}

}  // namespace
}  // namespace backlot::formats::opendrive::to_document_test
