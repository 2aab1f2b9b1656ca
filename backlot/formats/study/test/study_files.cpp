#include "backlot/formats/study/test/study_files.h"

#include <fstream>
#include <sstream>

namespace backlot::formats::study {

std::filesystem::path test_folder() { return std::filesystem::path(__FILE__).parent_path(); }

std::string content(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

text::FilesInMemory::Files scenes_to_play() {
  return {{"a.scene", "scene a\n"}, {"b.scene", "scene b\n"}, {"red_light.scene", "scene red_light\n"}};
}

}  // namespace backlot::formats::study
