// Campaigns on a real server, which each test starts for itself on a Unix socket. Without the package postgresql-15 the tests are skipped, and say so.
#include <algorithm>
#include <filesystem>
#include <future>
#include <limits>
#include <thread>

#include <gtest/gtest.h>
#include <pqxx/pqxx>
#include <sys/wait.h>
#include <unistd.h>

#include "backlot/campaign/internal/postgres.h"
#include "backlot/campaign/internal/postgres_schema.h"
#include "backlot/campaign/store.h"
#include "backlot/campaign/test/postgres_server.h"

namespace backlot::campaign::postgres_store_test {
namespace {

using Access = Store::Access;

class PostgresStore : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string why;
    server_ = test::PostgresServer::start(why);
    if (!server_) GTEST_SKIP() << why;
  }
  Store open(Access access = Access::write) const {
    base::Result<Store> store = Store::open(server_->url(), access);
    EXPECT_TRUE(store) << (store ? "" : to_text(store.diagnostics()));
    return *std::move(store);
  }
  std::string code_of(const std::string& url, Access access) const {
    const base::Result<Store> store = Store::open(url, access);
    return store ? "" : store.diagnostics()[0].code;
  }
  void execute(const std::string& sql) const {
    pqxx::connection line(server_->url());
    pqxx::work work(line);
    work.exec(sql);
    work.commit();
  }

  std::unique_ptr<test::PostgresServer> server_;
};

CaseResult result_of(std::uint64_t seed, Verdict verdict, const std::string& driver = "d") {
  CaseResult one;
  one.one = {.suite = "s",
             .name = "a, lead 1 s",
             .group = "a",
             .parameters = {{"lead", "1 s"}},
             .seed = seed,
             .driver = driver};
  one.verdict = verdict;
  one.is_staged = seed % 2 == 0;
  one.figures = {{"violations", 2}, {"min_ttc_s", 1.0 / (3 + static_cast<double>(seed))}};
  one.row = R"({"name":"a","staged":)" + std::string(one.is_staged ? "true" : "false") + "}";
  return one;
}

CampaignHead head_of(const std::string& identity) {
  return {.identity = identity,
          .suite = "s",
          .text_hash = "h",
          .tool = "t",
          .started = "2026-01-01T00:00:00",
          .planned = 40,
          .revisions = {{"d", "v1"}, {"e", "v1"}},
          .requirements = {{"R-1", "It stops."}, {"R-2", "It yields."}}};
}

// Everything that can be read is what a file gives for the same calls.
TEST_F(PostgresStore, AnswersAsAFileDoes) {
  const std::string path = ::testing::TempDir() + "backlot_both_" + std::to_string(::getpid()) + ".db";
  {
    Store server = open();
    base::Result<Store> file = Store::open(path, Access::write);
    ASSERT_TRUE(file);
    for (Store* const store : {&server, &*file}) {
      const std::int64_t first = *store->begin(head_of("i"));
      for (std::uint64_t k = 0; k < 40; ++k)
        ASSERT_TRUE(
            store->add(first, 39 - k,
                       result_of(k / 2, k % 3 == 0 ? Verdict::fail : Verdict::pass, k % 2 == 0 ? "d" : "e")));
      ASSERT_TRUE(store->finish(first, "then"));
      const std::int64_t second = *store->begin(head_of("j"));
      ASSERT_TRUE(store->add(second, 0, result_of(std::numeric_limits<std::uint64_t>::max(), Verdict::hung)));
    }
    EXPECT_EQ(*server.campaigns(), *file->campaigns());
    EXPECT_EQ(*server.find_last("i"), *file->find_last("i"));
    EXPECT_FALSE(*server.find_last("other"));
    for (const std::int64_t campaign : {1, 2}) {
      EXPECT_EQ(*server.results(campaign), *file->results(campaign));
      EXPECT_EQ(*server.results(campaign, Rows::without), *file->results(campaign, Rows::without));
      EXPECT_EQ(*server.count(campaign), *file->count(campaign));
      for (const TrendChoice& choice : {TrendChoice{}, TrendChoice{.driver = "e"},
                                        TrendChoice{.name = "lead 1"}, TrendChoice{.name = "no"}})
        EXPECT_EQ(*server.trend(campaign, choice), *file->trend(campaign, choice));
    }
    EXPECT_EQ(server.results(1)->size(), 40U);
    EXPECT_EQ(server.trend(1, {})->size(), 2U);
    EXPECT_EQ(*server.counts("s"), *file->counts("s"));
    EXPECT_EQ(server.counts("s")->size(), 3U);
  }
  std::filesystem::remove(path);
}

TEST_F(PostgresStore, AResultThatIsThereStaysUnlessItWasTheMachinesFault) {
  Store store = open();
  const std::int64_t id = *store.begin(head_of("i"));
  CaseResult killed = result_of(1, Verdict::crashed);
  killed.is_fault_of_machine = true;
  ASSERT_TRUE(store.add(id, 0, killed));
  ASSERT_TRUE(store.finish(id, "then"));
  EXPECT_EQ(store.trend(id, {})->front().verdicts.front().first, "crashed");
  ASSERT_TRUE(store.add(id, 0, result_of(1, Verdict::pass)));
  ASSERT_TRUE(store.add(id, 0, result_of(1, Verdict::fail)));
  ASSERT_TRUE(store.add(id, 0, killed));
  ASSERT_EQ(store.results(id)->size(), 1U);
  EXPECT_EQ(store.results(id)->front().verdict, "pass");
  EXPECT_EQ(store.trend(id, {})->front().verdicts.front().first,
            "pass");  // totals that were made before hold no more
  // Another campaign, another driver and another revision are other results.
  const std::int64_t other = *store.begin(head_of("i"));
  ASSERT_TRUE(store.add(other, 0, result_of(1, Verdict::fail)));
  ASSERT_TRUE(store.add(other, 1, result_of(1, Verdict::pass, "e")));
  EXPECT_EQ(store.results(other)->size(), 2U);
  EXPECT_EQ(store.results(id)->size(), 1U);
}

TEST_F(PostgresStore, OddTextsComeBackAsTheyAre) {
  Store store = open();
  CampaignHead head = head_of("a 'quoted' \\ identity");
  head.revisions = {{"python3 \"my driver\".py\t--x", "v'1"}};
  const std::int64_t id = *store.begin(head);
  CaseResult odd = result_of(3, Verdict::pass, "python3 \"my driver\".py\t--x");
  odd.one.name = "näme, 'x' \\N \t; DROP TABLE results";
  odd.one.judge = std::string(5000, 'j') + "\nnever contact";
  odd.row = "{\"text\":\"a\\nb\\\\c\\u0001\"}\n\\.\n";
  odd.figures = {{"tiny", 5e-324},
                 {"large", 1.7976931348623157e308},
                 {"endless", std::numeric_limits<double>::infinity()}};
  ASSERT_TRUE(store.add(id, 7, odd));
  const auto found = store.results(id);
  ASSERT_TRUE(found) << to_text(found.diagnostics());
  const std::vector<StoredResult>& back = *found;
  ASSERT_EQ(back.size(), 1U);
  EXPECT_EQ(back[0].key, key_of(odd.one));
  EXPECT_EQ(back[0].pair_key, pair_key_of(odd.one));
  EXPECT_EQ(back[0].name, odd.one.name);
  EXPECT_EQ(back[0].row, odd.row);
  std::sort(odd.figures.begin(), odd.figures.end());
  EXPECT_EQ(back[0].figures, odd.figures);
  EXPECT_EQ((*store.find_last(head.identity))->revisions, head.revisions);
}

// Four processes play the same shard at the same time, each in batches that overlap in another way.
TEST_F(PostgresStore, ProcessesThatPlayTheSameRunsLeaveOneResultEach) {
  constexpr std::size_t kRuns = 600, kProcesses = 4;
  std::int64_t id = 0;
  {
    Store store = open();
    id = *store.begin(head_of("i"));
  }
  std::vector<pid_t> children;
  for (std::size_t process = 0; process < kProcesses; ++process) {
    const pid_t child = ::fork();
    if (child == 0) {
      bool is_fine = true;
      Store store = *Store::open(server_->url(), Access::write);
      std::vector<CaseResult> all;
      for (std::size_t k = 0; k < kRuns; ++k) {
        all.push_back(result_of(k, Verdict::pass));
        all.back().one.name += std::to_string(k % 50);
      }
      for (std::size_t k = 0; k < kRuns;) {
        std::vector<PlacedResult> batch;
        for (; batch.size() < 20 + 7 * process && k < kRuns; ++k) {
          const std::size_t at = process % 2 == 0 ? k : kRuns - 1 - k;
          batch.push_back({at, &all[at]});
        }
        is_fine = is_fine && store.add(id, batch).has_value();
      }
      ::_exit(is_fine ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  Store store = open(Access::read);
  EXPECT_EQ(*store.count(id), kRuns);
  const std::vector<StoredResult> results = *store.results(id);
  for (std::size_t k = 0; k < kRuns; ++k) EXPECT_EQ(results[k].seed, k);
}

TEST_F(PostgresStore, AThreadThatRestartsTheServerCostsNoResult) {
  Store store = open();
  const std::int64_t id = *store.begin(head_of("i"));
  for (std::uint64_t k = 0; k < 10; ++k) ASSERT_TRUE(store.add(id, k, result_of(k, Verdict::pass)));
  server_->stop();
  std::promise<void> is_over;  // the server dies with the thread that started it
  std::thread later([&] {
    ::usleep(700'000);
    EXPECT_TRUE(server_->start_again());
    is_over.get_future().wait();
  });
  for (std::uint64_t k = 10; k < 20; ++k) {
    const auto added = store.add(id, k, result_of(k, Verdict::pass));
    EXPECT_TRUE(added) << to_text(added.diagnostics());
  }
  EXPECT_EQ(*store.count(id), 20U);
  is_over.set_value();
  later.join();
  // Without patience the caller is told, and goes on later.
  server_->stop();
  store.set_patience(0);
  EXPECT_EQ(store.add(id, 20, result_of(20, Verdict::pass)).diagnostics()[0].code, "K305");
  ASSERT_TRUE(server_->start_again());
  EXPECT_TRUE(store.add(id, 20, result_of(20, Verdict::pass)));
  EXPECT_EQ(*store.count(id), 21U);
}

TEST_F(PostgresStore, TablesOfAnEarlierVersionAreBroughtOn) {
  execute(
      "CREATE SCHEMA backlot; CREATE TABLE backlot.version(version INTEGER NOT NULL); INSERT INTO "
      "backlot.version VALUES(1);" +
      std::string(kPostgresSteps[0]) +
      "INSERT INTO backlot.campaigns(token, identity, suite, text_hash, tool, started, planned) "
      "VALUES(gen_random_uuid(), 'old', 's', 'h', 't', 'then', 1)");
  EXPECT_EQ(code_of(server_->url(), Access::read), "K303");  // a reader changes nothing
  Store store = open();
  EXPECT_EQ((*store.find_last("old"))->started, "then");
  const std::int64_t id = *store.begin(head_of("new"));
  ASSERT_TRUE(store.add(id, 0, result_of(1, Verdict::pass)));
  ASSERT_TRUE(store.finish(id, "later"));
  EXPECT_EQ(store.trend(id, {})->size(), 1U);
  EXPECT_EQ(code_of(server_->url(), Access::read), "");
  execute("UPDATE backlot.version SET version = 99");
  EXPECT_EQ(code_of(server_->url(), Access::read), "K303");
  EXPECT_EQ(code_of(server_->url(), Access::write), "K303");
}

TEST_F(PostgresStore, TellsWhatIsWrong) {
  EXPECT_EQ(code_of(server_->url(), Access::read), "K302");
  EXPECT_EQ(code_of(server_->url("no_such_database"), Access::write), "K301");
  EXPECT_EQ(code_of("postgresql:///postgres?host=/no/such/folder", Access::write), "K301");
  {
    Store store = open();
    EXPECT_EQ(store.add(99, 0, result_of(1, Verdict::pass)).diagnostics()[0].code,
              "K305");  // no such campaign
  }
  EXPECT_EQ(code_of(server_->url(), Access::read), "");
  EXPECT_EQ(without_password("postgresql://me:secret@host:5432/db?x=1"), "postgresql://me@host:5432/db?x=1");
  EXPECT_EQ(without_password("postgresql:///db?password=secret&x=1"), "postgresql:///db?&x=1");
  EXPECT_EQ(without_password("postgresql:///db"), "postgresql:///db");
}

// The views that people query.
TEST_F(PostgresStore, ViewsShowRunsAndFigures) {
  Store store = open();
  const std::int64_t id = *store.begin(head_of("i"));
  ASSERT_TRUE(store.add(id, 4, result_of(1, Verdict::pass)));
  pqxx::connection line(server_->url());
  pqxx::work work(line);
  EXPECT_EQ(
      work.exec1("SELECT name || '|' || driver || '|' || revision || '|' || verdict FROM backlot.runs")[0]
          .as<std::string>(),
      "a, lead 1 s|d|v1|pass");
  EXPECT_EQ(work.exec1("SELECT value FROM backlot.figures WHERE name = 'min_ttc_s'")[0].as<double>(), 0.25);
}

}  // namespace
}  // namespace backlot::campaign::postgres_store_test
