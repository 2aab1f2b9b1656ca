#include "backlot/formats/opendrive/test/real_maps.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>

namespace backlot::formats::opendrive {

namespace fs = std::filesystem;

std::vector<fs::path> real_maps(const std::string& folder) {
  const fs::path root = fs::path(__FILE__).parent_path() / "../../../../../shared/data" / folder;
  std::vector<fs::path> files;
  std::error_code none;
  for (const auto& entry : fs::recursive_directory_iterator(root.lexically_normal(), none))
    if (entry.path().extension() == ".xodr") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace backlot::formats::opendrive
