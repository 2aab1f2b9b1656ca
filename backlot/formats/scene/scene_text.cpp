#include "backlot/formats/scene/scene_text.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "backlot/formats/scene/internal/given_parameters.h"
#include "backlot/formats/scene/internal/read_scenario_syntax.h"
#include "backlot/formats/scene/internal/read_scene_syntax.h"
#include "backlot/formats/scene/internal/reading.h"
#include "backlot/formats/text/lexer.h"
#include "backlot/formats/text/print.h"
#include "backlot/formats/text/problems.h"
#include "backlot/formats/text/source.h"
#include "backlot/formats/text/syntax.h"

namespace backlot::scene_text {

base::Result<scene::SceneDescription> read_scene(std::string_view text, std::string file_name,
                                                 const text::Loader& imports,
                                                 std::span<const GivenParameter> given,
                                                 std::optional<std::uint64_t> seed) {
  text::Problems problems;
  const text::Syntax syntax =
      text::Syntax::parse(std::make_shared<text::Source>(file_name, std::string(text)), problems);
  Reading r{.problems = problems, .loader = imports, .file_name = std::move(file_name), .seed = seed};
  std::vector<GivenValue> values = read_given_parameters(given, r);
  read_scene_syntax(syntax, r, values);
  return base::Result<scene::SceneDescription>::from(std::move(r.scene), problems.take());
}

base::Result<scene::ScenarioDescription> read_scenario(std::string_view text, std::string file_name,
                                                       const text::Loader& imports,
                                                       std::span<const GivenParameter> given,
                                                       std::optional<std::uint64_t> seed) {
  text::Problems problems;
  const text::Syntax syntax =
      text::Syntax::parse(std::make_shared<text::Source>(file_name, std::string(text)), problems);
  Reading r{.problems = problems, .loader = imports, .file_name = std::move(file_name), .seed = seed};
  std::vector<GivenValue> values = read_given_parameters(given, r);
  scene::ScenarioDescription scenario = read_scenario_syntax(syntax, r, values);
  return base::Result<scene::ScenarioDescription>::from(std::move(scenario), problems.take());
}

base::Result<std::string> format_scene(std::string_view text, std::string file_name) {
  constexpr std::array<std::string_view, 1> kVerbatim{"verifies"};
  text::Problems problems;
  const text::Syntax syntax =
      text::Syntax::parse(std::make_shared<text::Source>(std::move(file_name), std::string(text)), problems);
  base::Diagnostics found = problems.take();
  if (found.has_errors()) return base::Result<std::string>::failure(std::move(found));
  return text::print(syntax, kVerbatim);
}

namespace {

// The first word at the beginning of a statement that not all languages of Backlot share; empty where no statement has one.
std::string first_own_word(std::string_view text) {
  constexpr std::array<std::string_view, 4> kShared{"import", "parameter", "title", "verifies"};
  constexpr std::size_t kEnough = std::size_t{1} << 16;  // bytes in which a statement must tell
  const text::Source source({}, std::string(text.substr(0, kEnough)));
  text::Problems problems;
  text::Lexer lexer(source, problems);
  bool is_at_begin = true;
  for (text::Token token = lexer.next(); token.kind != text::TokenKind::end_of_text; token = lexer.next()) {
    const std::string_view word = source.text().substr(token.begin, token.size);
    if (token.kind == text::TokenKind::comment) continue;
    const bool is_end = token.kind == text::TokenKind::line_end || word == ";";
    if (is_at_begin && !is_end) {
      if (token.kind != text::TokenKind::word) return {};
      if (std::find(kShared.begin(), kShared.end(), word) == kShared.end()) return std::string(word);
    }
    is_at_begin = is_end;
  }
  return {};
}

}  // namespace

bool looks_like_scene(std::string_view text) {
  constexpr std::array<std::string_view, 8> kOwn{"scene",  "set",    "given", "cast",
                                                 "script", "expect", "judge", "cover"};
  return std::find(kOwn.begin(), kOwn.end(), first_own_word(text)) != kOwn.end();
}

bool looks_like_scenario(std::string_view text) {
  constexpr std::array<std::string_view, 3> kOwn{"scenario", "play", "drive"};
  return std::find(kOwn.begin(), kOwn.end(), first_own_word(text)) != kOwn.end();
}

}  // namespace backlot::scene_text
