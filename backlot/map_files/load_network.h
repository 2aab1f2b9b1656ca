// From the name of a file to a network: open, recognise, read with all that it imports, build; and what was found on the way.
//
//   const NetworkLoading town = load_network("town.xodr");
//   if (!town.network) std::fputs(to_text(town.diagnostics, town.sources).c_str(), stderr);
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backlot/base/diagnostic.h"
#include "backlot/base/result.h"
#include "backlot/map_files/files_on_disk.h"
#include "backlot/map_files/format.h"
#include "backlot/map_files/show.h"
#include "backlot/network/network.h"
#include "backlot/network/network_description.h"

namespace backlot::map_files {

// How far a file got, and all that was found.
struct NetworkLoading {
  std::string name;                // of the file, as diagnostics call it
  const Format* format = nullptr;  // null where the file could not be opened or recognised
  bool is_parsed = false;          // as its format; it may hold other errors
  std::optional<network::NetworkDescription> description;
  std::optional<network::Network> network;   // empty where there is an error
  std::optional<network::Network> salvaged;  // what could be built of one with errors
  std::vector<network::ErrorSpot> spots;     // positions of errors of the network
  base::Diagnostics diagnostics;
  Sources sources;  // the file itself, then what it imports
};

// A file of any format, which is told by the content, else by the ending.
NetworkLoading load_network(const std::string& path);
// The same for a content that was read already, or for the reason why it could not be read. Imports count from the folder of `name`.
// With texts, imports come from these alone.
NetworkLoading load_network(const std::string& name, base::Result<std::string> content,
                            const Texts* texts = nullptr);

}  // namespace backlot::map_files
