#include "backlot/map_files/format.h"

#include <array>

#include <fmt/format.h>

#include "backlot/formats/opendrive/lint.h"
#include "backlot/formats/opendrive/opendrive.h"
#include "backlot/formats/rndf/network_of.h"
#include "backlot/formats/rndf/read_rndf.h"
#include "backlot/formats/way/way.h"

namespace backlot::map_files {
namespace {

base::Result<network::NetworkDescription> read_way(std::string_view content, const std::string& file,
                                                   const text::Loader& imports) {
  return formats::way::read_way(content, file, imports);
}

network::NetworkDescription salvage_way(std::string_view content, const std::string& file,
                                        const text::Loader& imports) {
  return formats::way::read_way_partly(content, file, imports).network;
}

base::Result<std::string> write_way(const network::NetworkDescription& network) {
  return formats::way::write_way(network);
}

base::Result<std::string> format_way(std::string_view content, const std::string& file) {
  return formats::way::format_way(content, file);
}

base::Result<network::NetworkDescription> read_rndf(std::string_view content, const std::string& file,
                                                    const text::Loader& /*imports*/) {
  using Read = base::Result<network::NetworkDescription>;
  base::Result<formats::rndf::RndfDocument> document = formats::rndf::read_rndf(content, file);
  if (!document) return Read::failure(std::move(document).diagnostics());
  base::Diagnostics found = document.diagnostics();
  base::Result<formats::rndf::RouteNetwork> network = formats::rndf::network_of(*document);
  found.append(network.diagnostics());
  if (!network) return Read::failure(std::move(found));
  return Read::success(std::move(network->description), std::move(found));
}

bool is_rndf_syntax(std::string_view code) { return code == "R101"; }

base::Result<network::NetworkDescription> read_opendrive(std::string_view content, const std::string& file,
                                                         const text::Loader&) {
  return formats::opendrive::read_opendrive(content, file);
}

base::Result<network::NetworkDescription> read_opendrive_without(std::string_view content,
                                                                 const std::string& file,
                                                                 const std::set<std::string>& roads) {
  return formats::opendrive::read_opendrive(content, file, roads);
}

// These mean that the file is no XML, too much of it, or of another kind.
bool is_xml_syntax(std::string_view code) { return code.substr(0, 3) == "X10" || code == "X201"; }

base::Diagnostics lint_opendrive(std::string_view content, const std::string& file) {
  return formats::opendrive::lint(content, file);
}

constexpr std::array kFormats = {
    Format{"way", ".way", formats::way::looks_like_way, read_way, write_way, format_way, is_text_syntax,
           nullptr, salvage_way},
    Format{"opendrive", ".xodr", formats::opendrive::looks_like_opendrive, read_opendrive,
           formats::opendrive::write_opendrive, nullptr, is_xml_syntax, lint_opendrive, nullptr,
           read_opendrive_without},
    Format{"rndf", ".rndf", formats::rndf::looks_like_rndf, read_rndf, nullptr, nullptr, is_rndf_syntax,
           nullptr},
};

std::string listed(bool is_for_writing) {
  std::string list;
  for (const Format& format : kFormats) {
    if (is_for_writing && format.write == nullptr) continue;
    list += fmt::format("{}{} ({})", list.empty() ? "" : ", ", format.name, format.ending);
  }
  return list;
}

}  // namespace

std::span<const Format> formats() { return kFormats; }

bool is_text_syntax(std::string_view code) {
  return code.substr(0, 3) == "T10" || code.substr(0, 3) == "T11";
}

const Format* recognise(std::string_view content, std::string_view path) {
  for (const Format& format : kFormats)
    if (format.looks_like(content)) return &format;
  return find_format_by_ending(path);
}

const Format* find_format_by_ending(std::string_view path) {
  for (const Format& format : kFormats)
    if (path.size() > format.ending.size() &&
        path.substr(path.size() - format.ending.size()) == format.ending)
      return &format;
  return nullptr;
}

const Format* find_format(std::string_view name) {
  for (const Format& format : kFormats)
    if (format.name == name) return &format;
  return nullptr;
}

std::string readable_formats() { return listed(false); }
std::string writable_formats() { return listed(true); }

}  // namespace backlot::map_files
