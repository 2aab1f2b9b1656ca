#include "backlot/world/occupancy.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/geometry/test/catalogue.h"
#include "backlot/world/test/random_bodies.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::world::occupancy_test {
namespace {

using network::StripId;

const TestRoads& town() {
  static const TestRoads all(scene("biketown.way"));
  return all;
}

bool are_equal(const Entry& a, const Entry& b) {
  return a.from == b.from && a.to == b.to && a.right == b.right && a.left == b.left &&
         a.claim_right == b.claim_right && a.claim_left == b.claim_left && a.speed_mps == b.speed_mps &&
         a.front_m == b.front_m && a.arrived_s == b.arrived_s && a.id == b.id && a.shape == b.shape &&
         a.length_dm == b.length_dm && a.flags == b.flags;
}

Entry entry(std::uint32_t id, double from, double to, float right = -1, float left = 1,
            std::uint16_t flags = 0) {
  Entry e;
  e.id = id;
  e.from = from;
  e.to = to;
  e.right = right;
  e.left = left;
  e.flags = flags;
  return e;
}

// With the batches that it is filled with.
class FilledOccupancy : public Occupancy {
 public:
  using Occupancy::Occupancy;
  void fill_with(const std::vector<std::vector<StripEntry>>& portions) {
    batches_.clear();
    for (const std::vector<StripEntry>& entries : portions) batches_.push_back(batch_of(entries));
    fill(batches_);
  }

 private:
  std::vector<EntryBatch> batches_;
};

// ---- lists

TEST(Occupancy, IsEmptyAtFirstAndAfterAnEmptyBatch) {
  FilledOccupancy occupancy(10);
  EXPECT_TRUE(occupancy.on(StripId(3)).empty());
  occupancy.fill_with({{{StripId(3), entry(1, 0, 5)}}});
  EXPECT_EQ(occupancy.on(StripId(3)).size(), 1U);
  EXPECT_EQ(occupancy.active().size(), 1U);
  EXPECT_NEAR(occupancy.longest(), 5, 1e-6);
  occupancy.fill_with({});
  EXPECT_TRUE(occupancy.on(StripId(3)).empty());
  EXPECT_TRUE(occupancy.active().empty());
  EXPECT_EQ(occupancy.first_between(StripId(3), {0, 10}), nullptr);
  EXPECT_EQ(occupancy.longest(), 0);
}

TEST(Occupancy, ListsByDistanceThenNumber) {
  const StripId strip(2);
  const std::vector<std::vector<StripEntry>> entries = {
      {{strip, entry(7, 10, 12)}, {strip, entry(3, 10, 11)}},
      {{strip, entry(5, 2, 20)}, {StripId(1), entry(4, 0, 1)}}};
  FilledOccupancy occupancy(5);
  occupancy.fill_with(entries);
  std::vector<std::uint32_t> ids;
  for (const Entry& e : occupancy.on(strip)) ids.push_back(e.id);
  EXPECT_EQ(ids, (std::vector<std::uint32_t>{5, 3, 7}));
  EXPECT_EQ(occupancy.on(StripId(1)).size(), 1U);
}

//   distance  0    5    10   15   20   25   30
//      left        [ 1  ]         [ 3 ]
//     right             [    2         ]   [4 approaches]
TEST(Occupancy, FindsTheFirstFromEitherSide) {
  const StripId strip(0);
  const std::vector<std::vector<StripEntry>> entries = {
      {{strip, entry(1, 5, 10, 0, 3)},
       {strip, entry(2, 10, 25, -3, 0)},
       {strip, entry(3, 20, 24, 0.5F, 3)},
       {strip, entry(4, 28, 28, 0, 0, EntryFlag::approaches)}}};
  FilledOccupancy occupancy(1);
  occupancy.fill_with(entries);
  struct Case {
    const char* name;
    Window window;
    bool looks_back;
    std::optional<std::uint32_t> expected;
  };
  for (const Case& c : {
           Case{"the whole strip", {0, 30}, false, 1U},
           Case{"the whole strip, seen from its end", {0, 30}, true, 2U},
           Case{"from within a body", {12, 30}, false, 2U},
           Case{"touching its end", {10, 12}, false, 1U},
           Case{"just behind its end", {10.001, 12}, false, 2U},
           Case{"touching its start", {0, 5}, false, 1U},
           Case{"before all", {0, 4.9}, false, std::nullopt},
           Case{"those who only approach are passed over", {26, 30}, false, std::nullopt},
           Case{"on the left", {11, 30, 0.2, 3}, false, 3U},
           Case{"on the right", {0, 30, -3, -0.1}, false, 2U},
           Case{"on the left, seen from the end", {0, 30, 0.2, 3}, true, 3U},
           Case{"on the left, seen from the middle", {0, 19, 0.2, 3}, true, 1U},
           Case{"further left than all", {0, 30, 3.1, 4}, false, std::nullopt},
       }) {
    const Entry* found = occupancy.first_between(strip, c.window, c.looks_back);
    EXPECT_EQ(found == nullptr ? std::nullopt : std::optional(found->id), c.expected) << c.name;
  }
}

// A difference may round down, so that to - (to - from) lies behind from.
TEST(Occupancy, FindsTheLongestByItsVeryEnd) {
  base::RandomStream random{10, 0, 0};
  for (int k = 0; k < 1000; ++k) {
    const Entry e = entry(1, random.uniform(0, 100), random.uniform(100, 110));
    const std::vector<std::vector<StripEntry>> entries = {{{StripId(0), e}}};
    FilledOccupancy occupancy(1);
    occupancy.fill_with(entries);
    ASSERT_NE(occupancy.first_between(StripId(0), {e.to, e.to + 5}), nullptr);
    ASSERT_NE(occupancy.first_between(StripId(0), {e.to, e.to + 5}, true), nullptr);
  }
}

TEST(Occupancy, DoesNotDependOnTheOrderOfAdding) {
  const std::vector<Body> bodies = random_bodies(town(), 300, 11);
  std::vector<std::vector<StripEntry>> by_body;
  for (const Body& body : bodies) by_body.push_back(entries_of(town(), body));
  FilledOccupancy expected(town().network.strips().size());
  expected.fill_with(by_body);

  base::RandomStream random{12, 0, 0};
  FilledOccupancy occupancy(town().network.strips().size());
  for (int run = 0; run < 20; ++run) {
    // another order, and other portions
    std::vector<std::vector<StripEntry>> order = by_body, portions(1 + random.below(9));
    for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[random.below(k)]);
    for (const std::vector<StripEntry>& one : order) {
      std::vector<StripEntry>& portion = portions[random.below(portions.size())];
      portion.insert(portion.end(), one.begin(), one.end());
    }
    occupancy.fill_with(portions);
    EXPECT_EQ(occupancy.longest(), expected.longest());
    for (std::uint32_t s = 0; s < town().network.strips().size(); ++s) {
      const auto a = occupancy.on(StripId(s)), b = expected.on(StripId(s));
      ASSERT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end(), are_equal))
          << town().network.name_of(StripId(s));
    }
  }
}

// ---- one object at a time

// Batches of one body each leave and others come, in any order, and the lists are those of the bodies that are there.
TEST(Occupancy, ReplacesOneObjectAtATime) {
  const std::size_t strips = town().network.strips().size();
  std::vector<EntryBatch> now;
  for (const Body& body : random_bodies(town(), 200, 13)) now.push_back(batch_of(entries_of(town(), body)));
  const std::vector<Body> others = random_bodies(town(), 1000, 14);
  Occupancy occupancy(strips), expected(strips);
  occupancy.fill(now);
  base::RandomStream random{15, 0, 0};
  for (std::size_t k = 0; k < others.size(); ++k) {
    const std::size_t which = random.below(now.size());
    Body other = others[k];
    other.signs.number = static_cast<std::uint32_t>(which);
    EntryBatch next = batch_of(entries_of(town(), other));
    occupancy.remove(now[which], 0, now[which].size());
    std::swap(now[which], next);
    occupancy.insert(now[which], 0, now[which].size());
    expected.fill(now);
    for (std::uint32_t s = 0; s < strips; ++s) {
      const auto a = occupancy.on(StripId(s)), b = expected.on(StripId(s));
      ASSERT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end(), are_equal)) << k;
    }
    ASSERT_GE(occupancy.longest(), expected.longest());
    for (std::size_t e = 0; e < now[which].size(); ++e)
      ASSERT_EQ(&occupancy.on(now[which].strip(e))[occupancy.number_of(now[which], e)], &now[which][e]);
    if (k % 300 == 299) occupancy.fill(now);  // and begins anew
  }
}

TEST(Occupancy, TakesObjectsIntoAnEmptyOne) {
  const std::vector<StripEntry> entries = {
      {StripId(2), entry(7, 10, 12)}, {StripId(2), entry(3, 10, 11)}, {StripId(2), entry(5, 2, 20)}};
  const EntryBatch batch = batch_of(entries);
  Occupancy occupancy(4);
  occupancy.insert(batch, 0, 2);
  occupancy.insert(batch, 2, 3);
  std::vector<std::uint32_t> ids;
  for (const Entry& e : occupancy.on(StripId(2))) ids.push_back(e.id);
  EXPECT_EQ(ids, (std::vector<std::uint32_t>{5, 3, 7}));
  EXPECT_EQ(occupancy.active().size(), 1U);
  EXPECT_NE(occupancy.first_between(StripId(2), {20, 25}), nullptr) << "the longest, by its very end";
  occupancy.remove(batch, 0, 3);
  EXPECT_TRUE(occupancy.on(StripId(2)).empty());
}

TEST(Occupancy, FindsTheOwnEntryWhateverIsGuessed) {
  EntryBatch batch;
  const auto add = [&](std::uint32_t id, double from, std::uint16_t flags) {
    Entry& e = batch.add(StripId(1), from, from + 4, -1, 1);
    e.id = id;
    e.flags = flags;
  };
  // three bodies are level, and one of them is there twice
  for (const std::uint32_t id : {4U, 2U, 9U}) add(id, 30, EntryFlag::own);
  add(2, 30, 0);
  add(5, 12, EntryFlag::own);
  add(7, 50, EntryFlag::own);
  Occupancy occupancy(2);
  occupancy.fill(std::span(&batch, 1));
  for (std::size_t k = 0; k < batch.size(); ++k) {
    if (!batch[k].has(EntryFlag::own)) continue;
    for (std::uint32_t guess = 0; guess < 10; ++guess) {
      const std::uint32_t found = occupancy.number_of_own(StripId(1), batch[k].from, batch[k].id, guess);
      EXPECT_EQ(&occupancy.on(StripId(1))[found], &batch[k]) << batch[k].id << " guessed at " << guess;
    }
  }
}

// ---- queries against a scan of all entries

bool touches(const Entry& e, const Window& w) {
  return (e.flags & EntryFlag::approaches) == 0 && e.to >= w.from && e.from <= w.to &&
         static_cast<double>(e.left) >= w.right && static_cast<double>(e.right) <= w.left;
}

// All that touch a window, in the order in which a look along the strip meets them.
std::vector<Entry> all_slowly(const std::vector<StripEntry>& entries, StripId strip, const Window& window,
                              bool looks_back) {
  std::vector<Entry> found;
  for (const StripEntry& e : entries)
    if (e.strip == strip && touches(e.entry, window)) found.push_back(e.entry);
  std::sort(found.begin(), found.end(), [&](const Entry& a, const Entry& b) {
    if (looks_back) return a.to != b.to ? a.to > b.to : a.id < b.id;
    return a.from != b.from ? a.from < b.from : a.id < b.id;
  });
  return found;
}

TEST(Occupancy, AnswersAsAScanOverAllBodiesWould) {
  const std::size_t count = geometry::test::point_count(1'000'000);
  constexpr std::size_t kTowns = 10;
  base::RandomStream random{13, 0, 0};
  std::size_t hits = 0;
  std::vector<const Entry*> found;
  for (std::size_t k = 0; k < kTowns; ++k) {
    const std::vector<Body> bodies = random_bodies(town(), 300, 100 + k);
    const std::vector<StripEntry> entries = entries_of(town(), bodies);
    FilledOccupancy occupancy(town().network.strips().size());
    const std::vector<std::vector<StripEntry>> in_one = {entries};
    occupancy.fill_with(in_one);
    for (std::size_t q = 0; q < count / kTowns; ++q) {
      // mostly near an entry, sometimes to the very bit at one of its ends
      const StripEntry& someone = entries[random.below(entries.size())];
      const StripId strip =
          random.below(20) == 0
              ? StripId(static_cast<std::uint32_t>(random.below(town().network.strips().size())))
              : someone.strip;
      Window window;
      const auto where = random.below(8);
      window.from = where == 0   ? someone.entry.to
                    : where == 1 ? someone.entry.from
                                 : someone.entry.from + random.uniform(-40, 40);
      window.to = window.from + (random.below(10) == 0 ? 0 : random.uniform(0, 60));
      if (where == 2) {
        window.to = someone.entry.from;
        window.from = window.to - random.uniform(0, 60);
      }
      if (random.below(2) == 0) {
        window.right = random.uniform(-8, 8);
        window.left = window.right + random.uniform(0, 4);
      }
      const bool looks_back = random.below(2) == 0;
      const std::vector<Entry> expected = all_slowly(entries, strip, window, looks_back);
      occupancy.all_between(strip, window, found, looks_back);
      ASSERT_EQ(found.size(), expected.size()) << "query " << q;
      for (std::size_t i = 0; i < found.size(); ++i) {
        // one body may be there twice, level with itself
        ASSERT_EQ(found[i]->id, expected[i].id) << "query " << q;
        ASSERT_EQ(found[i]->from, expected[i].from) << "query " << q;
      }
      const Entry* first = occupancy.first_between(strip, window, looks_back);
      ASSERT_EQ(first == nullptr, expected.empty()) << "query " << q;
      if (first != nullptr) {
        ++hits;
        ASSERT_EQ(first->id, expected.front().id) << "query " << q;
        ASSERT_EQ(looks_back ? first->to : first->from,
                  looks_back ? expected.front().to : expected.front().from);
      }
    }
  }
  EXPECT_GT(hits, count / 3);
  EXPECT_LT(hits, count);
}

#if BACKLOT_ENABLE_ASSERTS

TEST(OccupancyDeathTest, HasNoMoreStripsAndEntriesThanItHas) {
  const Occupancy empty(3);
  EXPECT_DEATH(static_cast<void>(empty.on(network::StripId(3))), "not so many");
  EXPECT_DEATH(static_cast<void>(empty.on(network::StripId(2))[0]), "not so many entries");
  EXPECT_DEATH(static_cast<void>(empty.number_of_own(network::StripId(2), 0, 1, 0)), "not in the list");
}

#endif

}  // namespace
}  // namespace backlot::world::occupancy_test
