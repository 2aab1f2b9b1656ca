#include "apps/cli/maps/mission_input.h"

#include <chrono>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "apps/cli/message.h"
#include "backlot/formats/rndf/mission_of.h"
#include "backlot/formats/rndf/network_of.h"
#include "backlot/formats/rndf/read_mdf.h"
#include "backlot/formats/rndf/read_rndf.h"
#include "backlot/map_files/format.h"

namespace backlot::cli {
namespace {

// Reads and builds as far as it goes; what was found is in the loading.
std::optional<network::Mission> build(const formats::rndf::MdfDocument& mission, Loading& loading) {
  const text::Source& source = *loading.sources.front();
  base::Diagnostics& found = loading.diagnostics;
  const base::Result<formats::rndf::RndfDocument> document =
      formats::rndf::read_rndf(source.text(), loading.name);
  found.append(document.diagnostics());
  if (!document) return std::nullopt;
  base::Result<formats::rndf::RouteNetwork> routes = formats::rndf::network_of(*document);
  found.append(routes.diagnostics());
  if (!routes) return std::nullopt;
  formats::rndf::apply_speeds(mission, *routes);
  base::Result<network::Network> network = network::Network::build(routes->description);
  found.append(network.diagnostics());
  if (!network) return std::nullopt;
  base::Result<network::Mission> made = formats::rndf::mission_of(mission, *routes, *network);
  found.append(made.diagnostics());
  loading.network = *std::move(network);
  loading.description = std::move(routes->description);
  return made ? std::optional(*std::move(made)) : std::nullopt;
}

}  // namespace

bool report_problems(const base::Diagnostics& found) {
  for (const base::Diagnostic& diagnostic : found)
    say(coloured(base::to_text(diagnostic), diagnostic.severity));
  return found.has_errors();
}

Loading check_mission(const std::string& path, std::string content) {
  Loading loading;
  loading.name = display_name(path);
  loading.sources.push_back(std::make_unique<text::Source>(loading.name, std::move(content)));
  loading.diagnostics = formats::rndf::read_mdf(loading.sources.front()->text(), loading.name).diagnostics();
  loading.is_parsed = true;
  for (const base::Diagnostic& diagnostic : loading.diagnostics)
    if (diagnostic.code == "R101" && diagnostic.severity == base::Severity::error) loading.is_parsed = false;
  return loading;
}

std::optional<MissionLoading> load_mission(const NetworkInput& input, const std::string& path) {
  base::Result<std::string> network = open_input(input.path), content = open_input(path);
  if (!network || !content) {
    report_problems(network.diagnostics());
    report_problems(content.diagnostics());
    return std::nullopt;
  }
  if (!formats::rndf::looks_like_rndf(*network)) {
    say_error("a mission speaks of the checkpoints of a route network: give an RNDF with it");
    return std::nullopt;
  }
  MissionLoading both;
  Loading& loading = both.loading;
  loading = check_mission(path, *std::move(content));
  const base::Result<formats::rndf::MdfDocument> document =
      formats::rndf::read_mdf(loading.sources.front()->text(), loading.name);
  loading.name = display_name(input.path);
  loading.format = map_files::find_format("rndf");
  loading.sources.insert(loading.sources.begin(),
                         std::make_unique<text::Source>(loading.name, *std::move(network)));
  const auto start = std::chrono::steady_clock::now();
  std::optional<network::Mission> mission;
  if (document) mission = build(*document, loading);
  loading.load_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  report(loading);
  if (!mission || loading.has_failed(input.is_strict)) return std::nullopt;
  both.mission = *std::move(mission);
  return both;
}

}  // namespace backlot::cli
