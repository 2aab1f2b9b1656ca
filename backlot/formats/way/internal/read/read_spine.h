// Reads the spine of a road or way.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "backlot/formats/way/internal/environment.h"
#include "backlot/geometry/ribbon_description.h"

namespace backlot::formats::way {

using Spine = std::variant<geometry::PlanSpine, geometry::PointSpine>;

inline constexpr std::array<std::string_view, 9> kSpineStatements = {
    "begin", "line", "arc", "spiral", "cubic", "parametric", "elevation", "bank", "points"};

// A point of two or three coordinates in parentheses; how many came.
std::size_t read_point(text::Cursor& c, geometry::WorldPoint& point);
// Points up to the end of the statement, and those of its block, one to a line.
std::vector<geometry::WorldPoint> read_points(text::Cursor& c, const Environment& environment,
                                              Reading& reading);

// Collects the statements of a spine, which stand among others.
class SpineReader {
 public:
  SpineReader(const Environment& environment, Reading& reading)
      : environment_(environment), reading_(reading) {}

  // False, with nothing taken, when the statement does not belong to a spine.
  bool take(text::Cursor& c);

  bool is_empty() const { return !is_plan_ && !is_points_; }
  Spine spine() &&;

 private:
  bool take_element(text::Cursor& c);
  void read_begin(text::Cursor& c);
  void read_spine_points(text::Cursor& c);
  void read_start(text::Cursor& c, geometry::PlanElement& element);

  const Environment& environment_;
  Reading& reading_;
  Given given_;
  bool is_plan_ = false, is_points_ = false;
  geometry::PlanSpine plan_;
  geometry::PointSpine points_;
};

}  // namespace backlot::formats::way
