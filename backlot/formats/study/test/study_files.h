// Files that the tests of studies read.
#pragma once

#include <filesystem>
#include <string>

#include "backlot/formats/text/loader.h"

namespace backlot::formats::study {

std::filesystem::path test_folder();
std::string content(const std::filesystem::path& file);
// a.scene, b.scene, red_light.scene.
text::FilesInMemory::Files scenes_to_play();

}  // namespace backlot::formats::study
