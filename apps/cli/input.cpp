#include "apps/cli/input.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "apps/cli/message.h"
#include "backlot/formats/text/render.h"

namespace backlot::cli {
namespace {

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }  // NOLINT(cppcoreguidelines-owning-memory)
};

base::Result<std::string> cannot_open(const std::string& path, std::string_view reason) {
  base::Diagnostics diagnostics;
  diagnostics.error("C101", {display_name(path), 0, 0}, fmt::format("cannot be read: {}", reason));
  return base::Result<std::string>::failure(std::move(diagnostics));
}

const text::Source* find_source(const Loading& loading, const std::string& name) {
  for (const auto& source : loading.sources)
    if (source->name() == name) return source.get();
  return nullptr;
}

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

}  // namespace

std::string display_name(const std::string& path) { return path == "-" ? "<stdin>" : path; }

base::Result<std::string> open_input(const std::string& path) {
  std::error_code ignored;
  if (path != "-" && std::filesystem::is_directory(path, ignored)) return cannot_open(path, "it is a folder");

  std::unique_ptr<std::FILE, FileCloser> opened;
  std::FILE* file = stdin;
  if (path != "-") {
    opened.reset(std::fopen(path.c_str(), "rb"));
    if (!opened) return cannot_open(path, std::strerror(errno));  // NOLINT(concurrency-mt-unsafe)
    file = opened.get();
  }
  std::string content;
  std::string chunk(std::size_t{1} << 16U, '\0');
  while (const std::size_t count = std::fread(chunk.data(), 1, chunk.size(), file))
    content.append(chunk, 0, count);
  if (std::ferror(file) != 0) return cannot_open(path, "reading broke off");
  return content;
}

bool Loading::has_failed(bool is_strict) const {
  return diagnostics.has_errors() || (is_strict && count(base::Severity::warning) > 0);
}

Loading load_network(const std::string& path) { return load_network(path, open_input(path)); }

Loading load_network(const std::string& path, base::Result<std::string> content) {
  Loading loading;
  loading.name = display_name(path);

  if (!content) {
    loading.diagnostics = std::move(content).diagnostics();
    return loading;
  }
  if (const char* what = refused_content(*content)) {
    loading.diagnostics.error("C105", {loading.name, 0, 0}, what);
    return loading;
  }
  loading.format = recognise(*content, path);
  loading.sources.push_back(std::make_unique<text::Source>(loading.name, *std::move(content)));
  if (loading.format == nullptr) {
    loading.diagnostics.error("C102", {loading.name, 0, 0},
                              "neither content nor ending tell what kind of file this is",
                              fmt::format("these can be read: {}", readable_formats()));
    return loading;
  }

  const auto start = std::chrono::steady_clock::now();
  auto description =
      loading.format->read(loading.sources.front()->text(), loading.name, ImportLoader(loading.sources));
  loading.diagnostics = description.diagnostics();
  loading.is_parsed = true;
  for (const base::Diagnostic& diagnostic : loading.diagnostics)
    if (diagnostic.severity == base::Severity::error && loading.format->is_syntax(diagnostic.code))
      loading.is_parsed = false;
  if (description)
    loading.description = *description;
  else if (loading.format->salvage != nullptr)
    loading.description =
        loading.format->salvage(loading.sources.front()->text(), loading.name, ImportLoader(loading.sources));
  else
    return loading;
  // Built as far as it can be, so that all errors are found at once.
  network::PartialNetwork built = network::Network::build_partly(*loading.description);
  loading.load_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  loading.diagnostics.append(std::move(built.found));
  loading.spots = std::move(built.spots);
  (loading.diagnostics.has_errors() ? loading.salvaged : loading.network) = std::move(built.network);
  return loading;
}

void report(const Loading& loading) {
  for (const base::Diagnostic& diagnostic : loading.diagnostics) {
    const text::Source* source = find_source(loading, diagnostic.place.file);
    say(coloured(
        text::printable(source != nullptr ? text::render(diagnostic, *source) : base::to_text(diagnostic)),
        diagnostic.severity));
  }
}

std::optional<Loading> load_or_report(const NetworkInput& input) {
  Loading loading = load_network(input.path);
  report(loading);
  if (loading.has_failed(input.is_strict)) return std::nullopt;
  return loading;
}

}  // namespace backlot::cli
