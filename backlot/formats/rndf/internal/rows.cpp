#include "backlot/formats/rndf/internal/rows.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/text/limits.h"
#include "backlot/formats/text/number.h"

namespace backlot::formats::rndf::internal {

namespace {

constexpr std::string_view kBlanks = " \t\r\v\f";

// A word as a diagnostic shows it: whatever it holds, it stays short.
std::string shown(std::string_view word) {
  constexpr std::size_t kLongest = 40;
  std::string text;
  for (const char c : word.substr(0, kLongest)) text += c >= ' ' && c < '\x7f' ? c : '?';
  return word.size() > kLongest ? text + "..." : text;
}

bool is_blank(char c) { return kBlanks.find(c) != std::string_view::npos; }

}  // namespace

Rows::Rows(const text::Source& source, text::Problems& problems) : source_(source), problems_(problems) {
  if (source.text().size() > text::kLargestFile) {
    problems_.error("R109", {source.name(), 0, 0},
                    fmt::format("the file is larger than {} bytes", text::kLargestFile));
    offset_ = source.text().size();
  } else if (source.text().substr(0, 3) == "\xef\xbb\xbf") {
    offset_ = 3;  // some editors put a mark of UTF-8 first
  }
}

bool Rows::next() {
  if (is_again_) {
    is_again_ = false;
    return true;
  }
  const std::string_view text = source_.text();
  while (offset_ < text.size() && !problems_.is_full()) {
    ++line_;
    row_.line = line_;
    row_.words.clear();
    std::size_t at = offset_;
    const std::size_t end = std::min(text.find('\n', at), text.size());
    offset_ = end + 1;
    while (at < end) {
      if (is_in_comment_) {
        const std::size_t close = text.substr(0, end).find("*/", at);
        is_in_comment_ = close == std::string_view::npos;
        at = is_in_comment_ ? end : close + 2;
      } else if (is_blank(text[at])) {
        if (text[at] == ' ' && row_.words.size() == 1 && (at + 1 < end) && !is_blank(text[at + 1]) &&
            text[at + 1] != '/' && at > 0 && !is_blank(text[at - 1]))
          has_blanks_ = true;
        ++at;
      } else if (text.substr(at, 2) == "/*") {
        is_in_comment_ = true;
        at += 2;
      } else {
        std::size_t stop = at;
        while (stop < end && !is_blank(text[stop]) && text.substr(stop, 2) != "/*") ++stop;
        row_.words.push_back({text.substr(at, stop - at), at});
        at = stop;
      }
    }
    if (row_.words.empty()) continue;
    if (++rows_ > kMostRows) {
      problems_.error("R109", place(), fmt::format("the file has more than {} rows", kMostRows));
      offset_ = text.size();
      return false;
    }
    return true;
  }
  return false;
}

base::Place Rows::place(std::size_t k) const {
  BACKLOT_ASSERT(!row_.words.empty(), "a place is that of a word");
  return source_.place(row_.words[std::min(k, row_.words.size() - 1)].offset, row_.line);
}

base::Place Rows::end() const { return source_.place(source_.text().size()); }

bool Rows::has(std::size_t count) {
  if (row_.words.size() > count) return true;
  problems_.error(
      "R103", place(),
      fmt::format("\"{}\" wants {} behind it", shown(keyword()), count == 1 ? "a value" : "two values"));
  return false;
}

std::optional<std::int32_t> Rows::whole(std::size_t k, std::int32_t low, std::int32_t high) {
  BACKLOT_ASSERT(k < row_.words.size() && low <= high, "the row has no such word, or a range has no order");
  const std::string_view word = row_.words[k].text;
  std::int64_t value = 0;
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (code == std::errc::invalid_argument || end != word.data() + word.size()) {
    problems_.error("R103", place(k), fmt::format("\"{}\" is no whole number", shown(word)));
    return std::nullopt;
  }
  if (code == std::errc::result_out_of_range || value < low || value > high) {
    problems_.error("R103", place(k), fmt::format("{} is not between {} and {}", shown(word), low, high));
    return std::nullopt;
  }
  return static_cast<std::int32_t>(value);
}

std::optional<double> Rows::number(std::size_t k, double low, double high) {
  BACKLOT_ASSERT(k < row_.words.size() && low <= high, "the row has no such word, or a range has no order");
  const std::string_view word = row_.words[k].text;
  const text::NumberRead read = text::read_number(word);
  if (read.error != text::NumberError::none || !std::isfinite(read.value)) {
    problems_.error("R103", place(k), fmt::format("\"{}\" is no number", shown(word)));
    return std::nullopt;
  }
  if (read.value < low || read.value > high) {
    problems_.error("R103", place(k), fmt::format("{} is not between {} and {}", shown(word), low, high));
    return std::nullopt;
  }
  return read.value;
}

std::optional<WaypointId> Rows::id(std::size_t k, int parts) {
  BACKLOT_ASSERT(k < row_.words.size() && parts >= 2 && parts <= 3,
                 "the row has no such word, or an id has other parts");
  const std::string_view word = row_.words[k].text;
  std::int32_t value[3] = {0, 0, 0};
  const char* at = word.data();
  const char* const stop = word.data() + word.size();
  bool is_sound = true;
  for (int part = 0; is_sound && part < parts; ++part) {
    const auto [end, code] = std::from_chars(at, stop, value[part]);
    is_sound = code == std::errc() && value[part] >= 0 && value[part] <= kMostNumbers;
    at = end;
    if (is_sound && part + 1 < parts) is_sound = at != stop && *at++ == '.';
  }
  if (!is_sound || at != stop) {
    problems_.error("R104", place(k),
                    fmt::format("\"{}\" is no {}", shown(word),
                                parts == 3 ? "waypoint, as 6.2.10" : "lane, perimeter or spot, as 6.2"));
    return std::nullopt;
  }
  return WaypointId{value[0], value[1], value[2]};
}

std::optional<WaypointId> Rows::waypoint(std::size_t k) { return id(k, 3); }
std::optional<WaypointId> Rows::line_id(std::size_t k) { return id(k, 2); }

std::string_view Rows::rest() const {
  if (row_.words.size() < 2) return {};
  const Word &first = row_.words[1], &last = row_.words.back();
  return source_.text().substr(first.offset, last.offset + last.text.size() - first.offset);
}

bool begins_with(std::string_view text, std::string_view keyword) {
  BACKLOT_ASSERT(!keyword.empty(), "a keyword is not empty");
  constexpr std::size_t kEnough = std::size_t{1} << 16;  // bytes in which the first word must come
  const text::Source source({}, std::string(text.substr(0, kEnough)));
  text::Problems problems;
  Rows rows(source, problems);
  return rows.next() && rows.keyword() == keyword;
}

}  // namespace backlot::formats::rndf::internal
