#include "backlot/campaign/store.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

namespace backlot::campaign::store_test {
namespace {

class StoreTest : public ::testing::Test {
 protected:
  StoreTest() {
    std::string pattern = ::testing::TempDir() + "backlot_store_XXXXXX";
    EXPECT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  ~StoreTest() override { std::filesystem::remove_all(folder_); }
  StoreTest(const StoreTest&) = delete;
  StoreTest& operator=(const StoreTest&) = delete;

  std::string path() const { return folder_ / "results.db"; }
  base::Result<Store> open(Store::Access access = Store::Access::write) const {
    return Store::open(path(), access);
  }
  std::string code_of(Store::Access access = Store::Access::write) const {
    const base::Result<Store> store = open(access);
    return store ? "" : store.diagnostics()[0].code;
  }
  void execute(const std::string& sql) const {
    sqlite3* db = nullptr;
    ASSERT_EQ(sqlite3_open(path().c_str(), &db), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(db);
    sqlite3_close(db);
  }

 private:
  std::filesystem::path folder_;
};

CaseResult result(std::uint64_t seed, Verdict verdict) {
  CaseResult one;
  one.one = {.suite = "s",
             .name = "a, lead 1 s",
             .group = "a",
             .parameters = {{"lead", "1 s"}},
             .seed = seed,
             .driver = "d"};
  one.verdict = verdict;
  one.figures = {{"min_ttc_s", 1.25}, {"violations", 2}};
  one.row = "{\"name\":\"a\"}";
  return one;
}

TEST_F(StoreTest, KeepsWhatItWasGiven) {
  const CampaignHead head{.identity = "i",
                          .suite = "s",
                          .text_hash = "h",
                          .tool = "t",
                          .started = "2026-01-01T00:00:00",
                          .planned = 2,
                          .revisions = {{"d", "v1"}}};
  std::int64_t id = 0;
  {
    base::Result<Store> store = open();
    ASSERT_TRUE(store);
    id = *store->begin(head);
    ASSERT_TRUE(store->add(id, 1, result(2, Verdict::fail)));
    ASSERT_TRUE(store->add(id, 0, result(1, Verdict::pass)));
    ASSERT_TRUE(store->add(id, 0, result(1, Verdict::evaded)));  // a later one replaces it
  }
  base::Result<Store> store = open(Store::Access::read);
  ASSERT_TRUE(store);
  const auto heads = *store->campaigns();
  ASSERT_EQ(heads.size(), 1U);
  EXPECT_EQ(heads[0].revisions, head.revisions);
  EXPECT_EQ(heads[0].planned, 2U);
  EXPECT_EQ(heads[0].finished, "");
  const auto results = *store->results(id);
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0].verdict, "evaded");
  EXPECT_EQ(results[1].verdict, "fail");
  EXPECT_EQ(results[1].seed, 2U);
  EXPECT_EQ(results[1].key, key_of(result(2, Verdict::fail).one));
  EXPECT_EQ(results[1].row, "{\"name\":\"a\"}");
  EXPECT_EQ(results[1].figures,
            (std::vector<std::pair<std::string, double>>{{"min_ttc_s", 1.25}, {"violations", 2}}));
  EXPECT_EQ((*store->find_last("i"))->id, id);
  EXPECT_FALSE(*store->find_last("other"));
}

TEST_F(StoreTest, FindsTheLastCampaignOfAnIdentity) {
  base::Result<Store> store = open();
  ASSERT_TRUE(store->begin({.identity = "i", .suite = "first"}));
  ASSERT_TRUE(store->begin({.identity = "j", .suite = "other"}));
  const std::int64_t last = *store->begin({.identity = "i", .suite = "second"});
  ASSERT_TRUE(store->finish(last, "then"));
  EXPECT_EQ((*store->find_last("i"))->suite, "second");
  EXPECT_EQ((*store->find_last("i"))->finished, "then");
}

TEST_F(StoreTest, KeepsTheTextsOfRequirements) {
  base::Result<Store> store = open();
  ASSERT_TRUE(store);
  CampaignHead head{.identity = "i", .suite = "s"};
  head.requirements = {{"R-1", "It stops."}, {"R-2", "It yields."}};
  ASSERT_TRUE(store->begin(head));
  EXPECT_EQ((*store->find_last("i"))->requirements, head.requirements);
}

TEST_F(StoreTest, TakesADatabaseOfVersionOneOn) {
  {
    base::Result<Store> store = open();
    const std::int64_t id = *store->begin({.identity = "old", .suite = "s"});
    ASSERT_TRUE(store->add(id, 0, result(1, Verdict::pass)));
  }
  execute("DROP TABLE requirements; PRAGMA user_version = 1");
  EXPECT_EQ(open(Store::Access::read)->campaigns()->size(), 1U);  // a reader changes nothing
  base::Result<Store> store = open();
  ASSERT_TRUE(store);
  CampaignHead head{.identity = "new", .suite = "s"};
  head.requirements = {{"R-1", "It stops."}};
  ASSERT_TRUE(store->begin(head));
  EXPECT_EQ((*store->find_last("new"))->requirements, head.requirements);
  EXPECT_TRUE((*store->find_last("old"))->requirements.empty());
  EXPECT_EQ(store->results((*store->find_last("old"))->id)->size(), 1U);
}

TEST_F(StoreTest, CountsByCampaignAndVerdict) {
  base::Result<Store> store = open();
  const std::int64_t first = *store->begin({.identity = "a", .suite = "s"});
  const std::int64_t other = *store->begin({.identity = "b", .suite = "t"});
  const auto add = [&](std::int64_t campaign, std::uint64_t seed, Verdict verdict, const std::string& row) {
    CaseResult one = result(seed, verdict);
    one.row = row;
    ASSERT_TRUE(store->add(campaign, seed, one));
  };
  add(first, 1, Verdict::pass, R"({"staged": true})");
  add(first, 2, Verdict::fail, R"({"staged": true, "responsibility": {"preventable_by": ["rss"]}})");
  add(first, 3, Verdict::fail, R"({"staged": false, "responsibility": {"preventable_by": []}})");
  add(first, 4, Verdict::fail, R"({"responsibility": null})");
  add(first, 5, Verdict::hung, "no JSON");
  add(other, 1, Verdict::pass, "{}");
  const std::vector<StoredCount> counts = *store->counts("s");
  ASSERT_EQ(counts.size(), 3U);
  EXPECT_EQ(counts[0], (StoredCount{first, "fail", 3, 1, 1, 1}));
  EXPECT_EQ(counts[1], (StoredCount{first, "hung", 1, 0, 0, 0}));
  EXPECT_EQ(counts[2], (StoredCount{first, "pass", 1, 1, 0, 0}));
  EXPECT_TRUE(store->counts("u")->empty());
}

// The process is killed by signal 9 right behind `add`; the file is then read by another one.
TEST_F(StoreTest, AKillLosesNoResult) {
  const pid_t child = ::fork();
  if (child == 0) {
    base::Result<Store> store = open();
    const std::int64_t id = *store->begin({.identity = "i"});
    for (std::uint64_t k = 0; k < 20; ++k) static_cast<void>(store->add(id, k, result(k, Verdict::pass)));
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
  base::Result<Store> store = open();
  ASSERT_TRUE(store);
  EXPECT_EQ(store->results((*store->find_last("i"))->id)->size(), 20U);
}

TEST_F(StoreTest, TellsWhatIsWrongWithTheFile) {
  EXPECT_EQ(code_of(Store::Access::read), "K301");  // there is none
  EXPECT_FALSE(std::filesystem::exists(path()));
  std::ofstream(path()) << std::string(10'000, 'x');
  EXPECT_EQ(code_of(), "K302");
  EXPECT_EQ(code_of(Store::Access::read), "K302");
  std::filesystem::remove(path());
  execute("CREATE TABLE something(x)");
  EXPECT_EQ(code_of(), "K302");  // of another program
  std::filesystem::remove(path());
  EXPECT_EQ(code_of(), "");
  execute("PRAGMA user_version = 0");
  EXPECT_EQ(code_of(), "K303");
  execute("PRAGMA user_version = 99");
  EXPECT_EQ(code_of(Store::Access::read), "K303");
  EXPECT_EQ(Store::open("/no/such/folder/x.db", Store::Access::write).diagnostics()[0].code, "K301");
}

TEST_F(StoreTest, ADamagedFileIsNoticed) {
  {
    base::Result<Store> store = open();
    const std::int64_t id = *store->begin({.identity = "i"});
    for (std::uint64_t k = 0; k < 200; ++k) ASSERT_TRUE(store->add(id, k, result(k, Verdict::pass)));
  }
  std::filesystem::resize_file(path(), std::filesystem::file_size(path()) / 2);
  EXPECT_EQ(code_of(), "K302");
}

TEST_F(StoreTest, IsForOneWriterAtATime) {
  base::Result<Store> first = open();
  ASSERT_TRUE(first);
  EXPECT_EQ(code_of(), "K304");
  EXPECT_EQ(code_of(Store::Access::read), "");  // readers do not mind
}

}  // namespace
}  // namespace backlot::campaign::store_test
