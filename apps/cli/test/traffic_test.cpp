#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/cli/maps/grid.h"
#include "apps/cli/test/program_test.h"

namespace backlot::cli::traffic_test {
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

TEST_F(Traffic, UpdatesAllAtOnceOrOneAfterTheOther) {
  write_grid(3);
  const std::vector<std::string> common = {"--vehicles", "150"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), common.begin(), common.end());
    return traffic(more);
  };
  const json at_once = with({"--seconds", "20"});
  EXPECT_EQ(at_once["update"], "transactional");
  EXPECT_EQ(with({"--seconds", "20", "--update", "transactional"})["hash"], at_once["hash"]);
  const json in_turn = with({"--seconds", "20", "--update", "sequential"});
  EXPECT_EQ(in_turn["update"], "sequential");
  EXPECT_NE(in_turn["hash"], at_once["hash"]);
  EXPECT_EQ(with({"--seconds", "20", "--update", "sequential", "--threads", "3"})["hash"], in_turn["hash"]);

  with({"--seconds", "12", "--update", "sequential", "--save", "state"});
  EXPECT_EQ(with({"--seconds", "8", "--update", "sequential", "--from", "state"})["hash"], in_turn["hash"]);
  const Answer other = run({"traffic", "grid.way", "--vehicles", "150", "--seconds", "1", "--from", "state"});
  EXPECT_EQ(other.code, 3);
  EXPECT_NE(other.err.find("S104"), std::string::npos) << other.err;
  EXPECT_EQ(run({"traffic", "grid.way", "--vehicles", "9", "--seconds", "1", "--update", "random"}).code, 2);
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
  EXPECT_TRUE(
      line.starts_with("time_s,id,x_m,y_m,z_m,heading_rad,length_m,width_m,speed_mps,way,lane,"
                       "signal_state,kind,role,acceleration_mps2,"))
      << line;
  int rows = 0;
  while (std::getline(trace, line)) ++rows;
  EXPECT_EQ(rows, 60000);
  EXPECT_NE(read("frame.svg").find("</svg>"), std::string::npos);
}

TEST_F(Traffic, WritesEventsThatAreTheSameForAnyNumberOfThreads) {
  write_grid(5);
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"--vehicles", "700"});
    return traffic(more);
  };
  const json t = with({"--seconds", "40", "--events", "events.csv"});
  const std::vector<std::string> lines = lines_of(read("events.csv"));
  ASSERT_FALSE(lines.empty());
  EXPECT_TRUE(lines[0].starts_with(
      "time_s,event,id,other_id,way,lane,to_lane,side,corridor,signal_state,other_corridor,right_of_way,"
      "relative_speed_mps,directive,issuer,reason"))
      << lines[0];
  std::map<std::string, int> counts;
  double last = 0;
  for (std::size_t k = 1; k < lines.size(); ++k) {
    std::vector<std::string> fields;
    std::istringstream line(lines[k] + ",");
    for (std::string field; std::getline(line, field, ',');) fields.push_back(field);
    ASSERT_EQ(fields.size(), 18U) << lines[k];
    EXPECT_GE(std::stod(fields[0]), last) << "in order of time";
    last = std::stod(fields[0]);
    ++counts[fields[1]];
    if (fields[1] == "crossed_line") {
      EXPECT_FALSE(fields[8].empty());
      EXPECT_TRUE(fields[9] == "green" || fields[9] == "yellow") << fields[9];
    }
    if (fields[1] == "began_lane_change") {
      EXPECT_NE(fields[5], fields[6]);
    }
  }
  EXPECT_EQ(counts["entered"], 700);
  EXPECT_EQ(counts["left"], 0);
  EXPECT_EQ(counts["contact"], 0);
  EXPECT_EQ(counts["began_lane_change"], t["lane_changes"].get<int>());
  EXPECT_GT(counts["crossed_line"], 500);

  const json other = with({"--seconds", "40", "--events", "others.csv", "--threads", "3"});
  EXPECT_EQ(other["events_hash"], t["events_hash"]);
  EXPECT_EQ(read("others.csv"), read("events.csv"));
  const json without = with({"--seconds", "40"});
  EXPECT_FALSE(without.contains("events_hash"));
  EXPECT_EQ(without["hash"], t["hash"]);

  with({"--seconds", "23", "--save", "state"});
  EXPECT_EQ(with({"--seconds", "17", "--from", "state", "--events", "rest.csv"})["events_hash"],
            t["events_hash"]);
  const std::string rest = read("rest.csv"), whole = read("events.csv");
  EXPECT_TRUE(whole.ends_with(rest.substr(rest.find('\n')))) << "the same lines, from where it was saved";
}

TEST_F(Traffic, ExplainsOneAtTheEnd) {
  write_grid(3);
  const json t = traffic({"--vehicles", "100", "--seconds", "30", "--explain", "42"});
  ASSERT_TRUE(t.contains("explain"));
  const json& why = t["explain"];
  EXPECT_EQ(why["id"], 42);
  for (const char* key : {"states", "accel_mps2", "limit", "leader", "waits_for", "corridor",
                          "others_corridor", "gap", "leases"})
    EXPECT_TRUE(why.contains(key)) << key;
  EXPECT_EQ(why["states"].size(), 9U);
  EXPECT_FALSE(traffic({"--vehicles", "100", "--seconds", "1"}).contains("explain"));

  const std::vector<std::string> common = {"traffic",   "grid.way", "--vehicles", "100",
                                           "--seconds", "1",        "--explain"};
  const auto with = [&](const char* id) {
    std::vector<std::string> arguments = common;
    arguments.emplace_back(id);
    return run(arguments);
  };
  const Answer text = with("7");
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_NE(text.out.find("why vehicle 7 drives as it does"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("limited by"), std::string::npos);
  const Answer unknown = with("100");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("no vehicle 100"), std::string::npos) << unknown.err;
  EXPECT_NE(unknown.err.find("from 0 to 99"), std::string::npos) << unknown.err;
  EXPECT_EQ(with("-1").code, 2);
  EXPECT_EQ(with("4294967296").code, 2);
  EXPECT_EQ(with("first").code, 2);
}

TEST_F(Traffic, AVehicleWithoutRoomWaitsOutside) {
  write_grid(2);
  const json t = traffic({"--vehicles", "5000", "--seconds", "5"});
  EXPECT_LE(t["running"].get<int>(), t["capacity"].get<int>());
  EXPECT_EQ(t["inserted"], t["running"]);
  EXPECT_EQ(t["collisions"], 0);
}

// Five minutes of a town of 400 junctions: no vehicle crashes, and none is stuck.
TEST_F(Traffic, FlowsThroughALargeGrid) {
  write_grid(20);
  const json t = traffic({"--vehicles", "5000", "--seconds", "240", "--warmup", "60", "--threads", "2"});
  EXPECT_EQ(t["running"], 5000);
  EXPECT_EQ(t["collisions"], 0);
  EXPECT_GT(t["mean_speed_mps"].get<double>(), 5.0);
  EXPECT_LT(t["longest_wait_s"].get<double>(), 200);
  EXPECT_GT(t["lane_changes"].get<int>(), 2500);
}

// Forty minutes of a crossing at 95 % of what it lets through. It must not lock up as follows: a left turn waits at its
// exit for a vehicle that stands behind the very queue that it holds up, and no vehicle ever goes on.
TEST_F(Traffic, AFullCrossingDoesNotLockUp) {
  const std::string county =
      (std::filesystem::path(__FILE__).parent_path() / "../../../scenes/county_road.way").string();
  const Answer answer =
      run({"traffic", county, "--vehicles", "163", "--seed", "3", "--seconds", "2400", "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const json t = json::parse(answer.out);
  EXPECT_EQ(t["collisions"], 0);
  EXPECT_LT(t["longest_wait_s"].get<double>(), 150);
}

// A street from end to end with a side street.
constexpr const char* kStreets = R"(network streets
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.25 m; spine; vehicle forward 3.25 m }
way west { profile street;  begin at (-315 m, 0 m) heading 0 deg;  line 300 m;  start open }
way east { profile street;  begin at (215 m, 0 m) heading 180 deg;  line 200 m;  start open }
way side { profile street;  begin at (0 m, -215 m) heading 90 deg;  line 200 m;  start open }
way alley { profile street;  begin at (0 m, 500 m) heading 0 deg;  line 200 m;  start open;  end open }
intersection x {
  arm west: west.end priority road
  arm east: east.end priority road
  arm side: side.end yield
}
)";

TEST_F(Traffic, ServesFlowsAndReportsThem) {
  write("streets.way", kStreets);
  const std::vector<std::string> common = {"traffic",
                                           "streets.way",
                                           "--json",
                                           "--warmup",
                                           "60",
                                           "--flow",
                                           "west:400",
                                           "--flow",
                                           "side:R1:200:0-300",
                                           "--mix",
                                           "car=8,motorcycle=2",
                                           "--turns",
                                           "west:right=1,straight=1",
                                           "--seconds"};
  const auto with = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments = common;
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Answer answer = run(arguments);
    EXPECT_EQ(answer.code, 0) << answer.err;
    return answer.code == 0 ? json::parse(answer.out) : json();
  };
  const json t = with({"900"});
  ASSERT_EQ(t["flows"].size(), 2U);
  const json& west = t["flows"][0];
  EXPECT_EQ(west["flow"], "west:400");
  EXPECT_NEAR(west["asked"].get<double>(), 100, 40);
  EXPECT_NEAR(west["served"].get<double>(), west["asked"].get<double>(), 2);
  EXPECT_GT(west["motorcycles"].get<int>(), 5);
  EXPECT_EQ(west["trucks"], 0);
  EXPECT_LE(west["waiting"].get<int>(), 1);
  EXPECT_NEAR(t["flows"][1]["asked"].get<double>(), 200 * 240 / 3600.0, 13) << "until 300 s, after 60 s";
  EXPECT_EQ(t["collisions"], 0);
  EXPECT_EQ(with({"900", "--threads", "3"})["hash"], t["hash"]);
  EXPECT_NE(with({"900", "--drivers", "motorway"})["hash"], t["hash"]);
  EXPECT_NE(with({"900", "--arrivals", "regular"})["hash"], t["hash"]);

  with({"400", "--save", "state"});
  const json rest = with({"440", "--from", "state"});
  EXPECT_EQ(rest["hash"], t["hash"]) << "with the warm-up 460 s and 500 s make 960 s";
}

TEST_F(Traffic, SaysWhatIsWrongWithADemand) {
  write("streets.way", kStreets);
  struct Case {
    std::vector<std::string> options;
    const char* message;
  };
  for (const Case& c : {
           Case{{}, "there would be no vehicle"},
           Case{{"--flow", "wets:400"}, "did you mean \"west\""},
           Case{{"--flow", "west:many"}, "VEH_PER_HOUR"},
           Case{{"--flow", "west:-5"}, "vehicles an hour"},
           Case{{"--flow", "west:400:20-10"}, "is no time"},
           Case{{"--flow", "west:1800", "--least-headway", "2"}, "least headway"},
           Case{{"--flow", "west:400", "--mix", "car=0"}, "no mix"},
           Case{{"--flow", "west:400", "--mix", "car=1,tram=1"}, "no kind \"tram\""},
           Case{{"--flow", "west:400", "--turns", "west:left=1"}, "does not lead to \"left\""},
           Case{{"--flow", "west:400", "--drivers", "rally"}, "rally"},
           Case{{"--flow", "west:400", "--arrivals", "sometimes"}, "sometimes"},
       }) {
    std::vector<std::string> arguments = {"traffic", "streets.way", "--seconds", "1"};
    arguments.insert(arguments.end(), c.options.begin(), c.options.end());
    const Answer answer = run(arguments);
    EXPECT_EQ(answer.code, 2) << c.message << answer.out;
    EXPECT_NE(answer.err.find(c.message), std::string::npos) << answer.err;
  }
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
  EXPECT_EQ(
      run({"traffic", "grid.way", "--vehicles", "5", "--seconds", "1", "--events", "no/such/folder.csv"})
          .code,
      4);
}

}  // namespace
}  // namespace backlot::cli::traffic_test
