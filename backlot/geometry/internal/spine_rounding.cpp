#include "backlot/geometry/internal/spine_rounding.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"

namespace backlot::geometry::internal {

namespace {

constexpr double kLeastRadius_m = 0.2;
constexpr double kLoftAbove_m = 3,
                 kLoftBelow_m = 1;  // the room over and under the surface that must stay unique

struct Rounding {
  double from = 0, to = 0;  // on the spine before rounding
  Joint joint;
};

struct RoughJoint {
  double where;  // on the spine before rounding
  double plan;   // the same seen from above
  double room;   // how much may be cut off on each side
  Joint joint;
  SpineSample before, after;
};

constexpr double kLargestLoss = 0.9;  // of curvature * offset
// By how much the radius is tried larger than that of an arc: the cubic is not quite one, least of all of a sharp kink or
// between curves.
constexpr std::array kSlacks{1.001, 1.01, 1.03, 1.1};

// How long a bridge over a gap is, on each side and for each metre of the gap. Its steepest place has 1.5 times the slope of its
// chord: 7.5 % aside, so that a vehicle hardly turns, and 15 % up or down, which is as steep as streets get.
constexpr double kRunPerMetreAside = 10, kRunPerMetreUp = 5;

double run_over_gap(const SpineSample& before, const SpineSample& after) {
  const Vec3 gap = after.position - before.position;
  const double up = dot(gap, normalized(before.normal + after.normal));
  const double aside = std::sqrt(std::max(0.0, dot(gap, gap) - up * up));
  return std::max(kRunPerMetreAside * aside, kRunPerMetreUp * std::fabs(up));
}

// the length to cut off on each side of a rough joint, were there room enough
double wanted_cut(const Joint& joint, const SpineSample& before, const SpineSample& after,
                  const SurfaceEdges& edges, double slack) {
  BACKLOT_ASSERT(slack >= 0, "a slack is not negative");
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
  const double radius = std::max(kLeastRadius_m, slack * inner / kLargestLoss);
  const double widest = std::max(std::fabs(edges.left), std::fabs(edges.right));
  return std::max(
      {radius * base::tan(0.5 * joint.kink), run_over_gap(before, after), 5 * joint.twist * widest});
}

std::vector<double> starts_of(const std::vector<ExactSpan>& spans) {
  std::vector<double> starts{0};
  for (const ExactSpan& span : spans) starts.push_back(starts.back() + span.length());
  return starts;
}

SpineSample sample_at(const std::vector<ExactSpan>& spans, const std::vector<double>& starts,
                      double distance) {
  BACKLOT_ASSERT(starts.size() == spans.size() + 1, "one start for each span, and the end");
  const auto after = std::upper_bound(starts.begin() + 1, starts.end() - 1, distance);
  const auto i = static_cast<std::size_t>(after - starts.begin()) - 1;
  return spans[i].at(distance - starts[i]);
}

ExactSpan bridge(const SpineSample& a, const SpineSample& b, const Joint& joint, double cut, bool is_banked) {
  BACKLOT_ASSERT(cut > 0, "a bridge leads over a cut");
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

double plan_at_end(const ExactSpan& span) {
  const auto* lifted = std::get_if<LiftedSpan>(&span.curve);
  return lifted != nullptr ? lifted->plan_at(span.to) : 0;
}

std::vector<RoughJoint> find_rough_joints(const std::vector<ExactSpan>& spans,
                                          const std::vector<double>& starts) {
  BACKLOT_ASSERT(starts.size() == spans.size() + 1, "one start for each span, and the end");
  std::vector<RoughJoint> found;
  for (std::size_t i = 0; i + 1 < spans.size(); ++i) {
    const SpineSample before = spans[i].at(spans[i].length()), after = spans[i + 1].at(0);
    const Joint joint = joint_between(before, after);
    if (joint.is_rough()) found.push_back({starts[i + 1], plan_at_end(spans[i]), 0, joint, before, after});
  }
  // neighbours share the room between them; at the ends a little of the spine is left
  for (std::size_t k = 0; k < found.size(); ++k) {
    const double where = found[k].where;
    const double before = k > 0 ? 0.45 * (where - found[k - 1].where) : 0.9 * where;
    const double after =
        k + 1 < found.size() ? 0.45 * (found[k + 1].where - where) : 0.9 * (starts.back() - where);
    found[k].room = std::min(before, after);
  }
  return found;
}

// How far the surface reaches where the joint will be rounded. The narrower it is, the less must be rounded, and the less of
// the surface counts.
SurfaceEdges edges_over(const RoughJoint& rough, const SurfaceEdges& all, const EdgesBetween& edges_between) {
  BACKLOT_ASSERT(rough.room >= 0, "a joint has room");
  if (!edges_between) return all;
  constexpr int kRounds = 3;
  SurfaceEdges edges = all;
  for (int round = 0; round < kRounds; ++round) {
    const double cut =
        std::min(rough.room, wanted_cut(rough.joint, rough.before, rough.after, edges, kSlacks.back()));
    // a metre of plan is never more than a metre of spine
    const SurfaceEdges here = edges_between(rough.plan - cut, rough.plan + cut);
    edges = {std::min(edges.left, here.left), std::max(edges.right, here.right)};
  }
  return edges;
}

// Whether 1 - curvature * offset stays above 0.1 all over a span.
bool is_unique(const ExactSpan& span, const SurfaceEdges& edges) {
  constexpr int kChecks = 16;
  for (int k = 0; k <= kChecks; ++k) {
    const SpineSample sample = span.at(span.length() * k / kChecks);
    const double left = dot(sample.bend, sample.lateral()), up = dot(sample.bend, sample.normal);
    const double loss = std::max({0.0, left * edges.left, left * edges.right}) +
                        std::max(up * kLoftAbove_m, -up * kLoftBelow_m);
    if (loss > kLargestLoss) return false;
  }
  return true;
}

Rounding rounding_of(const RoughJoint& rough, const SurfaceEdges& edges, const std::vector<ExactSpan>& spans,
                     const std::vector<double>& starts, bool is_banked) {
  double cut = 0;
  for (const double slack : kSlacks) {
    cut = std::min(rough.room, wanted_cut(rough.joint, rough.before, rough.after, edges, slack));
    const ExactSpan span = bridge(sample_at(spans, starts, rough.where - cut),
                                  sample_at(spans, starts, rough.where + cut), rough.joint, cut, is_banked);
    if (is_unique(span, edges)) break;
  }
  return {rough.where - cut, rough.where + cut, rough.joint};
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

RoundedSpans round_joints(std::vector<ExactSpan> spans, const SurfaceEdges& edges, bool is_banked,
                          const EdgesBetween& edges_between) {
  const std::vector<double> starts = starts_of(spans);
  std::vector<Rounding> roundings;
  for (const RoughJoint& rough : find_rough_joints(spans, starts))
    roundings.push_back(
        rounding_of(rough, edges_over(rough, edges, edges_between), spans, starts, is_banked));
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
