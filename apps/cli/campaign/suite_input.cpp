#include "apps/cli/campaign/suite_input.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "apps/cli/command.h"
#include "apps/cli/message.h"
#include "apps/cli/scenes/scene_check.h"
#include "backlot/base/hash.h"
#include "backlot/formats/suite/suite_text.h"
#include "backlot/map_files/files_on_disk.h"
#include "backlot/map_files/format.h"

namespace backlot::cli {
namespace {

constexpr std::string_view kEnding = ".suite";

// The first value of each parameter, but for one of them.
Given given_of(const campaign::CaseDescription& one, std::size_t parameter, std::size_t value) {
  Given given;
  for (std::size_t p = 0; p < one.parameters.size(); ++p)
    given.push_back({one.parameters[p].name, one.parameters[p].values[p == parameter ? value : 0]});
  if (!one.judge.empty()) given.push_back({"judge", one.judge});
  return given;
}

// What a scene says about a value that the suite gave it stands where the suite gives it.
base::Diagnostics placed(const base::Diagnostics& found, const campaign::CaseDescription& one) {
  base::Diagnostics out;
  for (base::Diagnostic diagnostic : found) {
    for (const campaign::ParameterValues& parameter : one.parameters)
      if (diagnostic.place.file == "--param " + parameter.name) diagnostic.place = parameter.place;
    if (diagnostic.place.file == "--param judge" && !one.judge.empty()) diagnostic.place = one.judge_place;
    out.add(std::move(diagnostic));
  }
  return out;
}

// Each finding once, however many cases play the scene.
class Findings {
 public:
  explicit Findings(base::Diagnostics& found) : found_(found) {}
  void add(const base::Diagnostics& more) {
    for (const base::Diagnostic& one : more)
      if (seen_.insert(to_text(one)).second) found_.add(one);
  }

 private:
  base::Diagnostics& found_;
  std::set<std::string> seen_;
};

void check_case(const campaign::CaseDescription& one, StageCache& stages, Findings& findings,
                map_files::Sources& sources) {
  const std::uint64_t seed = one.seeds.empty() ? 1 : one.seeds.front().first;
  const auto build = [&](std::size_t parameter, std::size_t value) {
    base::Diagnostics found;
    const bool is_built =
        stages.build(one.scene_file, given_of(one, parameter, value), seed, found, sources) != nullptr;
    findings.add(placed(found, one));
    return is_built;
  };
  if (!build(0, 0)) return;
  for (std::size_t p = 0; p < one.parameters.size(); ++p)
    for (std::size_t v = 1; v < one.parameters[p].values.size(); ++v) build(p, v);
}

// The command line counts more than the suite.
void override_parameters(campaign::CaseDescription& one, const SceneChoice& choice) {
  for (const scene_text::GivenParameter& given : choice.given) {
    const auto at = std::find_if(one.parameters.begin(), one.parameters.end(),
                                 [&](const auto& parameter) { return parameter.name == given.name; });
    campaign::ParameterValues value{given.name, {given.text}, {"--param " + given.name, 0, 0}};
    if (at == one.parameters.end())
      one.parameters.push_back(std::move(value));
    else
      *at = std::move(value);
  }
}

std::uint64_t hash_of(const map_files::Sources& sources) {
  // A text that several files import counts once, whatever order the files come in.
  std::set<std::string_view> texts;
  for (const auto& source : sources) texts.insert(source->text());
  base::Hasher hasher;
  for (const std::string_view text : texts) hasher.add(text);
  return hasher.value();
}

class SuiteLoader {
 public:
  SuiteLoader(const SceneChoice& choice, StageCache& stages) : choice_(choice), stages_(stages) {}

  ExitCode load(const std::string& path, SuiteInput& input) {
    base::Result<std::string> content = open_input(path);
    if (!content) {
      findings_.add(content.diagnostics());
      return ExitCode::bad_input;
    }
    if (is_suite(*content, path)) return load_suite(path, *std::move(content), input);
    if (!is_scene(*content, {}) && map_files::recognise(*content, {}) != nullptr) return refuse_map(path);
    return load_scene(path, *std::move(content), input);
  }

  void report() const { say_all(found_, sources_); }
  std::uint64_t text_hash() const { return hash_of(sources_); }

 private:
  ExitCode load_suite(const std::string& path, std::string content, SuiteInput& input) {
    sources_.push_back(std::make_unique<text::Source>(display_name(path), std::move(content)));
    const map_files::FilesOnDisk imports(sources_);
    base::Result<campaign::SuiteDescription> suite =
        formats::suite::read_suite(sources_.back()->text(), display_name(path), imports);
    findings_.add(suite.diagnostics());
    if (!suite) return ExitCode::bad_input;
    for (campaign::CaseDescription& one : suite->cases) {
      override_parameters(one, choice_);
      check_case(one, stages_, findings_, sources_);
    }
    input.suites.push_back(*std::move(suite));
    return found_.has_errors() ? ExitCode::bad_input : ExitCode::clean;
  }

  ExitCode refuse_map(const std::string& path) {
    base::Diagnostics found;
    found.error(
        "C106", {display_name(path), 0, 0}, "this is a map, where a scene or a suite is asked for",
        "\"backlot traffic\" lets vehicles drive on a map; docs/scenes.md tells how to write a scene");
    findings_.add(found);
    return ExitCode::bad_input;
  }

  ExitCode load_scene(const std::string& path, std::string content, SuiteInput& input) {
    if (path == "-") stages_.add_text(path, std::move(content));
    campaign::CaseDescription one{.name = {}, .scene_file = path, .drivers = {""}, .place = {path, 1, 0}};
    override_parameters(one, choice_);
    check_case(one, stages_, findings_, sources_);
    if (found_.has_errors()) return ExitCode::bad_input;
    const std::shared_ptr<const Stage> stage = stages_.last();
    if (const std::string unheard = choice_.find_unused_signal(stage->signals()); !unheard.empty())
      return report_unused_signal(unheard, stage->signals());
    one.name = unique_name(stage->name(), path, input);
    input.suites.push_back({.name = {}, .cases = {std::move(one)}, .place = {path, 0, 0}});
    return ExitCode::clean;
  }

  // Two files may give their scenes one name.
  static std::string unique_name(const std::string& name, const std::string& path, const SuiteInput& input) {
    for (const campaign::SuiteDescription& suite : input.suites)
      for (const campaign::CaseDescription& one : suite.cases)
        if (suite.name.empty() && one.name == name) return fmt::format("{} ({})", name, path);
    return name;
  }

  const SceneChoice& choice_;
  StageCache& stages_;
  base::Diagnostics found_;
  Findings findings_{found_};
  map_files::Sources sources_;
};

}  // namespace

bool is_suite(std::string_view content, std::string_view path) {
  if (formats::suite::looks_like_suite(content)) return true;
  return path.size() > kEnding.size() && path.ends_with(kEnding) && !is_scene(content, {});
}

ExitCode load_suites(const std::vector<std::string>& paths, const SceneChoice& choice, StageCache& stages,
                     SuiteInput& input) {
  SuiteLoader loader(choice, stages);
  ExitCode worst = ExitCode::clean;
  for (const std::string& path : paths) worst = worse(worst, loader.load(path, input));
  loader.report();
  input.text_hash = loader.text_hash();
  return worst;
}

Loading check_suite(const std::string& path, std::string content) {
  Loading loading;
  loading.name = display_name(path);
  loading.sources.push_back(std::make_unique<text::Source>(loading.name, std::move(content)));
  const std::string_view text = loading.sources.front()->text();
  const map_files::FilesOnDisk imports(loading.sources);
  const base::Result<campaign::SuiteDescription> suite =
      formats::suite::read_suite(text, loading.name, imports);
  Findings findings(loading.diagnostics);
  findings.add(suite.diagnostics());
  if (suite) {
    StageCache stages;
    for (const campaign::CaseDescription& one : suite->cases)
      check_case(one, stages, findings, loading.sources);
  }
  loading.is_parsed = std::none_of(
      loading.diagnostics.begin(), loading.diagnostics.end(), [](const base::Diagnostic& diagnostic) {
        return diagnostic.severity == base::Severity::error && map_files::is_text_syntax(diagnostic.code);
      });
  return loading;
}

}  // namespace backlot::cli
