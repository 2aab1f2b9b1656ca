// The tables of docs/scenes.md: what a reader copies must work. (tools/check_docs.py reads the blocks.)
//
// Rows of tables below "## Reference" have an example in their third column. Each is read within the frame of reading.h, in the block that the heading of its table names.
#include <array>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/formats/scene/test/reading.h"

namespace backlot::scene_text::docs_test {
namespace {

std::string page() { return content(project_folder() / "docs" / "scenes.md"); }

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
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
