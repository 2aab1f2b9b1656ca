#include "backlot/formats/opendrive/internal/plan/lane_heights.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/export/written_numbers.h"

namespace backlot::formats::opendrive {

namespace {

using geometry::CubicProfile;
using geometry::CubicRecord;

constexpr double kSameHeight_m = 1e-8;  // heights that differ less are one
constexpr double kBent_m = 1e-6;
constexpr double kSamePlace_m = 1e-9;

CubicProfile profile_of(const std::vector<LaneHeight>& heights, double LaneHeight::*value,
                        const ReferenceLine& line, double section_s, double from, double to) {
  BACKLOT_ASSERT(from <= to, "heights are those of a stretch");
  std::vector<Cubic> records;
  for (std::size_t i = 0; i < heights.size(); ++i) {
    const LaneHeight& here = heights[i];
    const LaneHeight* next = i + 1 < heights.size() ? &heights[i + 1] : nullptr;
    if (next != nullptr && !(next->s > here.s + kSamePlace_m)) continue;
    const double slope = next == nullptr ? 0 : (next->*value - here.*value) / (next->s - here.s);
    records.push_back({here.where, here.s, here.*value, slope, 0, 0});
  }
  return profile_by_plan(records, section_s, line, from, to);
}

// Both edges at a place.
struct Edges {
  double at = 0;
  double left = 0, right = 0;
};

// By the record that holds just before or just behind `at`.
double value_of(const CubicProfile& profile, double at, bool is_before) {
  const auto& records = profile.records;
  const auto after = std::partition_point(records.begin(), records.end(), [&](const CubicRecord& record) {
    return is_before ? record.from < at : record.from <= at;
  });
  return after == records.begin() ? 0 : (after - 1)->at(at).value;
}

Edges edges_of(const network::LaneHeights& heights, double at, bool is_before) {
  return {at, value_of(heights.left, at, is_before), value_of(heights.right, at, is_before)};
}

bool is_same(const Edges& a, const Edges& b, double tolerance) {
  BACKLOT_ASSERT(tolerance >= 0, "a tolerance is not negative");
  return std::fabs(a.left - b.left) <= tolerance && std::fabs(a.right - b.right) <= tolerance;
}

Edges between(const Edges& a, const Edges& b, double at) {
  BACKLOT_ASSERT(a.at < b.at, "a place lies between two others");
  const double share = (at - a.at) / (b.at - a.at);
  return {at, a.left + share * (b.left - a.left), a.right + share * (b.right - a.right)};
}

// Places that only go on as those before and behind them are left out.
std::vector<Edges> without_repetitions(const std::vector<Edges>& all) {
  std::vector<Edges> kept;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool is_last = i + 1 == all.size();
    if (!kept.empty() && is_last && is_same(kept.back(), all[i], kSameHeight_m)) continue;
    if (!kept.empty() && !is_last && all[i].at > kept.back().at && all[i + 1].at > all[i].at &&
        is_same(between(kept.back(), all[i + 1], all[i].at), all[i], kSameHeight_m))
      continue;
    kept.push_back(all[i]);
  }
  return kept;
}

}  // namespace

network::LaneHeights heights_of(const Lane& lane, const ReferenceLine& line, double section_s, double from,
                                double to) {
  BACKLOT_ASSERT(from <= to, "a stretch of a road goes ahead");
  const bool is_flat = std::all_of(lane.heights.begin(), lane.heights.end(), [](const LaneHeight& height) {
    return height.inner_m == 0 && height.outer_m == 0;
  });
  if (is_flat) return {};
  CubicProfile inner = profile_of(lane.heights, &LaneHeight::inner_m, line, section_s, from, to);
  CubicProfile outer = profile_of(lane.heights, &LaneHeight::outer_m, line, section_s, from, to);
  if (lane.id > 0) std::swap(inner, outer);
  return {std::move(inner), std::move(outer)};
}

WrittenHeights written_heights(const network::LaneHeights& heights, int id, double from, double to,
                               const network::SourceFrame& measure) {
  BACKLOT_ASSERT(id != 0, "heights are those of a lane beside the centre");
  WrittenHeights out;
  if (heights.is_empty()) return out;
  const double length = to - from;
  std::vector<double> breaks{0};
  for (const CubicProfile* profile : {&heights.left, &heights.right})
    for (const CubicRecord& record : profile->records)
      if (record.from > 0 && record.from < length) breaks.push_back(record.from);
  std::sort(breaks.begin(), breaks.end());
  breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());

  std::vector<Edges> places;
  for (std::size_t i = 0; i < breaks.size(); ++i) {
    const double ends = i + 1 < breaks.size() ? breaks[i + 1] : length;
    const Edges first = edges_of(heights, breaks[i], false), last = edges_of(heights, ends, true);
    for (const double share : {0.25, 0.5, 0.75}) {
      const double at = breaks[i] + share * (ends - breaks[i]);
      out.is_bent = out.is_bent || !is_same(edges_of(heights, at, false), between(first, last, at), kBent_m);
    }
    // a jump is two places at one distance
    if (places.empty() || !is_same(places.back(), first, kSameHeight_m)) places.push_back(first);
    places.push_back(last);
  }
  const double s_zero = measure.to_source(from);
  for (const Edges& place : without_repetitions(places)) {
    const double s = written_distance(measure.to_source(from + place.at) - s_zero);
    const double left = written_distance(place.left), right = written_distance(place.right);
    out.records.push_back({{}, s, id > 0 ? right : left, id > 0 ? left : right});
  }
  if (std::all_of(out.records.begin(), out.records.end(),
                  [](const LaneHeight& height) { return height.inner_m == 0 && height.outer_m == 0; }))
    out.records.clear();
  return out;
}

}  // namespace backlot::formats::opendrive
