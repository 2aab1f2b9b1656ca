// Missions on route networks, from end to end.
#include <cmath>
#include <filesystem>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/cli/test/program_test.h"

namespace backlot::cli::mission_test {
namespace {

using nlohmann::json;

// A waypoint so many metres east and north of a place.
std::string waypoint(const std::string& id, double east, double north) {
  constexpr double kLatitude = 34.58;
  return fmt::format("{}\t{:.7f}\t{:.7f}\n", id, kLatitude + north / 110940.0,
                     -117.36 + east / (111444.0 * std::cos(kLatitude * std::numbers::pi / 180)));
}

// A one-way ring of 60 m radius, a lot outside of it, and a lane each way between them.
std::string ring_with_lot() {
  std::string ring;
  constexpr int kPoints = 36;
  for (int k = 0; k < kPoints; ++k) {
    const double a = 2 * std::numbers::pi * (k + 0.5) / (kPoints + 1);
    ring += waypoint(fmt::format("1.1.{}", k + 1), 60 * std::cos(a), 60 * std::sin(a));
  }
  return "RNDF_name\tring\nnum_segments\t3\nnum_zones\t1\nformat_version\t1.0\ncreation_date\t1-Jan-07\n"
         "segment\t1\nnum_lanes\t1\nlane\t1.1\nnum_waypoints\t36\nlane_width\t12\ncheckpoint\t1.1.5\t1\n"
         "checkpoint\t1.1.20\t2\nexit\t1.1.36\t1.1.1\nexit\t1.1.26\t2.1.1\n" +
         ring +
         "end_lane\nend_segment\nsegment\t2\nnum_lanes\t1\nlane\t2.1\nnum_waypoints\t3\nexit\t2.1.3\t4.0."
         "1\n" +
         waypoint("2.1.1", -20, -75) + waypoint("2.1.2", -22, -90) + waypoint("2.1.3", -22, -105) +
         "end_lane\nend_segment\nsegment\t3\nnum_lanes\t1\nlane\t3.1\nnum_waypoints\t3\nstop\t3.1.3\n"
         "exit\t3.1.3\t1.1.31\n" +
         waypoint("3.1.1", 18, -105) + waypoint("3.1.2", 18, -90) + waypoint("3.1.3", 18, -72) +
         "end_lane\nend_segment\nzone\t4\nnum_spots\t1\nperimeter\t4.0\nnum_perimeterpoints\t4\n"
         "exit\t4.0.2\t3.1.1\n" +
         waypoint("4.0.1", -22, -108) + waypoint("4.0.2", 18, -108) + waypoint("4.0.3", 40, -170) +
         waypoint("4.0.4", -40, -170) + "end_perimeter\nspot\t4.1\nspot_width\t12\ncheckpoint\t4.1.2\t3\n" +
         waypoint("4.1.1", 0, -145) + waypoint("4.1.2", 0, -150) + "end_spot\nend_zone\nend_file\n";
}

std::string mission(const std::string& checkpoints) {
  return "MDF_name\tround\nRNDF\tring.rndf\ncheckpoints\n" + checkpoints +
         "end_checkpoints\nspeed_limits\nnum_speed_limits\t2\n1\t0\t20\n4\t0\t10\nend_speed_limits\nend_"
         "file\n";
}

class Missions : public ProgramTest {
 protected:
  Missions() {
    write("ring.rndf", ring_with_lot());
    write("round.mdf", mission("1\n2\n3\n1\n2\n1\n"));
  }
  json traffic(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments = {"traffic", "ring.rndf", "--mission", "round.mdf", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Answer answer = run(arguments);
    EXPECT_EQ(answer.code, 0) << answer.err;
    return answer.code == 0 ? json::parse(answer.out) : json();
  }
};

TEST_F(Missions, AreDrivenThroughAllCheckpointsAndOutOfAParkingSpot) {
  const json t = traffic({"--vehicles", "5", "--seconds", "900", "--trace", "trace.csv"});
  EXPECT_EQ(t["mission"]["checkpoints"], 6);
  EXPECT_EQ(t["mission"]["reached"], 6);
  EXPECT_EQ(t["mission"]["speed_violations"], 0);
  EXPECT_GT(t["mission"]["distance_m"], 800);
  EXPECT_EQ(t["collisions"], 0);
  EXPECT_EQ(t["off_network"], 0);

  // in the spot, out of it and round to the aisle the car heads the same way but for the bend: it backs out
  double in = 0, out = 0;
  bool has_in = false, has_out = false;
  for (const std::string& line : lines_of(read("trace.csv"))) {
    const auto heading = [&] {
      std::size_t at = 0;
      for (int k = 0; k < 5; ++k) at = line.find(',', at) + 1;
      return std::stod(line.substr(at));
    };
    if (line.find(",4.1_in,") != std::string::npos) {
      in = heading();
      has_in = true;
    }
    if (!has_out && line.find(",4.1_out,") != std::string::npos) {
      out = heading();
      has_out = true;
    }
  }
  ASSERT_TRUE(has_in && has_out);
  EXPECT_LT(std::fabs(std::remainder(in - out, 2 * std::numbers::pi)), 0.2);
}

// The missions of the Urban Challenge's final event (2007), on its route network, with 100 other vehicles.
TEST_F(Missions, OfTheUrbanChallengeAreDriven) {
  const std::filesystem::path data =
      std::filesystem::path(__FILE__).parent_path() / "../../../../shared/data";
  if (!std::filesystem::exists(data / "rndf/gz-rndf__sample2.rndf"))
    GTEST_SKIP() << "the route network is not there: ../shared/data/rndf/gz-rndf__sample2.rndf";
  for (const char* name : {"darpa_uce_mdf_B26-1.mdf", "darpa_uce_mdf_B26-2.mdf"}) {
    const Answer answer =
        run({"traffic", (data / "rndf/gz-rndf__sample2.rndf").string(), "--mission",
             (data / "mdf" / name).string(), "--vehicles", "100", "--seconds", "7200", "--json"});
    ASSERT_EQ(answer.code, 0) << name << ": " << answer.err;
    const json t = json::parse(answer.out);
    EXPECT_EQ(t["mission"]["reached"], t["mission"]["checkpoints"]) << name;
    EXPECT_GE(t["mission"]["checkpoints"], 10) << name;
    EXPECT_EQ(t["mission"]["speed_violations"], 0) << name;
    EXPECT_EQ(t["mission"]["failure"], "") << name;
    EXPECT_EQ(t["collisions"], 0) << name;
  }
}

TEST_F(Missions, GiveTheSameHashOnAnyNumberOfThreads) {
  const json one = traffic({"--vehicles", "8", "--seconds", "120"}),
             four = traffic({"--vehicles", "8", "--seconds", "120", "--threads", "4"});
  EXPECT_EQ(one["hash"], four["hash"]);
  EXPECT_EQ(one["mission"], four["mission"]);
}

TEST_F(Missions, AreRefusedWhereTheyCannotBeDriven) {
  write("unknown.mdf", mission("1\n99\n"));
  const Answer unknown =
      run({"traffic", "ring.rndf", "--mission", "unknown.mdf", "--vehicles", "1", "--seconds", "1"});
  EXPECT_EQ(unknown.code, 3);
  EXPECT_NE(unknown.err.find("unknown.mdf:5:1: error R311"), std::string::npos) << unknown.err;
  write("road.way", "way main { line 100 m }\n");
  EXPECT_EQ(run({"traffic", "road.way", "--mission", "round.mdf", "--vehicles", "1", "--seconds", "1"}).code,
            3);
  EXPECT_EQ(run({"traffic", "ring.rndf", "--mission", "none.mdf", "--vehicles", "1", "--seconds", "1"}).code,
            3);
}

TEST_F(Missions, CanBeChecked) {
  EXPECT_EQ(run({"check", "ring.rndf", "round.mdf"}).code, 0);
  write("bad.mdf", "MDF_name\tx\ncheckpoints\none\nend_checkpoints\nend_file\n");
  const Answer bad = run({"check", "bad.mdf"});
  EXPECT_EQ(bad.code, 3);
  EXPECT_NE(bad.err.find("bad.mdf:3:1: error R102"), std::string::npos) << bad.err;
}

}  // namespace
}  // namespace backlot::cli::mission_test
