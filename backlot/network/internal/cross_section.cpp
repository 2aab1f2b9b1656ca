#include "backlot/network/internal/cross_section.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::network::internal {

namespace {

// The cubic of a profile from `at` on, with t counted from there.
Cubic cubic_at(const geometry::CubicProfile& profile, double at) {
  const geometry::CubicRecord record = profile.record_at(at);
  const double t = at - record.from;
  const geometry::ProfileValue value = record.at(at);
  return {value.value, value.slope, 0.5 * value.bend, t == 0 && profile.records.empty() ? 0 : record.d};
}

void add_breaks(const geometry::CubicProfile& profile, double length, std::vector<double>& breaks) {
  for (const geometry::CubicRecord& record : profile.records)
    if (record.from > 0 && record.from < length) breaks.push_back(record.from);
}

void sort_breaks(std::vector<double>& breaks) {
  breaks.push_back(0);
  std::sort(breaks.begin(), breaks.end());
  breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());
}

// The same cubic with t counted from `by` on.
Cubic shifted(const Cubic& cubic, double by) {
  return {cubic.at(by), cubic.slope(by), 0.5 * cubic.bend(by), cubic.d};
}

}  // namespace

bool is_finite(const geometry::CubicProfile& profile) {
  return std::all_of(profile.records.begin(), profile.records.end(), [](const geometry::CubicRecord& r) {
    return std::isfinite(r.from) && std::isfinite(r.a) && std::isfinite(r.b) && std::isfinite(r.c) &&
           std::isfinite(r.d);
  });
}

bool is_in_order(const geometry::CubicProfile& profile) {
  return std::is_sorted(
      profile.records.begin(), profile.records.end(),
      [](const geometry::CubicRecord& a, const geometry::CubicRecord& b) { return a.from < b.from; });
}

Range range_of(const Cubic& cubic, double length) {
  Range range{std::min(cubic.a, cubic.at(length)), std::max(cubic.a, cubic.at(length))};
  const auto take = [&](double t) {
    if (!(t > 0 && t < length)) return;
    range.low = std::min(range.low, cubic.at(t));
    range.high = std::max(range.high, cubic.at(t));
  };
  // where the slope b + 2 c t + 3 d t^2 is zero
  const double a = 3 * cubic.d, b = 2 * cubic.c, c = cubic.b;
  if (a == 0) {
    if (b != 0) take(-c / b);
    return range;
  }
  const double discriminant = b * b - 4 * a * c;
  if (discriminant < 0) return range;
  const double q = -0.5 * (b + std::copysign(std::sqrt(discriminant), b));
  take(q / a);
  if (q != 0) take(c / q);
  return range;
}

CrossSection cross_section(const WayDescription& way, double length) {
  BACKLOT_ASSERT(length > 0 && way.lanes_left <= way.lanes.size(),
                 "a way has a length, and its left lanes are lanes of it");
  CrossSection section;
  add_breaks(way.shift, length, section.breaks);
  for (const LaneDescription& lane : way.lanes) add_breaks(lane.width, length, section.breaks);
  sort_breaks(section.breaks);

  // from the spine outwards, so that the boundary at the spine is exact
  const std::size_t count = way.lanes.size();
  section.boundaries.resize(section.breaks.size() * (count + 1));
  for (std::size_t i = 0; i < section.breaks.size(); ++i) {
    const double at = section.breaks[i];
    Cubic* boundary = &section.boundaries[i * (count + 1)];
    boundary[way.lanes_left] = cubic_at(way.shift, at);
    for (std::size_t lane = way.lanes_left; lane < count; ++lane)
      boundary[lane + 1] = boundary[lane] - cubic_at(way.lanes[lane].width, at);
    for (std::size_t lane = way.lanes_left; lane > 0; --lane)
      boundary[lane - 1] = boundary[lane] + cubic_at(way.lanes[lane - 1].width, at);
  }
  return section;
}

CrossSection single_lane(const geometry::CubicProfile& centre, const geometry::CubicProfile& width,
                         double length) {
  CrossSection section;
  add_breaks(centre, length, section.breaks);
  add_breaks(width, length, section.breaks);
  sort_breaks(section.breaks);
  for (const double at : section.breaks) {
    const Cubic middle = cubic_at(centre, at), half = 0.5 * cubic_at(width, at);
    section.boundaries.push_back(middle + half);
    section.boundaries.push_back(middle - half);
  }
  return section;
}

Range extent(const CrossSection& section, double length, double from, double to) {
  BACKLOT_ASSERT(!section.breaks.empty(), "a cross section has a break at its start");
  const std::size_t count = section.boundary_count();
  const auto after = std::upper_bound(section.breaks.begin() + 1, section.breaks.end(), from);
  const auto first = static_cast<std::size_t>(after - section.breaks.begin()) - 1;
  Range extent{0, 0};
  for (std::size_t i = first; i < section.breaks.size() && (i == first || section.breaks[i] < to); ++i) {
    const double end = i + 1 < section.breaks.size() ? section.breaks[i + 1] : length;
    const double begin = std::max(from, section.breaks[i]);
    const double run = std::max(std::min(to, end) - begin, 0.0);
    const double skipped = begin - section.breaks[i];
    const Range left = range_of(shifted(section.boundaries[i * count], skipped), run);
    const Range right = range_of(shifted(section.boundaries[i * count + count - 1], skipped), run);
    extent.high = i == first ? left.high : std::max(extent.high, left.high);
    extent.low = i == first ? right.low : std::min(extent.low, right.low);
  }
  return extent;
}

}  // namespace backlot::network::internal
