// Every wrong file of the folder bad/ with what is said about it. The expectations are goldens: readable text beside each file, written anew by
// BACKLOT_WRITE_GOLDENS=1 ./dev test -R BadStudies, then looked at.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/formats/study/study_text.h"
#include "backlot/formats/study/test/study_files.h"
#include "backlot/formats/text/render.h"

namespace backlot::formats::study::bad_files_test {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> bad_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(test_folder() / "bad"))
    if (entry.path().extension() == ".study") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

base::Diagnostics findings_of(const fs::path& file) {
  return read_study(content(file), file.filename().string(), text::FilesInMemory(scenes_to_play()))
      .diagnostics();
}

std::string said_of(const fs::path& file) {
  text::FilesInMemory::Files files = scenes_to_play();
  files.emplace(file.filename().string(), content(file));
  std::string out;
  for (const base::Diagnostic& one : findings_of(file)) {
    const auto source = files.find(one.place.file);
    out += source == files.end() ? to_text(one) : render(one, text::Source(source->first, source->second));
    out += "\n";
  }
  return out;
}

TEST(BadStudies, AreManyAndEachSaysWhatIsWrongWithIt) {
  const bool writes = std::getenv("BACKLOT_WRITE_GOLDENS") != nullptr;
  EXPECT_GE(bad_files().size(), 20U);
  for (const fs::path& file : bad_files()) {
    const std::string said = said_of(file);
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
TEST(BadStudies, ErrorsSayWhereAndWhatToDo) {
  for (const fs::path& file : bad_files())
    for (const base::Diagnostic& one : findings_of(file)) {
      EXPECT_GT(one.place.line, 0) << to_text(one);
      EXPECT_GT(one.place.column, 0) << to_text(one);
      EXPECT_TRUE(!one.code.starts_with("Y") || !one.hint.empty()) << to_text(one);
    }
}

// The positive control: nothing is said of a good one.
TEST(BadStudies, AreToldFromGoodOnes) { EXPECT_EQ(to_text(findings_of(test_folder() / "good.study")), ""); }

}  // namespace
}  // namespace backlot::formats::study::bad_files_test
