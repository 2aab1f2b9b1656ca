#include "backlot/map_files/load_network.h"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "backlot/map_files/read_file.h"

namespace backlot::map_files {

NetworkLoading load_network(const std::string& path) { return load_network(path, read_file(path)); }

NetworkLoading load_network(const std::string& name, base::Result<std::string> content) {
  NetworkLoading loading;
  loading.name = name;
  if (!content) {
    loading.diagnostics = std::move(content).diagnostics();
    return loading;
  }
  loading.format = recognise(*content, name);
  loading.sources.push_back(std::make_unique<text::Source>(name, *std::move(content)));
  if (loading.format == nullptr) {
    loading.diagnostics.error("C102", {name, 0, 0},
                              "neither content nor ending tell what kind of file this is",
                              fmt::format("these can be read: {}", readable_formats()));
    return loading;
  }

  auto description =
      loading.format->read(loading.sources.front()->text(), name, FilesOnDisk(loading.sources));
  loading.diagnostics = description.diagnostics();
  loading.is_parsed = true;
  for (const base::Diagnostic& diagnostic : loading.diagnostics)
    if (diagnostic.severity == base::Severity::error && loading.format->is_syntax(diagnostic.code))
      loading.is_parsed = false;
  if (!description) return loading;

  loading.description = *std::move(description);
  base::Result<network::Network> network = network::Network::build(*loading.description);
  loading.diagnostics.append(network.diagnostics());
  if (network) loading.network = *std::move(network);
  return loading;
}

}  // namespace backlot::map_files
