#include "backlot/geometry/internal/description_check.h"

#include <cmath>
#include <initializer_list>
#include <string>

#include <fmt/format.h>

namespace backlot::geometry::internal {

namespace {

class Checker {
 public:
  explicit Checker(const RibbonDescription& description) : name_(description.name) {}

  void error(const char* code, const std::string& message, const char* hint) {
    found.error(code, {}, "ribbon \"" + name_ + "\": " + message, hint);
  }

  // false where one of the numbers is not finite or not on earth
  bool numbers(const std::string& what, std::initializer_list<double> values) {
    for (const double value : values) {
      if (std::fabs(value) <= kLargestCoordinate) continue;
      error("G101", fmt::format("{} has the value {}", what, value), "give a finite number within 1e9");
      return false;
    }
    return true;
  }

  void shape(const std::string& what, const PlanElement& element) {
    if (element.start)
      numbers(what + " start", {element.start->x, element.start->y, element.start->heading_rad});
    if (const auto* line = std::get_if<PlanLine>(&element.shape)) length(what, line->length);
    if (const auto* arc = std::get_if<PlanArc>(&element.shape)) {
      length(what, arc->length);
      curvature(what, arc->curvature);
    }
    if (const auto* spiral = std::get_if<PlanSpiral>(&element.shape)) {
      length(what, spiral->length);
      curvature(what, spiral->start_curvature);
      curvature(what, spiral->end_curvature);
    }
    if (const auto* cubic = std::get_if<PlanCubic>(&element.shape)) {
      length(what, cubic->length);
      numbers(what, {cubic->a, cubic->b, cubic->c, cubic->d});
    }
    if (const auto* cubic = std::get_if<PlanParametricCubic>(&element.shape)) {
      length(what, cubic->end_parameter);
      for (const auto& c : {cubic->u, cubic->v}) numbers(what, {c[0], c[1], c[2], c[3]});
    }
  }

  void profile(const std::string& what, const CubicProfile& profile) {
    double before = -kLargestCoordinate;
    for (const CubicRecord& record : profile.records) {
      if (!numbers(what, {record.from, record.a, record.b, record.c, record.d})) return;
      if (record.from < before) {
        error("G106", fmt::format("{} records are not in order at {} m", what, record.from),
              "sort them by distance");
        return;
      }
      before = record.from;
    }
  }

  void points(const PointSpine& spine) {
    std::size_t with_normal = 0;
    for (const SpinePoint& point : spine.points) {
      if (!numbers("a point", {point.position.x, point.position.y, point.position.z})) return;
      if (!point.normal) continue;
      ++with_normal;
      if (!numbers("a normal", {point.normal->x, point.normal->y, point.normal->z})) return;
      if (!(norm(*point.normal) > 1e-6))
        error("G108", "a normal has no direction", "give a vector of length one");
    }
    if (with_normal != 0 && with_normal != spine.points.size()) {
      error("G107", fmt::format("{} of {} points have a normal", with_normal, spine.points.size()),
            "give all points a normal, or none");
    }
  }

  base::Diagnostics found;

 private:
  void length(const std::string& what, double value) {
    if (numbers(what + " length", {value}) && value < 0) {
      error("G102", fmt::format("{} has the length {} m", what, value), "lengths are zero or more");
    }
  }
  void curvature(const std::string& what, double value) {
    if (numbers(what + " curvature", {value}) && std::fabs(value) > kLargestCurvature) {
      error("G103", fmt::format("{} has the curvature {} 1/m", what, value), "the least radius is 1 cm");
    }
  }

  std::string name_;
};

}  // namespace

base::Diagnostics check(const RibbonDescription& description) {
  Checker checker(description);
  const auto [left, right] = description.edges;
  if (checker.numbers("the edge", {left, right}) && !(left > right)) {
    checker.error("G105",
                  fmt::format("the left edge ({} m) is not left of the right edge ({} m)", left, right),
                  "offsets grow to the left");
  }
  if (const auto* plan = std::get_if<PlanSpine>(&description.spine)) {
    checker.numbers("the start", {plan->start.x, plan->start.y, plan->start.heading_rad, plan->base_z});
    for (std::size_t i = 0; i < plan->elements.size(); ++i) {
      checker.shape(fmt::format("plan element {}", i), plan->elements[i]);
    }
    checker.profile("elevation", plan->elevation);
    checker.profile("bank", plan->bank_rad);
  } else {
    checker.points(std::get<PointSpine>(description.spine));
  }
  return std::move(checker.found);
}

}  // namespace backlot::geometry::internal
