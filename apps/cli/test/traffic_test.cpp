#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/cli/grid.h"
#include "apps/cli/test/program_test.h"

namespace backlot::cli {
namespace {

using nlohmann::json;

class Traffic : public ProgramTest {
 protected:
  void write_grid(int rows) const {
    write("grid.way",
          grid_text({.rows = rows, .columns = rows, .block_m = 200, .lanes = 2, .has_signals = true}));
  }
  json traffic(std::vector<std::string> more) const {
    std::vector<std::string> arguments = {"traffic", "grid.way", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Answer answer = run(arguments);
    EXPECT_EQ(answer.code, 0) << answer.err;
    return answer.code == 0 ? json::parse(answer.out) : json();
  }
};

TEST_F(Traffic, HasTheSameHashForAnyNumberOfThreadsInAnyProcess) {
  write_grid(4);
  const std::vector<std::string> common = {"--vehicles", "300", "--seconds", "20", "--warmup", "5"};
  const auto with = [&](const char* option, const char* value) {
    std::vector<std::string> arguments = common;
    arguments.insert(arguments.end(), {option, value});
    return traffic(arguments)["hash"];
  };
  const json one = with("--threads", "1");
  EXPECT_EQ(with("--threads", "2"), one);
  EXPECT_EQ(with("--threads", "3"), one);
  EXPECT_EQ(with("--threads", "8"), one);
  EXPECT_EQ(with("--seed", "1"), one);
  EXPECT_NE(with("--seed", "2"), one);
}

TEST_F(Traffic, GoesOnInAnotherProcessFromWhereItWasSaved) {
  write_grid(4);
  const json whole = traffic({"--vehicles", "300", "--seconds", "30"});
  traffic({"--vehicles", "300", "--seconds", "17.3", "--save", "state"});
  const json rest = traffic({"--vehicles", "300", "--seconds", "12.7", "--from", "state", "--threads", "2"});
  EXPECT_EQ(rest["hash"], whole["hash"]);

  write("damaged", read("state").substr(0, 1000));
  const Answer answer =
      run({"traffic", "grid.way", "--vehicles", "300", "--seconds", "1", "--from", "damaged"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_NE(answer.err.find("S103"), std::string::npos) << answer.err;
}

TEST_F(Traffic, TellsHowItWent) {
  write_grid(3);
  const json t = traffic({"--vehicles", "100", "--seconds", "60", "--warmup", "20", "--trace", "trace.csv",
                          "--draw", "frame.svg"});
  EXPECT_EQ(t["requested"], 100);
  EXPECT_EQ(t["running"], 100);
  EXPECT_EQ(t["steps"], 600);
  EXPECT_EQ(t["agent_steps"], 60000);
  EXPECT_EQ(t["collisions"], 0);
  EXPECT_EQ(t["off_network"], 0);
  EXPECT_GT(t["mean_speed_mps"].get<double>(), 3);
  EXPECT_GT(t["lane_changes"].get<int>(), 5);
  EXPECT_LE(t["hardest_braking_mps2"].get<double>(), 8.01);
  for (const char* key :
       {"capacity", "inserted", "arrived", "entries", "exits", "wall_s", "agent_steps_per_s", "distance_m",
        "stopped", "longest_wait_s", "red_light_crossings", "threads", "hash", "peak_rss_mb", "load_s"})
    EXPECT_TRUE(t.contains(key)) << key;

  std::istringstream trace(read("trace.csv"));
  std::string line;
  std::getline(trace, line);
  EXPECT_EQ(line, "time_s,id,x_m,y_m,z_m,heading_rad,length_m,width_m,speed_mps,way,lane,signal_state");
  int rows = 0;
  while (std::getline(trace, line)) ++rows;
  EXPECT_EQ(rows, 60000);
  EXPECT_NE(read("frame.svg").find("</svg>"), std::string::npos);
}

TEST_F(Traffic, WhoFindsNoRoomWaitsOutside) {
  write_grid(2);
  const json t = traffic({"--vehicles", "5000", "--seconds", "5"});
  EXPECT_LE(t["running"].get<int>(), t["capacity"].get<int>());
  EXPECT_EQ(t["inserted"], t["running"]);
  EXPECT_EQ(t["collisions"], 0);
}

// Five minutes of a town of 400 junctions: nobody crashes, nobody is stuck.
TEST_F(Traffic, FlowsThroughALargeGrid) {
  write_grid(20);
  const json t = traffic({"--vehicles", "5000", "--seconds", "240", "--warmup", "60", "--threads", "2"});
  EXPECT_EQ(t["running"], 5000);
  EXPECT_EQ(t["collisions"], 0);
  EXPECT_GT(t["mean_speed_mps"].get<double>(), 5.0);
  EXPECT_LT(t["longest_wait_s"].get<double>(), 200);
  EXPECT_GT(t["lane_changes"].get<int>(), 2500);
}

TEST_F(Traffic, AsksForWhatItNeeds) {
  write_grid(2);
  EXPECT_EQ(run({"traffic", "grid.way", "--vehicles", "5"}).code, 2);
  EXPECT_EQ(run({"traffic", "grid.way", "--seconds", "5"}).code, 2);
  EXPECT_EQ(run({"traffic", "grid.way", "--vehicles", "5", "--seconds", "1", "--step", "0"}).code, 2);
  EXPECT_EQ(run({"traffic", "nowhere.way", "--vehicles", "5", "--seconds", "1"}).code, 3);
  EXPECT_EQ(
      run({"traffic", "grid.way", "--vehicles", "5", "--seconds", "1", "--trace", "no/such/folder.csv"}).code,
      4);
}

}  // namespace
}  // namespace backlot::cli
