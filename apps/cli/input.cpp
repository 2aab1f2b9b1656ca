#include "apps/cli/input.h"

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "apps/cli/message.h"
#include "backlot/map_files/read_file.h"
#include "backlot/map_files/show.h"

namespace backlot::cli {

std::string display_name(const std::string& path) { return path == "-" ? "<stdin>" : path; }

base::Result<std::string> open_input(const std::string& path) {
  return path == "-" ? map_files::read_stream(stdin, display_name(path)) : map_files::read_file(path);
}

bool Loading::has_failed(bool is_strict) const {
  return diagnostics.has_errors() || (is_strict && count(base::Severity::warning) > 0);
}

Loading load_network(const std::string& path) { return load_network(path, open_input(path)); }

Loading load_network(const std::string& path, base::Result<std::string> content) {
  const auto start = std::chrono::steady_clock::now();
  Loading loading{map_files::load_network(display_name(path), std::move(content))};
  loading.load_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return loading;
}

void say_all(const base::Diagnostics& found, const map_files::Sources& sources, Extent extent) {
  constexpr std::size_t kFew = 3;
  struct Kind {
    std::size_t count = 0;
    base::Severity severity = base::Severity::warning;
  };
  std::map<std::string, Kind> kinds;  // by code
  for (const base::Diagnostic& diagnostic : found) {
    if (extent == Extent::few && diagnostic.severity != base::Severity::error) {
      Kind& kind = kinds[diagnostic.code];
      kind.severity = diagnostic.severity;
      if (++kind.count > kFew) continue;
    }
    say(coloured(map_files::to_text(diagnostic, sources), diagnostic.severity));
  }
  for (const auto& [code, kind] : kinds)
    if (kind.count > kFew)
      say(coloured(fmt::format("{} {}: and {} more of this kind; backlot check --all lists them",
                               base::to_text(kind.severity), code, kind.count - kFew),
                   kind.severity));
}

void report(const Loading& loading) { say_all(loading.diagnostics, loading.sources); }

std::optional<Loading> load_or_report(const NetworkInput& input) {
  Loading loading = load_network(input.path);
  report(loading);
  if (loading.has_failed(input.is_strict)) return std::nullopt;
  return loading;
}

std::shared_ptr<const scene_files::SceneFile> load_scene_or_report(
    const std::string& path, std::vector<scene_text::GivenParameter> given) {
  const auto loading = scene_files::SceneFile::load(display_name(path), open_input(path), std::move(given));
  say_all(loading.diagnostics, loading.sources);
  return loading.file;
}

}  // namespace backlot::cli
