#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "apps/cli/test/program_test.h"
#include "apps/cli/test/roads.h"
#include "backlot/base/random.h"

namespace backlot::cli::locate_test {
namespace {

class Locate : public ProgramTest {
 protected:
  Locate() { write("road.way", kStraightRoad); }
};

TEST_F(Locate, NamesWayCoordinatesAndLane) {
  const Answer answer = run({"locate", "road.way"}, "10 -1.75 0\n20.5 1 0.25\n");
  EXPECT_EQ(answer.code, 0) << answer.err;
  const std::vector<std::string> lines = lines_of(answer.out);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_TRUE(has_fields(lines[0], {"main", "10", "-1.75", "0", "R1"}));
  EXPECT_TRUE(has_fields(lines[1], {"main", "20.5", "1", "0.25", "L1"}));
}

TEST_F(Locate, NamesTheNearestWhereThereIsNothing) {
  const Answer answer = run({"locate", "road.way"}, "30 13.5 0\n");
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_TRUE(has_fields(lines_of(answer.out).at(0), {"none", "10", "main", "30", "13.5", "0"}));
}

TEST_F(Locate, WithoutZMeansTheSurface) {
  write("bridge.way",
        "profile street {\n  spine\n  vehicle forward 4 m\n}\n"
        "way low {\n  begin at (0 m, 0 m, 100 m) heading 0 deg\n  line 100 m\n  profile street\n  start "
        "open\n  end open\n}\n"
        "way high {\n  begin at (50 m, -50 m, 108 m) heading 90 deg\n  line 100 m\n  profile street\n  start "
        "open\n  end open\n}\n");
  const Answer best = run({"locate", "bridge.way"}, "52 -2\n10 -1\n");
  EXPECT_EQ(best.code, 0) << best.err;
  EXPECT_EQ(fields_of(lines_of(best.out).at(0)).at(0), "high") << best.out;
  EXPECT_TRUE(has_fields(lines_of(best.out).at(1), {"low", "10", "-1", "0", "R1"}));

  const Answer all = run({"locate", "bridge.way", "--all"}, "52 -2\n");
  const std::size_t between = all.out.find(';');
  ASSERT_NE(between, std::string::npos) << all.out;
  EXPECT_EQ(all.out.rfind("high\t", 0), 0U) << all.out;
  EXPECT_EQ(all.out.compare(between + 1, 4, "low\t"), 0) << all.out;

  // Beside the road the height of the road counts, not that of the origin.
  const std::vector<std::string> beside =
      fields_of(lines_of(run({"locate", "bridge.way"}, "10 -7\n").out).at(0));
  EXPECT_EQ(beside.at(0), "none");
  EXPECT_NEAR(std::stod(beside.at(1)), 3, 1e-6);
  EXPECT_EQ(beside.at(2), "low");
}

TEST_F(Locate, LoftSaysWhatCountsAsOnTheSurface) {
  EXPECT_EQ(run({"locate", "road.way"}, "10 -1 4\n").out.rfind("none\t", 0), 0U);
  const Answer higher = run({"locate", "road.way", "--loft", "-1", "5"}, "10 -1 4\n");
  EXPECT_TRUE(has_fields(lines_of(higher.out).at(0), {"main", "10", "-1", "4", "R1"}));
}

TEST_F(Locate, AnswersEveryLine) {
  const Answer answer =
      run({"locate", "road.way"}, "10 -1 0\n\nten -1 0\n1\n1 2 3 4\nnan 0 0\n1e300 0 0\r\n10 -1 0");
  EXPECT_EQ(answer.code, 3);
  const std::vector<std::string> lines = lines_of(answer.out);
  ASSERT_EQ(lines.size(), 8U) << answer.out;
  EXPECT_TRUE(has_fields(lines[0], {"main", "10", "-1", "0", "R1"}));
  for (std::size_t i = 1; i < 7; ++i) EXPECT_EQ(lines[i].rfind("error: ", 0), 0U) << lines[i];
  EXPECT_EQ(lines[7], lines[0]);
  EXPECT_NE(lines[2].find("\"ten\""), std::string::npos) << lines[2];
  EXPECT_NE(answer.err.find("6 of 8 lines"), std::string::npos) << answer.err;
}

TEST_F(Locate, NoLinesNoAnswers) {
  const Answer answer = run({"locate", "road.way"}, "");
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.out, "");
}

TEST_F(Locate, SpeaksTheCoordinatesOfTheFile) {
  write("file.way", kRoadOfAFile);
  const Answer located = run({"locate", "file.way", "--source"}, "10 -1 0\n10 -9 0\n");
  EXPECT_TRUE(has_fields(lines_of(located.out).at(0), {"7", "1010", "-1", "-1"}));
  EXPECT_TRUE(has_fields(lines_of(located.out).at(1), {"none", "5", "7", "1010", "-9", "0"}));
  const Answer placed = run({"place", "file.way", "--source"}, "7 1010 -1\n7 1010 -1 0.5\nmain 10 -1 0\n");
  EXPECT_EQ(placed.code, 0);
  ASSERT_EQ(lines_of(placed.out).size(), 3U);
  EXPECT_TRUE(has_fields(lines_of(placed.out)[0], {"10", "-1", "0", "0"}));
  EXPECT_TRUE(has_fields(lines_of(placed.out)[1], {"10", "-1", "0.5", "0"}));
  EXPECT_TRUE(has_fields(lines_of(placed.out)[2], {"10", "-1", "0", "0"}));
  // A network that came from no such file has its own coordinates.
  const Answer own = run({"locate", "road.way", "--source"}, "10 -1 0\n");
  EXPECT_TRUE(has_fields(lines_of(own.out).at(0), {"main", "10", "-1", "0", "R1"}));
}

TEST_F(Locate, InsideAnIntersectionNamesIt) {
  const Answer grid = run({"generate", "grid", "--rows", "2", "--columns", "3", "--block", "100", "--lanes",
                           "1", "-o", "grid.way"});
  ASSERT_EQ(grid.code, 0) << grid.err;
  // South of the junction at the border there is no road, but on its corridors one crosses its middle.
  const Answer answer = run({"locate", "grid.way"}, "100 -1.625 0\n100 -1.625\n");
  EXPECT_EQ(answer.code, 0) << answer.err;
  for (const std::string& line : lines_of(answer.out))
    EXPECT_EQ(line.rfind("c_1_2.west_straight_1\t", 0), 0U) << line;

  // The corner between two arms belongs to the junction, and to no corridor.
  const Answer corner = run({"locate", "grid.way"}, "106.6 6.6 0\n106.6 6.6\n");
  for (const std::string& line : lines_of(corner.out)) {
    EXPECT_EQ(line.rfind("c_1_2\tarea\tc_1_2.", 0), 0U) << line;
    EXPECT_EQ(fields_of(line).size(), 6U) << line;
  }
}

TEST_F(Locate, GivesBackWhatPlaceWasGiven) {
  ASSERT_EQ(run({"generate", "grid", "--rows", "2", "--columns", "2", "--block", "80.7", "--lanes", "2", "-o",
                 "grid.way"})
                .code,
            0);
  std::string coordinates;
  std::vector<std::vector<double>> asked;
  base::RandomStream random{1, 2, 3};
  for (int i = 0; i < 200; ++i) {
    asked.push_back({random.uniform(0, 50), random.uniform(-6.4, 6.4), random.uniform(-0.5, 2)});
    coordinates += fmt::format("avenue_1_2 {} {} {}\n", asked.back()[0], asked.back()[1], asked.back()[2]);
  }
  const Answer placed = run({"place", "grid.way"}, coordinates);
  EXPECT_EQ(placed.code, 0) << placed.err;
  std::string points;
  for (const std::string& line : lines_of(placed.out)) {
    const std::vector<std::string> fields = fields_of(line);
    ASSERT_EQ(fields.size(), 4U) << line;
    EXPECT_NEAR(std::stod(fields[3]), 90, 1e-6);
    points += fields[0] + " " + fields[1] + " " + fields[2] + "\n";
  }
  const std::vector<std::string> lines = lines_of(run({"locate", "grid.way"}, points).out);
  ASSERT_EQ(lines.size(), asked.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::vector<std::string> fields = fields_of(lines[i]);
    ASSERT_EQ(fields.size(), 5U) << lines[i];
    EXPECT_EQ(fields[0], "avenue_1_2");
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(std::stod(fields[k + 1]), asked[i][k], 1e-6) << lines[i];
  }
}

class Place : public Locate {};

TEST_F(Place, AnswersEveryLine) {
  const Answer answer =
      run({"place", "road.way"}, "main 10 1.75 0.5\nmian 10 0 0\nmain 10 0\nmain ten 0 0\nmain 10 0 inf\n");
  EXPECT_EQ(answer.code, 3);
  const std::vector<std::string> lines = lines_of(answer.out);
  ASSERT_EQ(lines.size(), 5U) << answer.out;
  EXPECT_TRUE(has_fields(lines[0], {"10", "1.75", "0.5", "0"}));
  for (std::size_t i = 1; i < 5; ++i) EXPECT_EQ(lines[i].rfind("error: ", 0), 0U) << lines[i];
  EXPECT_NE(lines[1].find("\"mian\""), std::string::npos) << lines[1];
}

}  // namespace
}  // namespace backlot::cli::locate_test
