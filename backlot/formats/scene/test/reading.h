// What the tests of this room share: short texts, read at once.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "backlot/formats/scene/scene_text.h"

// Expected descriptions name the fields that matter and leave the others out.
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

namespace backlot::scene_text {

std::filesystem::path test_folder();
std::filesystem::path project_folder();
std::string content(const std::filesystem::path& path);

// A loader that knows the files which scenes in tests import: study_road.way, profiles.csv, and the scenes of good/.
const text::Loader& test_files();
// The same with further files.
text::FilesInMemory test_files_and(const text::FilesInMemory::Files& further);

// The scene of a text, which must have no errors and no warnings.
scene::SceneDescription scene_of(std::string_view text);
// The same for a file of good/.
scene::SceneDescription good_scene(const std::string& name);

// A scene with these statements in its blocks, besides the least that a scene needs: the marks line, left_line and
// conflict, a source spare, a prop van, the roles actor and other, which the beat casting casts, and the beat event, which commits.
struct Parts {
  std::string head, set, traffic, given, cast, role, script, event, expect, judge, cover;
};
std::string scene_text_of(const Parts& parts);
scene::SceneDescription scene_with(const Parts& parts);

// The scenario of a text, which must have no errors and no warnings. It can import the files of test_files() and further ones.
scene::ScenarioDescription scenario_of(std::string_view text, const text::FilesInMemory::Files& further = {});

// All diagnostics of a text called "t.scene", each as one line "LINE:COLUMN CODE message | hint".
std::string errors_of(std::string_view text);
std::string errors_of_scenario(std::string_view text, const text::FilesInMemory::Files& further = {});

}  // namespace backlot::scene_text
