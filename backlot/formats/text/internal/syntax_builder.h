// Puts tokens together to statements and blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "backlot/formats/text/lexer.h"
#include "backlot/formats/text/syntax.h"

namespace backlot::text {

// Works with a stack of its own, so that no input can exhaust the program's. One run over the text.
class SyntaxBuilder {
 public:
  SyntaxBuilder(Syntax& syntax, Problems& problems);
  void build();

 private:
  struct OpenBlock {
    std::uint32_t statement;
    Token brace;
  };

  void handle(const Token& token);
  void handle_comment(const Token& token);
  void handle_line_end();
  void handle_symbol(const Token& token);
  void add_to_statement(const Token& token);
  void begin_statement();
  void end_statement();
  void move_comments_above();
  std::optional<std::uint32_t> owner_of_block();
  void open_block(const Token& brace);
  void close_block(const Token& brace);
  void skip_block();
  void close_all();
  bool goes_on() const;
  std::uint32_t add_token(const Token& token);
  Statement& current() { return syntax_.statements_[*current_]; }

  Syntax& syntax_;
  Problems& problems_;
  Lexer lexer_;
  std::vector<OpenBlock> open_;
  std::optional<std::uint32_t> current_;       // the statement that takes tokens now
  std::optional<std::uint32_t> on_this_line_;  // the statement to which a comment on this line belongs
  bool is_behind_brace_ = false;               // that statement's block ended on this line
  std::uint32_t last_ = 0;                     // the statement that ended last
  std::optional<std::uint32_t> waiting_;  // the statement that a brace at the begin of a line would belong to
  std::vector<Token> inner_comments_;     // between the lines of the current statement
  std::vector<Token> parentheses_;        // open ones of the current statement
  std::size_t line_ends_ = 2;             // since the last token or comment
};

}  // namespace backlot::text
