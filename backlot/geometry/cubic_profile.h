#pragma once

#include <vector>

namespace backlot::geometry {

// Value and first two derivatives of a profile, by plan distance.
struct ProfileValue {
  double value = 0, slope = 0, bend = 0;
};

// value(s) = a + b t + c t^2 + d t^3 with t = s - from, valid until the next record begins.
struct CubicRecord {
  double from = 0;
  double a = 0, b = 0, c = 0, d = 0;

  ProfileValue at(double s) const {
    const double t = s - from;
    return {a + t * (b + t * (c + t * d)), b + t * (2 * c + t * (3 * d)), 2 * c + 6 * d * t};
  }

  friend constexpr bool operator==(const CubicRecord&, const CubicRecord&) = default;
};

// A quantity along the plan distance of a road in pieces of cubics: elevation in metres, bank in radians.
// Records are sorted by `from`; before the first one the value is 0, after the last one it goes on.
// Records may disagree where they meet: the ribbon rounds and reports the jump.
struct CubicProfile {
  std::vector<CubicRecord> records;

  // The record that applies at s, a zero record before the first.
  CubicRecord record_at(double s) const;

  // A profile that runs through the given (s, value) stations with zero slope at each: S-shaped between them.
  struct Station {
    double s = 0, value = 0;
  };
  static CubicProfile through(const std::vector<Station>& stations);

  friend bool operator==(const CubicProfile&, const CubicProfile&) = default;
};

}  // namespace backlot::geometry
