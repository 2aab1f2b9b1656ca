// Suites, campaigns and their history, as the program plays and keeps them.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apps/cli/test/program_test.h"
#include "backlot/base/random.h"
#include "backlot/campaign/store.h"
#include "backlot/harness/test/small_scene.h"

namespace backlot::cli::campaign_test {
namespace {

using nlohmann::json;

constexpr const char* kSuite =
    "suite small\n"
    "seeds 1..3\n"
    "driver reference\n"
    "requirement R-1 \"It keeps off others.\"\n"
    "case lurcher { scene \"small.scene\"; tags quick; verifies R-1 }\n"
    "case dense extends lurcher { parameter side_flow = each of 300, 400 per hour; tags slow }\n";

class Campaign : public ProgramTest {
 protected:
  Campaign() {
    write("corner.way", harness::test::kSmallRoad);
    write("small.scene", harness::test::kSmallScene);
    write("small.suite", kSuite);
  }

  // The rows of a run, without what may differ from run to run.
  json rows(std::vector<std::string> arguments, int expected_code = -1) const {
    arguments.insert(arguments.begin(), "run");
    arguments.emplace_back("--json");
    const Answer answer = run(arguments);
    if (expected_code >= 0) {
      EXPECT_EQ(answer.code, expected_code) << answer.err;
    }
    json all = json::parse(answer.out, nullptr, false);
    EXPECT_FALSE(all.is_discarded()) << answer.err;
    if (all.is_discarded()) return {};
    for (json& row : all["runs"]) row.erase("wall_s");
    return all["runs"];
  }
};

std::set<std::string> keys_of(const json& rows) {
  std::set<std::string> keys;
  for (const json& row : rows)
    keys.insert(row["name"].get<std::string>() + row["seed"].dump() + row["hash"].dump());
  return keys;
}

TEST_F(Campaign, RowsAreTheSameForAnyNumberOfJobs) {
  const json one = rows({"small.suite", "--jobs", "1"});
  ASSERT_EQ(one.size(), 9U);
  EXPECT_EQ(one, rows({"small.suite", "--jobs", "2"}));
  EXPECT_EQ(one, rows({"small.suite", "--inside"}));
  EXPECT_EQ(one[0]["name"], "lurcher");
  EXPECT_EQ(one[3]["name"], "dense, side_flow 300 per hour");
  EXPECT_EQ(one[3]["parameters"]["side_flow"], one[4]["parameters"]["side_flow"]);
  EXPECT_EQ(one[8]["seed"], 3);
  EXPECT_EQ(one[8]["driver"], "reference");
  EXPECT_EQ(one[8]["requirements"], json::array({"R-1"}));
  // A case of a suite is the run that the scene gives by itself.
  EXPECT_EQ(rows({"small.scene", "--seed", "2", "--driver", "reference"})[0]["hash"], one[1]["hash"]);
}

TEST_F(Campaign, FiltersTagsAndShardsSelect) {
  const std::set<std::string> all = keys_of(rows({"small.suite"}));
  EXPECT_EQ(rows({"small.suite", "--filter", "400"}).size(), 3U);
  EXPECT_EQ(rows({"small.suite", "--tag", "slow"}).size(), 6U);
  std::set<std::string> parts;
  for (const char* shard : {"1/4", "2/4", "3/4", "4/4"})
    parts.merge(keys_of(rows({"small.suite", "--shard", shard})));
  EXPECT_EQ(parts, all);
  EXPECT_EQ(run({"run", "small.suite", "--filter", "nothing"}).code, 5);
  EXPECT_EQ(run({"run", "small.suite", "--tag", "nothing"}).code, 5);
  EXPECT_EQ(run({"run", "small.suite", "--shard", "5/4"}).code, 2);
  EXPECT_EQ(run({"run", "small.suite", "--driver", "referense"}).code, 3);
  write("other.suite", "suite s\ndriver referense\ncase a { scene \"small.scene\" }\n");
  EXPECT_EQ(run({"run", "other.suite"}).code, 3);
}

TEST_F(Campaign, MistakesInSuitesAreFoundBeforeTheFirstRun) {
  write("wrong.suite",
        "suite wrong\n"
        "case a { scene \"small.scene\"; parameter side_flow = each of 300 per hour, 4 s }\n"
        "case b { scene \"small.scene\"; parameter no_such = 3 }\n"
        "case c { scene \"small.scene\"; judge { ttx over 1 s } }\n");
  const Answer units = run({"run", "wrong.suite"});
  EXPECT_EQ(units.code, 3);
  EXPECT_NE(units.err.find("wrong.suite:2:"), std::string::npos) << units.err;
  write("wrong.suite",
        "suite wrong\n"
        "case b { scene \"small.scene\"; parameter no_such = 3 }\n"
        "case c { scene \"small.scene\"; judge { ttx over 1 s } }\n");
  const Answer values = run({"check", "wrong.suite"});
  EXPECT_EQ(values.code, 1);
  EXPECT_NE(values.err.find("wrong.suite:2:41: error P120"), std::string::npos) << values.err;
  EXPECT_NE(values.err.find("wrong.suite:3:"), std::string::npos) << values.err;
  EXPECT_NE(values.err.find("P126"), std::string::npos) << values.err;
  EXPECT_EQ(run({"check", "small.suite"}).code, 0);
  EXPECT_EQ(run({"fmt", "--check", "small.suite"}).code, 0);
}

// Rules of the suite take the place of those of the scene: the control passes, the rule that no run can keep fails.
TEST_F(Campaign, JudgesByTheRulesOfTheSuite) {
  EXPECT_EQ(rows({"small.scene", "--seed", "3", "--driver", "reference", "--param", "judge=never contact"},
                 0)[0]["verdict"],
            "pass");
  const json failed = rows(
      {"small.scene", "--seed", "3", "--driver", "reference", "--param", "judge=time_budget below 1 s"}, 1);
  EXPECT_EQ(failed[0]["verdict"], "fail");
  EXPECT_EQ(failed[0]["violations"][0]["validator"], "time_budget");
  write("judged.suite",
        "suite s\ncase a { scene \"small.scene\"; seeds 3; judge { time_budget below 1 s } }\n");
  EXPECT_EQ(rows({"judged.suite"}, 1)[0]["violations"], failed[0]["violations"]);
}

TEST_F(Campaign, ACrashCostsItsRunAndIsReported) {
  const json both = rows(
      {"small.suite", "--filter", "lurcher", "--driver", "reference", "--driver", "crasher", "--jobs", "2"},
      4);
  ASSERT_EQ(both.size(), 6U);
  EXPECT_EQ(json(std::vector<json>(both.begin(), both.begin() + 3)),
            rows({"small.suite", "--filter", "lurcher"}));
  for (std::size_t k = 3; k < 6; ++k) {
    EXPECT_EQ(both[k]["verdict"], "crashed");
    EXPECT_EQ(both[k]["cause"], "the driver was ended by signal 6 (Aborted)");
  }
  EXPECT_EQ(rows({"small.scene", "--driver", "babbler"}, 4)[0]["verdict"], "crashed");
  EXPECT_EQ(rows({"small.scene", "--driver", "hanger", "--timeout", "1"}, 4)[0]["verdict"], "hung");
}

// A driver that breaks down costs its own runs: what it did is said in a sentence, and the runs of the driver beside it are as they are without it.
TEST_F(Campaign, DriversThatBreakDownAreToldApartAndHarmNoOtherRun) {
  using Said = std::vector<std::pair<std::string, std::string>>;  // of each bad driver
  const json well = rows({"small.scene", "--seed", "3", "--driver", "reference"}, 0)[0];
  const auto expect = [&](const std::string& verdict, const Said& all, std::vector<std::string> more) {
    std::vector<std::string> arguments{"small.scene", "--seed", "3", "--driver", "reference"};
    for (const auto& [how, said] : all) {
      arguments.emplace_back("--driver");
      arguments.push_back(std::string(BACKLOT_BAD_DRIVER) + " " + how);
    }
    arguments.insert(arguments.end(), more.begin(), more.end());
    const json every = rows(arguments, 4);
    ASSERT_EQ(every.size(), 1 + all.size());
    EXPECT_EQ(every[0], well);
    for (std::size_t k = 0; k < all.size(); ++k) {
      EXPECT_EQ(every[k + 1]["verdict"], verdict) << all[k].first;
      EXPECT_NE(every[k + 1]["cause"].get<std::string>().find(all[k].second), std::string::npos)
          << every[k + 1]["cause"];
    }
  };
  expect("crashed",
         {{"garbage", "no message of the protocol"},
          {"nan", "in cycle 3, the steering angle is not a finite number"},
          {"too_long", "4000000000 bytes"},
          {"many_signals", "more than 256 signals"},
          {"empty", "with an empty message"},
          {"exits", "the driver ended with exit code 3"},
          {"leaves", "the driver ended with exit code 0"}},
         {});
  expect("hung", {{"late", "no answer within 0.3 s"}, {"nothing", "no answer within 0.3 s"}},
         {"--watchdog", "0.3"});
}

TEST_F(Campaign, JunitHasEveryRunUnderAStableName) {
  const auto cases_of = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"run", "small.suite", "--junit", "j.xml"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const int code = run(arguments).code;
    pugi::xml_document document;
    const pugi::xml_parse_result parsed = document.load_string(read("j.xml").c_str());
    EXPECT_TRUE(parsed) << parsed.description();
    std::map<std::string, std::string> names;  // with what stands in the test case
    for (const pugi::xpath_node& node : document.select_nodes("//testcase")) {
      const pugi::xml_node one = node.node();
      const std::string outcome = one.child("failure") ? "failure" : one.child("error") ? "error" : "";
      EXPECT_TRUE(
          names
              .emplace(std::string(one.attribute("classname").value()) + "/" + one.attribute("name").value(),
                       outcome)
              .second);
      EXPECT_EQ(std::string(one.child_value("system-out")).rfind("backlot run small.scene --seed ", 0), 0U);
    }
    EXPECT_EQ(document.child("testsuites").attribute("tests").as_uint(), names.size());
    names["code"] = std::to_string(code);
    return names;
  };
  auto first = cases_of({}), second = cases_of({"--seeds", "7..9"});
  EXPECT_EQ(first.size(), 10U);
  std::vector<std::string> a, b;
  for (const auto& [name, outcome] : first) a.push_back(name);
  for (const auto& [name, outcome] : second) b.push_back(name);
  EXPECT_EQ(a, b);
  EXPECT_TRUE(first.count("small.dense/dense, side_flow 300 per hour, reference, run 2")) << a[0];
  const auto crashed = cases_of({"--driver", "crasher", "--filter", "lurcher"});
  EXPECT_EQ(crashed.at("small.lurcher/lurcher, crasher, run 1"), "error");
  EXPECT_EQ(crashed.at("code"), "4");
}

TEST_F(Campaign, GithubGetsAnnotations) {
  ::setenv("GITHUB_ACTIONS", "true", 1);
  const Answer answer = run({"run", "small.suite", "--driver", "crasher", "--filter", "lurcher"});
  ::unsetenv("GITHUB_ACTIONS");
  EXPECT_NE(answer.err.find("::error file=small.suite,line=5,title=lurcher crashed::the driver was ended"),
            std::string::npos)
      << answer.err;
}

TEST_F(Campaign, InterruptedItSaysWhatItHas) {
  const Answer answer =
      run_and_interrupt({"run", "small.suite", "--seeds", "1..100000", "--jobs", "2", "--json"}, "");
  EXPECT_EQ(answer.code, 130) << answer.err;
  const json all = json::parse(answer.out);
  EXPECT_EQ(all["summary"]["runs"], all["runs"].size());
  EXPECT_LT(all["runs"].size(), 300'000U);
}

// ---- kills

// Processes with a mark in their environment: all, or workers alone.
std::vector<pid_t> find_marked(const std::string& mark, bool are_workers) {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos || name == std::to_string(::getpid()))
      continue;
    const auto text_of = [&](const char* file) {
      std::ifstream stream(entry.path() / file, std::ios::binary);
      std::ostringstream text;
      text << stream.rdbuf();
      return text.str();
    };
    if (text_of("environ").find(mark) == std::string::npos) continue;
    if (are_workers && text_of("cmdline").find("worker") == std::string::npos) continue;
    found.push_back(static_cast<pid_t>(std::stol(name)));
  }
  return found;
}

TEST_F(Campaign, KillsLoseNothingAndLeaveNothing) {
  constexpr int kKills = 25;
  const std::string mark = "BACKLOT_KILL_MARK_" + std::to_string(::getpid());
  const json whole = rows({"small.suite", "--seeds", "1..40", "--jobs", "2"});
  ASSERT_EQ(whole.size(), 120U);
  ::setenv("BACKLOT_TEST_MARK", mark.c_str(), 1);
  base::RandomStream random(7, 0, 0);
  std::size_t least = 0;  // results that were committed must not get fewer
  for (int k = 0; k < kKills; ++k) {
    const pid_t runner = ::fork();
    if (runner == 0) {
      const int nothing = ::open("/dev/null", O_RDWR);
      ::dup2(nothing, STDOUT_FILENO);
      ::dup2(nothing, STDERR_FILENO);
      if (::chdir(path(".").c_str()) == 0)
        ::execl(BACKLOT_PROGRAM, "backlot", "run", "small.suite", "--seeds", "1..40", "--jobs", "2", "--db",
                "k.db", "--resume", nullptr);
      ::_exit(99);
    }
    ::usleep(static_cast<useconds_t>(20'000 + random.below(200'000)));
    if (k % 3 == 2) {  // first a worker, which is replaced
      const std::vector<pid_t> workers = find_marked(mark, true);
      if (!workers.empty()) ::kill(workers[random.below(workers.size())], SIGKILL);
      ::usleep(static_cast<useconds_t>(random.below(100'000)));
    }
    ::kill(runner, SIGKILL);
    ::waitpid(runner, nullptr, 0);
    if (!exists("k.db")) continue;
    base::Result<campaign::Store> store = campaign::Store::open(path("k.db"), campaign::Store::Access::read);
    if (!store) continue;  // killed before the first campaign was there
    const auto heads = store->campaigns();
    ASSERT_TRUE(heads);
    ASSERT_LE(heads->size(), 1U);
    const std::size_t now = heads->empty() ? 0 : store->results(heads->front().id)->size();
    EXPECT_GE(now, least);
    least = now;
  }
  ::unsetenv("BACKLOT_TEST_MARK");
  for (int k = 0; k < 500 && !find_marked(mark, false).empty(); ++k)
    ::usleep(10'000);  // until the kernel has buried them
  EXPECT_TRUE(find_marked(mark, false).empty());
  EXPECT_EQ(rows({"small.suite", "--seeds", "1..40", "--jobs", "2", "--db", "k.db", "--resume"}), whole);
  // Again: everything is there, and nothing is played.
  EXPECT_EQ(rows({"small.suite", "--seeds", "1..40", "--jobs", "1", "--db", "k.db", "--resume"}), whole);
  const Answer history = run({"history", "--db", "k.db", "--json"});
  ASSERT_EQ(json::parse(history.out)["campaigns"].size(), 1U) << history.out;
  EXPECT_EQ(json::parse(history.out)["campaigns"][0]["drivers"][0]["runs"], 120);
}

// ---- history

TEST_F(Campaign, HistoryAndComparisonSayWhatTheRunsSaid) {
  const json a = rows({"small.suite", "--db", "h.db", "--revision", "v1"});
  const json b = rows({"small.suite", "--db", "h.db", "--revision", "v2", "--driver", "evader"});
  const json history = json::parse(run({"history", "--db", "h.db", "--json"}).out)["campaigns"];
  ASSERT_EQ(history.size(), 2U);
  EXPECT_EQ(history[0]["drivers"][0]["revision"], "v1");
  EXPECT_EQ(history[1]["drivers"][0]["driver"], "evader");
  const auto count = [](const json& rows, const char* verdict) {
    return std::count_if(rows.begin(), rows.end(),
                         [&](const json& row) { return row["verdict"] == verdict; });
  };
  EXPECT_EQ(history[0]["drivers"][0]["verdicts"]["pass"], count(a, "pass"));
  EXPECT_EQ(history[1]["drivers"][0]["verdicts"]["evaded"], count(b, "evaded"));
  EXPECT_NE(run({"history", "--db", "h.db"}).out.find("evader"), std::string::npos);

  std::size_t broke = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    broke += a[k]["verdict"] == "pass" && b[k]["verdict"] != "pass" ? 1U : 0U;
  const Answer compared = run({"compare", "v1", "v2", "--db", "h.db", "--json"});
  const json comparison = json::parse(compared.out);
  EXPECT_EQ(comparison["pairs"], 9);
  EXPECT_EQ(comparison["broke"].size(), broke);
  EXPECT_EQ(compared.code, broke > 0 ? 1 : 0);
  EXPECT_EQ(run({"compare", "1", "1", "--db", "h.db"}).code, 0);
  EXPECT_NE(run({"compare", "last~1", "last", "--db", "h.db"}).out.find("figures: "), std::string::npos);
  EXPECT_EQ(run({"compare", "v1", "v3", "--db", "h.db"}).code, 3);
  EXPECT_EQ(run({"compare", "1:reference", "1:sleepy", "--db", "h.db"}).code, 5);
}

TEST_F(Campaign, AFileThatIsNoDatabaseIsLeftAlone) {
  write("text.db", std::string(5000, 'x'));
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"run", "small.scene", "--db", "text.db"},
                                             {"history", "--db", "text.db"},
                                             {"compare", "1", "2", "--db", "text.db"}}) {
    const Answer answer = run(arguments);
    EXPECT_EQ(answer.code, 3);
    EXPECT_NE(answer.err.find("text.db: error K302"), std::string::npos) << answer.err;
  }
  EXPECT_EQ(read("text.db"), std::string(5000, 'x'));
  EXPECT_EQ(run({"history", "--db", "missing.db"}).code, 3);
  EXPECT_FALSE(exists("missing.db"));
  EXPECT_EQ(run({"run", "small.scene", "--db", "no/folder/x.db"}).code, 3);

  ASSERT_EQ(run({"run", "small.scene", "--seed", "3", "--db", "new.db"}).code, 0);
  sqlite3* db = nullptr;
  ASSERT_EQ(sqlite3_open(path("new.db").c_str(), &db), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(db, "PRAGMA user_version = 7", nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(db);
  const Answer newer = run({"history", "--db", "new.db"});
  EXPECT_EQ(newer.code, 3);
  EXPECT_NE(newer.err.find("K303"), std::string::npos) << newer.err;

  // of an older version: told by every command, and left as it was
  ASSERT_EQ(sqlite3_open(path("new.db").c_str(), &db), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(db, "PRAGMA user_version = 0", nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(db);
  const std::string before = read("new.db");
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"run", "small.scene", "--seed", "3", "--db", "new.db"},
                                             {"history", "--db", "new.db"},
                                             {"compare", "1", "2", "--db", "new.db"}}) {
    const Answer answer = run(arguments);
    EXPECT_EQ(answer.code, 3);
    EXPECT_NE(answer.err.find("new.db: error K303"), std::string::npos) << answer.err;
  }
  EXPECT_EQ(read("new.db"), before);
}

TEST_F(Campaign, MissingScenesAndSuitesAreTold) {
  for (const char* missing : {"none.scene", "none.suite"}) {
    const Answer answer = run({"run", missing});
    EXPECT_EQ(answer.code, 3);
    EXPECT_NE(answer.err.find(missing), std::string::npos) << answer.err;
  }
  write("lost.suite", "suite s\ncase a { scene \"none.scene\" }\ncase b { scene \"small.scene\" }\n");
  const Answer answer = run({"run", "lost.suite"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_NE(answer.err.find("none.scene"), std::string::npos) << answer.err;
}

TEST_F(Campaign, ADatabaseInUseAndAFullDiskAreTheMachinesFault) {
  const base::Result<campaign::Store> store =
      campaign::Store::open(path("used.db"), campaign::Store::Access::write);
  ASSERT_TRUE(store);
  const Answer used = run({"run", "small.scene", "--db", "used.db"});
  EXPECT_EQ(used.code, 4);
  EXPECT_NE(used.err.find("K304"), std::string::npos) << used.err;

  EXPECT_EQ(run({"run", "small.scene", "--seed", "3", "--junit", "/dev/full"}).code, 4);

  // No file of the program may grow past 64 kB: what a full disk is to a database.
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small{65536, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const Answer full = run({"run", "small.suite", "--seeds", "1..20", "--db", "full.db"});
  std::signal(SIGXFSZ, handler);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  EXPECT_EQ(full.code, 4) << full.err;
  EXPECT_NE(full.err.find("full.db: error K305"), std::string::npos) << full.err;
  // What was committed is there, and the campaign can go on.
  EXPECT_EQ(rows({"small.suite", "--seeds", "1..20", "--db", "full.db", "--resume"}),
            rows({"small.suite", "--seeds", "1..20"}));
}

}  // namespace
}  // namespace backlot::cli::campaign_test
