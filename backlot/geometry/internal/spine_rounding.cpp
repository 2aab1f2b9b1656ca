#include "backlot/geometry/internal/spine_rounding.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "backlot/base/math.h"

namespace backlot::geometry::internal {

namespace {

constexpr double kLeastRadius_m = 0.5;
constexpr double kLoftAbove_m = 3,
                 kLoftBelow_m = 1;  // the room over and under the surface that must stay unique

struct Rounding {
  double from = 0, to = 0;  // on the spine before rounding
  Joint joint;
};

// the length to cut off on each side of a rough joint, were there room enough
double wanted_cut(const Joint& joint, const SpineSample& before, const SpineSample& after,
                  const SurfaceEdges& edges) {
  const Vec3 turn = after.tangent - before.tangent;
  const double size = norm(turn);
  double inner = 0;
  if (size > 0) {
    // seen in the frame halfway through the turn
    const double left = dot(turn, normalized(before.lateral() + after.lateral())) / size;
    const double up = dot(turn, normalized(before.normal + after.normal)) / size;
    inner = std::fabs(left) * std::max(0.0, left > 0 ? edges.left : -edges.right) +
            std::fabs(up) * (up > 0 ? kLoftAbove_m : kLoftBelow_m);
  }
  // a tenth more than the radius at which 1 - curvature * offset = 0.1: the cubic is not quite an arc
  const double radius = std::max(kLeastRadius_m, 1.1 * inner / 0.9);
  const double widest = std::max(std::fabs(edges.left), std::fabs(edges.right));
  return std::max({radius * base::tan(0.5 * joint.kink), 10 * joint.gap, 5 * joint.twist * widest});
}

std::vector<double> starts_of(const std::vector<ExactSpan>& spans) {
  std::vector<double> starts{0};
  for (const ExactSpan& span : spans) starts.push_back(starts.back() + span.length());
  return starts;
}

SpineSample sample_at(const std::vector<ExactSpan>& spans, const std::vector<double>& starts,
                      double distance) {
  const auto after = std::upper_bound(starts.begin() + 1, starts.end() - 1, distance);
  const auto i = static_cast<std::size_t>(after - starts.begin()) - 1;
  return spans[i].at(distance - starts[i]);
}

ExactSpan bridge(const SpineSample& a, const SpineSample& b, const Joint& joint, double cut, bool is_banked) {
  const double chord = norm(b.position - a.position);
  // the tangent length that makes a cubic follow an arc of this angle
  const double arc = 4 * base::tan(0.25 * joint.kink) * (cut / base::tan(0.5 * std::max(joint.kink, 1e-9)));
  const double pull = joint.kink > kSmoothedKink_rad ? arc : chord;
  const auto position = VectorCubic::hermite(1, a.position, a.tangent * pull, b.position, b.tangent * pull);
  std::optional<VectorCubic> normal;
  if (is_banked) {
    normal = VectorCubic::hermite(1, a.normal, a.normal_rate * pull, b.normal, b.normal_rate * pull);
  }
  SpaceSpan span(position, normal);
  const double length = span.length();
  return {std::move(span), 0, length};
}

RibbonRepair::Kind kind_of(const Joint& joint) {
  if (joint.gap > kSmoothedGap_m) return RibbonRepair::Kind::gap;
  return joint.kink > kSmoothedKink_rad ? RibbonRepair::Kind::kink : RibbonRepair::Kind::bank_jump;
}

double size_of(const Joint& joint) {
  switch (kind_of(joint)) {
    case RibbonRepair::Kind::gap:
      return joint.gap;
    case RibbonRepair::Kind::kink:
      return joint.kink;
    case RibbonRepair::Kind::bank_jump:
      break;
  }
  return joint.twist;
}

std::vector<Rounding> find_roundings(const std::vector<ExactSpan>& spans, const std::vector<double>& starts,
                                     const SurfaceEdges& edges) {
  std::vector<Rounding> found;
  std::vector<double> wanted, where;
  for (std::size_t i = 0; i + 1 < spans.size(); ++i) {
    const SpineSample before = spans[i].at(spans[i].length());
    const SpineSample after = spans[i + 1].at(0);
    const Joint joint = joint_between(before, after);
    if (!joint.is_rough()) continue;
    found.push_back({0, 0, joint});
    wanted.push_back(wanted_cut(joint, before, after, edges));
    where.push_back(starts[i + 1]);
  }
  // neighbours share the room between them; at the ends a little of the spine is left
  for (std::size_t k = 0; k < found.size(); ++k) {
    const double room_before = k > 0 ? 0.45 * (where[k] - where[k - 1]) : 0.9 * where[k];
    const double room_after =
        k + 1 < found.size() ? 0.45 * (where[k + 1] - where[k]) : 0.9 * (starts.back() - where[k]);
    const double cut = std::min({wanted[k], room_before, room_after});
    found[k].from = where[k] - cut;
    found[k].to = where[k] + cut;
  }
  return found;
}

}  // namespace

double angle_between(const Vec3& a, const Vec3& b) { return base::atan2(norm(cross(a, b)), dot(a, b)); }

Joint joint_between(const SpineSample& before, const SpineSample& after) {
  Joint joint;
  joint.gap = norm(after.position - before.position);
  joint.kink = angle_between(before.tangent, after.tangent);
  // a kink alone turns the normal by no more than its own angle
  joint.twist = std::max(0.0, angle_between(before.normal, after.normal) - joint.kink);
  return joint;
}

void meet_along_spine(std::vector<ExactSpan>& spans) {
  constexpr double kNothing_m = 1e-7;
  for (std::size_t i = 0; i + 1 < spans.size(); ++i) {
    const SpineSample before = spans[i].at(spans[i].length());
    const SpineSample after = spans[i + 1].at(0);
    if (joint_between(before, after).is_rough()) continue;
    const double along = dot(after.position - before.position, before.tangent);
    if (std::fabs(along) > kNothing_m && spans[i].length() > 10 * std::fabs(along)) spans[i].to += along;
  }
}

RoundedSpans round_joints(std::vector<ExactSpan> spans, const SurfaceEdges& edges, bool is_banked) {
  const std::vector<double> starts = starts_of(spans);
  const std::vector<Rounding> roundings = find_roundings(spans, starts, edges);
  if (roundings.empty()) return {std::move(spans), {}};

  RoundedSpans result;
  double built = 0;
  const auto keep = [&](std::size_t i, double from, double to) {
    if (to - from < 1e-9) return;
    ExactSpan part = spans[i];
    part.to = part.from + (to - starts[i]);
    part.from = part.from + (from - starts[i]);
    built += part.length();
    result.spans.push_back(std::move(part));
  };
  double done = 0;  // how far the old spine has been copied
  std::size_t i = 0;
  const auto copy_until = [&](double end) {
    for (; i < spans.size() && starts[i + 1] <= end; ++i) {
      keep(i, std::max(done, starts[i]), starts[i + 1]);
      done = starts[i + 1];
    }
    if (i < spans.size() && done < end) keep(i, std::max(done, starts[i]), end);
    done = std::max(done, end);
  };
  for (const Rounding& rounding : roundings) {
    copy_until(rounding.from);
    const double cut = 0.5 * (rounding.to - rounding.from);
    ExactSpan span = bridge(sample_at(spans, starts, rounding.from), sample_at(spans, starts, rounding.to),
                            rounding.joint, cut, is_banked);
    result.repairs.push_back({.kind = kind_of(rounding.joint),
                              .distance = built + 0.5 * span.length(),
                              .size = size_of(rounding.joint),
                              .length = span.length()});
    built += span.length();
    result.spans.push_back(std::move(span));
    while (i < spans.size() && starts[i + 1] <= rounding.to) ++i;
    done = rounding.to;
  }
  copy_until(starts.back());
  return result;
}

}  // namespace backlot::geometry::internal
