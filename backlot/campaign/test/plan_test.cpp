#include "backlot/campaign/plan.h"

#include <set>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/campaign/pairwise.h"

namespace backlot::campaign::plan_test {
namespace {

// Brute force: every pair of values of every two parameters is looked for in all rows.
void expect_all_pairs(const std::vector<std::size_t>& counts) {
  const std::vector<Row> rows = pairwise_rows(counts);
  for (const Row& row : rows) {
    ASSERT_EQ(row.size(), counts.size());
    for (std::size_t p = 0; p < row.size(); ++p) ASSERT_LT(row[p], counts[p]);
  }
  for (std::size_t p = 0; p < counts.size(); ++p)
    for (std::size_t q = p + 1; q < counts.size(); ++q)
      for (std::size_t v = 0; v < counts[p]; ++v)
        for (std::size_t w = 0; w < counts[q]; ++w) {
          bool is_there = false;
          for (const Row& row : rows) is_there = is_there || (row[p] == v && row[q] == w);
          ASSERT_TRUE(is_there) << p << '=' << v << ", " << q << '=' << w;
        }
}

TEST(Pairwise, HasEveryPairOfValues) {
  for (const std::vector<std::size_t>& counts : std::vector<std::vector<std::size_t>>{
           {1}, {3}, {2, 2}, {3, 4}, {2, 3, 4}, {3, 3, 3, 3}, {1, 5, 1, 4}, {7, 2, 2, 2, 2, 2}, {10, 10, 10}})
    expect_all_pairs(counts);
  base::RandomStream random(1, 0, 0);
  for (int k = 0; k < 60; ++k) {
    std::vector<std::size_t> counts(2 + random.below(5));
    for (std::size_t& count : counts) count = 1 + random.below(6);
    expect_all_pairs(counts);
  }
}

TEST(Pairwise, HasFewRows) {
  const std::vector<std::size_t> thirteen(13, 3);  // 13 parameters with three values: 1,594,323 combinations
  EXPECT_LE(pairwise_rows(thirteen).size(), 27U);
  EXPECT_EQ(pairwise_rows(std::vector<std::size_t>{4, 5}).size(), 20U);
  EXPECT_EQ(pairwise_rows(std::vector<std::size_t>{6}).size(), 6U);
  EXPECT_EQ(pairwise_rows({}).size(), 1U);
}

SuiteDescription suite() {
  CaseDescription braking{
      .name = "braking",
      .scene_file = "lead_brakes.scene",
      .tags = {"longitudinal", "quick"},
      .parameters = {{"decel", {"2 m/s2", "4 m/s2", "6 m/s2"}}, {"flow", {"300 per hour"}}},
      .seeds = {{1, 3}, {10, 10}},
      .drivers = {"reference", "sleepy"}};
  CaseDescription cut_in{.name = "cut_in", .scene_file = "cut_in.scene", .drivers = {"reference"}};
  return {.name = "nightly", .cases = {braking, cut_in}};
}

TEST(Plan, IsCombinationsThenDriversThenSeeds) {
  const auto plan = make_plan({suite()}, {});
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->cases.size(), 3U * 2U * 4U + 1U);
  EXPECT_EQ(plan->cases[0].name, "braking, decel 2 m/s2");
  EXPECT_EQ(plan->cases[0].group, "braking");
  EXPECT_EQ(plan->cases[0].driver, "reference");
  EXPECT_EQ(plan->cases[3].seed, 10U);
  EXPECT_EQ(plan->cases[3].run, 4U);
  EXPECT_EQ(plan->cases[4].driver, "sleepy");
  EXPECT_EQ(plan->cases[4].run, 1U);
  EXPECT_EQ(plan->cases[8].name, "braking, decel 4 m/s2");
  EXPECT_EQ(plan->cases[8].parameters, (std::vector<std::pair<std::string, std::string>>{
                                           {"decel", "4 m/s2"}, {"flow", "300 per hour"}}));
  EXPECT_EQ(plan->cases[24].name, "cut_in");
  EXPECT_EQ(plan->cases[24].suite, "nightly");
}

TEST(Plan, KeysTellRunsApart) {
  const auto plan = make_plan({suite()}, {});
  std::set<std::string> keys, pairs;
  for (const Case& one : plan->cases) {
    keys.insert(key_of(one));
    pairs.insert(pair_key_of(one));
  }
  EXPECT_EQ(keys.size(), plan->cases.size());
  EXPECT_EQ(pairs.size(), 3U * 4U + 1U);  // without the driver
}

TEST(Plan, CommandLineCountsMoreThanTheSuite) {
  const auto plan = make_plan({suite()}, {.seeds = {{7, 8}},
                                          .drivers = {"rss"},
                                          .parameters = {{"decel", "5 m/s2"}},
                                          .timeout_s = 9,
                                          .filters = {"brak"}});
  ASSERT_EQ(plan->cases.size(), 2U);
  EXPECT_EQ(plan->cases[1].name, "braking");
  EXPECT_EQ(plan->cases[1].seed, 8U);
  EXPECT_EQ(plan->cases[1].driver, "rss");
  EXPECT_EQ(plan->cases[1].parameters.front().second, "5 m/s2");
  EXPECT_EQ(plan->cases[1].timeout_s, 9);
  EXPECT_EQ(make_plan({suite()}, {.tags = {"quick"}})->cases.size(), 24U);
  EXPECT_EQ(make_plan({suite()}, {.filters = {"decel 6"}})->cases.size(), 8U);
  EXPECT_EQ(make_plan({suite()}, {.filters = {"nothing like it"}})->cases.size(), 0U);
}

TEST(Plan, ShardsPartIt) {
  const std::vector<Case> all = make_plan({suite()}, {})->cases;
  for (std::size_t of = 1; of <= 7; ++of) {
    std::multiset<std::string> keys;
    for (std::size_t number = 1; number <= of; ++number) {
      const auto part = make_plan({suite()}, {.shard = {number, of}});
      EXPECT_NEAR(static_cast<double>(part->cases.size()),
                  static_cast<double>(all.size()) / static_cast<double>(of), 1);
      for (const Case& one : part->cases) keys.insert(key_of(one));
    }
    std::multiset<std::string> expected;
    for (const Case& one : all) expected.insert(key_of(one));
    EXPECT_EQ(keys, expected) << of;
  }
}

TEST(Plan, ReadsShards) {
  ASSERT_TRUE(read_shard("2/5"));
  EXPECT_EQ(read_shard("2/5")->number, 2U);
  EXPECT_EQ(read_shard("2/5")->of, 5U);
  for (const char* wrong : {"", "2", "0/5", "6/5", "2/", "/5", "2/5x", "-1/5", "a/b"})
    EXPECT_FALSE(read_shard(wrong)) << wrong;
}

TEST(Plan, TooManyRunsAreRefused) {
  SuiteDescription big = suite();
  big.cases[0].seeds = {{1, 100'000'000}};
  const auto plan = make_plan({big}, {});
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.diagnostics()[0].code, "K120");
}

TEST(Plan, NamesSuspectRequirementsOfACase) {
  SuiteDescription one = suite();
  one.requirements = {{.id = "R-1", .text = "a", .is_suspect = true}, {.id = "R-2", .text = "b"}};
  one.cases[1].requirements = {"R-1", "R-2"};
  const base::Result<Plan> plan = make_plan({one}, {});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->cases.back().suspect, std::vector<std::string>{"R-1"});
  EXPECT_TRUE(plan->cases.front().suspect.empty());
}

TEST(Requirement, ADigestStandsForTheWordsOfAText) {
  EXPECT_EQ(digest_of("It stops."), digest_of("  It\n  stops. "));
  EXPECT_NE(digest_of("It stops."), digest_of("It stops"));
  EXPECT_NE(digest_of("It stops."), digest_of("Its tops."));
  EXPECT_EQ(digest_of("It stops.").size(), 8U);
}

}  // namespace
}  // namespace backlot::campaign::plan_test
