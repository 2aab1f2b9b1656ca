// The Python client gets every number that is sent, and its answers arrive: it shares no code with this side but the text of driver.proto.
#include <cstdlib>
#include <map>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "backlot/sut_link/open_driver.h"
#include "backlot/sut_link/test/processes.h"
#include "backlot/sut_link/test/random_values.h"

namespace backlot::sut_link::python_client_test {
namespace {

using Numbers = std::map<std::string, double>;

std::string python(const std::string& program) {
  return "env BACKLOT_PYTHON=" + std::string(BACKLOT_CLIENTS) + "/python /usr/bin/python3 " + program;
}

Numbers numbers_of(const sut::Mission& m, const sut::View& view) {
  Numbers n{{"mission.seed", static_cast<double>(m.seed)},
            {"mission.cycle_s", m.cycle_s},
            {"mission.start_time_s", m.start_time_s},
            {"mission.vehicle.length_m", m.vehicle.length_m},
            {"mission.vehicle.width_m", m.vehicle.width_m},
            {"mission.vehicle.height_m", m.vehicle.height_m},
            {"mission.vehicle.wheelbase_m", m.vehicle.wheelbase_m},
            {"mission.vehicle.rear_axle_m", m.vehicle.rear_axle_m},
            {"mission.vehicle.most_steer_rad", m.vehicle.most_steer_rad},
            {"mission.vehicle.most_accel_mps2", m.vehicle.most_accel_mps2},
            {"mission.vehicle.most_brake_mps2", m.vehicle.most_brake_mps2},
            {"mission.road.spacing_m", m.road.spacing_m},
            {"scene " + m.scene, view.time_s},
            {"own.x", view.own.x},
            {"own.y", view.own.y},
            {"own.z", view.own.z},
            {"own.heading_rad", view.own.heading_rad},
            {"own.speed_mps", view.own.speed_mps},
            {"own.acceleration_mps2", view.own.acceleration_mps2}};
  const auto at = [](const std::string& list, std::size_t k, const char* field) {
    return list + "[" + std::to_string(k) + "]." + field;
  };
  for (std::size_t k = 0; k < m.road.points.size(); ++k) {
    const sut::RoadPoint& p = m.road.points[k];
    n[at("mission.road.points", k, "x")] = p.x;
    n[at("mission.road.points", k, "y")] = p.y;
    n[at("mission.road.points", k, "z")] = p.z;
    n[at("mission.road.points", k, "heading_rad")] = p.heading_rad;
    n[at("mission.road.points", k, "left_m")] = p.left_m;
    n[at("mission.road.points", k, "right_m")] = p.right_m;
    n[at("mission.road.points", k, "limit_mps")] = p.limit_mps;
  }
  for (std::size_t k = 0; k < m.road.lines.size(); ++k) {
    const sut::RoadLine& l = m.road.lines[k];
    n[at("mission.road.lines", k, "metre")] = l.metre;
    n[at("mission.road.lines", k, "end_metre")] = l.end_metre;
    n[at("mission.road.lines", k, "rule")] = static_cast<double>(l.rule);
    n[at("mission.road.lines", k, "turn")] = l.turn;
  }
  for (std::size_t k = 0; k < m.checkpoints.size(); ++k) {
    n[at("mission.checkpoints", k, "x")] = m.checkpoints[k].x;
    n[at("mission.checkpoints", k, "y")] = m.checkpoints[k].y;
    n[at("mission.checkpoints", k, "z")] = m.checkpoints[k].z;
  }
  for (std::size_t k = 0; k < view.objects.size(); ++k) {
    const sut::SeenObject& o = view.objects[k];
    n[at("objects", k, "id")] = o.id;
    n[at("objects", k, "kind")] = static_cast<double>(o.kind);
    n[at("objects", k, "x")] = o.x;
    n[at("objects", k, "y")] = o.y;
    n[at("objects", k, "z")] = o.z;
    n[at("objects", k, "heading_rad")] = o.heading_rad;
    n[at("objects", k, "speed_mps")] = o.speed_mps;
    n[at("objects", k, "acceleration_mps2")] = o.acceleration_mps2;
    n[at("objects", k, "length_m")] = o.length_m;
    n[at("objects", k, "width_m")] = o.width_m;
    n[at("objects", k, "height_m")] = o.height_m;
    n[at("objects", k, "brakes")] = o.brakes ? 1 : 0;
    n[at("objects", k, "indicates_left")] = o.indicates_left ? 1 : 0;
    n[at("objects", k, "indicates_right")] = o.indicates_right ? 1 : 0;
  }
  if (view.road) {
    n["road.metre"] = view.road->metre;
    n["road.offset_m"] = view.road->offset_m;
    n["road.next_line"] = view.road->next_line;
    n["road.light"] = static_cast<double>(view.road->light);
  }
  return n;
}

TEST(PythonClient, GetsEveryNumberAndSendsItBack) {
  auto driver = open_driver(python(std::string(BACKLOT_TEST_PROGRAMS) + "/echo.py"), {});
  ASSERT_TRUE(driver) << to_text(driver.diagnostics());
  RandomValues random(5, true);
  sut::Command command;
  for (int run = 0; run < 20; ++run) {
    const sut::Mission mission = random.mission();
    const auto trouble = (*driver)->reset(mission);
    ASSERT_FALSE(trouble) << trouble->text;
    for (int k = 0; k < 5; ++k) {
      sut::View view = random.view();
      // the numbers of the path, which the driver computes from these, have to stay finite
      view.own.x = 3.5;
      view.own.y = -0.0;
      const auto failed = (*driver)->step(view, command);
      ASSERT_FALSE(failed) << failed->text;
      Numbers received;
      for (const sut::WhiteBoxSignal& signal : command.signals) received[signal.name] = signal.value;
      ASSERT_EQ(received, numbers_of(mission, view));
      const sut::TargetPath path{{{3.5, 0, 1}, {4.5, 2, 2}, {5.5, 5, view.time_s}}};
      EXPECT_EQ(std::get<sut::TargetPath>(command.motion), path);
      EXPECT_TRUE(command.indicates_right);
      EXPECT_FALSE(command.indicates_left);
    }
  }
}

TEST(PythonClient, ConnectsToASocketAgainAndAgain) {
  const std::string socket = ::testing::TempDir() + unique_mark() + "socket", address = "unix:" + socket;
  auto driver = open_driver(address, {.is_fresh = true});
  ASSERT_TRUE(driver) << to_text(driver.diagnostics());
  const std::string command = "/usr/bin/python3 " BACKLOT_CLIENTS "/python/example.py " + address;
  std::thread other([&] { EXPECT_EQ(std::system(command.c_str()), 0); });
  sut::Mission mission;
  for (int k = 0; k < 100; ++k)
    mission.road.points.push_back({.x = 2.0 * k, .left_m = 2, .right_m = 2, .limit_mps = 20});
  for (int run = 0; run < 3; ++run) {
    const auto trouble = (*driver)->reset(mission);
    ASSERT_FALSE(trouble) << trouble->text;
    sut::Command answer;
    ASSERT_FALSE((*driver)->step({.own = {.speed_mps = 5}, .road = sut::RoadAhead{.metre = 50}}, answer));
    EXPECT_GT(std::get<sut::Steering>(answer.motion).acceleration_mps2, 0);
  }
  driver->reset();
  other.join();
}

std::string trouble_of(const std::string& program) {
  auto driver = open_driver("/usr/bin/python3 -c '" + program + "'", {});
  EXPECT_TRUE(driver);
  sut::Command command;
  auto trouble = (*driver)->reset({});
  if (!trouble) trouble = (*driver)->step({}, command);
  return trouble ? trouble->text : "";
}

// A program of a user with this body of step().
std::string driver_with(const std::string& body) {
  return "import sys; sys.path.insert(0, \"" + std::string(BACKLOT_CLIENTS) +
         "/python\")\nimport backlot_driver\nclass Mine(backlot_driver.Driver):\n  def step(self, view):\n   "
         " " +
         body + "\nbacklot_driver.serve(Mine())\n";
}

TEST(PythonClient, SaysWhatWentWrongInTheDriver) {
  EXPECT_EQ(trouble_of(driver_with("return backlot_driver.Steering(0.1, -1.0)")), "");
  EXPECT_EQ(trouble_of(driver_with("return 1 / 0")), "ZeroDivisionError: division by zero");
  EXPECT_NE(trouble_of(driver_with("return 0.5")).find("no Steering and no Path"), std::string::npos);
  EXPECT_NE(trouble_of(driver_with("print(view); raise SystemExit(6)")).find("exit code 6"),
            std::string::npos);
  EXPECT_NE(trouble_of(driver_with("return backlot_driver.Path([(0, 0)], [1, 2])")).find("ValueError"),
            std::string::npos);
  EXPECT_NE(trouble_of("import no_such_module").find("ModuleNotFoundError"), std::string::npos);
  EXPECT_FALSE(has_children());
}

}  // namespace
}  // namespace backlot::sut_link::python_client_test
