// Scenes behind a real server: the run is the same with and without pages, a human can drive it, and what was recorded can be looked at.
#include "apps/server/show/scene_show.h"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "apps/server/drive/shared_wheel.h"
#include "apps/server/show/recording_show.h"
#include "apps/server/test/served.h"
#include "apps/server/test/web_client.h"
#include "apps/server/wire/frame_decoder.h"
#include "backlot/drivers/shipped.h"
#include "backlot/recording/recording_index.h"

namespace backlot::server::scene_show_test {
namespace {

using test::Served;
using test::SocketClient;

const std::string kScene = std::string(BACKLOT_SCENES) + "/lead_brakes.scene";

struct Loaded {
  explicit Loaded(const std::string& subject, const std::string& folder = {}) {
    auto loading = scene_files::SceneFile::load(kScene);
    file = loading.file;
    settings.file = kScene;
    for (const auto& source : loading.sources)
      settings.sources.push_back({source->name(), std::string(source->text())});
    settings.seed = 3;
    settings.subject = read_wish(subject);
    settings.factor = 0;
    settings.is_paused = true;
    settings.record_folder = folder;
  }
  std::shared_ptr<const scene_files::SceneFile> file;
  SceneShowSettings settings;
};

Json read_to_the_end(SocketClient& page) {
  while (const auto text = page.read_until("run")) {
    Json run = Json::parse(*text);
    if (run["is_over"].get<bool>()) return run;
  }
  return nullptr;
}

class Folder {
 public:
  explicit Folder(const std::string& name) : path_(::testing::TempDir() + "/backlot_" + name) {
    std::filesystem::remove_all(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  const std::string& path() const { return path_; }
  std::string only_file() const {
    for (const auto& entry : std::filesystem::directory_iterator(path_)) return entry.path().string();
    return {};
  }

 private:
  std::string path_;
};

TEST(SceneShow, ViewersChangeNothing) {
  const Loaded loaded("brisk");
  ASSERT_TRUE(loaded.file);
  const auto scene = loaded.file->build(3);
  ASSERT_TRUE(scene.has_value());
  const auto choice = subject::parse_subject("brisk", [](const std::string&) { return std::nullopt; });
  const harness::RunResult alone = harness::run_scene(*scene, {.seed = 3, .subject = *choice});
  for (const std::size_t viewers : {1U, 10U}) {
    SceneShow show(loaded.file, loaded.settings);
    Served served(show);
    std::vector<std::unique_ptr<SocketClient>> pages;
    for (std::size_t k = 0; k < viewers; ++k) {
      pages.push_back(std::make_unique<SocketClient>(served.port(), "secret"));
      pages.back()->send(R"({"do":"view","metres_per_pixel":0.2})");
      pages.back()->send(fmt::format(R"({{"do":"select","id":{}}})", k + 1));
    }
    SocketClient slow(served.port(), "secret");  // it looks, and never reads
    slow.send(R"({"do":"view"})");
    pages[0]->send(R"({"do":"play"})");
    for (const auto& page : pages) {
      const Json run = read_to_the_end(*page);
      ASSERT_TRUE(run.is_object());
      EXPECT_EQ(run["outcome"]["hash"], base::to_hex(alone.hash));
      EXPECT_EQ(run["outcome"]["verdict"], to_text(alone.verdict()));
    }
    served.stop();
    EXPECT_EQ(show.hash(), alone.hash);
    EXPECT_EQ(show.finished(), 1U);
  }
}

TEST(SceneShow, TellsBeatsRolesAndMarginsAndBeginsAgain) {
  const Loaded loaded("brisk");
  SceneShow show(loaded.file, loaded.settings);
  Served served(show);
  SocketClient page(served.port(), "secret");
  const Json hello = Json::parse(*page.read_until("hello"));
  EXPECT_EQ(hello["mode"], "scene");
  EXPECT_EQ(hello["seed"], 3);
  EXPECT_FALSE(hello["drivers"].empty());
  const Json scene = Json::parse(*page.read_until("scene"));
  EXPECT_FALSE(scene["beats"].empty());
  EXPECT_FALSE(scene["roles"].empty());
  EXPECT_FALSE(scene["subject"]["id"].is_null());
  const auto find_mark = [](const Json& message) {
    for (const Json& mark : message["marks"])
      if (mark["name"] == "last") return mark;
    return Json();
  };
  const Json verdict = Json::parse(*page.read_until("verdict"));
  EXPECT_FALSE(verdict["validators"].empty());
  // the route begins at metre 700 of the course, the mark lies 2500 m further, and comes nearer by what the subject drives
  const Json mark = find_mark(scene);
  ASSERT_TRUE(mark.is_object());
  const double left_m = mark["subject_m"];
  EXPECT_NEAR(left_m, 700 + 2500 - scene["subject"]["front_m"].get<double>(), 1e-6);
  EXPECT_GT(left_m, 2400);
  for (int k = 0; k < 60; ++k) page.send(R"({"do":"step"})");
  for (double now_m = left_m; now_m > left_m - 0.5;) {
    const auto text = page.read_until("scene");
    ASSERT_TRUE(text);
    const Json later = Json::parse(*text);
    now_m = find_mark(later)["subject_m"];
    EXPECT_NEAR(left_m - now_m,
                later["subject"]["front_m"].get<double>() - scene["subject"]["front_m"].get<double>(), 1e-6);
  }
  page.send(R"({"do":"takeover","to":"software"})");
  EXPECT_TRUE(page.read_until("error"));  // a model subject is no software that could take it
  page.send(R"({"do":"restart","seed":4,"subject":"nonsense"})");
  EXPECT_EQ(Json::parse(*page.read_until("hello"))["seed"], 4);
  EXPECT_TRUE(page.read_until("error"));
  page.send(R"({"do":"restart","seed":5,"subject":"driver:reference"})");
  EXPECT_EQ(Json::parse(*page.read_until("hello"))["subject"], "driver:reference");
  EXPECT_TRUE(page.read_until("scene"));
}

// A model subject cannot hand over what it is in the middle of: the human begins the same run again.
TEST(SceneShow, TakingTheWheelOfAModelBeginsTheRunAgain) {
  const Folder folder("taken");
  const Loaded loaded("brisk", folder.path());
  SceneShow show(loaded.file, loaded.settings);
  Served served(show);
  SocketClient page(served.port(), "secret");
  ASSERT_TRUE(page.read_until("scene"));
  page.send(R"({"do":"takeover","to":"me","why":"I want to drive"})");
  const Json hello = Json::parse(*page.read_until("hello"));
  EXPECT_EQ(hello["subject"], "me");
  EXPECT_EQ(hello["seed"], 3);
  EXPECT_EQ(Json::parse(*page.read_until("run"))["driver"], "human");
}

// A run with a human takes its first step, and the next one when the human touches a pedal or the wheel.
TEST(SceneShow, AHumanIsWaitedFor) {
  const Folder folder("waited");
  Loaded loaded("me", folder.path());
  loaded.settings.is_paused = false;
  SceneShow show(loaded.file, loaded.settings);
  Served served(show);
  SocketClient page(served.port(), "secret");
  // answered by `run`, behind all that was said before
  const auto run_now = [&](double factor) {
    page.send(fmt::format(R"({{"do":"speed","factor":{}}})", factor));
    for (;;) {
      const auto text = page.read_until("run");
      if (!text) return Json();
      Json run = Json::parse(*text);
      if (run["factor"] == factor) return run;
    }
  };
  page.send(R"({"do":"drive","steer":0,"throttle":0,"brake":0,"sequence":1,"sent_ms":5})");
  Json run = run_now(50);
  ASSERT_TRUE(run.is_object());
  EXPECT_EQ(run["waits_for_driver"], true);
  EXPECT_EQ(run["playing"], false);
  EXPECT_EQ(run["steps"], 1);
  page.send(R"({"do":"drive","steer":0,"throttle":0.5,"brake":0,"sequence":2,"sent_ms":6})");
  run = run_now(60);
  ASSERT_TRUE(run.is_object());
  EXPECT_EQ(run["waits_for_driver"], false);
  EXPECT_EQ(run["playing"], true);
  while (run["steps"] < 2) {
    const auto text = page.read_until("run");
    ASSERT_TRUE(text);
    run = Json::parse(*text);
  }
}

// Steps are taken one by one here, so that it can be counted which of them used an input.
TEST(SceneShow, AHumanDrivesAndTheVeryNextStepUsesItsInput) {
  const Folder folder("drive");
  const Loaded loaded("me", folder.path());
  SceneShow show(loaded.file, loaded.settings);
  Served served(show);
  SocketClient page(served.port(), "secret");
  ASSERT_TRUE(page.read_until("scene"));
  double steps = 1, speed_before = -1, speed = -1;
  const auto step = [&](double throttle, double brake, int sequence) {
    page.send(fmt::format(R"({{"do":"drive","steer":0,"throttle":{},"brake":{},"sequence":{},"sent_ms":5}})",
                          throttle, brake, sequence));
    page.send(R"({"do":"step"})");
    ++steps;
    for (;;) {
      const auto text = page.read_until("run");
      if (!text) return Json();
      Json run = Json::parse(*text);
      if (run["steps"] == steps && !run["playing"].get<bool>()) return run;
    }
  };
  const auto speed_now = [&] {
    const auto text = page.read_until("scene");
    return text ? Json::parse(*text)["subject"]["speed_mps"].get<double>() : -1;
  };
  for (int k = 1; k <= 20; ++k) {
    const Json run = step(1, 0, k);
    ASSERT_TRUE(run.is_object());
    EXPECT_EQ(run["driver"], "human");
    EXPECT_EQ(run["sequence"], k);
    EXPECT_EQ(run["input_steps"], 1);
    if (k == 1) speed_before = speed_now();
  }
  speed = speed_now();
  EXPECT_GT(speed, speed_before + 1);  // the throttle does something
  page.send(R"({"do":"takeover","to":"software","why":"tired"})");
  const Json event = Json::parse(*page.read_until("events"));
  EXPECT_EQ(event["events"][0]["kind"], "takeover");
  EXPECT_EQ(step(0, 0, 21)["driver"], "software");
  page.send(R"({"do":"speed","factor":0})");
  page.send(R"({"do":"play"})");
  const Json end = read_to_the_end(page);
  ASSERT_TRUE(end.is_object());
  EXPECT_TRUE(end["outcome"]["recording"].is_string());
  served.stop();
  EXPECT_TRUE(std::filesystem::exists(folder.only_file()));
}

TEST(SharedWheel, PedalsAndWheelAreThoseOfACar) {
  EXPECT_GT(pedals_mps2({.throttle = 1}, 0), 3);
  EXPECT_LT(pedals_mps2({.throttle = 1}, 50), 0.5);
  EXPECT_LT(pedals_mps2({.brake = 1}, 20), -8);
  EXPECT_LT(pedals_mps2({}, 20), 0);
  EXPECT_EQ(pedals_mps2({}, 0), 0);
  const sut::Vehicle vehicle;
  EXPECT_NEAR(wheel_rad({.steer = 1}, 0, vehicle), vehicle.most_steer_rad, 1e-9);
  EXPECT_NEAR(wheel_rad({.steer = -0.5}, 0, vehicle), -0.5 * vehicle.most_steer_rad, 1e-9);
  // at speed the stop of the wheel asks for no more than the tyres give
  EXPECT_NEAR(20 * 20 * base::tan(wheel_rad({.steer = 1}, 20, vehicle)) / vehicle.wheelbase_m, 6, 1e-6);
}

TEST(RecordingShow, FindsTheSameFrameAgain) {
  const Folder folder("recorded");
  const Loaded loaded("driver:sleepy", folder.path());
  {
    SceneShow show(loaded.file, loaded.settings);
    Served served(show);
    SocketClient page(served.port(), "secret");
    page.send(R"({"do":"play"})");
    ASSERT_TRUE(read_to_the_end(page).is_object());
  }
  const std::string file = folder.only_file();
  auto show = RecordingShow::open({.path = file, .is_paused = true});
  ASSERT_TRUE(show.has_value()) << to_text(show.diagnostics());
  Served served(**show);
  SocketClient page(served.port(), "secret");
  const Json hello = Json::parse(*page.read_until("hello"));
  EXPECT_EQ(hello["mode"], "recording");
  const double first = hello["time_range"][0], last = hello["time_range"][1];
  EXPECT_GT(last, first + 5);
  const auto hash_at = [&](double time_s) {
    page.send(fmt::format(R"({{"do":"seek","time_s":{}}})", time_s));
    for (;;) {
      const auto text = page.read_until("run");
      if (!text) return std::string();
      const Json run = Json::parse(*text);
      if (std::abs(run["time_s"].get<double>() - time_s) < 0.0501) return run["hash"].get<std::string>();
    }
  };
  const double middle = 0.5 * (first + last);
  const std::string there = hash_at(middle), elsewhere = hash_at(first + 1);
  EXPECT_NE(there, elsewhere);
  EXPECT_EQ(hash_at(middle), there);
  page.send(R"({"do":"curves","columns":["speed"]})");
  const Json curves = Json::parse(*page.read_until("curves"));
  EXPECT_GT(curves["time_s"].size(), 100U);
  EXPECT_EQ(curves["values"][0].size(), curves["time_s"].size());
  served.stop();

  // the folder as a list of runs
  auto list = RecordingShow::open({.path = folder.path(), .is_paused = true});
  ASSERT_TRUE(list.has_value());
  Served listed(**list);
  SocketClient other(listed.port(), "secret");
  const Json runs = Json::parse(*other.read_until("hello"));
  EXPECT_EQ(runs["mode"], "report");
  ASSERT_EQ(runs["runs"].size(), 1U);
  other.send(R"({"do":"open","run":0})");
  EXPECT_EQ(Json::parse(*other.read_until("hello"))["mode"], "recording");
}

TEST(RecordingShow, RefusesWhatIsNoRecording) {
  const Folder folder("nothing");
  std::filesystem::create_directories(folder.path());
  EXPECT_FALSE(RecordingShow::open({.path = folder.path()}).has_value());
  std::ofstream(folder.path() + "/x.mcap") << "nothing of the kind";
  EXPECT_FALSE(RecordingShow::open({.path = folder.path() + "/x.mcap"}).has_value());
  EXPECT_FALSE(RecordingShow::open({.path = folder.path() + "/missing.mcap"}).has_value());
}

}  // namespace
}  // namespace backlot::server::scene_show_test
