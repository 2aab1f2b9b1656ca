#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/cli/maps/grid.h"
#include "apps/cli/test/program_test.h"

namespace backlot::cli::generate_test {
namespace {

using nlohmann::json;

class Generate : public ProgramTest {
 protected:
  json info(const GridSettings& settings) const {
    write("grid.way", grid_text(settings));
    const Answer checked = run({"check", "--strict", "grid.way"});
    EXPECT_EQ(checked.code, 0) << checked.err;
    const Answer answer = run({"info", "--json", "grid.way"});
    EXPECT_EQ(answer.code, 0) << answer.err;
    return json::parse(answer.out);
  }
};

TEST_F(Generate, GridHasItsJunctionsAndRoads) {
  const json grid = info({.rows = 3, .columns = 4, .block_m = 150, .lanes = 2, .has_signals = true});
  EXPECT_EQ(grid["intersections"], 3 * 4);
  EXPECT_EQ(grid["ways"], 3 * 3 + 2 * 4);
  EXPECT_EQ(grid["lanes"], (3 * 3 + 2 * 4) * 4);
  EXPECT_EQ(grid["signals"], 3 * 4 * 2);
  // From each arm all lanes go straight where that can be, and the outer ones turn. Inside: 4 arms of 2 + 1 + 1; at the
  // border two arms of 2 + 1 and one of 1 + 1; in a corner two arms of 2.
  EXPECT_EQ(grid["corridors"], 2 * 16 + 6 * 8 + 4 * 4);
  // Arms begin 14 m from the centre of a junction.
  EXPECT_NEAR(grid["length_m"].get<double>(), 17 * (150 - 2 * 14), 1e-6);
  EXPECT_NEAR(grid["drivable_lane_m"].get<double>(), 4 * 17 * (150 - 2 * 14), 1e-6);
  EXPECT_EQ(grid["warnings"], 0);
  for (const json& corridor : grid["corridor_list"]) EXPECT_TRUE(corridor["ribbonlike"]) << corridor;
}

TEST_F(Generate, GridsOfAnyWidthAreSound) {
  for (int lanes = 1; lanes <= kMostGridLanes; ++lanes)
    for (const bool has_signals : {false, true})
      EXPECT_EQ(info({.rows = 3,
                      .columns = 3,
                      .block_m = shortest_block_m(lanes),
                      .lanes = lanes,
                      .has_signals = has_signals})["intersections"],
                9);
}

TEST_F(Generate, SmallestGridIsARing) {
  const json grid = info({.rows = 2, .columns = 2, .block_m = 100, .lanes = 1});
  EXPECT_EQ(grid["intersections"], 4);
  EXPECT_EQ(grid["ways"], 4);
  EXPECT_EQ(grid["corridors"], 8);
  EXPECT_EQ(grid["signals"], 0);
  EXPECT_EQ(grid["controls"]["priority_to_the_right"], 8);
}

TEST_F(Generate, EveryRoadCanBeReachedFromEveryOther) {
  write("grid.way", grid_text({.rows = 3, .columns = 3, .block_m = 100, .lanes = 3}));
  for (const char* from : {"street_1_1:R3:5", "avenue_1_1:L1:5", "street_2_2:L2:5"})
    for (const char* to : {"street_1_1:L1:50", "avenue_2_3:R2:50", "street_3_2:R3:50"}) {
      const Answer answer = run({"route", "grid.way", "--from", from, "--to", to});
      EXPECT_EQ(answer.code, 0) << from << " to " << to << ": " << answer.err;
    }
}

TEST_F(Generate, GridIsWrittenAsFmtWritesIt) {
  for (const bool has_signals : {false, true}) {
    write("grid.way",
          grid_text({.rows = 3, .columns = 4, .block_m = 120.5, .lanes = 2, .has_signals = has_signals}));
    const Answer answer = run({"fmt", "--check", "grid.way"});
    EXPECT_EQ(answer.code, 0) << run({"fmt", "-"}, read("grid.way")).out;
  }
}

TEST_F(Generate, SeedsMoveTheSignalsOnly) {
  const GridSettings settings{
      .rows = 3, .columns = 3, .block_m = 100, .lanes = 1, .has_signals = true, .seed = 1};
  GridSettings other = settings;
  other.seed = 2;
  EXPECT_EQ(grid_text(settings), grid_text(settings));
  EXPECT_NE(grid_text(settings), grid_text(other));
  other.has_signals = false;
  GridSettings same = other;
  same.seed = 3;
  EXPECT_EQ(grid_text(other), grid_text(same));
}

TEST_F(Generate, CommandWritesTheFileOrStandardOutput) {
  const std::vector<std::string> options = {"generate",  "grid",    "--rows", "3",       "--columns",
                                            "4",         "--block", "150",    "--lanes", "2",
                                            "--signals", "--seed",  "7",      "-o"};
  std::vector<std::string> to_file = options, to_output = options;
  to_file.emplace_back("grid.way");
  to_output.emplace_back("-");
  const Answer written = run(to_file), printed = run(to_output);
  EXPECT_EQ(written.code, 0) << written.err;
  EXPECT_EQ(written.out, "");
  EXPECT_EQ(printed.out, read("grid.way"));
  EXPECT_EQ(printed.out,
            grid_text({.rows = 3, .columns = 4, .block_m = 150, .lanes = 2, .has_signals = true, .seed = 7}));
}

}  // namespace
}  // namespace backlot::cli::generate_test
