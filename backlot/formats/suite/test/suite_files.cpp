#include "backlot/formats/suite/test/suite_files.h"

#include <fstream>
#include <sstream>

namespace backlot::formats::suite {

std::filesystem::path test_folder() { return std::filesystem::path(__FILE__).parent_path(); }

std::string content(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

text::FilesInMemory::Files files_to_import() {
  return {{"a.scene", "scene a\n"},
          {"b.scene", "scene b\n"},
          {"lead_brakes.scene", "scene lead_brakes\n"},
          {"parts.suite", content(test_folder() / "parts.suite")},
          {"wrong.suite", "suite wrong\ncase one { scene \"a.scene\"; seeds none }\n"}};
}

}  // namespace backlot::formats::suite
