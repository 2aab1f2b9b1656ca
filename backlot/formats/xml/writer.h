// XML text from elements, one after the other.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace backlot::formats::xml {

// Elements on lines of their own, four blanks deeper for each level; attributes in the order in which they are given, numbers
// as the shortest text that reads back as the same. What is special in XML is escaped, so that it reads back as it was.
class Writer {
 public:
  Writer();

  // The name must live as long as the writer: it is a word of the format.
  void open(std::string_view name);
  void close();

  // Of the element opened last, before anything is put into it.
  void attribute(std::string_view name, std::string_view value);
  void attribute(std::string_view name, const char* value) { attribute(name, std::string_view(value)); }
  void attribute(std::string_view name, double value);
  void attribute(std::string_view name, int value);
  void attribute(std::string_view name, bool value);
  // Nothing where there is nothing.
  template <class Value>
  void attribute(std::string_view name, const std::optional<Value>& value) {
    if (value) attribute(name, *value);
  }
  void attribute_unless_empty(std::string_view name, std::string_view value) {
    if (!value.empty()) attribute(name, value);
  }

  // Text instead of elements.
  void text(std::string_view value);

  // All elements must have been closed.
  std::string take();

 private:
  enum class Inside { start, text, elements };
  struct Open {
    std::string_view name;
    Inside inside = Inside::start;
  };
  void indent(std::size_t levels);

  std::string out_;
  std::vector<Open> open_;
};

// An element that is closed at the end of its scope.
class WrittenElement {
 public:
  WrittenElement(Writer& writer, std::string_view name) : writer_(writer) { writer.open(name); }
  ~WrittenElement() { writer_.close(); }
  WrittenElement(const WrittenElement&) = delete;
  WrittenElement& operator=(const WrittenElement&) = delete;

 private:
  Writer& writer_;
};

}  // namespace backlot::formats::xml
