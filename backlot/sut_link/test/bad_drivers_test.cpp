// Drivers that fail in every way, each in a process of its own: what is said, and that nothing is left of them.
#include <chrono>
#include <memory>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include "backlot/sut_link/open_driver.h"
#include "backlot/sut_link/test/processes.h"

namespace backlot::sut_link::bad_drivers_test {
namespace {

using std::chrono::milliseconds;
using sut::Failure;

struct BadDriver {
  const char* how;
  Failure failure;
  const char* said;
};
void PrintTo(const BadDriver& bad, std::ostream* out) { *out << bad.how; }  // NOLINT: gtest's name

class BadDrivers : public ::testing::TestWithParam<BadDriver> {};

// Answers to at most ten views; the trouble that ends them.
std::optional<sut::Trouble> drive(sut::System& system) {
  if (auto trouble = system.reset({})) return trouble;
  sut::Command command;
  for (std::uint64_t cycle = 0; cycle < 10; ++cycle)
    if (auto trouble = system.step({.cycle = cycle, .time_s = 0.05 * static_cast<double>(cycle)}, command))
      return trouble;
  return std::nullopt;
}

// A short limit only for drivers that never answer: the others have as long as a busy machine may need.
DriverOptions options_for(const BadDriver& bad) {
  if (bad.failure != Failure::hung) return {};
  if (std::string(bad.how) == "never_says_hello") return {.start_limit = milliseconds(300)};
  return {.cycle_limit = milliseconds(200)};
}

TEST_P(BadDrivers, AreCalledWhatTheyAre) {
  const BadDriver& bad = GetParam();
  const std::string mark = unique_mark();
  {
    auto driver = open_driver(std::string(BACKLOT_BAD_DRIVER) + " " + bad.how + " " + mark, options_for(bad));
    ASSERT_TRUE(driver) << to_text(driver.diagnostics());
    // The second time it is started anew, and fails in the same way.
    for (int k = 0; k < 2; ++k) {
      const std::optional<sut::Trouble> trouble = drive(**driver);
      ASSERT_TRUE(trouble);
      EXPECT_EQ(trouble->failure, bad.failure) << trouble->text;
      EXPECT_NE(trouble->text.find(bad.said), std::string::npos) << trouble->text;
      EXPECT_EQ(count_processes(mark), 0) << "it is gone as soon as it has failed";
    }
  }
  EXPECT_FALSE(has_children());
}

INSTANTIATE_TEST_SUITE_P(
    All, BadDrivers,
    ::testing::Values(
        BadDriver{"garbage", Failure::protocol, "no message of the protocol"},
        BadDriver{"babbles_at_once", Failure::protocol, "bytes"},
        BadDriver{"too_long", Failure::protocol, "4000000000 bytes"},
        BadDriver{"nan", Failure::protocol, "in cycle 3, the steering angle is not a finite number"},
        BadDriver{"infinite", Failure::protocol, "in cycle 3, the acceleration is not a finite number"},
        BadDriver{"no_motion", Failure::protocol, "neither steering nor a path"},
        BadDriver{"short_path", Failure::protocol, "fewer than two points"},
        BadDriver{"long_path", Failure::protocol, "more than 1,000 points"},
        BadDriver{"many_signals", Failure::protocol, "more than 256 signals"},
        BadDriver{"other_cycle", Failure::protocol, "answered the view of cycle 3 for cycle 4"},
        BadDriver{"twice", Failure::protocol, "answered the view of cycle 4 for cycle 3"},
        BadDriver{"ready", Failure::protocol, "answered the view of cycle 3 with a ready"},
        BadDriver{"empty", Failure::protocol, "with an empty message"},
        BadDriver{"other_version", Failure::protocol, "speaks version 2"},
        BadDriver{"other_run", Failure::protocol, "the ready of another run"},
        BadDriver{"fault", Failure::crashed, "the planner has no plan"},
        BadDriver{"exits", Failure::crashed, "the driver ended with exit code 3"},
        BadDriver{"leaves", Failure::crashed, "the driver ended with exit code 0"},
        BadDriver{"ends_at_once", Failure::crashed, "the driver ended with exit code 5"},
        BadDriver{"says_and_exits", Failure::crashed, "exit code 7; it printed last: no map for this road"},
        BadDriver{"killed", Failure::crashed, "was ended by signal 11"},
        BadDriver{"cut", Failure::crashed, "in the midst of an answer the driver ended with exit code 0"},
        BadDriver{"closes", Failure::crashed, "closed its connection and went on running"},
        BadDriver{"late", Failure::hung, "no answer within 0.2 s"},
        BadDriver{"nothing", Failure::hung, "no answer within 0.2 s"},
        BadDriver{"floods", Failure::hung, "no answer within 0.2 s"},
        BadDriver{"never_says_hello", Failure::hung, "no answer within 0.3 s"}),
    [](const auto& one) { return std::string(one.param.how); });

TEST(BadDriver, WithALogThatCannotBeWrittenIsNotStarted) {
  auto driver = open_driver(std::string(BACKLOT_BAD_DRIVER) + " good", {.log_file = "/no/such/folder/log"});
  ASSERT_TRUE(driver);
  const std::optional<sut::Trouble> trouble = drive(**driver);
  ASSERT_TRUE(trouble);
  EXPECT_NE(trouble->text.find("/no/such/folder/log"), std::string::npos) << trouble->text;
}

TEST(GoodDriver, MayPrintAsMuchAsItLikes) {
  auto driver = open_driver(std::string(BACKLOT_BAD_DRIVER) + " prints", {});
  ASSERT_TRUE(driver);
  for (int k = 0; k < 3; ++k) {
    const std::optional<sut::Trouble> trouble = drive(**driver);
    EXPECT_FALSE(trouble) << trouble->text;
  }
}

}  // namespace
}  // namespace backlot::sut_link::bad_drivers_test
