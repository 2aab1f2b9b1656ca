// Writes statements, line by line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backlot/geometry/cubic_profile.h"
#include "backlot/geometry/points.h"
#include "backlot/network/surface_description.h"

namespace backlot::formats::way {

// ---- quantities, in the unit that reads best among those that read back as the same bits ----
std::string length_text(double metres);
std::string angle_text(double radians);
std::string speed_text(double mps);
std::string time_text(double seconds);
std::string curvature_text(double per_metre);
// (1 m, 2 m, 0.5 m); without the third when it is zero.
std::string point_text(const geometry::WorldPoint& point);
// Plain numbers: (3, 0.1, 0, 0).
std::string tuple_text(std::initializer_list<double> numbers);

// "OWNER.LAST", each part in quotes where it must be.
std::string reference_text(std::string_view owner, std::string_view last);
std::string name_text(std::string_view name);
// All names with blanks between them.
std::string names_text(const std::vector<std::string>& names);

// The text so far, and how deep the next line is.
class Writer {
 public:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    text_.append(2 * depth_, ' ');
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }
  template <class... Arguments>
  void open(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    line(format, std::forward<Arguments>(arguments)...);
    text_.insert(text_.size() - 1, " {");
    ++depth_;
  }
  void close() {
    --depth_;
    line("}}");
  }
  void empty_line() { text_ += '\n'; }

  // `WORDS 3 m`, or a block of pieces.
  void profile(std::string_view words, const geometry::CubicProfile& profile,
               std::string (*value_text)(double));
  // `height 0.1 m` for both edges, or a line for each; nothing for a lane without heights.
  void heights(const network::LaneHeights& heights);
  // `WORDS (0 m, 0 m) (1 m, 0 m)`, or a block of points when there are many or none.
  void points(std::string_view words, const std::vector<geometry::WorldPoint>& points);

  std::string take() { return std::move(text_); }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t depth_ = 0;
};

}  // namespace backlot::formats::way
