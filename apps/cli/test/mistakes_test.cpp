// What a newcomer gets wrong in the first hour, and what the program says to it.
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/cli/test/program_test.h"

namespace backlot::cli::mistakes_test {
namespace {

constexpr std::string_view kProfiles = R"(parameter lane = 3.25 m
profile street {
  vehicle backward lane
  spine
  vehicle forward lane
}
)";

// A T-junction; its stem has a lane that leads nowhere at its far end.
constexpr std::string_view kTown = R"(network town
import "profiles.way"

way west { profile street;  begin at (-100 m, 0 m) heading 0 deg;  line 88 m;  start open }
way east { profile street;  begin at (100 m, 0 m) heading 180 deg;  line 88 m;  start open }
way stem { profile street;  begin at (0 m, -12 m) heading 270 deg;  line 88 m }

intersection junction {
  arm west: west.end
  arm east: east.end
  arm stem: stem.start
}
)";

std::string with(std::string_view text, std::string_view old, std::string_view now) {
  std::string out(text);
  const std::size_t at = out.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return out.replace(at, old.size(), now);
}

class Mistakes : public ProgramTest {
 protected:
  Mistakes() { write("profiles.way", kProfiles); }
};

TEST_F(Mistakes, OfAllStagesAreReportedInOneRound) {
  write("town.way",
        with(with(kTown, "profile street", "profile stret"), "town\n", "town\nspeed limit -50 km/h\n"));
  const Answer answer = run({"check", "town.way"});
  EXPECT_EQ(answer.code, 1);
  EXPECT_NE(answer.err.find("town.way:5:20: error W102"), std::string::npos) << answer.err;
  EXPECT_NE(answer.err.find("town.way:2:13: error N100"), std::string::npos) << answer.err;
  EXPECT_NE(answer.err.find("town.way:7:12: error N150"), std::string::npos) << answer.err;
  EXPECT_NE(answer.err.find("1 file: 3 errors, 0 warnings"), std::string::npos) << answer.err;
}

TEST_F(Mistakes, AreDrawnWithWhatCouldBeBuilt) {
  write("town.way", kTown);
  const Answer answer = run({"draw", "town.way", "-o", "town.svg"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_NE(answer.err.find("error N150"), std::string::npos) << answer.err;
  const std::string svg = read("town.svg");
  EXPECT_NE(svg.find("N150 line 6"), std::string::npos);
  EXPECT_NE(svg.find(">junction<"), std::string::npos);
  EXPECT_NE(svg.find(">error<"), std::string::npos) << "in the legend";

  write("sound.way", with(kTown, "line 88 m }", "line 88 m;  end open }"));
  EXPECT_EQ(run({"draw", "sound.way", "-o", "sound.svg"}).code, 0);
  EXPECT_EQ(read("sound.svg").find(">error<"), std::string::npos);
}

TEST_F(Mistakes, OfAnImportAreOneError) {
  write("town.way", with(kTown, "profiles.way", "profile.way"));
  const Answer answer = run({"check", "town.way"});
  EXPECT_EQ(answer.code, 1);
  const std::string expected =
      "town.way:2:8: error T130: there is no file \"profile.way\"\n"
      "  import \"profile.way\"\n"
      "         ^\n"
      "town.way:2:8: note: did you mean \"profiles.way\"?\n"
      "1 file: 1 error, 0 warnings\n";
  EXPECT_EQ(answer.err, expected);
}

TEST_F(Mistakes, EmptyAndBinaryFilesAreRefusedInOneLine) {
  write("empty.way", "");
  write("blank.way", " \n\t\r\n");
  std::string bytes;
  for (int i = 0; i < 512; ++i) bytes += static_cast<char>(i * 37 % 256);
  write("binary.way", bytes);
  for (const char* name : {"empty.way", "blank.way", "binary.way"}) {
    const Answer drawn = run({"draw", name, "-o", "out.svg"});
    EXPECT_EQ(drawn.code, 3) << name;
    EXPECT_EQ(lines_of(drawn.err).size(), 1U) << drawn.err;
    EXPECT_NE(drawn.err.find("error C105"), std::string::npos) << drawn.err;
    EXPECT_EQ(run({"check", name}).code, 3) << name;
    EXPECT_EQ(run({"traffic", name, "--vehicles", "1", "--seconds", "1"}).code, 3) << name;
  }
}

TEST_F(Mistakes, AMapIsNotPlayed) {
  write("town.way", kTown);
  const Answer answer = run({"run", "town.way"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_EQ(lines_of(answer.err).size(), 2U) << answer.err;
  EXPECT_EQ(answer.err.rfind("town.way: error C106: this is a map", 0), 0U) << answer.err;
}

TEST_F(Mistakes, RawBytesAreNotPrinted) {
  write("town.way", std::string(kTown) + "way \x9b\x31\x7f\xff { }\n");
  const Answer answer = run({"check", "town.way"});
  EXPECT_EQ(answer.code, 3);
  for (const char c : answer.err)
    EXPECT_TRUE(c == '\n' || c == '\t' || (c >= 32 && c < 127)) << static_cast<int>(c);
}

TEST_F(Mistakes, CorridorsAreRemovedByTheNameThatInfoShows) {
  write("town.way", with(with(kTown, "line 88 m }", "line 88 m;  end open }"), "stem.start\n",
                         "stem.start\n  remove corridor junction.west_to_stem\n"));
  const Answer answer = run({"info", "town.way", "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const nlohmann::json info = nlohmann::json::parse(answer.out);
  EXPECT_EQ(info["corridors"], 5);
  EXPECT_EQ(answer.out.find("junction.west_to_stem"), std::string::npos);
  EXPECT_EQ(run({"convert", "town.way", "other.xodr"}).code, 0);

  // pictures count as info does
  EXPECT_EQ(run({"draw", "town.way", "-o", "town.svg"}).code, 0);
  EXPECT_NE(read("town.svg").find("3 ways · 1 intersection · 5 corridors"), std::string::npos);
  EXPECT_EQ(info["areas"], 1);
}

TEST_F(Mistakes, PlacesPastTheEndAreRefused) {
  write("town.way", with(kTown, "line 88 m }", "line 88 m;  end open }"));
  const Answer answer = run({"place", "town.way"}, "west 88 0 0\nwest 120 0 0\nwest -1 0 0\nwst 1 0 0\n");
  EXPECT_EQ(answer.code, 3);
  const std::vector<std::string> lines = lines_of(answer.out);
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0].substr(0, 3), "-12");
  EXPECT_EQ(lines[1], "error: 120 m lies past the end of \"west\", which is 88.000 m long");
  EXPECT_EQ(lines[2], "error: -1 m lies before the start of \"west\", which is 88.000 m long");
  EXPECT_EQ(lines[3], "error: no way or corridor \"wst\"; did you mean \"west\"?");
}

}  // namespace
}  // namespace backlot::cli::mistakes_test
