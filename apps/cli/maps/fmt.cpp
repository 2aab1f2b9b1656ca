// backlot fmt FILE...
#include <memory>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "apps/cli/campaign/suite_input.h"
#include "apps/cli/commands.h"
#include "apps/cli/input.h"
#include "apps/cli/message.h"
#include "apps/cli/output.h"
#include "apps/cli/scenes/scene_check.h"
#include "apps/cli/window/study_input.h"
#include "backlot/formats/scene/scene_text.h"
#include "backlot/formats/study/study_text.h"
#include "backlot/formats/suite/suite_text.h"
#include "backlot/formats/text/render.h"
#include "backlot/formats/text/source.h"
#include "backlot/map_files/format.h"

namespace backlot::cli {
namespace {

struct FmtSettings {
  std::vector<std::string> files;
  bool only_checks = false;
};

ExitCode report(const base::Diagnostics& diagnostics, const text::Source& source) {
  for (const base::Diagnostic& diagnostic : diagnostics)
    say(coloured(text::render(diagnostic, source), diagnostic.severity));
  return ExitCode::bad_input;
}

using Formatter = base::Result<std::string> (*)(std::string_view content, const std::string& file);

base::Result<std::string> format_scene(std::string_view content, const std::string& file) {
  return scene_text::format_scene(content, file);
}

base::Result<std::string> format_suite(std::string_view content, const std::string& file) {
  return formats::suite::format_suite(content, file);
}

base::Result<std::string> format_study(std::string_view content, const std::string& file) {
  return formats::study::format_study(content, file);
}

// Null where the file is of none of our languages.
Formatter find_formatter(std::string_view content, const std::string& path) {
  if (is_study(content, path)) return format_study;
  if (is_suite(content, path)) return format_suite;
  if (is_scene(content, path)) return format_scene;
  const map_files::Format* format = map_files::recognise(content, path);
  return format == nullptr ? nullptr : format->format;
}

ExitCode format_one(const std::string& path, bool only_checks) {
  base::Result<std::string> content = open_input(path);
  const text::Source source(display_name(path), content ? *content : std::string());
  if (!content) return report(content.diagnostics(), source);

  const Formatter format = find_formatter(*content, path);
  if (format == nullptr) {
    base::Diagnostics diagnostics;
    diagnostics.error(
        "C104", {source.name(), 0, 0}, "fmt cannot format this kind of file",
        "it formats Backlot's own languages, by content or ending: .way, .scene, .suite, .study");
    return report(diagnostics, source);
  }
  const base::Result<std::string> formatted = format(*content, source.name());
  if (!formatted) return report(formatted.diagnostics(), source);

  const bool is_changed = *formatted != *content;
  if (only_checks) {
    if (is_changed) say(fmt::format("{}: would be changed", source.name()));
    return is_changed ? ExitCode::failed : ExitCode::clean;
  }
  if (path == "-") return write_output("-", *formatted);
  return is_changed ? replace_file(path, *formatted) : ExitCode::clean;
}

ExitCode format_all(const FmtSettings& settings) {
  ExitCode worst = ExitCode::clean;
  for (const std::string& file : settings.files) worst = worse(worst, format_one(file, settings.only_checks));
  return worst;
}

}  // namespace

void add_fmt(CLI::App& program, Action& chosen) {
  const auto settings = std::make_shared<FmtSettings>();
  CLI::App* command =
      add_command(program, "fmt", "Rewrites files in the one format of the house, in place.",
                  "backlot fmt town.way\n"
                  "backlot fmt scenes/*.scene\n"
                  "backlot fmt --check maps/*.way     # exit code 1 where something would change\n"
                  "backlot fmt - < town.way           # from standard input to standard output");
  command
      ->add_option("FILE", settings->files,
                   "networks, scenes, scenarios, suites and studies; - filters standard input")
      ->required();
  command->add_flag("--check", settings->only_checks, "changes nothing, answers 1 where it would");
  command->callback([settings, &chosen] { chosen = [settings] { return format_all(*settings); }; });
}

}  // namespace backlot::cli
