#include "backlot/formats/way/way.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "backlot/formats/text/lexer.h"
#include "backlot/formats/text/problems.h"
#include "backlot/formats/text/source.h"
#include "backlot/formats/text/syntax.h"
#include "backlot/formats/way/document.h"
#include "backlot/formats/way/internal/expand_syntax.h"

namespace backlot::formats::way {

PartialReading read_way_partly(std::string_view text, std::string file_name, const text::Loader& imports) {
  text::Problems problems;
  text::Syntax syntax =
      text::Syntax::parse(std::make_shared<text::Source>(std::move(file_name), std::string(text)), problems);
  network::NetworkDescription network = expand_syntax(std::move(syntax), imports, problems);
  return {std::move(network), problems.take()};
}

base::Result<network::NetworkDescription> read_way(std::string_view text, std::string file_name,
                                                   const text::Loader& imports) {
  PartialReading reading = read_way_partly(text, std::move(file_name), imports);
  return base::Result<network::NetworkDescription>::from(std::move(reading.network),
                                                         std::move(reading.found));
}

std::string write_way(const network::NetworkDescription& network) { return print(document_of(network)); }

base::Result<std::string> format_way(std::string_view text, std::string file_name) {
  base::Result<Document> document = parse(text, std::move(file_name));
  if (!document) return base::Result<std::string>::failure(std::move(document).diagnostics());
  return print(*document);
}

// Statements that all languages of Backlot share tell nothing, and neither do the blocks of templates.
bool looks_like_way(std::string_view text) {
  constexpr std::array<std::string_view, 9> kOwn = {"network", "traffic",      "speed", "profile", "way",
                                                    "road",    "intersection", "joint", "place"};
  constexpr std::array<std::string_view, 3> kShared = {"import", "parameter", "template"};
  constexpr std::size_t kEnough = std::size_t{1} << 16;  // bytes in which a statement must tell

  const text::Source source({}, std::string(text.substr(0, kEnough)));
  text::Problems problems;
  text::Lexer lexer(source, problems);
  bool has_shared = false;
  bool is_at_begin = true;
  std::size_t depth = 0;
  for (text::Token token = lexer.next(); token.kind != text::TokenKind::end_of_text; token = lexer.next()) {
    const std::string_view word = source.text().substr(token.begin, token.size);
    if (token.kind == text::TokenKind::line_end || word == ";") {
      is_at_begin = true;
      continue;
    }
    if (token.kind == text::TokenKind::comment) continue;
    if (word == "{") ++depth;
    if (word == "}" && depth > 0) --depth;
    if (is_at_begin && depth == 0 && word != "}") {
      if (token.kind != text::TokenKind::word) return false;
      if (std::find(kOwn.begin(), kOwn.end(), word) != kOwn.end()) return true;
      if (std::find(kShared.begin(), kShared.end(), word) == kShared.end()) return false;
      has_shared = true;
    }
    is_at_begin = false;
  }
  return has_shared;
}

}  // namespace backlot::formats::way
