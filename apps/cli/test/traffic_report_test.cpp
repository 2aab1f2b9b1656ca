// What `traffic` says while it runs and when it is done.
#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/cli/maps/grid.h"
#include "apps/cli/test/program_test.h"

namespace backlot::cli::traffic_report_test {
namespace {

using nlohmann::json;

class TrafficReport : public ProgramTest {
 protected:
  TrafficReport() {
    write("grid.way", grid_text({.rows = 3, .columns = 3, .block_m = 200, .lanes = 2, .has_signals = true}));
  }

  std::vector<std::map<std::string, std::string>> rows_of(const std::string& name) const {
    std::vector<std::map<std::string, std::string>> rows;
    std::vector<std::string> columns;
    for (const std::string& line : lines_of(read(name))) {
      std::istringstream cells(line);
      std::vector<std::string> row;
      for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
      if (columns.empty()) {
        columns = row;
        continue;
      }
      for (std::size_t i = 0; i < row.size() && i < columns.size(); ++i)
        (i == 0 ? rows.emplace_back() : rows.back())[columns[i]] = row[i];
    }
    return rows;
  }
};

TEST_F(TrafficReport, NamesTheVehicleThatBrakedHardestAndTheOneThatWaitedLongest) {
  const Answer answer =
      run({"traffic", "grid.way", "--vehicles", "150", "--seconds", "120", "--json", "--trace", "trace.csv"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const json t = json::parse(answer.out);
  const json &hardest = t["hardest_braking"], &longest = t["longest_wait"];
  EXPECT_EQ(hardest["braking_mps2"], t["hardest_braking_mps2"]);
  EXPECT_NEAR(longest["wait_s"].get<double>(), t["longest_wait_s"].get<double>(), 1e-6);

  // the trace says the same
  double least = 0;
  bool stood = false, braked = false;
  for (const auto& row : rows_of("trace.csv")) {
    const double accel = std::stod(row.at("acceleration_mps2")), time = std::stod(row.at("time_s"));
    least = std::min(least, accel);
    const auto is = [&](const json& one) {
      return row.at("id") == std::to_string(one["id"].get<int>()) &&
             std::abs(time - one["time_s"].get<double>()) < 1e-6 &&
             row.at("way") == one["way"].get<std::string>();
    };
    if (is(hardest) && std::abs(accel + hardest["braking_mps2"].get<double>()) < 1e-3) braked = true;
    if (is(longest) && std::stod(row.at("speed_mps")) < 0.5) stood = true;  // it may have just started
  }
  EXPECT_NEAR(-least, hardest["braking_mps2"].get<double>(), 1e-3);
  EXPECT_TRUE(braked) << hardest.dump();
  EXPECT_TRUE(stood) << longest.dump();
}

TEST_F(TrafficReport, SaysWhichTurningSharesWereReached) {
  const Answer ways = run({"info", "grid.way", "--json"});
  const std::string way = json::parse(ways.out)["way_list"][0]["name"];
  const Answer answer = run({"traffic", "grid.way", "--vehicles", "150", "--seconds", "300", "--json",
                             "--turns", way + ":R1:left=0.25,straight=0.75", "--events", "events.csv"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const json t = json::parse(answer.out);
  ASSERT_EQ(t["turns"].size(), 1U);
  const json& turns = t["turns"][0];
  EXPECT_EQ(turns["shares"][0]["to"], "left");
  EXPECT_EQ(turns["shares"][0]["asked_share"], 0.25);
  EXPECT_GT(turns["vehicles"].get<int>(), 0);
  double sum = 0;
  for (const json& share : turns["shares"]) sum += share["reached_share"].get<double>();
  EXPECT_LE(sum, 1 + 1e-12);

  std::size_t contacts = 0;
  for (const auto& row : rows_of("events.csv")) contacts += row.at("event") == "contact" ? 1U : 0U;
  EXPECT_EQ(t["collisions"], contacts);
}

TEST_F(TrafficReport, ExplainsSeveralVehiclesAtTheirTimes) {
  const Answer answer = run({"traffic", "grid.way", "--vehicles", "50", "--seconds", "20", "--json",
                             "--explain", "3@5", "--explain", "7@12.5", "--explain", "3"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const json list = json::parse(answer.out)["explained"];
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list[0]["id"], 3);
  EXPECT_NEAR(list[0]["time_s"].get<double>(), 5, 0.05);
  EXPECT_NEAR(list[1]["time_s"].get<double>(), 12.5, 0.05);
  EXPECT_NEAR(list[2]["time_s"].get<double>(), 20, 0.05);
  for (const json& one : list)
    for (const char* key : {"way", "lane", "distance_m", "speed_mps", "limit"})
      EXPECT_FALSE(one[key].is_null()) << key;
  for (const char* wrong : {"3@", "@5", "3@soon", "x@5"})
    EXPECT_EQ(run({"traffic", "grid.way", "--vehicles", "5", "--seconds", "1", "--explain", wrong}).code, 2)
        << wrong;
}

TEST_F(TrafficReport, PicturesShowNumbersTimeAndLights) {
  const Answer answer =
      run({"traffic", "grid.way", "--vehicles", "20", "--seconds", "65", "--draw", "end.svg"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const std::string svg = read("end.svg");
  EXPECT_NE(svg.find("t = 0:01:05.0"), std::string::npos);
  EXPECT_NE(svg.find(">17<"), std::string::npos);
  EXPECT_NE(svg.find("light: go"), std::string::npos);
  EXPECT_NE(svg.find("vehicle that stands"), std::string::npos);
}

TEST_F(TrafficReport, AnInterruptEndsWithASummaryAndWholeLines) {
  const Answer answer = run_and_interrupt({"traffic", "grid.way", "--vehicles", "150", "--seconds", "1000000",
                                           "--json", "--trace", "trace.csv", "--events", "events.csv"},
                                          "trace.csv");
  EXPECT_EQ(answer.code, 130) << answer.err;
  const json t = json::parse(answer.out);
  EXPECT_TRUE(t["interrupted"].get<bool>());
  EXPECT_GT(t["simulated_s"].get<double>(), 0);
  EXPECT_LT(t["simulated_s"].get<double>(), 1e6);
  for (const char* name : {"trace.csv", "events.csv"}) {
    const std::string text = read(name);
    ASSERT_FALSE(text.empty());
    EXPECT_EQ(text.back(), '\n') << name;
    const std::size_t last = text.rfind('\n', text.size() - 2);
    const std::string header = text.substr(0, text.find('\n')), line = text.substr(last + 1);
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), std::count(header.begin(), header.end(), ','))
        << name;
  }
}

TEST_F(TrafficReport, SaysHowFarItIsWithoutATerminal) {
  const Answer answer =
      run_and_interrupt({"traffic", "grid.way", "--vehicles", "150", "--seconds", "1000000"}, {});
  EXPECT_EQ(answer.code, 130) << answer.err;
  EXPECT_EQ(answer.err.rfind("traffic: ", 0), 0U) << answer.err;
  EXPECT_NE(answer.err.find(" of 1000000 s, "), std::string::npos) << answer.err;
}

}  // namespace
}  // namespace backlot::cli::traffic_report_test
