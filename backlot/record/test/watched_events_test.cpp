#include "backlot/record/watched_events.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace backlot::record::watched_events_test {
namespace {

TEST(WatchedEvents, ComeInTheOrderOfTheirKindsWithTheirFields) {
  world::Watched seen;
  seen.began = {world::Side::left, network::LaneId(1), network::LaneId(2)};
  seen.ended = {world::Side::right, network::LaneId(3), network::LaneId(4)};
  seen.crossed = {network::LaneId(1), network::CorridorId(5)};
  std::vector<Event> events;
  add_events(seen, base::SimTime::from_nanoseconds(7), {8, 9}, network::Aspect::red, events);
  ASSERT_EQ(events.size(), 3U);
  EXPECT_TRUE(std::ranges::is_sorted(events, {}, &Event::kind));
  for (const Event& event : events) {
    EXPECT_EQ(event.time.nanoseconds(), 7);
    EXPECT_EQ(event.object, (world::ObjectId{8, 9}));
  }
  EXPECT_EQ(events[0].kind, EventKind::crossed_line);
  EXPECT_EQ(events[0].corridor, network::CorridorId(5));
  EXPECT_EQ(events[0].aspect, network::Aspect::red);
  EXPECT_EQ(events[1].kind, EventKind::ended_lane_change);
  EXPECT_EQ(events[1].side, world::Side::right);
  EXPECT_EQ(events[1].from, network::LaneId(3));
  EXPECT_EQ(events[1].to, network::LaneId(4));
  EXPECT_EQ(events[2].kind, EventKind::began_lane_change);
  EXPECT_EQ(events[2].to, network::LaneId(2));
}

TEST(WatchedEvents, AreNoneWhereNothingHappened) {
  std::vector<Event> events;
  add_events({}, {}, {8, 9}, network::Aspect::red, events);
  EXPECT_TRUE(events.empty());
}

}  // namespace
}  // namespace backlot::record::watched_events_test
