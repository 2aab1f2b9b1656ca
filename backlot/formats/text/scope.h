// Parameters and their values, in scopes within scopes.
#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "backlot/formats/text/quantity.h"

namespace backlot::text {

// The names known at a place of the text: those of a template's instance, and around them those of the file. Names are
// views of the text that they were declared in.
class Scope {
 public:
  // A parameter with a value that could not be read is known, so that its uses are no further errors.
  using Value = std::optional<Quantity>;

  explicit Scope(const Scope* outer = nullptr) : outer_(outer) {}

  // False when this very scope has the name already; the old value stays.
  bool declare(std::string_view name, Value value) { return values_.emplace(name, value).second; }

  // Here or further out; null where no scope knows it.
  const Value* find(std::string_view name) const;

  // Not all files were read that may declare names for this scope: an unknown name is no error of its own.
  void note_missing_names() { lacks_names_ = true; }
  // Here or further out.
  bool lacks_names() const { return lacks_names_ || (outer_ != nullptr && outer_->lacks_names()); }

  // All that can be used here, the innermost first.
  std::vector<std::string_view> names() const;

 private:
  const Scope* outer_;
  std::map<std::string_view, Value> values_;
  bool lacks_names_ = false;
};

}  // namespace backlot::text
