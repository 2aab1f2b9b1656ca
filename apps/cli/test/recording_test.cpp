// run --record and replay, as a user calls them.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/cli/test/program_test.h"

namespace backlot::cli::recording_test {
namespace {

using Json = nlohmann::json;

class RecordingTest : public ProgramTest {
 protected:
  static std::string scene(const char* name) {
    return (std::filesystem::path(__FILE__).parent_path() / "../../../scenes" / name)
        .lexically_normal()
        .string();
  }
  // Records cut_in with seed 1.
  Answer record() const { return run({"run", scene("cut_in.scene"), "--record", "out", "--json"}); }
};

TEST_F(RecordingTest, ARunIsRecordedRepeatedAndJudgedFromItsFile) {
  const Answer live = record();
  ASSERT_EQ(live.code, 0) << live.err;
  const Json row = Json::parse(live.out)["runs"][0];
  EXPECT_EQ(row["recording"], "out/cut_in_1.mcap");

  const Answer again = run({"replay", "out/cut_in_1.mcap", "--json"});
  EXPECT_EQ(again.code, 0) << again.err;
  const Json replayed = Json::parse(again.out);
  EXPECT_EQ(replayed["equal"], true);
  EXPECT_EQ(replayed["hash"], row["hash"]);
  EXPECT_TRUE(replayed["first_difference"].is_null());

  const Answer judged = run({"replay", "out/cut_in_1.mcap", "--verdict", "--json"});
  EXPECT_EQ(judged.code, 0) << judged.err;
  const Json verdict = Json::parse(judged.out)["runs"][0];
  for (const char* key :
       {"name", "seed", "played_seed", "subject", "parameters", "staged", "cause", "verdict", "expectations",
        "roles", "events", "violations", "sim_s", "hash", "subject_start_s"})
    EXPECT_EQ(verdict[key], row[key]) << key;
}

TEST_F(RecordingTest, EqualRunsHaveEqualFilesForAnyNumberOfJobs) {
  ASSERT_EQ(run({"run", scene("cut_in.scene"), "--seeds", "1..3", "--record", "one", "--jobs", "1"}).code, 0);
  ASSERT_EQ(run({"run", scene("cut_in.scene"), "--seeds", "1..3", "--record", "two", "--jobs", "2"}).code, 0);
  for (const char* file : {"cut_in_1.mcap", "cut_in_2.mcap", "cut_in_3.mcap"}) {
    const std::string first = read(std::string("one/") + file);
    EXPECT_GT(first.size(), 10'000U);
    EXPECT_TRUE(first == read(std::string("two/") + file)) << file;
  }
}

TEST_F(RecordingTest, TablesHaveTheTraceOfTheRunAndAreNeverOverwritten) {
  ASSERT_EQ(
      run({"run", scene("cut_in.scene"), "--record", "out", "--trace", "trace.csv", "--events", "events.csv"})
          .code,
      0);
  const Answer first = run({"replay", "out/cut_in_1.mcap", "--csv", "tables"});
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_TRUE(read("tables/frames.csv") == read("trace.csv"));
  EXPECT_TRUE(read("tables/events.csv") == read("events.csv"));
  const std::vector<std::string> trials = lines_of(read("tables/trials.csv"));
  ASSERT_EQ(trials.size(), 2U);
  EXPECT_NE(trials[1].find("cut_in"), std::string::npos);
  // every column of every table is defined
  const std::string dictionary = read("tables/dictionary.csv");
  for (const char* table : {"frames.csv", "subject.csv", "events.csv", "trials.csv"}) {
    std::stringstream head(lines_of(read(std::string("tables/") + table))[0]);
    for (std::string column; std::getline(head, column, ',');)
      EXPECT_NE(dictionary.find(std::string(table) + "," + column + ","), std::string::npos)
          << table << " " << column;
  }

  const Answer second = run({"replay", "out/cut_in_1.mcap", "--csv", "tables"});
  EXPECT_EQ(second.code, 4);
  EXPECT_NE(second.err.find("never overwritten"), std::string::npos) << second.err;
}

// A driver that is not shipped is named again; what it saw is in the file.
TEST_F(RecordingTest, RunsOfDriversFromOutsideAreRepeated) {
  const std::string program = std::string(BACKLOT_PROGRAM) + " drive reference";
  int n = 0;
  for (const std::string& driver : {std::string(BACKLOT_EXAMPLE_C), program}) {
    const std::string folder = "out" + std::to_string(n++);
    const Answer live =
        run({"run", scene("lead_brakes.scene"), "--seed", "3", "--driver", driver, "--sensing",
             "front: range 120 m, field 90 deg, noise 0.2 m", "--record", folder, "--json"});
    ASSERT_FALSE(live.out.empty()) << live.err;
    const std::string file = Json::parse(live.out)["runs"][0]["recording"];
    const Answer unnamed = run({"replay", file});
    EXPECT_EQ(unnamed.code, 3);
    EXPECT_NE(unnamed.err.find("M114"), std::string::npos) << unnamed.err;
    const Answer again = run({"replay", file, "--driver", driver, "--json"});
    EXPECT_EQ(again.code, 0) << again.err << again.out;
    EXPECT_EQ(Json::parse(again.out)["equal"], true);
    // another driver is told from it
    EXPECT_EQ(run({"replay", file, "--driver", "speeder"}).code, 1);
    EXPECT_EQ(run({"replay", file, "--driver", "./libnone.so"}).code, 3);
  }
}

TEST_F(RecordingTest, HalfADamagedAndAnotherFileAreReported) {
  ASSERT_EQ(record().code, 0);
  const std::string whole = read("out/cut_in_1.mcap");
  write("half.mcap", whole.substr(0, whole.size() / 2));
  const Answer half = run({"replay", "half.mcap"});
  EXPECT_EQ(half.code, 0) << half.err;  // what it holds is the same
  EXPECT_NE(half.err.find("M201"), std::string::npos) << half.err;

  std::string damaged = whole;
  damaged[whole.size() / 2] = static_cast<char>(~damaged[whole.size() / 2]);
  write("damaged.mcap", damaged);
  for (const char* option : {"--json", "--verdict"}) {
    const Answer answer = run({"replay", "damaged.mcap", option});
    EXPECT_EQ(answer.code, 3) << answer.out;
    EXPECT_NE(answer.err.find("error M1"), std::string::npos) << answer.err;
  }
  write("other.mcap", "no recording");
  const Answer other = run({"replay", "other.mcap"});
  EXPECT_EQ(other.code, 3);
  EXPECT_NE(other.err.find("M101"), std::string::npos) << other.err;
  EXPECT_EQ(run({"replay", "missing.mcap"}).code, 3);
}

TEST_F(RecordingTest, AFileThatCannotGrowIsReportedAndAnswers4) {
  // 64 kB at most for each file: less than the recording needs
  const std::string command = "ulimit -f 64; cd " + path("") + " && exec " BACKLOT_PROGRAM " run " +
                              scene("cut_in.scene") + " --record full > out.txt 2> err.txt";
  const int status = std::system(("bash -c '" + command + "'").c_str());  // NOLINT: bash sets the limit
  EXPECT_EQ(WEXITSTATUS(status), 4) << read("err.txt");
  EXPECT_NE(read("err.txt").find("File too large"), std::string::npos) << read("err.txt");
  // what there was room for can be read
  EXPECT_NE(run({"replay", "full/cut_in_1.mcap"}).err.find("M201"), std::string::npos);

  write("in_the_way", "");
  const Answer answer = run({"run", scene("cut_in.scene"), "--record", "in_the_way"});
  EXPECT_EQ(answer.code, 4);
  EXPECT_NE(answer.err.find("cannot be written"), std::string::npos) << answer.err;
}

}  // namespace
}  // namespace backlot::cli::recording_test
