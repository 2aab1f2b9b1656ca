#include "backlot/formats/text/syntax.h"

#include <utility>

#include "backlot/base/assert.h"
#include "backlot/formats/text/internal/syntax_builder.h"
#include "backlot/formats/text/limits.h"

namespace backlot::text {

const Statement& Node::statement() const {
  BACKLOT_ASSERT(index_ < syntax_->statements().size(), "the syntax has no such statement");
  return syntax_->statements()[index_];
}

std::span<const Token> Node::tokens() const {
  return syntax_->tokens().subspan(statement().first_token, statement().token_count);
}

std::string_view Node::text(const Token& token) const { return syntax_->text(token); }

base::Place Node::place() const {
  return tokens().empty() ? base::Place{syntax_->source()->name()} : place(tokens().front());
}

base::Place Node::place(const Token& token) const {
  return syntax_->source()->place(token.begin, token.line);
}

base::Place Node::end_place() const {
  if (tokens().empty()) return place();
  const Token& last = tokens().back();
  return syntax_->source()->place(std::size_t{last.begin} + last.size, last.line);
}

Node::Range Node::block() const { return {*syntax_, index_ + 1, statement().next}; }

Node::Range::Iterator& Node::Range::Iterator::operator++() {
  BACKLOT_ASSERT(index_ < syntax_->statements().size(), "a range of statements goes on inside its syntax");
  index_ = syntax_->statements()[index_].next;
  return *this;
}

Syntax Syntax::parse(std::shared_ptr<const Source> source, Problems& problems) {
  BACKLOT_ASSERT(source != nullptr, "a syntax has a source");
  Syntax syntax;
  syntax.source_ = std::move(source);
  if (syntax.source_->text().size() > kLargestFile) {
    problems.error("T111", {syntax.source_->name()}, "this file is too large",
                   "divide it, and import the parts");
    syntax.is_sound_ = false;
    return syntax;
  }
  SyntaxBuilder(syntax, problems).build();
  return syntax;
}

namespace {

bool are_equal(const Syntax& a, std::uint32_t token, const Syntax& b, std::uint32_t other) {
  if (token == kNoToken || other == kNoToken) return token == other;
  return a.text(a.tokens()[token]) == b.text(b.tokens()[other]);
}

bool are_equal(const Syntax& a, const Statement& s, const Syntax& b, const Statement& t) {
  if (s.next != t.next || s.token_count != t.token_count) return false;
  if (s.is_comment != t.is_comment || s.has_block != t.has_block || s.is_readable != t.is_readable)
    return false;
  if (!are_equal(a, s.comment, b, t.comment)) return false;
  if (!are_equal(a, s.closing_comment, b, t.closing_comment)) return false;
  for (std::uint32_t i = 0; i < s.token_count; ++i)
    if (!are_equal(a, s.first_token + i, b, t.first_token + i)) return false;
  return true;
}

}  // namespace

bool operator==(const Syntax& a, const Syntax& b) {
  if (a.statements_.size() != b.statements_.size()) return false;
  for (std::size_t i = 0; i < a.statements_.size(); ++i)
    if (!are_equal(a, a.statements_[i], b, b.statements_[i])) return false;
  return true;
}

}  // namespace backlot::text
