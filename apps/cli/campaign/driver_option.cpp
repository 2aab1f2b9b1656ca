#include "apps/cli/campaign/driver_option.h"

#include <filesystem>
#include <sstream>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/command.h"
#include "backlot/base/suggest.h"
#include "backlot/drivers/shipped.h"

namespace backlot::cli {

ExitCode check_driver(const std::string& text) {
  if (text.empty() || drivers::find_shipped(text) != nullptr) return ExitCode::clean;
  std::vector<std::string_view> names;
  for (const drivers::Shipped& one : drivers::shipped_drivers()) names.push_back(one.name);
  std::string hint = base::did_you_mean(text, names);
  if (hint.empty()) hint = fmt::format("the shipped drivers are: {}", fmt::join(names, ", "));
  return usage_error(fmt::format("there is no driver \"{}\"", text), hint);
}

std::unique_ptr<sut::System> make_driver(const std::string& text) {
  const drivers::Shipped* const shipped = drivers::find_shipped(text);
  return shipped == nullptr ? nullptr : shipped->make();
}

std::string folder_of_driver(const std::string& text) {
  if (drivers::find_shipped(text) != nullptr) return {};
  // Of `python3 folder/mine.py` the last word that is a file: what comes before it is what runs it.
  std::istringstream words(text);
  std::string folder;
  for (std::string word; words >> word;) {
    std::error_code ignored;
    const std::filesystem::path path(word);
    if (!std::filesystem::is_regular_file(path, ignored)) continue;
    folder = path.has_parent_path() ? path.parent_path().string() : ".";
  }
  return folder;
}

}  // namespace backlot::cli
