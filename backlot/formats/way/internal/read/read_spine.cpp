#include "backlot/formats/way/internal/read/read_spine.h"

#include <array>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/formats/way/internal/plausible.h"
#include "backlot/formats/way/internal/read/read_profile.h"

namespace backlot::formats::way {

namespace {

using text::Cursor;

constexpr std::array<std::string_view, 2> kSides = {"left", "right"};

// The radius behind the word, greater than zero.
double read_radius(Cursor& c) {
  const std::size_t position = c.position();
  const double radius = c.length();
  if (!c.has_failed() && !(radius > 0)) {
    c.fail_at(position, "W122", "a radius is greater than zero", "the side says which way it turns");
    return 1;
  }
  return radius;
}

double signed_by(std::size_t side, double size) {
  BACKLOT_ASSERT(side < 2, "a side is left or right");
  return side == 0 ? size : -size;
}

geometry::PlanLine read_line(Cursor& c) { return {read_element_length(c)}; }

// `left radius 80 m length 50 m`, `right radius 80 m turn 30 deg`, `curvature 0.01/m length 50 m`.
geometry::PlanArc read_arc(Cursor& c) {
  if (c.take("curvature")) {
    const double curvature = c.quantity(text::kCurvature);
    c.expect("length");
    return {.length = read_element_length(c), .curvature = curvature};
  }
  const std::size_t side = c.choose(kSides, "side to which an arc turns");
  c.expect("radius");
  const double radius = read_radius(c);
  const double curvature = signed_by(side, 1 / radius);
  if (c.take("turn")) return {.length = radius * c.quantity(text::kAngle), .curvature = curvature};
  c.expect("length");
  return {.length = read_element_length(c), .curvature = curvature};
}

// `straight`, `[left|right] radius 80 m` or `curvature 0.01/m`. A side holds until the other is named.
double read_bend(Cursor& c, std::optional<std::size_t>& side) {
  if (const auto named = c.take_one_of(kSides)) side = named;
  if (c.take("straight")) return 0;
  if (c.take("curvature")) return c.quantity(text::kCurvature);
  if (c.take("radius")) {
    const double radius = read_radius(c);
    if (!side) c.fail_at(0, "W109", "it is not said to which side this spiral turns", "write left or right");
    return signed_by(side.value_or(0), 1 / radius);
  }
  c.fail("T140", "\"straight\", \"radius\" or \"curvature\" is missing before " + c.next_text());
  return 0;
}

geometry::PlanSpiral read_spiral(Cursor& c) {
  std::optional<std::size_t> side = c.take_one_of(kSides);
  geometry::PlanSpiral spiral;
  spiral.start_curvature = read_bend(c, side);
  c.expect("to");
  spiral.end_curvature = read_bend(c, side);
  c.expect("length");
  spiral.length = read_element_length(c);
  return spiral;
}

geometry::PlanCubic read_plan_cubic(Cursor& c) {
  std::array<double, 4> powers{};
  c.tuple(text::kPlain, powers, powers.size());
  c.expect("length");
  return {.length = read_element_length(c), .a = powers[0], .b = powers[1], .c = powers[2], .d = powers[3]};
}

geometry::PlanParametricCubic read_parametric(Cursor& c) {
  geometry::PlanParametricCubic cubic;
  c.expect("u");
  c.tuple(text::kPlain, cubic.u, cubic.u.size());
  c.expect("v");
  c.tuple(text::kPlain, cubic.v, cubic.v.size());
  if (c.take("to")) cubic.end_parameter = c.quantity(text::kPlain);
  return cubic;
}

}  // namespace

std::size_t read_point(Cursor& c, geometry::WorldPoint& point) {
  std::array<double, 3> numbers{};
  const std::size_t count = c.tuple(text::kLength, numbers, 2);
  point = {numbers[0], numbers[1], numbers[2]};
  return count;
}

std::vector<geometry::WorldPoint> read_points(Cursor& c, const Environment& environment, Reading& reading) {
  std::vector<geometry::WorldPoint> points;
  const auto read_row = [&points](Cursor& row) {
    do {
      read_point(row, points.emplace_back());
    } while (row.is_symbol('('));
  };
  if (!c.is_at_end() || !c.node().statement().has_block) read_row(c);
  if (!c.finish_words()) return points;
  for_each_statement(c.node(), environment, reading, [&read_row](Cursor& row) {
    read_row(row);
    row.finish();
  });
  return points;
}

bool SpineReader::take(Cursor& c) {
  if (c.take("begin")) {
    read_begin(c);
  } else if (c.take("points")) {
    read_spine_points(c);
  } else if (c.take("elevation")) {
    if (given_.once(c, "elevation"))
      plan_.elevation = read_cubic_profile(c, text::kLength, environment_, reading_);
    is_plan_ = true;
    if (c.finish_words()) check_elevation(c, plan_.elevation);
  } else if (c.take("bank")) {
    if (given_.once(c, "bank")) plan_.bank_rad = read_cubic_profile(c, text::kAngle, environment_, reading_);
    is_plan_ = true;
    if (c.finish_words()) check_bank(c, plan_.bank_rad);
  } else if (!take_element(c)) {
    return false;
  }
  if (is_plan_ && is_points_)
    c.fail_at(0, "W108", "a spine is drawn by elements or by points, not both",
              "keep \"points\", or \"begin\" and what follows it");
  return true;
}

bool SpineReader::take_element(Cursor& c) {
  geometry::PlanElement element;
  if (c.take("line")) {
    element.shape = read_line(c);
  } else if (c.take("arc")) {
    element.shape = read_arc(c);
  } else if (c.take("spiral")) {
    element.shape = read_spiral(c);
  } else if (c.take("cubic")) {
    element.shape = read_plan_cubic(c);
  } else if (c.take("parametric")) {
    element.shape = read_parametric(c);
  } else {
    return false;
  }
  if (c.take("starting")) read_start(c, element);
  is_plan_ = true;
  if (c.finish()) plan_.elements.push_back(element);
  return true;
}

void SpineReader::read_start(Cursor& c, geometry::PlanElement& element) {
  geometry::PlanPose pose;
  std::array<double, 2> position{};
  c.expect("at");
  c.tuple(text::kLength, position, 2);
  pose.x = position[0];
  pose.y = position[1];
  c.expect("heading");
  pose.heading_rad = c.quantity(text::kAngle);
  element.start = pose;
}

void SpineReader::read_begin(Cursor& c) {
  geometry::WorldPoint point;
  c.expect("at");
  read_point(c, point);
  c.expect("heading");
  const double heading = c.quantity(text::kAngle);
  is_plan_ = true;
  if (!c.finish() || !given_.once(c, "begin")) return;
  plan_.start = {point.x, point.y, heading};
  plan_.base_z = point.z;
}

// One point to a line, each with the normal of the surface or without.
void SpineReader::read_spine_points(Cursor& c) {
  is_points_ = true;
  if (!c.finish_before_block("the points") || !given_.once(c, "points")) return;
  for_each_statement(c.node(), environment_, reading_, [this](Cursor& row) {
    geometry::SpinePoint point;
    read_point(row, point.position);
    if (row.take("normal")) {
      std::array<double, 3> normal{};
      row.tuple(text::kPlain, normal, normal.size());
      point.normal = geometry::Vec3{normal[0], normal[1], normal[2]};
    }
    if (row.finish()) points_.points.push_back(point);
  });
}

Spine SpineReader::spine() && {
  if (is_points_) return std::move(points_);
  return std::move(plan_);
}

}  // namespace backlot::formats::way
