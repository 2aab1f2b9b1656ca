#include "backlot/formats/opendrive/lint.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/formats/opendrive/read_document.h"
#include "backlot/formats/opendrive/rules.h"
#include "backlot/formats/opendrive/test/real_maps.h"

namespace backlot::formats::opendrive::lint_test {
namespace {

// ---- small files, each with one mistake

const std::string kHeader = R"(<header revMajor="1" revMinor="8"/>)";

std::string width(double a, double b = 0) {
  return "<width sOffset='0' a='" + std::to_string(a) + "' b='" + std::to_string(b) + "' c='0' d='0'/>";
}

// A straight road along x, with lanes -1 and 1 unless told otherwise.
std::string road(const std::string& id, double x, const std::string& inside = "",
                 const std::string& lanes = "", const std::string& attributes = "junction='-1'") {
  const std::string usual =
      "<laneSection s='0'><left><lane id='1' type='driving'>" + width(3) +
      "</lane></left><center><lane id='0'/></center><right><lane id='-1' type='driving'>" + width(3) +
      "</lane></right></laneSection>";
  return "<road id='" + id + "' length='10' " + attributes + ">" + inside + "<planView><geometry s='0' x='" +
         std::to_string(x) + "' y='0' hdg='0' length='10'><line/></geometry></planView><lanes>" +
         (lanes.empty() ? usual : lanes) + "</lanes></road>\n";
}

std::string section(double s, const std::string& left, const std::string& right) {
  return "<laneSection s='" + std::to_string(s) + "'><left>" + left +
         "</left><center><lane id='0'/></center><right>" + right + "</right></laneSection>";
}

std::string lane(int id, const std::string& inside, const std::string& attributes = "") {
  return "<lane id='" + std::to_string(id) + "' type='driving' " + attributes + ">" + inside + "</lane>";
}

std::string codes_of(const std::string& inside) {
  const base::Diagnostics found = lint("<OpenDRIVE>\n" + inside + "</OpenDRIVE>", "a.xodr");
  std::string codes;
  for (const base::Diagnostic& finding : found) {
    codes += (codes.empty() ? "" : " ") + finding.code;
    EXPECT_GT(finding.place.line, 0) << base::to_text(finding);
  }
  return codes;
}

TEST(Lint, AFileThatKeepsTheRulesHasNoFindings) {
  EXPECT_EQ(codes_of(kHeader + road("1", 0)), "");
  EXPECT_EQ(
      codes_of(
          kHeader +
          road("1", 0, "<link><successor elementType='road' elementId='2' contactPoint='start'/></link>") +
          road("2", 10, "<link><predecessor elementType='road' elementId='1' contactPoint='end'/></link>")),
      "");
}

TEST(Lint, HeaderAndVersionAreAskedFor) {
  EXPECT_EQ(codes_of(road("1", 0)), "X210");
  EXPECT_EQ(codes_of("<header name=''/>" + road("1", 0)), "X211");
}

TEST(Lint, ElementsInWrongPlacesAreFoundAndUserDataIsNot) {
  EXPECT_EQ(codes_of(kHeader + road("1", 0, "<header/>")), "X212");
  EXPECT_EQ(codes_of(kHeader + "<road id='1' length='1' junction='-1'/>"), "X212 X212");
  EXPECT_EQ(codes_of(kHeader +
                     road("1", 0, "<userData><header/></userData><dataQuality><anything/></dataQuality>")),
            "");
}

TEST(Lint, TheSameMistakeInTheSchemaIsReportedOnce) {
  const base::Diagnostics found = lint(
      "<OpenDRIVE>" + kHeader + road("1", 0, "<x/><x/>") + road("2", 0, "<x/>") + "</OpenDRIVE>", "a.xodr");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found[0].message.find("2 other places"), std::string::npos) << found[0].message;
}

TEST(Lint, IdsAreThereOnce) {
  EXPECT_EQ(codes_of(kHeader + road("1", 0) + road("1", 0)), "X213");
  EXPECT_EQ(codes_of(kHeader + road("1", 0,
                                    "<link><successor elementType='road' elementId='7' contactPoint='start'/>"
                                    "<predecessor elementType='junction' elementId='8'/></link>")),
            "X214 X214");
}

TEST(Lint, ReferenceLinesHaveNoGapsAndKinks) {
  const auto two = [](const std::string& second) {
    return kHeader +
           "<road id='1' length='20' junction='-1'><planView><geometry s='0' x='0' y='0' hdg='0' "
           "length='10'><line/></geometry>" +
           second + "</planView><lanes>" + section(0, lane(1, width(3)), lane(-1, width(3))) +
           "</lanes></road>";
  };
  EXPECT_EQ(
      codes_of(two("<geometry s='10' x='10' y='0' hdg='0' length='10'><arc curvature='0.1'/></geometry>")),
      "");
  EXPECT_EQ(
      codes_of(two("<geometry s='10' x='10.1' y='0' hdg='0' length='10'><arc curvature='0.1'/></geometry>")),
      "X221");
  EXPECT_EQ(codes_of(two("<geometry s='10' x='10' y='0' hdg='0.1' length='10'><line/></geometry>")), "X222");
  EXPECT_EQ(codes_of(two("<geometry s='10' x='10' y='0' hdg='0' length='10'><line/></geometry>")), "X230");
  EXPECT_EQ(
      codes_of(two("<geometry s='11' x='10' y='0' hdg='0' length='9'><arc curvature='0.1'/></geometry>")),
      "X220");
  EXPECT_EQ(
      codes_of(two("<geometry s='10' x='10' y='0' hdg='0' length='7'><arc curvature='0.1'/></geometry>")),
      "X220");
}

TEST(Lint, CurvesEndWhereTheirFormulasSay) {
  // each followed by a line from its end: quarter circle, clothoid by its series, cubic in two ways
  const auto then = [](const std::string& shape, const std::string& length, const std::string& pose) {
    return kHeader +
           "<road id='1' length='100' junction='-1'><planView><geometry s='0' x='1' y='2' hdg='0' length='" +
           length + "'>" + shape + "</geometry><geometry s='" + length + "' " + pose + " length='" +
           std::to_string(100 - std::stod(length)) + "'><line/></geometry></planView><lanes>" +
           section(0, lane(1, width(3)), lane(-1, width(3))) + "</lanes></road>";
  };
  EXPECT_EQ(codes_of(then("<arc curvature='0.1'/>", "15.707963267948966", "x='11' y='12' hdg='1.5707963'")),
            "");
  EXPECT_EQ(
      codes_of(then("<spiral curvStart='0' curvEnd='0.02'/>", "50", "x='49.770556' y='10.183549' hdg='0.5'")),
      "");
  EXPECT_EQ(
      codes_of(then("<poly3 a='0' b='0' c='0.01' d='0'/>", "10.2664", "x='11.2' y='3.0404' hdg='0.20111'")),
      "");
  EXPECT_EQ(codes_of(then(
                "<paramPoly3 pRange='normalized' aU='0' bU='10' cU='0' dU='0' aV='0' bV='0' cV='1' dV='0'/>",
                "10.0663", "x='11' y='3' hdg='0.1974'")),
            "");
}

TEST(Lint, ParametricCurvesAreAsLongAsTheySay) {
  const auto with = [](const std::string& curve) {
    return kHeader +
           "<road id='1' length='10' junction='-1'><planView><geometry s='0' x='0' y='0' hdg='0' "
           "length='10'>" +
           "<paramPoly3 " + curve + "/></geometry></planView><lanes>" +
           section(0, lane(1, width(3)), lane(-1, width(3))) + "</lanes></road>";
  };
  EXPECT_EQ(codes_of(with("pRange='arcLength' aU='0' bU='1' cU='0' dU='0' aV='0' bV='0' cV='0' dV='0'")), "");
  EXPECT_EQ(codes_of(with("pRange='normalized' aU='0' bU='10' cU='0' dU='0' aV='0' bV='0' cV='0' dV='0'")),
            "");
  EXPECT_EQ(codes_of(with("pRange='normalized' aU='0' bU='11' cU='0' dU='0' aV='0' bV='0' cV='0' dV='0'")),
            "X224");
  // as long as it says, but not at the same pace
  EXPECT_EQ(codes_of(with("pRange='arcLength' aU='0' bU='0.9' cU='0.01' dU='0' aV='0' bV='0' cV='0' dV='0'")),
            "X225");
  EXPECT_EQ(codes_of(with("pRange='arcLength' aU='0' bU='1' cU='0' dU='0' aV='0.5' bV='0' cV='0' dV='0'")),
            "X226");
}

TEST(Lint, LaneIdsCountFromTheCentre) {
  EXPECT_EQ(codes_of(kHeader + road("1", 0, "", section(0, lane(2, width(3)), lane(-1, width(3))))), "X245");
  EXPECT_EQ(codes_of(kHeader +
                     road("1", 0, "", section(0, lane(1, width(3)) + lane(1, width(3)), lane(-1, width(3))))),
            "X245");
  EXPECT_EQ(codes_of(kHeader + road("1", 0, "", section(0, lane(-1, width(3)), lane(-1, width(3))))), "X245");
}

TEST(Lint, WidthsAreThereAndNotBelowZero) {
  EXPECT_EQ(codes_of(kHeader + road("1", 0, "", section(0, lane(1, ""), lane(-1, width(3))))), "X244");
  EXPECT_EQ(codes_of(kHeader + road("1", 0, "", section(0, lane(1, width(3, -0.31)), lane(-1, width(3))))),
            "X243");
  EXPECT_EQ(codes_of(kHeader + road("1", 0, "", section(0, lane(1, width(3, -0.3)), lane(-1, width(3))))),
            "");
  // below zero only between its ends
  EXPECT_EQ(codes_of(kHeader + road("1", 0, "",
                                    section(0, lane(1, "<width sOffset='0' a='1' b='-1' c='0.1' d='0'/>"),
                                            lane(-1, width(3))))),
            "X243");
}

TEST(Lint, BordersStayOutsideOfInnerOnes) {
  const auto border = [](double a, double b = 0) {
    return "<border sOffset='0' a='" + std::to_string(a) + "' b='" + std::to_string(b) + "' c='0' d='0'/>";
  };
  const auto left = [&](const std::string& one, const std::string& two) {
    return codes_of(kHeader +
                    road("1", 0, "", section(0, lane(2, two) + lane(1, one), lane(-1, border(-3)))));
  };
  EXPECT_EQ(left(border(3), border(6)), "");
  EXPECT_EQ(left(border(3), border(6, -0.31)), "X242");
  EXPECT_EQ(left(border(-1), border(6)), "X242");
}

TEST(Lint, OutsideOfALevelLaneAllAreLevel) {
  const auto right = [](const std::string& one, const std::string& two) {
    return codes_of(
        kHeader +
        road("1", 0, "", section(0, lane(1, width(3)), lane(-1, width(3), one) + lane(-2, width(3), two))));
  };
  EXPECT_EQ(right("", "level='true'"), "");
  EXPECT_EQ(right("level='true'", "level='true'"), "");
  EXPECT_EQ(right("level='true'", ""), "X240");
}

TEST(Lint, AccessEitherAllowsOrDenies) {
  const auto access = [](const std::string& s, const std::string& rule) {
    return "<access sOffset='" + s + "' rule='" + rule + "'><restriction type='bus'/></access>";
  };
  const auto one = [&](const std::string& records) {
    return codes_of(kHeader + road("1", 0, "", section(0, lane(1, width(3) + records), lane(-1, width(3)))));
  };
  EXPECT_EQ(one(access("0", "allow") + access("0", "allow")), "");
  EXPECT_EQ(one(access("0", "allow") + access("1", "deny")), "");
  EXPECT_EQ(one(access("0", "allow") + access("0.0000005", "deny")), "X241");
}

// Two sections of 5 m, with links of lanes -1.
std::string two_sections(const std::string& first, const std::string& second) {
  return kHeader + road("1", 0, "",
                        section(0, lane(1, width(3)), lane(-1, first)) +
                            section(5, lane(1, width(3)), lane(-1, second)));
}
const std::string kNext = "<link><successor id='-1'/></link>",
                  kBefore = "<link><predecessor id='-1'/></link>";

TEST(Lint, LanesAreLinkedInBothDirections) {
  EXPECT_EQ(codes_of(two_sections(kNext + width(3), kBefore + width(3))), "");
  EXPECT_EQ(codes_of(two_sections(kNext + width(3), width(3))), "X250");
  EXPECT_EQ(codes_of(two_sections(width(3), kBefore + width(3))), "X250");
  EXPECT_EQ(codes_of(two_sections("<link><successor id='-7'/></link>" + width(3), width(3))), "X214");
}

TEST(Lint, LinkedLanesMeetFromEdgeToEdge) {
  EXPECT_EQ(codes_of(two_sections(kNext + width(3), kBefore + width(3.01))), "");
  EXPECT_EQ(codes_of(two_sections(kNext + width(3), kBefore + width(3.1))), "X254");
}

TEST(Lint, OneLaneMayGoOnInTwo) {
  const std::string first = "<link><successor id='-1'/><successor id='-2'/></link>" + width(4);
  const auto second = [](double wide) {
    return lane(-1, kBefore + width(2)) + lane(-2, kBefore + width(wide));
  };
  const auto file = [&](double wide) {
    return codes_of(kHeader + road("1", 0, "",
                                   section(0, lane(1, width(3)), lane(-1, first)) +
                                       section(5, lane(1, width(3)), second(wide))));
  };
  EXPECT_EQ(file(2), "");
  EXPECT_EQ(file(2.5), "X254");
}

TEST(Lint, LanesWithoutWidthAreNotLinked) {
  // the lane narrows to nothing; the next one begins with nothing
  EXPECT_EQ(codes_of(two_sections(kNext + width(3, -0.6), kBefore + width(0, 0.6))), "X253 X252");
  EXPECT_EQ(codes_of(two_sections(kNext + width(3), width(0, 0.6))), "X251 X250 X254");
}

TEST(Lint, ALevelLaneGoesOnInALevelOne) {
  EXPECT_EQ(
      codes_of(kHeader + road("1", 0, "",
                              section(0, lane(1, width(3)), lane(-1, kNext + width(3), "level='true'")) +
                                  section(5, lane(1, width(3)), lane(-1, kBefore + width(3))))),
      "X240");
}

TEST(Lint, LinkedRoadsMeetAndAgree) {
  const auto link = [](const std::string& which, const std::string& id, const std::string& contact) {
    return "<link><" + which + " elementType='road' elementId='" + id + "' contactPoint='" + contact +
           "'/></link>";
  };
  EXPECT_EQ(codes_of(kHeader + road("1", 0, link("successor", "2", "start")) +
                     road("2", 10.1, link("predecessor", "1", "end"))),
            "X223 X223");
  EXPECT_EQ(codes_of(kHeader + road("1", 0, link("successor", "2", "start")) + road("2", 10)), "X255");
  EXPECT_EQ(codes_of(kHeader + road("1", 0, link("successor", "2", "start")) +
                     road("2", 10, link("predecessor", "1", "end")) +
                     road("3", 0, link("successor", "2", "start"))),
            "X255 X256");
}

// Road 1 leads into junction 9, road 2 connects, road 3 leads out.
std::string junction(const std::string& connections, const std::string& connecting_link = "",
                     const std::string& type = "") {
  const std::string links = connecting_link.empty()
                                ? "<link><predecessor elementType='road' elementId='1' contactPoint='end'/>"
                                  "<successor elementType='road' elementId='3' contactPoint='start'/></link>"
                                : connecting_link;
  return kHeader + road("1", 0, "<link><successor elementType='junction' elementId='9'/></link>") +
         road("2", 10, links, "", "junction='9'") +
         road("3", 20, "<link><predecessor elementType='junction' elementId='9'/></link>") +
         "<junction id='9' " + type + ">" + connections + "</junction>";
}
std::string connection(const std::string& roads, const std::string& links) {
  return "<connection id='0' " + roads + ">" + links + "</connection>\n";
}

TEST(Lint, JunctionsConnectLanesThatLeadIn) {
  const std::string along =
      connection("incomingRoad='1' connectingRoad='2' contactPoint='start'", "<laneLink from='-1' to='-1'/>");
  const std::string back =
      connection("incomingRoad='3' connectingRoad='2' contactPoint='end'", "<laneLink from='1' to='1'/>");
  EXPECT_EQ(codes_of(junction(along + back)), "");
  EXPECT_EQ(codes_of(junction(along + along)), "X261");
  EXPECT_EQ(codes_of(junction(connection("incomingRoad='1' connectingRoad='2' contactPoint='start'",
                                         "<laneLink from='1' to='1'/>"))),
            "X261");
}

TEST(Lint, ConnectingRoadsConnectWhatTheirLinksSay) {
  EXPECT_EQ(codes_of(junction(connection("incomingRoad='1' connectingRoad='2' contactPoint='end'",
                                         "<laneLink from='-1' to='-1'/>"))),
            "X263 X254");
  EXPECT_EQ(codes_of(junction(connection("incomingRoad='3' connectingRoad='2' contactPoint='start'", ""))),
            "X262");
  EXPECT_EQ(codes_of(junction(connection("incomingRoad='2' connectingRoad='2' contactPoint='start'", ""))),
            "X260 X262");
}

TEST(Lint, DirectJunctionsLinkRoadsAndOthersConnectThem) {
  EXPECT_EQ(codes_of(junction(connection("incomingRoad='1' linkedRoad='3' contactPoint='start'", ""))),
            "X264");
  EXPECT_EQ(codes_of(junction(connection("incomingRoad='1' connectingRoad='2' contactPoint='start'", ""), "",
                              "type='direct'")),
            "X265");
}

TEST(Lint, OutlinesHaveCornersAndMarkingsKnowThem) {
  const auto object = [](const std::string& inside, const std::string& type = "parkingSpace") {
    return codes_of(kHeader + road("1", 0,
                                   "<objects><object id='0' type='" + type + "' s='1' t='1' zOffset='0'>" +
                                       inside + "</object></objects>"));
  };
  const std::string corners =
      "<cornerLocal u='0' v='0' z='0' id='0'/><cornerLocal u='1' v='0' z='0' id='1'/>";
  EXPECT_EQ(object("<outlines><outline>" + corners + "</outline></outlines>"), "");
  EXPECT_EQ(object("<outlines><outline/></outlines>"), "X270");
  EXPECT_EQ(object("<outlines><outline><cornerLocal u='0' v='0' z='0'/></outline></outlines>"), "X271");
  EXPECT_EQ(object("<outlines><outline><cornerRoad s='0' t='0' dz='0'/></outline></outlines>"), "X272");
  EXPECT_EQ(object("<outline>" + corners +
                   "</outline><markings><marking><cornerReference id='2'/></marking></markings>"),
            "X273");
  EXPECT_EQ(object("<markings><marking><cornerReference id='0'/></marking></markings>"), "X273");
  EXPECT_EQ(object("<skeleton><polyline><vertexLocal/></polyline></skeleton>", "tree"), "X275");
  EXPECT_EQ(object("<skeleton><polyline><vertexLocal/><vertexLocal/></polyline></skeleton>", "tree"), "");
  EXPECT_EQ(object("<parkingSpace access='all'/>"), "");
  EXPECT_EQ(object("<parkingSpace access='all'/>", "building"), "X274");
  EXPECT_EQ(object("<borders><border/></borders>", "trafficIsland"), "");
}

TEST(Lint, AMultiBoardHasBoardsOfBothKinds) {
  const auto signal = [](const std::string& boards) {
    return codes_of(kHeader + road("1", 0,
                                   "<signals><signal id='0' type='multiBoard' s='1' t='1'>" + boards +
                                       "</signal></signals>"));
  };
  EXPECT_EQ(signal("<staticBoard/><vmsBoard/>"), "");
  EXPECT_EQ(signal("<vmsBoard/>"), "X280");
}

TEST(Lint, RulesOfLaterVersionsDoNotBind) {
  const std::string old = "<header revMajor='1' revMinor='4'/>";
  EXPECT_EQ(
      codes_of(old + road("1", 0,
                          "<objects><object id='0' type='building' s='1' t='1'><parkingSpace access='all'/>"
                          "</object></objects>")),
      "");
}

TEST(Lint, ManyFindingsOfAKindAreCounted) {
  std::string roads;
  for (int i = 0; i < 30; ++i) roads += road("1", 0);
  const base::Diagnostics found =
      lint("<OpenDRIVE>" + kHeader + roads + "</OpenDRIVE>", "a.xodr", {.most_of_a_kind = 5});
  ASSERT_EQ(found.size(), 6U);
  EXPECT_EQ(found[5].severity, base::Severity::note);
  EXPECT_NE(found[5].message.find("24 more"), std::string::npos) << found[5].message;
}

// ---- files that ASAM's rule checker is tested with

struct Expected {
  const char* file;
  Rule rule;
  int line;  // of the first finding
};
const std::vector<Expected> kInvalid = {
    {"fileheader_is_present__negative", kHeaderPresent, 2},
    {"junctions_connection_connect_road_no_incoming_road", kNoIncoming, 280},
    {"junctions_connection_one_link_to_incoming__", kOneLink, 130},
    {"not_implemented_yet__rule_247_", kOutlineCorners, 162},
    {"not_implemented_yet__rule_255_", kLocalCorners, 162},
    {"not_implemented_yet__rule_284_", kCornerReference, 173},
    {"not_implemented_yet__rule_305_road.object.attributes_building", kObjectParts, 196},
    {"not_implemented_yet__rule_305_road.object.attributes_gantry", kObjectParts, 188},
    {"not_implemented_yet__rule_305_road.object.attributes_roadMark", kObjectParts, 174},
    {"not_implemented_yet__rule_305_road.object.attributes_vegetation", kObjectParts, 162},
    {"not_implemented_yet__rule_341_", kMultiBoard, 195},
    {"not_implemented_yet__rule_64_", kSurfaceAlone, 17},
    {"performance_avoid_redundant_info__performance_avoid_redundant_info_lane_offset", kRedundant, 26},
    {"performance_avoid_redundant_info__performance_avoid_redundant_info_lane_width", kRedundant, 69},
    {"road_geometry_contact_point__", kContactPoint, 7},
    {"road_geometry_parampoly3_arclength_range__", kArcLengthRange, 11},
    {"road_geometry_parampoly3_valid_parameters__", kCurveParameters, 10},
    {"road_lane_access_no_mix_of_deny_or_allow__", kAccess, 22},
    {"road_lane_border_overlap_with_inner_lanes__", kBorderOverlap, 30},
    {"road_lane_level_true_one_side__", kLevel, 35},
    {"road_lane_level_true_one_side_lanesection__", kLevel, 86},
    {"road_lane_link_lanes_across_lane_sections__", kLinkBothWays, 25},
    {"road_lane_link_new_lane_appear__road_lane_link_new_lane_appear_end_contact_point", kNewLane, 39},
    {"road_lane_link_new_lane_appear__road_lane_link_new_lane_appear_junction", kNewLane, 85},
    {"smoothness_example__junction_invalid_conn_smoothness", kLanesMeet, 128},
    {"smoothness_example__many_invalid", kLanesMeet, 36},
    {"valid_schema__negative18", kValidSchema, 7},
};

TEST(Lint, EachInvalidFileBreaksItsOwnRule) {
  const auto files = real_maps("invalid");
  if (files.empty()) GTEST_SKIP() << "no OpenDRIVE maps in ../shared/data/invalid beside the project";
  EXPECT_EQ(files.size(), kInvalid.size());
  for (const auto& path : files) {
    const std::string name = path.filename().string();
    const auto expected = std::find_if(kInvalid.begin(), kInvalid.end(),
                                       [&name](const Expected& e) { return name.rfind(e.file, 0) == 0; });
    ASSERT_NE(expected, kInvalid.end()) << name;
    const base::Diagnostics found = lint(text_of(path), name);
    const auto first = std::find_if(found.begin(), found.end(), [&expected](const base::Diagnostic& finding) {
      return finding.code == expected->rule.code;
    });
    ASSERT_NE(first, found.end()) << name << "\n" << base::to_text(found);
    EXPECT_EQ(first->place.line, expected->line) << base::to_text(*first);
    EXPECT_NE(first->message.find(expected->rule.name), std::string::npos) << first->message;
  }
}

TEST(Lint, ValidFilesHaveNoErrorsAndOnlyTheseWarnings) {
  const auto files = real_maps("valid_qc");
  if (files.empty()) GTEST_SKIP() << "no OpenDRIVE maps in ../shared/data/valid_qc beside the project";
  // What they break besides the rule that they are to keep: links to roads, junctions and lanes that are not there, links one
  // way, lane -6 next to lane -3, gaps of 2 and 5 cm, records that say nothing new.
  const std::map<std::string, std::string> expected = {
      {"examples__Ex_Entry_Exit", "X214 X230"},
      {"junctions_connection_one_link_to_incoming__junctions_connection_one_link_to_incoming_valid", "X254"},
      {"not_implemented_yet__rule_343_road_signal_boards_multi_board_use_dynamic_true_valid",
       "X214 X245 X250"},
      {"road_lane_link_new_lane_appear__road_lane_link_new_lane_appear_inside_junction_valid", "X254"},
      {"smoothness_example__multiple_successor_valid", "X250"},
  };
  for (const auto& path : files) {
    const base::Diagnostics found = lint(text_of(path), path.filename().string());
    EXPECT_FALSE(found.has_errors()) << base::to_text(found);
    std::vector<std::string> codes;
    for (const base::Diagnostic& finding : found) codes.push_back(finding.code);
    std::sort(codes.begin(), codes.end());
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    std::string all;
    for (const std::string& code : codes) all += (all.empty() ? "" : " ") + code;
    const auto known = expected.find(path.stem().string());
    EXPECT_EQ(all, known == expected.end() ? "" : known->second) << path;
  }
}

TEST(Lint, RealMapsBreakTheRulesThatTheDocumentationLists) {
  std::map<std::string, std::size_t> counts;
  std::size_t files = 0;
  for (const char* folder : {"xodr", "xosc"})
    for (const auto& path : real_maps(folder)) {
      ++files;
      for (const base::Diagnostic& finding :
           lint(text_of(path), path.filename().string(), {.most_of_a_kind = 1'000'000})) {
        EXPECT_EQ(finding.severity, base::Severity::warning) << base::to_text(finding);
        ++counts[finding.code];
      }
    }
  if (files == 0) GTEST_SKIP() << "no OpenDRIVE maps in ../shared/data beside the project";
  const std::map<std::string, std::size_t> expected = {
      {"X210", 2},  {"X212", 1}, {"X220", 3}, {"X222", 121}, {"X223", 4},  {"X224", 2}, {"X225", 18},
      {"X230", 45}, {"X250", 1}, {"X252", 3}, {"X253", 3},   {"X254", 61}, {"X255", 3}, {"X256", 1}};
  EXPECT_EQ(counts, expected);
}

}  // namespace
}  // namespace backlot::formats::opendrive::lint_test
