// backlot convert IN OUT
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/input.h"
#include "apps/cli/message.h"
#include "apps/cli/output.h"
#include "apps/cli/progress.h"
#include "backlot/map_files/format.h"

namespace backlot::cli {
namespace {

struct ConvertSettings {
  NetworkInput input;
  std::string output;
  std::string format;  // empty: by the ending of the output
};

// Within one format the text itself is kept, with its comments and templates. What it imports is named by paths beside the
// file, so that a text with imports only stays a text in the same folder.
bool keeps_text(const Loading& loading, const map_files::Format& target, const ConvertSettings& settings) {
  if (loading.format != &target || target.format == nullptr) return false;
  if (loading.sources.size() == 1) return true;
  std::error_code error;
  const auto folder = [&error](const std::string& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error).parent_path();
  };
  return settings.output != "-" && settings.input.path != "-" &&
         folder(settings.output) == folder(settings.input.path);
}

ExitCode convert(const ConvertSettings& settings) {
  const map_files::Format* target = settings.format.empty()
                                        ? map_files::find_format_by_ending(settings.output)
                                        : map_files::find_format(settings.format);
  if (target == nullptr || target->write == nullptr) {
    const std::string told =
        settings.format.empty()
            ? fmt::format("the ending of \"{}\" tells no format that can be written", settings.output)
            : fmt::format("no format \"{}\" can be written", settings.format);
    return usage_error(told,
                       fmt::format("these can: {}; --to names one of them", map_files::writable_formats()));
  }

  const TaskProgress progress("converting " + settings.input.path);
  const std::optional<Loading> loading = load_or_report(settings.input);
  if (!loading) return ExitCode::bad_input;
  if (!keeps_text(*loading, *target, settings)) {
    const base::Result<std::string> text = target->write(*loading->description);
    for (const base::Diagnostic& one : text.diagnostics()) say(coloured(base::to_text(one), one.severity));
    if (!text || (settings.input.is_strict && text.diagnostics().count(base::Severity::warning) > 0))
      return ExitCode::bad_input;
    return write_whole(settings.output, *text);
  }

  const base::Result<std::string> text = target->format(loading->sources.front()->text(), loading->name);
  if (!text) {
    say(base::to_text(text.diagnostics()));
    return ExitCode::bad_input;
  }
  return write_whole(settings.output, *text);
}

}  // namespace

void add_convert(CLI::App& program, Action& chosen) {
  const auto settings = std::make_shared<ConvertSettings>();
  CLI::App* command = add_command(
      program, "convert",
      "Reads a map in one format and writes it in another, told by the ending of OUT.\n"
      "From .way to .way templates and comments are kept. What a format cannot hold is warned of; with\n"
      "--strict nothing is written then.",
      "backlot convert map.way copy.way\n"
      "backlot convert map.way map.xodr\n"
      "cat map.way | backlot convert - - --to way");
  add_network_input(*command, settings->input.path, "IN");
  command->add_option("OUT", settings->output, "the file to write; - is standard output, with --to")
      ->required();
  command
      ->add_option("--to", settings->format,
                   "the format, where the ending of OUT does not tell: " + map_files::writable_formats())
      ->option_text("FORMAT");
  add_strict_option(*command, settings->input.is_strict);
  command->callback([settings, &chosen] { chosen = [settings] { return convert(*settings); }; });
}

}  // namespace backlot::cli
