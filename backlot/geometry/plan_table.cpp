#include "backlot/geometry/plan_table.h"

#include <algorithm>
#include <iterator>

#include "backlot/geometry/internal/plan_curve.h"

namespace backlot::geometry {

namespace {

double mapped(std::span<const PlanStation> stations, double value, double PlanStation::*from,
              double PlanStation::*to) {
  if (stations.empty()) return value;
  if (value <= stations.front().*from) return stations.front().*to + (value - stations.front().*from);
  if (value >= stations.back().*from) return stations.back().*to + (value - stations.back().*from);
  const auto above = std::upper_bound(stations.begin(), stations.end(), value,
                                      [&](double v, const PlanStation& s) { return v < s.*from; });
  const PlanStation &a = *std::prev(above), &b = *above;
  return a.*to + (value - a.*from) * ((b.*to - a.*to) / (b.*from - a.*from));
}

}  // namespace

double distance_at_plan(std::span<const PlanStation> stations, double plan) {
  return mapped(stations, plan, &PlanStation::plan, &PlanStation::distance);
}

double plan_at_distance(std::span<const PlanStation> stations, double distance) {
  return mapped(stations, distance, &PlanStation::distance, &PlanStation::plan);
}

double plan_length(const PlanElement& element) {
  const auto* parametric = std::get_if<PlanParametricCubic>(&element.shape);
  if (parametric == nullptr)
    return std::visit(
        [](const auto& shape) -> double {
          if constexpr (requires { shape.length; })
            return shape.length;
          else
            return 0;
        },
        element.shape);
  return internal::PlanCurve(element, {}).length();
}

double plan_length(const PlanSpine& spine) {
  double length = 0;
  for (const PlanElement& element : spine.elements) length += plan_length(element);
  return length;
}

}  // namespace backlot::geometry
