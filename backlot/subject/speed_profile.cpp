#include "backlot/subject/speed_profile.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "backlot/base/assert.h"

namespace backlot::subject {

namespace {

constexpr double kFastest_mps = 80, kLongest_s = 86400;
constexpr std::string_view kTime = "time_s", kSpeed = "speed_mps";

struct CsvCell {
  std::string_view text;
  int column = 1;  // of the line, from one
};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
    text.remove_suffix(1);
  return text;
}

std::vector<CsvCell> cells_of(std::string_view line) {
  std::vector<CsvCell> cells;
  for (std::size_t at = 0;;) {
    const std::size_t comma = std::min(line.find(',', at), line.size());
    cells.push_back({trimmed(line.substr(at, comma - at)), static_cast<int>(at) + 1});
    if (comma == line.size()) return cells;
    at = comma + 1;
  }
}

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

// Reads line by line, goes on after an error, and keeps all diagnostics.
class Reader {
 public:
  explicit Reader(std::string_view file) : file_(file) {}

  void read_line(std::string_view text) {
    ++line_;
    if (trimmed(text).empty()) return;
    const std::vector<CsvCell> cells = cells_of(text);
    if (!has_header_) return read_header(cells);
    if (is_readable_) read_row(cells);
  }

  base::Result<SpeedProfile> result() && {
    if (!has_header_ || (is_readable_ && profile_.rows.empty() && !diagnostics_.has_errors()))
      diagnostics_.error("U105", {file_, line_, 0}, "the speed profile has no rows",
                         "write a header \"time_s,speed_mps\" and a row for each time");
    return base::Result<SpeedProfile>::from(std::move(profile_), std::move(diagnostics_));
  }

 private:
  base::Place place(int column) const { return {file_, line_, column}; }

  std::optional<std::size_t> find_column(const std::vector<CsvCell>& cells, std::string_view name) {
    std::optional<std::size_t> found;
    for (std::size_t k = 0; k < cells.size(); ++k) {
      if (cells[k].text != name) continue;
      if (found)
        diagnostics_.error("U101", place(cells[k].column),
                           fmt::format("the column \"{}\" is there twice", name));
      found = k;
    }
    if (!found)
      diagnostics_.error("U101", place(1), fmt::format("the column \"{}\" is missing", name),
                         "the first line names the columns: time_s,speed_mps");
    return found;
  }

  void read_header(const std::vector<CsvCell>& cells) {
    has_header_ = true;
    const auto time = find_column(cells, kTime), speed = find_column(cells, kSpeed);
    is_readable_ = time && speed;
    if (!is_readable_) return;
    time_ = *time;
    speed_ = *speed;
  }

  // A number within bounds, or an error.
  std::optional<double> value_of(const CsvCell& cell, std::string_view name, double most) {
    const std::optional<double> value = number_of(cell.text);
    if (value && *value >= 0 && *value <= most) return value;
    diagnostics_.error("U103", place(cell.column), fmt::format("\"{}\" is no value of {}", cell.text, name),
                       fmt::format("write a number from 0 to {}", most));
    return std::nullopt;
  }

  void read_row(const std::vector<CsvCell>& cells) {
    if (cells.size() <= std::max(time_, speed_)) {
      diagnostics_.error(
          "U102", place(cells.back().column),
          fmt::format("this row has {} cells, and the header names more columns", cells.size()));
      return;
    }
    const auto time = value_of(cells[time_], kTime, kLongest_s);
    const auto speed = value_of(cells[speed_], kSpeed, kFastest_mps);
    if (!time || !speed) return;
    if (!profile_.rows.empty() && *time <= profile_.rows.back().time_s) {
      diagnostics_.error("U104", place(cells[time_].column),
                         fmt::format("the time {} s is not later than the one before, {} s", *time,
                                     profile_.rows.back().time_s));
      return;
    }
    profile_.rows.push_back({*time, *speed});
  }

  std::string file_;
  int line_ = 0;
  bool has_header_ = false, is_readable_ = false;
  std::size_t time_ = 0, speed_ = 0;
  SpeedProfile profile_;
  base::Diagnostics diagnostics_;
};

}  // namespace

double SpeedProfile::speed_at(double time_s) const {
  BACKLOT_ASSERT(!rows.empty(), "a profile has rows, a time is a number");
  const auto next = std::ranges::upper_bound(rows, time_s, {}, &Row::time_s);
  if (next == rows.begin()) return rows.front().speed_mps;
  if (next == rows.end()) return rows.back().speed_mps;
  const Row &a = *(next - 1), &b = *next;
  return a.speed_mps + (time_s - a.time_s) / (b.time_s - a.time_s) * (b.speed_mps - a.speed_mps);
}

base::Result<SpeedProfile> read_speed_profile(std::string_view text, std::string_view file) {
  Reader reader(file);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    reader.read_line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return std::move(reader).result();
}

}  // namespace backlot::subject
