#include "backlot/network/internal/surface.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/geometry/plan_table.h"
#include "backlot/network/internal/build/build.h"

namespace backlot::network::internal {

namespace {

// A height is a matter of a road's surface. More is another road, or a mistake that would make every search a long one.
constexpr double kHighest_m = 100;

void widen(const Range& by, Range& range) {
  range.low = std::min(range.low, by.low);
  range.high = std::max(range.high, by.high);
}

// Between two places of a profile. Its first record also holds before it begins.
Range profile_range(const geometry::CubicProfile& profile, double from, double to) {
  BACKLOT_ASSERT(from <= to, "a range is that of a stretch");
  Range range{0, 0};
  const auto& records = profile.records;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const double begins = i == 0 ? from : std::max(records[i].from, from);
    const double ends = i + 1 < records.size() ? std::min(records[i + 1].from, to) : to;
    if (begins > ends) continue;
    const geometry::ProfileValue value = records[i].at(begins);
    widen(range_of({value.value, value.slope, 0.5 * value.bend, records[i].d}, ends - begins), range);
  }
  return range;
}

// The first station after a distance.
auto after(const std::vector<SurfaceStation>& stations, double distance) {
  return std::upper_bound(stations.begin(), stations.end(), distance,
                          [](double value, const SurfaceStation& at) { return value < at.distance; });
}

double height_of(const std::vector<SurfaceStation>& stations, double distance, double offset) {
  BACKLOT_ASSERT(!stations.empty(), "a height lies between stations");
  const auto next = after(stations, distance);
  if (next == stations.begin()) return next->height_at(offset);
  const SurfaceStation& a = *(next - 1);
  const double here = a.height_at(offset);
  if (next == stations.end()) return here;
  return here + (distance - a.distance) / (next->distance - a.distance) * (next->height_at(offset) - here);
}

// Everything that a road's stations say between two distances and two offsets.
Range stations_range(const std::vector<SurfaceStation>& stations, double from, double to,
                     const Range& across) {
  BACKLOT_ASSERT(from <= to, "a stretch of a surface is an interval");
  BACKLOT_ASSERT(!stations.empty(), "a stretch of a surface is an interval");
  Range range{0, 0};
  auto at = after(stations, from);
  if (at != stations.begin()) --at;
  for (; at != stations.end(); ++at) {
    widen(profile_range(at->height, across.low, across.high), range);
    if (at->distance >= to) break;
  }
  return range;
}

}  // namespace

bool is_sound(std::span<const SurfaceStation> stations) {
  for (std::size_t i = 0; i < stations.size(); ++i) {
    if (!std::isfinite(stations[i].distance) || !is_finite(stations[i].height) ||
        !is_in_order(stations[i].height))
      return false;
    if (i > 0 && !(stations[i].distance > stations[i - 1].distance)) return false;
  }
  return true;
}

void add_surface(Build& build, StripId strip, SurfaceWords words) {
  BACKLOT_ASSERT(strip.index() < build.data->strips.size(), "the network has no such strip");
  NetworkData& data = *build.data;
  const bool has_lanes = std::any_of(words.lanes.begin(), words.lanes.end(),
                                     [](const LaneHeights& lane) { return !lane.is_empty(); });
  if (!has_lanes && words.road == StripSurface::kNoRoad) return;
  if (!has_lanes) words.lanes.clear();

  Range range{0, 0};
  for (const LaneHeights& lane : words.lanes)
    for (const geometry::CubicProfile* profile : {&lane.left, &lane.right}) {
      if (!is_finite(*profile) || !is_in_order(*profile))
        return build.error(
            "N104", words.place,
            fmt::format("a height of a lane of \"{}\" is not finite or not in order of distance",
                        words.name));
      widen(profile_range(*profile, 0, words.to - words.from), range);
    }
  if (words.road != StripSurface::kNoRoad) {
    const Strip& on = data.strips[strip.index()];
    const Range road = stations_range(data.road_surfaces[words.road], words.from, words.to,
                                      extent(build.sections[strip.index()], on.length(), 0, on.length()));
    range = {range.low + road.low, range.high + road.high};
  }
  if (!(range.low >= -kHighest_m && range.high <= kHighest_m)) {
    build.warning(
        "N205", words.place,
        fmt::format("the surface of \"{}\" lies up to {:.3g} m over the plane of its ribbon; it is "
                    "left in the plane",
                    words.name, std::max(-range.low, range.high)),
        fmt::format("heights are kerbs and crowns, up to {} m; use elevation and bank for more", kHighest_m));
    return;
  }
  widen(range, data.heights);
  data.strips[strip.index()].surface = static_cast<std::uint32_t>(data.surfaces.size());
  data.surfaces.push_back({std::move(words.lanes), words.road, words.is_in_plan, words.from});
}

double height_on(const NetworkData& data, const Strip& strip, const LaneSpot& at) {
  BACKLOT_ASSERT(strip.surface < data.surfaces.size(), "the strip has no surface of its own");
  const StripSurface& surface = data.surfaces[strip.surface];
  double along = at.distance;
  if (surface.is_in_plan)
    along = geometry::plan_at_distance(data.ribbons[strip.ribbon.index()].plan_stations(),
                                       strip.from + at.distance) -
            surface.from;
  double height = 0;
  if (surface.road != StripSurface::kNoRoad)
    height = height_of(data.road_surfaces[surface.road], surface.from + along, at.offset);
  if (!surface.lanes.empty()) {
    const LaneHeights& heights = surface.lanes[at.lane];
    const double left = heights.left.record_at(along).at(along).value;
    const double right = heights.right.record_at(along).at(along).value;
    height += right + at.share * (left - right);
  }
  return height;
}

}  // namespace backlot::network::internal
