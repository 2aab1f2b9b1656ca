#include "backlot/formats/opendrive/internal/plan/reference_line.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <type_traits>
#include <utility>
#include <variant>

#include "backlot/base/assert.h"
#include "backlot/geometry/plan_table.h"

namespace backlot::formats::opendrive {

namespace {

constexpr double kShortestGeometry_m = 0.01;
constexpr double kSameJoint_m = 1e-6;
constexpr double kBeyond_m = 0.01;  // a road may be this much longer than its length says

geometry::PlanElement element_of(const Geometry& geometry) {
  geometry::PlanElement element;
  element.start = geometry::PlanPose{geometry.x, geometry.y, geometry.heading_rad};
  const double length = geometry.length_m;
  std::visit(
      [&](const auto& shape) {
        using T = std::decay_t<decltype(shape)>;
        if constexpr (std::is_same_v<T, Line>) {
          element.shape = geometry::PlanLine{length};
        } else if constexpr (std::is_same_v<T, Arc>) {
          element.shape = geometry::PlanArc{length, shape.curvature};
        } else if constexpr (std::is_same_v<T, Spiral>) {
          element.shape = geometry::PlanSpiral{length, shape.curvature_start, shape.curvature_end};
        } else if constexpr (std::is_same_v<T, Poly3>) {
          element.shape = geometry::PlanCubic{length, shape.a, shape.b, shape.c, shape.d};
        } else {
          element.shape =
              geometry::PlanParametricCubic{shape.range == ParameterRange::normalized ? 1.0 : length,
                                            {shape.a_u, shape.b_u, shape.c_u, shape.d_u},
                                            {shape.a_v, shape.b_v, shape.c_v, shape.d_v}};
        }
      },
      geometry.shape);
  return element;
}

// The parameter up to which a parametric cubic has a length, which is not more than its own.
double parameter_at(geometry::PlanParametricCubic cubic, double length) {
  BACKLOT_ASSERT(length >= 0, "a parameter belongs to a length");
  double low = 0, high = cubic.end_parameter;
  for (int i = 0; i < 60; ++i) {
    cubic.end_parameter = 0.5 * (low + high);
    (geometry::plan_length({.shape = cubic}) < length ? low : high) = cubic.end_parameter;
  }
  return high;
}

// Leaves the first part of an element, 0 < share < 1.
void shorten(geometry::PlanElement& element, double share) {
  BACKLOT_ASSERT(share > 0 && share <= 1, "a part of an element is some share of it");
  std::visit(
      [share](auto& shape) {
        using T = std::decay_t<decltype(shape)>;
        if constexpr (std::is_same_v<T, geometry::PlanParametricCubic>) {
          shape.end_parameter = parameter_at(shape, share * geometry::plan_length({.shape = shape}));
        } else {
          if constexpr (std::is_same_v<T, geometry::PlanSpiral>)
            shape.end_curvature =
                shape.start_curvature + share * (shape.end_curvature - shape.start_curvature);
          shape.length *= share;
        }
      },
      element.shape);
}

// A line or an arc goes on where it ends, so that what is left out behind it leaves no gap.
bool prolong(geometry::PlanElement& element, double by) {
  if (auto* line = std::get_if<geometry::PlanLine>(&element.shape)) {
    line->length += by;
    return true;
  }
  if (auto* arc = std::get_if<geometry::PlanArc>(&element.shape)) {
    arc->length += by;
    return true;
  }
  return false;
}

// A line that only goes on with the line before it, as many maps cut theirs, becomes part of that one, with the hair between
// them. False where it is another.
bool goes_on_straight(geometry::PlanElement& before, const geometry::PlanElement& next, double& gap) {
  auto* line = std::get_if<geometry::PlanLine>(&before.shape);
  const auto* other = std::get_if<geometry::PlanLine>(&next.shape);
  if (line == nullptr || other == nullptr) return false;
  const double c = std::cos(before.start->heading_rad), n = std::sin(before.start->heading_rad);
  const double dx = next.start->x - before.start->x, dy = next.start->y - before.start->y;
  gap = c * dx + n * dy - line->length;
  const double turn =
      std::remainder(next.start->heading_rad - before.start->heading_rad, 2 * std::numbers::pi);
  if (std::fabs(c * dy - n * dx) > 1e-5 || std::fabs(gap) > 1e-3 || std::fabs(turn) * other->length > 1e-5)
    return false;
  line->length += gap + other->length;
  return true;
}

}  // namespace

double ReferenceLine::plan_at(double s) const {
  BACKLOT_ASSERT(stations.size() >= 2, "a line has two stations");
  const auto above =
      std::upper_bound(stations.begin() + 1, stations.end() - 1, s,
                       [](double value, const network::SourceFrame::Station& at) { return value < at.s; });
  const network::SourceFrame::Station &a = *(above - 1), &b = *above;
  return a.distance + (s - a.s) * ((b.distance - a.distance) / (b.s - a.s));
}

double s_rate(const std::vector<network::SourceFrame::Station>& stations, double s) {
  BACKLOT_ASSERT(!std::isnan(s), "a place along a road is a number");
  BACKLOT_ASSERT(stations.size() >= 2, "a line has two stations");
  const auto above =
      std::upper_bound(stations.begin() + 1, stations.end() - 1, s,
                       [](double value, const network::SourceFrame::Station& at) { return value < at.s; });
  const network::SourceFrame::Station &a = *(above - 1), &b = *above;
  const double rate = (b.s - a.s) / (b.distance - a.distance);
  return std::fabs(rate - 1) < 1e-9 ? 1 : rate;
}

ReferenceLine reference_line(const Road& road) {
  // A road that does not say how long it is ends with its geometries.
  const double road_end = road.length_m > 0 ? road.length_m : std::numeric_limits<double>::infinity();
  std::vector<const Geometry*> order;
  double beyond = 0;
  for (const Geometry& geometry : road.plan_view) {
    if (!(geometry.length_m > 0)) continue;
    beyond = std::max(beyond, geometry.s + geometry.length_m - road_end);
    if (geometry.s < road_end - kShortestGeometry_m) order.push_back(&geometry);
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const Geometry* a, const Geometry* b) { return a->s < b->s; });

  ReferenceLine line;
  line.beyond_m = beyond > kBeyond_m ? beyond : 0;
  const auto length_of = [&](const Geometry& geometry) {
    const double left = road_end - geometry.s;
    return geometry.length_m > left + kBeyond_m ? left : geometry.length_m;
  };
  double plan = 0;
  const auto station = [&](double s) {
    if (line.stations.empty() ||
        (plan > line.stations.back().distance + kSameJoint_m && s > line.stations.back().s + kSameJoint_m))
      line.stations.push_back({plan, s});
  };
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Geometry& geometry = *order[i];
    const double geometry_length = length_of(geometry);
    const double end = i + 1 < order.size() ? order[i + 1]->s : geometry.s + geometry_length;
    // out of order, or on top of the one before: nothing of it is left
    if (!(end - geometry.s > 0) && i + 1 < order.size()) {
      ++line.merged;
      continue;
    }
    if (geometry_length < kShortestGeometry_m && !line.elements.empty() &&
        prolong(line.elements.back(), geometry_length)) {
      ++line.merged;
      plan += geometry_length;
      continue;
    }
    geometry::PlanElement element = element_of(geometry);
    if (geometry_length < geometry.length_m) shorten(element, geometry_length / geometry.length_m);
    const double length = geometry::plan_length(element);
    double gap = 0;
    if (!line.elements.empty() && goes_on_straight(line.elements.back(), element, gap)) {
      plan += gap;
      station(geometry.s);
    } else {
      station(geometry.s);
      line.elements.push_back(std::move(element));
    }
    plan += length;
  }
  if (line.elements.empty()) return line;
  const double s_end = order.back()->s + length_of(*order.back());
  if (line.stations.size() > 1 && !(s_end > line.stations.back().s + kSameJoint_m)) line.stations.pop_back();
  line.stations.push_back({plan, std::max(s_end, line.stations.back().s + kSameJoint_m)});
  return line;
}

geometry::CubicProfile profile_by_plan(const std::vector<Cubic>& records, double s_zero,
                                       const ReferenceLine& line, double from, double to) {
  BACKLOT_ASSERT(from <= to && line.stations.size() >= 2, "a profile lies on a stretch of a line");
  std::vector<const Cubic*> order;
  for (const Cubic& record : records) order.push_back(&record);
  std::stable_sort(order.begin(), order.end(), [](const Cubic* a, const Cubic* b) { return a->s < b->s; });

  geometry::CubicProfile profile;
  const double start = line.plan_at(from);
  // a record from s on, until the file's or the line's next change
  const auto add = [&](const Cubic& record, double s, double until) {
    const double plan = line.plan_at(s);
    const double rate = s_rate(line.stations, 0.5 * (s + until));
    const double ds = s - (s_zero + record.s);  // zero to the last bit where the record begins
    const double at = plan - start;
    if (!profile.records.empty() && at <= profile.records.back().from) profile.records.pop_back();
    profile.records.push_back({at, record.at(ds), record.slope_at(ds) * rate,
                               (record.c + 3 * record.d * ds) * rate * rate, record.d * rate * rate * rate});
  };
  const auto changes_rate = [&](std::size_t i) {
    const auto& s = line.stations;
    const double before = (s[i].s - s[i - 1].s) / (s[i].distance - s[i - 1].distance);
    const double after = (s[i + 1].s - s[i].s) / (s[i + 1].distance - s[i].distance);
    return std::fabs(before - after) > 1e-9;
  };
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double begins = s_zero + order[i]->s;
    double ends = i + 1 < order.size() ? s_zero + order[i + 1]->s : to;
    if (begins >= to || (ends <= from && i + 1 < order.size())) continue;
    double s = std::max(begins, from);
    ends = std::min(std::max(ends, s), to);
    for (std::size_t k = 1; k + 1 < line.stations.size(); ++k) {
      if (line.stations[k].s <= s || line.stations[k].s >= ends || !changes_rate(k)) continue;
      add(*order[i], s, line.stations[k].s);
      s = line.stations[k].s;
    }
    add(*order[i], s, ends > s ? ends : s + 1);
  }
  // a first record a hair after the start means the start
  if (!profile.records.empty() && profile.records.front().from > 0 &&
      profile.records.front().from < kShortestGeometry_m) {
    geometry::CubicRecord& first = profile.records.front();
    const geometry::ProfileValue value = first.at(0);
    first = {0, value.value, value.slope, 0.5 * value.bend, first.d};
  }
  return profile;
}

}  // namespace backlot::formats::opendrive
