// A sheet on which shapes are drawn one over the other, and its text in SVG.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "backlot/base/diagnostic.h"

namespace backlot::draw {

namespace internal {
struct ClipBox;
}

// A place on the sheet: x to the right, y down, in units of the sheet.
struct SheetPoint {
  double x = 0, y = 0;

  friend constexpr bool operator==(const SheetPoint&, const SheetPoint&) = default;
};

// How a shape looks. What is left as it is comes from the group around it; outside of all groups shapes are filled
// black and have no stroke.
struct Style {
  std::string fill{};       // "#rrggbb" or "none"
  std::string stroke{};     // the same
  double stroke_width = 0;  // 0: not said
  double opacity = 1;       // of a group: of all its shapes together, so that overlaps do not show
  std::string dash{};       // lengths of dashes and gaps, "6 4"
};

enum class Anchor { start, middle, end };

struct TextStyle {
  double size = 12;
  std::string fill = "#222222";
  Anchor anchor = Anchor::start;
  bool bold = false;
  bool italic = false;
  double turn_deg = 0;  // clockwise about the place of the text
  std::string halo{};   // a colour behind the letters, so that they can be read on a busy ground
};

// Shapes in the order in which they were added; later ones cover earlier ones. Numbers are written with two digits
// after the point, so that the same drawing gives the same bytes everywhere. A shape with a coordinate that is not
// finite is left out.
class Sheet {
 public:
  Sheet(double width, double height);

  double width() const { return width_; }
  double height() const { return height_; }

  void line(const SheetPoint& a, const SheetPoint& b, const Style& style);
  void polyline(std::span<const SheetPoint> points, const Style& style);
  void polygon(std::span<const SheetPoint> points, const Style& style);
  void rectangle(const SheetPoint& corner, double width, double height, const Style& style);
  // The same with corners of this radius.
  void rounded_rectangle(const SheetPoint& corner, double width, double height, double radius,
                         const Style& style);
  void circle(const SheetPoint& centre, double radius, const Style& style);
  // A shaft from a to b and a filled head of `head` units that ends at b, in the colour of the stroke.
  void arrow(const SheetPoint& a, const SheetPoint& b, double head, const Style& style);
  // Any characters; line breaks become blanks.
  void text(const SheetPoint& at, std::string_view text, const TextStyle& style = {});

  // All shapes that follow belong to the group, until it is ended. Groups may lie in groups. A browser shows the title beside the pointer.
  void begin_group(const Style& style, std::string_view title = {});
  void end_group();
  // All shapes that follow are seen through a window, until it is ended. Shapes are cut at its edges, and those outside are left out.
  // Strokes are at most 20 units wide there. There are no windows in windows, nor in groups.
  void begin_window(const SheetPoint& corner, double width, double height);
  void end_window();

  // The whole document. Every group must be ended.
  std::string to_svg() const;
  // Writes it to a file; what went wrong, or nothing.
  base::Diagnostics write(const std::string& path) const;

 private:
  // A part of the sheet.
  struct Window {
    SheetPoint low, high;
  };

  void add(std::string_view element);
  bool is_seen(std::span<const SheetPoint> points, double around = 0) const;
  std::optional<internal::ClipBox> window_around() const;

  double width_, height_;
  std::optional<Window> window_;
  std::size_t open_groups_ = 0;
  std::string body_;
};

// `text` with the characters that mean something in XML written as entities, and control characters as blanks.
std::string escaped(std::string_view text);

// A coordinate as the sheet writes it: at most two digits after the point, no zeros at the end, never "-0".
std::string number_text(double value);

}  // namespace backlot::draw
