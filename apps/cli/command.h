// How commands are added to the command line, and how their help reads.
#pragma once

#include <functional>
#include <string>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>

#include "apps/cli/exit_code.h"

namespace backlot::cli {

// What the command line chose to do; called after all of it was read.
using Action = std::function<ExitCode()>;

// A command with one sentence on what it does and examples, a line each, as --help shows them.
CLI::App* add_command(CLI::App& parent, const std::string& name, const std::string& purpose,
                      const std::string& examples);
void make_command(CLI::App& command, const std::string& name, const std::string& purpose,
                  const std::string& examples);

// The file of a network that a command reads, and how strict it is with it.
struct NetworkInput {
  std::string path;
  bool is_strict = false;
};
CLI::Option* add_network_input(CLI::App& command, std::string& path, const std::string& name = "NET");
void add_strict_option(CLI::App& command, bool& is_strict);

// For numbers of options.
CLI::Validator between(double low, double high);

// Says on standard error what is wrong with the command line; the note may be empty.
ExitCode usage_error(const std::string& message, const std::string& note = {});

// The name by which a user calls a command: "backlot generate grid".
std::string full_name(const CLI::App& command);

}  // namespace backlot::cli
