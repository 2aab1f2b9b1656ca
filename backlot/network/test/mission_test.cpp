#include "backlot/network/routing/mission.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace backlot::network::mission_test {
namespace {

// Out and back are two ways; nothing leads from the end of "far" to the start of "out".
//
//     ==== out (60 m) ====|==== far (40 m) ====      lanes R1 to the right, L1 to the left, a sidewalk R2
Network road() {
  NetworkDescription description;
  RoadDescription made;
  made.name = "road";
  made.spine = geometry::PlanSpine{.elements = {{geometry::PlanLine{100}, {}}}};
  for (const char* name : {"out", "far"}) {
    WayDescription way;
    way.name = name;
    way.lanes.resize(3);
    way.lanes[0].direction = LaneDirection::backward;
    way.lanes[2].kind = LaneKind::sidewalk;
    way.lanes[2].direction = LaneDirection::both;
    way.lanes_left = 1;
    made.ways.push_back(way);
  }
  made.ways[0].start = EndKind::open;
  made.ways[1].from = 60;
  made.ways[1].end = EndKind::open;
  description.roads.push_back(made);
  IntersectionDescription joint;
  joint.name = "joint";
  joint.kind = IntersectionKind::zero_length;
  joint.arms.resize(2);
  joint.arms[0].name = "a";
  joint.arms[1].name = "b";
  joint.arms[0].attached = EndReference{"out", End::end};
  joint.arms[1].attached = EndReference{"far", End::start};
  description.intersections.push_back(joint);
  base::Result<Network> network = Network::build(description);
  EXPECT_TRUE(network.has_value()) << base::to_text(network.diagnostics());
  if (!network) std::abort();
  return std::move(*network);
}

Checkpoint checkpoint(const Network& network, const std::string& name, const std::string& way,
                      const std::string& lane, double distance) {
  return {name, find_lane_place(network, way, lane, distance).value_or(LanePlace{}), {}};
}

std::vector<std::string> codes(const base::Diagnostics& found) {
  std::vector<std::string> list;
  for (const base::Diagnostic& d : found) list.push_back(d.code);
  return list;
}
using Codes = std::vector<std::string>;

TEST(Mission, IsPlannedFromCheckpointToCheckpoint) {
  const Network network = road();
  const RouteGraph graph(network);
  const Mission mission{
      "shuttle",
      {checkpoint(network, "home", "out", "R1", 10), checkpoint(network, "shop", "out", "R1", 50),
       checkpoint(network, "work", "far", "R1", 30)},
      {}};
  EXPECT_TRUE(check(mission, network).is_empty());
  const auto routes = plan(mission, graph);
  ASSERT_TRUE(routes.has_value()) << base::to_text(routes.diagnostics());
  ASSERT_EQ(routes->size(), 2U);
  EXPECT_NEAR((*routes)[0].length_m, 40, 1e-6);
  EXPECT_NEAR((*routes)[1].length_m, 40, 1e-6);
  EXPECT_EQ((*routes)[0].to, (*routes)[1].from);

  const auto alone = plan({"stay", {mission.checkpoints[0]}, {}}, graph);
  ASSERT_TRUE(alone.has_value());
  EXPECT_TRUE(alone->empty());
}

TEST(Mission, NamesEveryPairWithoutARoute) {
  const Network network = road();
  const RouteGraph graph(network);
  const Mission mission{
      "there and back",
      {checkpoint(network, "home", "out", "R1", 10), checkpoint(network, "work", "far", "R1", 30),
       checkpoint(network, "yard", "out", "L1", 30), checkpoint(network, "mill", "out", "L1", 40)},
      {}};
  const auto routes = plan(mission, graph);
  ASSERT_FALSE(routes.has_value());
  EXPECT_EQ(codes(routes.diagnostics()), (Codes{"N311", "N311"}));
  const std::string& first = routes.diagnostics()[0].message;
  EXPECT_NE(first.find("\"work\""), std::string::npos) << first;
  EXPECT_NE(first.find("\"yard\""), std::string::npos) << first;
  const std::string& second = routes.diagnostics()[1].message;
  EXPECT_NE(second.find("\"mill\""), std::string::npos) << second;
}

TEST(Mission, KeepsToLanesThatAreOpen) {
  const Network network = road();
  const Mission mission{
      "walk", {checkpoint(network, "a", "out", "R2", 10), checkpoint(network, "b", "far", "R2", 30)}, {}};
  EXPECT_TRUE(plan(mission, RouteGraph(network, {.use = Use::pedestrians})).has_value());
  const auto drive = plan(mission, RouteGraph(network));
  ASSERT_FALSE(drive.has_value());
  EXPECT_EQ(codes(drive.diagnostics()), (Codes{"N310", "N310"}));
}

TEST(Mission, IsCheckedAgainstTheNetwork) {
  const Network network = road();
  const Checkpoint good = checkpoint(network, "a", "out", "R1", 10);
  const WayId way = network.find_way("out");
  const auto place = [&](double metres, bool is_along) {
    return Checkpoint{"b", {good.at.lane, is_along, metres}, {}};
  };
  const struct {
    const char* what;
    Mission mission;
    Codes codes;
  } cases[] = {
      {"nothing to visit", {"m", {}, {}}, {"N301"}},
      {"no lane", {"m", {good, {"b", {}, {}}}, {}}, {"N302"}},
      {"a lane of another network", {"m", {good, {"b", {LaneId(999), true, 1}, {}}}, {}}, {"N302"}},
      {"past the end", {"m", {good, place(60.5, true)}, {}}, {"N303"}},
      {"no number", {"m", {good, place(std::nan(""), true)}, {}}, {"N303"}},
      {"wrong way", {"m", {good, place(20, false)}, {}}, {"N304"}},
      {"past the end the wrong way", {"m", {good, place(-1, false)}, {}}, {"N303", "N304"}},
      {"no way", {"m", {good}, {{WayId{}, 0, 10, {}}}}, {"N305"}},
      {"a way of another network", {"m", {good}, {{WayId(99), 0, 10, {}}}}, {"N305"}},
      {"speeds turned round", {"m", {good}, {{way, 10, 5, {}}}}, {"N306"}},
      {"speed below zero", {"m", {good}, {{way, -1, 5, {}}}}, {"N306"}},
      {"no speed", {"m", {good}, {{way, std::nan(""), 5, {}}}}, {"N306"}},
      {"endless speed", {"m", {good}, {{way, 0, std::numeric_limits<double>::infinity(), {}}}}, {"N306"}},
      {"least speed alone", {"m", {good}, {{way, 5, 0, {}}}}, {}},
      {"one way twice", {"m", {good}, {{way, 0, 5, {}}, {way, 0, 6, {}}}}, {"N307"}},
      {"one name twice", {"m", {good, {"a", {good.at.lane, true, 30}, {}}}, {}}, {"N308"}},
      {"one place twice", {"m", {good, good}, {}}, {}},
  };
  for (const auto& c : cases) {
    const base::Diagnostics found = check(c.mission, network);
    EXPECT_EQ(codes(found), c.codes) << c.what << "\n" << base::to_text(found);
  }
}

TEST(Mission, CountsTheLastSpeedOfAWay) {
  const Network network = road();
  const WayId out = network.find_way("out"), far = network.find_way("far");
  const Mission mission{"m", {}, {{out, 0, 5, {}}, {out, 1, 6, {}}}};
  ASSERT_NE(speed_on(mission, out), nullptr);
  EXPECT_EQ(speed_on(mission, out)->max_mps, 6);
  EXPECT_EQ(speed_on(mission, far), nullptr);
}

}  // namespace
}  // namespace backlot::network::mission_test
