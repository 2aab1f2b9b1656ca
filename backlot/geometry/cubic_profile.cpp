#include "backlot/geometry/cubic_profile.h"

#include <algorithm>

namespace backlot::geometry {

CubicRecord CubicProfile::record_at(double s) const {
  const auto after = std::upper_bound(records.begin(), records.end(), s,
                                      [](double value, const CubicRecord& r) { return value < r.from; });
  return after == records.begin() ? CubicRecord{} : *(after - 1);
}

CubicProfile CubicProfile::through(const std::vector<Station>& stations) {
  CubicProfile profile;
  for (std::size_t i = 0; i < stations.size(); ++i) {
    CubicRecord record{.from = stations[i].s, .a = stations[i].value};
    if (i + 1 < stations.size() && stations[i + 1].s > stations[i].s) {
      const double run = stations[i + 1].s - stations[i].s;
      const double rise = stations[i + 1].value - stations[i].value;
      record.c = 3 * rise / (run * run);
      record.d = -2 * rise / (run * run * run);
    }
    profile.records.push_back(record);
  }
  return profile;
}

}  // namespace backlot::geometry
