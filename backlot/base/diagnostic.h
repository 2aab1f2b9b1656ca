// What is wrong with an input, where, and what to do about it; and a list of such statements.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace backlot::base {

enum class Severity { note, warning, error };

// "note", "warning" or "error".
std::string_view to_text(Severity severity);

// A place in a text. Line and column count from one; zero means unknown, and so does an empty file name.
struct Place {
  std::string file;
  int line = 0;
  int column = 0;

  friend bool operator==(const Place&, const Place&) = default;
};

// "file:line:column" with what is unknown left out; a column without a line is left out as well.
std::string to_text(const Place& place);

// One statement about an input. The code ("G104") is stable: users filter and look up by it, so a code is
// never given a second meaning; the message may be reworded. The hint says what to do and may be empty.
struct Diagnostic {
  Severity severity = Severity::error;
  std::string code;
  Place place;
  std::string message;
  std::string hint;

  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

// The way a compiler says it, one line, or two when there is a hint; no newline at the end:
//   town.way:12:8: error N104: lane "b" ends 3.2 m before intersection "main" that it feeds
//   town.way:12:8: note: extend the lane, or declare the end with "ends"
std::string to_text(const Diagnostic& diagnostic);

// Diagnostics in the order in which they were found. Readers go on after an error and add to the list.
class Diagnostics {
 public:
  using const_iterator = std::vector<Diagnostic>::const_iterator;

  void add(Diagnostic diagnostic);
  void error(std::string code, Place place, std::string message, std::string hint = {});
  void warning(std::string code, Place place, std::string message, std::string hint = {});
  void note(std::string code, Place place, std::string message, std::string hint = {});

  // Adds all of the other list behind the own ones, in their order. A list may be appended to itself.
  void append(const Diagnostics& other);
  void append(Diagnostics&& other);

  bool has_errors() const { return count(Severity::error) > 0; }
  std::size_t count(Severity severity) const;

  bool is_empty() const { return list_.empty(); }
  std::size_t size() const { return list_.size(); }
  const Diagnostic& operator[](std::size_t index) const;
  const_iterator begin() const { return list_.begin(); }
  const_iterator end() const { return list_.end(); }

  friend bool operator==(const Diagnostics&, const Diagnostics&) = default;

 private:
  std::vector<Diagnostic> list_;
};

// Every diagnostic as to_text() gives it, each ended by a newline.
std::string to_text(const Diagnostics& diagnostics);

}  // namespace backlot::base
