// The same driver gives the same run however it is connected: same hash, same result, same answers.
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "backlot/drivers/shipped.h"
#include "backlot/harness/scene_run.h"
#include "backlot/scene_files/scene_file.h"
#include "backlot/sut_link/internal/socket_link.h"
#include "backlot/sut_link/internal/wire_system.h"
#include "backlot/sut_link/open_driver.h"
#include "backlot/sut_link/serve.h"
#include "backlot/sut_link/test/processes.h"

namespace backlot::sut_link::same_run_test {
namespace {

struct Driven {
  harness::RunResult result;
  std::vector<sut::Command> answers;
};

Driven run_with(sut::System& system, const std::string& scene, std::uint64_t seed) {
  const auto built = scene_files::load_scene(std::string(BACKLOT_SCENES) + "/" + scene, seed);
  EXPECT_TRUE(built) << to_text(built.diagnostics());
  Driven run;
  harness::RunOptions options{.seed = seed};
  options.system.system = &system;
  options.system.watcher = [&](const sut::View&, const sut::Command& command) {
    run.answers.push_back(command);
  };
  run.result = harness::run_scene(*built, options);
  EXPECT_FALSE(run.result.trouble) << run.result.trouble->text;
  return run;
}

void expect_same(const Driven& run, const Driven& first, const std::string& way) {
  EXPECT_EQ(run.result.hash, first.result.hash) << way;
  EXPECT_EQ(run.result.sim_s, first.result.sim_s) << way;
  EXPECT_EQ(run.result.verdict(), first.result.verdict()) << way;
  EXPECT_EQ(run.result.findings.size(), first.result.findings.size()) << way;
  ASSERT_EQ(run.result.events.size(), first.result.events.size()) << way;
  for (std::size_t k = 0; k < first.result.events.size(); ++k) {
    EXPECT_EQ(run.result.events[k].event, first.result.events[k].event) << way;
    EXPECT_EQ(run.result.events[k].time_s, first.result.events[k].time_s) << way;
  }
  EXPECT_EQ(run.answers, first.answers) << way;
}

class SameRun : public ::testing::TestWithParam<const char*> {};

TEST_P(SameRun, HoweverTheDriverIsConnected) {
  const std::string scene = GetParam();
  constexpr std::uint64_t kSeed = 3;
  const auto reference = drivers::find_shipped("reference")->make();
  const Driven first = run_with(*reference, scene, kSeed);
  ASSERT_GT(first.answers.size(), 100U);

  const std::string socket = ::testing::TempDir() + unique_mark() + "socket";
  for (const std::string& text : {std::string("reference"), std::string(BACKLOT_REFERENCE_LIBRARY),
                                  std::string(BACKLOT_SERVE_DRIVER) + " reference", "unix:" + socket}) {
    auto driver = open_driver(text, {});
    ASSERT_TRUE(driver) << to_text(driver.diagnostics());
    std::thread other;
    if (text.starts_with("unix:"))
      other = std::thread([&] {
        const auto served = drivers::find_shipped("reference")->make();
        EXPECT_EQ(serve_at(*served, text, {.pause = std::chrono::milliseconds(0)}), "");
      });
    // twice: the driver is used for run after run
    expect_same(run_with(**driver, scene, kSeed), first, text);
    expect_same(run_with(**driver, scene, kSeed), first, text + ", second run");
    driver->reset();
    if (other.joinable()) other.join();
  }
  EXPECT_NE(::access(socket.c_str(), F_OK), 0) << "the socket is removed";

  SocketAddress port;
  Descriptor listener = listen_at(port);
  ASSERT_TRUE(listener.is_open());
  auto system = std::make_unique<WireSystem>(std::make_unique<SocketLink>(port, std::move(listener)),
                                             DriverOptions{.is_fresh = true});
  std::thread other([&] {
    const auto served = drivers::find_shipped("reference")->make();
    EXPECT_EQ(serve_at(*served, port.text(), {.pause = std::chrono::milliseconds(0)}), "");
  });
  expect_same(run_with(*system, scene, kSeed), first, "tcp");
  expect_same(run_with(*system, scene, kSeed), first, "tcp, second connection");
  system.reset();
  other.join();
  EXPECT_FALSE(has_children());
}

INSTANTIATE_TEST_SUITE_P(All, SameRun, ::testing::Values("lead_brakes.scene", "run_red_light.scene"),
                         [](const auto& one) {
                           const std::string scene = one.param;
                           return scene.substr(0, scene.find('.'));
                         });

// Another driver gives another run, so that the comparison above could fail.
TEST(SameRunControl, AnotherDriverGivesAnotherHash) {
  const auto reference = drivers::find_shipped("reference")->make();
  const auto speeder = drivers::find_shipped("speeder")->make();
  EXPECT_NE(run_with(*reference, "lead_brakes.scene", 3).result.hash,
            run_with(*speeder, "lead_brakes.scene", 3).result.hash);
}

}  // namespace
}  // namespace backlot::sut_link::same_run_test
