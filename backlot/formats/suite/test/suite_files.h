// Files that the tests of suites import.
#pragma once

#include <filesystem>
#include <string>

#include "backlot/formats/text/loader.h"

namespace backlot::formats::suite {

std::filesystem::path test_folder();
std::string content(const std::filesystem::path& file);
// a.scene, b.scene, lead_brakes.scene; parts.suite, which is good, and wrong.suite, which is not.
text::FilesInMemory::Files files_to_import();

}  // namespace backlot::formats::suite
