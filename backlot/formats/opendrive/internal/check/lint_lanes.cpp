// The lanes of one section: order, widths, borders, level, access.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/check/cross_section.h"
#include "backlot/formats/opendrive/internal/check/lint_rules.h"

namespace backlot::formats::opendrive {

namespace {

constexpr double kThin_m = 0.001;  // by which a width may fall below zero
constexpr double kSameStation_m = 1e-6;

// The least value of a cubic on [from, to], counted from its own start.
double least_on(const Cubic& cubic, double from, double to) {
  BACKLOT_ASSERT(!(to < from), "a stretch of a record goes ahead");
  double least = std::min(cubic.at(from), cubic.at(to));
  // where the slope b + 2 c x + 3 d x^2 is zero
  const double a = 3 * cubic.d, b = 2 * cubic.c, c = cubic.b;
  const double inside = b * b - 4 * a * c;
  if (inside < 0) return least;
  const double root = std::sqrt(inside);
  const double q = -0.5 * (b + (b < 0 ? -root : root));
  for (const double x : {a != 0 ? q / a : from, q != 0 ? c / q : from})
    if (x > from && x < to) least = std::min(least, cubic.at(x));
  return least;
}

// A cubic moved to another start, so that two can be subtracted.
Cubic moved_to(const Cubic& cubic, double s) {
  const double ds = s - cubic.s;
  return {cubic.where, s, cubic.at(ds), cubic.slope_at(ds), cubic.c + 3 * cubic.d * ds, cubic.d};
}

void check_widths(const Lane& lane, double length, Findings& findings) {
  if (lane.widths.empty() && lane.borders.empty()) {
    findings.warn(kWidthDefined, lane.where, fmt::format("lane {} has no width", lane.id),
                  "it is read as 0 m wide");
    return;
  }
  const double first = lane.widths.empty() ? lane.borders.front().s : lane.widths.front().s;
  if (first > kSameStation_m)
    findings.warn(kWidthDefined, lane.where,
                  fmt::format("the width of lane {} is not given before sOffset = {}", lane.id, first),
                  "it is read as 0 m there");
  for (std::size_t i = 0; i < lane.widths.size(); ++i) {
    const Cubic& width = lane.widths[i];
    const double end = i + 1 < lane.widths.size() ? std::min(lane.widths[i + 1].s, length) : length;
    if (end <= width.s) continue;
    const double least = least_on(width, 0, end - width.s);
    if (least >= -kThin_m) continue;
    findings.warn(kWidthPositive, width.where,
                  fmt::format("lane {} is {:.3f} m wide somewhere", lane.id, least),
                  "a width below zero is read as zero");
    return;
  }
}

// How far the border of the outer lane lies inside of the inner one's, at most, over the length of the section. Stretches of one
// pair of records are looked at one by one.
const Cubic* find_overlap(const std::vector<Cubic>& outer, const std::vector<Cubic>& inner, double sign,
                          double length) {
  BACKLOT_ASSERT(sign == 1 || sign == -1, "a side is left or right");
  std::vector<double> stations{0, length};
  for (const std::vector<Cubic>* records : {&outer, &inner})
    for (const Cubic& record : *records)
      if (record.s > 0 && record.s < length) stations.push_back(record.s);
  std::sort(stations.begin(), stations.end());
  for (std::size_t i = 0; i + 1 < stations.size(); ++i) {
    const double from = stations[i], to = stations[i + 1];
    const Cubic* o = find_record(outer, from);
    const Cubic* n = find_record(inner, from);
    if (to <= from || o == nullptr) continue;
    const Cubic a = moved_to(*o, from);
    const Cubic b = n == nullptr ? Cubic{{}, from} : moved_to(*n, from);
    const Cubic apart{
        {}, from, sign * (a.a - b.a), sign * (a.b - b.b), sign * (a.c - b.c), sign * (a.d - b.d)};
    if (least_on(apart, 0, to - from) < -kThin_m) return o;
  }
  return nullptr;
}

void check_borders(const std::vector<const Lane*>& lanes, double sign, double length, Findings& findings) {
  BACKLOT_ASSERT(sign == 1 || sign == -1, "a side is left or right");
  const std::vector<Cubic> centre;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const Lane& lane = *lanes[i];
    const bool is_inner_known = i == 0 || (lanes[i - 1]->widths.empty() && !lanes[i - 1]->borders.empty());
    if (!lane.widths.empty() || lane.borders.empty() || !is_inner_known) continue;
    const Cubic* overlap = find_overlap(lane.borders, i == 0 ? centre : lanes[i - 1]->borders, sign, length);
    if (overlap != nullptr)
      findings.warn(
          kBorderOverlap, overlap->where,
          fmt::format("the border of lane {} lies inside of lane {}", lane.id, i == 0 ? 0 : lanes[i - 1]->id),
          "borders are read no further in than those of inner lanes");
  }
}

void check_level(const std::vector<const Lane*>& lanes, Findings& findings) {
  const Lane* level = nullptr;
  for (const Lane* lane : lanes) {
    if (lane->level.value_or(false))
      level = lane;
    else if (level != nullptr)
      findings.warn(kLevel, lane->where,
                    fmt::format("lane {} is not level, and lane {} inside of it is", lane->id, level->id),
                    "outside of a level lane all lanes are level");
  }
}

void check_order(const std::vector<Lane>& side, const std::vector<const Lane*>& lanes, int sign,
                 Findings& findings) {
  BACKLOT_ASSERT(sign == 1 || sign == -1, "a side is left or right");
  if (lanes.size() != side.size()) {
    std::set<int> seen;
    for (const Lane& lane : side)
      if (!seen.insert(lane.id).second) {
        findings.warn(kLaneOrder, lane.where, fmt::format("lane {} is there twice", lane.id),
                      "the first one is read");
        return;
      }
  }
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const int expected = sign * static_cast<int>(i + 1);
    if (lanes[i]->id == expected) continue;
    findings.warn(kLaneOrder, lanes[i]->where,
                  fmt::format("lane {} stands where lane {} is expected", lanes[i]->id, expected),
                  "ids count from the centre, positive to the left and negative to the right");
    return;
  }
}

void check_access(const Lane& lane, Findings& findings) {
  for (std::size_t i = 0; i + 1 < lane.accesses.size(); ++i) {
    const LaneAccess &a = lane.accesses[i], &b = lane.accesses[i + 1];
    if (a.rule.empty() || b.rule.empty() || a.rule == b.rule || b.s - a.s > kSameStation_m) continue;
    findings.warn(kAccess, b.where,
                  fmt::format("lane {} has access rules that allow and that deny at one place", lane.id),
                  "either some are allowed, or all but some");
  }
}

void check_side(const std::vector<Lane>& side, int sign, double length, Findings& findings) {
  BACKLOT_ASSERT(sign == 1 || sign == -1, "a side is left or right");
  const std::vector<const Lane*> lanes = outwards(side);
  check_order(side, lanes, sign, findings);
  check_level(lanes, findings);
  check_borders(lanes, sign, length, findings);
  for (const Lane& lane : side) {
    check_widths(lane, length, findings);
    check_access(lane, findings);
  }
}

}  // namespace

void lint_lanes(const Index& index, Findings& findings) {
  for (const Road& road : index.document.roads) {
    for (std::size_t i = 0; i < road.sections.size(); ++i) {
      const LaneSection& section = road.sections[i];
      const double length = section_end(road, i) - section.s;
      if (length <= 0)
        findings.warn(
            kSectionLength, section.where,
            fmt::format("the lane section at s = {} of road \"{}\" has no length", section.s, road.id),
            "it is left out");
      check_side(section.left, 1, std::max(length, 0.0), findings);
      check_side(section.right, -1, std::max(length, 0.0), findings);
    }
  }
}

}  // namespace backlot::formats::opendrive
