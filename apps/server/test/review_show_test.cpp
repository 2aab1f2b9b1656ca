// What a run is looked at for: findings as they are made, the forks of a failure beside its recording, what the driver saw, scenes in a row.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "apps/server/show/recording_show.h"
#include "apps/server/show/scene_show.h"
#include "apps/server/test/served.h"
#include "apps/server/test/web_client.h"
#include "apps/server/wire/frame_decoder.h"
#include "backlot/drivers/shipped.h"
#include "backlot/map_files/read_file.h"
#include "backlot/recording/recording_index.h"
#include "backlot/replay/failure_forks.h"
#include "backlot/report/view_list.h"

namespace backlot::server::review_show_test {
namespace {

using test::Served;
using test::SocketClient;

std::string scene_path(const char* name) { return std::string(BACKLOT_SCENES) + "/" + name; }

template <class File>
struct Loaded {
  explicit Loaded(const char* name, std::uint64_t seed, const std::string& subject) {
    const std::string path = scene_path(name);
    auto loading = File::load(path);
    file = loading.file;
    settings.file = path;
    for (const auto& source : loading.sources)
      settings.sources.push_back({source->name(), std::string(source->text())});
    settings.seed = seed;
    settings.subject = read_wish(subject);
    settings.factor = 0;
    settings.is_paused = true;
  }
  std::shared_ptr<const File> file;
  SceneShowSettings settings;
};

class Folder {
 public:
  explicit Folder(const std::string& name) : path_(::testing::TempDir() + "/backlot_review_" + name) {
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

// The first seed at which the sleepy driver touches something.
std::uint64_t failing_seed(const scene_files::SceneFile& file) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const auto scene = file.build(seed, {});
    const std::unique_ptr<sut::System> system = drivers::find_shipped("sleepy")->make();
    if (harness::run_scene(
            *scene,
            {.seed = seed, .system = {.system = system.get(), .name = "sleepy"}, .reviews_failures = false})
            .subject_was_hit)
      return seed;
  }
  return 0;
}

// The objects of a stream, as the frames say that came until a message of this kind.
class Watched {
 public:
  explicit Watched(SocketClient& page) : page_(page) {}

  // The next text with this key, for which `holds`; frames on the way are read.
  template <class Holds>
  Json until(const std::string& is, const Holds& holds) {
    while (const auto message = page_.read()) {
      if (message->is_binary) {
        if (message->bytes[0] != 2) continue;
        const auto stream = static_cast<std::size_t>(message->bytes[3]);
        EXPECT_EQ(decoders_[stream].read(message->bytes), "");
        times_[stream] = decoders_[stream].time_s();
        continue;
      }
      Json json = Json::parse(message->bytes);
      if (json["is"] == is && holds(json)) return json;
    }
    ADD_FAILURE() << "the connection ended before: " << is;
    return nullptr;
  }
  Json until(const std::string& is) {
    return until(is, [](const Json&) { return true; });
  }
  // Reads until a frame of the stream is that of a time.
  const FrameDecoder& frame_at(std::size_t stream, double time_s) {
    while (!times_.contains(stream) || std::fabs(times_[stream] - time_s) > 1e-6) {
      const auto message = page_.read();
      if (!message) {
        ADD_FAILURE() << "the connection ended";
        break;
      }
      if (!message->is_binary || message->bytes[0] != 2) continue;
      const auto of = static_cast<std::size_t>(message->bytes[3]);
      EXPECT_EQ(decoders_[of].read(message->bytes), "");
      times_[of] = decoders_[of].time_s();
    }
    return decoders_[stream];
  }

 private:
  SocketClient& page_;
  std::map<std::size_t, FrameDecoder> decoders_;
  std::map<std::size_t, double> times_;
};

// Where the objects of a frame are, to the centimetre of the wire.
void expect_same_places(const FrameDecoder& shown, const record::Frame& frame, const Json& hello) {
  ASSERT_EQ(shown.objects().size(), frame.objects.size());
  std::map<std::uint32_t, const record::FrameObject*> wanted;
  for (const record::FrameObject& object : frame.objects)
    wanted[world::number_for_people(object.id)] = &object;
  for (const auto& [slot, object] : shown.objects()) {
    ASSERT_TRUE(wanted.contains(object.id));
    const record::FrameObject& real = *wanted[object.id];
    const double x = 0.01 * static_cast<double>(object.x) + hello["origin"][0].get<double>();
    const double y = 0.01 * static_cast<double>(object.y) + hello["origin"][1].get<double>();
    EXPECT_NEAR(x, real.centre.x, 0.03);
    EXPECT_NEAR(y, real.centre.y, 0.03);
  }
}

TEST(ReviewShow, TheForksOfAFailureAreShownBesideItsRecording) {
  const Folder folder("forks");
  Loaded<scene_files::SceneFile> loaded("divided_attention.scene", 1, "driver:sleepy");
  ASSERT_TRUE(loaded.file);
  loaded.settings.seed = failing_seed(*loaded.file);
  ASSERT_NE(loaded.settings.seed, 0U) << "the sleepy driver never fails: the test shows nothing";
  loaded.settings.record_folder = folder.path();
  std::string file;
  {
    SceneShow show(loaded.file, loaded.settings);
    Served served(show);
    SocketClient page(served.port(), "secret");
    page.send(R"({"do":"play"})");
    Watched watched(page);
    const Json run = watched.until("run", [](const Json& one) { return one["is_over"] == true; });
    EXPECT_EQ(run["outcome"]["verdict"], "fail");
    file = run["outcome"]["recording"];
    // it is looked at again in the same window
    page.send(R"({"do":"replay"})");
    const Json hello = watched.until("hello");
    EXPECT_EQ(hello["mode"], "recording");
    page.send(R"({"do":"restart","seed":2})");
    EXPECT_EQ(watched.until("hello")["seed"], 2);
  }
  // the same forks, without a window
  const auto bytes = map_files::read_file(file);
  ASSERT_TRUE(bytes);
  const auto recording = recording::read_recording(*bytes, file);
  const auto stage = replay::build_stage(recording->header);
  const auto forks = replay::drive_failure_forks(*bytes, file, *recording, *stage);
  ASSERT_TRUE(forks) << to_text(forks.diagnostics());

  auto show = RecordingShow::open({.path = file, .is_paused = true});
  ASSERT_TRUE(show.has_value()) << to_text(show.diagnostics());
  Served served(**show);
  SocketClient page(served.port(), "secret");
  Watched watched(page);
  const Json hello = watched.until("hello");
  EXPECT_NE(std::find(hello["can"].begin(), hello["can"].end(), "forks"), hello["can"].end());
  page.send(R"({"do":"view","metres_per_pixel":0.05})");
  page.send(R"({"do":"forks"})");
  const Json ready = watched.until("forks", [](const Json& one) { return one["state"] != "driving"; });
  ASSERT_EQ(ready["state"], "ready") << ready["text"];
  EXPECT_EQ(ready["preventable_by"].get<std::vector<std::string>>(), forks->review.preventable_by());
  EXPECT_EQ(ready["text"], forks->review.sentence);
  ASSERT_EQ(ready["forks"].size(), forks->forks.size());
  const double onset_s = ready["onset_s"];
  EXPECT_EQ(onset_s, forks->review.onset.time_s);
  for (std::size_t k = 0; k < forks->forks.size(); ++k) {
    const replay::ForkFrames& fork = forks->forks[k];
    SCOPED_TRACE(fork.driver);
    EXPECT_EQ(ready["forks"][k]["name"], fork.driver);
    EXPECT_EQ(ready["forks"][k]["avoided"], fork.avoids);
    page.send(fmt::format(R"({{"do":"fork","stream":{}}})", k + 1));
    const record::Frame& wanted = *fork.frames[std::min<std::size_t>(20, fork.frames.size() - 1)];
    page.send(fmt::format(R"({{"do":"seek","time_s":{}}})", wanted.time.seconds()));
    expect_same_places(watched.frame_at(k + 1, wanted.time.seconds()), wanted, hello);
  }
}

TEST(ReviewShow, ARunThatPassedHasNoForks) {
  const Folder folder("passed");
  Loaded<scene_files::SceneFile> loaded("lead_brakes.scene", 1, "driver:reference");
  loaded.settings.record_folder = folder.path();
  {
    SceneShow show(loaded.file, loaded.settings);
    Served served(show);
    SocketClient page(served.port(), "secret");
    page.send(R"({"do":"play"})");
    Watched(page).until("run", [](const Json& one) { return one["is_over"] == true; });
  }
  auto show = RecordingShow::open({.path = folder.only_file(), .is_paused = true});
  ASSERT_TRUE(show.has_value());
  Served served(**show);
  SocketClient page(served.port(), "secret");
  Watched watched(page);
  const Json hello = watched.until("hello");
  EXPECT_EQ(std::find(hello["can"].begin(), hello["can"].end(), "forks"), hello["can"].end());
  page.send(R"({"do":"forks"})");
  const Json answer = watched.until("forks", [](const Json& one) { return one["state"] != "driving"; });
  EXPECT_EQ(answer["state"], "failed");
  EXPECT_NE(answer["text"], "");
}

// A page is told of a finding in the step in which it is made, while the run goes on.
TEST(ReviewShow, AFindingIsToldAsSoonAsItIsMade) {
  Loaded<scene_files::SceneFile> loaded("divided_attention.scene", 1, "driver:sleepy");
  loaded.settings.seed = failing_seed(*loaded.file);
  ASSERT_NE(loaded.settings.seed, 0U);
  const auto scene = loaded.file->build(loaded.settings.seed, {});
  const std::unique_ptr<sut::System> system = drivers::find_shipped("sleepy")->make();
  const harness::RunResult alone = harness::run_scene(
      *scene, {.seed = loaded.settings.seed, .system = {.system = system.get(), .name = "sleepy"}});
  ASSERT_FALSE(alone.findings.empty());
  SceneShow show(loaded.file, loaded.settings);
  Served served(show);
  SocketClient page(served.port(), "secret");
  Watched watched(page);
  const double found_s = alone.findings.front().time_s;
  // step by step around the finding: no time is waited for
  page.send(R"({"do":"speed","factor":0})");
  page.send(R"({"do":"play"})");
  const Json verdict = watched.until("verdict", [](const Json& one) { return !one["findings"].empty(); });
  EXPECT_NEAR(verdict["findings"][0]["time_s"], found_s, 1e-9);
  EXPECT_EQ(verdict["findings"][0]["validator"], alone.findings.front().validator);
}

// What the page is told that the driver sees is what the driver was shown.
TEST(ReviewShow, SensorsShowWhatTheDriverIsShown) {
  view::Sensor front{.name = "front"};
  front.field_rad = 3;
  front.range_m = 150;
  front.place_sigma_m = 0.4;
  front.dropout = 0.1;
  front.latency = base::Duration::from_milliseconds(150);
  const view::Sensing sensing{.sensors = {front}};
  const Folder folder("sensors");
  Loaded<scene_files::SceneFile> loaded("cut_in.scene", 4, "driver:reference");
  loaded.settings.sensing = sensing;
  loaded.settings.record_folder = folder.path();
  // the views of the run, by the time at which they were made
  std::map<std::int64_t, sut::View> views;
  const auto ms = [](double time_s) { return std::llround(1000 * time_s); };
  {
    const auto scene = loaded.file->build(4, {});
    const std::unique_ptr<sut::System> system = drivers::find_shipped("reference")->make();
    harness::RunOptions options{.seed = 4,
                                .system = {.system = system.get(), .name = "reference", .sensing = sensing}};
    options.system.watcher = [&](const sut::View& view, const sut::Command&) {
      views[ms(view.time_s)] = view;
    };
    static_cast<void>(harness::run_scene(*scene, options));
  }
  ASSERT_GT(views.size(), 100U);
  std::size_t compared = 0, reports = 0;
  const auto expect_view = [&](const Json& hello, const Json& message) {
    const auto at = views.find(ms(message["time_s"].get<double>()));
    if (at == views.end()) return;  // of the last frame no driver was asked
    ASSERT_EQ(message["seen"].size(), at->second.objects.size()) << "at " << message["time_s"];
    for (std::size_t k = 0; k < message["seen"].size(); ++k) {
      const Json& seen = message["seen"][k];
      const sut::SeenObject& shown = at->second.objects[k];
      EXPECT_EQ(seen["id"], shown.id);
      EXPECT_NEAR(seen["at"][0].get<double>() + hello["origin"][0].get<double>(), shown.x, 1e-6);
      EXPECT_NEAR(seen["at"][1].get<double>() + hello["origin"][1].get<double>(), shown.y, 1e-6);
      ++reports;
    }
    ++compared;
  };
  {
    SceneShow show(loaded.file, loaded.settings);
    Served served(show);
    SocketClient page(served.port(), "secret");
    Watched watched(page);
    const Json hello = watched.until("hello");
    page.send(R"({"do":"sensors","on":1})");
    const Json first = watched.until("sensors");
    EXPECT_EQ(first["sensors"][0]["name"], "front");
    // from then on the reports have come that were late when the page began to look; a step may be told more than once
    const double begin_s = first["time_s"].get<double>() + 0.5;
    for (double last_s = 0; last_s < begin_s + 1.2;) {
      page.send(R"({"do":"step"})");
      const Json message = watched.until("sensors");
      last_s = message["time_s"].get<double>();
      if (last_s > begin_s) expect_view(hello, message);
    }
    page.send(R"({"do":"speed","factor":0})");
    page.send(R"({"do":"play"})");
    watched.until("run", [](const Json& one) { return one["is_over"] == true; });
  }
  EXPECT_GE(compared, 20U);
  // from its recording, after a jump to any moment
  auto show = RecordingShow::open({.path = folder.only_file(), .is_paused = true});
  ASSERT_TRUE(show.has_value()) << to_text(show.diagnostics());
  Served served(**show);
  SocketClient page(served.port(), "secret");
  Watched watched(page);
  const Json hello = watched.until("hello");
  page.send(R"({"do":"sensors","on":1})");
  watched.until("sensors");
  const double first_s = hello["time_range"][0], last_s = hello["time_range"][1];
  for (const double share : {0.2, 0.7, 0.45, 0.33, 0.9}) {
    const double time_s = first_s + share * (last_s - first_s);
    page.send(fmt::format(R"({{"do":"seek","time_s":{}}})", time_s));
    expect_view(hello, watched.until("sensors", [&](const Json& one) {
      return std::fabs(one["time_s"].get<double>() - time_s) < 0.0501;
    }));
  }
  EXPECT_GE(compared, 25U);
  EXPECT_GT(reports, 40U) << "the sensor sees next to nothing: the test shows nothing";
}

TEST(ReviewShow, ScenesArePlayedInARow) {
  Loaded<scene_files::ScenarioFile> loaded("intersection_study.scene", 3, "brisk");
  ASSERT_TRUE(loaded.file);
  const auto scenario = loaded.file->build(3);
  ASSERT_TRUE(scenario);
  const auto choice = subject::parse_subject("brisk", [](const std::string&) { return std::nullopt; });
  const harness::RunResult alone =
      harness::in_one(harness::run_scenario(*scenario, {.seed = 3, .subject = *choice}));
  SceneShow show(loaded.file, loaded.settings);
  Served served(show);
  SocketClient page(served.port(), "secret");
  Watched watched(page);
  const Json hello = watched.until("hello");
  EXPECT_EQ(hello["mode"], "scene");
  page.send(R"({"do":"play"})");
  const Json event =
      watched.until("events", [](const Json& one) { return one["events"][0]["kind"] == "scene"; });
  EXPECT_NE(event["events"][0]["text"].get<std::string>().find("divided_attention"), std::string::npos);
  EXPECT_EQ(
      watched.until("scene", [](const Json& one) { return one["name"] == "divided_attention"; })["name"],
      "divided_attention");
  const Json run = watched.until("run", [](const Json& one) { return one["is_over"] == true; });
  EXPECT_EQ(run["outcome"]["hash"], base::to_hex(alone.hash));
  EXPECT_EQ(run["outcome"]["verdict"], to_text(alone.verdict()));
}

// The list that a report or a rehearsal leaves in its folder: a run without a recording is played again, and pages can go back.
TEST(ReviewShow, TheRunsOfAReportAreOpened) {
  const Folder folder("report");
  std::filesystem::create_directories(folder.path());
  const std::vector<report::ViewedRun> runs = {{.name = "lead_brakes",
                                                .scene_file = scene_path("lead_brakes.scene"),
                                                .seed = 11,
                                                .driver = "reference"},
                                               {.name = "gone", .scene_file = "no/such.scene", .seed = 3}};
  std::ofstream(folder.path() + "/view.json") << report::view_list_text(runs);
  auto show = RecordingShow::open({.path = folder.path(), .is_paused = true});
  ASSERT_TRUE(show.has_value()) << to_text(show.diagnostics());
  Served served(**show);
  SocketClient page(served.port(), "secret");
  Watched watched(page);
  const Json list = watched.until("hello");
  EXPECT_EQ(list["mode"], "report");
  ASSERT_EQ(list["runs"].size(), 2U);
  EXPECT_EQ(list["runs"][0]["has_recording"], false);
  page.send(R"({"do":"open","run":0})");
  const Json scene = watched.until("hello");
  EXPECT_EQ(scene["mode"], "scene");
  EXPECT_EQ(scene["seed"], 11);
  EXPECT_EQ(scene["subject"], "driver:reference");
  page.send(R"({"do":"open","run":-1})");
  EXPECT_EQ(watched.until("hello")["mode"], "report");
  page.send(R"({"do":"open","run":1})");
  EXPECT_NE(watched.until("error")["text"], "");
}

}  // namespace
}  // namespace backlot::server::review_show_test
