// What users may write after --driver, and what is said where it is no driver.
#include "backlot/sut_link/open_driver.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "backlot/sut_link/internal/socket_address.h"
#include "backlot/sut_link/test/processes.h"

namespace backlot::sut_link::open_driver_test {
namespace {

namespace fs = std::filesystem;

class OpenDriver : public ::testing::Test {
 protected:
  OpenDriver() : folder_(fs::path(::testing::TempDir()) / unique_mark()) { fs::create_directory(folder_); }
  ~OpenDriver() override { fs::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& content, bool is_executable) const {
    const fs::path path = folder_ / name;
    std::ofstream(path) << content;
    if (is_executable) fs::permissions(path, fs::perms::owner_exec, fs::perm_options::add);
    return path.string();
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  // The only diagnostic, as text; empty where the driver opens.
  static std::string refusal(const std::string& text, const DriverOptions& options = {}) {
    const auto driver = open_driver(text, options);
    return driver ? "" : to_text(driver.diagnostics());
  }

 private:
  fs::path folder_;
};

void expect_in(const std::string& part, const std::string& text) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST_F(OpenDriver, KnowsWaysByTheirLook) {
  const std::string program = file("prog ram", "#!/bin/sh\n", true);
  EXPECT_EQ(way_of("reference"), DriverWay::shipped);
  EXPECT_EQ(way_of("refrence"), DriverWay::shipped);
  EXPECT_EQ(way_of("./libmine.so"), DriverWay::library);
  EXPECT_EQ(way_of("libmine.so.1"), DriverWay::library);
  EXPECT_EQ(way_of("python3 mine.py"), DriverWay::child);
  EXPECT_EQ(way_of(program), DriverWay::child);
  EXPECT_EQ(way_of("unix:/tmp/socket"), DriverWay::socket);
  EXPECT_EQ(way_of("tcp:1234"), DriverWay::socket);
}

TEST_F(OpenDriver, SaysWhatIsNearAnUnknownName) {
  expect_in("L101", refusal("refrence"));
  expect_in("did you mean \"reference\"?", refusal("refrence"));
  expect_in("shipped are reference, r157_attentive", refusal("xyzzy"));
  expect_in("there is no such file", refusal("./none"));
}

TEST_F(OpenDriver, SaysWhyAProgramCannotBeStarted) {
  const std::string text = file("driver.py", "print()\n", false);
  expect_in("this file is not executable", refusal(text));
  expect_in("is not executable", refusal(text + " --fast"));
  expect_in("L102: there is no program \"no_such_program\"", refusal("no_such_program --fast"));
  expect_in("there is no program \"./none\"", refusal("./none --fast"));
  expect_in("L105", refusal("python3 'mine.py"));
  expect_in("there is no program", refusal("   "));
  expect_in("is not executable", refusal(fs::path(text).parent_path().string() + "/driver.py x"));
  // A file that is executable and no program is found out when it is started.
  auto driver = open_driver(file("strange", "\x01\x02\x03", true), {});
  ASSERT_TRUE(driver);
  const auto trouble = (*driver)->reset({});
  ASSERT_TRUE(trouble);
  EXPECT_EQ(trouble->failure, sut::Failure::crashed);
  expect_in("cannot be started: Exec format error", trouble->text);
}

TEST_F(OpenDriver, SaysWhyALibraryIsNoDriver) {
  expect_in("L103", refusal(path("libnone.so")));
  expect_in("cannot be loaded", refusal(file("libtext.so", "text", false)));
  const auto compile = [&](const std::string& name, const std::string& code) {
    const std::string source = file(name + ".c", code, false), library = path("lib" + name + ".so");
    EXPECT_EQ(std::system(("cc -shared -fPIC " + source + " -o " + library).c_str()), 0);
    return library;
  };
  expect_in("no function backlot_driver_version", refusal(compile("other", "int x;")));
  expect_in("version 7 of the interface; this program has version 1",
            refusal(compile("newer", "unsigned backlot_driver_version(void) { return 7; }")));
  expect_in("lacks backlot_driver_create, backlot_driver_reset, backlot_driver_step, backlot_driver_destroy",
            refusal(compile("half", "unsigned backlot_driver_version(void) { return 1; }")));
}

TEST_F(OpenDriver, SaysWhatIsWrongWithAnAddress) {
  for (const char* text : {"tcp:", "tcp:0", "tcp:65536", "tcp:12x", "tcp:-1", "unix:"})
    expect_in("L104: this is no address", refusal(text));
  expect_in("L104: this is no address", refusal("unix:" + std::string(200, 'x')));
  expect_in("cannot listen here", refusal("unix:" + path("no/folder")));
  // a file of another program is not replaced
  const std::string precious = file("precious", "text", false);
  expect_in("cannot listen here", refusal("unix:" + precious));
  EXPECT_TRUE(fs::exists(precious));
}

TEST_F(OpenDriver, ListensOnlyOnceAndReplacesWhatIsLeftOver) {
  const std::string address = "unix:" + path("socket");
  {
    const auto driver = open_driver(address, {});
    ASSERT_TRUE(driver);
    expect_in("Address already in use", refusal(address));
  }
  EXPECT_FALSE(fs::exists(path("socket")));
  SocketAddress left{path("socket")};
  listen_at(left);  // closed at once, and its file stays
  ASSERT_TRUE(fs::exists(path("socket")));
  EXPECT_EQ(refusal(address), "");
}

TEST_F(OpenDriver, WaitsForADriverOnlySoLong) {
  auto driver = open_driver("unix:" + path("socket"), {.start_limit = std::chrono::milliseconds(50)});
  ASSERT_TRUE(driver);
  const auto trouble = (*driver)->reset({});
  ASSERT_TRUE(trouble);
  EXPECT_EQ(trouble->failure, sut::Failure::hung);
  expect_in("no driver has connected to unix:", trouble->text);
  sut::Command command;
  EXPECT_TRUE((*driver)->step({}, command));
}

TEST_F(OpenDriver, ShippedDriversThatMayEndTheirProcessGetOne) {
  expect_in("L102", refusal("crasher"));
  auto driver = open_driver("crasher", {.serve_shipped = {BACKLOT_SERVE_DRIVER}});
  ASSERT_TRUE(driver);
  sut::Mission mission;
  mission.road.points.assign(100, {.left_m = 2, .right_m = 2, .limit_mps = 20});
  ASSERT_FALSE((*driver)->reset(mission));
  sut::Command command;
  sut::View view{.road = sut::RoadAhead{}};
  ASSERT_FALSE((*driver)->step(view, command));
  view.cycle = 1;
  view.time_s = 10;
  const auto trouble = (*driver)->step(view, command);
  ASSERT_TRUE(trouble);
  EXPECT_EQ(trouble->failure, sut::Failure::crashed);
  expect_in("signal 6", trouble->text);
}

}  // namespace
}  // namespace backlot::sut_link::open_driver_test
