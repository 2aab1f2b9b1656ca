#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/cli/test/program_test.h"
#include "apps/cli/test/roads.h"

namespace backlot::cli::check_test {
namespace {

class Check : public ProgramTest {
 protected:
  Check() {
    write("good.way", kStraightRoad);
    write("wrong.way", kWrongRoad);
    write("garbage.way", kNoRoad);
    write("unknown.txt", "Dear diary,\n");
    write("empty", "");
  }
};

TEST_F(Check, PassesAGoodFile) {
  const Answer answer = run({"check", "good.way"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.out, "");
  EXPECT_EQ(answer.err, "1 file: 0 errors, 0 warnings\n");
}

TEST_F(Check, ShowsTheLineWithACaret) {
  const Answer answer = run({"check", "wrong.way"});
  EXPECT_EQ(answer.code, 1);
  EXPECT_EQ(answer.out, "");
  const std::vector<std::string> lines = lines_of(answer.err);
  ASSERT_GE(lines.size(), 3U);
  EXPECT_EQ(lines[0].rfind("wrong.way:4:11: error W102: ", 0), 0U) << lines[0];
  EXPECT_NE(lines[1].find("profile street"), std::string::npos) << lines[1];
  EXPECT_EQ(lines[2].find('^'), lines[1].find("street")) << lines[2];
}

TEST_F(Check, TellsWrongFromUnreadable) {
  EXPECT_EQ(run({"check", "wrong.way"}).code, 1);
  EXPECT_EQ(run({"check", "garbage.way"}).code, 3);
  EXPECT_EQ(run({"check", "unknown.txt"}).code, 3);
  EXPECT_EQ(run({"check", "empty"}).code, 3);
  EXPECT_EQ(run({"check", "."}).code, 3);
  const Answer missing = run({"check", "missing.way"});
  EXPECT_EQ(missing.code, 3);
  EXPECT_NE(missing.err.find("missing.way: error C101: "), std::string::npos) << missing.err;
}

TEST_F(Check, OfSeveralFilesTheWorstCounts) {
  EXPECT_EQ(run({"check", "good.way", "wrong.way"}).code, 1);
  const Answer answer = run({"check", "missing.way", "wrong.way", "good.way"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_NE(answer.err.find("error W102"), std::string::npos) << answer.err;
  EXPECT_NE(answer.err.find("3 files: 2 errors, 0 warnings\n"), std::string::npos) << answer.err;
}

TEST_F(Check, ReadsStandardInput) {
  EXPECT_EQ(run({"check", "-"}, kStraightRoad).code, 0);
  const Answer answer = run({"check", "-"}, kWrongRoad);
  EXPECT_EQ(answer.code, 1);
  EXPECT_EQ(answer.err.rfind("<stdin>:4:11: error W102: ", 0), 0U) << answer.err;
}

// Five streets, each with an attribute that begins past its end.
TEST_F(Check, SaysThreeWarningsOfAKindAndHowManyMoreThereAre) {
  std::string town;
  for (int i = 0; i < 5; ++i)
    town += "way street" + std::to_string(i) + " {\n  begin at (0 m, " + std::to_string(50 * i) +
            " m) heading 0 deg\n  line 100 m\n  lanes {\n    spine\n    vehicle forward 3.5 m\n  }\n"
            "  speed limit 30 km/h from 200 m to 300 m\n  start open\n  end open\n}\n";
  write("town.way", town);
  const auto count = [](const std::string& text, std::string_view what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
    return found;
  };
  const Answer few = run({"check", "town.way"});
  EXPECT_EQ(count(few.err, "warning N109: an attribute"), 3U) << few.err;
  EXPECT_NE(few.err.find("warning N109: and 2 more of this kind; backlot check --all lists them\n"),
            std::string::npos)
      << few.err;
  EXPECT_NE(few.err.find("1 file: 0 errors, 5 warnings\n"), std::string::npos) << few.err;
  const Answer all = run({"check", "--all", "town.way"});
  EXPECT_EQ(count(all.err, "warning N109"), 5U) << all.err;
  EXPECT_EQ(all.err.find("more of this kind"), std::string::npos) << all.err;
}

TEST_F(Check, PrintsFindingsAsJson) {
  const Answer clean = run({"check", "--json", "good.way"});
  EXPECT_EQ(nlohmann::json::parse(clean.out), nlohmann::json::array());

  const Answer answer = run({"check", "--json", "wrong.way", "missing.way"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_EQ(answer.err, "");
  const nlohmann::json findings = nlohmann::json::parse(answer.out);
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0]["file"], "wrong.way");
  EXPECT_EQ(findings[0]["line"], 4);
  EXPECT_EQ(findings[0]["column"], 11);
  EXPECT_EQ(findings[0]["severity"], "error");
  EXPECT_EQ(findings[0]["code"], "W102");
  EXPECT_EQ(findings[1]["code"], "C101");
}

TEST_F(Check, FollowsImportsAndShowsTheirLines) {
  write("street.way", "profile street {\n  spine\n  vehicle forward 3 parsecs\n}\n");
  write("town.way", "import \"street.way\"\n" + std::string(kWrongRoad));
  const Answer answer = run({"check", path("town.way")});
  EXPECT_NE(answer.code, 0);
  EXPECT_NE(answer.err.find(path("street.way") + ":3:"), std::string::npos) << answer.err;
  EXPECT_NE(answer.err.find("parsecs\n"), std::string::npos) << answer.err;

  write("street.way", "profile street {\n  spine\n  vehicle forward 3 m\n}\n");
  EXPECT_EQ(run({"check", path("town.way")}).code, 0);
}

// A kink in the spine is repaired, with a warning.
TEST_F(Check, StrictCountsWarningsAsErrors) {
  write("kink.way",
        "way main {\n  begin at (0 m, 0 m) heading 0 deg\n  line 50 m\n  line 50 m starting at (50 m, 0 m) "
        "heading 20 deg\n"
        "  lanes {\n    spine\n    vehicle forward 3 m\n  }\n  start open\n  end open\n}\n");
  const Answer lenient = run({"check", "kink.way"});
  EXPECT_EQ(lenient.code, 0) << lenient.err;
  EXPECT_NE(lenient.err.find(": warning "), std::string::npos) << lenient.err;
  EXPECT_EQ(run({"check", "--strict", "kink.way"}).code, 1);
  EXPECT_EQ(run({"info", "kink.way"}).code, 0);
  EXPECT_EQ(run({"info", "--strict", "kink.way"}).code, 3);
}

TEST_F(Check, SurvivesAnything) {
  using namespace std::string_literals;
  const std::vector<std::string> contents = {std::string(4096, '\0'),
                                             "\xff\xfe\x80"s,
                                             std::string(100000, '{'),
                                             "way a " + std::string(100000, '('),
                                             "way " + std::string(100000, 'a'),
                                             "import \"deep.way\"\n",
                                             "way a { begin at (1e999 m, 0 m) heading 0 deg; line -1 m }"};
  for (const std::string& content : contents) {
    write("deep.way", content);
    for (const char* command : {"check", "info"}) {
      const Answer answer = run({command, "deep.way"});
      EXPECT_TRUE(answer.code == 0 || answer.code == 1 || answer.code == 3)
          << answer.code << ": " << content.substr(0, 20);
    }
  }
}

TEST_F(Check, OtherCommandsAnswer3ToAnyError) {
  EXPECT_EQ(run({"info", "wrong.way"}).code, 3);
  EXPECT_EQ(run({"draw", "wrong.way", "-o", "wrong.svg"}).code, 3);
  EXPECT_EQ(run({"locate", "wrong.way"}).code, 3);
  EXPECT_EQ(run({"place", "missing.way"}).code, 3);
  EXPECT_EQ(run({"convert", "wrong.way", "copy.way"}).code, 3);
  EXPECT_EQ(run({"route", "unknown.txt", "--from", "a:R1:0", "--to", "a:R1:1"}).code, 3);
  EXPECT_EQ(run({"fmt", "garbage.way"}).code, 3);
  EXPECT_FALSE(exists("wrong.svg"));
  EXPECT_FALSE(exists("copy.way"));
}

TEST_F(Check, OutputThatCannotBeWrittenIsTheMachinesFault) {
  EXPECT_EQ(run({"draw", "good.way", "-o", "no/such/folder.svg"}).code, 4);
  EXPECT_EQ(run({"draw", "good.way", "--mesh", "no/such/folder.obj"}).code, 4);
  EXPECT_EQ(run({"convert", "good.way", "no/such/folder.way"}).code, 4);
}

// A straight road of one lane each way.
std::string map_with(const std::string& header, const std::string& link) {
  return "<?xml version=\"1.0\"?>\n<OpenDRIVE>\n" + header +
         "<road id=\"1\" length=\"100\" junction=\"-1\">\n<link>" + link +
         "</link><planView><geometry s=\"0\" x=\"0\" y=\"0\" hdg=\"0\" "
         "length=\"100\"><line/></geometry></planView>\n"
         "<lanes><laneSection s=\"0\"><left><lane id=\"1\" type=\"driving\"><width sOffset=\"0\" a=\"3\" "
         "b=\"0\" c=\"0\" d=\"0\"/>"
         "</lane></left><center><lane id=\"0\" type=\"none\"/></center><right><lane id=\"-1\" "
         "type=\"driving\">"
         "<width sOffset=\"0\" a=\"3\" b=\"0\" c=\"0\" "
         "d=\"0\"/></lane></right></laneSection></lanes></road></OpenDRIVE>\n";
}
const std::string kMapHeader = "<header revMajor=\"1\" revMinor=\"6\"/>\n";

TEST_F(Check, TellsTheRulesThatAMapBreaks) {
  write("good.xodr", map_with(kMapHeader, ""));
  const Answer good = run({"check", "good.xodr"});
  EXPECT_EQ(good.code, 0) << good.err;
  EXPECT_EQ(good.err, "1 file: 0 errors, 0 warnings\n");

  write("headless.xodr", map_with("", ""));
  const Answer headless = run({"check", "headless.xodr"});
  EXPECT_EQ(headless.code, 0);
  EXPECT_EQ(headless.err.rfind("headless.xodr:2:1: warning X210: ", 0), 0U) << headless.err;
  EXPECT_NE(headless.err.find("asam.net:xodr:1.0.0:xml.fileheader_is_present"), std::string::npos)
      << headless.err;
  EXPECT_EQ(run({"check", "--strict", "headless.xodr"}).code, 1);
}

TEST_F(Check, WhatIsNoMapIsUnreadable) {
  write("half.xodr", "<?xml version='1.0'?><OpenDRIVE><road id='1' length='10'");
  write("doctype.xodr", "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY x 'y'>]><OpenDRIVE>&x;</OpenDRIVE>");
  write("scenario.xodr", "<OpenSCENARIO/>");
  for (const char* file : {"half.xodr", "doctype.xodr", "scenario.xodr"}) {
    const Answer answer = run({"check", file});
    EXPECT_EQ(answer.code, 3) << answer.err;
    EXPECT_NE(answer.err.find(": error X"), std::string::npos) << answer.err;
  }
  write("nan.xodr", "<OpenDRIVE><road id='1' length='nan'/></OpenDRIVE>");
  EXPECT_EQ(run({"check", "nan.xodr"}).code, 1);
}

}  // namespace
}  // namespace backlot::cli::check_test
