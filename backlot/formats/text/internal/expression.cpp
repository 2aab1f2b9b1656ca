#include "backlot/formats/text/internal/expression.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/base/suggest.h"
#include "backlot/formats/text/internal/functions.h"
#include "backlot/formats/text/limits.h"

namespace backlot::text {

Quantity Expression::failed(std::size_t position, std::string code, std::string message, std::string hint) {
  BACKLOT_ASSERT(!code.empty() && !message.empty(), "a problem has a code and a message");
  cursor_.fail_at(position, std::move(code), std::move(message), std::move(hint));
  return {};
}

Quantity Expression::finite(Quantity quantity, std::size_t position) {
  if (std::isfinite(quantity.value)) return quantity;
  return failed(position, "T125", "this is no finite number",
                "look for roots of negative numbers and for overflow");
}

Quantity Expression::read() { return sum(); }

Quantity Expression::sum() {
  const std::size_t begin = cursor_.position();
  Quantity left = product_of();
  while (cursor_.is_symbol('+') || cursor_.is_symbol('-')) {
    const std::size_t position = cursor_.position();
    const bool is_plus = cursor_.take_symbol('+') || !cursor_.take_symbol('-');
    const Quantity right = product_of();
    if (cursor_.has_failed()) return {};
    if (left.dimension != right.dimension) {
      return failed(position, "T122",
                    fmt::format("{} and {} cannot be {}", to_text(left.dimension), to_text(right.dimension),
                                is_plus ? "added" : "subtracted"));
    }
    left.value = is_plus ? left.value + right.value : left.value - right.value;
    left = finite(left, begin);
  }
  return left;
}

Quantity Expression::product_of() {
  const std::size_t begin = cursor_.position();
  Quantity left = signed_primary();
  while (cursor_.is_symbol('*') || cursor_.is_symbol('/')) {
    const std::size_t position = cursor_.position();
    const bool is_times = cursor_.take_symbol('*') || !cursor_.take_symbol('/');
    const Quantity right = signed_primary();
    if (cursor_.has_failed()) return {};
    if (!is_times && right.value == 0) return failed(position, "T124", "this divides by zero");
    const auto dimension =
        is_times ? product(left.dimension, right.dimension) : quotient(left.dimension, right.dimension);
    if (!dimension) return failed(position, "T128", "no physical quantity has so high a power of a unit");
    left.value = is_times ? left.value * right.value : left.value / right.value;
    left.dimension = *dimension;
    left = finite(left, begin);
  }
  return left;
}

// Signs are counted, not recursed into: a line may hold a million.
Quantity Expression::signed_primary() {
  bool is_negative = false;
  while (cursor_.is_symbol('-') || cursor_.is_symbol('+'))
    if (!cursor_.take_symbol('+') && cursor_.take_symbol('-')) is_negative = !is_negative;
  Quantity quantity = primary();
  if (is_negative) quantity.value = -quantity.value;
  return quantity;
}

Quantity Expression::primary() {
  if (cursor_.has_failed()) return {};
  if (cursor_.is_symbol('(')) return in_parentheses();
  if (!is_at_end() && token().kind == TokenKind::number) return number();
  if (!is_at_end() && token().kind == TokenKind::word) {
    const std::size_t position = cursor_.position();
    const std::string_view name = text();
    ++cursor_.here_;
    if (find_function(name) != nullptr && cursor_.is_symbol('(')) return call(name, position);
    return value_of(name, position);
  }
  return failed(cursor_.position(), "T120",
                fmt::format("a number is asked for here, this is {}", cursor_.next_text()));
}

Quantity Expression::number() {
  const std::size_t position = cursor_.position();
  const double number = token().number;
  ++cursor_.here_;
  const Unit* const unit = cursor_.take_unit();
  if (unit != nullptr) return finite({unit->to_si(number), unit->dimension}, position);
  // `0.01 1/m`: what it says, since nothing else can stand between two numbers.
  const bool is_per_metre = has(2) && token().kind == TokenKind::number && text() == "1" && text(1) == "/" &&
                            text(2) == "m" && token(1).is_joined && token(2).is_joined;
  if (is_per_metre) {
    cursor_.here_ += 3;
    return {number, kCurvature};
  }
  return {number, kPlain};
}

Quantity Expression::in_parentheses() {
  const std::size_t position = cursor_.position();
  if (++depth_ > kDeepestNesting)
    return failed(position, "T126",
                  fmt::format("parentheses stand in parentheses more than {} times here", kDeepestNesting));
  cursor_.expect_symbol('(');
  const Quantity quantity = sum();
  cursor_.expect_symbol(')');
  --depth_;
  return quantity;
}

Quantity Expression::call(std::string_view name, std::size_t position) {
  BACKLOT_ASSERT(!name.empty(), "a function has a name");
  const Function& function = *find_function(name);
  std::vector<Quantity> arguments;
  if (++depth_ > kDeepestNesting)
    return failed(position, "T126",
                  fmt::format("parentheses stand in parentheses more than {} times here", kDeepestNesting));
  cursor_.expect_symbol('(');
  do {
    arguments.push_back(sum());
  } while (!cursor_.has_failed() && cursor_.take_symbol(','));
  cursor_.expect_symbol(')');
  --depth_;
  if (cursor_.has_failed()) return {};
  if (arguments.size() < function.fewest || arguments.size() > function.most) {
    return failed(position, "T127",
                  fmt::format("{} takes {} here, these are {}", name,
                              function.most == 1 ? "one number" : "two numbers or more", arguments.size()));
  }
  std::string mismatch;
  const Quantity answer = function.compute(arguments, mismatch);
  if (!mismatch.empty()) return failed(position, "T122", fmt::format("{} {}", name, mismatch));
  return finite(answer, position);
}

Quantity Expression::value_of(std::string_view name, std::size_t position) {
  BACKLOT_ASSERT(!name.empty(), "a value has a name");
  if (const Scope::Value* const value = cursor_.scope_->find(name)) {
    if (*value) return **value;
    // Its declaration was reported.
    cursor_.has_failed_ = true;
    cursor_.problems_->note_failure();
    return {};
  }
  if (name == "pi") return {base::kPi, kPlain};
  if (const Unit* const unit = find_unit(name)) return {unit->to_si(1), unit->dimension};
  if (cursor_.scope_->lacks_names()) {
    cursor_.has_failed_ = true;
    cursor_.problems_->note_failure();
    return {};
  }
  const std::vector<std::string_view> names = cursor_.scope_->names();
  std::string hint = base::did_you_mean(name, names);
  if (hint.empty()) hint = fmt::format("declare it above: parameter {} = ...", name);
  return failed(position, "T121", fmt::format("no parameter is called \"{}\"", name), hint);
}

}  // namespace backlot::text
