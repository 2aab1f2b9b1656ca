#include "apps/cli/campaign/driver_revision.h"

#include <array>
#include <cstdio>
#include <memory>
#include <set>

#include "apps/cli/campaign/case_result.h"
#include "apps/cli/campaign/driver_option.h"
#include "apps/cli/version.h"
#include "backlot/drivers/shipped.h"

namespace backlot::cli {
namespace {

// The first line that a command of the shell prints; empty where it fails.
std::string first_line_of(const std::string& command) {
  struct Close {
    void operator()(std::FILE* pipe) const { ::pclose(pipe); }
  };
  const std::unique_ptr<std::FILE, Close> pipe(::popen(command.c_str(), "re"));  // NOLINT(cert-env33-c)
  if (!pipe) return {};
  std::array<char, 256> line{};
  if (std::fgets(line.data(), static_cast<int>(line.size()), pipe.get()) == nullptr) return {};
  std::string text = line.data();
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

}  // namespace

std::string find_revision(const std::string& driver, const std::string& given) {
  if (!given.empty()) return given;
  if (driver.empty() || drivers::find_shipped(driver) != nullptr) return version_text();
  const std::string folder = folder_of_driver(driver);
  if (folder.empty()) return {};
  return first_line_of("git -C " + shell_word(folder) + " describe --tags --always --dirty 2>/dev/null");
}

std::vector<campaign::DriverRevision> find_revisions(const std::vector<campaign::Case>& cases,
                                                     const std::string& given) {
  std::set<std::string> names;
  for (const campaign::Case& one : cases) names.insert(one.driver);
  std::vector<campaign::DriverRevision> revisions;
  for (const std::string& name : names) revisions.push_back({name, find_revision(name, given)});
  return revisions;
}

}  // namespace backlot::cli
