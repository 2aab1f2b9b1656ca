// backlot check FILE...
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "apps/cli/campaign/suite_input.h"
#include "apps/cli/commands.h"
#include "apps/cli/input.h"
#include "apps/cli/json_output.h"
#include "apps/cli/maps/breaches.h"
#include "apps/cli/maps/mission_input.h"
#include "apps/cli/message.h"
#include "apps/cli/scenes/scene_check.h"
#include "apps/cli/window/study_input.h"
#include "backlot/formats/rndf/read_mdf.h"

namespace backlot::cli {
namespace {

struct CheckSettings {
  std::vector<std::string> files;
  bool is_strict = false;
  bool as_json = false;
  Extent extent = Extent::few;
};

ExitCode code_of(const Loading& loading, bool is_strict) {
  if (!loading.has_failed(is_strict)) return ExitCode::clean;
  return loading.is_parsed ? ExitCode::failed : ExitCode::bad_input;
}

std::string counted(std::size_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// A network with all that is wrong with its file: what the reader found, and the rules that it breaks; or a mission, a scene, a
// scenario, a suite or a study, which are no networks.
Loading load_any(const std::string& file) {
  base::Result<std::string> content = open_input(file);
  if (content && formats::rndf::looks_like_mdf(*content)) return check_mission(file, *std::move(content));
  if (content && is_study(*content, file)) return check_study(file, *std::move(content));
  if (content && is_suite(*content, file)) return check_suite(file, *std::move(content));
  if (content && is_scene(*content, file)) return check_scene(file, *std::move(content));
  Loading loading = load_network(file, std::move(content));
  if (loading.is_parsed && loading.format->lint != nullptr)
    loading.diagnostics.append(loading.format->lint(loading.sources.front()->text(), loading.name));
  if (loading.network) loading.diagnostics.append(overlap_warnings(*loading.network, loading.name));
  return loading;
}

ExitCode check(const CheckSettings& settings) {
  ExitCode worst = ExitCode::clean;
  std::size_t errors = 0, warnings = 0;
  Json findings = Json::array();
  for (const std::string& file : settings.files) {
    const Loading loading = load_any(file);
    worst = worse(worst, code_of(loading, settings.is_strict));
    errors += loading.count(base::Severity::error);
    warnings += loading.count(base::Severity::warning);
    if (settings.as_json) {
      for (const base::Diagnostic& diagnostic : loading.diagnostics) findings.push_back(to_json(diagnostic));
    } else {
      say_all(loading.diagnostics, loading.sources, settings.extent);
    }
  }
  if (settings.as_json) return worse(worst, write_json(findings));
  say(fmt::format("{}: {}, {}", counted(settings.files.size(), "file"), counted(errors, "error"),
                  counted(warnings, "warning")));
  return worst;
}

}  // namespace

void add_check(CLI::App& program, Action& chosen) {
  const auto settings = std::make_shared<CheckSettings>();
  CLI::App* command =
      add_command(program, "check", "Says what is wrong with files: all of it, with line and column.",
                  "backlot check town.way\n"
                  "backlot check scenes/*.scene          # with their networks\n"
                  "backlot check --strict maps/*.xodr\n"
                  "backlot check --all town.xodr         # every warning, not three of a kind\n"
                  "backlot check --json town.way | jq '.[].message'");
  command
      ->add_option("FILE", settings->files,
                   "networks, missions, scenes, scenarios, suites and studies; - is standard input")
      ->required();
  add_strict_option(*command, settings->is_strict);
  command->add_flag_callback(
      "--all", [settings] { settings->extent = Extent::all; },
      "every warning; else the first three of each kind, and how many more there are");
  command->add_flag("--json", settings->as_json, "the findings as an array on standard output");
  command->callback([settings, &chosen] { chosen = [settings] { return check(*settings); }; });
}

}  // namespace backlot::cli
