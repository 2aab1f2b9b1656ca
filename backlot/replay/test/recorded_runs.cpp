#include "backlot/replay/test/recorded_runs.h"

#include <algorithm>
#include <memory>

#include <gtest/gtest.h>

#include "backlot/drivers/shipped.h"
#include "backlot/map_files/read_file.h"
#include "backlot/map_files/show.h"
#include "backlot/recording/recording_reader.h"
#include "backlot/recording/run_recorder.h"
#include "backlot/replay/judge_recording.h"
#include "backlot/replay/record_run.h"
#include "backlot/replay/recorded_stage.h"
#include "backlot/scene_files/scenario_file.h"
#include "backlot/scene_files/scene_file.h"

namespace backlot::replay {

namespace fs = std::filesystem;

namespace {

fs::path scenes_folder() { return (fs::path(__FILE__).parent_path() / "../../../scenes").lexically_normal(); }

// Takes what a process would have written before it ended.
class CutSink final : public recording::Sink {
 public:
  explicit CutSink(std::string& bytes, const bool& is_cut) : bytes_(bytes), is_cut_(is_cut) {}
  bool write(std::string_view bytes) override {
    if (!is_cut_) bytes_ += bytes;
    return true;
  }
  bool close() override { return true; }
  std::string why() const override { return {}; }

 private:
  std::string& bytes_;
  const bool& is_cut_;
};

harness::ValidatorMaker taker_of(Figures& figures) {
  return [&figures](const scene::Scene&) {
    std::vector<std::unique_ptr<verdict::Validator>> list;
    list.push_back(make_figure_taker(figures));
    return list;
  };
}

template <class File, class Play>
RecordedRun record_file(const fs::path& path, std::string text, std::uint64_t seed,
                        const RecordShipped& choice, const Play& play) {
  RecordedRun run;
  const auto loading = File::load(path.string(), std::move(text), {});
  if (!loading.file) {
    ADD_FAILURE() << map_files::to_text(loading.diagnostics, loading.sources);
    return run;
  }
  recording::RunHeader header;
  header.version = "test";
  header.scene = loading.file->description().name;
  header.is_scenario = std::is_same_v<File, scene_files::ScenarioFile>;
  for (const auto& source : loading.sources)
    header.sources.push_back({source->name(), std::string(source->text())});
  header.network_hash = recording::hash_of(loading.file->network());
  header.seed = seed;
  header.driver = choice.driver;
  const drivers::Shipped* shipped = drivers::find_shipped(choice.driver);
  const std::unique_ptr<sut::System> system = shipped != nullptr ? shipped->make() : nullptr;
  harness::RunOptions options{.seed = seed,
                              .system = {.system = choice.system != nullptr ? choice.system : system.get(),
                                         .name = choice.driver,
                                         .sensing = choice.sensing}};
  options.gauges = taker_of(run.figures);
  describe(options, header);
  bool is_cut = false;
  recording::RunRecorder recorder(std::make_unique<CutSink>(run.bytes, is_cut), header,
                                  recording::road_of(loading.file->network()));
  record_run(recorder, options);
  std::size_t steps = 0;
  options.onlooker = [&, before = options.onlooker](const harness::Moment& moment) {
    before(moment);
    if (++steps == choice.stop_after) is_cut = true;
  };
  const auto built = loading.file->build(seed);
  if (!built) {
    ADD_FAILURE() << base::to_text(built.diagnostics());
    return run;
  }
  run.live = play(*built, options);
  EXPECT_TRUE(recorder.finish(end_of(run.live)));
  return run;
}

}  // namespace

std::vector<fs::path> shipped_scenes() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(scenes_folder()))
    if (entry.path().extension() == ".scene") found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

fs::path shipped_scene(const char* name) { return scenes_folder() / name; }

RecordedRun record_shipped(const fs::path& file, std::uint64_t seed, const RecordShipped& choice) {
  const auto content = map_files::read_file(file.string());
  if (!content) {
    ADD_FAILURE() << to_text(content.diagnostics());
    return {};
  }
  std::string text = *content;
  if (!choice.old.empty()) {
    const std::size_t at = text.find(choice.old);
    EXPECT_NE(at, std::string::npos) << choice.old;
    if (at != std::string::npos) text.replace(at, choice.old.size(), choice.now);
  }
  if (scene_text::looks_like_scenario(text))
    return record_file<scene_files::ScenarioFile>(
        file, text, seed, choice, [](const harness::Scenario& scenario, const harness::RunOptions& options) {
          return harness::in_one(harness::run_scenario(scenario, options));
        });
  return record_file<scene_files::SceneFile>(file, text, seed, choice,
                                             [](const auto& scene, const harness::RunOptions& options) {
                                               return harness::run_scene(scene, options);
                                             });
}

base::Result<JudgedBytes> judge_bytes(const std::string& bytes) {
  using Judged = base::Result<JudgedBytes>;
  const auto recording = recording::read_recording(bytes, "run.mcap");
  if (!recording) return Judged::failure(recording.diagnostics());
  const auto stage = build_stage(recording->header);
  if (!stage) return Judged::failure(stage.diagnostics());
  for (const base::Diagnostic& diagnostic : stage.diagnostics())
    EXPECT_NE(diagnostic.code, "M113") << to_text(diagnostic);  // another network
  const auto result = judge_recording(bytes, "run.mcap", *recording, *stage);
  if (!result) return Judged::failure(result.diagnostics());
  JudgedBytes judged{*result, {}};
  // the validators of the scene made the result: the figures are taken by themselves
  static_cast<void>(judge_recording(bytes, "run.mcap", *recording, *stage, taker_of(judged.figures)));
  return Judged::from(std::move(judged), result.diagnostics());
}

namespace {

// Names the first thing that is not the same.
class Comparison {
 public:
  template <class T>
  void same(const std::string& what, const T& a, const T& b) {
    if (first_.empty() && !(a == b)) first_ = what;
  }
  const std::string& first() const { return first_; }

 private:
  std::string first_;
};

}  // namespace

std::string find_difference(const harness::RunResult& live, const harness::RunResult& read) {
  Comparison c;
  c.same("verdict", live.verdict(), read.verdict());
  c.same("scene", live.scene, read.scene);
  c.same("style", live.style, read.style);
  c.same("driver", live.driver, read.driver);
  c.same("cause", live.cause.text, read.cause.text);
  c.same("group of the cause", live.cause.group, read.cause.group);
  c.same("trouble", live.cause.trouble, read.cause.trouble);
  c.same("hash", live.hash, read.hash);
  c.same("sim_s", live.sim_s, read.sim_s);
  c.same("subject_start_s", live.subject_start_s, read.subject_start_s);
  c.same("subject_was_hit", live.subject_was_hit, read.subject_was_hit);
  c.same("contacts_of_extras", live.contacts_of_extras, read.contacts_of_extras);
  c.same("number of expectations", live.expectations.size(), read.expectations.size());
  c.same("number of events", live.events.size(), read.events.size());
  c.same("number of findings", live.findings.size(), read.findings.size());
  c.same("number of roles", live.roles.size(), read.roles.size());
  c.same("number of notes", live.notes.size(), read.notes.size());
  if (!c.first().empty()) return c.first();
  for (std::size_t k = 0; k < live.expectations.size(); ++k) {
    const verdict::ExpectationResult &a = live.expectations[k], &b = read.expectations[k];
    c.same("text of expectation " + a.text, a.text, b.text);
    c.same("expectation " + a.text, a.is_met, b.is_met);
    c.same("value of " + a.text, a.value, b.value);
    c.same("limit of " + a.text, a.limit, b.limit);
    c.same("time of " + a.text, a.time_s, b.time_s);
    c.same("reason of " + a.text, a.why, b.why);
  }
  for (std::size_t k = 0; k < live.events.size(); ++k) {
    const verdict::EventResult &a = live.events[k], &b = read.events[k];
    c.same("name of event " + a.event, a.event, b.event);
    c.same("event " + a.event, a.has_happened, b.has_happened);
    c.same("time of " + a.event, a.time_s, b.time_s);
    c.same("onset of " + a.event, a.onset_s, b.onset_s);
    c.same("error of " + a.event, a.error_s, b.error_s);
  }
  for (std::size_t k = 0; k < live.findings.size(); ++k) {
    const verdict::Finding &a = live.findings[k], &b = read.findings[k];
    c.same("validator of " + a.message, a.validator, b.validator);
    c.same("rule of " + a.message, a.rule, b.rule);
    c.same("time of " + a.message, a.time_s, b.time_s);
    c.same("end of " + a.message, a.until_s, b.until_s);
    c.same("value of " + a.message, a.value, b.value);
    c.same("limit of " + a.message, a.limit, b.limit);
    c.same("margin of " + a.message, a.margin, b.margin);
    c.same("other of " + a.message, a.other, b.other);
    c.same("place of " + a.message, a.where.x, b.where.x);
    c.same("message", a.message, b.message);
  }
  for (std::size_t k = 0; k < live.roles.size(); ++k) {
    const harness::RoleResult &a = live.roles[k], &b = read.roles[k];
    c.same("role " + a.role, a.role, b.role);
    c.same("actor of " + a.role, a.actor, b.actor);
    c.same("time of " + a.role, a.since_s, b.since_s);
    c.same("candidates of " + a.role, a.candidates_mean, b.candidates_mean);
    c.same("refusals of " + a.role, a.refused, b.refused);
  }
  return c.first();
}

std::string find_difference(const RecordedRun& run, const JudgedBytes& read) {
  std::string difference = find_difference(run.live, read.result);
  for (std::size_t k = 0; k < run.figures.size() && difference.empty(); ++k)
    if (k >= read.figures.size() || !(run.figures[k] == read.figures[k]))
      difference = "figure " + run.figures[k].name;
  return difference;
}

}  // namespace backlot::replay
