#include "backlot/report/internal/json_reader.h"

#include <limits>

#include <fmt/format.h>

namespace backlot::report::internal {

bool JsonReader::is_object() const {
  if (value_.is_object()) return true;
  wrong(path_, "an object");
  return false;
}

void JsonReader::wrong(const std::string& where, const std::string& expected) const {
  constexpr std::size_t kMost = 100;
  if (found_.size() < kMost)
    found_.error("E102", {.file = file_},
                 fmt::format("{}: {} is expected", where.empty() ? "the document" : where, expected),
                 "docs/reports.md lists the keys of a row and their types");
}

const Json* JsonReader::find(const char* key) const {
  if (!value_.is_object()) return nullptr;
  const auto found = value_.find(key);
  return found == value_.end() || found->is_null() ? nullptr : &*found;
}

std::string JsonReader::text(const char* key) const {
  const Json* value = find(key);
  if (!value) return {};
  if (value->is_string()) return value->get<std::string>();
  wrong(place_of(key), "a text");
  return {};
}

std::string JsonReader::needed_text(const char* key) const {
  if (!find(key)) wrong(place_of(key), "a text");
  return text(key);
}

bool JsonReader::flag(const char* key, bool otherwise) const {
  const Json* value = find(key);
  if (!value) return otherwise;
  if (value->is_boolean()) return value->get<bool>();
  wrong(place_of(key), "true or false");
  return otherwise;
}

std::optional<double> JsonReader::number(const char* key) const {
  const Json* value = find(key);
  if (!value) return std::nullopt;
  if (value->is_number()) return value->get<double>();
  wrong(place_of(key), "a number");
  return std::nullopt;
}

std::optional<std::uint64_t> JsonReader::whole(const char* key) const {
  const Json* value = find(key);
  if (!value) return std::nullopt;
  if (value->is_number_unsigned()) return value->get<std::uint64_t>();
  wrong(place_of(key), "a whole number of zero or more");
  return std::nullopt;
}

std::uint64_t JsonReader::needed_whole(const char* key) const {
  if (!find(key)) wrong(place_of(key), "a whole number of zero or more");
  return whole(key).value_or(0);
}

std::vector<std::string> JsonReader::texts(const char* key) const {
  std::vector<std::string> list;
  const Json* value = find(key);
  if (!value) return list;
  if (value->is_string()) return {value->get<std::string>()};
  if (!value->is_array()) {
    wrong(place_of(key), "a list of texts");
    return list;
  }
  for (const Json& one : *value) {
    if (one.is_string())
      list.push_back(one.get<std::string>());
    else
      wrong(fmt::format("{}[{}]", place_of(key), list.size()), "a text");
  }
  return list;
}

std::vector<double> JsonReader::own_numbers() const {
  std::vector<double> list;
  if (!value_.is_array()) {
    wrong(path_, "a list of numbers");
    return list;
  }
  list.reserve(value_.size());
  for (const Json& one : value_) {
    if (!one.is_number() && !one.is_null()) {
      wrong(fmt::format("{}[{}]", path_, list.size()), "a number or null");
      return list;
    }
    list.push_back(one.is_null() ? std::numeric_limits<double>::quiet_NaN() : one.get<double>());
  }
  return list;
}

std::optional<double> JsonReader::own_number() const {
  if (value_.is_null()) return std::nullopt;
  if (value_.is_number()) return value_.get<double>();
  wrong(path_, "a number");
  return std::nullopt;
}

std::vector<double> JsonReader::numbers(const char* key) const {
  const std::optional<JsonReader> list = at(key);
  return list ? list->own_numbers() : std::vector<double>{};
}

std::vector<std::pair<std::string, std::string>> JsonReader::named_texts(const char* key) const {
  std::vector<std::pair<std::string, std::string>> list;
  each_named(key, [&](const std::string& name, const JsonReader& one) {
    const Json& value = one.value();
    if (value.is_structured()) return one.wrong(one.path(), "a text or a number");
    list.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
  });
  return list;
}

std::optional<JsonReader> JsonReader::at(const char* key) const {
  const Json* value = find(key);
  if (!value) return std::nullopt;
  return JsonReader(*value, place_of(key), file_, found_);
}

void JsonReader::each(const char* key, const std::function<void(const JsonReader&)>& take) const {
  const Json* value = find(key);
  if (!value) return;
  if (!value->is_array()) return wrong(place_of(key), "a list");
  std::size_t number = 0;
  for (const Json& one : *value)
    take(JsonReader(one, fmt::format("{}[{}]", place_of(key), number++), file_, found_));
}

void JsonReader::each_named(const char* key,
                            const std::function<void(const std::string&, const JsonReader&)>& take) const {
  const Json* value = find(key);
  if (!value) return;
  if (!value->is_object()) return wrong(place_of(key), "an object");
  for (const auto& [name, one] : value->items())
    take(name, JsonReader(one, place_of(key) + "." + name, file_, found_));
}

}  // namespace backlot::report::internal
