// Reads values from JSON, and says where one is missing or of the wrong type.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "backlot/base/diagnostic.h"

namespace backlot::report::internal {

using Json = nlohmann::ordered_json;

// A value at a place of the document. A key that is missing and one with null are alike.
class JsonReader {
 public:
  JsonReader(const Json& value, std::string path, const std::string& file, base::Diagnostics& found)
      : value_(value), path_(std::move(path)), file_(file), found_(found) {}

  const Json& value() const { return value_; }
  const std::string& path() const { return path_; }
  bool is_object() const;  // says so where it is none

  std::string text(const char* key) const;
  std::string needed_text(const char* key) const;
  bool flag(const char* key, bool otherwise) const;
  std::optional<double> number(const char* key) const;
  std::optional<std::uint64_t> whole(const char* key) const;
  std::uint64_t needed_whole(const char* key) const;
  std::vector<std::string> texts(const char* key) const;  // a list of texts, or one text
  std::vector<double> numbers(const char* key) const;     // null: not a number
  // Values of an object by name: texts, and numbers and flags as JSON writes them.
  std::vector<std::pair<std::string, std::string>> named_texts(const char* key) const;

  // The value of a key; none where it is missing.
  std::optional<JsonReader> at(const char* key) const;
  // Each value of a list.
  void each(const char* key, const std::function<void(const JsonReader&)>& take) const;
  // Each value of an object, with its name.
  void each_named(const char* key,
                  const std::function<void(const std::string&, const JsonReader&)>& take) const;

  void wrong(const std::string& where, const std::string& expected) const;
  std::string place_of(const char* key) const { return path_.empty() ? key : path_ + "." + key; }

  // This value itself as a list of numbers, or as a number.
  std::vector<double> own_numbers() const;
  std::optional<double> own_number() const;

 private:
  const Json* find(const char* key) const;

  const Json& value_;
  std::string path_;
  const std::string& file_;
  base::Diagnostics& found_;
};

}  // namespace backlot::report::internal
