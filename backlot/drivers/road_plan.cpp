#include "backlot/drivers/road_plan.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "backlot/base/math.h"

namespace backlot::drivers {

namespace {

constexpr double kEarly_m = 12;         // a lower limit counts so far before it begins
constexpr std::size_t kBendPoints = 2;  // the bend at a point is measured over so many points on each side

double bend_at(const sut::RouteRoad& road, std::size_t k) {
  const std::size_t a = k >= kBendPoints ? k - kBendPoints : 0;
  const std::size_t b = std::min(k + kBendPoints, road.points.size() - 1);
  const double turn = base::wrap_angle(road.points[b].heading_rad - road.points[a].heading_rad);
  return std::fabs(turn) / (road.spacing_m * static_cast<double>(b - a));
}

}  // namespace

RoadPlan::RoadPlan(const sut::RouteRoad& road, const Manner& manner) : road_(road) {
  if (is_empty()) return;
  wanted_mps_.resize(road_.points.size());
  const auto early = static_cast<std::size_t>(kEarly_m / road_.spacing_m);
  std::size_t lowest = 0;  // the last point with the lowest limit from here to there
  for (std::size_t k = 0; k < road_.points.size(); ++k) {
    const std::size_t there = std::min(k + early, road_.points.size() - 1);
    const bool is_known = k > 0 && lowest >= k;
    if (!is_known) lowest = k;
    for (std::size_t n = is_known ? there : k + 1; n <= there; ++n)
      if (road_.points[n].limit_mps <= road_.points[lowest].limit_mps) lowest = n;
    wanted_mps_[k] = manner.share_of_limit * road_.points[lowest].limit_mps;
    if (const double bend = bend_at(road_, k); bend > 1e-4)
      wanted_mps_[k] = std::min(wanted_mps_[k], std::sqrt(manner.across_mps2 / bend));
  }
  // slow down in time: v^2 = w^2 + 2 b s
  const double gain = 2 * manner.coast_mps2 * road_.spacing_m;
  for (std::size_t k = road_.points.size() - 1; k-- > 0;)
    wanted_mps_[k] = std::min(wanted_mps_[k], std::sqrt(wanted_mps_[k + 1] * wanted_mps_[k + 1] + gain));
}

bool RoadPlan::is_of(const sut::RouteRoad& road) const {
  static_assert(std::is_trivially_copyable_v<sut::RoadPoint> && sizeof(sut::RoadPoint) == 7 * sizeof(double));
  return road_.spacing_m == road.spacing_m && road_.points.size() == road.points.size() &&
         road_.lines == road.lines && !road.points.empty() &&
         std::memcmp(road_.points.data(), road.points.data(), road.points.size() * sizeof(sut::RoadPoint)) ==
             0;
}

double RoadPlan::length_m() const {
  return is_empty() ? 0 : road_.spacing_m * static_cast<double>(road_.points.size() - 1);
}

std::size_t RoadPlan::index_of(double metre) const {
  const double most = static_cast<double>(road_.points.size() - 2);
  return static_cast<std::size_t>(std::clamp(std::floor(metre / road_.spacing_m), 0.0, most));
}

RoadPlan::Place RoadPlan::place_at(double metre) const {
  const std::size_t k = index_of(metre);
  const sut::RoadPoint &a = road_.points[k], &b = road_.points[k + 1];
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double length = std::max(1e-9, std::sqrt(dx * dx + dy * dy));
  const double share = metre / road_.spacing_m - static_cast<double>(k);
  return {a.x + share * dx, a.y + share * dy, dx / length, dy / length};
}

double RoadPlan::heading_at(double metre) const {
  // the heading of a point is that of the stretch behind it, which has it in its middle
  const double at = metre - 0.5 * road_.spacing_m;
  const std::size_t k = index_of(at);
  const double share = std::clamp(at / road_.spacing_m - static_cast<double>(k), 0.0, 1.0);
  const double from = road_.points[k].heading_rad;
  return from + share * base::wrap_angle(road_.points[k + 1].heading_rad - from);
}

double RoadPlan::wanted_mps(double metre) const {
  const std::size_t k = index_of(metre);
  const double share = std::clamp(metre / road_.spacing_m - static_cast<double>(k), 0.0, 1.0);
  return wanted_mps_[k] + share * (wanted_mps_[k + 1] - wanted_mps_[k]);
}

}  // namespace backlot::drivers
