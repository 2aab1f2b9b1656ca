#include "backlot/drivers/threats.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "backlot/base/math.h"
#include "backlot/drivers/on_road.h"

namespace backlot::drivers {

namespace {

using sut::SeenObject;

constexpr double kBehind_m = 10;                    // objects further behind are not looked at
constexpr double kBesideBehind_m = 25;              // but for cyclists beside a driver that turns
constexpr double kSight_s = 9, kLeastSight_m = 80;  // so far ahead
constexpr double kSide_m = 0.3;                     // room that is wanted beside the own body
constexpr double kCutsIn_s = 2,
                 kCutsIn_mps = 0.25;  // a body beside the strip counts as in it so long before it is
constexpr double kSameWay = 0.5,
                 kOncoming = -0.94;  // cosines against the road: within 60 degrees, within 20 degrees
constexpr double kMoves_mps = 0.3;
constexpr double kCanStop_mps2 = 3.5;  // a body that can stop with this before the strip is taken to do so
constexpr double kStepsOut_m =
    2.5;  // a person so near to the strip that walks towards it is taken to walk on
constexpr double kStarts_mps2 = 0.5, kStarts_m = 15;  // unless it gains speed so near to the strip
constexpr double kTurns_rps = 0.06;                   // a body that turns faster is followed on its arc
constexpr double kArc_s = 3, kArcStep_s = 0.2;
constexpr double kTurnSmoothing = 0.4, kSideSmoothing = 0.2;
constexpr double kSideJump_m = 1;  // more within a cycle is a change of the nearest stretch of the road
constexpr double kAcross_mps =
    0.7;  // a body that comes towards the driver and moves sideways like this is turning across
constexpr double kMostGain_mps2 = 3;

// Seconds for some metres at a speed with an acceleration of 0 or more.
double seconds_for(double metres, double v, double gain) {
  if (metres <= 0) return 0;
  if (gain < 0.05) return v > 0.01 ? metres / v : std::numeric_limits<double>::infinity();
  return (std::sqrt(v * v + 2 * gain * metres) - v) / gain;
}

// What one search knows of the driver.
struct Own {
  const RoadPlan& plan;
  double front_m, half_width, sight_m;
  YieldZone yields;
};

// Whether a body that still has some metres to the strip will come into it.
bool will_enter(const SeenObject& o, double to_strip_m, bool has_priority) {
  if (to_strip_m <= 0 || has_priority) return true;
  // a person can stop within a step, and nothing shows whether it will
  if (o.kind == sut::SeenKind::pedestrian && to_strip_m < kStepsOut_m) return true;
  if (o.acceleration_mps2 < -0.3) {
    const double stops_m = o.speed_mps * o.speed_mps / (-2 * o.acceleration_mps2);
    if (stops_m < to_strip_m) return false;
  }
  if (o.acceleration_mps2 > kStarts_mps2 && to_strip_m < kStarts_m) return true;
  return o.speed_mps * o.speed_mps > 2 * kCanStop_mps2 * to_strip_m;
}

// The straight line on which a body moves, against the road ahead.
std::optional<Crossing> find_on_line(const Own& own, const SeenObject& o, double from_m, double to_m) {
  const auto& points = own.plan.road().points;
  const base::SinCos heading = base::sin_cos(o.heading_rad);
  const std::size_t first = own.plan.index_of(from_m), last = own.plan.index_of(to_m) + 1;
  double near_m = std::numeric_limits<double>::infinity(), far_m = -near_m;
  std::size_t low = last + 1, high = first;
  double slant = 1;
  for (std::size_t k = first; k <= last; ++k) {
    const double dx = points[k].x - o.x, dy = points[k].y - o.y;
    const double along = dx * heading.cos + dy * heading.sin;
    if (along < -0.5 * o.length_m) continue;
    const double across = dy * heading.cos - dx * heading.sin;
    const RoadPlan::Place at = own.plan.place_at(own.plan.road().spacing_m * static_cast<double>(k));
    const double cos = std::fabs(at.tangent_x * heading.cos + at.tangent_y * heading.sin);
    // a person is narrower than the points of the road are apart
    const double half_m = o.kind == sut::SeenKind::pedestrian
                              ? std::max(0.5 * o.width_m, 0.5 * own.plan.road().spacing_m)
                              : 0.5 * o.width_m;
    if (std::fabs(across) > half_m + own.half_width * cos + kSide_m) continue;
    if (std::fabs(points[k].z - o.z) > kLevel_m) continue;
    low = std::min(low, k);
    high = std::max(high, k);
    near_m = std::min(near_m, along);
    far_m = std::max(far_m, along);
    slant = cos;
  }
  if (low > high) return std::nullopt;
  const double half_m = own.plan.road().spacing_m / 2;
  const double reach =
      own.half_width * std::sqrt(std::max(0.0, 1 - slant * slant)) + kSide_m + 0.5 * o.length_m;
  Crossing found;
  found.id = o.id;
  found.from_m = own.plan.road().spacing_m * static_cast<double>(low) - half_m - 0.5 * o.width_m;
  found.to_m = own.plan.road().spacing_m * static_cast<double>(high) + half_m + 0.5 * o.width_m;
  found.has_priority = found.to_m > own.yields.from_m && found.from_m < own.yields.to_m;
  const double to_strip_m = near_m - reach;
  if (!will_enter(o, to_strip_m, found.has_priority)) return std::nullopt;
  const double gain = std::clamp(o.acceleration_mps2, 0.0, kMostGain_mps2);
  found.enters_s = seconds_for(to_strip_m, o.speed_mps, gain);
  found.leaves_s = seconds_for(far_m + reach, o.speed_mps, gain);
  return found;
}

// The arc on which a body turns, against the road ahead.
std::optional<Crossing> find_on_arc(const Own& own, const SeenObject& o, double turn_rps) {
  Crossing found;
  bool is_found = false;
  SeenObject at = o;
  for (double t = kArcStep_s; t <= kArc_s; t += kArcStep_s) {
    at.heading_rad += turn_rps * kArcStep_s;
    at.speed_mps = std::max(0.0, o.speed_mps + std::min(o.acceleration_mps2, kMostGain_mps2) * t);
    const base::SinCos heading = base::sin_cos(at.heading_rad);
    at.x += at.speed_mps * heading.cos * kArcStep_s;
    at.y += at.speed_mps * heading.sin * kArcStep_s;
    const std::optional<OnRoad> on = place_on(own.plan, at, own.front_m, own.front_m + own.sight_m);
    if (!on || std::fabs(on->left_m) > own.half_width + on->half_across) continue;
    const double from_m = on->metre - on->half_along, to_m = on->metre + on->half_along;
    if (to_m < own.front_m) continue;
    if (!is_found) found = {o.id, from_m, to_m, t - kArcStep_s, t, false};
    is_found = true;
    found.from_m = std::min(found.from_m, from_m);
    found.to_m = std::max(found.to_m, to_m);
    found.leaves_s = t + kArcStep_s;
  }
  if (!is_found || found.from_m < own.front_m - kBehind_m) return std::nullopt;
  found.has_priority = found.to_m > own.yields.from_m && found.from_m < own.yields.to_m;
  return found;
}

// A cyclist that rides beside the road or behind the driver, and goes straight on where the driver turns to the kerb side.
std::optional<Crossing> find_beside(const Own& own, const SeenObject& o, const OnRoad& on,
                                    const YieldZone& zone) {
  const bool is_beside = std::fabs(on.left_m) > own.half_width + on.half_across || on.metre < own.front_m;
  if (o.kind != sut::SeenKind::bicycle || on.cos < kSameWay || !is_beside) return std::nullopt;
  Own turning = own;
  turning.yields = zone;
  return find_on_line(turning, o, std::max(zone.from_m, own.front_m - kBehind_m), zone.to_m);
}

// A body that travels along the road, in the strip or about to come into it.
std::optional<Ahead> find_ahead(const Own& own, const SeenObject& o, const OnRoad& on, double inwards_mps) {
  const double gap_m = on.metre - on.half_along - own.front_m;
  if (on.metre < own.front_m - 0.5 * o.length_m) return std::nullopt;
  const double beside_m = std::fabs(on.left_m) - own.half_width - on.half_across;
  if (beside_m > 0 && (inwards_mps < kCutsIn_mps || beside_m > kCutsIn_s * inwards_mps)) return std::nullopt;
  return Ahead{o.id, gap_m, o.speed_mps * on.cos, o.acceleration_mps2 * on.cos, on.left_m, on.half_across};
}

}  // namespace

void ThreatFinder::find(const RoadPlan& plan, const sut::Vehicle& vehicle, const sut::View& view,
                        double metre, const YieldZone& yields, Threats& threats) {
  threats.ahead.clear();
  threats.crossing.clear();
  const double sight_m = std::max(kLeastSight_m, kSight_s * view.own.speed_mps);
  const bool turns_off = !yields.is_empty() && yields.to_cyclists_beside;
  const Own own{plan, metre + 0.5 * vehicle.length_m, 0.5 * vehicle.width_m, sight_m,
                yields.to_all ? yields : YieldZone{}};
  for (const SeenObject& o : view.objects) {
    const bool is_cyclist_beside = turns_off && o.kind == sut::SeenKind::bicycle;
    const std::optional<OnRoad> on =
        place_on(plan, o, metre - (is_cyclist_beside ? kBesideBehind_m : kBehind_m), metre + sight_m);
    if (!on) continue;
    const Seen& seen = watch(o, *on, view.time_s);
    // towards the strip, by its heading and by its places: one alone may be wrong in a bend
    const double side = on->left_m > 0 ? -1 : 1;
    const double inwards_mps = std::min(side * o.speed_mps * on->sin, side * seen.left_mps);
    const bool is_along = on->cos > kSameWay || on->cos < kOncoming;
    if (is_cyclist_beside)
      if (const std::optional<Crossing> beside = find_beside(own, o, *on, yields)) {
        threats.crossing.push_back(*beside);
        continue;
      }
    if (is_along)
      if (const std::optional<Ahead> ahead = find_ahead(own, o, *on, inwards_mps)) {
        threats.ahead.push_back(*ahead);
        continue;
      }
    if (o.speed_mps < kMoves_mps && o.acceleration_mps2 < kStarts_mps2) {
      // a body that stands across the strip is an obstacle
      const bool is_in_strip = std::fabs(on->left_m) < own.half_width + on->half_across;
      if (is_in_strip && on->metre + on->half_along > own.front_m)
        threats.ahead.push_back(
            {o.id, on->metre - on->half_along - own.front_m, 0, 0, on->left_m, on->half_across});
      continue;
    }
    if (on->cos > kSameWay) continue;
    std::optional<Crossing> crossing;
    const bool has_zone = !own.yields.is_empty();
    if (std::fabs(seen.turn_rps) > kTurns_rps && (!is_along || inwards_mps > kAcross_mps))
      crossing = find_on_arc(own, o, seen.turn_rps);
    if (!crossing && !is_along) crossing = find_on_line(own, o, own.front_m - kBehind_m, metre + sight_m);
    if (!crossing && is_along && has_zone)
      crossing = find_on_line(own, o, std::max(own.yields.from_m, own.front_m - kBehind_m), own.yields.to_m);
    if (crossing && crossing->to_m > own.front_m - vehicle.length_m) threats.crossing.push_back(*crossing);
  }
}

const ThreatFinder::Seen& ThreatFinder::watch(const SeenObject& o, const OnRoad& on, double time_s) {
  Seen& seen = last_[o.id];
  const double since_s = time_s - seen.time_s;
  if (seen.time_s >= 0 && since_s > 1e-9 && since_s < 1) {
    seen.turn_rps +=
        kTurnSmoothing * (base::wrap_angle(o.heading_rad - seen.heading_rad) / since_s - seen.turn_rps);
    const double moved_m = on.left_m - seen.left_m;
    if (std::fabs(moved_m) < kSideJump_m)
      seen.left_mps += kSideSmoothing * (moved_m / since_s - seen.left_mps);
  } else {
    seen.turn_rps = 0;
    seen.left_mps = 0;
  }
  seen.heading_rad = o.heading_rad;
  seen.left_m = on.left_m;
  seen.time_s = time_s;
  return seen;
}

}  // namespace backlot::drivers
