#include "backlot/network/source_frame.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::network {

namespace {

// Linear between stations and past the outermost ones; with one station a shift, without any the value itself.
double mapped(const std::vector<SourceFrame::Station>& stations, double value,
              double SourceFrame::Station::*from, double SourceFrame::Station::*to) {
  if (stations.empty()) return value;
  if (stations.size() == 1) return stations[0].*to + (value - stations[0].*from);
  auto above = std::upper_bound(stations.begin() + 1, stations.end() - 1, value,
                                [&](double v, const SourceFrame::Station& s) { return v < s.*from; });
  const SourceFrame::Station &a = *(above - 1), &b = *above;
  const double step = b.*from - a.*from;
  return step > 0 ? a.*to + (value - a.*from) * ((b.*to - a.*to) / step) : a.*to;
}

}  // namespace

double SourceFrame::to_source(double distance) const {
  BACKLOT_ASSERT(!std::isnan(distance), "a distance is a number");
  return mapped(stations, distance, &Station::distance, &Station::s);
}

double SourceFrame::from_source(double s) const {
  BACKLOT_ASSERT(!std::isnan(s), "a place is a number");
  return mapped(stations, s, &Station::s, &Station::distance);
}

const std::string* SourceFrame::find_label(std::string_view way, std::string_view lane, double s) const {
  const LaneLabel* found = nullptr;
  for (const LaneLabel& label : lanes)
    if (label.way == way && label.lane == lane && (found == nullptr || label.from_s <= s)) found = &label;
  return found == nullptr ? nullptr : &found->label;
}

}  // namespace backlot::network
