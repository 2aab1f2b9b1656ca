// Processes of drivers end with their owner, whatever happens to it; one process serves many runs.
#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backlot/drivers/shipped.h"
#include "backlot/sut_link/open_driver.h"
#include "backlot/sut_link/test/processes.h"

namespace backlot::sut_link::child_test {
namespace {

const std::string kBad = BACKLOT_BAD_DRIVER, kServe = BACKLOT_SERVE_DRIVER;

std::unique_ptr<ConnectedDriver> open(const std::string& text, const DriverOptions& options = {}) {
  auto driver = open_driver(text, options);
  EXPECT_TRUE(driver) << to_text(driver.diagnostics());
  return *std::move(driver);
}

TEST(Child, IsUsedForRunAfterRunAndIsNewForEachWhereThatIsAsked) {
  for (const bool is_fresh : {false, true}) {
    const std::string log = ::testing::TempDir() + unique_mark() + "log";
    const auto driver =
        open("sh -c 'echo started; exec " + kBad + " good'", {.is_fresh = is_fresh, .log_file = log});
    sut::Command command;
    for (int run = 0; run < 3; ++run) {
      ASSERT_FALSE(driver->reset({}));
      ASSERT_FALSE(driver->step({.cycle = 0}, command));
    }
    std::ifstream file(log);
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_EQ(text.str(), is_fresh ? "started\nstarted\nstarted\n" : "started\n");
    std::filesystem::remove(log);
  }
  EXPECT_FALSE(has_children());
}

TEST(Child, EndsWithItsOwnerAndSoDoProcessesThatItStarted) {
  const std::string mark = unique_mark();
  {
    const auto driver = open("sh -c '" + kBad + " good " + mark + " & wait'");
    ASSERT_FALSE(driver->reset({}));
    EXPECT_EQ(count_processes(kBad + std::string(1, '\0') + "good" + std::string(1, '\0') + mark), 1);
  }
  EXPECT_EQ(count_processes(mark), 0);
  EXPECT_FALSE(has_children());
}

// The owner is a process of its own, which is killed in the midst of a run.
TEST(Child, EndsWhenItsOwnerIsKilled) {
  for (const char* how : {"good", "nothing"}) {
    const std::string mark = unique_mark();
    std::array<int, 2> ready{};
    ASSERT_EQ(::pipe(ready.data()), 0);
    const pid_t owner = ::fork();
    if (owner == 0) {
      const auto driver = open_driver("sh -c '" + kBad + " " + how + " " + mark + " & wait'", {});
      sut::Command command;
      const bool is_well = driver && !(*driver)->reset({}) && !(*driver)->step({.cycle = 0}, command);
      const char byte = is_well ? 'y' : 'n';
      if (::write(ready[1], &byte, 1) != 1) ::_exit(1);
      if (std::string(how) == "nothing") (*driver)->step({.cycle = 3}, command);  // waits for an answer
      for (;;) ::pause();
    }
    char byte = 0;
    ASSERT_EQ(::read(ready[0], &byte, 1), 1);
    EXPECT_EQ(byte, 'y');
    EXPECT_EQ(count_processes(mark), 2) << "the shell and the driver";
    ::kill(owner, SIGKILL);
    ::waitpid(owner, nullptr, 0);
    EXPECT_TRUE(wait_for_processes(mark, 0)) << how;
    ::close(ready[0]);
    ::close(ready[1]);
  }
}

// The kernel's signal at the death of a parent goes by threads: a driver outlives the thread that started it.
TEST(Child, OutlivesTheThreadThatStartedIt) {
  const auto driver = open(kBad + " good");
  std::thread([&] { EXPECT_FALSE(driver->reset({})); }).join();
  sut::Command command;
  for (std::uint64_t cycle = 0; cycle < 50; ++cycle) ASSERT_FALSE(driver->step({.cycle = cycle}, command));
}

TEST(Child, IsUnharmedBySignalsToItsOwner) {
  static std::atomic<int> signals = 0;
  struct sigaction action {
  }, before{};
  action.sa_handler = [](int) { ++signals; };  // and calls of the system are not taken up again
  ::sigaction(SIGALRM, &action, &before);
  const itimerval often{{0, 200}, {0, 200}}, never{};
  ::setitimer(ITIMER_REAL, &often, nullptr);
  {
    const auto driver = open(kBad + " good");
    sut::Command command;
    EXPECT_FALSE(driver->reset({}));
    for (std::uint64_t cycle = 0; cycle < 100000 && signals < 50; ++cycle)
      ASSERT_FALSE(driver->step({.cycle = cycle}, command));
  }
  ::setitimer(ITIMER_REAL, &never, nullptr);
  ::sigaction(SIGALRM, &before, nullptr);
  EXPECT_GE(signals, 50);
  EXPECT_FALSE(has_children());
}

// Drivers in turns, each with a state of its own: what each answers is what the same driver answers in this process.
TEST(Child, ManyAtOnceDoNotMix) {
  const char* names[] = {"reference", "speeder", "tailgater", "sleepy"};
  sut::Mission mission;
  for (int k = 0; k < 500; ++k)
    mission.road.points.push_back({.x = 2.0 * k, .left_m = 2, .right_m = 2, .limit_mps = 20});
  std::vector<std::unique_ptr<sut::System>> here;
  std::vector<std::unique_ptr<ConnectedDriver>> there;
  for (const char* name : names) {
    here.push_back(drivers::find_shipped(name)->make());
    there.push_back(open(kServe + " " + name));
    ASSERT_FALSE(here.back()->reset(mission));
    ASSERT_FALSE(there.back()->reset(mission));
  }
  bool do_differ = false;
  for (std::uint64_t cycle = 0; cycle < 200; ++cycle) {
    const double x = 40 + 0.5 * static_cast<double>(cycle);
    sut::View view{.cycle = cycle, .time_s = 0.05 * static_cast<double>(cycle)};
    view.own = {.x = x, .speed_mps = 10};
    view.objects.push_back({.id = 1, .x = x + 25, .speed_mps = 9, .length_m = 4, .width_m = 2});
    view.road = sut::RoadAhead{.metre = x};
    std::vector<sut::Command> answers(std::size(names));
    for (std::size_t k = 0; k < answers.size(); ++k) {
      sut::Command expected;
      ASSERT_FALSE(here[k]->step(view, expected));
      ASSERT_FALSE(there[k]->step(view, answers[k]));
      ASSERT_EQ(answers[k], expected);
    }
    do_differ = do_differ || answers[0] != answers[1];
  }
  EXPECT_TRUE(do_differ);
  there.clear();
  EXPECT_FALSE(has_children());
}

TEST(Child, TakesNoDescriptorOfItsOwner) {
  // a pipe without the mark that programs do not inherit it
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const auto driver = open(kBad + " good");
  ASSERT_FALSE(driver->reset({}));
  ::close(ends[1]);
  char byte = 0;
  EXPECT_EQ(::read(ends[0], &byte, 1), 0) << "the end is seen: no process has the other side open";
  ::close(ends[0]);
}

TEST(Child, TimesOfCyclesAreCounted) {
  const auto driver = open(kBad + " good");
  sut::Command command;
  ASSERT_FALSE(driver->reset({}));
  for (std::uint64_t cycle = 0; cycle < 20; ++cycle) ASSERT_FALSE(driver->step({.cycle = cycle}, command));
  const CycleTimes times = driver->take_times();
  EXPECT_EQ(times.count(), 20U);
  EXPECT_GT(times.mean_s(), 0);
  EXPECT_GE(times.largest_s(), times.percentile_s(95));
  EXPECT_EQ(driver->take_times().count(), 0U);
}

}  // namespace
}  // namespace backlot::sut_link::child_test
