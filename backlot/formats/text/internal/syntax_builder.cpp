#include "backlot/formats/text/internal/syntax_builder.h"

#include <fmt/format.h>

#include "backlot/formats/text/limits.h"

namespace backlot::text {

SyntaxBuilder::SyntaxBuilder(Syntax& syntax, Problems& problems)
    : syntax_(syntax), problems_(problems), lexer_(*syntax.source_, problems) {}

void SyntaxBuilder::build() {
  for (Token token = lexer_.next(); token.kind != TokenKind::end_of_text; token = lexer_.next()) {
    handle(token);
    if (syntax_.tokens_.size() > kMostTokens) {
      problems_.error("T111", syntax_.source_->place(token.begin, token.line), "this file has too many words",
                      "divide it, and import the parts");
      syntax_.is_sound_ = false;
      break;
    }
    if (problems_.is_full()) break;
  }
  end_statement();
  close_all();
}

void SyntaxBuilder::handle(const Token& token) {
  switch (token.kind) {
    case TokenKind::comment:
      return handle_comment(token);
    case TokenKind::line_end:
      return handle_line_end();
    case TokenKind::symbol:
      return handle_symbol(token);
    case TokenKind::unreadable:
      if (!current_) begin_statement();
      current().is_readable = false;
      return;
    default:
      return add_to_statement(token);
  }
}

std::uint32_t SyntaxBuilder::add_token(const Token& token) {
  syntax_.tokens_.push_back(token);
  return static_cast<std::uint32_t>(syntax_.tokens_.size() - 1);
}

void SyntaxBuilder::begin_statement() {
  current_ = static_cast<std::uint32_t>(syntax_.statements_.size());
  on_this_line_ = current_;
  is_behind_brace_ = false;
  Statement statement{.first_token = static_cast<std::uint32_t>(syntax_.tokens_.size())};
  statement.has_blank_line_before = line_ends_ >= 2;
  syntax_.statements_.push_back(statement);
}

void SyntaxBuilder::add_to_statement(const Token& token) {
  if (!current_) begin_statement();
  line_ends_ = 0;
  add_token(token);
  ++current().token_count;
}

void SyntaxBuilder::end_statement() {
  if (!current_) return;
  if (!parentheses_.empty() && current().is_readable) {
    const Token& open = parentheses_.back();
    problems_.error("T108", syntax_.source_->place(open.begin, open.line), "this parenthesis is not closed",
                    "a line goes on in the next one only behind a comma or an opening parenthesis");
    current().is_readable = false;
  }
  parentheses_.clear();
  if (!inner_comments_.empty()) move_comments_above();
  last_ = *current_;
  syntax_.statements_[last_].next = last_ + 1;
  on_this_line_ = last_;
  waiting_ = last_;
  current_.reset();
}

// Comments between the lines of one statement go above it, and its tokens behind theirs.
void SyntaxBuilder::move_comments_above() {
  Statement moved = current();
  syntax_.statements_.pop_back();
  syntax_.tokens_.insert(syntax_.tokens_.begin() + moved.first_token, inner_comments_.begin(),
                         inner_comments_.end());
  for (std::size_t i = 0; i < inner_comments_.size(); ++i) {
    Statement comment{.first_token = moved.first_token++, .token_count = 1};
    comment.is_comment = true;
    comment.has_blank_line_before = moved.has_blank_line_before;
    moved.has_blank_line_before = false;
    comment.next = ++*current_;
    syntax_.statements_.push_back(comment);
  }
  syntax_.statements_.push_back(moved);
  inner_comments_.clear();
}

// Whether the statement so far asks for more, so that the end of the line is not its own.
bool SyntaxBuilder::goes_on() const {
  if (!current_) return false;
  const Statement& statement = syntax_.statements_[*current_];
  if (statement.token_count == 0) return false;
  const Token& last = syntax_.tokens_.back();
  constexpr std::string_view kOpenEnded = "(,";
  return last.kind == TokenKind::symbol && kOpenEnded.find(syntax_.text(last)) != std::string_view::npos;
}

void SyntaxBuilder::handle_line_end() {
  ++line_ends_;
  if (goes_on()) return;
  end_statement();
  on_this_line_.reset();
}

void SyntaxBuilder::handle_comment(const Token& token) {
  if (goes_on()) {
    inner_comments_.push_back(token);
    return;
  }
  end_statement();
  line_ends_ = on_this_line_ ? 0 : line_ends_;
  if (on_this_line_) {
    Statement& owner = syntax_.statements_[*on_this_line_];
    std::uint32_t& slot = is_behind_brace_ ? owner.closing_comment : owner.comment;
    if (slot == kNoToken) {
      slot = add_token(token);
      return;
    }
  }
  Statement comment{.token_count = 1};
  comment.is_comment = true;
  comment.has_blank_line_before = line_ends_ >= 2;
  comment.first_token = add_token(token);
  comment.next = static_cast<std::uint32_t>(syntax_.statements_.size() + 1);
  syntax_.statements_.push_back(comment);
  line_ends_ = 0;
  waiting_.reset();
}

void SyntaxBuilder::handle_symbol(const Token& token) {
  switch (syntax_.source_->text()[token.begin]) {
    case '{':
      return open_block(token);
    case '}':
      return close_block(token);
    case ';':
      end_statement();
      waiting_.reset();
      return;
    case '(':
      parentheses_.push_back(token);
      return add_to_statement(token);
    case ')':
      add_to_statement(token);
      if (!parentheses_.empty()) {
        parentheses_.pop_back();
      } else if (current().is_readable) {
        problems_.error("T108", syntax_.source_->place(token.begin, token.line),
                        "no parenthesis is open that this one could close");
        current().is_readable = false;
      }
      return;
    default:
      return add_to_statement(token);
  }
}

void SyntaxBuilder::open_block(const Token& brace) {
  const base::Place place = syntax_.source_->place(brace.begin, brace.line);
  std::optional<std::uint32_t> owner = owner_of_block();
  waiting_.reset();
  if (!owner) {
    problems_.error("T109", place, "this block belongs to no statement", "write what it is before the brace");
    begin_statement();
    current().is_readable = false;
    end_statement();
    owner = last_;
  }
  if (open_.size() >= kDeepestNesting) {
    problems_.error("T110", place,
                    fmt::format("blocks stand in blocks more than {} times here", kDeepestNesting));
    syntax_.is_sound_ = false;
    return skip_block();
  }
  Statement& statement = syntax_.statements_[*owner];
  statement.has_block = true;
  open_.push_back({*owner, brace});
  on_this_line_ = owner;
  is_behind_brace_ = false;
  line_ends_ = 0;
}

// The statement that a brace here opens a block for. A brace with a line of its own belongs to the line above it.
std::optional<std::uint32_t> SyntaxBuilder::owner_of_block() {
  if (current_) {
    end_statement();
    return last_;
  }
  return waiting_;
}

void SyntaxBuilder::skip_block() {
  for (std::size_t depth = 1; depth > 0;) {
    const Token token = lexer_.next();
    if (token.kind == TokenKind::end_of_text || problems_.is_full()) return;
    if (token.kind != TokenKind::symbol) continue;
    const char c = syntax_.source_->text()[token.begin];
    if (c == '{') ++depth;
    if (c == '}') --depth;
  }
}

void SyntaxBuilder::close_block(const Token& brace) {
  end_statement();
  waiting_.reset();
  if (open_.empty()) {
    problems_.error("T106", syntax_.source_->place(brace.begin, brace.line),
                    "no block is open that this brace could close");
    syntax_.is_sound_ = false;
    return;
  }
  const OpenBlock block = open_.back();
  open_.pop_back();
  Statement& owner = syntax_.statements_[block.statement];
  owner.next = static_cast<std::uint32_t>(syntax_.statements_.size());
  owner.is_one_line = block.brace.line == brace.line;
  on_this_line_ = block.statement;
  is_behind_brace_ = true;
  line_ends_ = 0;
}

// At the end of the text. Where a brace is missing, later ones close the wrong blocks, and the outermost stays open.
void SyntaxBuilder::close_all() {
  if (!open_.empty() && syntax_.is_sound_ && !problems_.is_full()) {
    const Token& brace = open_.front().brace;
    problems_.error("T107", syntax_.source_->place(brace.begin, brace.line), "this block is never closed",
                    "a } is missing here, or in one of the blocks within");
  }
  if (!open_.empty()) syntax_.is_sound_ = false;
  for (const OpenBlock& block : open_)
    syntax_.statements_[block.statement].next = static_cast<std::uint32_t>(syntax_.statements_.size());
  open_.clear();
}

}  // namespace backlot::text
