// The command line as such: help, version, wrong usage.
#include <ostream>
#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "apps/cli/test/program_test.h"
#include "apps/cli/test/roads.h"

namespace backlot::cli::usage_test {
namespace {

using Arguments = std::vector<std::string>;

class Usage : public ProgramTest {};

TEST_F(Usage, HelpOfEveryCommandFitsAScreenAndHasExamples) {
  const std::vector<Arguments> commands = {
      {},         {"check"},  {"info"},    {"draw"},   {"convert"}, {"generate"}, {"generate", "grid"},
      {"locate"}, {"place"},  {"route"},   {"fmt"},    {"run"},     {"rehearse"}, {"drive"},
      {"replay"}, {"report"}, {"history"}, {"compare"}};
  for (Arguments command : commands) {
    std::string name = "backlot";
    for (const std::string& word : command) name += " " + word;
    command.emplace_back("--help");
    const Answer answer = run(command);
    EXPECT_EQ(answer.code, 0) << name;
    EXPECT_EQ(answer.err, "") << name;
    EXPECT_EQ(answer.out.rfind("usage: " + name, 0), 0U) << answer.out;
    EXPECT_NE(answer.out.find("\nexamples:\n  "), std::string::npos) << answer.out;
    // `run` has more options than a small screen has lines, and the program many commands.
    EXPECT_LE(lines_of(answer.out).size(), name == "backlot run" ? 56U
                                           : name == "backlot"   ? 32U
                                                                 : 24U)
        << answer.out;
    for (const std::string& line : lines_of(answer.out)) EXPECT_LE(line.size(), 110U) << line;
  }
}

TEST_F(Usage, VersionNamesVersionAndCommit) {
  const Answer answer = run({"--version"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.err, "");
  const std::regex pattern(R"(backlot \d+\.\d+\.\d+ \(commit [0-9a-z-]+\)\n)");
  EXPECT_TRUE(std::regex_match(answer.out, pattern)) << answer.out;
}

TEST_F(Usage, ColoursAreForTerminalsAndOnRequest) {
  EXPECT_EQ(run({"info", "missing.way"}).err.find('\x1b'), std::string::npos);
  const Answer coloured = run_on_terminal({"info", "missing.way"}, false);
  EXPECT_EQ(coloured.code, 3);
  EXPECT_NE(coloured.err.find("\x1b[1;31merror\x1b[0m C101"), std::string::npos) << coloured.err;
  const Answer plain = run_on_terminal({"info", "missing.way"}, true);
  EXPECT_NE(plain.err.find(": error C101"), std::string::npos) << plain.err;
}

TEST_F(Usage, NothingAtAllGivesHelpAndFails) {
  const Answer answer = run({});
  EXPECT_EQ(answer.code, 2);
  EXPECT_EQ(answer.out, "");
  EXPECT_NE(answer.err.find("usage: backlot"), std::string::npos);
}

struct WrongUsage {
  const char* name;
  Arguments arguments;
  const char* said;  // somewhere on standard error
};

// The name alone: what gtest would print holds addresses, and ctest makes names of it.
void PrintTo(const WrongUsage& usage, std::ostream* out) { *out << usage.name; }  // NOLINT: gtest's name

class WrongUsages : public ProgramTest, public ::testing::WithParamInterface<WrongUsage> {};

TEST_P(WrongUsages, ExitWith2AndSayWhy) {
  write("road.way", kStraightRoad);
  const Answer answer = run(GetParam().arguments);
  EXPECT_EQ(answer.code, 2);
  EXPECT_EQ(answer.out, "");
  EXPECT_NE(answer.err.find(GetParam().said), std::string::npos) << answer.err;
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongUsages,
    ::testing::Values(
        WrongUsage{"UnknownCommand", {"chekc", "road.way"}, "did you mean \"check\"?"},
        WrongUsage{"StrangeCommand", {"xyzzy"}, "known: check, info"},
        WrongUsage{"UnknownPartOfACommand", {"generate", "gird"}, "did you mean \"grid\"?"},
        WrongUsage{"CommandWithoutItsPart", {"generate"}, "known: grid"},
        WrongUsage{"UnknownOption", {"info", "road.way", "--jsn"}, "did you mean \"--json\"?"},
        WrongUsage{"StrangeOption",
                   {"info", "road.way", "--verbosity=3"},
                   "backlot info has no option --verbosity=3"},
        WrongUsage{"MissingArgument", {"info"}, "NET"},
        WrongUsage{"MissingOption", {"route", "road.way", "--from", "main:R1:0"}, "--to"},
        WrongUsage{"OneArgumentTooMany", {"info", "road.way", "other.way"}, "\"other.way\""},
        WrongUsage{"OptionWithoutValue", {"draw", "road.way", "-o"}, "-o"},
        WrongUsage{"NothingToDraw", {"draw", "road.way"}, "-o FILE.svg"},
        WrongUsage{"NothingOfWhichToDraw", {"draw", "-o", "road.svg"}, "NET"},
        WrongUsage{"UnknownMachine", {"draw", "--machine", "drivre", "-o", "x.svg"}, "there are driver"},
        WrongUsage{"MachineWithoutFile", {"draw", "--machine", "driver"}, "-o FILE.svg"},
        WrongUsage{"MachineAsAMesh", {"draw", "--machine", "driver", "--mesh", "x.obj"}, "-o FILE.svg"},
        WrongUsage{"MachineOfAnotherKind", {"draw", "--machine", "driver", "-o", "x.png"}, ".svg"},
        WrongUsage{
            "MachineAndNetwork", {"draw", "road.way", "--machine", "driver", "-o", "x.svg"}, "--machine"},
        WrongUsage{"PictureOfAnotherKind", {"draw", "road.way", "-o", "road.png"}, ".svg"},
        WrongUsage{"PartThatIsNone", {"draw", "road.way", "-o", "road.svg", "--hide", "trees"}, "--hide"},
        WrongUsage{"ConvertToUnknownEnding", {"convert", "road.way", "road.xyz"}, "way (.way)"},
        WrongUsage{"ConvertToUnknownFormat", {"convert", "road.way", "-", "--to", "xyz"}, "\"xyz\""},
        WrongUsage{"NetworkAndPointsFromOneInput", {"locate", "-"}, "standard input"},
        WrongUsage{"LoftUpsideDown", {"locate", "road.way", "--loft", "3", "-1"}, "--loft"},
        WrongUsage{"RouteFromNowhere",
                   {"route", "road.way", "--from", "mian:R1:0", "--to", "main:R1:5"},
                   "did you mean \"main\"?"},
        WrongUsage{"RouteFromNoLane",
                   {"route", "road.way", "--from", "main:R7:0", "--to", "main:R1:5"},
                   "it has L1, R1"},
        WrongUsage{"RouteFromBeyond",
                   {"route", "road.way", "--from", "main:R1:0", "--to", "main:R1:500"},
                   "100.000 m long"},
        WrongUsage{
            "RouteFromGarbage", {"route", "road.way", "--from", "main", "--to", "main:R1:5"}, "WAY:LANE:D"},
        WrongUsage{"RouteByBeauty",
                   {"route", "road.way", "--from", "main:R1:0", "--to", "main:R1:5", "--by", "beauty"},
                   "--by"},
        WrongUsage{"GridOfOneRow",
                   {"generate", "grid", "--rows", "1", "--columns", "3", "--block", "100", "--lanes", "1",
                    "-o", "-"},
                   "a number from 2 to 300"},
        WrongUsage{
            "GridWithoutRoads",
            {"generate", "grid", "--rows", "3", "--columns", "3", "--block", "20", "--lanes", "2", "-o", "-"},
            "--block"},
        WrongUsage{"GridInAnotherFormat",
                   {"generate", "grid", "--rows", "3", "--columns", "3", "--block", "200", "--lanes", "2",
                    "-o", "x.svg"},
                   ".way"}),
    [](const auto& usage) { return std::string(usage.param.name); });

}  // namespace
}  // namespace backlot::cli::usage_test
