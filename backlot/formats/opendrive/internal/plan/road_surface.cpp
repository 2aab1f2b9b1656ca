#include "backlot/formats/opendrive/internal/plan/road_surface.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/export/written_numbers.h"
#include "backlot/formats/opendrive/internal/plan/strip_heights.h"

namespace backlot::formats::opendrive {

namespace {

using network::SurfaceStation;

constexpr double kAccuracy_m = 1e-4;
constexpr double kShortestStation_m = 0.25;  // between two stations of a surface that bends
constexpr double kJump_m = 1e-6;             // over which a jump along the road is spread

bool is_flat(const std::vector<SurfaceStation>& stations) {
  return std::all_of(stations.begin(), stations.end(), [](const SurfaceStation& station) {
    return std::all_of(
        station.height.records.begin(), station.height.records.end(),
        [](const geometry::CubicRecord& r) { return r.a == 0 && r.b == 0 && r.c == 0 && r.d == 0; });
  });
}

// Records of one s are a station; of two at one t the last counts.
std::vector<SurfaceStation> shape_stations(const std::vector<ShapeRecord>& shape, const ReferenceLine& line) {
  std::vector<SurfaceStation> stations;
  for (const ShapeRecord& record : shape) {
    const double plan = line.plan_at(record.s);
    if (stations.empty() || plan > stations.back().distance) stations.push_back({plan, {}});
    stations.back().height.records.push_back({record.t, record.a, record.b, record.c, record.d});
  }
  for (SurfaceStation& station : stations) {
    auto& records = station.height.records;
    std::stable_sort(records.begin(), records.end(),
                     [](const auto& a, const auto& b) { return a.from < b.from; });
    std::vector<geometry::CubicRecord> kept;
    for (const geometry::CubicRecord& record : records) {
      if (!kept.empty() && kept.back().from == record.from) kept.pop_back();
      kept.push_back(record);
    }
    records = std::move(kept);
  }
  return stations;
}

// Whether two stations differ, at the places where one of them changes or between these.
bool differ(const SurfaceStation& a, const SurfaceStation& b) {
  BACKLOT_ASSERT(!a.height.records.empty() && !b.height.records.empty(), "a station has heights");
  std::vector<double> places;
  for (const SurfaceStation* station : {&a, &b})
    for (const geometry::CubicRecord& r : station->height.records) places.push_back(r.from);
  std::sort(places.begin(), places.end());
  places.push_back(places.back() + 5);
  for (std::size_t i = 0; i + 1 < places.size(); ++i)
    for (const double share : {0.25, 0.5, 0.75, 1.0}) {
      const double at = places[i] + share * (places[i + 1] - places[i]);
      if (!(std::fabs(a.height_at(at) - b.height_at(at)) <= kAccuracy_m)) return true;
    }
  return false;
}

// The station that even heights between two others give.
SurfaceStation between(const SurfaceStation& a, const SurfaceStation& b, double share) {
  BACKLOT_ASSERT(share >= 0 && share <= 1, "a place between two stations has a share of the way");
  std::vector<double> places;
  for (const SurfaceStation* station : {&a, &b})
    for (const geometry::CubicRecord& r : station->height.records) places.push_back(r.from);
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  const auto from = [](const SurfaceStation& station, double at) {
    const auto& records = station.height.records;
    const geometry::CubicRecord r = station.height.record_at(std::max(at, records.front().from));
    const geometry::ProfileValue value = r.at(at);
    return geometry::CubicRecord{at, value.value, value.slope, 0.5 * value.bend, r.d};
  };
  SurfaceStation out;
  for (const double at : places) {
    const geometry::CubicRecord p = from(a, at), q = from(b, at);
    const auto mixed = [share](double x, double y) { return x + share * (y - x); };
    out.height.records.push_back({at, mixed(p.a, q.a), mixed(p.b, q.b), mixed(p.c, q.c), mixed(p.d, q.d)});
  }
  return out;
}

class SurfaceSampler {
 public:
  SurfaceSampler(const StripHeights& strips, const ReferenceLine& line, std::size_t& parts_left)
      : strips_(strips), line_(line), parts_left_(parts_left) {}

  // False where it takes too many parts.
  bool sample();
  std::vector<SurfaceStation> take() { return std::move(stations_); }

 private:
  SurfaceStation station(double s, bool is_before) const {
    return {line_.plan_at(s), strips_.across(s, is_before)};
  }
  bool add(SurfaceStation station);
  bool add_until(double from, double to);

  const StripHeights& strips_;
  const ReferenceLine& line_;
  std::vector<SurfaceStation> stations_;
  std::size_t& parts_left_;
};

bool SurfaceSampler::add(SurfaceStation station) {
  if (!stations_.empty() && !(station.distance > stations_.back().distance)) return true;
  if (station.height.records.size() > parts_left_) return false;
  parts_left_ -= station.height.records.size();
  stations_.push_back(std::move(station));
  return true;
}

// From a station that is there up to `to`; halved until it is even enough between stations.
bool SurfaceSampler::add_until(double from, double to) {
  BACKLOT_ASSERT(from < to, "a stretch of a surface goes ahead");
  double a = from;
  SurfaceStation last = station(a, false);
  std::vector<double> ends{to};
  while (!ends.empty()) {
    const double b = ends.back();
    SurfaceStation next = station(b, true);
    const auto is_uneven = [&] {
      for (const double share : {0.5, 0.25, 0.75})
        if (differ(between(last, next, share), station(a + share * (b - a), false))) return true;
      return false;
    };
    if (b - a > kShortestStation_m && is_uneven()) {
      ends.push_back(0.5 * (a + b));
      continue;
    }
    last = next;
    if (!add(std::move(next))) return false;
    a = b;
    ends.pop_back();
  }
  return true;
}

bool SurfaceSampler::sample() {
  const double s_start = line_.s_start(), s_end = line_.s_end();
  std::vector<double> breaks{s_start, s_end};
  for (const double s : strips_.breaks())
    if (s > s_start && s < s_end) breaks.push_back(s);
  std::sort(breaks.begin(), breaks.end());
  breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());
  if (!add(station(s_start, false))) return false;
  for (std::size_t i = 0; i + 1 < breaks.size(); ++i) {
    const double a = breaks[i], b = breaks[i + 1];
    const bool jumps =
        i + 2 < breaks.size() && b - a > 2 * kJump_m && differ(station(b, true), station(b, false));
    if (!add_until(a, jumps ? b - kJump_m : b)) return false;
    if (jumps && !add(station(b, false))) return false;
  }
  // it stays as it is at the last station
  while (stations_.size() > 1 && stations_.back().height == stations_[stations_.size() - 2].height)
    stations_.pop_back();
  return true;
}

}  // namespace

std::vector<SurfaceStation> surface_of(const Document& document, const Road& road, const ReferenceLine& line,
                                       std::size_t& parts_left, base::Diagnostics& found) {
  std::vector<SurfaceStation> stations;
  if (road.lateral.surface) {
    const StripHeights strips(*road.lateral.surface);
    SurfaceSampler sampler(strips, line, parts_left);
    if (strips.has_too_many() || !sampler.sample()) {
      found.warning(
          "X306", document.place(road.lateral.surface->where),
          fmt::format("the cross section surface of road \"{}\" has too many parts; it is left out", road.id),
          "use fewer strips, and coefficients that change less often");
      return {};
    }
    stations = sampler.take();
  } else {
    stations = shape_stations(road.lateral.shape, line);
  }
  return is_flat(stations) ? std::vector<SurfaceStation>() : stations;
}

std::vector<ShapeRecord> written_shape(const std::vector<SurfaceStation>& stations,
                                       const network::SourceFrame& measure) {
  std::vector<ShapeRecord> records;
  for (const SurfaceStation& station : stations) {
    const double s = written_distance(measure.to_source(station.distance));
    if (!records.empty() && !(s > records.back().s)) continue;
    for (const geometry::CubicRecord& r : station.height.records)
      records.push_back({{}, s, r.from, r.a, r.b, r.c, r.d});
  }
  return records;
}

}  // namespace backlot::formats::opendrive
