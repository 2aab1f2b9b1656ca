#include "apps/cli/cluster/command_line.h"

#include <fstream>
#include <sstream>

#include "apps/cli/command.h"

namespace backlot::cli {

void add_cluster_options(CLI::App& command, std::string& on, ClusterSettings& settings) {
  settings.campaigns = kDefaultCampaigns;
  command.add_option("--on", on, "where runs are played: local, or slurm for a cluster (local)")
      ->option_text("WHERE")
      ->check(CLI::IsMember({"local", "slurm"}));
  command.add_option("--nodes", settings.nodes, "on a cluster: at most so many shards at a time")
      ->option_text("N")
      ->check(between(1, 1e6));
  command.add_option("--partition", settings.partition, "on a cluster: the partition of Slurm")
      ->option_text("P");
  command.add_option("--shard-seconds", settings.shard_s, "on a cluster: about so long a shard takes (60)")
      ->option_text("S")
      ->check(between(0.1, 1e6));
  command
      .add_option("--campaigns", settings.campaigns,
                  "on a cluster: a folder that all its machines see (backlot-campaigns)")
      ->option_text("DIR");
  command.add_flag("--detach", settings.is_detached, "on a cluster: submit, and follow nothing");
  command.add_flag("--print-script", settings.prints_script,
                   "on a cluster: print the batch script, and play nothing");
  command.add_option("--adopt", settings.adopted, "for \"backlot campaign resume\"")->group("");
}

std::vector<std::string> arguments_of_process() {
  const std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  std::vector<std::string> words;
  std::istringstream parts(text.str());
  for (std::string word; std::getline(parts, word, '\0');) words.push_back(word);
  if (!words.empty()) words.erase(words.begin());
  return words;
}

}  // namespace backlot::cli
