// The ribbon's speed, as ratios within one run. What each figure includes stands in the table's notes; docs/ribbon.md
// explains the methods. Usage: ribbon_bench [--smoke] [--long] [--results FOLDER].
#include <cmath>
#include <cstdio>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/random.h"
#include "backlot/draw/plot.h"
#include "backlot/geometry/internal/hinted.h"
#include "backlot/geometry/locate.h"
#include "backlot/geometry/ribbon_index.h"
#include "backlot/geometry/test/catalogue.h"
#include "bench/options.h"
#include "bench/results.h"
#include "bench/timing.h"
#include "bench/town.h"

namespace backlot::bench {
namespace {

using namespace geometry;

constexpr double kAnySum = std::numeric_limits<double>::quiet_NaN();

// ---- the bounds: the least code that could do the work ---------------------------------------------------

// Two steps of Newton from the hint, then offset and loft: no test, no proof, no way back. It does step into the
// neighbouring segment, since the cars cross joints.
template <internal::Crossfall kCrossfall>
Located newton_bound(const internal::RibbonData& data, const WorldPoint& p, const Located& hint) {
  const Vec3 r = p - data.origin;
  std::uint32_t i = hint.segment;
  double d = hint.point.distance;
  for (int k = 0; k < 2; ++k) {
    const internal::Segment& s = data.segments[i];
    const internal::Probe at = internal::probe(s, r, d - s.start);
    d += at.ahead / at.gain;
    if (d >= s.start + s.length && i + 1 < data.segments.size()) ++i;
    if (d < s.start && i > 0) --i;
  }
  const internal::Segment& s = data.segments[i];
  const internal::Probe at = internal::probe(s, r, d - s.start);
  const internal::Across across = internal::across_at<kCrossfall>(data, i, at, d - s.start);
  Located answer;
  answer.point = {d, across.offset, across.loft};
  answer.segment = i;
  answer.found = Found::hinted;
  return answer;
}

// The cubic and its derivative at a distance, the look-up of its segment included.
struct SpineValue {
  Vec3 position, first;
};
SpineValue cubic_bound(const internal::RibbonData& data, double distance) {
  const internal::Segment& s = data.segments[data.segment_at(distance)];
  const double u = distance - s.start;
  const internal::Axis x = internal::axis_at(s.x, u), y = internal::axis_at(s.y, u),
                       z = internal::axis_at(s.z, u);
  return {{s.x[0] + x.run, s.y[0] + y.run, s.z[0] + z.run}, {x.first, y.first, z.first}};
}

// ---- one ribbon ------------------------------------------------------------------------------------------

// Cars on a road, each at two places half a metre or so apart between which it goes to and fro; every query's hint is the
// answer before. Few enough to stay in the cache, as the cars of a simulation's step do.
struct Cars {
  std::vector<WorldPoint> places[2];
  std::vector<RibbonPoint> coordinates;
  std::vector<Located> located;
};

Cars cars_on(const Ribbon& ribbon, std::size_t count) {
  base::RandomStream random{5, 6, 7};
  Cars cars;
  for (std::size_t i = 0; i < count; ++i) {
    const RibbonPoint q = {random.uniform(1, ribbon.length()), random.uniform(-4, 4), random.uniform(0, 0.5)};
    const double before = q.distance - random.uniform(0.2, 0.8);
    cars.coordinates.push_back(q);
    cars.places[0].push_back(place(ribbon, {before, q.offset, q.loft}));
    cars.places[1].push_back(place(ribbon, q));
    cars.located.push_back(hint_at(ribbon, q.distance));
  }
  return cars;
}

// The loops that are timed, each a function of its own as it would be in a program.
template <internal::Crossfall kCrossfall>
[[gnu::noinline]] void locate_by_bound(const internal::RibbonData& data, std::span<const WorldPoint> places,
                                       std::span<Located> located) {
  for (std::size_t i = 0; i < places.size(); ++i)
    located[i] = newton_bound<kCrossfall>(data, places[i], located[i]);
}

[[gnu::noinline]] void locate_singly(const Ribbon& ribbon, std::span<const WorldPoint> places,
                                     std::span<Located> located) {
  for (std::size_t i = 0; i < places.size(); ++i) located[i] = locate(ribbon, places[i], located[i]);
}

[[gnu::noinline]] void evaluate_cubics(const internal::RibbonData& data, std::span<const RibbonPoint> points,
                                       std::span<SpineValue> values) {
  for (std::size_t i = 0; i < points.size(); ++i) values[i] = cubic_bound(data, points[i].distance);
}

[[gnu::noinline]] void place_poses(const Ribbon& ribbon, std::span<const RibbonPoint> points,
                                   std::span<PlacedPose> poses) {
  for (std::size_t i = 0; i < points.size(); ++i) poses[i] = place_pose(ribbon, points[i]);
}

double sum_of(const std::vector<Located>& answers) {
  double sum = 0;
  for (const Located& l : answers) sum += l.point.distance + l.point.offset + l.point.loft;
  return sum;
}

template <internal::Crossfall kCrossfall>
void measure_ribbon(const std::string& label, const Ribbon& ribbon, const Options& options,
                    double forward_limit, Results& results) {
  constexpr std::size_t kCars = 128;
  const int repeats = options.smoke ? 2 : 1600;
  Cars cars = cars_on(ribbon, kCars);
  const internal::RibbonData& data = ribbon.data();
  std::vector<Located>& located = cars.located;
  std::vector<PlacedPose> poses(kCars);
  std::vector<SpineValue> values(kCars);
  double expected = 0;
  for (const RibbonPoint& q : cars.coordinates) expected += q.distance + q.offset + q.loft;
  const std::uint64_t queries = static_cast<std::uint64_t>(repeats) * kCars;
  const auto repeat = [repeats](const auto& once) {
    for (int k = 0; k < repeats; ++k) once(k % 2);  // an even number: the cars end where they began
  };
  const auto pose_sum = [&] {
    double sum = 0;
    for (const PlacedPose& pose : poses) sum += pose.position.x + pose.heading_rad + pose.normal.z;
    return sum;
  };

  const std::vector<Timing> t =
      time_by_turns({{"two-step Newton", queries,
                      [&] {
                        repeat([&](int to) { locate_by_bound<kCrossfall>(data, cars.places[to], located); });
                        return sum_of(located);
                      },
                      expected},
                     {"single", queries,
                      [&] {
                        repeat([&](int to) { locate_singly(ribbon, cars.places[to], located); });
                        return sum_of(located);
                      },
                      expected},
                     {"batch", queries,
                      [&] {
                        repeat([&](int to) { locate(ribbon, cars.places[to], located); });
                        return sum_of(located);
                      },
                      expected},
                     {"cubic", queries,
                      [&] {
                        repeat([&](int) { evaluate_cubics(data, cars.coordinates, values); });
                        double sum = 0;
                        for (const SpineValue& v : values) sum += v.position.x + v.first.y;
                        return sum;
                      },
                      kAnySum},
                     {"forward", queries,
                      [&] {
                        repeat([&](int) { place_poses(ribbon, cars.coordinates, poses); });
                        return pose_sum();
                      },
                      kAnySum}},
                    options.rounds());

  const Timing &newton = t[0], &single = t[1], &batch = t[2], &cubic = t[3], &forward = t[4];
  results.add({label + ", query with hint, single", single, median_ratio(single, newton),
               "times a two-step Newton", 2, Better::smaller});
  results.add({label + ", query with hint, batch", batch, median_ratio(single, batch),
               "times faster than single", 2.5, Better::larger});
  results.add({label + ", forward (position, heading, frame)", forward, median_ratio(forward, cubic),
               "times cubic and derivative", forward_limit, Better::smaller});
}

// ---- many ribbons ----------------------------------------------------------------------------------------

struct WorldFigures {
  std::size_t segments = 0;
  double touched = 0;  // boxes and segments per query
  Timing cold;
  double cold_per_hinted = 0;
  double bytes_per_segment = 0;
};

WorldFigures measure_world(std::size_t segments, const Options& options) {
  const std::vector<Ribbon> town = make_town(segments);
  const RibbonIndex index(pointers(town));
  const std::size_t count = options.smoke ? 2000 : 200000;
  const std::vector<TownPoint> points = make_points(town, count, 31);

  WorldFigures figures;
  figures.segments = index.segment_count();
  figures.bytes_per_segment = static_cast<double>(index.bytes()) / static_cast<double>(figures.segments);
  double expected = 0, touched = 0;
  for (const TownPoint& p : points) {
    SearchEffort effort;
    const IndexAnswer answer = index.closest(p.place, &effort);
    // streets cross: the nearest spine may be another street's; the sum below checks that it stays the same
    expected += answer.located.point.distance + answer.ribbon;
    touched += effort.boxes + effort.segments;
  }
  figures.touched = touched / static_cast<double>(count);

  const std::vector<Timing> t =
      time_by_turns({{"cold", count,
                      [&] {
                        double sum = 0;
                        for (const TownPoint& p : points) {
                          const IndexAnswer answer = index.closest(p.place);
                          sum += answer.located.point.distance + answer.ribbon;
                        }
                        return sum;
                      },
                      expected},
                     {"hinted", count,
                      [&] {
                        double sum = 0;
                        for (const TownPoint& p : points) {
                          const Ribbon& ribbon = town[p.ribbon];
                          Located hint;
                          hint.found = Found::hinted;
                          hint.point.distance = p.on_ribbon.distance > 0.5 ? p.on_ribbon.distance - 0.5 : 0;
                          hint.segment = ribbon.data().segment_at(hint.point.distance);
                          sum += locate(ribbon, p.place, hint).point.distance;
                        }
                        return sum;
                      },
                      kAnySum}},
                    options.smoke ? 2 : 7);
  figures.cold = t[0];
  figures.cold_per_hinted = median_ratio(t[0], t[1]);
  return figures;
}

void measure_worlds(const Options& options, Results& results) {
  std::vector<WorldFigures> worlds;
  for (const std::size_t n : {100u, 1000u, 10000u, 100000u, 1000000u}) {
    if (options.smoke && n > 10000) break;
    worlds.push_back(measure_world(n, options));
    const WorldFigures& w = worlds.back();
    fmt::print(stderr,
               "  {:>8} segments: {:.1f} boxes and segments touched, {:.0f} ns, {:.1f} times hinted, {:.0f} "
               "bytes of index each\n",
               w.segments, w.touched, w.cold.median_ns, w.cold_per_hinted, w.bytes_per_segment);
  }
  draw::Plot touched{.title = "Boxes and segments touched by a cold query",
                     .x = {.label = "segments in the world", .is_log = true},
                     .y = {.label = "touched per query", .low = 0, .high = 10},
                     .series = {{.name = "boxes and segments", .points = {}}}};
  draw::Plot time{.title = "Time of a cold query",
                  .x = {.label = "segments in the world", .is_log = true},
                  .y = {.label = "nanoseconds (median of the rounds)", .low = 0},
                  .series = {{.name = "cold query", .points = {}}}};
  for (const WorldFigures& w : worlds) {
    touched.series[0].points.push_back({static_cast<double>(w.segments), w.touched});
    time.series[0].points.push_back({static_cast<double>(w.segments), w.cold.median_ns});
  }
  results.add_plot("cold_query_touched.svg", draw::draw_plot(touched));
  results.add_plot("cold_query_time.svg", draw::draw_plot(time));

  if (options.smoke) return;
  const WorldFigures &small = worlds[0], &middle = worlds[2], &large = worlds[3], &huge = worlds[4];
  results.add({"cold query among 100,000 segments", large.cold, large.cold_per_hinted, "times the hinted one",
               15, Better::smaller});
  results.add({"boxes and segments touched, 10^2 to 10^6 segments", huge.cold, huge.touched / small.touched,
               "times as many", 1.5, Better::smaller});
  results.add({"time of a cold query, 10^4 to 10^6 segments", huge.cold,
               huge.cold.median_ns / middle.cold.median_ns, "times as long", 4, Better::smaller});
}

int run(const Options& options) {
  Results results("ribbon", options.folder);
  measure_ribbon<internal::Crossfall::flat>(
      "flat road", geometry::test::built(geometry::test::country_road()), options, 2.5, results);
  measure_ribbon<internal::Crossfall::banked>(
      "banked road", geometry::test::built(geometry::test::mountain_road()), options, 3.5, results);
  measure_worlds(options, results);
  results.print();
  if (!results.write()) return 1;
  return options.smoke || results.all_hold() ? 0 : 1;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "ribbon_bench", options)) return 2;
  return backlot::bench::run(options);
}
