#include "backlot/record/event_log.h"

#include <functional>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <malloc.h>

namespace backlot::record::event_log_test {
namespace {

Event event_of(std::uint32_t number, EventKind kind) {
  Event event;
  event.object = {number, 0};
  event.kind = kind;
  return event;
}

std::vector<std::uint32_t> numbers_of(const EventLog& log) {
  std::vector<std::uint32_t> numbers;
  for (const Event& event : log.events()) numbers.push_back(event.object.slot());
  return numbers;
}

TEST(EventLog, MergesChunksByNumberAndKindWhateverTheirOrder) {
  const auto log_of = [](bool is_backwards) {
    EventLog log;
    log.begin_chunks(2);
    const std::size_t first = is_backwards ? 1 : 0;
    log.of_chunk(first).push_back(event_of(7, EventKind::began_lane_change));
    log.of_chunk(first).push_back(event_of(7, EventKind::crossed_line));
    log.of_chunk(first).push_back(event_of(2, EventKind::crossed_line));
    log.of_chunk(1 - first).push_back(event_of(5, EventKind::ended_lane_change));
    EventsSoFar so_far;
    log.take_chunks(so_far);
    return std::pair(std::move(log), so_far.hash);
  };
  const auto [one, one_hash] = log_of(false);
  const auto [other, other_hash] = log_of(true);
  EXPECT_EQ(numbers_of(one), (std::vector<std::uint32_t>{2, 5, 7, 7}));
  EXPECT_EQ(one.events()[2].kind, EventKind::crossed_line);
  EXPECT_TRUE(std::equal(one.events().begin(), one.events().end(), other.events().begin()));
  EXPECT_EQ(one_hash, other_hash);
}

TEST(EventLog, KeepsWhatIsQueuedBetweenStepsForTheNextOne) {
  EventLog log;
  EventsSoFar so_far;
  so_far.queue(event_of(9, EventKind::issued));
  so_far.queue(event_of(3, EventKind::entered));
  EXPECT_TRUE(log.events().empty());
  EXPECT_EQ(so_far.hash, EventsSoFar().hash);
  log.clear();
  log.take_queued(so_far);
  EXPECT_EQ(numbers_of(log), (std::vector<std::uint32_t>{9, 3})) << "as it was said";
  so_far.queue(event_of(9, EventKind::entered));
  so_far.queue(event_of(3, EventKind::entered));
  log.take_queued_by_object(so_far);
  EXPECT_EQ(numbers_of(log), (std::vector<std::uint32_t>{9, 3, 3, 9}));
  EXPECT_TRUE(so_far.queued.empty());
  log.clear();
  EXPECT_TRUE(log.events().empty());
}

// A caller that puts a hundred thousand vehicles on the road at once has as many events in one step, and few in any other.
TEST(EventLog, GivesBackTheMemoryOfManyAtOnce) {
  const auto bytes_in_use = [] {
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
  };
  EventLog log;
  EventsSoFar so_far;
  const std::size_t before = bytes_in_use();
  for (std::uint32_t k = 0; k < 100000; ++k) so_far.queue(event_of(k, EventKind::entered));
  log.clear();
  log.take_queued(so_far);
  ASSERT_EQ(log.events().size(), 100000U);
  log.clear();
  EXPECT_LT(bytes_in_use(), before + 100000);
}

TEST(EventLog, HashesEveryFieldAndTheOrder) {
  const std::vector<std::function<void(Event&)>> changes = {
      [](Event&) {},
      [](Event& e) { e.time = base::SimTime::from_nanoseconds(1); },
      [](Event& e) {
        e.object = {1, 0};
      },
      [](Event& e) {
        e.object = {0, 1};
      },
      [](Event& e) {
        e.other = {1, 0};
      },
      [](Event& e) { e.corridor = network::CorridorId(4); },
      [](Event& e) { e.other_corridor = network::CorridorId(4); },
      [](Event& e) { e.from = network::LaneId(4); },
      [](Event& e) { e.to = network::LaneId(4); },
      [](Event& e) { e.relative_speed_mps = 2; },
      [](Event& e) { e.directive = 2; },
      [](Event& e) { e.issuer = 2; },
      [](Event& e) { e.kind = EventKind::left; },
      [](Event& e) { e.side = world::Side::left; },
      [](Event& e) { e.aspect = network::Aspect::red; },
      [](Event& e) { e.right_of_way = RightOfWay::first; },
      [](Event& e) { e.reason = 3; },
  };
  std::set<std::uint64_t> hashes;
  for (const auto& change : changes) {
    Event event = event_of(0, EventKind::entered);
    change(event);
    hashes.insert(chained(0, event));
  }
  EXPECT_EQ(hashes.size(), changes.size());
  const Event a = event_of(1, EventKind::left), b = event_of(2, EventKind::left);
  EXPECT_NE(chained(chained(0, a), b), chained(chained(0, b), a));
}

TEST(EventLog, GoesOnFromACopyOfTheState) {
  EventLog log;
  EventsSoFar so_far;
  log.add(event_of(1, EventKind::entered), so_far);
  so_far.queue(event_of(2, EventKind::issued));
  EventsSoFar copy = so_far;
  EventLog other;
  log.take_queued(so_far);
  other.take_queued(copy);
  EXPECT_EQ(copy.hash, so_far.hash);
  EXPECT_EQ(numbers_of(other), (std::vector<std::uint32_t>{2}));
}

TEST(Event, HasANameForEveryKind) {
  std::set<std::string_view> names;
  for (std::uint32_t k = 0; k < kEventKinds; ++k) names.insert(to_text(static_cast<EventKind>(k)));
  EXPECT_EQ(names.size(), kEventKinds);
}

}  // namespace
}  // namespace backlot::record::event_log_test
