// Values that became messages, bytes, messages and values again are what they were, bit by bit.
#include "backlot/sut_link/internal/messages.h"

#include <bit>
#include <limits>
#include <string>

#include <backlot/sut_link/driver.pb.h>
#include <gtest/gtest.h>

#include "backlot/sut_link/test/random_values.h"

namespace backlot::sut_link::messages_test {
namespace {

using namespace std::string_literals;

constexpr int kTries = 2000;

template <class Message>
Message through_bytes(const Message& message) {
  Message read;
  EXPECT_TRUE(read.ParseFromString(message.SerializeAsString()));
  return read;
}

bool has_same_sign(double a, double b) { return std::signbit(a) == std::signbit(b); }

// The messages and the values are used again from try to try, as they are in a run from cycle to cycle.
TEST(Messages, MissionsComeBackAsTheyWere) {
  RandomValues random(1);
  driver::Mission message;
  sut::Mission back;
  for (int k = 0; k < kTries; ++k) {
    const sut::Mission mission = random.mission();
    fill(mission, message);
    EXPECT_EQ(read(through_bytes(message), back), "");
    ASSERT_EQ(back, mission);
    ASSERT_TRUE(has_same_sign(back.cycle_s, mission.cycle_s));  // -0 is not 0
  }
}

TEST(Messages, ViewsComeBackAsTheyWere) {
  RandomValues random(2);
  driver::View message;
  sut::View back;
  for (int k = 0; k < kTries; ++k) {
    const sut::View view = random.view();
    fill(view, message);
    EXPECT_EQ(read(through_bytes(message), back), "");
    ASSERT_EQ(back, view);
    ASSERT_TRUE(has_same_sign(back.own.speed_mps, view.own.speed_mps));
  }
}

TEST(Messages, CommandsComeBackAsTheyWere) {
  RandomValues random(3);
  driver::Command message;
  sut::Command back;
  for (int k = 0; k < kTries; ++k) {
    const sut::Command command = random.command();
    fill(command, static_cast<std::uint64_t>(k), message);
    const driver::Command received = through_bytes(message);
    EXPECT_EQ(received.cycle(), static_cast<std::uint64_t>(k));
    EXPECT_EQ(read(received, back), "");
    ASSERT_EQ(back, command);
  }
}

TEST(Messages, EvenTheBitsOfANumberThatIsNoneArrive) {
  const double strange = std::bit_cast<double>(0x7ff8dead0000beefULL);
  driver::Command message;
  fill({.motion = sut::Steering{strange, 0}}, 0, message);
  sut::Command back;
  EXPECT_EQ(read(through_bytes(message), back), "");
  EXPECT_EQ(std::bit_cast<std::uint64_t>(std::get<sut::Steering>(back.motion).steering_rad),
            std::bit_cast<std::uint64_t>(strange));
}

// The numbers of the fields are a promise to drivers that were compiled long ago.
TEST(Messages, BytesOfACommandAreAsTheyAlwaysWere) {
  const std::string bytes =
      "\x08\x03"                                               // 1: cycle 3
      "\x12\x12"                                               // 2: steering, 18 bytes
      "\x09\x00\x00\x00\x00\x00\x00\xe0\x3f"                   //   1: 0.5
      "\x11\x00\x00\x00\x00\x00\x00\xf0\xbf"                   //   2: -1
      "\x28\x01"                                               // 5: indicates right
      "\x32\x0c\x0a\x01q\x11\x00\x00\x00\x00\x00\x00\x10\x40"  // 6: signal q = 4
      ""s;
  driver::Command message;
  ASSERT_TRUE(message.ParseFromString(bytes));
  sut::Command command;
  EXPECT_EQ(read(message, command), "");
  EXPECT_EQ(command,
            (sut::Command{.motion = sut::Steering{0.5, -1}, .indicates_right = true, .signals = {{"q", 4}}}));
  driver::Command again;
  fill(command, 3, again);
  EXPECT_EQ(again.SerializeAsString(), bytes);
}

TEST(Messages, UnknownWordsOfANewerProgramAreRefused) {
  driver::View view;
  view.add_objects()->set_kind(static_cast<driver::Kind>(9));
  sut::View back;
  EXPECT_NE(read(view, back), "");
  driver::Mission mission;
  mission.mutable_road()->add_lines()->set_rule(static_cast<driver::LineRule>(-1));
  sut::Mission mission_back;
  EXPECT_NE(read(mission, mission_back), "");
  sut::Command command;
  EXPECT_NE(read(driver::Command(), command), "");
}

}  // namespace
}  // namespace backlot::sut_link::messages_test
