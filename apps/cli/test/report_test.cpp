// backlot report, from rows on disk.
#include <gtest/gtest.h>

#include "apps/cli/test/program_test.h"

namespace backlot::cli {
namespace {

constexpr const char* kRows = R"({"summary": {"runs": 2}, "runs": [
  {"name": "cut_in", "seed": 3, "driver": "mine", "verdict": "fail", "staged": true, "violations": [{"validator": "contact", "time_s": 4, "margin": -1}]},
  {"name": "cut_in", "seed": 4, "driver": "mine", "verdict": "pass", "staged": true}]})";

class ReportTest : public ProgramTest {};

TEST_F(ReportTest, WritesPagesFromRows) {
  write("rows.json", kRows);
  const Answer answer =
      run({"report", "rows.json", "-o", "out/report", "--suite", "night", "--summary", "summary.md"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_NE(answer.err.find("out/report/index.html: FAILED. 1 of 2 runs failed."), std::string::npos)
      << answer.err;
  EXPECT_TRUE(exists("out/report/runs.html"));
  EXPECT_TRUE(exists("out/report/runs/0001_cut_in_seed_3.html"));
  EXPECT_FALSE(exists("out/report/runs/0002_cut_in_seed_4.html"));
  EXPECT_NE(read("out/report/index.html").find("Suite night"), std::string::npos);
  EXPECT_NE(read("summary.md").find("## night: FAILED"), std::string::npos);
}

TEST_F(ReportTest, ReadsStandardInputAndABaseline) {
  write("before.json",
        R"([{"name": "cut_in", "seed": 3, "driver": "mine", "verdict": "pass", "staged": true}])");
  const Answer answer = run({"report", "-", "--baseline", "before.json", "--all", "-o", "r"}, kRows);
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_TRUE(exists("r/runs/0002_cut_in_seed_4.html"));
  EXPECT_NE(read("r/index.html").find("Against the baseline: before.json"), std::string::npos);
}

TEST_F(ReportTest, SaysWhatIsWrongWithTheRows) {
  write("bad.json", "{\"runs\": [{]}");
  Answer answer = run({"report", "bad.json", "-o", "r"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_NE(answer.err.find("bad.json:1:12: error E101"), std::string::npos) << answer.err;
  answer = run({"report", "missing.json", "-o", "r"});
  EXPECT_EQ(answer.code, 3);
  write("wrong.json", R"({"runs": [{"name": "a", "seed": "x", "verdict": "pass"}]})");
  answer = run({"report", "wrong.json", "-o", "r"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_NE(answer.err.find("runs[0].seed"), std::string::npos) << answer.err;
  EXPECT_EQ(run({"report", "wrong.json"}).code, 2) << "no folder";
  EXPECT_FALSE(exists("r"));
}

TEST_F(ReportTest, SaysWhereItCannotWrite) {
  write("rows.json", kRows);
  const Answer answer = run({"report", "rows.json", "-o", "rows.json"});
  EXPECT_EQ(answer.code, 4);
  EXPECT_NE(answer.err.find("D104"), std::string::npos) << answer.err;
}

}  // namespace
}  // namespace backlot::cli
