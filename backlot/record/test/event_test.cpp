#include "backlot/record/event.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "backlot/base/fields.h"

namespace backlot::record::event_test {
namespace {

Event full_event() {
  Event event;
  event.time = base::SimTime::from_nanoseconds(1500000000);
  event.object = {3, 7};
  event.other = {4, 9};
  event.corridor = network::CorridorId(1);
  event.other_corridor = network::CorridorId(2);
  event.from = network::LaneId(5);
  event.to = network::LaneId(6);
  event.relative_speed_mps = 2.5F;
  event.directive = std::uint64_t{1} << 40U;
  event.issuer = 12;
  event.programme = 3;
  event.kind = EventKind::light_released;
  event.side = world::Side::right;
  event.aspect = network::Aspect::flashing_red;
  event.right_of_way = RightOfWay::neither;
  event.directive_kind = 9;
  event.reason = 4;
  return event;
}

TEST(Event, ComesBackFromItsFields) {
  base::FieldWriter writer;
  writer(full_event());
  base::FieldReader reader(writer.bytes());
  Event event;
  reader(event);
  EXPECT_FALSE(reader.has_failed());
  EXPECT_EQ(reader.left(), 0U);
  EXPECT_EQ(event, full_event());
}

TEST(Event, TakesNoKindThatThereIsNot) {
  Event event = full_event();
  event.kind = static_cast<EventKind>(kEventKinds);
  base::FieldWriter writer;
  writer(event);
  base::FieldReader reader(writer.bytes());
  reader(event);
  EXPECT_TRUE(reader.has_failed());
}

// Every byte that is saved counts in the hash, so no field can be left out of it.
TEST(Event, HasAHashOfAllItsFields) {
  base::FieldWriter writer;
  writer(full_event());
  std::set<std::uint64_t> hashes = {chained(0, full_event())};
  std::size_t changed = 0;
  for (std::size_t k = 0; k < writer.bytes().size(); ++k) {
    std::string bytes = writer.bytes();
    bytes[k] = static_cast<char>(bytes[k] ^ 1);
    base::FieldReader reader(bytes);
    Event event;
    reader(event);
    if (reader.has_failed()) continue;
    ++changed;
    hashes.insert(chained(0, event));
  }
  EXPECT_GT(changed, 50U);
  EXPECT_EQ(hashes.size(), changed + 1);
  EXPECT_NE(chained(1, full_event()), chained(0, full_event()));
}

TEST(Event, NamesDirectivesWithSixtyFourBits) {
  Event one = full_event(), other = full_event();
  other.directive ^= std::uint64_t{1} << 63U;
  EXPECT_NE(chained(0, one), chained(0, other));
}

}  // namespace
}  // namespace backlot::record::event_test
