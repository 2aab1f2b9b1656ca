// The shape of a text before anyone knows what its words mean: statements, blocks and comments. All languages of
// Backlot share it, and so they share the formatter.
//
//   # a comment line                      statement (a comment)
//   way high_street {  # a remark         statement with a block; its comment
//     line 120 m                            statement in the block
//   }  # the end                          its closing comment
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/formats/text/problems.h"
#include "backlot/formats/text/source.h"
#include "backlot/formats/text/token.h"

namespace backlot::text {

inline constexpr std::uint32_t kNoToken = 0xFFFFFFFF;

// Tokens up to the end of the line, a semicolon or a block. Statements stand in the order of the text, so those of a
// block follow their owner, up to `next`.
struct Statement {
  std::uint32_t first_token = 0, token_count = 0;
  std::uint32_t next = 0;                    // the statement behind this one and its block
  std::uint32_t comment = kNoToken;          // at the end of its line
  std::uint32_t closing_comment = kNoToken;  // at the end of the line of its }
  bool is_comment = false;                   // a comment with a line of its own; its only token
  bool has_block = false;
  bool is_readable = true;  // else a token is missing, which was reported
  bool has_blank_line_before = false;
  bool is_one_line = false;  // with its block
};

class Syntax;

// A statement of a syntax. Valid as long as the syntax is neither moved nor destroyed.
class Node {
 public:
  Node(const Syntax& syntax, std::uint32_t index) : syntax_(&syntax), index_(index) {}

  const Syntax& syntax() const { return *syntax_; }
  const Statement& statement() const;
  std::span<const Token> tokens() const;
  std::string_view text(const Token& token) const;
  // Of its first token.
  base::Place place() const;
  base::Place place(const Token& token) const;
  // Behind its last token.
  base::Place end_place() const;

  // Statements in a row; comments are statements too.
  class Range {
   public:
    class Iterator {
     public:
      Iterator(const Syntax& syntax, std::uint32_t index) : syntax_(&syntax), index_(index) {}
      Node operator*() const { return {*syntax_, index_}; }
      Iterator& operator++();
      bool operator!=(const Iterator& other) const { return index_ != other.index_; }

     private:
      const Syntax* syntax_;
      std::uint32_t index_;
    };
    Range(const Syntax& syntax, std::uint32_t first, std::uint32_t end)
        : syntax_(&syntax), first_(first), end_(end) {}
    Iterator begin() const { return {*syntax_, first_}; }
    Iterator end() const { return {*syntax_, end_}; }

   private:
    const Syntax* syntax_;
    std::uint32_t first_, end_;
  };
  // Of its block.
  Range block() const;
  // All statements of its block, those of inner blocks too.
  std::size_t block_size() const { return statement().next - index_ - 1; }

 private:
  const Syntax* syntax_;
  std::uint32_t index_;
};

// A text in statements. Equal to another when tokens, blocks and comments are: where they stand does not count.
class Syntax {
 public:
  Syntax() = default;
  // Of any text. What cannot be read is reported; the rest is there.
  static Syntax parse(std::shared_ptr<const Source> source, Problems& problems);

  const std::shared_ptr<const Source>& source() const { return source_; }
  std::span<const Token> tokens() const { return tokens_; }
  std::span<const Statement> statements() const { return statements_; }
  std::string_view text(const Token& token) const { return source_->text().substr(token.begin, token.size); }
  Node::Range top() const { return {*this, 0, static_cast<std::uint32_t>(statements_.size())}; }

  // False when braces are missing: then statements may belong elsewhere, and their meaning is not worth asking for.
  bool is_sound() const { return is_sound_; }

  friend bool operator==(const Syntax& a, const Syntax& b);

 private:
  friend class SyntaxBuilder;

  std::shared_ptr<const Source> source_;
  std::vector<Token> tokens_;
  std::vector<Statement> statements_;
  bool is_sound_ = true;
};

}  // namespace backlot::text
