// From the name of a file to a network: open, recognise, read, build; and what was found on the way.
#pragma once

#include <optional>
#include <string>

#include "apps/cli/command.h"
#include "apps/cli/formats.h"
#include "apps/cli/import_loader.h"
#include "backlot/base/diagnostic.h"
#include "backlot/base/result.h"
#include "backlot/network/network.h"

namespace backlot::cli {

// The name under which diagnostics speak of a file: its path, or "<stdin>" for "-".
std::string display_name(const std::string& path);

// All bytes of a file, or of standard input for "-".
base::Result<std::string> open_input(const std::string& path);

// How far a file got, and all that was found.
struct Loading {
  std::string name;
  const Format* format = nullptr;  // null where the file could not be opened or recognised
  bool is_parsed = false;          // as its format; it may hold other errors
  std::optional<network::NetworkDescription> description;
  std::optional<network::Network> network;
  std::optional<network::Network> salvaged;  // what could be built of one with errors
  std::vector<network::ErrorSpot> spots;     // positions of errors of the network
  base::Diagnostics diagnostics;
  Sources sources;    // the file itself, then what it imports
  double load_s = 0;  // reading and building, wall time

  std::size_t count(base::Severity severity) const { return diagnostics.count(severity); }
  bool has_failed(bool is_strict) const;
};
Loading load_network(const std::string& path);
// The same for a file with content that is there already.
Loading load_network(const std::string& path, base::Result<std::string> content);

// Says all that was found, each with its line and a caret.
void report(const Loading& loading);

// The network of a command that needs one without errors; none where there are some, and then they were reported, and the
// command answers ExitCode::bad_input.
std::optional<Loading> load_or_report(const NetworkInput& input);

}  // namespace backlot::cli
