#include "backlot/formats/opendrive/internal/export/written_numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/plan/reference_line.h"

namespace backlot::formats::opendrive {

namespace {

constexpr int kDigits = 13;             // of a coefficient, at most
constexpr double kSameRecord_m = 1e-8;  // a record that differs less from the one before goes on with it

// To this many digits after the point, and to kDigits in all.
double rounded(double value, int decimals) {
  BACKLOT_ASSERT(decimals >= 0 && decimals <= 16, "a number is written with 0 to 16 digits after the point");
  if (value == 0 || !std::isfinite(value)) return 0;
  const int magnitude = static_cast<int>(std::floor(std::log10(std::fabs(value))));
  decimals = std::clamp(kDigits - 1 - magnitude, 0, decimals);
  std::array<char, 400> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, decimals);
  double result = 0;
  std::from_chars(text.data(), end.ptr, result);
  return result == 0 ? 0 : result;  // never -0
}

// The record moved to a later start.
Cubic moved(const Cubic& record, double ds) {
  return {record.where, record.s + ds, record.at(ds), record.slope_at(ds), record.c + 3 * record.d * ds,
          record.d};
}

bool goes_on(const Cubic& before, const Cubic& next, double length) {
  BACKLOT_ASSERT(!std::isnan(length), "a record reaches over a length");
  const Cubic same = moved(before, next.s - before.s);
  const double l = std::max(length, 1e-3);
  return std::fabs(same.a - next.a) +
             l * (std::fabs(same.b - next.b) +
                  l * (std::fabs(same.c - next.c) + l * std::fabs(same.d - next.d))) <
         kSameRecord_m;
}

}  // namespace

// 13 digits of a map a million metres long would leave more noise than this rounds away, but roads are not.
double written_distance(double metres) { return rounded(metres, 9); }

void append_profile(const std::vector<Cubic>& next, double until, std::vector<Cubic>& records) {
  for (std::size_t i = 0; i < next.size(); ++i) {
    const double end = i + 1 < next.size() ? next[i + 1].s : until;
    if (!records.empty() && goes_on(records.back(), next[i], end - next[i].s)) continue;
    const Cubic record{next[i].where,          next[i].s,
                       rounded(next[i].a, 10), rounded(next[i].b, 12),
                       rounded(next[i].c, 14), rounded(next[i].d, 16)};
    if (!records.empty() && record.s <= records.back().s)
      records.back() = record;
    else
      records.push_back(record);
  }
}

std::vector<Cubic> written_profile(const geometry::CubicProfile& profile, double from, double to,
                                   const network::SourceFrame& measure, double s_zero) {
  BACKLOT_ASSERT(from <= to, "a profile is written from one distance to a larger one");
  std::vector<Cubic> raw;
  for (std::size_t i = 0; i < profile.records.size(); ++i) {
    const geometry::CubicRecord& record = profile.records[i];
    const double begins = from + record.from;
    const double ends =
        i + 1 < profile.records.size() ? std::min(from + profile.records[i + 1].from, to) : to;
    if (i > 0 && begins >= to) break;
    const double s = measure.to_source(begins);
    const double rate = s_rate(measure.stations, 0.5 * (s + measure.to_source(std::max(ends, begins))));
    raw.push_back({{},
                   written_distance(s - s_zero),
                   record.a,
                   record.b / rate,
                   record.c / (rate * rate),
                   record.d / (rate * rate * rate)});
  }
  std::vector<Cubic> records;
  append_profile(raw, measure.to_source(to) - s_zero, records);
  return records;
}

void drop_zeros(std::vector<Cubic>& records) {
  if (std::all_of(records.begin(), records.end(),
                  [](const Cubic& r) { return r.a == 0 && r.b == 0 && r.c == 0 && r.d == 0; }))
    records.clear();
}

}  // namespace backlot::formats::opendrive
