// The examples of docs/scenes.md: what a reader copies must work.
//
// A block ```scene that begins with `scene` or `scenario` is whole: it is read, and built on the study road, without a word. Any other block holds
// statements of a scene, such as `cast { ... }` or `parameter lead = 0.5..2 s`. They are put into scenes/run_red_light.scene in place of its
// statements of the same name, or behind its last one; the whole is then read and built. Rows of tables below "## Reference" have an example in
// their third column. Each is read within the frame of reading.h, in the block that the heading of its table names.
#include <algorithm>
#include <array>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/formats/scene/test/reading.h"
#include "backlot/formats/scene/test/study_road.h"

namespace backlot::scene_text::docs_test {
namespace {

std::string page() { return content(project_folder() / "docs" / "scenes.md"); }

text::FilesInMemory shipped_files() {
  text::FilesInMemory::Files files;
  for (const auto& entry : std::filesystem::directory_iterator(project_folder() / "scenes"))
    files.emplace(entry.path().filename().string(), content(entry.path()));
  return text::FilesInMemory(std::move(files));
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// ---- blocks

std::vector<std::string> scene_blocks(const std::string& text) {
  constexpr std::string_view kBegin = "```scene\n";
  std::vector<std::string> blocks;
  for (std::size_t at = text.find(kBegin); at != std::string::npos; at = text.find(kBegin, at + 1)) {
    const std::size_t begin = at + kBegin.size();
    blocks.push_back(text.substr(begin, text.find("```", begin) - begin));
  }
  return blocks;
}

// Statements of a scene by name. A line that is not indented begins one, unless it closes a block.
using Statements = std::vector<std::pair<std::string, std::string>>;

// "cast", or "parameter lead": a scene has many parameters.
std::string name_of(const std::string& line) {
  std::istringstream words(line);
  std::string name, parameter;
  words >> name;
  if (name == "parameter" && words >> parameter) name += " " + parameter;
  return name;
}

Statements statements_of(const std::string& text) {
  Statements statements;
  for (const std::string& line : lines_of(text)) {
    const bool begins = !line.empty() && line[0] != ' ' && line[0] != '}' && line[0] != '#';
    if (begins) statements.emplace_back(name_of(line), "");
    if (!statements.empty()) statements.back().second += line + "\n";
  }
  return statements;
}

// The shipped scene with these statements in place of its own.
std::string framed(const std::string& block) {
  Statements whole = statements_of(content(project_folder() / "scenes" / "run_red_light.scene"));
  for (auto& [name, text] : statements_of(block)) {
    const auto old = std::find_if(whole.begin(), whole.end(), [&](const auto& s) { return s.first == name; });
    if (old == whole.end())
      whole.emplace_back(name, text);
    else
      old->second = text;
  }
  std::string text;
  for (const auto& [name, statement] : whole) text += statement;
  return text;
}

bool is_whole(const std::string& block) {
  return block.starts_with("scene ") || block.starts_with("scenario ");
}

std::string findings(const std::string& block) {
  static const text::FilesInMemory files = shipped_files();
  return to_text(findings_of(is_whole(block) ? block : framed(block), "example.scene", files));
}

TEST(ScenesPage, EveryBlockIsSound) {
  int whole = 0, parts = 0;
  for (const std::string& block : scene_blocks(page())) {
    EXPECT_EQ(findings(block), "") << block;
    ++(is_whole(block) ? whole : parts);
  }
  EXPECT_GE(whole, 2);
  EXPECT_GE(parts, 5);
}

TEST(ScenesPage, AWrongBlockIsFound) {
  EXPECT_NE(findings("cast { role violator: car { is head of queue at no_such_mark } }\n").find("P102"),
            std::string::npos);
  EXPECT_NE(findings("scene empty\n").find("P108"), std::string::npos);
}

// ---- tables

// A scene in which the example of a row stands where its table belongs; empty where no table has this heading.
std::string scene_with_row(std::string_view heading, const std::string& example) {
  struct Place {
    std::string_view heading;
    std::string Parts::*block;
    std::string_view before, behind;
  };
  constexpr std::array<Place, 13> kPlaces{{{"Parameters", &Parts::head, "", ""},
                                           {"The set", &Parts::set, "", ""},
                                           {"Marks", &Parts::set, "", ""},
                                           {"Traffic", &Parts::traffic, "", ""},
                                           {"Premises", &Parts::given, "", ""},
                                           {"Requirements of a role", &Parts::role, "", ""},
                                           {"Preferences and supply", &Parts::role, "", ""},
                                           {"Beats", &Parts::script, "", ""},
                                           {"Triggers", &Parts::script, "beat asked when ", " { note \"\" }"},
                                           {"Actions", &Parts::script, "beat asked { ", " }"},
                                           {"Expectations", &Parts::expect, "", ""},
                                           {"Judgement of the subject", &Parts::judge, "", ""},
                                           {"Coverage", &Parts::cover, "", ""}}};
  for (const Place& place : kPlaces) {
    if (place.heading != heading) continue;
    Parts parts{.event = "actor launches"};
    const std::string subject = "subject from west R1 at 100 m to east";
    const bool is_subject = example.starts_with("subject ") && heading == "The set";
    if (!is_subject) parts.*place.block = std::string(place.before) + example + std::string(place.behind);
    std::string text = scene_text_of(parts);
    if (is_subject) text.replace(text.find(subject), subject.size(), example);
    return text;
  }
  return {};
}

// The text in backticks of the third column; empty where the line is no row of a table with an example.
std::string example_of(const std::string& line) {
  std::size_t at = 0;
  for (int column = 0; column < 3; ++column) {
    at = line.find('|', at);
    if (at == std::string::npos) return {};
    ++at;
  }
  const std::size_t begin = line.find('`', at), end = line.rfind('`');
  return begin == std::string::npos || begin == end ? std::string() : line.substr(begin + 1, end - begin - 1);
}

TEST(ScenesPage, EveryExampleOfATableIsRead) {
  const std::string text = page();
  const std::size_t reference = text.find("\n## Reference");
  ASSERT_NE(reference, std::string::npos);
  std::string heading;
  int rows = 0;
  for (const std::string& line : lines_of(text.substr(reference))) {
    if (line.starts_with("### ")) heading = line.substr(4);
    const std::string example = example_of(line);
    if (example.empty()) continue;
    const std::string scene = scene_with_row(heading, example);
    ASSERT_FALSE(scene.empty()) << "no block is known for the table " << heading;
    EXPECT_EQ(errors_of(scene), "") << heading << ": " << example;
    ++rows;
  }
  EXPECT_GE(rows, 140);
}

}  // namespace
}  // namespace backlot::scene_text::docs_test
