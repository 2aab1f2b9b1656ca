// backlot fmt FILE...
#include <memory>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/formats.h"
#include "apps/cli/input.h"
#include "apps/cli/message.h"
#include "apps/cli/output.h"
#include "backlot/formats/text/render.h"
#include "backlot/formats/text/source.h"

namespace backlot::cli {
namespace {

struct Settings {
  std::vector<std::string> files;
  bool only_checks = false;
};

ExitCode report(const base::Diagnostics& diagnostics, const text::Source& source) {
  for (const base::Diagnostic& diagnostic : diagnostics)
    say(coloured(text::render(diagnostic, source), diagnostic.severity));
  return ExitCode::bad_input;
}

ExitCode format_one(const std::string& path, bool only_checks) {
  base::Result<std::string> content = open_input(path);
  const text::Source source(display_name(path), content ? *content : std::string());
  if (!content) return report(content.diagnostics(), source);

  const Format* format = recognise(*content, path);
  if (format == nullptr || format->format == nullptr) {
    base::Diagnostics diagnostics;
    diagnostics.error("C104", {source.name(), 0, 0}, "fmt cannot format this kind of file",
                      "it formats Backlot's own languages, by content or ending: .way");
    return report(diagnostics, source);
  }
  const base::Result<std::string> formatted = format->format(*content, source.name());
  if (!formatted) return report(formatted.diagnostics(), source);

  const bool is_changed = *formatted != *content;
  if (only_checks) {
    if (is_changed) say(fmt::format("{}: would be changed", source.name()));
    return is_changed ? ExitCode::failed : ExitCode::clean;
  }
  if (path == "-") return write_output("-", *formatted);
  return is_changed ? replace_file(path, *formatted) : ExitCode::clean;
}

ExitCode format_all(const Settings& settings) {
  ExitCode worst = ExitCode::clean;
  for (const std::string& file : settings.files) worst = worse(worst, format_one(file, settings.only_checks));
  return worst;
}

}  // namespace

void add_fmt(CLI::App& program, Action& chosen) {
  const auto settings = std::make_shared<Settings>();
  CLI::App* command =
      add_command(program, "fmt", "Rewrites files in the one format of the house, in place.",
                  "backlot fmt town.way\n"
                  "backlot fmt --check maps/*.way     # exit code 1 where something would change\n"
                  "backlot fmt - < town.way           # from standard input to standard output");
  command->add_option("FILE", settings->files, "files in the text language; - filters standard input")
      ->required();
  command->add_flag("--check", settings->only_checks, "changes nothing, answers 1 where it would");
  command->callback([settings, &chosen] { chosen = [settings] { return format_all(*settings); }; });
}

}  // namespace backlot::cli
