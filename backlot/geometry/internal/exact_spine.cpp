#include "backlot/geometry/internal/exact_spine.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/geometry/internal/description_check.h"
#include "backlot/geometry/internal/point_spline.h"
#include "backlot/geometry/internal/spine_rounding.h"

namespace backlot::geometry::internal {

namespace {

using base::Diagnostics;

constexpr double kNoSpan_m = 1e-7;
constexpr double kForgottenSpan_m = 1e-3, kLongSpan_m = 1e-2;
constexpr double kWidestGap_m = 2;  // more is no crack, but a road in two places
constexpr double kShortestSpine_m = 1e-6;
constexpr double kSteepestLevel = 0.05;  // cosine of the pitch beyond which "level across" means nothing

// the whole metre at or below each coordinate: subtracting it costs no bits
WorldPoint whole_metres(const WorldPoint& p) { return {std::floor(p.x), std::floor(p.y), std::floor(p.z)}; }

bool is_zero(const CubicProfile& profile) {
  return std::all_of(profile.records.begin(), profile.records.end(),
                     [](const CubicRecord& r) { return r.a == 0 && r.b == 0 && r.c == 0 && r.d == 0; });
}

// where one of the profiles changes its record strictly inside (from, to)
std::vector<double> record_changes(const PlanSpine& plan, double from, double to) {
  BACKLOT_ASSERT(!(to < from), "changes lie between two places");
  std::vector<double> changes{from};
  for (const CubicProfile* profile : {&plan.elevation, &plan.bank_rad}) {
    for (const CubicRecord& record : profile->records) {
      if (record.from > from && record.from < to) changes.push_back(record.from);
    }
  }
  std::sort(changes.begin(), changes.end());
  changes.erase(std::unique(changes.begin(), changes.end()), changes.end());
  changes.push_back(to);
  return changes;
}

std::vector<ExactSpan> spans_of(const PlanSpine& plan, const WorldPoint& origin) {
  std::vector<ExactSpan> spans;
  PlanPose pose = plan.start;
  pose.x -= origin.x;
  pose.y -= origin.y;
  double s = 0;
  for (const PlanElement& element : plan.elements) {
    if (element.start) {
      pose = {.x = element.start->x - origin.x,
              .y = element.start->y - origin.y,
              .heading_rad = element.start->heading_rad};
    }
    const auto curve = std::make_shared<const PlanCurve>(element, pose);
    const double length = curve->length();
    const std::vector<double> changes = record_changes(plan, s, s + length);
    for (std::size_t i = 0; i + 1 < changes.size(); ++i) {
      CubicRecord elevation = plan.elevation.record_at(changes[i]);
      elevation.a += plan.base_z - origin.z;
      LiftedSpan span(curve, changes[i] - s, changes[i + 1] - s, s, elevation,
                      plan.bank_rad.record_at(changes[i]));
      const double end = span.length();
      spans.push_back({std::move(span), 0, end});
    }
    pose = curve->end();
    s += length;
  }
  return spans;
}

std::vector<ExactSpan> spans_of(const PointSpine& spine, const WorldPoint& origin) {
  std::vector<Vec3> positions, normals;
  std::vector<double> knots;
  for (const SpinePoint& point : spine.points) {
    const Vec3 position = point.position - origin;
    if (!positions.empty() && norm(position - positions.back()) <= kForgottenSpan_m) continue;
    // centripetal: the square root of the chord keeps the spline from overshooting where points come close
    knots.push_back(positions.empty() ? 0 : knots.back() + std::sqrt(norm(position - positions.back())));
    positions.push_back(position);
    if (point.normal) normals.push_back(normalized(*point.normal));
  }
  std::vector<ExactSpan> spans;
  if (positions.size() < 2) return spans;
  const std::vector<VectorCubic> curve = spline_through(knots, positions);
  const std::vector<VectorCubic> normal =
      normals.empty() ? std::vector<VectorCubic>{} : spline_through(knots, normals);
  for (std::size_t i = 0; i < curve.size(); ++i) {
    SpaceSpan span(curve[i], normal.empty() ? std::optional<VectorCubic>{} : normal[i]);
    const double end = span.length();
    spans.push_back({std::move(span), 0, end});
  }
  return spans;
}

// without spans of no length, and without short ones that stand alone between long ones; runs of short ones stay
void forget_short_spans(std::vector<ExactSpan>& spans) {
  std::erase_if(spans, [count = spans.size()](const ExactSpan& span) {
    return count > 1 && span.length() < kNoSpan_m;
  });
  std::vector<bool> is_alone(spans.size());
  for (std::size_t i = 0; i < spans.size(); ++i) {
    const bool before = i == 0 || spans[i - 1].length() >= kLongSpan_m;
    const bool after = i + 1 == spans.size() || spans[i + 1].length() >= kLongSpan_m;
    is_alone[i] = spans.size() > 1 && before && after && spans[i].length() < kForgottenSpan_m;
  }
  std::erase_if(spans, [&is_alone, i = std::size_t{0}](const ExactSpan&) mutable { return is_alone[i++]; });
}

// what only the curve itself shows: too tight, too steep, a normal along the spine, turning back on itself
void check_spans(const std::string& name, const std::vector<ExactSpan>& spans, bool is_banked,
                 Diagnostics& found) {
  const auto error = [&](const char* code, double at, const std::string& what, const char* hint) {
    found.error(code, {}, fmt::format("ribbon \"{}\": {} at {:.3f} m", name, what, at), hint);
  };
  double start = 0;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (!(spans[i].largest_plan_curvature() <= kLargestCurvature)) {
      error("G103", start, "the spine curves tighter than a radius of 1 cm in the element that begins",
            "leave out points, or smooth the curve");
      return;
    }
    constexpr int kChecks = 8;
    for (int k = 0; k <= kChecks; ++k) {
      const double d = spans[i].length() * k / kChecks;
      BACKLOT_ASSERT(spans[i].length() >= 0, "a span has a length");
      const SpineSample sample = spans[i].at(d);
      const double curvature = norm(sample.bend);
      if (!is_finite(sample.position) || !is_finite(sample.tangent) || !(curvature <= kLargestCurvature)) {
        error("G103", start + d, "the spine curves tighter than a radius of 1 cm",
              "leave out points, or smooth the curve");
        return;
      }
      if (!is_finite(sample.normal) || !is_finite(sample.normal_rate)) {
        error("G109", start + d, "there is no surface normal across the spine",
              "the spine climbs vertically, or a normal points along it: give normals across the spine");
        return;
      }
      const double level =
          std::sqrt(sample.tangent.x * sample.tangent.x + sample.tangent.y * sample.tangent.y);
      if (!is_banked && level < kSteepestLevel) {
        error("G110", start + d, "the spine climbs too steeply to be level across",
              "give normals with the points");
        return;
      }
    }
    if (i > 0) {
      const Joint joint = joint_between(spans[i - 1].at(spans[i - 1].length()), spans[i].at(0));
      if (joint.gap > kWidestGap_m) {
        error("G113", start, fmt::format("the spine jumps by {:.3g} m", joint.gap),
              "let elements begin where their predecessors end");
        return;
      }
      if (joint.kink > kSharpestKink_rad) {
        error("G111", start, fmt::format("the spine turns back on itself ({:.2f} rad)", joint.kink),
              "check the order and the headings of its elements");
        return;
      }
    }
    start += spans[i].length();
  }
}

void report(const std::string& name, const std::vector<RibbonRepair>& repairs, Diagnostics& found) {
  for (const RibbonRepair& repair : repairs) {
    const auto say = [&](const char* code, const char* what, const char* unit) {
      found.warning(code, {},
                    fmt::format("ribbon \"{}\": {} of {:.6g} {} at {:.3f} m, rounded over {:.3g} m", name,
                                what, repair.size, unit, repair.distance, repair.length));
    };
    switch (repair.kind) {
      case RibbonRepair::Kind::kink:
        say("G201", "kink", "rad");
        break;
      case RibbonRepair::Kind::gap:
        say("G202", "gap", "m");
        break;
      case RibbonRepair::Kind::bank_jump:
        say("G203", "jump of the bank", "rad");
        break;
    }
  }
}

}  // namespace

base::Result<ExactSpine> ExactSpine::make(const RibbonDescription& description,
                                          const EdgesBetween& edges_between) {
  Diagnostics found = check(description);
  if (found.has_errors()) return base::Result<ExactSpine>::failure(std::move(found));

  // the spans as described
  ExactSpine spine;
  if (const auto* plan = std::get_if<PlanSpine>(&description.spine)) {
    PlanPose first = plan->start;
    if (!plan->elements.empty() && plan->elements.front().start) first = *plan->elements.front().start;
    spine.origin_ = whole_metres({first.x, first.y, plan->base_z + plan->elevation.record_at(0).at(0).value});
    spine.is_banked_ = !is_zero(plan->bank_rad);
    spine.spans_ = spans_of(*plan, spine.origin_);
  } else {
    const auto& points = std::get<PointSpine>(description.spine).points;
    if (!points.empty()) {
      spine.origin_ = whole_metres(points.front().position);
      spine.is_banked_ = points.front().normal.has_value();
    }
    spine.spans_ = spans_of(std::get<PointSpine>(description.spine), spine.origin_);
  }
  forget_short_spans(spine.spans_);
  spine.number_spans();
  if (!(spine.length() > kShortestSpine_m) || !(spine.length() <= kLongestSpine_m)) {
    found.error("G104", {},
                fmt::format("ribbon \"{}\" has a spine of {} m", description.name, spine.length()),
                "a spine is between 1e-6 m and 1e7 m long and has at least two points");
    return base::Result<ExactSpine>::failure(std::move(found));
  }
  check_spans(description.name, spine.spans_, spine.is_banked_, found);
  if (found.has_errors()) return base::Result<ExactSpine>::failure(std::move(found));

  // kinks, gaps and jumps of the bank rounded
  meet_along_spine(spine.spans_);
  RoundedSpans rounded =
      round_joints(std::move(spine.spans_), description.edges, spine.is_banked_, edges_between);
  spine.spans_ = std::move(rounded.spans);
  spine.repairs_ = std::move(rounded.repairs);
  spine.number_spans();
  report(description.name, spine.repairs_, found);
  return base::Result<ExactSpine>::success(std::move(spine), std::move(found));
}

void ExactSpine::number_spans() {
  starts_.assign(1, 0);
  for (const ExactSpan& span : spans_) starts_.push_back(starts_.back() + span.length());
}

std::size_t ExactSpine::span_at(double distance) const {
  BACKLOT_ASSERT(starts_.size() >= 2, "a spine has a span, a distance is a number");
  const auto after = std::upper_bound(starts_.begin() + 1, starts_.end() - 1, distance);
  return static_cast<std::size_t>(after - starts_.begin()) - 1;
}

SpineSample ExactSpine::at(double distance) const {
  const std::size_t i = span_at(distance);
  return spans_[i].at(distance - starts_[i]);
}

std::vector<PlanStation> ExactSpine::plan_stations() const {
  constexpr double kAccuracy_m = 1e-4;
  constexpr double kSame_m = 1e-7;
  constexpr int kMostParts = 1 << 12;
  std::vector<PlanStation> stations;
  const auto add = [&](const PlanStation& next) {
    if (!stations.empty() && next.distance <= stations.back().distance + kSame_m) {
      // spans that were made to meet: by the plan they overlap there or leave a crack, and each bears one half of it
      if (std::fabs(next.plan - stations.back().plan) > kSame_m)
        stations.back().plan = 0.5 * (stations.back().plan + next.plan);
      return;
    }
    if (!stations.empty() && next.plan <= stations.back().plan + kSame_m) return;
    // what lies on the line between its neighbours is left out
    if (stations.size() > 1) {
      const PlanStation &a = stations[stations.size() - 2], &b = stations.back();
      const double line =
          a.distance + (b.plan - a.plan) * ((next.distance - a.distance) / (next.plan - a.plan));
      if (std::fabs(line - b.distance) <= kSame_m) stations.pop_back();
    }
    stations.push_back(next);
  };
  for (std::size_t i = 0; i < spans_.size(); ++i) {
    const auto* lifted = std::get_if<LiftedSpan>(&spans_[i].curve);
    if (lifted == nullptr) continue;  // a rounded joint: a line from the span before to the one after
    const double from = spans_[i].from, length = spans_[i].length();
    // halved until each part lies on its line; quarters too, since a climb that is alike at both ends meets it in the middle
    int parts = 1;
    if (!lifted->climbs_evenly())
      for (; parts < kMostParts; parts *= 2) {
        double worst = 0;
        for (int k = 0; k < parts; ++k) {
          const double step = length / parts, a = from + k * step;
          const double low = lifted->plan_at(a), high = lifted->plan_at(a + step);
          for (const double share : {0.25, 0.5, 0.75})
            worst =
                std::max(worst, std::fabs(lifted->plan_at(a + share * step) - (low + share * (high - low))));
        }
        if (worst <= kAccuracy_m) break;
      }
    for (int k = 0; k <= parts; ++k) {
      const double d = length * k / parts;
      add({lifted->plan_at(from + d), starts_[i] + d});
    }
  }
  return stations;
}

}  // namespace backlot::geometry::internal
