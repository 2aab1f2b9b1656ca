#include "bench/options.h"

#include <charconv>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

namespace backlot::bench {

namespace {

// A whole number above zero, and nothing behind it.
bool read_number(const char* text, std::uint64_t& number) {
  const char* const end = text + std::strlen(text);
  const auto read = std::from_chars(text, end, number);
  return read.ec == std::errc() && read.ptr == end && number > 0;
}

}  // namespace

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
    } else if (std::strcmp(arguments[i], "--runs") == 0 && i + 1 < count &&
               read_number(arguments[i + 1], options.runs)) {
      ++i;
    } else if (std::strcmp(arguments[i], "--first") == 0 && i + 1 < count &&
               read_number(arguments[i + 1], options.first_seed)) {
      ++i;
    } else if (std::strcmp(arguments[i], "--jobs") == 0 && i + 1 < count &&
               read_number(arguments[i + 1], options.jobs)) {
      ++i;
    } else {
      fmt::print(stderr,
                 "usage: {} [--smoke] [--long] [--results FOLDER] [--runs N] [--first SEED] [--jobs N]\n",
                 name);
      return false;
    }
  }
  return true;
}

}  // namespace backlot::bench
