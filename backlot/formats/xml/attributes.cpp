#include "backlot/formats/xml/attributes.h"

#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/text/number.h"
#include "backlot/formats/xml/limits.h"

namespace backlot::formats::xml {

namespace {

constexpr std::string_view kBlank = " \t\r\n";
constexpr std::size_t kLongestShown = 40;
constexpr std::size_t kMostWarnings = 100;  // with the same code

// Blanks around it, and a plus sign before it, are allowed by XML and unknown to from_chars.
std::string_view bare(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  text = text.substr(first, text.find_last_not_of(kBlank) - first + 1);
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  return text;
}

std::string shown(std::string_view text) {
  if (text.size() <= kLongestShown) return std::string(text);
  return std::string(text.substr(0, kLongestShown)) + "...";
}

// Too small to differ from zero, as programs write it that print all they have.
bool is_tiny(std::string_view text) {
  const std::size_t exponent = text.find_first_of("eE");
  return exponent != std::string_view::npos && exponent + 1 < text.size() && text[exponent + 1] == '-';
}

}  // namespace

double Attributes::number(Element element, const char* name) {
  return read(element, name, Need::needed).value_or(0);
}

double Attributes::number_or(Element element, const char* name, double otherwise) {
  return read(element, name, Need::optional).value_or(otherwise);
}

std::optional<double> Attributes::find_number(Element element, const char* name) {
  return read(element, name, Need::optional);
}

double Attributes::coefficient(Element element, const char* name) {
  return read(element, name, Need::right_or_missing).value_or(0);
}

int Attributes::whole(Element element, const char* name) {
  return read_whole(element, name, Need::needed).value_or(0);
}

int Attributes::whole_or(Element element, const char* name, int otherwise) {
  return read_whole(element, name, Need::optional).value_or(otherwise);
}

std::optional<int> Attributes::find_whole(Element element, const char* name) {
  return read_whole(element, name, Need::optional);
}

std::optional<bool> Attributes::find_flag(Element element, const char* name) {
  BACKLOT_ASSERT(name != nullptr, "an attribute has a name");
  const auto found = element.find(name);
  if (!found) return std::nullopt;
  const std::string_view text = bare(*found);
  if (text == "true" || text == "1" || text == "yes") return true;
  if (text == "false" || text == "0" || text == "no") return false;
  if (!text.empty())
    warning("X113", element.where_of(name),
            fmt::format("{}=\"{}\" is neither true nor false", name, shown(text)));
  return std::nullopt;
}

std::string Attributes::word(Element element, const char* name) {
  const auto found = element.find(name);
  if (!found)
    complain(Need::needed, "X110", element.where(), fmt::format("{} has no {}", element.name(), name));
  return std::string(found.value_or(""));
}

std::string Attributes::word_or_empty(Element element, const char* name) {
  return std::string(element.find(name).value_or(""));
}

std::optional<double> Attributes::read(Element element, const char* name, Need need) {
  BACKLOT_ASSERT(name != nullptr, "an attribute has a name");
  const auto found = element.find(name);
  const std::string_view text = bare(found.value_or(""));
  if (text.empty()) {
    if (need == Need::needed)
      complain(need, "X110", found ? element.where_of(name) : element.where(),
               fmt::format("{} has no {}", element.name(), name));
    return std::nullopt;
  }
  const text::NumberRead number = text::read_number(text);
  if (number.error == text::NumberError::malformed) {
    complain(need, "X111", element.where_of(name), fmt::format("{}=\"{}\" is no number", name, shown(text)));
    return std::nullopt;
  }
  if (number.error == text::NumberError::out_of_range && is_tiny(text)) return 0.0;
  if (number.error != text::NumberError::none || !(std::abs(number.value) <= kLargestNumber)) {
    complain(need, "X112", element.where_of(name),
             fmt::format("{}=\"{}\" is beyond all that a map can mean", name, shown(text)));
    return std::nullopt;
  }
  return number.value;
}

std::optional<int> Attributes::read_whole(Element element, const char* name, Need need) {
  BACKLOT_ASSERT(name != nullptr, "an attribute has a name");
  const std::optional<double> number = read(element, name, need);
  if (!number) return std::nullopt;
  if (*number != std::floor(*number)) {
    complain(need, "X113", element.where_of(name), fmt::format("{} is no whole number", name));
    return std::nullopt;
  }
  return static_cast<int>(*number);
}

void Attributes::complain(Need need, std::string code, Where where, std::string message) {
  if (need != Need::optional)
    error(std::move(code), where, std::move(message));
  else
    warning(std::move(code), where, std::move(message), "it is taken as missing");
}

void Attributes::error(std::string code, Where where, std::string message, std::string hint) {
  BACKLOT_ASSERT(!code.empty() && !message.empty(), "a problem has a code and a message");
  problems_.error(std::move(code), document_.place(where), std::move(message), std::move(hint));
}

void Attributes::warning(std::string code, Where where, std::string message, std::string hint) {
  BACKLOT_ASSERT(!code.empty() && !message.empty(), "a problem has a code and a message");
  const std::size_t count = ++warnings_[code];
  if (count > kMostWarnings) return;
  if (count == kMostWarnings)
    hint += (hint.empty() ? "" : "; ") + std::string("more of this kind are not listed");
  problems_.warning(std::move(code), document_.place(where), std::move(message), std::move(hint));
}

}  // namespace backlot::formats::xml
