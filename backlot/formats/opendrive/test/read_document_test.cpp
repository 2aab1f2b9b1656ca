#include "backlot/formats/opendrive/read_document.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <variant>

#include <gtest/gtest.h>

#include "backlot/formats/opendrive/test/real_maps.h"

namespace backlot::formats::opendrive::read_document_test {
namespace {

// A document around some elements of the root.
base::Result<Document> read(const std::string& inside) {
  return read_document("<OpenDRIVE>\n" + inside + "\n</OpenDRIVE>", "a.xodr");
}

// The only road of a document around some elements of that road.
Road road_with(const std::string& inside) {
  auto document = read("<road id='1' length='100' junction='-1'>" + inside + "</road>");
  EXPECT_TRUE(document) << base::to_text(document.diagnostics());
  return document ? document->roads.at(0) : Road();
}

std::string codes(const base::Diagnostics& diagnostics) {
  std::string codes;
  for (const base::Diagnostic& d : diagnostics) codes += (codes.empty() ? "" : " ") + d.code;
  return codes;
}

TEST(ReadDocument, HeaderHasVersionProjectionAndOffset) {
  const auto document = read(R"(<header revMajor="1" revMinor="7" name="n" vendor="v">
      <geoReference><![CDATA[ +proj=utm +zone=32 ]]></geoReference><offset x="1" y="2" z="3" hdg="0.5"/></header>)");
  ASSERT_TRUE(document);
  ASSERT_TRUE(document->header);
  EXPECT_EQ(document->header->revision_minor, 7);
  EXPECT_EQ(document->header->geo_reference, "+proj=utm +zone=32");
  ASSERT_TRUE(document->header->offset);
  EXPECT_EQ(document->header->offset->heading_rad, 0.5);
  EXPECT_EQ(document->header->where, (Where{2, 1}));
}

TEST(ReadDocument, AFileWithoutHeaderIsRead) {
  const auto document = read("<road id='1' length='1'/>");
  ASSERT_TRUE(document);
  EXPECT_FALSE(document->header);
  EXPECT_EQ(document->roads.size(), 1U);
}

TEST(ReadDocument, AnotherRootIsRefused) {
  EXPECT_EQ(codes(read_document("<OpenSCENARIO/>", "a.xosc").diagnostics()), "X201");
  EXPECT_TRUE(looks_like_opendrive("<?xml version='1.0'?>\n<OpenDRIVE xmlns='http://x'>"));
  EXPECT_FALSE(looks_like_opendrive("<OpenSCENARIO>"));
  EXPECT_FALSE(looks_like_opendrive("network n { }"));
}

TEST(ReadDocument, RoadsHaveLinksRuleAndJunction) {
  const auto document = read(R"(<road id="a b" name="n" length="5" junction="7" rule="LHT"><link>
      <predecessor elementType="road" elementId="x" contactPoint="end"/>
      <successor elementType="junction" elementId="7" elementS="3" elementDir="-"/></link></road>
      <road id="2" length="5" junction="-1"/>)");
  ASSERT_TRUE(document) << base::to_text(document.diagnostics());
  const Road& road = document->roads[0];
  EXPECT_EQ(road.id, "a b");
  EXPECT_EQ(road.junction, "7");
  EXPECT_EQ(document->roads[1].junction, "");
  EXPECT_EQ(road.rule, TrafficRule::left_hand);
  ASSERT_TRUE(road.predecessor && road.successor);
  EXPECT_EQ(road.predecessor->type, ElementType::road);
  EXPECT_EQ(road.predecessor->contact, ContactPoint::end);
  EXPECT_EQ(road.successor->type, ElementType::junction);
  EXPECT_EQ(road.successor->contact, ContactPoint::none);
  EXPECT_EQ(road.successor->element_s, 3);
  EXPECT_EQ(road.successor->element_direction, "-");
}

TEST(ReadDocument, AllShapesOfThePlanViewAreKnown) {
  const Road road = road_with(R"(<planView>
      <geometry s="0" x="1" y="2" hdg="3" length="10"><line/></geometry>
      <geometry s="10" x="0" y="0" hdg="0" length="10"><arc curvature="-0.1"/></geometry>
      <geometry s="20" x="0" y="0" hdg="0" length="10"><spiral curvStart="0" curvEnd="0.2"/></geometry>
      <geometry s="30" x="0" y="0" hdg="0" length="10"><poly3 a="0" b="1" c="2" d="3"/></geometry>
      <geometry s="40" x="0" y="0" hdg="0" length="10">
        <paramPoly3 aU="0" bU="1" cU="2" dU="3" aV="4" bV="5" cV="6" dV="7" pRange="arcLength"/></geometry>
      <geometry s="50" x="0" y="0" hdg="0" length="10">
        <paramPoly3 aU="0" bU="1" cU="2" dU="3" aV="4" bV="5" cV="6" dV="7"/></geometry></planView>)");
  ASSERT_EQ(road.plan_view.size(), 6U);
  EXPECT_EQ(road.plan_view[0].heading_rad, 3);
  EXPECT_TRUE(std::holds_alternative<Line>(road.plan_view[0].shape));
  EXPECT_EQ(std::get<Arc>(road.plan_view[1].shape).curvature, -0.1);
  EXPECT_EQ(std::get<Spiral>(road.plan_view[2].shape).curvature_end, 0.2);
  EXPECT_EQ(std::get<Poly3>(road.plan_view[3].shape).d, 3);
  EXPECT_EQ(std::get<ParamPoly3>(road.plan_view[4].shape).d_v, 7);
  EXPECT_EQ(std::get<ParamPoly3>(road.plan_view[4].shape).range, ParameterRange::arc_length);
  EXPECT_EQ(std::get<ParamPoly3>(road.plan_view[5].shape).range, ParameterRange::normalized);
}

TEST(ReadDocument, SpeedsBecomeMetresPerSecond) {
  const Road road = road_with(R"(<type s="0" type="town"><speed max="50" unit="km/h"/></type>
      <type s="10" type="town"><speed max="25" unit="mph"/></type><type s="20" type="town"><speed max="13.5"/></type>
      <type s="30" type="town"><speed max="no limit"/></type><type s="40" type="town"/>)");
  ASSERT_EQ(road.types.size(), 5U);
  EXPECT_DOUBLE_EQ(road.types[0].speed->max_mps.value(), 50 / 3.6);
  EXPECT_DOUBLE_EQ(road.types[1].speed->max_mps.value(), 11.176);
  EXPECT_EQ(road.types[2].speed->max_mps, 13.5);
  EXPECT_TRUE(road.types[3].speed->is_unlimited);
  EXPECT_FALSE(road.types[3].speed->max_mps);
  EXPECT_FALSE(road.types[4].speed);
}

TEST(ReadDocument, LanesKeepAllTheirRecords) {
  const Road road =
      road_with(R"(<lanes><laneOffset s="0" a="1" b="0" c="0" d="0"/><laneSection s="0" singleSide="true">
      <left><lane id="1" type="driving" level="true" direction="reversed"><link><predecessor id="2"/><predecessor id="3"/>
        <successor id="-1"/></link><border sOffset="0" a="4" b="0" c="0" d="0"/>
        <height sOffset="1" inner="0.1" outer="0.2"/><speed sOffset="2" max="36" unit="km/h"/>
        <access sOffset="3" rule="deny"><restriction type="bus"/><restriction type="taxi"/></access>
        <access sOffset="4" restriction="trucks"/></lane></left>
      <center><lane id="0" type="none"><roadMark sOffset="0" type="broken" color="white" laneChange="both" width="0.12">
        <type name="broken"><line length="3" space="6" tOffset="0" sOffset="0" rule="caution"/></type></roadMark></lane></center>
      <right><lane id="-1" type="sidewalk"><width sOffset="0" a="2" b="1" c="0.5" d="0.25"/></lane></right>
      </laneSection></lanes>)");
  ASSERT_EQ(road.sections.size(), 1U);
  const LaneSection& section = road.sections[0];
  EXPECT_EQ(section.is_single_side, true);
  const Lane& left = section.left.at(0);
  EXPECT_EQ(left.level, true);
  EXPECT_EQ(left.direction, "reversed");
  EXPECT_TRUE(left.has_link);
  EXPECT_EQ(left.predecessors.size(), 2U);
  EXPECT_EQ(left.successors.at(0).lane, -1);
  EXPECT_EQ(left.borders.at(0).a, 4);
  EXPECT_EQ(left.heights.at(0).outer_m, 0.2);
  EXPECT_EQ(left.speeds.at(0).max_mps, 10);
  EXPECT_EQ(left.speeds.at(0).s, 2);
  EXPECT_EQ(left.accesses.at(0).restrictions.size(), 2U);
  EXPECT_EQ(left.accesses.at(1).restrictions.at(0), "trucks");
  EXPECT_EQ(section.center.at(0).road_marks.at(0).lines.at(0).space_m, 6);
  const Lane& right = section.right.at(0);
  EXPECT_FALSE(right.has_link);
  EXPECT_EQ(right.widths.at(0).at(2), 2 + 2 + 2 + 2);
  EXPECT_EQ(right.widths.at(0).slope_at(2), 1 + 2 + 3);
}

TEST(ReadDocument, ProfilesAcrossTheRoadAreKept) {
  const Road road =
      road_with(R"(<elevationProfile><elevation s="0" a="1" b="2" c="3" d="4"/></elevationProfile>
      <lateralProfile><superelevation s="0" a="0.1" b="0" c="0" d="0"/><shape s="0" t="-3" a="0.5" b="0" c="0" d="0"/>
      <crossSectionSurface><tOffset><coefficients s="0" a="2"/></tOffset><surfaceStrips><strip id="-1" mode="relative">
      <linear><coefficients s="0" a="0.15"/></linear></strip></surfaceStrips></crossSectionSurface></lateralProfile>)");
  EXPECT_EQ(road.elevation.at(0).d, 4);
  EXPECT_EQ(road.lateral.superelevation.at(0).a, 0.1);
  EXPECT_EQ(road.lateral.shape.at(0).t, -3);
  ASSERT_TRUE(road.lateral.surface);
  EXPECT_EQ(road.lateral.surface->t_offset.at(0).a, 2);
  EXPECT_EQ(road.lateral.surface->strips.at(0).linear.at(0).a, 0.15);
}

TEST(ReadDocument, ObjectsHaveOutlinesOldAndNew) {
  const Road road =
      road_with(R"(<objects><object id="o" type="building" s="1" t="2" zOffset="0" orientation="-" length="">
      <outline id="5"><cornerLocal u="1" v="2" z="3" height="4" id="0"/></outline>
      <repeat s="0" length="9" distance="3" tStart="1" tEnd="2" heightStart="0" heightEnd="0" zOffsetStart="0" zOffsetEnd="0"/>
      <markings><marking side="left" color="white"><cornerReference id="0"/></marking></markings></object>
      <object id="p" type="parkingSpace" s="1" t="2"><outlines><outline closed="true"><cornerRoad s="1" t="2" dz="0"/>
      </outline></outlines><parkingSpace access="all"/><validity fromLane="-2" toLane="-1"/></object>
      <tunnel id="t" s="3" length="4" name="" type="underpass"/><bridge id="b" s="5" length="6" type="steel"/>
      <objectReference id="o" s="1" t="2" orientation="+"/></objects>)");
  ASSERT_EQ(road.objects.size(), 2U);
  EXPECT_EQ(road.objects[0].orientation, Orientation::against);
  EXPECT_FALSE(road.objects[0].length_m);
  EXPECT_FALSE(road.objects[0].has_outlines);
  EXPECT_EQ(road.objects[0].outlines.at(0).local_corners.at(0).v, 2);
  EXPECT_EQ(road.objects[0].repeats.at(0).distance_m, 3);
  EXPECT_EQ(road.objects[0].markings.at(0).corners.size(), 1U);
  EXPECT_TRUE(road.objects[1].has_outlines);
  EXPECT_EQ(road.objects[1].outlines.at(0).road_corners.at(0).t, 2);
  EXPECT_TRUE(road.objects[1].parking_space);
  EXPECT_EQ(road.objects[1].validities.at(0).from_lane, -2);
  EXPECT_EQ(road.tunnels.at(0).length_m, 4);
  EXPECT_EQ(road.bridges.at(0).s, 5);
  EXPECT_EQ(road.object_references.at(0).id, "o");
}

TEST(ReadDocument, SignalsControllersAndReferencesAreRead) {
  const auto document = read(R"(<road id="1" length="9"><signals>
      <signal id="s" s="1" t="2" zOffset="3" dynamic="yes" orientation="+" country="de" type="274" subtype="50" value="50"
        unit="km/h"><validity fromLane="-1" toLane="-1"/><dependency id="d" type="limitline"/>
        <staticBoard><sign id="1"/></staticBoard><vmsBoard/></signal>
      <signal id="w" s="1" t="2" type="x" value="STOP"/>
      <signalReference id="s" s="4" t="5" orientation="-"/></signals></road>
      <controller id="c" name="n" sequence="2"><control signalId="s" type="0"/></controller>)");
  ASSERT_TRUE(document) << base::to_text(document.diagnostics());
  EXPECT_TRUE(document.diagnostics().is_empty());
  const Signal& signal = document->roads[0].signals.at(0);
  EXPECT_TRUE(signal.is_dynamic);
  EXPECT_EQ(signal.value, 50);
  EXPECT_EQ(signal.boards.size(), 2U);
  EXPECT_EQ(signal.boards[0].parts.size(), 1U);
  EXPECT_EQ(signal.dependencies.at(0).id, "d");
  EXPECT_FALSE(document->roads[0].signals.at(1).value);
  EXPECT_EQ(document->roads[0].signal_references.at(0).orientation, Orientation::against);
  EXPECT_EQ(document->controllers.at(0).controls.at(0).signal, "s");
}

TEST(ReadDocument, JunctionsOfAllTypesAreRead) {
  const auto document =
      read(R"(<junction id="1" name="j"><connection id="0" incomingRoad="1" connectingRoad="2"
        contactPoint="start"><laneLink from="-1" to="-2"/></connection><priority high="2" low="3"/>
        <controller id="c" type="0"/></junction>
      <junction id="2" type="direct"><connection id="0" incomingRoad="1" linkedRoad="4" contactPoint="end">
        <laneLink from="-1" to="1" overlapZone="20"/></connection></junction>
      <junction id="3" type="virtual" mainRoad="1" sStart="5" sEnd="9" orientation="+"/>
      <junction id="4" type="crossing"><crossPath id="p" crossingRoad="8" roadAtStart="1" roadAtEnd="2">
        <startLaneLink s="3" from="4" to="1"/><endLaneLink s="5" from="6" to="-1"/></crossPath></junction>)");
  ASSERT_TRUE(document) << base::to_text(document.diagnostics());
  const auto& junctions = document->junctions;
  ASSERT_EQ(junctions.size(), 4U);
  EXPECT_EQ(junctions[0].type, JunctionType::standard);
  EXPECT_EQ(junctions[0].connections.at(0).lane_links.at(0).to, -2);
  EXPECT_EQ(junctions[0].priorities.at(0).high, "2");
  EXPECT_EQ(junctions[1].connections.at(0).linked_road, "4");
  EXPECT_EQ(junctions[1].connections.at(0).lane_links.at(0).overlap_zone_m, 20);
  EXPECT_EQ(junctions[2].type, JunctionType::virtual_);
  EXPECT_EQ(junctions[2].s_end, 9);
  EXPECT_EQ(junctions[3].cross_paths.at(0).end.s, 5);
}

TEST(ReadDocument, RecordsOutOfOrderAreSortedAndReported) {
  const auto document =
      read(R"(<road id="1" length="9"><elevationProfile><elevation s="5" a="1" b="0" c="0" d="0"/>
      <elevation s="0" a="2" b="0" c="0" d="0"/></elevationProfile></road>)");
  ASSERT_TRUE(document);
  EXPECT_EQ(codes(document.diagnostics()), "X203");
  EXPECT_EQ(document.diagnostics()[0].place.line, 3);
  EXPECT_EQ(document->roads[0].elevation.at(0).a, 2);
}

TEST(ReadDocument, UserDataIsSkippedInSilence) {
  const auto document =
      read(R"(<userData code="x"><road id="1"/></userData><road id="1" length="9"><lanes><laneSection s="0">
      <right><lane id="-1" type="driving"><userData><vectorLane sOffset="" laneId="{x}"><predecessor id="y"/></vectorLane>
      </userData></lane></right></laneSection></lanes></road>)");
  ASSERT_TRUE(document);
  EXPECT_TRUE(document.diagnostics().is_empty());
  EXPECT_EQ(document->roads.size(), 1U);
}

TEST(ReadDocument, IncludesAreRefusedWhereverTheyStand) {
  for (const std::string text :
       {R"(<road id="1" length="9"/><include file="more.xodr"/>)",
        R"(<road id="1" length="9"><lanes><include file="more.xodr"/></lanes></road>)"}) {
    const auto document = read(text);
    ASSERT_FALSE(document) << text;
    EXPECT_EQ(codes(document.diagnostics()), "X209") << text;
    EXPECT_NE(document.diagnostics()[0].message.find("more.xodr"), std::string::npos);
  }
}

TEST(ReadDocument, WrongNumbersAreReportedWithTheirPlaces) {
  const auto document = read(R"(<road name="" id="1" length="nan" junction="-1"><planView>
      <geometry s="0" x="inf" y="1e400" hdg="zero" length="-5"><arc curvature="1e308"/></geometry>
      <geometry s="0" x="0" y="0" hdg="0" length="1"/></planView></road>)");
  ASSERT_FALSE(document);
  EXPECT_EQ(codes(document.diagnostics()), "X112 X112 X112 X111 X202 X112 X206");
  EXPECT_EQ(base::to_text(document.diagnostics()[3].place), "a.xodr:3:41");
}

TEST(ReadDocument, LanesHaveALimit) {
  const auto with = [](int count) {
    std::string lanes;
    for (int i = 0; i < count; ++i) lanes += "<lane id='" + std::to_string(i + 1) + "' type='none'/>";
    return codes(read("<road id='1' length='9'><lanes><laneSection s='0'><left>" + lanes +
                      "</left></laneSection></lanes></road>")
                     .diagnostics());
  };
  EXPECT_EQ(with(500), "");
  EXPECT_EQ(with(10'000), "X208");
}

TEST(ReadDocument, TheSeedsOfTheFuzzerAreMaps) {
  const auto folder = std::filesystem::path(__FILE__).parent_path() / "fuzz" / "seeds";
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const auto document = read_document(text_of(entry.path()), entry.path().filename().string());
    ASSERT_TRUE(document) << base::to_text(document.diagnostics());
    EXPECT_TRUE(document.diagnostics().is_empty()) << base::to_text(document.diagnostics());
    EXPECT_FALSE(document->roads.empty());
    ++count;
  }
  EXPECT_GE(count, 2U);
}

TEST(ReadDocument, AllRealMapsAreRead) {
  std::size_t count = 0, roads = 0;
  for (const char* folder : {"xodr", "xosc", "valid_qc", "invalid"}) {
    for (const auto& path : real_maps(folder)) {
      const std::string text = text_of(path);
      EXPECT_TRUE(looks_like_opendrive(text)) << path;
      const auto document = read_document(text, path.filename().string());
      ASSERT_TRUE(document) << base::to_text(document.diagnostics());
      EXPECT_GT(document->roads.size(), 0U) << path;
      ++count;
      roads += document->roads.size();
    }
  }
  if (count == 0) GTEST_SKIP() << "no OpenDRIVE maps in ../shared/data beside the project";
  RecordProperty("files", static_cast<int>(count));
  RecordProperty("roads", static_cast<int>(roads));
  EXPECT_GT(roads, count);
}

}  // namespace
}  // namespace backlot::formats::opendrive::read_document_test
