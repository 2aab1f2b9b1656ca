// Maps from elsewhere, where they lie beside the project (../shared/data); tests that need them are skipped where they do not.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace backlot::formats::opendrive {

// All .xodr files below this folder of the data, in order of their names.
std::vector<std::filesystem::path> real_maps(const std::string& folder);

std::string text_of(const std::filesystem::path& file);

}  // namespace backlot::formats::opendrive
