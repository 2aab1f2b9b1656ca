// Reads one statement from its first word to its last.
//
//   Cursor c(node, scope, problems);
//   if (c.take("arc")) {
//     const bool is_left = c.choose({"left", "right"}) == 0;
//     c.expect("radius");
//     const double radius = c.quantity(kLength);
//     ...
//     c.finish();
//   }
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/formats/text/problems.h"
#include "backlot/formats/text/quantity.h"
#include "backlot/formats/text/scope.h"
#include "backlot/formats/text/syntax.h"

namespace backlot::text {

// A name with an end: "market.east" of "market.east.R1" is the owner, "R1" the last part.
struct Reference {
  std::string owner;
  std::string last;
};

// After its first error a cursor says no more: whatever is asked then is answered with nothing or zero, so that a
// reader can ask on and look at has_failed() once.
class Cursor {
 public:
  Cursor(Node node, const Scope& scope, Problems& problems);

  const Scope& scope() const { return *scope_; }
  Problems& problems() const { return *problems_; }
  const Node& node() const { return node_; }
  bool has_failed() const { return has_failed_; }
  bool is_at_end() const { return here_ == tokens_.size(); }
  // Of the next token, or of the end.
  base::Place place() const { return place(here_); }
  // Cheap marks for places that only errors need.
  std::size_t position() const { return here_; }
  base::Place place(std::size_t position) const;
  void go_to(std::size_t position) { here_ = position; }

  // ---- words: with a kind of their own, so that a name in quotes is never taken for one ----
  bool is_next(std::string_view word) const;
  // One word or several with blanks between them; all or none are taken.
  bool take(std::string_view phrase);
  void expect(std::string_view phrase);
  // The number of the phrase that comes next, and takes it; nothing where none does. Longer ones first.
  std::optional<std::size_t> take_one_of(std::span<const std::string_view> phrases);
  // The same, with an error `what` where none does.
  std::size_t choose(std::span<const std::string_view> phrases, std::string_view what);
  // The next word as it stands, without taking it; empty where none is next.
  std::string_view peek() const;

  // ---- symbols ----
  bool is_symbol(char symbol) const;
  bool take_symbol(char symbol);
  void expect_symbol(char symbol);

  // ---- names: words or strings, joined by dots ----
  bool is_name_next() const;
  std::string name(std::string_view what);
  // The same, not joined: one part or more.
  std::vector<std::string> name_parts(std::string_view what);
  Reference reference(std::string_view what);
  std::string string(std::string_view what);
  // All names up to the end of the statement.
  std::vector<std::string> names(std::string_view what);
  // A word that a declaration gives meaning to, as it stands in the text.
  std::string_view new_word(std::string_view what);

  // ---- numbers ----
  double quantity(const Dimension& dimension);
  double length() { return quantity(kLength); }
  Quantity any_quantity();
  // A number as it stands, with a minus before it or none, and without its unit; nothing where no number is next.
  std::optional<double> take_number();
  // The unit that comes next: `m`, `km/h`, `%`, `per hour`; null where none does.
  const Unit* take_unit();
  // Up to the comma or closing parenthesis behind an expression, without computing it.
  void skip_expression();
  // Numbers of a dimension in parentheses, with commas between; as many as the span holds, at least `fewest`; how
  // many came.
  std::size_t tuple(const Dimension& dimension, std::span<double> numbers, std::size_t fewest);

  // ---- the end ----
  // No word may be left, and no block. True when all was well.
  bool finish();
  // No word may be left, and there must be a block.
  bool finish_before_block(std::string_view what);
  // No word may be left; a block may follow.
  bool finish_words();

  void fail(std::string code, std::string message, std::string hint = {});
  void fail_at(std::size_t position, std::string code, std::string message, std::string hint = {});

  // The next token as people see it, for messages: `"word"`, or "the end of the line".
  std::string next_text() const;

 private:
  friend class Expression;

  bool take_name_part(std::vector<std::string>& parts);

  Node node_;
  std::span<const Token> tokens_;
  const Scope* scope_;
  Problems* problems_;
  std::size_t here_ = 0;
  bool has_failed_ = false;
};

}  // namespace backlot::text
