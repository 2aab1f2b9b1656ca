#include "bench/options.h"

#include <cstring>
#include <filesystem>

#include <fmt/format.h>

namespace backlot::bench {

bool read_options(int count, char** arguments, const std::string& name, Options& options) {
  const std::filesystem::path own = std::filesystem::absolute(arguments[0]);
  options.program = (own.parent_path().parent_path() / "apps" / "cli" / "backlot").string();
  for (int i = 1; i < count; ++i) {
    if (std::strcmp(arguments[i], "--smoke") == 0) {
      options.smoke = true;
    } else if (std::strcmp(arguments[i], "--long") == 0) {
      options.is_long = true;
    } else if (std::strcmp(arguments[i], "--results") == 0 && i + 1 < count) {
      options.folder = arguments[++i];
    } else {
      fmt::print(stderr, "usage: {} [--smoke] [--long] [--results FOLDER]\n", name);
      return false;
    }
  }
  return true;
}

}  // namespace backlot::bench
