// `run --driver`, as a user calls it: every way to connect a driver, verdicts, exit codes, and the examples of clients/.
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/cli/test/program_test.h"

namespace backlot::cli::driver_test {
namespace {

using Json = nlohmann::json;

std::string scene_path(const std::string& name) {
  return (std::filesystem::path(__FILE__).parent_path() / "../../../scenes" / name).string();
}
const std::string kPython = "/usr/bin/python3 " BACKLOT_CLIENTS "/python/example.py";
const std::string kDrive = std::string(BACKLOT_PROGRAM) + " drive ";

class Drivers : public ProgramTest {
 protected:
  Answer drive(const std::string& driver, std::vector<std::string> more = {}) const {
    std::vector<std::string> all{"run", scene_path("lead_brakes.scene"), "--seed", "3", "--driver", driver};
    all.insert(all.end(), more.begin(), more.end());
    return run(all);
  }
  Json row(const std::string& driver, std::vector<std::string> more = {}) const {
    more.emplace_back("--json");
    const Answer answer = drive(driver, std::move(more));
    const Json json = Json::parse(answer.out, nullptr, false);
    EXPECT_FALSE(json.is_discarded()) << answer.out << answer.err;
    Json one = json["runs"][0];
    one["exit_code"] = answer.code;
    one["summary"] = json["summary"];
    return one;
  }
};

TEST_F(Drivers, ExamplesOfTheClientsPassOnManySeeds) {
  for (const std::string& driver :
       {std::string(BACKLOT_EXAMPLE_C), std::string(BACKLOT_EXAMPLE_CPP), kPython}) {
    const Answer answer =
        run({"run", scene_path("lead_brakes.scene"), "--seeds", "11..14", "--driver", driver, "--json"});
    EXPECT_EQ(answer.code, 0) << driver << answer.out << answer.err;
    EXPECT_EQ(Json::parse(answer.out)["summary"]["passed"], 4);
  }
}

TEST_F(Drivers, GiveTheSameRunInProcessAndOutside) {
  const std::string socket = path("socket");
  const Json first = row("reference");
  EXPECT_EQ(first["verdict"], "pass");
  EXPECT_EQ(first["driver"], "reference");
  EXPECT_EQ(row(kDrive + "reference")["hash"], first["hash"]);
  EXPECT_EQ(row(kDrive + "reference", {"--fresh", "--repeat", "2"})["hash"], first["hash"]);
  std::thread other([&] {
    EXPECT_EQ(std::system((kDrive + "reference --connect unix:" + socket + " </dev/null").c_str()), 0);
  });
  EXPECT_EQ(row("unix:" + socket, {"--fresh", "--repeat", "2"})["hash"], first["hash"]);
  other.join();
  const Json library = row(BACKLOT_EXAMPLE_CPP);
  EXPECT_NE(library["hash"], first["hash"]);
  EXPECT_EQ(row(kDrive + BACKLOT_EXAMPLE_CPP)["hash"], library["hash"]);
}

TEST_F(Drivers, ThatFailAsSoftwareGiveExitCode4) {
  const std::map<std::string, std::string> verdicts{
      {"crasher", "crashed"}, {"hanger", "hung"}, {"babbler", "crashed"}};
  for (const auto& [driver, verdict] : verdicts) {
    const Json one = row(driver, {"--watchdog", "0.3"});
    EXPECT_EQ(one["verdict"], verdict) << one;
    EXPECT_EQ(one["exit_code"], 4);
    EXPECT_EQ(one["summary"][verdict], 1);
    EXPECT_EQ(one["summary"]["passed"], 0);
    EXPECT_TRUE(one["trouble"].is_string());
  }
  EXPECT_NE(drive("crasher").out.find("the driver crashed: the driver was ended by signal 6"),
            std::string::npos);
  // one that ends before its first message
  const Json one = row("sh -c 'exit 3'");
  EXPECT_EQ(one["verdict"], "crashed");
  EXPECT_EQ(one["trouble"], "the driver ended with exit code 3");
  EXPECT_EQ(one["exit_code"], 4);
}

TEST_F(Drivers, ThatAnswerDifferentlyAreFound) {
  const Json same = row("reference", {"--repeat", "3"});
  EXPECT_EQ(same["exit_code"], 0);
  EXPECT_TRUE(same["first_difference"].is_null());
  const Json moody = row("moody", {"--repeat", "3"});
  EXPECT_EQ(moody["exit_code"], 4);
  // it is moody from its third second on, and a cycle takes 0.05 s
  EXPECT_EQ(moody["first_difference"]["cycle"], 40);
  EXPECT_EQ(moody["first_difference"]["what"], "acceleration_mps2");
  EXPECT_NE(drive("moody", {"--repeat", "2"}).out.find("answered differently in repetition 2: cycle 40"),
            std::string::npos);
}

TEST_F(Drivers, ThatPrintDisturbNothing) {
  const std::string talker = "sh -c 'echo hello; echo error >&2; exec " + kDrive + "reference'";
  const Answer talking = drive(talker, {"--driver-log", path("log")});
  EXPECT_EQ(talking.code, 0);
  EXPECT_EQ(talking.out.find("\nhello"), std::string::npos);
  EXPECT_EQ(talking.err.find("\nhello"), std::string::npos);
  EXPECT_EQ(read("log"), "hello\nerror\n");
}

TEST_F(Drivers, ThatDoNotExistAreAnInputThatCannotBeOpened) {
  const Answer unknown = drive("refrence");
  EXPECT_EQ(unknown.code, 3);
  EXPECT_NE(unknown.err.find("did you mean \"reference\"?"), std::string::npos) << unknown.err;
  EXPECT_EQ(drive("no_such_program --fast").code, 3);
  EXPECT_EQ(drive("./libnone.so").code, 3);
  EXPECT_EQ(drive("tcp:99999").code, 3);
  EXPECT_EQ(run({"run", scene_path("lead_brakes.scene"), "--repeat", "2"}).code, 2);
  EXPECT_EQ(drive("reference", {"--subject", "calm"}).code, 2);
  EXPECT_EQ(run({"drive", "python3 mine.py"}).code, 2);
  EXPECT_EQ(run({"drive", "refrence"}).code, 3);
  // as from a terminal, where only the three descriptors of every program are open
  EXPECT_NE(std::system((kDrive + "reference 3<&- 4<&- 2>" + path("said")).c_str()), 0);
  EXPECT_NE(read("said").find("descriptors 3 and 4 are not open"), std::string::npos);
}

}  // namespace
}  // namespace backlot::cli::driver_test
