#include "backlot/formats/scene/test/reading.h"

#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace backlot::scene_text {

namespace fs = std::filesystem;

fs::path test_folder() { return fs::path(__FILE__).parent_path(); }
fs::path project_folder() { return test_folder() / ".." / ".." / ".." / ".."; }

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

namespace {

text::FilesInMemory::Files shared_files() {
  return {
      {"study_road.way", "network study_road\n"},
      {"other_road.way", "network other_road\n"},
      {"study_motorway.way", "network study_motorway\n"},
      {"study_priority.way", "network study_priority\n"},
      {"forest_road.way", "network forest_road\n"},
      {"study_street.way", "network study_street\n"},
      {"study_avenue.way", "network study_avenue\n"},
      {"profiles.csv", "time_s, speed ,gap\n0,10,5\n1,20,6\n2,-30,7\n"},
      {"broken.csv", "speed\n10\nfast\n"},
      {"run_red_light.scene", content(test_folder() / "good" / "run_red_light.scene")},
      {"divided_attention.scene", content(test_folder() / "good" / "divided_attention.scene")},
  };
}

std::string lines_of(const base::Diagnostics& found) {
  std::string out;
  for (const base::Diagnostic& d : found) {
    if (!out.empty()) out += '\n';
    if (d.place.file != "t.scene" && !d.place.file.empty()) out += d.place.file + " ";
    if (d.place.line > 0) out += fmt::format("{}:{} ", d.place.line, d.place.column);
    out += fmt::format("{} {}", d.code, d.message);
    if (!d.hint.empty()) out += " | " + d.hint;
  }
  return out;
}

}  // namespace

const text::Loader& test_files() {
  static const text::FilesInMemory files(shared_files());
  return files;
}

text::FilesInMemory test_files_and(const text::FilesInMemory::Files& further) {
  text::FilesInMemory::Files files = shared_files();
  files.insert(further.begin(), further.end());
  return text::FilesInMemory(std::move(files));
}

scene::SceneDescription scene_of(std::string_view text) {
  auto scene = read_scene(text, "t.scene", test_files());
  EXPECT_TRUE(scene.diagnostics().is_empty()) << to_text(scene.diagnostics()) << text;
  return scene ? *scene : scene::SceneDescription{};
}

scene::SceneDescription good_scene(const std::string& name) {
  return scene_of(content(test_folder() / "good" / name));
}

std::string scene_text_of(const Parts& p) {
  std::string text = fmt::format("scene s\n{}\nset {{\nsubject from west R1 at 100 m to east\n", p.head);
  text +=
      "mark line = stop line of subject at first\nmark left_line = stop line on the left of subject at "
      "first\n";
  text +=
      "mark conflict = where traffic straight on from left_line meets subject\nsource spare before "
      "left_line\n";
  text += fmt::format("prop van: truck parked at line\n{}\ntraffic {{\n{}\n}}\n}}\n", p.set, p.traffic);
  text += fmt::format(
      "given {{\n{}\n}}\ncast {{\nrole actor: car {{\n{}\n}}\nrole other: any vehicle {{ }}; role walker: "
      "pedestrian {{ }}\n{}\n}}\n",
      p.given, p.role, p.cast);
  text += fmt::format(
      "script {{\nbeat casting {{ cast actor; cast other; cast walker }}\nbeat event when subject 3 s before "
      "line {{ "
      "commit\n{}\n}}\n{}\n}}\n",
      p.event, p.script);
  text += fmt::format("expect {{\n{}\n}}\njudge {{\n{}\n}}\ncover {{\n{}\n}}\n", p.expect, p.judge, p.cover);
  return text;
}

scene::SceneDescription scene_with(const Parts& parts) { return scene_of(scene_text_of(parts)); }

scene::ScenarioDescription scenario_of(std::string_view text, const text::FilesInMemory::Files& further) {
  auto scenario = read_scenario(text, "t.scene", test_files_and(further));
  EXPECT_TRUE(scenario.diagnostics().is_empty()) << to_text(scenario.diagnostics()) << text;
  return scenario ? *scenario : scene::ScenarioDescription{};
}

std::string errors_of(std::string_view text) {
  return lines_of(read_scene(text, "t.scene", test_files()).diagnostics());
}

std::string errors_of_scenario(std::string_view text, const text::FilesInMemory::Files& further) {
  return lines_of(read_scenario(text, "t.scene", test_files_and(further)).diagnostics());
}

}  // namespace backlot::scene_text
