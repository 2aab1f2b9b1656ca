#include "backlot/formats/rndf/network_of.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/formats/rndf/mission_of.h"
#include "backlot/formats/rndf/read_mdf.h"
#include "backlot/formats/rndf/read_rndf.h"
#include "backlot/formats/rndf/test/route_text.h"
#include "backlot/network/network.h"

namespace backlot::formats::rndf::network_of_test {
namespace {

namespace fs = std::filesystem;
using network::Network;

struct Built {
  RouteNetwork routes;
  Network network;
};

Built build(const std::string& text) {
  base::Result<RndfDocument> document = read_rndf(text, "f");
  EXPECT_TRUE(document) << base::to_text(document.diagnostics());
  base::Result<RouteNetwork> routes = network_of(*document);
  EXPECT_TRUE(routes) << base::to_text(routes.diagnostics());
  base::Result<Network> network = Network::build(routes->description);
  EXPECT_TRUE(network) << base::to_text(network.diagnostics());
  return {*std::move(routes), *std::move(network)};
}

bool leads(const Network& net, const std::string& from, const std::string& to) {
  return std::any_of(net.corridors().begin(), net.corridors().end(), [&](const network::Corridor& c) {
    return net.name_of(net.lane(c.from.lane).strip) == from && net.name_of(net.lane(c.to.lane).strip) == to;
  });
}

network::Control control_of(const Network& net, const std::string& way) {
  for (std::uint32_t i = 0; i < net.intersections().size(); ++i)
    for (const network::Arm& arm : net.arms(network::IntersectionId(i)))
      if (net.name_of(arm.strip) == way && arm.end == network::End::end) return arm.control;
  return network::Control::automatic;
}

// A road to the east and back, and one from the north that ends on it and has a stop line.
//
//             | 2.1
//             v
//    <-- . . . . . . -- 1.2
//    --- 1.1 . . . -->
std::string t_junction() {
  return file_text(
      {segment_text(1,
                    {lane_text("1.1", {{-100, -2}, {-10, -2}, {10, -2}, {100, -2}}),
                     lane_text("1.2", {{100, 2}, {10, 2}, {-10, 2}, {-100, 2}}, {"checkpoint\t1.2.4\t3"})}),
       segment_text(2, {lane_text("2.1", {{-2, 100}, {-2, 50}, {-2, 12}},
                                  {"stop\t2.1.3", "exit\t2.1.3\t1.2.3", "exit\t2.1.3\t1.1.3"})})});
}

TEST(NetworkOf, SplitsTheThroughRoadWhereExitsComeIn) {
  const Built b = build(t_junction());
  const Network& net = b.network;
  ASSERT_EQ(net.intersections().size(), 1u);
  EXPECT_EQ(net.ways().size(), 5u);
  EXPECT_EQ(net.corridors().size(), 4u);
  EXPECT_TRUE(leads(net, "2.1.1", "1.2.3"));
  EXPECT_TRUE(leads(net, "2.1.1", "1.1.3"));
  EXPECT_TRUE(leads(net, "1.1.1", "1.1.3"));
  EXPECT_TRUE(leads(net, "1.2.1", "1.2.3"));
}

TEST(NetworkOf, LanesWithAStopLineStopAndTheOthersHavePriority) {
  const Built b = build(t_junction());
  EXPECT_EQ(control_of(b.network, "2.1.1"), network::Control::stop);
  EXPECT_EQ(control_of(b.network, "1.1.1"), network::Control::priority_road);
  EXPECT_EQ(control_of(b.network, "1.2.1"), network::Control::priority_road);
}

TEST(NetworkOf, EndsOfLanesWithoutExitsAreTheEdgeOfTheMap) {
  const Built b = build(t_junction());
  const network::Way& way = b.network.way(b.network.find_way("1.1.1"));
  EXPECT_EQ(way.start, network::EndKind::open);
  EXPECT_EQ(way.end, network::EndKind::joined);
}

TEST(NetworkOf, KnowsWhereCheckpointsAre) {
  const Built b = build(t_junction());
  const auto found = b.routes.checkpoints.find(3);
  ASSERT_NE(found, b.routes.checkpoints.end());
  EXPECT_EQ(found->second.way, "1.2.3");
  EXPECT_EQ(found->second.lane, "1.2");
  const network::StripId strip = b.network.find_strip("1.2.3");
  EXPECT_NEAR(found->second.distance, b.network.strip(strip).length(), 0.1);
}

TEST(NetworkOf, LanesSideBySideInOneDirectionAreOneWay) {
  const Built b = build(file_text({segment_text(
      1, {lane_text("1.1", {{0, 0}, {50, 0}, {100, 0}}), lane_text("1.2", {{0, 3.7}, {60, 3.7}, {160, 3.7}}),
          lane_text("1.3", {{160, 8}, {0, 8}})})}));
  const Network& net = b.network;
  const network::StripId both = net.find_strip("1.1-1.2.1");
  ASSERT_FALSE(both.is_empty());
  EXPECT_EQ(net.strip(both).lane_count, 2u);
  const network::LaneId right = net.find_lane(both, "1.1"), left = net.find_lane(both, "1.2");
  EXPECT_EQ(net.neighbour_left({right, true}).lane, left);
  // the right one ends first, and only the left one goes on
  EXPECT_TRUE(net.lane(right).ends);
  EXPECT_FALSE(net.onward({left, true}).empty());
  EXPECT_NEAR(net.strip(both).length(), 100, 2);
}

TEST(NetworkOf, RoadsThatCrossWithoutExitsStillMindEachOther) {
  const Built b = build(file_text({segment_text(1, {lane_text("1.1", {{-80, 0}, {0, 0}, {80, 0}})}),
                                   segment_text(2, {lane_text("2.1", {{0, -80}, {0, 0}, {0, 80}})})}));
  EXPECT_EQ(b.network.intersections().size(), 1u);
  ASSERT_EQ(b.network.corridors().size(), 2u);
  EXPECT_EQ(b.network.dependencies(network::CorridorId(0)).size(), 1u);
}

TEST(NetworkOf, LanesUponEachOtherAreMovedApart) {
  const base::Result<RndfDocument> document =
      read_rndf(file_text({segment_text(1, {lane_text("1.1", {{0, 0}, {50, 0}, {100, 0}}),
                                            lane_text("1.2", {{100, 0.5}, {50, 0.5}, {0, 0.5}})})}),
                "f");
  ASSERT_TRUE(document);
  const base::Result<RouteNetwork> routes = network_of(*document);
  ASSERT_TRUE(routes);
  ASSERT_EQ(routes.diagnostics().size(), 2u);
  EXPECT_EQ(routes.diagnostics()[0].code, "R306");
  EXPECT_TRUE(routes->description.intersections.empty());
}

// ---- zones

std::string lot() {
  return "zone\t3\nnum_spots\t2\nperimeter\t3.0\nnum_perimeterpoints\t6\nexit\t3.0.5\t2.1.1\n" +
         waypoint_rows("3.0", {{0, -20}, {60, -20}, {60, 0}, {60, 30}, {0, 30}, {0, 5}}) +
         "end_perimeter\nspot\t3.1\ncheckpoint\t3.1.2\t8\n" + waypoint_rows("3.1", {{30, -10}, {30, -15}}) +
         "end_spot\nspot\t3.2\n" + waypoint_rows("3.2", {{34, -10}, {34, -15}}) + "end_spot\nend_zone\n";
}

std::string with_lot() {
  return file_text(
      {segment_text(1, {lane_text("1.1", {{-80, 5}, {-40, 5}, {-6, 5}}, {"exit\t1.1.3\t3.0.6"})}),
       segment_text(2, {lane_text("2.1", {{-6, 36}, {-40, 50}, {-80, 50}})})},
      {lot()});
}

TEST(NetworkOf, AZoneLeadsFromItsGatesToSpotsAndExits) {
  const Built b = build(with_lot());
  const Network& net = b.network;
  EXPECT_TRUE(leads(net, "1.1.1", "3.0.6"));
  EXPECT_TRUE(leads(net, "3.0.6", "3.0.5"));
  EXPECT_TRUE(leads(net, "3.0.5", "2.1.1"));
  for (const std::string spot : {"3.1", "3.2"}) {
    EXPECT_TRUE(leads(net, "3.0.6", spot + "_in"));
    EXPECT_TRUE(leads(net, spot + "_out", spot + "_back"));
    EXPECT_TRUE(leads(net, spot + "_on", "3.0.5"));
  }
  EXPECT_EQ(b.routes.checkpoints.at(8).way, "3.1_in");
}

TEST(NetworkOf, OneComesOutOfASpotByACusp) {
  const Built b = build(with_lot());
  const Network& net = b.network;
  const network::LaneId in = net.find_lane(net.find_strip("3.1_in"), "3.1"),
                        out = net.find_lane(net.find_strip("3.1_out"), "3.1");
  const auto onward = net.onward({in, true});
  ASSERT_EQ(onward.size(), 1u);
  EXPECT_EQ(onward[0].lane, out);
  EXPECT_EQ(net.repairs().size(), 0u);
}

// ---- missions

TEST(MissionOf, FindsCheckpointsAndSaysWhichAreNotThere) {
  const Built b = build(with_lot());
  const auto mission = [&](const std::string& ids, const std::string& name) {
    const base::Result<MdfDocument> document =
        read_mdf("MDF_name\tm\nRNDF\t" + name + "\ncheckpoints\n" + ids +
                     "end_checkpoints\nspeed_limits\n3\t0\t10\n"
                     "9\t0\t10\nend_speed_limits\nend_file\n",
                 "m");
    EXPECT_TRUE(document) << base::to_text(document.diagnostics());
    return mission_of(*document, b.routes, b.network);
  };
  const base::Result<network::Mission> found = mission("8\n", "test.rndf");
  ASSERT_TRUE(found) << base::to_text(found.diagnostics());
  ASSERT_EQ(found.diagnostics().size(), 1u);
  EXPECT_EQ(found.diagnostics()[0].code, "R312");
  ASSERT_EQ(found->checkpoints.size(), 1u);
  EXPECT_FALSE(found->speeds.empty());
  EXPECT_NEAR(found->speeds[0].max_mps, 4.4704, 1e-9);
  const base::Result<network::Mission> other = mission("8\n77\n", "elsewhere");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.diagnostics()[0].code, "R310");
  EXPECT_EQ(other.diagnostics()[1].code, "R311");
}

TEST(MissionOf, SpeedsBecomeLimitsButSpotsStaySlow) {
  base::Result<RndfDocument> document = read_rndf(with_lot(), "f");
  base::Result<RouteNetwork> routes = network_of(*document);
  MdfDocument mission;
  mission.speeds.push_back({1, 0, 25, {}});
  mission.speeds.push_back({3, 0, 10, {}});
  apply_speeds(mission, *routes);
  const base::Result<Network> net = Network::build(routes->description);
  ASSERT_TRUE(net);
  const auto limit = [&](const std::string& way) {
    const network::StripId strip = net->find_strip(way);
    return net->speed_limit_mps({network::LaneId(net->strip(strip).first_lane), true}, 0.1);
  };
  EXPECT_NEAR(limit("1.1.1"), 25 * 0.44704, 1e-9);
  EXPECT_NEAR(limit("3.0.6"), 10 * 0.44704, 1e-9);
  EXPECT_LT(limit("3.1_in"), 2);
}

// ---- real files

std::vector<fs::path> files(const std::string& folder, const std::string& ending) {
  std::vector<fs::path> list;
  const fs::path root = fs::path(__FILE__).parent_path() / "../../../../../shared/data";
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(root / folder, none))
    if (entry.path().extension() == ending) list.push_back(entry.path());
  std::sort(list.begin(), list.end());
  return list;
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(RealRouteNetworks, AllLoadAndBuildWithoutErrors) {
  const std::vector<fs::path> list = files("rndf", ".rndf");
  if (list.empty()) GTEST_SKIP() << "no route networks in ../shared/data/rndf beside the project";
  for (const fs::path& file : list) {
    SCOPED_TRACE(file.filename().string());
    const Built b = build(text_of(file));
    EXPECT_GT(b.network.ways().size(), 0u);
    EXPECT_EQ(b.network.repairs().size(), 0u);
  }
}

TEST(RealRouteNetworks, AllMissionsCanBeRead) {
  const std::vector<fs::path> list = files("mdf", ".mdf");
  if (list.empty()) GTEST_SKIP() << "no missions in ../shared/data/mdf beside the project";
  for (const fs::path& file : list) {
    const base::Result<MdfDocument> read = read_mdf(text_of(file), file.filename().string());
    EXPECT_TRUE(read) << base::to_text(read.diagnostics());
  }
}

}  // namespace
}  // namespace backlot::formats::rndf::network_of_test
