#include "backlot/trial/stamped_event.h"

#include <gtest/gtest.h>

#include "backlot/record/csv.h"
#include "backlot/trial/pedals.h"

namespace backlot::trial::stamped_event_test {
namespace {

// Known answers: the epoch, a leap day, the last microsecond of a year.
TEST(StampedEvent, WallTimeIsWrittenAsIso8601) {
  EXPECT_EQ(utc_text(0), "1970-01-01T00:00:00.000000Z");
  EXPECT_EQ(utc_text(951'827'696'123'456), "2000-02-29T12:34:56.123456Z");
  EXPECT_EQ(utc_text(1'798'761'599'999'999), "2026-12-31T23:59:59.999999Z");
}

TEST(StampedEvent, ARowHasACellForEachColumnAndEmptyOnesForWhatThereIsNot) {
  std::string line;
  const StampedEvent event{.stamp = {.time_s = 1.5, .run_s = 31.5, .monotonic_s = 7, .utc = "u"},
                           .event = "marker",
                           .name = "g",
                           .text = "a, b"};
  record::append_row(stamped_event_columns(), event, line);
  EXPECT_EQ(line, "1.500,31.500,7.000000,u,marker,g,,,,,\"a, b\",\n");
}

TEST(Pedals, AreKnownWhileAHumanDrives) {
  const std::vector<sut::WhiteBoxSignal> human{
      {kWheelSignal, -0.5}, {kAcceleratorSignal, 0.25}, {kBrakeSignal, 1}, {kIsHumanSignal, 1}};
  const auto pedals = find_pedals(human);
  ASSERT_TRUE(pedals);
  EXPECT_EQ(pedals->accelerator, 0.25);
  EXPECT_EQ(pedals->brake, 1);
  EXPECT_EQ(pedals->steering_wheel, -0.5);
  const std::vector<sut::WhiteBoxSignal> software{{kIsHumanSignal, 0}};
  EXPECT_FALSE(find_pedals(software));
  EXPECT_EQ(find_is_human(software), false);
  EXPECT_FALSE(find_is_human({}));
}

}  // namespace
}  // namespace backlot::trial::stamped_event_test
