#include "backlot/base/diagnostic.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "backlot/base/assert.h"

namespace backlot::base {

std::string_view to_text(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "note";
    case Severity::warning:
      return "warning";
    case Severity::error:
      return "error";
  }
  return "error";
}

std::string to_text(const Place& place) {
  std::string text = place.file;
  if (place.line <= 0) return text;
  if (!text.empty()) text += ':';
  text += std::to_string(place.line);
  if (place.column > 0) text += ':' + std::to_string(place.column);
  return text;
}

std::string to_text(const Diagnostic& diagnostic) {
  std::string lead = to_text(diagnostic.place);
  if (!lead.empty()) lead += ": ";

  std::string text = lead;
  text += to_text(diagnostic.severity);
  if (!diagnostic.code.empty()) text += ' ' + diagnostic.code;
  if (!diagnostic.message.empty()) text += ": " + diagnostic.message;
  if (!diagnostic.hint.empty()) text += '\n' + lead + "note: " + diagnostic.hint;
  return text;
}

void Diagnostics::add(Diagnostic diagnostic) { list_.push_back(std::move(diagnostic)); }

void Diagnostics::error(std::string code, Place place, std::string message, std::string hint) {
  add({Severity::error, std::move(code), std::move(place), std::move(message), std::move(hint)});
}

void Diagnostics::warning(std::string code, Place place, std::string message, std::string hint) {
  add({Severity::warning, std::move(code), std::move(place), std::move(message), std::move(hint)});
}

void Diagnostics::note(std::string code, Place place, std::string message, std::string hint) {
  add({Severity::note, std::move(code), std::move(place), std::move(message), std::move(hint)});
}

void Diagnostics::append(const Diagnostics& other) {
  // By index and with the room made beforehand, so that appending a list to itself doubles it.
  const std::size_t added = other.list_.size();
  list_.reserve(list_.size() + added);
  for (std::size_t i = 0; i < added; ++i) list_.push_back(other.list_[i]);
}

void Diagnostics::append(Diagnostics&& other) {
  if (list_.empty()) {
    list_ = std::move(other.list_);
  } else {
    std::move(other.list_.begin(), other.list_.end(), std::back_inserter(list_));
  }
  other.list_.clear();
}

std::size_t Diagnostics::count(Severity severity) const {
  return static_cast<std::size_t>(
      std::count_if(list_.begin(), list_.end(),
                    [severity](const Diagnostic& diagnostic) { return diagnostic.severity == severity; }));
}

const Diagnostic& Diagnostics::operator[](std::size_t index) const {
  BACKLOT_CHECK(index < list_.size(), "no diagnostic of that number");
  return list_[index];
}

std::string to_text(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += to_text(diagnostic) + '\n';
  return text;
}

}  // namespace backlot::base
