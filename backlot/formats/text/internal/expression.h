// Computes the expression that begins at a cursor.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "backlot/formats/text/cursor.h"
#include "backlot/formats/text/quantity.h"

namespace backlot::text {

//   sum     = product { ("+" | "-") product }
//   product = signed { ("*" | "/") signed }
//   signed  = { "-" | "+" } primary
//   primary = number [unit] | "(" sum ")" | function "(" sum { "," sum } ")" | name
//   unit    = "m" | "km/h" ... | "1/m" behind a number
// It is computed while it is read: a template's expression may have another value for each of its instances, and
// reading costs little more than walking a tree. Errors are the cursor's.
class Expression {
 public:
  explicit Expression(Cursor& cursor) : cursor_(cursor) {}
  Quantity read();

 private:
  Quantity sum();
  Quantity product_of();
  Quantity signed_primary();
  Quantity primary();
  Quantity number();
  Quantity in_parentheses();
  Quantity call(std::string_view function, std::size_t position);
  Quantity value_of(std::string_view name, std::size_t position);
  bool is_at_end() const { return cursor_.is_at_end(); }
  const Token& token(std::size_t ahead = 0) const { return cursor_.tokens_[cursor_.here_ + ahead]; }
  bool has(std::size_t ahead) const { return cursor_.here_ + ahead < cursor_.tokens_.size(); }
  std::string_view text(std::size_t ahead = 0) const { return cursor_.node_.text(token(ahead)); }
  Quantity finite(Quantity quantity, std::size_t position);
  Quantity failed(std::size_t position, std::string code, std::string message, std::string hint = {});

  Cursor& cursor_;
  std::size_t depth_ = 0;
};

}  // namespace backlot::text
