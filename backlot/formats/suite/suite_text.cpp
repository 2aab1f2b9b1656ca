#include "backlot/formats/suite/suite_text.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "backlot/formats/suite/internal/suite_reader.h"
#include "backlot/formats/text/imports.h"
#include "backlot/formats/text/lexer.h"
#include "backlot/formats/text/print.h"
#include "backlot/formats/text/problems.h"
#include "backlot/formats/text/source.h"
#include "backlot/formats/text/syntax.h"

namespace backlot::formats::suite {

base::Result<campaign::SuiteDescription> read_suite(std::string_view text, std::string file_name,
                                                    const text::Loader& imports) {
  text::Problems problems;
  text::Syntax syntax =
      text::Syntax::parse(std::make_shared<text::Source>(std::move(file_name), std::string(text)), problems);
  const text::Library library = text::load_imports(std::move(syntax), imports, problems);
  campaign::SuiteDescription suite = read_library(library, imports, problems);
  return base::Result<campaign::SuiteDescription>::from(std::move(suite), problems.take());
}

base::Result<std::string> format_suite(std::string_view text, std::string file_name) {
  constexpr std::array<std::string_view, 2> kVerbatim{"verifies", "requirement"};
  text::Problems problems;
  const text::Syntax syntax =
      text::Syntax::parse(std::make_shared<text::Source>(std::move(file_name), std::string(text)), problems);
  base::Diagnostics found = problems.take();
  if (found.has_errors()) return base::Result<std::string>::failure(std::move(found));
  return text::print(syntax, kVerbatim);
}

bool looks_like_suite(std::string_view text) {
  constexpr std::array<std::string_view, 3> kShared{"import", "title", "verifies"};
  constexpr std::array<std::string_view, 4> kOwn{"suite", "case", "requirement", "seeds"};
  constexpr std::size_t kEnough = std::size_t{1} << 16;  // bytes in which a statement must tell
  const text::Source source({}, std::string(text.substr(0, kEnough)));
  text::Problems ignored;
  text::Lexer lexer(source, ignored);
  bool is_at_begin = true;
  for (text::Token token = lexer.next(); token.kind != text::TokenKind::end_of_text; token = lexer.next()) {
    const std::string_view word = source.text().substr(token.begin, token.size);
    if (token.kind == text::TokenKind::comment) continue;
    const bool is_end = token.kind == text::TokenKind::line_end || word == ";";
    if (is_at_begin && !is_end) {
      if (token.kind != text::TokenKind::word) return false;
      if (std::find(kShared.begin(), kShared.end(), word) == kShared.end())
        return std::find(kOwn.begin(), kOwn.end(), word) != kOwn.end();
    }
    is_at_begin = is_end;
  }
  return false;
}

}  // namespace backlot::formats::suite
