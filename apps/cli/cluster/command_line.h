// The options of a cluster.
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "apps/cli/cluster/cluster_run.h"

namespace backlot::cli {

// Where campaigns have their folders unless the user says so.
inline constexpr const char* kDefaultCampaigns = "backlot-campaigns";

// --on, --nodes, --partition, --detach, --print-script and their like, for `run`.
void add_cluster_options(CLI::App& command, std::string& on, ClusterSettings& settings);

// The arguments that this process was started with, without the name of the program.
std::vector<std::string> arguments_of_process();

}  // namespace backlot::cli
