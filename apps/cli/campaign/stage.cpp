#include "apps/cli/campaign/stage.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "apps/cli/input.h"

namespace backlot::cli {

namespace {

constexpr std::size_t kMostStages = 4;

std::string key_of(const std::string& path, const Given& given) {
  std::string key = path;
  for (const scene_text::GivenParameter& one : given) key += '\n' + one.name + '=' + one.text;
  return key;
}

}  // namespace

harness::RunResult Play::run(const harness::RunOptions& options) const {
  if (scene) return harness::run_scene(scene, options);
  return harness::in_one(harness::run_scenario(scenario, options));
}

bool Play::is_fixed() const {
  return scene && std::all_of(parameters.begin(), parameters.end(), [](const scene::Parameter& parameter) {
           return std::holds_alternative<scene::Fixed>(parameter.choice);
         });
}

std::shared_ptr<const Stage> Stage::load(const std::string& name, base::Result<std::string> content,
                                         const Given& given, base::Diagnostics& found,
                                         map_files::Sources& sources) {
  auto stage = std::make_shared<Stage>();
  const auto load_as = [&](auto& slot) {
    using File = typename std::decay_t<decltype(slot)>::element_type;
    auto loading = File::load(name, std::move(content), given);
    found.append(std::move(loading.diagnostics));
    for (const auto& source : loading.sources)
      stage->texts_.push_back({source->name(), std::string(source->text())});
    std::move(loading.sources.begin(), loading.sources.end(), std::back_inserter(sources));
    slot = loading.file;
    return slot != nullptr;
  };
  const bool is_scenario = content && scene_text::looks_like_scenario(*content);
  return (is_scenario ? load_as(stage->scenario_) : load_as(stage->scene_)) ? stage : nullptr;
}

const std::string& Stage::name() const {
  return scene_ ? scene_->description().name : scenario_->description().name;
}
const network::Network& Stage::network() const { return scene_ ? scene_->network() : scenario_->network(); }
const std::vector<std::string>& Stage::signals() const {
  return scene_ ? scene_->signals() : scenario_->signals();
}

base::Result<Play> Stage::build(std::uint64_t seed, const Given& given) const {
  if (scene_) {
    const auto scene = scene_->build(seed, given);
    if (!scene) return base::Result<Play>::failure(scene.diagnostics());
    return Play{*scene, {}, (*scene)->description().parameters};
  }
  base::Result<harness::Scenario> scenario = scenario_->build(seed);
  if (!scenario) return base::Result<Play>::failure(std::move(scenario).diagnostics());
  return Play{nullptr, *std::move(scenario), scenario_->description().parameters};
}

bool Stage::decides_loading(std::string_view content, const Given& given) {
  return scene_text::looks_like_scenario(content) ||
         std::any_of(given.begin(), given.end(), [](const auto& one) { return one.name == "network"; });
}

// ---- the cache

void StageCache::add_text(const std::string& path, std::string text) {
  texts_.emplace_back(path, std::move(text));
}

std::shared_ptr<const Stage> StageCache::find(const std::string& path, const Given& given,
                                              base::Diagnostics& found, map_files::Sources& sources) {
  const auto known = [&](const std::string& key) {
    const auto at =
        std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.key == key; });
    return at == entries_.end() ? nullptr : at->stage;
  };
  // Most parameters are read when a play is built, so that one stage serves all of them.
  last_ = known(path);
  if (!last_) last_ = known(key_of(path, given));
  if (last_) return last_;

  const auto text =
      std::find_if(texts_.begin(), texts_.end(), [&](const auto& one) { return one.first == path; });
  base::Result<std::string> content = text == texts_.end() ? open_input(path) : text->second;
  const bool is_loaded_with = content && Stage::decides_loading(*content, given);
  last_ =
      Stage::load(display_name(path), std::move(content), is_loaded_with ? given : Given{}, found, sources);
  if (!last_) return nullptr;
  if (entries_.size() >= kMostStages) entries_.erase(entries_.begin());
  entries_.push_back({is_loaded_with ? key_of(path, given) : path, last_});
  return last_;
}

std::shared_ptr<const Play> StageCache::build(const std::string& path, const Given& given, std::uint64_t seed,
                                              base::Diagnostics& found, map_files::Sources& sources) {
  const std::shared_ptr<const Stage> stage = find(path, given, found, sources);
  if (!stage) return nullptr;
  const std::string key = key_of(path, given);
  if (built_ && built_->is_fixed() && key == built_key_) return built_;
  base::Result<Play> play = stage->build(seed, given);
  found.append(play.diagnostics());
  if (!play) return nullptr;
  built_key_ = key;
  built_ = std::make_shared<const Play>(*std::move(play));
  return built_;
}

}  // namespace backlot::cli
