#include "backlot/formats/opendrive/translate.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backlot/formats/opendrive/opendrive.h"
#include "backlot/formats/opendrive/test/real_maps.h"
#include "backlot/network/network.h"

namespace backlot::formats::opendrive::translate_test {
namespace {

using network::LaneDirection;
using network::LaneKind;

network::NetworkDescription translated(const std::string& inside) {
  auto network =
      read_opendrive("<OpenDRIVE><header revMajor='1' revMinor='7'/>" + inside + "</OpenDRIVE>", "a.xodr");
  EXPECT_TRUE(network) << base::to_text(network.diagnostics());
  return network ? *network : network::NetworkDescription{};
}

network::Network built(const network::NetworkDescription& description) {
  auto network = network::Network::build(description);
  EXPECT_TRUE(network) << base::to_text(network.diagnostics());
  return *std::move(network);
}

std::string lane(int id, const std::string& link = "", const std::string& width = "a='3.5'",
                 const std::string& type = "driving") {
  return fmt::format("<lane id='{}' type='{}'><link>{}</link><width sOffset='0' {} {}/></lane>", id, type,
                     link, width,
                     width.find("b=") == std::string::npos ? "b='0' c='0' d='0'" : "c='0' d='0'");
}

std::string section(double s, const std::string& left, const std::string& right) {
  return fmt::format("<laneSection s='{}'>{}<center><lane id='0' type='none'/></center>{}</laneSection>", s,
                     left.empty() ? "" : "<left>" + left + "</left>",
                     right.empty() ? "" : "<right>" + right + "</right>");
}

// A straight road along x, of 100 m.
std::string road(const std::string& id, double x, const std::string& lanes, const std::string& link = "",
                 const std::string& more = "", const std::string& attributes = "junction='-1'") {
  return fmt::format(
      "<road id='{}' length='100' {}><link>{}</link><planView><geometry s='0' x='{}' y='0' hdg='0' "
      "length='100'>"
      "<line/></geometry></planView>{}<lanes>{}</lanes></road>",
      id, attributes, link, x, more, lanes);
}

TEST(Translate, MarksChangeWhereTheFileSays) {
  const std::string marks =
      "<roadMark sOffset='0' type='broken'/><roadMark sOffset='20' type='solid'/><roadMark sOffset='30' "
      "type='solid'/><roadMark sOffset='45' type='broken'/><roadMark sOffset='99.99999' type='curb'/>";
  const std::string right =
      "<lane id='-1' type='driving'><width sOffset='0' a='3' b='0' c='0' d='0'/>" + marks + "</lane>";
  const auto description = translated(road("7", 0, section(0, "", right)));
  const network::LaneDescription& lane = description.roads.at(0).ways.at(0).lanes.at(0);
  EXPECT_EQ(lane.right_marking, network::Marking::broken);
  EXPECT_EQ(lane.right_changes, (std::vector<network::MarkingChange>{{20, network::Marking::solid},
                                                                     {45, network::Marking::broken}}));
  const auto text = write_opendrive(description);
  ASSERT_TRUE(text);
  const auto again = read_opendrive(*text, "b.xodr");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->roads[0].ways[0].lanes[0], lane);
}

TEST(Translate, SectionsAreWaysOfOneRibbonJoinedByTheLinksOfTheFile) {
  const auto description =
      translated(road("7", 0,
                      section(0, "", lane(-1, "<successor id='-2'/>")) +
                          section(40, "", lane(-1) + lane(-2, "<predecessor id='-1'/>"))));
  ASSERT_EQ(description.roads.size(), 1U);
  ASSERT_EQ(description.roads[0].ways.size(), 2U);
  EXPECT_EQ(description.roads[0].ways[1].name, "7.1");
  EXPECT_EQ(description.roads[0].ways[1].from, 40);
  ASSERT_EQ(description.intersections.size(), 1U);
  EXPECT_EQ(description.intersections[0].kind, network::IntersectionKind::zero_length);
  ASSERT_EQ(description.intersections[0].links.size(), 1U);
  EXPECT_EQ(description.intersections[0].links[0].to.lane, "R2");
  const network::Network network = built(description);
  EXPECT_EQ(network.repairs().size(), 1U) << "lane -2 lies a lane's width beside lane -1";
}

TEST(Translate, LanesGoOnByTheirIdsWhereTheFileLinksNone) {
  const auto description =
      translated(road("7", 0, section(0, lane(1), lane(-1)) + section(40, lane(1), lane(-1))));
  ASSERT_EQ(description.intersections.size(), 1U);
  EXPECT_EQ(description.intersections[0].links.size(), 2U);
  EXPECT_FALSE(description.roads[0].ways[0].lanes[1].ends);
}

TEST(Translate, TrafficRunsBySideAndRule) {
  for (const bool is_left_hand : {false, true}) {
    const auto description = translated(road("7", 0, section(0, lane(1), lane(-1)), "", "",
                                             is_left_hand ? "junction='-1' rule='LHT'" : "junction='-1'"));
    const auto& lanes = description.roads[0].ways[0].lanes;
    EXPECT_EQ(lanes[0].direction, is_left_hand ? LaneDirection::forward : LaneDirection::backward);
    EXPECT_EQ(lanes[1].direction, is_left_hand ? LaneDirection::backward : LaneDirection::forward);
    EXPECT_EQ(description.side, is_left_hand ? network::TrafficSide::left : network::TrafficSide::right);
  }
}

TEST(Translate, SectionsUnderACentimetreAreMergedAndCounted) {
  const auto result = read_opendrive("<OpenDRIVE>" +
                                         road("7", 0,
                                              section(0, "", lane(-1, "<successor id='-1'/>")) +
                                                  section(40, "", lane(-1, "<successor id='-2'/>")) +
                                                  section(40.005, "", lane(-1) + lane(-2))) +
                                         "</OpenDRIVE>",
                                     "a.xodr");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->roads[0].ways.size(), 2U);
  EXPECT_EQ(result->intersections[0].links[0].to.lane, "R2") << "over the one that was left out";
  EXPECT_TRUE(std::any_of(result.diagnostics().begin(), result.diagnostics().end(),
                          [](const base::Diagnostic& d) { return d.code == "X310"; }));
}

// Rounding has put the last section 10 nm before the one that it follows: it is meant to hold from there on.
TEST(Translate, RecordsThatRoundingPutOutOfOrderKeepTheOrderOfTheFile) {
  const auto result = read_opendrive("<OpenDRIVE>" +
                                         road("7", 0,
                                              section(0, "", lane(-1, "<successor id='-1'/>")) +
                                                  section(40, "", lane(-1, "<successor id='-1'/>")) +
                                                  section(39.99999999, "", lane(-1) + lane(-2)),
                                              "",
                                              "<elevationProfile><elevation s='0' a='1' b='0' c='0' d='0'/>"
                                              "<elevation s='50' a='1' b='9' c='0' d='0'/>"
                                              "<elevation s='49.99999999' a='1' b='0' c='0' d='0'/>"
                                              "</elevationProfile>") +
                                         "</OpenDRIVE>",
                                     "a.xodr");
  ASSERT_TRUE(result);
  for (const base::Diagnostic& found : result.diagnostics()) EXPECT_NE(found.code, "X203") << found.message;
  ASSERT_EQ(result->roads[0].ways.size(), 2U);
  EXPECT_EQ(result->roads[0].ways[1].lanes.size(), 2U) << "the last section of the file";
  const network::Network network = built(*result);
  const geometry::Ribbon& ribbon = network.ribbons()[0];
  EXPECT_NEAR(geometry::place(ribbon, {ribbon.length(), 0, 0}).z, 1, 1e-6) << "the last record of the file";
}

std::string curved(const std::string& shape, double length, double road_length) {
  return fmt::format(
      "<road id='7' length='{}' junction='-1'><link/><planView><geometry s='0' x='0' y='0' hdg='0' "
      "length='{}'>"
      "{}</geometry></planView><lanes>{}</lanes></road>",
      road_length, length, shape, section(0, "", lane(-1)));
}

// Each shape is drawn twice: cut at 40 m by the length of its road, and whole; up to the cut both are the same.
TEST(Translate, WhatLiesBeyondTheLengthOfItsRoadIsCutOff) {
  for (const std::string shape :
       {"<line/>", "<arc curvature='0.01'/>", "<spiral curvStart='0' curvEnd='0.02'/>",
        "<poly3 a='0' b='0' c='0.002' d='0'/>",
        "<paramPoly3 aU='0' bU='60' cU='0' dU='-2' aV='0' bV='0' cV='20' dV='0' pRange='normalized'/>"}) {
    const auto cut = read_opendrive("<OpenDRIVE>" + curved(shape, 60, 40) + "</OpenDRIVE>", "a.xodr");
    const auto whole = read_opendrive("<OpenDRIVE>" + curved(shape, 60, 60) + "</OpenDRIVE>", "a.xodr");
    ASSERT_TRUE(cut && whole) << shape;
    const auto has = [](const auto& result) {
      return std::any_of(result.diagnostics().begin(), result.diagnostics().end(),
                         [](const base::Diagnostic& d) { return d.code == "X312"; });
    };
    EXPECT_TRUE(has(cut)) << shape;
    EXPECT_FALSE(has(whole)) << shape;
    const network::Network short_road = built(*cut), long_road = built(*whole);
    const geometry::Ribbon &a = short_road.ribbons()[0], &b = long_road.ribbons()[0];
    EXPECT_NEAR(a.length() / b.length(), 40.0 / 60, 1e-4) << shape;
    for (const double d : {0.0, 13.0, 27.0, a.length()})
      EXPECT_LT(geometry::distance_between(geometry::place(a, {d, 0, 0}), geometry::place(b, {d, 0, 0})),
                2e-3)
          << shape << " at " << d;
  }
}

TEST(Translate, AFileThatIncludesOthersIsRefused) {
  const auto result = read_opendrive("<OpenDRIVE>" + road("7", 0, section(0, "", lane(-1))) +
                                         "<userData><include file='more.xodr'/></userData></OpenDRIVE>",
                                     "a.xodr");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.diagnostics()[0].code, "X209");
  EXPECT_NE(result.diagnostics()[0].message.find("more.xodr"), std::string::npos);
}

TEST(Translate, LanesForBothDirectionsAreNamed) {
  const auto result = read_opendrive(
      "<OpenDRIVE>" + road("7", 0, section(0, "", lane(-1, "", "a='3'", "bidirectional") + lane(-2))) +
          "</OpenDRIVE>",
      "a.xodr");
  ASSERT_TRUE(result);
  EXPECT_TRUE(std::any_of(
      result.diagnostics().begin(), result.diagnostics().end(),
      [](const base::Diagnostic& d) { return d.code == "X313" && d.message.substr(0, 2) == "1 "; }));
}

// By the type of the lane, or by its rules of access: a list of what is allowed leaves cars out, or a rule denies them.
TEST(Translate, LanesThatAreNotForCarsAreLanesForBuses) {
  struct Case {
    const char *type, *access;
    LaneKind kind;
  };
  for (const Case& c : {
           Case{"bus", "", LaneKind::bus},
           Case{"taxi", "", LaneKind::bus},
           Case{"driving", "", LaneKind::vehicle},
           Case{"driving", "<access sOffset='0' rule='allow' restriction='bus'/>", LaneKind::bus},
           Case{"driving",
                "<access sOffset='0' rule='allow' restriction='bus'/><access sOffset='0' rule='allow' "
                "restriction='passengerCar'/>",
                LaneKind::vehicle},
           Case{"driving", "<access sOffset='0' rule='deny' restriction='passengerCar'/>", LaneKind::bus},
           Case{"driving", "<access sOffset='0' rule='deny' restriction='truck'/>", LaneKind::vehicle},
           Case{"driving",
                "<access sOffset='50' rule='allow'><restriction type='bus'/><restriction "
                "type='taxi'/></access>",
                LaneKind::bus},
           Case{"driving", "<access sOffset='0' restriction='none'/>", LaneKind::vehicle},
           Case{"sidewalk", "<access sOffset='0' rule='deny' restriction='passengerCar'/>",
                LaneKind::sidewalk},
       }) {
    const std::string outer =
        fmt::format("<lane id='-2' type='{}'><link/><width sOffset='0' a='3.5' b='0' c='0' d='0'/>{}</lane>",
                    c.type, c.access);
    const auto result = read_opendrive(
        "<OpenDRIVE>" + road("7", 0, section(0, "", lane(-1) + outer)) + "</OpenDRIVE>", "a.xodr");
    ASSERT_TRUE(result);
    EXPECT_EQ(result->roads[0].ways[0].lanes[1].kind, c.kind) << c.type << " " << c.access;
    const bool is_noted = std::any_of(result.diagnostics().begin(), result.diagnostics().end(),
                                      [](const base::Diagnostic& d) { return d.code == "X314"; });
    EXPECT_EQ(is_noted, c.kind == LaneKind::bus) << c.type << " " << c.access;
  }
}

TEST(Translate, RoadsThatTouchAreJoinedThoughOnlyOneOfThemSaysSo) {
  const auto description =
      translated(road("a", 0, section(0, "", lane(-1, "<successor id='-1'/>")),
                      "<successor elementType='road' elementId='b' contactPoint='start'/>") +
                 road("b", 100, section(0, "", lane(-1))));
  const network::Network network = built(description);
  ASSERT_EQ(network.intersections().size(), 1U);
  EXPECT_EQ(network.way(network.find_way("a")).start, network::EndKind::open);
  EXPECT_EQ(network.onward({network.find_lane(network.find_strip("a"), "R1"), true}).size(), 1U);
}

TEST(Translate, DirectJunctionJoinsMoreThanTwoEnds) {
  const std::string junction =
      "<junction id='9' type='direct'><connection id='0' incomingRoad='a' linkedRoad='b' "
      "contactPoint='start'>"
      "<laneLink from='-1' to='-1'/></connection><connection id='1' incomingRoad='a' linkedRoad='c' "
      "contactPoint='start'><laneLink from='-2' to='-1'/></connection></junction>";
  const std::string to_junction = "<successor elementType='junction' elementId='9'/>";
  const std::string offset = "<lanes><laneOffset s='0' a='-3.5' b='0' c='0' d='0'/>";
  std::string c =
      road("c", 100, section(0, "", lane(-1)), "<predecessor elementType='junction' elementId='9'/>");
  c.replace(c.find("<lanes>"), 7, offset);
  const network::Network network = built(translated(
      road("a", 0, section(0, "", lane(-1) + lane(-2)), to_junction) +
      road("b", 100, section(0, "", lane(-1)), "<predecessor elementType='junction' elementId='9'/>") + c +
      junction));
  const network::StripId a = network.find_strip("a");
  EXPECT_EQ(network.name_of(network.lane(network.onward({network.find_lane(a, "R1"), true})[0].lane).strip),
            "b");
  EXPECT_EQ(network.name_of(network.lane(network.onward({network.find_lane(a, "R2"), true})[0].lane).strip),
            "c");
  EXPECT_TRUE(network.repairs().empty());
}

// Two roads 100 m apart along x, and between them a connecting road with its s against the traffic.
std::string crossing(const std::string& light, const std::string& controller = "") {
  return road("in", 0, section(0, "", lane(-1)), "<successor elementType='junction' elementId='5'/>") +
         "<road id='turn' length='100' junction='5'><link><predecessor elementType='road' elementId='out' "
         "contactPoint='start'/><successor elementType='road' elementId='in' "
         "contactPoint='end'/></link><planView>"
         "<geometry s='0' x='200' y='0' hdg='3.14159265358979' "
         "length='100'><line/></geometry></planView><lanes>" +
         section(0, lane(1, "<predecessor id='-1'/><successor id='-1'/>"), "") + "</lanes>" + light +
         "</road>" +
         road("out", 200, section(0, "", lane(-1)), "<predecessor elementType='junction' elementId='5'/>") +
         controller +
         "<junction id='5'><connection id='0' incomingRoad='in' connectingRoad='turn' contactPoint='end'>"
         "<laneLink from='-1' to='1'/></connection></junction>";
}

TEST(Translate, ConnectingRoadsAreCorridorsAlsoAgainstTheirS) {
  const network::Network network = built(translated(crossing("")));
  ASSERT_EQ(network.corridors().size(), 1U);
  const network::Corridor& corridor = network.corridors()[0];
  EXPECT_EQ(network.name_of(corridor.strip), "turn.L1");
  EXPECT_EQ(network.name_of(network.lane(corridor.from.lane).strip), "in");
  EXPECT_EQ(network.name_of(network.lane(corridor.to.lane).strip), "out");
  EXPECT_NEAR(corridor.heading_in_rad, 0, 1e-6);
  EXPECT_EQ(network.ribbons().size(), 3U) << "it keeps the reference line of its road";
}

TEST(Translate, LightsMakeGroupsAndAProgramme) {
  const network::Network network = built(translated(crossing(
      "<signals><signal id='L' s='99' t='0' dynamic='yes' orientation='+' type='1000001' subtype='-1' "
      "country='OpenDRIVE'><validity fromLane='1' toLane='1'/></signal></signals>",
      "<controller id='8'><control signalId='L' type='0'/></controller>")));
  ASSERT_EQ(network.signal_groups().size(), 1U);
  EXPECT_EQ(network.signal_groups()[0].name, "controller_8");
  EXPECT_EQ(network.corridors()[0].control, network::Control::signal);
  EXPECT_GT(network.programmes()[0].intervals.size(), 3U);
}

TEST(Translate, ALaneThatOpensAndClosesHasNoTraffic) {
  const auto description = translated(
      road("7", 0,
           section(0, "",
                   lane(-1) + "<lane id='-2' type='driving'><width sOffset='0' a='0' b='0.1' c='0' d='0'/>"
                              "<width sOffset='50' a='5' b='-0.1' c='0' d='0'/></lane>")));
  EXPECT_EQ(network::use_of(description.roads[0].ways[0].lanes[1].kind), network::Use::none);
}

TEST(Translate, WidthsBelowZeroCountAsZeroAndAreReported) {
  const auto result = read_opendrive(
      "<OpenDRIVE>" + road("7", 0, section(0, "", lane(-1) + lane(-2, "", "a='1' b='-0.02'", "border"))) +
          "</OpenDRIVE>",
      "a.xodr");
  ASSERT_TRUE(result);
  const auto& width = result->roads[0].ways[0].lanes[1].width;
  EXPECT_NEAR(width.record_at(40).at(40).value, 0.2, 1e-12);
  EXPECT_EQ(width.record_at(80).at(80).value, 0);
  EXPECT_TRUE(std::any_of(result.diagnostics().begin(), result.diagnostics().end(),
                          [](const base::Diagnostic& d) { return d.code == "X303"; }));
}

// a and b lie on each other all along, and both run into c: more than a gap can help.
TEST(Translate, RoadsThatLieOnEachOtherAndRunIntoOneLaneAreWarnedOf) {
  const auto map = [](int lane_of_b) {
    const std::string to_junction = "<successor elementType='junction' elementId='9'/>";
    return "<OpenDRIVE><header revMajor='1' revMinor='7'/>" +
           road("a", 0, section(0, "", lane(-1)), to_junction) +
           road("b", 0, section(0, "", lane(-1)), to_junction) +
           road("c", 100, section(0, "", lane(-1) + lane(-2)),
                "<predecessor elementType='junction' elementId='9'/>") +
           "<junction id='9' type='direct'>"
           "<connection id='0' incomingRoad='a' linkedRoad='c' contactPoint='start'><laneLink from='-1' "
           "to='-1'/>"
           "</connection><connection id='1' incomingRoad='b' linkedRoad='c' contactPoint='start'>" +
           fmt::format("<laneLink from='-1' to='{}'/></connection></junction></OpenDRIVE>", lane_of_b);
  };
  const auto warnings = [](const std::string& text) {
    const auto result = read_opendrive(text, "a.xodr");
    EXPECT_TRUE(result) << base::to_text(result.diagnostics());
    return std::count_if(result.diagnostics().begin(), result.diagnostics().end(),
                         [](const base::Diagnostic& d) { return d.code == "X307"; });
  };
  EXPECT_EQ(warnings(map(-1)), 2);
  EXPECT_EQ(warnings(map(-2)), 0) << "beside each other";
}

TEST(Translate, ASectionBeginsWhereItsSLiesOnAClimbingRoad) {
  // a slope of 3 in 4: 40 m of s are 50 m of road
  const network::Network network = built(
      translated(road("7", 0, section(0, "", lane(-1)) + section(40, "", lane(-1)), "",
                      "<elevationProfile><elevation s='0' a='0' b='0.75' c='0' d='0'/></elevationProfile>")));
  EXPECT_NEAR(network.strip(network.find_strip("7.0")).length(), 50, 1e-6);
  EXPECT_NEAR(network.strip(network.find_strip("7.1")).length(), 75, 1e-6);
  EXPECT_NEAR(network.source(network.strip(network.find_strip("7.1")).ribbon)->to_source(50), 40, 1e-6);
}

TEST(Translate, TwoHeightsAtOnePlaceAreAStep) {
  const auto raised = [](const std::string& second_s) {
    std::string text = lane(-1);
    const std::string at = "</lane>";
    text.replace(text.find(at), at.size(),
                 "<height sOffset='0' inner='0.1' outer='0.1'/><height sOffset='50' inner='0.2' outer='0.2'/>"
                 "<height sOffset='" +
                     second_s + "' inner='0.4' outer='0.4'/></lane>");
    return built(translated(road("7", 0, section(0, "", text))));
  };
  for (const char* second_s : {"50", "50.000000000001"}) {
    const network::Network network = raised(second_s);
    EXPECT_NEAR(network.surface_height(network::StripId(0), 25, -1), 0.15, 1e-9);
    EXPECT_NEAR(network.surface_height(network::StripId(0), 49.99, -1), 0.2, 1e-4);
    EXPECT_NEAR(network.surface_height(network::StripId(0), 50.01, -1), 0.4, 1e-9);
  }
}

TEST(Translate, ASurfaceOfTooManyPartsIsLeftOutWithAWarning) {
  std::string strips;
  for (int i = 1; i <= 101; ++i) strips += fmt::format("<strip id='{}'/>", i);
  const auto network =
      read_opendrive("<OpenDRIVE><header revMajor='1' revMinor='8'/>" +
                         road("7", 0, section(0, "", lane(-1)), "",
                              "<lateralProfile><crossSectionSurface><surfaceStrips>" + strips +
                                  "</surfaceStrips></crossSectionSurface></lateralProfile>") +
                         "</OpenDRIVE>",
                     "a.xodr");
  ASSERT_TRUE(network);
  EXPECT_TRUE(network->roads[0].surface.empty());
  EXPECT_NE(base::to_text(network.diagnostics()).find("X306"), std::string::npos);
}

// A surface that cannot be followed by even heights takes a station every quarter of a metre, up to a limit for the whole file.
TEST(Translate, SurfacesOfAFileHaveALimitInAll) {
  std::string roads;
  for (int i = 0; i < 40; ++i) {
    std::string strips;
    for (int k = 1; k <= 100; ++k)
      strips += fmt::format(
          "<strip id='{}'><width><coefficients s='0' a='0.1' b='0.001' c='0' d='0'/></width>"
          "<constant><coefficients s='0' a='{}'/></constant></strip>",
          k, k % 2);
    roads += road(std::to_string(i), 200 * i, section(0, "", lane(-1)), "",
                  "<lateralProfile><crossSectionSurface><surfaceStrips>" + strips +
                      "</surfaceStrips></crossSectionSurface></lateralProfile>");
  }
  const auto network =
      read_opendrive("<OpenDRIVE><header revMajor='1' revMinor='8'/>" + roads + "</OpenDRIVE>", "a.xodr");
  ASSERT_TRUE(network);
  EXPECT_FALSE(network->roads.front().surface.empty());
  EXPECT_TRUE(network->roads.back().surface.empty());
  std::size_t parts = 0;
  for (const network::RoadDescription& one : network->roads)
    for (const network::SurfaceStation& station : one.surface) parts += station.height.records.size();
  EXPECT_LE(parts, 200000U);
}

// Of a map, how much of the length of its roads lies in what was rounded.
double repaired_share(const network::Network& network) {
  double repaired = 0, length = 0;
  for (const geometry::Ribbon& ribbon : network.ribbons()) {
    length += ribbon.length();
    for (const geometry::RibbonRepair& repair : ribbon.repairs()) repaired += repair.length;
  }
  return repaired / length;
}

TEST(Translate, EveryRealMapBecomesANetworkThatIsNearlyAllAsTheFileSays) {
  int maps = 0;
  for (const char* folder : {"xodr", "xosc"})
    for (const std::filesystem::path& file : real_maps(folder)) {
      SCOPED_TRACE(file.filename().string());
      ++maps;
      const auto description = read_opendrive(text_of(file), "map");
      ASSERT_TRUE(description) << base::to_text(description.diagnostics());
      const auto network = network::Network::build(*description);
      ASSERT_TRUE(network) << base::to_text(network.diagnostics());
      // drawn as a polygon, with kinks up to 0.8 rad under wide roads
      const bool is_rough = file.filename() == "Scenic__borregasave.xodr";
      EXPECT_LE(repaired_share(*network), is_rough ? 0.05 : 0.01);
    }
  if (maps == 0) GTEST_SKIP() << "no OpenDRIVE maps in ../shared/data beside the project";
}

}  // namespace
}  // namespace backlot::formats::opendrive::translate_test
