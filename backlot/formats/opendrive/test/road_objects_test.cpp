// What becomes of the objects of a file, and of bad ones.
#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backlot/formats/opendrive/opendrive.h"
#include "backlot/formats/opendrive/test/alike.h"
#include "backlot/formats/opendrive/test/real_maps.h"
#include "backlot/network/network.h"

namespace backlot::formats::opendrive::road_objects_test {
namespace {

using geometry::WorldPoint;
using network::FeatureDescription;
using network::FeatureKind;
using network::OutlineFrame;

constexpr const char* kLanes =
    "<center><lane id='0' type='none'/></center><right><lane id='-1' type='driving'>"
    "<width sOffset='0' a='3.5' b='0' c='0' d='0'/></lane></right>";

// A straight road along x of 100 m, of two sections.
std::string map_with(const std::string& objects) {
  return fmt::format(
      "<OpenDRIVE><header revMajor='1' revMinor='7'/><road id='1' length='100' junction='-1'><planView>"
      "<geometry s='0' x='0' y='0' hdg='0' length='100'><line/></geometry></planView>"
      "<lanes><laneSection s='0'>{0}</laneSection><laneSection s='60'>{0}</laneSection></lanes>"
      "<objects>{1}</objects></road></OpenDRIVE>",
      kLanes, objects);
}

struct Read {
  network::NetworkDescription description;
  std::string codes;

  std::vector<FeatureDescription> features() const {
    std::vector<FeatureDescription> all;
    for (const network::RoadDescription& road : description.roads) {
      for (const network::WayDescription& way : road.ways)
        all.insert(all.end(), way.features.begin(), way.features.end());
      all.insert(all.end(), road.features.begin(), road.features.end());
    }
    return all;
  }
};

// And the same again after it was written and read.
Read read(const std::string& text) {
  Read out;
  auto first = read_opendrive(text, "a.xodr");
  EXPECT_TRUE(first) << base::to_text(first.diagnostics());
  if (!first) return out;
  for (const base::Diagnostic& diagnostic : first.diagnostics())
    if (diagnostic.severity != base::Severity::note) out.codes += diagnostic.code + " ";
  const auto written = write_opendrive(*first);
  EXPECT_TRUE(written) << base::to_text(written.diagnostics());
  const auto second = read_opendrive(*written, "b.xodr");
  EXPECT_TRUE(second) << base::to_text(second.diagnostics());
  if (!second) return out;
  EXPECT_EQ(difference(*first, *second), "");
  EXPECT_EQ(*written, *write_opendrive(*second));
  out.description = *std::move(first);
  return out;
}

// The corners of all outlines, rounded to millimetres.
std::string outlines(const network::NetworkDescription& description) {
  const auto network = network::Network::build(description);
  EXPECT_TRUE(network) << base::to_text(network.diagnostics());
  std::string all;
  if (!network) return all;
  for (const network::FeatureOutline& outline : network->outlines()) {
    for (const WorldPoint& p : network->corners(outline))
      all += fmt::format("({:.3g} {:.3g}) ", std::round(p.x * 1e3) / 1e3 + 0.0,
                         std::round(p.y * 1e3) / 1e3 + 0.0);
    all += fmt::format("{:g} to {:g}\n", outline.z_low, outline.z_high);
  }
  return all;
}

constexpr const char* kLocal =
    "<outline closed='true'><cornerLocal u='2' v='0' z='0' height='5'/><cornerLocal u='0' v='2' z='1' "
    "height='4'/>"
    "<cornerLocal u='-2' v='0' z='0' height='5'/></outline>";
constexpr const char* kRoad =
    "<outline closed='true'><cornerRoad s='10' t='4' dz='0' height='0'/><cornerRoad s='10' t='2' dz='0' "
    "height='0'/>"
    "<cornerRoad s='15' t='2' dz='0' height='0'/></outline>";

TEST(RoadObjects, HaveTheOutlinesOfTheFile) {
  struct Case {
    const char* name;
    std::string object;
    std::string expected;
  };
  const std::vector<Case> cases = {
      {"local corners, the old way",
       fmt::format("<object id='1' type='building' s='20' t='10' hdg='0'>{}</object>", kLocal),
       "(22 10) (20 12) (18 10) 0 to 6\n"},
      {"local corners, the new way, turned",
       fmt::format("<object id='1' type='building' s='20' t='10' hdg='1.5707963267948966' zOffset='2'>"
                   "<outlines>{}</outlines></object>",
                   kLocal),
       "(20 12) (18 10) (20 8) 2 to 8\n"},
      {"corners of the road, wherever the object is",
       fmt::format("<object id='1' type='parkingSpace' s='70' t='1'>{}</object>", kRoad),
       "(10 4) (10 2) (15 2) 0 to 0\n"},
      {"a first corner that is there twice",
       "<object id='1' type='crosswalk' s='20' t='0'><outline><cornerLocal u='0' v='0'/><cornerLocal u='4' "
       "v='0'/>"
       "<cornerLocal u='4' v='6'/><cornerLocal u='0' v='6'/><cornerLocal u='0' v='0'/></outline></object>",
       "(20 0) (24 0) (24 6) (20 6) 0 to 0\n"},
      {"two corners and how wide the paint is",
       "<object id='1' type='crosswalk' s='20' t='0' width='7'><outlines><outline closed='true'>"
       "<cornerRoad s='20' t='-3' id='0'/><cornerRoad s='20' t='3' id='1'/></outline></outlines>"
       "<markings><marking width='5' color='white'><cornerReference id='0'/></marking></markings></object>",
       "(17.5 -3) (17.5 3) (22.5 3) (22.5 -3) 0 to 0\n"},
      {"a line with a bend, as thick as the object",
       "<object id='1' type='barrier' s='20' t='5' width='2' height='1'><outline closed='false'>"
       "<cornerLocal u='0' v='0'/><cornerLocal u='10' v='0'/><cornerLocal u='10' v='10'/></outline></object>",
       "(20 6) (29 6) (29 15) (31 15) (31 4) (20 4) 0 to 1\n"},
      {"a line whose inner corners fall together",
       "<object id='1' type='barrier' s='20' t='5' width='4' height='1'><outline closed='false'>"
       "<cornerLocal u='0' v='0'/><cornerLocal u='4' v='0'/><cornerLocal u='4' v='4'/><cornerLocal u='0' "
       "v='4'/>"
       "</outline></object>",
       "(20 7) (22 7) (20 7) (20 11) (26 11) (26 3) (20 3) 0 to 1\n"},
      {"a box", "<object id='1' type='building' s='20' t='10' length='4' width='2' height='3'/>",
       "(22 11) (18 11) (18 9) (22 9) 0 to 3\n"},
      {"the yard of a house does not count",
       fmt::format(
           "<object id='1' type='building' s='20' t='10'><outlines>{}<outline outer='false' closed='true'>"
           "<cornerLocal u='1' v='0'/><cornerLocal u='0' v='1'/><cornerLocal u='-1' v='0'/></outline>"
           "</outlines></object>",
           kLocal),
       "(22 10) (20 12) (18 10) 0 to 6\n"},
      {"outlines that are none",
       "<object id='1' type='building' s='20' t='10' length='4' width='2'>"
       "<outlines><outline/><outline><cornerLocal u='1' v='1'/></outline></outlines></object>",
       "(22 11) (18 11) (18 9) (22 9) 0 to 0\n"},
      {"what is no matter of traffic", "<object id='1' type='patch' s='20' t='10' length='4' width='2'/>",
       ""},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Read map = read(map_with(c.object));
    EXPECT_EQ(outlines(map.description), c.expected);
    EXPECT_EQ(map.codes, "");
  }
}

TEST(RoadObjects, ThatAreRoundHaveManyCorners) {
  const Read map = read(map_with("<object id='1' type='building' s='20' t='10' radius='4' height='9'/>"));
  const network::Network network = *network::Network::build(map.description);
  ASSERT_EQ(network.outlines().size(), 1U);
  EXPECT_EQ(network.corners(network.outlines()[0]).size(), 12U);
  for (const WorldPoint& p : network.corners(network.outlines()[0]))
    EXPECT_NEAR(geometry::distance_between(p, {20, 10, 0}), 4, 1e-6);
}

TEST(RoadObjects, AreRepeatedAtTheirDistance) {
  const Read map =
      read(map_with(fmt::format("<object id='1' type='parkingSpace' s='10' t='2'><repeat s='40' length='9' "
                                "distance='2.5' tStart='4' tEnd='4'/>{}"
                                "<parkingSpace access='women' restrictions='2 h'/></object>",
                                kRoad)));
  ASSERT_EQ(map.features().size(), 4U) << "at 0, 2.5, 5 and 7.5 m";
  EXPECT_EQ(outlines(map.description),
            "(40 6) (40 4) (45 4) 0 to 0\n(42.5 6) (42.5 4) (47.5 4) 0 to 0\n"
            "(45 6) (45 4) (50 4) 0 to 0\n(47.5 6) (47.5 4) (52.5 4) 0 to 0\n");
  EXPECT_EQ(map.features()[3].kind, FeatureKind::parking_space);
  EXPECT_EQ(map.features()[3].text, "women");
  EXPECT_EQ(map.features()[3].restrictions, "2 h");
  EXPECT_NEAR(map.features()[3].distance, 47.5, 1e-9);
}

TEST(RoadObjects, WithoutADistanceBetweenThemAreOneLongOne) {
  const Read map = read(map_with(
      "<object id='1' type='barrier' s='0' t='0'><repeat s='50' length='30' distance='0' tStart='4' tEnd='7' "
      "widthStart='2' widthEnd='2' heightStart='1' heightEnd='1' zOffsetStart='5' "
      "zOffsetEnd='5'/></object>"));
  EXPECT_EQ(outlines(map.description),
            "(60 6) (50 5) (50 3) (60 4) 5 to 6\n(70 7) (60 6) (60 4) (70 5) 5 to 6\n"
            "(80 8) (70 7) (70 5) (80 6) 5 to 6\n");
  ASSERT_EQ(map.description.roads[0].ways.size(), 2U);
  EXPECT_EQ(map.description.roads[0].ways[0].features.size(), 1U);
  EXPECT_EQ(map.description.roads[0].ways[1].features.size(), 2U);
}

TEST(RoadObjects, OfAConnectingRoadBelongToIt) {
  std::string text = map_with("<object id='1' type='crosswalk' s='20' t='0' length='3' width='8'/>");
  text.replace(text.find("junction='-1'"), 13, "junction='5'");
  text.insert(text.find("</OpenDRIVE>"),
              "<junction id='5'/>" + map_with("").substr(map_with("").find("<road id='1'")));
  text.erase(text.rfind("</OpenDRIVE>"));
  text.replace(text.rfind("<road id='1'"), 12, "<road id='2'");
  const Read map = read(text);
  ASSERT_EQ(map.description.roads.size(), 2U);
  EXPECT_TRUE(map.description.roads[0].ways.empty());
  ASSERT_EQ(map.description.roads[0].features.size(), 1U);
  EXPECT_EQ(outlines(map.description), "(21.5 4) (18.5 4) (18.5 -4) (21.5 -4) 0 to 0\n");
}

TEST(RoadObjects, ThatAreTooManyOrTooCloseAreSpokenOf) {
  struct Case {
    const char* name;
    const char* repeat;
    const char* codes;
    std::size_t features;
  };
  const std::vector<Case> cases = {
      {"none", "s='10' length='0' distance='5'", "", 1},
      {"below zero", "s='10' length='-5' distance='5'", "", 1},
      {"past the end", "s='10' length='1e8' distance='30'", "", 3},
      {"from past the end on", "s='500' length='1000' distance='5'", "", 1},
      {"a nanometre", "s='0' length='100' distance='1e-9'", "X320 ", 10},
      {"backwards", "s='0' length='100' distance='-3'", "X320 ", 10},
      {"long past the end", "s='90' length='1e8' distance='0'", "", 1},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Read map = read(map_with(fmt::format(
        "<object id='1' type='barrier' s='0' t='4' length='1' width='1' height='1'><repeat {} tStart='4' "
        "tEnd='4'/></object>",
        c.repeat)));
    EXPECT_EQ(map.codes, c.codes);
    EXPECT_EQ(map.features().size(), c.features);
    outlines(map.description);
  }
}

TEST(RoadObjects, AreNotTakenWithoutEnd) {
  std::string repeats;
  for (int i = 0; i < 30; ++i) repeats += "<repeat s='0' length='100' distance='0.01'/>";
  const auto map = read_opendrive(
      map_with("<object id='1' type='pole' s='0' t='4' radius='0.1'>" + repeats + "</object>"), "a.xodr");
  ASSERT_TRUE(map);
  std::size_t count = 0;
  for (const network::WayDescription& way : map->roads[0].ways) count += way.features.size();
  EXPECT_EQ(count, 200'000U);
  EXPECT_TRUE(std::any_of(map.diagnostics().begin(), map.diagnostics().end(),
                          [](const base::Diagnostic& d) { return d.code == "X321"; }));
}

// What the maps of esmini and CARLA have: counted in the files by hand.
TEST(RoadObjects, OfRealMapsAreAllThere) {
  struct Case {
    const char* file;
    std::size_t crosswalks, parking_spaces, barriers;
  };
  const std::vector<Case> cases = {{"esmini__parking_demo.xodr", 3, 13 + 1 + 18 + 1 + 4 + 24, 0},
                                   {"Scenic__Town04.xodr", 27, 0, 0},
                                   {"Scenic__Town10HD.xodr", 16, 0, 0},
                                   {"esmini__tunnels.xodr", 0, 0, 45}};
  const auto files = real_maps("xodr");
  if (files.empty()) GTEST_SKIP() << "no maps in ../shared/data/xodr";
  for (const Case& c : cases) {
    SCOPED_TRACE(c.file);
    const auto file =
        std::find_if(files.begin(), files.end(), [&](const auto& path) { return path.filename() == c.file; });
    ASSERT_NE(file, files.end());
    const auto description = read_opendrive(text_of(*file), c.file);
    ASSERT_TRUE(description);
    const auto network = network::Network::build(*description);
    ASSERT_TRUE(network);
    const auto count = [&](FeatureKind kind) {
      return static_cast<std::size_t>(
          std::count_if(network->outlines().begin(), network->outlines().end(),
                        [&](const network::FeatureOutline& outline) { return outline.kind == kind; }));
    };
    EXPECT_EQ(count(FeatureKind::crosswalk), c.crosswalks);
    EXPECT_EQ(count(FeatureKind::parking_space), c.parking_spaces);
    EXPECT_EQ(count(FeatureKind::barrier), c.barriers);
  }
}

}  // namespace
}  // namespace backlot::formats::opendrive::road_objects_test
