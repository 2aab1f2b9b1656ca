#include "apps/cli/mission_input.h"

#include <chrono>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "apps/cli/message.h"
#include "backlot/formats/rndf/mission_of.h"
#include "backlot/formats/rndf/network_of.h"
#include "backlot/formats/rndf/read_mdf.h"
#include "backlot/formats/rndf/read_rndf.h"

namespace backlot::cli {
namespace {

// Reads the network once more, with the limits of the mission; the loading has shown that it can be read.
base::Result<network::Network> build_with(const rndf::MdfDocument& document, const std::string& text,
                                          const std::string& name, rndf::RouteNetwork& made) {
  using Built = base::Result<network::Network>;
  base::Result<rndf::RndfDocument> read = rndf::read_rndf(text, name);
  if (!read) return Built::failure(std::move(read).diagnostics());
  base::Result<rndf::RouteNetwork> network = rndf::network_of(*read);
  if (!network) return Built::failure(std::move(network).diagnostics());
  made = *std::move(network);
  rndf::apply_speeds(document, made);
  return network::Network::build(made.description);
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
  loading.diagnostics = rndf::read_mdf(loading.sources.front()->text(), loading.name).diagnostics();
  loading.is_parsed = true;
  for (const base::Diagnostic& diagnostic : loading.diagnostics)
    if (diagnostic.code == "R101" && diagnostic.severity == base::Severity::error) loading.is_parsed = false;
  return loading;
}

std::optional<network::Mission> load_mission(const std::string& path, bool is_strict, Loading& loading) {
  if (loading.format == nullptr || loading.format->name != "rndf") {
    say_error("a mission speaks of the checkpoints of a route network: give an RNDF with it");
    return std::nullopt;
  }
  const base::Result<std::string> content = open_input(path);
  if (!content) {
    report_problems(content.diagnostics());
    return std::nullopt;
  }
  const base::Result<rndf::MdfDocument> document = rndf::read_mdf(*content, display_name(path));
  const auto start = std::chrono::steady_clock::now();
  base::Diagnostics found = document.diagnostics();
  std::optional<network::Mission> mission;
  if (document) {
    rndf::RouteNetwork made;
    base::Result<network::Network> network =
        build_with(*document, std::string(loading.sources.front()->text()), loading.name, made);
    if (network) {
      base::Result<network::Mission> on_network = rndf::mission_of(*document, made, *network);
      found.append(on_network.diagnostics());
      if (on_network) mission = *std::move(on_network);
      loading.network = *std::move(network);
      loading.description = std::move(made.description);
    } else {
      found.append(network.diagnostics());
    }
  }
  loading.load_s += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const bool has_failed = report_problems(found) || (is_strict && found.count(base::Severity::warning) > 0);
  return has_failed ? std::nullopt : mission;
}

}  // namespace backlot::cli
