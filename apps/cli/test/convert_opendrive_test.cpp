// convert to OpenDRIVE, and what SUMO's netconvert says to it.
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "apps/cli/test/program_test.h"
#include "apps/cli/test/roads.h"

namespace backlot::cli::convert_opendrive_test {
namespace {

namespace fs = std::filesystem;

fs::path root() { return (fs::path(__FILE__).parent_path() / "../../..").lexically_normal(); }

// Without its table of types netconvert takes no OpenDRIVE at all.
bool has_netconvert() {
  const char* home = std::getenv("SUMO_HOME");
  return std::system("command -v netconvert > /dev/null 2>&1") == 0 &&
         fs::exists(fs::path(home != nullptr ? home : "/usr/share/sumo") /
                    "data/typemap/opendriveNetconvert.typ.xml");
}

class ConvertOpendrive : public ProgramTest {};

TEST_F(ConvertOpendrive, ATownIsWrittenTheSameAgain) {
  const Answer first = run({"convert", (root() / "scenes/biketown.way").string(), "one.xodr"});
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_NE(first.err.find("warning X400"), std::string::npos) << first.err;
  EXPECT_NE(first.err.find("crosswalks"), std::string::npos) << first.err;

  const Answer second = run({"convert", "one.xodr", "two.xodr"});
  ASSERT_EQ(second.code, 0) << second.err;
  EXPECT_EQ(second.err, "") << "what could be read from such a file can be written";
  EXPECT_TRUE(read("one.xodr") == read("two.xodr"));
  EXPECT_EQ(run({"check", "one.xodr"}).code, 0);
}

TEST_F(ConvertOpendrive, GoesToTheWayLanguageAndBack) {
  write("road.way", kStraightRoad);
  ASSERT_EQ(run({"convert", "road.way", "one.xodr"}).code, 0);
  ASSERT_EQ(run({"convert", "one.xodr", "back.way"}).code, 0);
  ASSERT_EQ(run({"convert", "back.way", "two.xodr"}).code, 0);
  EXPECT_EQ(read("one.xodr"), read("two.xodr"));
}

TEST_F(ConvertOpendrive, IsStrictAboutLosses) {
  const std::string town = (root() / "scenes/biketown.way").string();
  EXPECT_EQ(run({"convert", town, "town.xodr", "--strict"}).code, 3);
  EXPECT_FALSE(exists("town.xodr"));
}

TEST_F(ConvertOpendrive, NetconvertTakesIt) {
  if (!has_netconvert()) GTEST_SKIP() << "no netconvert here, or not its data";
  const fs::path maps = root() / "../shared/data/xodr";
  std::vector<fs::path> files{root() / "scenes/biketown.way"};
  for (const char* name : {"esmini__fabriksgatan_traffic_lights.xodr", "esmini__multi_intersections.xodr"})
    if (fs::exists(maps / name)) files.push_back(maps / name);
  for (const fs::path& file : files) {
    SCOPED_TRACE(file.filename().string());
    ASSERT_EQ(run({"convert", file.string(), "map.xodr"}).code, 0);
    const std::string command = "SUMO_HOME=${SUMO_HOME:-/usr/share/sumo} netconvert --opendrive-files '" +
                                path("map.xodr") + "' -o /dev/null > '" + path("said") + "' 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0);
    EXPECT_EQ(read("said").find("Error"), std::string::npos) << read("said");
  }
  if (files.size() < 3) GTEST_SKIP() << "only biketown was looked at: no maps in ../shared/data/xodr";
}

}  // namespace
}  // namespace backlot::cli::convert_opendrive_test
