#include "apps/cli/program.h"

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>  // all of it: App.hpp alone lacks functions that it declares
#include <fmt/format.h>

#include "apps/cli/command.h"
#include "apps/cli/commands.h"
#include "apps/cli/message.h"
#include "apps/cli/output.h"
#include "apps/cli/version.h"
#include "apps/cli/window/view.h"
#include "backlot/base/suggest.h"

namespace backlot::cli {
namespace {

constexpr const char* kExamples =
    "backlot generate grid --rows 3 --columns 4 --block 150 --lanes 2 --signals -o town.way\n"
    "backlot draw town.way -o town.svg\n"
    "backlot COMMAND --help";

// The command that the arguments name, as deep as they do.
const CLI::App* deepest_command(const CLI::App* command) {
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return command;
}

std::vector<std::string> command_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* child : command.get_subcommands({}))
    if (!child->get_group().empty()) names.push_back(child->get_name());  // else it is hidden
  return names;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::string guess(std::string_view word, const std::vector<std::string>& known) {
  const std::vector<std::string_view> views(known.begin(), known.end());
  return base::did_you_mean(word, views);
}

std::string list_of_commands(const CLI::App& command) {
  std::string list;
  for (const std::string& name : command_names(command)) list += (list.empty() ? "known: " : ", ") + name;
  return list;
}

ExitCode unknown_command(const CLI::App& command, std::string_view word) {
  const std::string near = guess(word, command_names(command));
  return usage_error(fmt::format("{} has no command \"{}\"", full_name(command), word),
                     near.empty() ? list_of_commands(command) : near);
}

ExitCode wrong_usage(const CLI::App& program, const CLI::ParseError& error) {
  const CLI::App* command = deepest_command(&program);
  const std::string more = fmt::format("\"{} --help\" tells more", full_name(*command));
  // A word too many explains what is missing, and more: an option misspelt, a command that does not exist.
  const std::vector<std::string> extras = program.remaining(true);
  if (extras.empty() && !command_names(*command).empty())
    return usage_error(fmt::format("{} needs to know which", full_name(*command)),
                       list_of_commands(*command));
  if (extras.empty()) return usage_error(error.what(), more);
  const std::string& word = extras.front();
  if (word.size() > 1 && word.front() == '-') {
    const std::string near = guess(word.substr(0, word.find('=')), option_names(*command));
    return usage_error(fmt::format("{} has no option {}", full_name(*command), word),
                       near.empty() ? more : near);
  }
  if (!command_names(*command).empty()) return unknown_command(*command, word);
  return usage_error(fmt::format("\"{}\" is one argument too many", word), more);
}

}  // namespace

ExitCode run_program(int argument_count, const char* const* arguments) {
  Action chosen;
  CLI::App program;
  make_command(program, "backlot",
               "A database of streets, traffic that lives in them, and tests of driving software.",
               kExamples);
  program.require_subcommand(1);
  program.set_version_flag("--version", version_text(), "version and commit");
  for (const auto add :
       {add_check,  add_info,    add_draw,    add_convert,  add_generate, add_locate, add_place,
        add_route,  add_traffic, add_fmt,     add_run,      add_rehearse, add_replay, add_view,
        add_report, add_history, add_compare, add_campaign, add_drive,    add_worker, add_shard})
    add(program, chosen);

  if (argument_count <= 1) {
    say(program.help());
    return ExitCode::usage;
  }
  try {
    program.parse(argument_count, arguments);
  } catch (const CLI::CallForHelp&) {
    return write_output("-", deepest_command(&program)->help());
  } catch (const CLI::CallForVersion&) {
    return write_output("-", version_text() + "\n");
  } catch (const CLI::ParseError& error) {
    return wrong_usage(program, error);
  }
  return chosen();
}

}  // namespace backlot::cli
