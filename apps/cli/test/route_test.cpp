#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/cli/maps/grid.h"
#include "apps/cli/test/program_test.h"
#include "apps/cli/test/roads.h"

namespace backlot::cli::route_test {
namespace {

using nlohmann::json;

class RouteCommand : public ProgramTest {
 protected:
  RouteCommand() {
    write("road.way", kStraightRoad);
    write("grid.way", grid_text({.rows = 3, .columns = 3, .block_m = 100, .lanes = 2}));
  }
};

TEST_F(RouteCommand, TellsStepsAndTurns) {
  const Answer answer = run({"route", "grid.way", "--from", "street_1_1:R1:10", "--to", "avenue_1_2:R1:20"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  for (const char* part : {"street_1_1", "left at c_1_2", "avenue_1_2", "at the speed limits"})
    EXPECT_NE(answer.out.find(part), std::string::npos) << answer.out;
}

TEST_F(RouteCommand, JsonAddsUp) {
  const Answer answer = run({"route", "grid.way", "--json", "--by", "length", "--from", "street_1_1:R2:10",
                             "--to", "avenue_2_2:R2:20"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const json routes = json::parse(answer.out);
  EXPECT_EQ(routes["by"], "length");
  EXPECT_EQ(routes["from"]["way"], "street_1_1");
  EXPECT_NEAR(routes["from"]["distance_m"].get<double>(), 10, 1e-9);
  ASSERT_EQ(routes["routes"].size(), 1U);
  const json& route = routes["routes"][0];
  double total_m = 0;
  for (const json& step : route["steps"]) {
    total_m += step["length_m"].get<double>();
    EXPECT_NEAR(step["total_m"].get<double>(), total_m, 1e-9);
    EXPECT_EQ(step.contains("turn"), step["corridor"].get<bool>());
  }
  EXPECT_NEAR(total_m, route["length_m"].get<double>(), 1e-6);
  EXPECT_EQ(route["steps"].front()["way"], "street_1_1");
  EXPECT_EQ(route["steps"].back()["way"], "avenue_2_2");
  EXPECT_GT(route["time_s"], 0);
}

TEST_F(RouteCommand, FindsAlternatives) {
  const Answer answer = run({"route", "grid.way", "--json", "--alternatives", "3", "--from",
                             "street_1_1:R1:10", "--to", "street_3_2:L1:20"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const json routes = json::parse(answer.out)["routes"];
  ASSERT_GE(routes.size(), 2U);
  EXPECT_LE(routes[0]["cost"], routes[1]["cost"]);
  const Answer text = run(
      {"route", "grid.way", "--alternatives", "3", "--from", "street_1_1:R1:10", "--to", "street_3_2:L1:20"});
  EXPECT_NE(text.out.find("route 1 of "), std::string::npos) << text.out;
}

TEST_F(RouteCommand, SaysWhenThereIsNone) {
  const Answer answer = run({"route", "road.way", "--from", "main:R1:50", "--to", "main:R1:10"});
  EXPECT_EQ(answer.code, 1);
  EXPECT_EQ(answer.out, "");
  EXPECT_NE(answer.err.find("no route from main:R1:50 to main:R1:10"), std::string::npos) << answer.err;
  const Answer programs = run({"route", "road.way", "--json", "--from", "main:R1:50", "--to", "main:L1:10"});
  EXPECT_EQ(programs.code, 1);
  EXPECT_EQ(json::parse(programs.out)["routes"], json::array());
}

}  // namespace
}  // namespace backlot::cli::route_test
