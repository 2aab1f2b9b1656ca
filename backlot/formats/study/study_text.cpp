#include "backlot/formats/study/study_text.h"

#include <memory>
#include <utility>

#include "backlot/formats/study/internal/study_reader.h"
#include "backlot/formats/text/lexer.h"
#include "backlot/formats/text/print.h"
#include "backlot/formats/text/problems.h"
#include "backlot/formats/text/source.h"
#include "backlot/formats/text/syntax.h"

namespace backlot::formats::study {

base::Result<backlot::study::StudyDescription> read_study(std::string_view text, std::string file_name,
                                                          const text::Loader& scenes) {
  text::Problems problems;
  const text::Syntax syntax =
      text::Syntax::parse(std::make_shared<text::Source>(std::move(file_name), std::string(text)), problems);
  backlot::study::StudyDescription study = read_syntax(syntax, scenes, problems);
  return base::Result<backlot::study::StudyDescription>::from(std::move(study), problems.take());
}

base::Result<std::string> format_study(std::string_view text, std::string file_name) {
  text::Problems problems;
  const text::Syntax syntax =
      text::Syntax::parse(std::make_shared<text::Source>(std::move(file_name), std::string(text)), problems);
  base::Diagnostics found = problems.take();
  if (found.has_errors()) return base::Result<std::string>::failure(std::move(found));
  return text::print(syntax);
}

bool looks_like_study(std::string_view text) {
  constexpr std::size_t kEnough = std::size_t{1} << 16;  // bytes in which a statement must tell
  const text::Source source({}, std::string(text.substr(0, kEnough)));
  text::Problems ignored;
  text::Lexer lexer(source, ignored);
  bool is_at_begin = true;
  for (text::Token token = lexer.next(); token.kind != text::TokenKind::end_of_text; token = lexer.next()) {
    const std::string_view word = source.text().substr(token.begin, token.size);
    if (token.kind == text::TokenKind::comment) continue;
    const bool is_end = token.kind == text::TokenKind::line_end || word == ";";
    if (is_at_begin && !is_end && word != "title")
      return word == "study" || word == "participants" || word == "condition";
    is_at_begin = is_end;
  }
  return false;
}

}  // namespace backlot::formats::study
