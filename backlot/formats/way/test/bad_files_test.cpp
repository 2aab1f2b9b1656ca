// Every wrong file of the folder bad/ with what is said about it. The expectations are goldens: readable text beside each file,
// written anew by BACKLOT_WRITE_GOLDENS=1 ./dev test -R BadFiles, then looked at.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/formats/text/render.h"
#include "backlot/formats/way/way.h"
#include "backlot/network/network.h"

namespace backlot::formats::way::bad_files_test {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// Reading and building, as `backlot check` does it.
std::string findings(const std::string& text, const std::string& name) {
  PartialReading reading = read_way_partly(text, name, text::NoFiles());
  base::Diagnostics found = std::move(reading.found);
  found.append(network::Network::build_partly(reading.network).found);
  const text::Source source(name, text);
  std::string out;
  for (const base::Diagnostic& diagnostic : found) out += render(diagnostic, source) + "\n";
  return out;
}

std::vector<fs::path> bad_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(__FILE__).parent_path() / "bad"))
    if (entry.path().extension() == ".way") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

TEST(BadFiles, AreManyAndEachSaysWhatIsWrongWithIt) {
  const bool writes = std::getenv("BACKLOT_WRITE_GOLDENS") != nullptr;
  const std::vector<fs::path> files = bad_files();
  EXPECT_GE(files.size(), 60U);
  for (const fs::path& file : files) {
    const std::string said = findings(content(file), file.filename().string());
    fs::path golden = file;
    golden.replace_extension(".expected");
    EXPECT_FALSE(said.empty()) << file.filename() << " is not wrong";
    if (writes)
      std::ofstream(golden, std::ios::binary) << said;
    else
      EXPECT_EQ(said, content(golden)) << file.filename();
  }
}

}  // namespace
}  // namespace backlot::formats::way::bad_files_test
