#include "backlot/geometry/test/walk.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "backlot/base/math.h"
#include "backlot/base/random.h"
#include "backlot/geometry/locate.h"

namespace backlot::geometry::test {

namespace {

bool is_on_surface(const Ribbon& ribbon, const Located& l) { return gap(ribbon, l) <= 0; }

// how much the distance grows per metre walked, at the most, between two answers
double stretching(const Ribbon& ribbon, const Located& a, const Located& b) {
  double most = 1;
  for (const RibbonPoint& at : {a.point, b.point}) {
    for (int k = 0; k <= 8; ++k) {
      const double d = a.point.distance + (b.point.distance - a.point.distance) * k / 8;
      const double gain = 1 - ribbon.curvature(d) * at.offset - ribbon.vertical_curvature(d) * at.loft;
      most = std::max(most, 1 / std::max(gain, 1e-3));
    }
  }
  return most;
}

// whether an answer follows from the one before it after a step of this length
bool follows(const Ribbon& ribbon, const Located& before, const Located& now, double step) {
  if (now.found == Found::hinted) {
    // the same minimum, moved; where the edge is near the evolute it moves fast
    const double moved = std::fabs(now.point.distance - before.point.distance);
    if (moved <= 1.01 * step) return true;
    const double stretch = stretching(ribbon, before, now);
    return moved <= 1.5 * stretch * step + 1e-6 || stretch > 100;
  }
  // the global minimum is as continuous as a distance is; coming from a minimum that was not global it can only fall
  const double change = away_of(now) - away_of(before);
  return change <= step + 1e-9 && (before.found == Found::hinted || change >= -step - 1e-9);
}

}  // namespace

void WalkResult::add(const WalkResult& other) {
  steps += other.steps;
  lost += other.lost;
  jumps += other.jumps;
  edge_crossings += other.edge_crossings;
  end_crossings += other.end_crossings;
  joint_crossings += other.joint_crossings;
  backward += other.backward;
  if (reproduction.empty()) reproduction = other.reproduction;
}

WalkResult run_walk(const std::string& name, const Ribbon& ribbon, std::uint64_t seed, std::uint64_t steps) {
  WalkResult result;
  base::RandomStream random{seed, 3, 5};
  WorldPoint p = place(ribbon, {0.3 * ribbon.length(), 0, 0});
  Located last = locate(ribbon, p);
  double heading = random.uniform(-base::kPi, base::kPi);
  const double reach = 3 * std::max(std::fabs(ribbon.edges().left), std::fabs(ribbon.edges().right));
  for (std::uint64_t k = 0; k < steps; ++k) {
    // turn a little, at times anew; back towards the ribbon when far off; up and down, never far from the surface
    heading += 0.1 * random.normal();
    if (random.below(400) == 0) heading = random.uniform(-base::kPi, base::kPi);
    if (away_of(last) > reach) {
      const Vec3 home = ribbon.frame(random.uniform(0, ribbon.length())).position - p;
      heading = base::atan2(home.y, home.x);
    }
    const double length = 0.7 * random.uniform();
    const auto [sine, cosine] = base::sin_cos(heading);
    const Vec3 normal = ribbon.frame(last.point.distance).normal;
    const Vec3 flat = Vec3{cosine, sine, 0} * length;
    const Vec3 move =
        flat - normal * dot(flat, normal) + normal * (0.2 * length * random.normal() - 0.1 * last.point.loft);
    const WorldPoint from = p;
    p = p + move;
    const double step = norm(p - from);

    const Located now = locate(ribbon, p, last);
    ++result.steps;
    const bool is_lost = !now || !(norm(place(ribbon, extended(now)) - p) <= 1e-9);
    const bool is_jump = !is_lost && !follows(ribbon, last, now, step);
    result.lost += is_lost;
    result.jumps += is_jump;
    if ((is_lost || is_jump) && result.reproduction.empty()) {
      result.reproduction = fmt::format(
          "walk ribbon={} seed={} step={}: from x={:.17g} y={:.17g} z={:.17g} hint={:.17g} to x={:.17g} "
          "y={:.17g} "
          "z={:.17g}: got {:.17g} offset {} loft {} found {}",
          name, seed, k, from.x, from.y, from.z, last.point.distance, p.x, p.y, p.z, now.point.distance,
          now.point.offset, now.point.loft, static_cast<int>(now.found));
    }
    result.edge_crossings +=
        is_on_surface(ribbon, last) != is_on_surface(ribbon, now) && now.at_end == last.at_end;
    result.end_crossings += (last.at_end == AtEnd::no) != (now.at_end == AtEnd::no);
    result.joint_crossings += last.segment != now.segment;
    result.backward += now.point.distance < last.point.distance;
    last = now;
  }
  return result;
}

std::string to_text(const WalkResult& r) {
  return fmt::format(
      "steps {}, lost {}, jumps {}; crossings: edges {}, ends {}, joints {}; backward steps {}\n{}{}",
      r.steps, r.lost, r.jumps, r.edge_crossings, r.end_crossings, r.joint_crossings, r.backward,
      r.reproduction, r.reproduction.empty() ? "" : "\n");
}

}  // namespace backlot::geometry::test
