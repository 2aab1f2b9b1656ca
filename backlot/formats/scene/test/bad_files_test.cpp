// Every wrong file of the folder bad/ with what is said about it. The expectations are goldens: readable text beside each file,
// written anew by BACKLOT_WRITE_GOLDENS=1 ./dev test -R BadScenes, then looked at. All of them are on the study road; what they import
// besides lies in the folder parts/.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/formats/scene/test/reading.h"
#include "backlot/formats/scene/test/study_road.h"
#include "backlot/formats/text/render.h"

namespace backlot::scene_text::bad_files_test {
namespace {

namespace fs = std::filesystem;

text::FilesInMemory::Files files_to_import() {
  text::FilesInMemory::Files files{{"study_road.way", study_road_text()}};
  for (const auto& entry : fs::directory_iterator(test_folder() / "parts"))
    files.emplace(entry.path().filename().string(), content(entry.path()));
  return files;
}

std::string findings(const std::string& text, const std::string& name) {
  text::FilesInMemory::Files files = files_to_import();
  const base::Diagnostics found = findings_of(text, name, text::FilesInMemory(files));
  files.emplace(name, text);
  std::string out;
  for (const base::Diagnostic& diagnostic : found) {
    const auto file = files.find(diagnostic.place.file);
    out += file == files.end() ? to_text(diagnostic)
                               : render(diagnostic, text::Source(file->first, file->second));
    out += "\n";
  }
  return out;
}

std::vector<fs::path> files_of(const char* folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(test_folder() / folder))
    if (entry.path().extension() == ".scene") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

TEST(BadScenes, AreManyAndEachSaysWhatIsWrongWithIt) {
  const bool writes = std::getenv("BACKLOT_WRITE_GOLDENS") != nullptr;
  const std::vector<fs::path> files = files_of("bad");
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

// A place, a code and a hint: what a golden cannot lack.
TEST(BadScenes, ErrorsSayWhereAndWhatToDo) {
  const text::FilesInMemory imports(files_to_import());
  for (const fs::path& file : files_of("bad")) {
    for (const base::Diagnostic& one : findings_of(content(file), file.filename().string(), imports)) {
      EXPECT_GT(one.place.line, 0) << to_text(one);
      EXPECT_GT(one.place.column, 0) << to_text(one);
      EXPECT_TRUE(!one.code.starts_with("P") || !one.hint.empty()) << to_text(one);
    }
  }
}

// The positive control: nothing is said of what the bad files are made from.
TEST(BadScenes, AreMadeFromGoodOnes) {
  for (const fs::path& file : files_of("parts")) {
    if (content(file).find("# wrong") != std::string::npos) continue;
    EXPECT_EQ(findings(content(file), file.filename().string()), "") << file.filename();
  }
}

}  // namespace
}  // namespace backlot::scene_text::bad_files_test
