// The answer of a function that reads input from outside: a value, or diagnostics, or a value with warnings.
//
//   Result<Town> read_town(std::string_view text);
//
//   Result<Town> town = read_town(text);
//   if (!town) return Result<Street>::failure(std::move(town).diagnostics());
//   use(*town);
#pragma once

#include <optional>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/base/diagnostic.h"

namespace backlot::base {

// Always one of two: a value whose diagnostics hold no error, or no value and at least one error.
// Asking a failure for its value is a programmer error and aborts. T may be move-only; it is never a
// reference.
template <class T>
class [[nodiscard]] Result {
 public:
  // Implicit, so that a function can simply `return value;`.
  Result(T value) : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor)

  static Result success(T value, Diagnostics diagnostics = {}) {
    BACKLOT_CHECK(!diagnostics.has_errors(), "a success carries no errors");
    return Result(std::move(value), std::move(diagnostics));
  }

  static Result failure(Diagnostics diagnostics) {
    BACKLOT_CHECK(diagnostics.has_errors(), "a failure says why");
    return Result(Failed{}, std::move(diagnostics));
  }

  // A failure when the diagnostics hold an error, else a success: the last line of a reader that goes on
  // after errors.
  static Result from(T value, Diagnostics diagnostics) {
    if (diagnostics.has_errors()) return failure(std::move(diagnostics));
    return success(std::move(value), std::move(diagnostics));
  }

  bool has_value() const { return value_.has_value(); }
  explicit operator bool() const { return has_value(); }

  T& value() & {
    check_value();
    return *value_;
  }
  const T& value() const& {
    check_value();
    return *value_;
  }
  T&& value() && {
    check_value();
    return std::move(*value_);
  }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Diagnostics& diagnostics() const& { return diagnostics_; }
  Diagnostics diagnostics() && { return std::move(diagnostics_); }

 private:
  struct Failed {};
  Result(Failed, Diagnostics diagnostics) : diagnostics_(std::move(diagnostics)) {}
  Result(T value, Diagnostics diagnostics) : value_(std::move(value)), diagnostics_(std::move(diagnostics)) {}

  void check_value() const { BACKLOT_CHECK(value_.has_value(), "the result is a failure and has no value"); }

  std::optional<T> value_;
  Diagnostics diagnostics_;
};

}  // namespace backlot::base
