#include "apps/cli/window/study_input.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "apps/cli/message.h"
#include "apps/cli/scenes/scene_check.h"
#include "apps/server/show/scene_show.h"
#include "backlot/drivers/shipped.h"
#include "backlot/formats/study/study_text.h"
#include "backlot/map_files/files_on_disk.h"
#include "backlot/map_files/format.h"
#include "backlot/study/plan.h"
#include "backlot/subject/choice.h"

namespace backlot::cli {
namespace {

constexpr std::string_view kEnding = ".study";

// Reads a study and the scenes that it plays. Each finding stands once, and where the study gives the value that it is about.
class StudyLoader {
 public:
  explicit StudyLoader(Loading& loading) : loading_(loading) {}

  LoadedStudy load() {
    LoadedStudy loaded;
    const map_files::FilesOnDisk scenes(loading_.sources);
    auto study = formats::study::read_study(loading_.sources.front()->text(), loading_.name, scenes);
    add(study.diagnostics());
    if (!study) return loaded;
    loaded.study = *std::move(study);
    check_subject(loaded.study.subject, loaded.study.place);
    for (const study::ConditionDescription& one : loaded.study.conditions) {
      if (!one.subject.empty()) check_subject(one.subject, one.place);
      server::LoadedCondition condition{load_scene(one.scene_file, one.parameters, one.scene_place), {}};
      for (const study::SpareDescription& spare : one.spares) {
        const bool is_again = spare.scene_file.empty();
        condition.spares.push_back(
            is_again ? condition.scene : load_scene(spare.scene_file, spare.parameters, spare.place));
      }
      loaded.conditions.push_back(std::move(condition));
    }
    build_all(loaded);
    loaded.is_whole = !loading_.diagnostics.has_errors();
    return loaded;
  }

 private:
  void add(const base::Diagnostics& found) {
    for (const base::Diagnostic& one : found)
      if (seen_.insert(to_text(one)).second) loading_.diagnostics.add(one);
  }

  void add_placed(const base::Diagnostics& found, const std::vector<study::GivenValue>& values) {
    base::Diagnostics placed;
    for (base::Diagnostic one : found) {
      for (const study::GivenValue& value : values)
        if (one.place.file == "--param " + value.name) one.place = value.place;
      placed.add(std::move(one));
    }
    add(placed);
  }

  // A wrong subject is found before a participant sits there.
  void check_subject(const std::string& subject, const base::Place& place) {
    const server::SubjectWish wish = server::read_wish(subject);
    if (wish.is_human) return;
    base::Diagnostics found;
    if (!wish.driver.empty()) {
      const drivers::Shipped* const shipped = drivers::find_shipped(wish.driver);
      if (shipped == nullptr || shipped->needs_process)
        found.error("Y120", place, fmt::format("there is no driver \"{}\" that can drive here", wish.driver),
                    "name a shipped driver, as in driver reference");
    } else if (!subject::parse_subject(subject, [](const std::string&) { return std::nullopt; })) {
      found.error("Y120", place, fmt::format("\"{}\" is no subject", subject),
                  "write subject me for participants, or a style such as subject brisk");
    }
    add(found);
  }

  server::LoadedScene load_scene(const std::string& file, const std::vector<study::GivenValue>& values,
                                 const base::Place& place) {
    server::LoadedScene scene;
    for (const study::GivenValue& value : values) scene.given.push_back({value.name, value.value});
    const base::Result<std::string> content = open_input(file);
    if (content && !is_scene(*content, file)) {
      base::Diagnostics found;
      found.error("Y121", place, fmt::format("\"{}\" is no scene", file), "a trial is a scene: name a .scene file");
      add(found);
      return scene;
    }
    auto loading = scene_files::SceneFile::load(file, content, scene.given);
    add_placed(loading.diagnostics, values);
    for (const auto& source : loading.sources)
      scene.sources.push_back({source->name(), std::string(source->text())});
    std::move(loading.sources.begin(), loading.sources.end(), std::back_inserter(loading_.sources));
    scene.file = std::move(loading.file);
    return scene;
  }

  // Each scene with the seeds that the plan has for it: a seed may draw parameters with which a scene cannot be built.
  void build_all(const LoadedStudy& loaded) {
    if (loading_.diagnostics.has_errors()) return;
    std::set<std::pair<std::size_t, std::uint64_t>> built;
    constexpr std::size_t kMostBuilt = 200;
    for (std::size_t p = 0; p < loaded.study.participants.size(); ++p)
      for (const study::PlannedStep& step : study::plan_of(loaded.study, p)) {
        if (step.kind != study::StepKind::trial || built.size() >= kMostBuilt) continue;
        if (!built.insert({step.trial.condition, step.trial.seed}).second) continue;
        const server::LoadedScene& scene = loaded.conditions[step.trial.condition].scene;
        const auto answer = scene.file->build(step.trial.seed, scene.given);
        add_placed(answer.diagnostics(), loaded.study.conditions[step.trial.condition].parameters);
      }
    for (std::size_t k = 0; k < loaded.conditions.size(); ++k)
      for (std::size_t s = 0; s < loaded.conditions[k].spares.size(); ++s) {
        const server::LoadedScene& scene = loaded.conditions[k].spares[s];
        const auto answer = scene.file->build(1, scene.given);
        add_placed(answer.diagnostics(), loaded.study.conditions[k].spares[s].parameters);
      }
  }

  Loading& loading_;
  std::set<std::string> seen_;
};

Loading begin_loading(const std::string& path, std::string content) {
  Loading loading;
  loading.name = display_name(path);
  loading.sources.push_back(std::make_unique<text::Source>(loading.name, std::move(content)));
  return loading;
}

}  // namespace

bool is_study(std::string_view content, std::string_view path) {
  if (formats::study::looks_like_study(content)) return true;
  return path.size() > kEnding.size() && path.ends_with(kEnding) && !is_scene(content, {});
}

Loading check_study(const std::string& path, std::string content) {
  Loading loading = begin_loading(path, std::move(content));
  static_cast<void>(StudyLoader(loading).load());
  loading.is_parsed = std::none_of(
      loading.diagnostics.begin(), loading.diagnostics.end(), [](const base::Diagnostic& diagnostic) {
        return diagnostic.severity == base::Severity::error && map_files::is_text_syntax(diagnostic.code);
      });
  return loading;
}

LoadedStudy load_study(const std::string& path, std::string content) {
  Loading loading = begin_loading(path, std::move(content));
  LoadedStudy loaded = StudyLoader(loading).load();
  say_all(loading.diagnostics, loading.sources);
  return loaded;
}

}  // namespace backlot::cli
