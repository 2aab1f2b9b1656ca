#include "backlot/formats/opendrive/internal/plan/lane_widths.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::formats::opendrive {

namespace {

using geometry::CubicProfile;
using geometry::CubicRecord;
using geometry::ProfileValue;

constexpr double kNothing_m = 1e-7;  // below zero by less is the noise of a lane that closes

// The record that applies at `at`, with its start moved there.
CubicRecord record_from(const CubicProfile& profile, double at) {
  const CubicRecord record = profile.record_at(at);
  const ProfileValue value = record.at(at);
  return {at, value.value, value.slope, 0.5 * value.bend, record.d};
}

CubicProfile combined(const CubicProfile& a, const CubicProfile& b, double sign) {
  BACKLOT_ASSERT(sign == 1 || sign == -1, "profiles are added or subtracted");
  std::vector<double> breaks{0};
  for (const CubicProfile* profile : {&a, &b})
    for (const CubicRecord& record : profile->records)
      if (record.from > 0) breaks.push_back(record.from);
  std::sort(breaks.begin(), breaks.end());
  breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());
  CubicProfile out;
  for (const double at : breaks) {
    const CubicRecord p = record_from(a, at), q = record_from(b, at);
    out.records.push_back({at, p.a + sign * q.a, p.b + sign * q.b, p.c + sign * q.c, p.d + sign * q.d});
  }
  return out;
}

// Where the slope of a record is zero within (0, length), in order.
std::vector<double> turning_points(const CubicRecord& r, double length) {
  BACKLOT_ASSERT(!(length < 0), "a record reaches over a length");
  std::vector<double> points;
  const double a = 3 * r.d, b = 2 * r.c, c = r.b;
  if (a == 0) {
    if (b != 0) points.push_back(-c / b);
  } else if (const double discriminant = b * b - 4 * a * c; discriminant >= 0) {
    const double q = -0.5 * (b + std::copysign(std::sqrt(discriminant), b));
    points.push_back(q / a);
    if (q != 0) points.push_back(c / q);
  }
  std::erase_if(points, [length](double t) { return !(t > 0 && t < length); });
  std::sort(points.begin(), points.end());
  return points;
}

// The zero of a record between two places where its signs differ.
double zero_between(const CubicRecord& r, double low, double high) {
  BACKLOT_ASSERT(low <= high, "a zero lies in an interval");
  const bool rises = r.at(r.from + high).value > 0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    ((r.at(r.from + middle).value > 0) == rises ? high : low) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace

CubicProfile sum_of(const CubicProfile& a, const CubicProfile& b) { return combined(a, b, 1); }
CubicProfile difference_of(const CubicProfile& a, const CubicProfile& b) { return combined(a, b, -1); }
CubicProfile negative_of(const CubicProfile& a) { return combined({}, a, -1); }

Positive positive_part(const CubicProfile& profile, double length) {
  BACKLOT_ASSERT(!(length < 0), "a profile reaches over a length");
  Positive out;
  const auto& records = profile.records;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const CubicRecord& record = records[i];
    const double end = std::min(i + 1 < records.size() ? records[i + 1].from : length, length);
    const double run = end - record.from;
    if (!(run > 0)) {
      if (out.profile.records.empty() || record.from > out.profile.records.back().from)
        out.profile.records.push_back(record);
      continue;
    }
    std::vector<double> stops{0};
    for (const double t : turning_points(record, run)) stops.push_back(t);
    stops.push_back(run);
    const auto value = [&](double t) { return record.at(record.from + t).value; };
    double lowest = 0;
    for (const double t : stops) {
      lowest = std::min(lowest, value(t));
      if (value(t) < -out.deepest) {
        out.deepest = -value(t);
        out.at = record.from + t;
      }
    }
    if (lowest >= -kNothing_m) {
      out.profile.records.push_back(record);
      continue;
    }
    // between two stops it crosses zero once at most
    std::vector<double> cuts{0};
    for (std::size_t k = 0; k + 1 < stops.size(); ++k) {
      if ((value(stops[k]) < 0) != (value(stops[k + 1]) < 0))
        cuts.push_back(zero_between(record, stops[k], stops[k + 1]));
    }
    cuts.push_back(run);
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
      if (!(cuts[k + 1] > cuts[k])) continue;
      const double from = record.from + cuts[k];
      if (value(0.5 * (cuts[k] + cuts[k + 1])) < 0) {
        out.profile.records.push_back({from, 0, 0, 0, 0});
        continue;
      }
      const ProfileValue v = record.at(from);
      out.profile.records.push_back({from, std::max(v.value, 0.0), v.slope, 0.5 * v.bend, record.d});
    }
  }
  return out;
}

std::vector<CubicProfile> widths_of(const std::vector<const Lane*>& outwards, const ReferenceLine& line,
                                    double section_s, double from, double to) {
  BACKLOT_ASSERT(from <= to, "widths are those of a stretch");
  std::vector<CubicProfile> widths;
  CubicProfile outer;  // how far the lanes so far reach from the reference line
  for (const Lane* lane : outwards) {
    CubicProfile width;
    if (!lane->widths.empty() || lane->borders.empty()) {
      width = profile_by_plan(lane->widths, section_s, line, from, to);
    } else {
      // t of the outer border, which is below zero on the right
      const CubicProfile border = profile_by_plan(lane->borders, section_s, line, from, to);
      width = difference_of(lane->id < 0 ? negative_of(border) : border, outer);
    }
    if (width.records.empty()) width.records.push_back({});
    outer = sum_of(outer, width);
    widths.push_back(std::move(width));
  }
  return widths;
}

}  // namespace backlot::formats::opendrive
