// Good scenes with a few random wounds: reading and building end, and every diagnostic says where.
#include <algorithm>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/formats/scene/test/reading.h"
#include "backlot/formats/scene/test/study_road.h"

namespace backlot::scene_text::damaged_scenes_test {
namespace {

namespace fs = std::filesystem;

struct Good {
  std::string name, text;
};

std::vector<Good> good_texts() {
  std::vector<Good> texts;
  for (const fs::path& folder :
       {project_folder() / "scenes", test_folder() / "good", test_folder() / "parts"})
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.path().extension() == ".scene")
        texts.push_back({entry.path().filename().string(), content(entry.path())});
  std::sort(texts.begin(), texts.end(),
            [](const Good& a, const Good& b) { return std::tie(a.name, a.text) < std::tie(b.name, b.text); });
  return texts;
}

std::size_t below(base::RandomStream& random, std::size_t count) {
  return std::min(count - 1, static_cast<std::size_t>(random.uniform(0, static_cast<double>(count))));
}

// Words, numbers and symbols with the blanks behind them, so that a wound leaves something that can nearly be read.
std::vector<std::string> pieces_of(const std::string& text) {
  std::vector<std::string> pieces{""};
  for (const char c : text) {
    const bool is_blank = c == ' ' || c == '\n';
    if (!is_blank && !pieces.back().empty() && (pieces.back().back() == ' ' || pieces.back().back() == '\n'))
      pieces.emplace_back();
    pieces.back() += c;
  }
  return pieces;
}

std::string wounded(const std::string& text, base::RandomStream& random) {
  constexpr const char* kStrange[] = {"{",        "}",  "(",     "1e300 s ", "-5 m ",
                                      "subject ", "\"", ", or ", "\x80",     "0 "};
  std::vector<std::string> pieces = pieces_of(text);
  const std::size_t wounds = 1 + below(random, 3);
  for (std::size_t k = 0; k < wounds; ++k) {
    const std::size_t at = below(random, pieces.size()), other = below(random, pieces.size());
    switch (below(random, 5)) {
      case 0:
        pieces[at].clear();
        break;
      case 1:
        std::swap(pieces[at], pieces[other]);
        break;
      case 2:
        pieces[at] += pieces[other];
        break;
      case 3:
        pieces[at] = kStrange[below(random, std::size(kStrange))];
        break;
      default:
        if (!pieces[at].empty()) pieces[at].erase(below(random, pieces[at].size()), 1);
        break;
    }
  }
  std::string out;
  for (const std::string& piece : pieces) out += piece;
  return out;
}

// The places of diagnostics that lie outside of the text that they name.
std::string misplaced(const base::Diagnostics& found, const std::string& text) {
  const auto lines = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
  std::string out;
  for (const base::Diagnostic& one : found) {
    if (one.code == "T112") continue;  // of the whole file
    const bool is_here = one.place.file == "t.scene";
    if (one.place.file.empty() || one.place.line < 1 || one.place.column < 1 ||
        (is_here && one.place.line > lines))
      out += to_text(one) + "\n";
  }
  return out;
}

TEST(DamagedScenes, EndInDiagnosticsThatSayWhere) {
  constexpr int kTexts = 1500;
  const std::vector<Good> texts = good_texts();
  text::FilesInMemory::Files files{{"study_road.way", study_road_text()}};
  for (const Good& good : texts) files.emplace(good.name, good.text);
  const text::FilesInMemory imports(std::move(files));
  int wrong = 0;
  for (int k = 0; k < kTexts; ++k) {
    base::RandomStream random(1, static_cast<std::uint64_t>(k), 0xda3a6e);
    const std::string text = wounded(texts[static_cast<std::size_t>(k) % texts.size()].text, random);
    const base::Diagnostics found = findings_of(text, "t.scene", imports);
    wrong += found.has_errors() ? 1 : 0;
    EXPECT_EQ(misplaced(found, text), "") << text;
    const auto formatted = format_scene(text, "t.scene");
    EXPECT_TRUE(!formatted || *format_scene(*formatted, "t.scene") == *formatted) << text;
    if (HasFailure()) return;
  }
  // the positive control: most wounds hurt
  EXPECT_GT(wrong, kTexts / 2);
}

}  // namespace
}  // namespace backlot::scene_text::damaged_scenes_test
