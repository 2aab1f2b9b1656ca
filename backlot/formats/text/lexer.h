// Cuts a text into tokens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "backlot/formats/text/problems.h"
#include "backlot/formats/text/source.h"
#include "backlot/formats/text/token.h"

namespace backlot::text {

// Whether `text` is one word token from end to end.
bool is_plain_word(std::string_view text);

// One token after the other. What cannot be read is reported and comes as one token of its kind. The source must
// outlive the lexer.
class Lexer {
 public:
  Lexer(const Source& source, Problems& problems);

  // The next token; end_of_text for ever after the last.
  Token next();

 private:
  void skip_blanks();
  void take_word();
  void take_digits();
  TokenKind take_number(Token& token);
  TokenKind take_string();
  bool take_escape();
  TokenKind take_unreadable();
  Token finished(Token token, TokenKind kind) const;
  bool is_at_line_start(std::size_t offset) const { return offset == 0 || text_[offset - 1] == '\n'; }
  char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }

  const Source& source_;
  Problems& problems_;
  std::string_view text_;
  std::size_t here_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace backlot::text
