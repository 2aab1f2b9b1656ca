#include "apps/cli/cluster/kept_recording.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "apps/cli/message.h"
#include "backlot/base/hash.h"

namespace backlot::cli {

bool keep_recording(const std::string& folder, Json& row) {
  namespace fs = std::filesystem;
  const auto at = row.find("recording");
  if (folder.empty() || at == row.end() || !at->is_string()) return true;
  const fs::path from = at->get<std::string>();
  std::ifstream file(from, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  const std::string bytes = text.str();
  if (!file || bytes.empty()) {
    say_error(fmt::format("{}: the recording cannot be read", from.string()));
    return false;
  }
  base::Hasher one, other;
  one.add(std::string_view(bytes));
  other.add(std::uint64_t{0x424B4C54});
  other.add(std::string_view(bytes));
  const std::string digest = base::to_hex(one.value()) + base::to_hex(other.value());
  const fs::path to = fs::path(folder) / digest.substr(0, 2) / (digest + ".mcap");
  std::error_code error;
  fs::create_directories(to.parent_path(), error);
  fs::rename(from, to, error);  // over an equal one, if there is one
  if (error) {
    say_error(fmt::format("{}: the recording cannot be moved to {}: {}", from.string(), to.string(),
                          error.message()));
    return false;
  }
  *at = to.string();
  return true;
}

}  // namespace backlot::cli
