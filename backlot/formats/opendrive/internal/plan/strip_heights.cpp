#include "backlot/formats/opendrive/internal/plan/strip_heights.h"

#include <algorithm>
#include <cstdlib>

#include "backlot/base/assert.h"

namespace backlot::formats::opendrive {

namespace {

constexpr std::size_t kMostStrips = 100;  // on one side
constexpr double kBesideRoad_m = 50;      // where the last strip on the right is said to begin

double value_at(const std::vector<Cubic>& records, double s, bool is_before) {
  const auto after = is_before ? std::lower_bound(records.begin(), records.end(), s,
                                                  [](const Cubic& r, double value) { return r.s < value; })
                               : std::upper_bound(records.begin(), records.end(), s,
                                                  [](double value, const Cubic& r) { return value < r.s; });
  if (after == records.begin()) return 0;
  const Cubic& record = *(after - 1);
  return record.at(s - record.s);
}

}  // namespace

StripHeights::StripHeights(const CrossSectionSurface& surface) : surface_(surface) {
  for (const SurfaceStrip& strip : surface.strips)
    if (strip.id != 0) (strip.id > 0 ? left_ : right_).push_back(&strip);
  for (std::vector<const SurfaceStrip*>* one : {&left_, &right_}) {
    std::stable_sort(one->begin(), one->end(), [](const SurfaceStrip* a, const SurfaceStrip* b) {
      return std::abs(static_cast<long>(a->id)) < std::abs(static_cast<long>(b->id));
    });
    has_too_many_ = has_too_many_ || one->size() > kMostStrips;
  }
}

std::vector<double> StripHeights::breaks() const {
  std::vector<double> all;
  const auto add = [&all](const std::vector<Cubic>& records) {
    for (const Cubic& record : records) all.push_back(record.s);
  };
  add(surface_.t_offset);
  for (const SurfaceStrip& strip : surface_.strips)
    for (const std::vector<Cubic>* records :
         {&strip.width, &strip.constant, &strip.linear, &strip.quadratic, &strip.cubic})
      add(*records);
  return all;
}

std::vector<StripHeights::Cross> StripHeights::side(const std::vector<const SurfaceStrip*>& strips, double s,
                                                    bool is_before, double sign) const {
  BACKLOT_ASSERT(sign == 1 || sign == -1, "a side is left or right");
  std::vector<Cross> out;
  double edge = value_at(surface_.t_offset, s, is_before), height = 0;
  for (std::size_t i = 0; i < strips.size(); ++i) {
    const SurfaceStrip& strip = *strips[i];
    const bool is_last = i + 1 == strips.size();
    const double width = is_last ? kBesideRoad_m : std::max(0.0, value_at(strip.width, s, is_before));
    Cross cross{edge,
                edge + sign * width,
                value_at(strip.constant, s, is_before),
                value_at(strip.linear, s, is_before),
                value_at(strip.quadratic, s, is_before),
                value_at(strip.cubic, s, is_before)};
    if (strip.mode == "relative") cross.a += height;
    const double run = sign * width;
    height = cross.a + run * (cross.b + run * (cross.c + run * cross.d));
    edge = cross.outer;
    out.push_back(cross);
  }
  return out;
}

geometry::CubicProfile StripHeights::across(double s, bool is_before) const {
  std::vector<Cross> right = side(right_, s, is_before, -1);
  const std::vector<Cross> left = side(left_, s, is_before, 1);
  const double middle = value_at(surface_.t_offset, s, is_before);
  geometry::CubicProfile profile;
  const auto add = [&profile](const geometry::CubicRecord& record) {
    if (!profile.records.empty() && !(record.from > profile.records.back().from)) profile.records.pop_back();
    profile.records.push_back(record);
  };
  if (right.empty()) add({middle - kBesideRoad_m, 0, 0, 0, 0});
  std::reverse(right.begin(), right.end());
  for (const Cross& cross : right) {
    // from its outer edge, which lies to the right
    const geometry::CubicRecord from_inner{cross.inner, cross.a, cross.b, cross.c, cross.d};
    const geometry::ProfileValue value = from_inner.at(cross.outer);
    add({cross.outer, value.value, value.slope, 0.5 * value.bend, cross.d});
  }
  if (left.empty()) add({middle, 0, 0, 0, 0});
  for (const Cross& cross : left) add({cross.inner, cross.a, cross.b, cross.c, cross.d});
  return profile;
}

}  // namespace backlot::formats::opendrive
