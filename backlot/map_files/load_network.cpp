#include "backlot/map_files/load_network.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "backlot/map_files/read_file.h"

namespace backlot::map_files {

namespace {

// Why bytes are no text worth reading; null where they may be one.
const char* refused_content(std::string_view content) {
  constexpr std::size_t kEnough = 4096;
  if (content.find_first_not_of(" \t\r\n") == std::string_view::npos) return "the file is empty";
  const std::string_view head = content.substr(0, kEnough);
  const auto is_control = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte == 127 || (byte < 32 && (byte < '\t' || byte > '\r'));
  };
  const auto controls = static_cast<std::size_t>(std::count_if(head.begin(), head.end(), is_control));
  const bool is_binary = head.find('\0') != std::string_view::npos || 50 * controls > head.size();
  return is_binary ? "this is not text: it has bytes that no text has" : nullptr;
}

// Reads a map again without the roads that cannot become ribbons, so that each costs itself and not the map.
network::PartialNetwork build_without_broken_roads(NetworkLoading& loading, network::PartialNetwork built) {
  const auto read_without = loading.format->read_without;
  if (read_without == nullptr) return built;
  std::set<std::string> left_out;
  base::Diagnostics said;
  while (!built.broken_roads.empty()) {
    for (const network::BrokenRoad& road : built.broken_roads) {
      if (!left_out.insert(road.name).second) return built;  // it came again: there is no use in trying
      said.warning("C107", road.why.place,
                   fmt::format("road \"{}\" cannot become a ribbon and is left out: {} ({})", road.name,
                               road.why.message, road.why.code),
                   road.why.hint);
    }
    auto description = read_without(loading.sources.front()->text(), loading.name, left_out);
    if (!description) return built;
    loading.diagnostics = description.diagnostics();
    loading.diagnostics.append(said);
    loading.description = *std::move(description);
    built = network::Network::build_partly(*loading.description);
  }
  return built;
}

}  // namespace

NetworkLoading load_network(const std::string& path) { return load_network(path, read_file(path)); }

NetworkLoading load_network(const std::string& name, base::Result<std::string> content, const Texts* texts) {
  NetworkLoading loading;
  loading.name = name;
  if (!content) {
    loading.diagnostics = std::move(content).diagnostics();
    return loading;
  }
  if (const char* what = refused_content(*content)) {
    loading.diagnostics.error("C105", {name, 0, 0}, what);
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
      loading.format->read(loading.sources.front()->text(), name, FilesOnDisk(loading.sources, texts));
  loading.diagnostics = description.diagnostics();
  loading.is_parsed = true;
  for (const base::Diagnostic& diagnostic : loading.diagnostics)
    if (diagnostic.severity == base::Severity::error && loading.format->is_syntax(diagnostic.code))
      loading.is_parsed = false;
  if (description)
    loading.description = *std::move(description);
  else if (loading.format->salvage != nullptr)
    loading.description =
        loading.format->salvage(loading.sources.front()->text(), name, FilesOnDisk(loading.sources, texts));
  else
    return loading;
  // Built as far as it can be, so that all errors are found at once.
  network::PartialNetwork built =
      build_without_broken_roads(loading, network::Network::build_partly(*loading.description));
  loading.diagnostics.append(std::move(built.found));
  loading.spots = std::move(built.spots);
  (loading.diagnostics.has_errors() ? loading.salvaged : loading.network) = std::move(built.network);
  return loading;
}

}  // namespace backlot::map_files
