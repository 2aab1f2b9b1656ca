// Commands that write files: convert, fmt, draw; and info, which writes text.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/cli/maps/grid.h"
#include "apps/cli/test/program_test.h"
#include "apps/cli/test/roads.h"

namespace backlot::cli::files_test {
namespace {

constexpr std::string_view kUntidy =
    "# my road\nway   main {\n begin at (0 m,0 m)   heading 0 deg\n line 100 m  # long\n"
    "lanes {\nspine\n vehicle forward 3.5 m }\n start open;  end open\n}";

class Convert : public ProgramTest {
 protected:
  Convert() { write("road.way", kStraightRoad); }
};

TEST_F(Convert, KeepsTemplatesAndCommentsWithinTheLanguage) {
  write("grid.way", grid_text({.rows = 2, .columns = 3, .block_m = 100, .lanes = 1}));
  const Answer answer = run({"convert", "grid.way", "copy.way"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(read("copy.way"), read("grid.way"));
}

TEST_F(Convert, ReadsAndWritesStandardStreams) {
  const Answer answer = run({"convert", "-", "-", "--to", "way"}, kUntidy);
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_NE(answer.out.find("# my road\n"), std::string::npos) << answer.out;
  EXPECT_EQ(run({"check", "-"}, answer.out).code, 0);
}

TEST_F(Convert, TakesImportsAlongWhenItLeavesTheirFolder) {
  write("street.way", "profile street {\n  spine\n  vehicle forward 3 m\n}\n");
  write("town.way", "import \"street.way\"\n" + std::string(kWrongRoad));
  std::filesystem::create_directory(path("elsewhere"));
  ASSERT_EQ(run({"convert", "town.way", "elsewhere/town.way"}).code, 0);
  EXPECT_EQ(read("elsewhere/town.way").find("import"), std::string::npos);
  EXPECT_EQ(run({"check", "elsewhere/town.way"}).code, 0);
  ASSERT_EQ(run({"convert", "town.way", "town2.way"}).code, 0);
  EXPECT_NE(read("town2.way").find("import \"street.way\""), std::string::npos);
}

class Fmt : public ProgramTest {};

TEST_F(Fmt, RewritesInPlaceAndThenAgrees) {
  write("road.way", kUntidy);
  EXPECT_EQ(run({"fmt", "--check", "road.way"}).code, 1);
  EXPECT_EQ(read("road.way"), kUntidy);
  const Answer answer = run({"fmt", "road.way"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.out, "");
  const std::string tidy = read("road.way");
  EXPECT_NE(tidy, kUntidy);
  EXPECT_NE(tidy.find("# long"), std::string::npos) << tidy;
  EXPECT_EQ(run({"fmt", "--check", "road.way"}).code, 0);
  EXPECT_EQ(run({"fmt", "road.way"}).code, 0);
  EXPECT_EQ(read("road.way"), tidy);
}

TEST_F(Fmt, FiltersStandardInput) {
  const Answer answer = run({"fmt", "-"}, kUntidy);
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(run({"fmt", "-"}, answer.out).out, answer.out);
  EXPECT_EQ(run({"fmt", "--check", "-"}, kUntidy).code, 1);
  EXPECT_EQ(run({"fmt", "--check", "-"}, answer.out).code, 0);
}

TEST_F(Fmt, LeavesWhatItCannotRead) {
  write("garbage.way", kNoRoad);
  write("road.way", kUntidy);
  const Answer answer = run({"fmt", "garbage.way", "road.way"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_EQ(read("garbage.way"), kNoRoad);
  EXPECT_NE(read("road.way"), kUntidy);
  EXPECT_NE(answer.err.find("garbage.way:2:"), std::string::npos) << answer.err;
}

TEST_F(Fmt, KeepsLinksAndPermissions) {
  namespace fs = std::filesystem;
  write("road.way", kUntidy);
  fs::permissions(path("road.way"), fs::perms::owner_all);
  fs::create_symlink("road.way", path("link.way"));
  EXPECT_EQ(run({"fmt", "link.way"}).code, 0);
  EXPECT_TRUE(fs::is_symlink(path("link.way")));
  EXPECT_EQ(fs::status(path("road.way")).permissions(), fs::perms::owner_all);
  EXPECT_NE(read("road.way"), kUntidy);
}

class Draw : public ProgramTest {
 protected:
  Draw() { write("road.way", kStraightRoad); }
};

TEST_F(Draw, WritesAPictureAndAMesh) {
  const Answer answer = run({"draw", "road.way", "-o", "road.svg", "--mesh", "road.obj"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.out, "");
  EXPECT_NE(read("road.svg").find("<svg"), std::string::npos);
  EXPECT_NE(read("road.obj").find("\nf "), std::string::npos);
}

TEST_F(Draw, WritesToStandardOutput) {
  const Answer picture = run({"draw", "road.way", "-o", "-"});
  EXPECT_EQ(picture.code, 0) << picture.err;
  EXPECT_NE(picture.out.find("</svg>"), std::string::npos);
  EXPECT_NE(run({"draw", "-", "--mesh", "-"}, kStraightRoad).out.find("\nv "), std::string::npos);
}

TEST_F(Draw, LeavesOutWhatIsHidden) {
  const Answer all = run({"draw", "road.way", "-o", "-"});
  const Answer some =
      run({"draw", "road.way", "-o", "-", "--hide", "grid,legend,names", "--title", "My road"});
  EXPECT_EQ(some.code, 0) << some.err;
  EXPECT_LT(some.out.size(), all.out.size());
  EXPECT_NE(some.out.find("My road"), std::string::npos);
}

// The picture of docs/driver.md is what the command draws; by the command it is drawn anew, then looked at.
TEST_F(Draw, DrawsAMachine) {
  const Answer answer = run({"draw", "--machine", "driver", "-o", "driver.svg"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.out, "");
  const std::filesystem::path shown =
      std::filesystem::path(__FILE__).parent_path() / "../../../docs/pictures/driver.svg";
  std::ifstream file(shown, std::ios::binary);
  EXPECT_EQ(read("driver.svg"), std::string(std::istreambuf_iterator<char>(file), {}));
  EXPECT_NE(run({"draw", "--machine", "driver", "-o", "-", "--title", "He drives"}).out.find("He drives"),
            std::string::npos);
}

class Info : public ProgramTest {};

TEST_F(Info, TellsPeopleWhatIsThere) {
  write("road.way", kStraightRoad);
  const Answer answer = run({"info", "road.way"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.err, "");
  for (const char* part :
       {"road.way", "ways", "100.0 m", "vehicle", "200.0 m", "x 0.0 to 100.0, y -3.5 to 3.5"})
    EXPECT_NE(answer.out.find(part), std::string::npos) << part << " in\n" << answer.out;
}

TEST_F(Info, TellsProgramsByTheContract) {
  const Answer answer = run({"info", "--json", "-"}, kStraightRoad);
  EXPECT_EQ(answer.code, 0) << answer.err;
  const nlohmann::json info = nlohmann::json::parse(answer.out);
  for (const char* key :
       {"format", "ways", "lanes", "intersections", "corridors", "signals", "length_m", "drivable_lane_m",
        "nudges", "repairs", "warnings", "errors", "load_s", "bytes", "way_list", "corridor_list"})
    EXPECT_TRUE(info.contains(key)) << key;
  EXPECT_EQ(info["format"], "way");
  EXPECT_EQ(info["lanes"], 2);
  EXPECT_TRUE(info["geo_reference"].is_null());
  EXPECT_NEAR(info["drivable_lane_m"].get<double>(), 200, 1e-6);
  EXPECT_EQ(info["nudges"]["count"], 0);
  EXPECT_GT(info["bytes"], 0);
  ASSERT_EQ(info["way_list"].size(), 1U);
  EXPECT_EQ(
      info["way_list"][0],
      (nlohmann::json{
          {"name", "main"}, {"length_m", 100.0}, {"left_m", 3.5}, {"right_m", -3.5}, {"ribbonlike", true}}));
  EXPECT_EQ(info["corridor_list"], nlohmann::json::array());
}

// A lane that narrows from 4 m to 2 m, and a curve with its inner edge beyond its centre.
TEST_F(Info, SaysHowNarrowAWayGetsAndWhereItFolds) {
  const Answer answer = run(
      {"info", "--json", "-"},
      "way narrow {\n  begin at (0 m, 0 m) heading 0 deg\n  line 100 m\n  lanes {\n    spine\n"
      "    vehicle forward {\n      width { at 0 m: 4 m; at 100 m: 2 m }\n    }\n  }\n  start open\n  end "
      "open\n}\n"
      "way folded {\n  begin at (0 m, 500 m) heading 0 deg\n  arc left radius 5 m turn 90 deg\n  lanes {\n"
      "    vehicle backward 6 m\n    spine\n    vehicle forward 3 m\n  }\n  start open\n  end open\n}\n");
  ASSERT_EQ(answer.code, 0) << answer.err;
  const nlohmann::json ways = nlohmann::json::parse(answer.out)["way_list"];
  ASSERT_EQ(ways.size(), 2U);
  EXPECT_NEAR(ways[0]["right_m"].get<double>(), -2, 1e-9);
  EXPECT_TRUE(ways[0]["ribbonlike"]);
  EXPECT_NEAR(ways[1]["left_m"].get<double>(), 6, 1e-9);
  EXPECT_FALSE(ways[1]["ribbonlike"]);
  EXPECT_NE(answer.err.find("warning N207: way \"folded\" is wider than its curve allows"), std::string::npos)
      << answer.err;
  const nlohmann::json breaches = nlohmann::json::parse(answer.out)["breaches"];
  ASSERT_EQ(breaches.size(), 1U) << breaches;
  EXPECT_EQ(breaches[0]["way"], "folded");
  EXPECT_EQ(breaches[0]["kind"], "width");
  EXPECT_EQ(breaches[0]["edge"], "left");
  EXPECT_NEAR(breaches[0]["size_m"].get<double>(), 6 - 5, 0.05) << "the centre of the curve lies 5 m away";
}

TEST_F(Info, TellsWhereOnTheEarthItLies) {
  const std::string placed =
      std::string(kStraightRoad) +
      "\nprojection \"+proj=utm +zone=32\" moved by (1000.5 m, -20 m, 3 m) turned by 0.5 rad\n";
  const Answer answer = run({"info", "--json", "-"}, placed);
  ASSERT_EQ(answer.code, 0) << answer.err;
  const nlohmann::json geo = nlohmann::json::parse(answer.out)["geo_reference"];
  EXPECT_EQ(geo["projection"], "+proj=utm +zone=32");
  EXPECT_EQ(geo["offset_m"], (nlohmann::json{1000.5, -20.0, 3.0}));
  EXPECT_EQ(geo["heading_rad"], 0.5);
  EXPECT_NE(run({"info", "-"}, placed).out.find("+proj=utm +zone=32; moved by 1000.500, -20.000, 3.000 m"),
            std::string::npos);
}

TEST_F(Info, ListsRepairs) {
  const Answer answer =
      run({"info", "--json", "-"},
          "way main {\n  begin at (0 m, 0 m) heading 0 deg\n  line 50 m\n"
          "  line 50 m starting at (50 m, 0 m) heading 20 deg\n"
          "  lanes {\n    spine\n    vehicle forward 3 m\n  }\n  start open\n  end open\n}\n");
  ASSERT_EQ(answer.code, 0) << answer.err;
  const nlohmann::json info = nlohmann::json::parse(answer.out);
  ASSERT_EQ(info["repairs"].size(), 1U);
  EXPECT_EQ(info["repairs"][0]["way"], "main");
  EXPECT_NEAR(info["repairs"][0]["distance_m"].get<double>(), 50, 1);
  EXPECT_GE(info["warnings"], 1);
}

}  // namespace
}  // namespace backlot::cli::files_test
