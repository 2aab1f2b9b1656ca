#include "backlot/network/internal/build/road_reach.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "backlot/base/assert.h"

namespace backlot::network::internal {

namespace {

// Wider than any road, and finite.
constexpr double kWidest = 1000;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

const OnRoad& place_of(const CorridorDescription& corridor) { return std::get<OnRoad>(corridor.shape); }

}  // namespace

void RoadReach::add(double from, double to, const CrossSection& section) {
  spans_.push_back({from, to, spans_.empty() ? to : std::max(to, spans_.back().reached), &section});
}

geometry::SurfaceEdges RoadReach::edges() const { return edges(-kInfinity, kInfinity); }

geometry::SurfaceEdges RoadReach::edges(double from, double to) const {
  BACKLOT_ASSERT(from <= to, "a stretch of a road goes ahead");
  Range all{kInfinity, -kInfinity};
  const auto first = std::partition_point(spans_.begin(), spans_.end(),
                                          [&](const Span& span) { return span.reached < from; });
  for (auto span = first; span != spans_.end() && span->from <= to; ++span) {
    const double length = span->to - span->from;
    const Range range =
        extent(*span->section, length, std::max(from - span->from, 0.0), std::min(to - span->from, length));
    all = {std::min(all.low, range.low), std::max(all.high, range.high)};
  }
  if (!(all.high - all.low > 0)) return {0.5, -0.5};
  return {std::min(all.high, kWidest), std::max(all.low, -kWidest)};
}

CorridorsOnRoads::CorridorsOnRoads(const std::vector<IntersectionDescription>& intersections) {
  for (const IntersectionDescription& intersection : intersections) note(intersection);
  for (auto& [road, corridors] : on_)
    std::stable_sort(corridors.begin(), corridors.end(),
                     [](const CorridorDescription* a, const CorridorDescription* b) {
                       return place_of(*a).from < place_of(*b).from;
                     });
}

void CorridorsOnRoads::note(const IntersectionDescription& intersection) {
  for (const CorridorDescription& corridor : intersection.corridors)
    if (const auto* on = std::get_if<OnRoad>(&corridor.shape);
        on && std::isfinite(on->from) && std::isfinite(on->to))
      on_[on->road].push_back(&corridor);
  for (const IntersectionDescription& part : intersection.parts) note(part);
}

CorridorsOnRoads::Sections CorridorsOnRoads::on(const std::string& road) const {
  Sections out;
  const auto found = on_.find(road);
  if (found == on_.end()) return out;
  for (const CorridorDescription* corridor : found->second) {
    const OnRoad& on = place_of(*corridor);
    out.from.push_back(on.from);
    out.to.push_back(on.to);
    out.sections.push_back(
        single_lane(on.offset, corridor->width.value_or(constant_profile(3.5)), on.to - on.from));
  }
  return out;
}

}  // namespace backlot::network::internal
