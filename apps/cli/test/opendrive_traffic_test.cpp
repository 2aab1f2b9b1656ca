// Traffic where maps of OpenDRIVE let roads run into each other.
#include <map>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/cli/test/program_test.h"
#include "backlot/base/sim_time.h"
#include "backlot/formats/opendrive/opendrive.h"
#include "backlot/formats/opendrive/test/merging_roads.h"
#include "backlot/formats/opendrive/test/road_beside.h"
#include "backlot/formats/opendrive/test/side_road.h"
#include "backlot/network/network.h"
#include "backlot/sim/simulation.h"
#include "backlot/world/roads.h"

namespace backlot::cli::opendrive_traffic_test {
namespace {

// Ten minutes with so many vehicles, all of them replaced when they leave: what happened, and how many came through each corridor.
struct TenMinutes {
  sim::Tally tally;
  std::map<std::string, std::size_t> came_through;
};

TenMinutes ten_minutes(const std::string& map, std::size_t vehicles, std::uint64_t seed) {
  const auto description = formats::opendrive::read_opendrive(map, "a.xodr");
  EXPECT_TRUE(description) << base::to_text(description.diagnostics());
  const auto network = network::Network::build(*description);
  EXPECT_TRUE(network) << base::to_text(network.diagnostics());
  const world::Roads roads(*network);
  sim::Simulation simulation(roads, {.seed = seed});
  simulation.insert_spread(vehicles);
  TenMinutes seen;
  std::map<std::uint64_t, std::string> last;
  for (int step = 0; step < 6000; ++step) {
    simulation.step(base::Duration::from_milliseconds(100));
    for (std::size_t i = 0; i < simulation.size(); ++i) {
      const sim::VehicleView vehicle = simulation.vehicle(i);
      const network::StripId strip(roads.tracks[vehicle.mover.trail.current()].strip);
      std::string& on = last[vehicle.id.raw()];
      if (on == network->name_of(strip)) continue;
      on = network->name_of(strip);
      if (!network->corridor_of(strip).is_empty()) ++seen.came_through[on];
    }
  }
  seen.tally = simulation.tally();
  return seen;
}

// So many on so little road that queues reach back to its ends.
TEST(OpendriveTraffic, NoVehicleTouchesAnotherWhereTwoRoadsRunIntoOneLane) {
  for (const std::size_t vehicles : {20U, 30U, 40U})
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      SCOPED_TRACE(fmt::format("{} vehicles, seed {}", vehicles, seed));
      const TenMinutes seen = ten_minutes(formats::opendrive::merging_roads(), vehicles, seed);
      EXPECT_EQ(seen.tally.contacts, 0U);
      EXPECT_EQ(seen.tally.off_network, 0U);
      for (const char* corridor : {"a.R1", "b.R1", "a.L1", "b.L1"})
        EXPECT_TRUE(seen.came_through.contains(corridor)) << corridor;
    }
}

// The side road and its main road, each with 300 m more before it: room for 30 vehicles.
std::string long_side_road() {
  std::string map = formats::opendrive::side_road();
  const auto add = [&](const char* id, const char* start, const char* link) {
    map.insert(
        map.find("</OpenDRIVE>"),
        fmt::format(
            R"(<road id="{}" length="300" junction="-1"><link>{}</link><planView><geometry s="0" {} length="300"><line/>
</geometry></planView><lanes><laneSection s="0"><left><lane id="1" type="driving"><width sOffset="0" a="3.5" b="0" c="0" d="0"/></lane></left>
<center><lane id="0" type="none"/></center><right><lane id="-1" type="driving"><width sOffset="0" a="3.5" b="0" c="0" d="0"/></lane></right>
</laneSection></lanes></road>)",
            id, link, start));
  };
  add("west", R"(x="-300" y="0" hdg="0")",
      R"(<successor elementType="road" elementId="1" contactPoint="start"/>)");
  add("east", R"(x="200" y="0" hdg="0")",
      R"(<predecessor elementType="road" elementId="1" contactPoint="end"/>)");
  add("south", R"(x="105" y="-380" hdg="1.570796326794897")",
      R"(<successor elementType="road" elementId="99" contactPoint="start"/>)");
  return map;
}

TEST(OpendriveTraffic, NoVehicleTouchesAnotherAtAVirtualJunction) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const TenMinutes seen = ten_minutes(long_side_road(), 30, seed);
    EXPECT_EQ(seen.tally.contacts, 0U);
    EXPECT_EQ(seen.tally.off_network, 0U);
    for (const char* corridor : {"1.R1", "1.L1", "2.R1", "3.R1", "4.R1", "5.L1"})
      EXPECT_TRUE(seen.came_through.contains(corridor)) << corridor;
  }
}

// Ends of connecting roads 10 cm to 6 m beside the lane that they join.
TEST(OpendriveTraffic, NoVehicleTouchesAnotherWhereAConnectingRoadEndsBesideItsLane) {
  for (const double aside : {0.1, 0.6, 2.0, 6.0})
    for (const std::uint64_t seed : {1U, 2U}) {
      SCOPED_TRACE(fmt::format("{} m, seed {}", aside, seed));
      const TenMinutes seen = ten_minutes(formats::opendrive::road_beside(aside), 18, seed);
      EXPECT_EQ(seen.tally.contacts, 0U);
      EXPECT_EQ(seen.tally.off_network, 0U);
      for (const char* corridor : {"10.R1", "11.R1", "12.R1"})
        EXPECT_TRUE(seen.came_through.contains(corridor)) << corridor;
    }
}

class OpendriveFlows : public ProgramTest {};

TEST_F(OpendriveFlows, TurnIntoASideRoadAndOutOfIt) {
  write("side.xodr", formats::opendrive::side_road());
  const Answer answer = run({"traffic", "side.xodr", "--flow", "1.0:300", "--flow", "1.1:300", "--flow",
                             "99:150", "--mix", "car=0.8,truck=0.1,bus=0.1", "--seconds", "600", "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const nlohmann::json json = nlohmann::json::parse(answer.out);
  EXPECT_EQ(json["collisions"], 0);
  EXPECT_EQ(json["off_network"], 0);
  for (const nlohmann::json& flow : json["flows"]) EXPECT_EQ(flow["waiting"], 0) << flow["flow"];
  EXPECT_GT(json["exits"].get<int>(), 100) << "of about 125 who came";
}

TEST_F(OpendriveFlows, GoThroughBothRoadsThatRunIntoOneLane) {
  write("merge.xodr", formats::opendrive::merging_roads());
  const Answer answer = run({"traffic", "merge.xodr", "--flow", "a:400", "--flow", "b:250", "--flow", "c:300",
                             "--mix", "car=0.8,truck=0.1,bus=0.1", "--seconds", "600", "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const nlohmann::json json = nlohmann::json::parse(answer.out);
  EXPECT_EQ(json["collisions"], 0);
  EXPECT_EQ(json["off_network"], 0);
  for (const nlohmann::json& flow : json["flows"]) EXPECT_EQ(flow["waiting"], 0) << flow["flow"];
  EXPECT_GT(json["exits"].get<int>(), 130) << "of about 158 who came";
}

}  // namespace
}  // namespace backlot::cli::opendrive_traffic_test
