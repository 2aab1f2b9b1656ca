// Studies, for the commands that read them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/input.h"
#include "apps/server/study/study_show.h"
#include "backlot/study/study.h"

namespace backlot::cli {

// By content, or else by its ending.
bool is_study(std::string_view content, std::string_view path);

// What is wrong with a study, its scenes, and the values that it gives to their parameters. Nothing is played.
Loading check_study(const std::string& path, std::string content);

// A study with the scenes of its conditions. Empty lists where something is wrong; then it was said.
struct LoadedStudy {
  study::StudyDescription study{};
  std::vector<server::LoadedCondition> conditions{};
  bool is_whole = false;
};
LoadedStudy load_study(const std::string& path, std::string content);

}  // namespace backlot::cli
