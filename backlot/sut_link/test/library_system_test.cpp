// Drivers in shared libraries that fail. Each is compiled by the test, as a user compiles it.
#include "backlot/sut_link/internal/library_system.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "backlot/sut_link/open_driver.h"
#include "backlot/sut_link/test/processes.h"

namespace backlot::sut_link::library_system_test {
namespace {

namespace fs = std::filesystem;

class LibraryDriver : public ::testing::Test {
 protected:
  LibraryDriver() : folder_(fs::path(::testing::TempDir()) / unique_mark()) { fs::create_directory(folder_); }
  ~LibraryDriver() override { fs::remove_all(folder_); }

  // The library of a driver with these bodies and this member.
  std::string compile(const std::string& step, const std::string& reset = "",
                      const std::string& member = "") const {
    static int number = 0;
    const std::string name = (folder_ / ("lib" + std::to_string(++number))).string();
    std::ofstream(name + ".cpp")
        << "#include <stdexcept>\n#include \"backlot_driver.hpp\"\n"
        << "struct Mine : backlot_driver::Driver {\n"
        << "void reset(const backlot_mission& mission) override { (void)mission; " << reset
        << "}\nvoid step(const backlot_view& view, backlot_driver::Answer& answer) override {"
        << "(void)view; (void)answer; " << step << "}\n"
        << member << "};\nBACKLOT_DRIVER(Mine)\n";
    const std::string compiler = "c++ -std=c++17 -Wall -Wextra -Werror -shared -fPIC -I " BACKLOT_CLIENTS
                                 "/.. -I " BACKLOT_CLIENTS "/cpp ";
    EXPECT_EQ(std::system((compiler + name + ".cpp -o " + name + ".so").c_str()), 0);
    return name + ".so";
  }
  static std::unique_ptr<ConnectedDriver> open(const std::string& library) {
    auto driver = open_driver(library, {});
    EXPECT_TRUE(driver) << to_text(driver.diagnostics());
    return *std::move(driver);
  }
  std::unique_ptr<ConnectedDriver> driver_with(const std::string& step, const std::string& reset = "") const {
    return open(compile(step, reset));
  }

 private:
  fs::path folder_;
};

TEST_F(LibraryDriver, AnswersWithPathsIndicatorsAndSignals) {
  const auto driver = driver_with(
      "answer.path = {{1, 2, 3}, {4, 5, view.time_s}}; answer.indicates_left = true; "
      "if (view.cycle == 0) answer.signals.emplace_back(\"a\", -0.5);");
  ASSERT_FALSE(driver->reset({}));
  sut::Command command;
  ASSERT_FALSE(driver->step({.time_s = 7}, command));
  EXPECT_EQ(command, (sut::Command{.motion = sut::TargetPath{{{1, 2, 3}, {4, 5, 7}}},
                                   .indicates_left = true,
                                   .signals = {{"a", -0.5}}}));
  ASSERT_FALSE(driver->step({.cycle = 1, .time_s = 8}, command));
  EXPECT_TRUE(command.signals.empty()) << "nothing is left of the answer before";
}

TEST_F(LibraryDriver, ThatThrowsHasCrashedAndIsUsedAgain) {
  const auto driver = driver_with("if (view.cycle == 1) throw std::runtime_error(\"no plan\");",
                                  "if (mission.seed == 5) throw 5;");
  sut::Command command;
  for (int run = 0; run < 2; ++run) {
    ASSERT_FALSE(driver->reset({}));
    ASSERT_FALSE(driver->step({}, command));
    const auto trouble = driver->step({.cycle = 1}, command);
    ASSERT_TRUE(trouble);
    EXPECT_EQ(trouble->failure, sut::Failure::crashed);
    EXPECT_EQ(trouble->text, "no plan");
  }
  sut::Mission mission;
  mission.seed = 5;
  const auto trouble = driver->reset(mission);
  ASSERT_TRUE(trouble);
  EXPECT_EQ(trouble->text, "an exception of an unknown kind left the driver");
}

TEST_F(LibraryDriver, WithTooMuchInItsAnswerHasBrokenTheProtocol) {
  for (const char* body : {"answer.path.resize(1001);", "answer.signals.resize(257, {\"s\", 1});"}) {
    const auto driver = driver_with(body);
    ASSERT_FALSE(driver->reset({}));
    sut::Command command;
    const auto trouble = driver->step({}, command);
    ASSERT_TRUE(trouble);
    EXPECT_EQ(trouble->failure, sut::Failure::protocol);
  }
}

TEST_F(LibraryDriver, TwoOfOneLibraryHaveAStateOfTheirOwn) {
  const std::string library =
      compile("answer.acceleration_mps2 = ++count_;", "count_ = 0;", "int count_ = 0;");
  const auto first = open(library), second = open(library);
  sut::Command command;
  const auto step = [&](sut::System& driver) {
    EXPECT_FALSE(driver.step({}, command));
    return std::get<sut::Steering>(command.motion).acceleration_mps2;
  };
  ASSERT_FALSE(first->reset({}));
  EXPECT_EQ(step(*first), 1);
  EXPECT_EQ(step(*first), 2);
  ASSERT_FALSE(second->reset({}));
  EXPECT_EQ(step(*second), 1);
  EXPECT_EQ(step(*first), 3);
  ASSERT_FALSE(first->reset({}));
  EXPECT_EQ(step(*first), 1);
  EXPECT_EQ(step(*second), 2);
}

}  // namespace
}  // namespace backlot::sut_link::library_system_test
