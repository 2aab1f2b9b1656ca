#include "table.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/math.h"
#include "backlot/base/random.h"
#include "backlot/geometry/locate.h"
#include "one_ribbon.h"

namespace one_ribbon {

using namespace backlot::geometry;  // NOLINT(google-build-using-namespace): a sample reads better so
using backlot::base::RandomStream;

namespace {

// ---- Shapes whose exact place is known by other means than the ribbon's

// The exact frame and curvature of a spine at a distance.
struct Exact {
  WorldPoint position;
  Vec3 tangent, lateral;
  double curvature = 0;  // of the curve in space
};

struct KnownShape {
  std::string name;
  RibbonDescription description;
  std::function<Exact(double)> exact;
};

RibbonDescription from_plan(PlanSpine spine) {
  RibbonDescription d;
  d.name = "known";
  d.spine = std::move(spine);
  d.edges = {.left = 8, .right = -8};
  return d;
}

KnownShape arc(double radius) {
  PlanSpine spine;
  spine.elements = {{PlanArc{2.5 * radius, 1 / radius}}};
  return {fmt::format("arc, R = {:g} m", radius), from_plan(std::move(spine)), [radius](double d) {
            const double s = std::sin(d / radius), c = std::cos(d / radius);
            return Exact{{radius * s, radius * (1 - c), 0}, {c, s, 0}, {-s, c, 0}, 1 / radius};
          }};
}

// An arc with a constant grade and a constant bank.
KnownShape helix(double radius, double slope, double bank_rad) {
  PlanSpine spine;
  spine.elements = {{PlanArc{2.5 * radius, 1 / radius}}};
  spine.elevation.records = {{.b = slope}};
  spine.bank_rad.records = {{.a = bank_rad}};
  const double w = std::sqrt(1 + slope * slope);  // metres of spine for each metre in plan
  return {
      fmt::format("helix, R = {:g} m, 6 % up, banked", radius), from_plan(std::move(spine)), [=](double d) {
        const double a = d / w / radius, s = std::sin(a), c = std::cos(a);
        const Vec3 tangent = Vec3{c, s, slope} / w, level = {-s, c, 0};
        const Vec3 lateral = std::cos(bank_rad) * level + std::sin(bank_rad) * cross(tangent, level);
        return Exact{{radius * s, radius * (1 - c), slope * d / w}, tangent, lateral, 1 / (radius * w * w)};
      }};
}

// A clothoid from a straight to an arc. Its place is an integral without a closed form: Simpson's rule, in steps so fine
// that its error is below 1e-12 m.
KnownShape clothoid(double length, double radius) {
  PlanSpine spine;
  spine.elements = {{PlanSpiral{length, 0, 1 / radius}}};
  const auto heading = [=](double d) { return d * d / (2 * length * radius); };
  return {fmt::format("clothoid, {:g} m to R = {:g} m", length, radius), from_plan(std::move(spine)),
          [=](double d) {
            constexpr int kSteps = 2000;
            const double h = d / kSteps;
            double x = 0, y = 0;
            for (int i = 0; i <= kSteps; ++i) {
              const double weight = i == 0 || i == kSteps ? 1 : (i % 2 == 1 ? 4 : 2);
              x += weight * std::cos(heading(h * i));
              y += weight * std::sin(heading(h * i));
            }
            const double s = std::sin(heading(d)), c = std::cos(heading(d));
            return Exact{{x * h / 3, y * h / 3, 0}, {c, s, 0}, {-s, c, 0}, d / (length * radius)};
          }};
}

// ---- Accuracy

struct Deviation {
  double spine_m = 0, edges_m = 0, heading_rad = 0, speed = 0, curvature = 0;
  std::size_t segments = 0;
  double length = 0;
};

Deviation deviation(const KnownShape& shape, int places) {
  const Ribbon ribbon = built(shape.description);
  Deviation worst{.segments = ribbon.segment_count(), .length = ribbon.length()};
  for (int i = 0; i <= places; ++i) {
    const double d = ribbon.length() * i / places;
    const Exact exact = shape.exact(d);
    const auto off = [&](double offset) {
      return distance_between(place(ribbon, {d, offset, 0}), exact.position + exact.lateral * offset);
    };
    worst.spine_m = std::max(worst.spine_m, off(0));
    worst.edges_m = std::max({worst.edges_m, off(ribbon.edges().left), off(ribbon.edges().right)});
    worst.heading_rad = std::max(worst.heading_rad, norm(ribbon.frame(d).tangent - exact.tangent));
    worst.speed = std::max(worst.speed, std::fabs(ribbon.speed(d) - 1));
    const double along = ribbon.curvature(d), up = ribbon.vertical_curvature(d);
    const double curvature_off = std::fabs(std::sqrt(along * along + up * up) - exact.curvature);
    // as a share of what the bound allows: 2 % or 1e-5 1/m, whichever is larger
    worst.curvature = std::max(worst.curvature, curvature_off / std::max(0.02 * exact.curvature, 1e-5));
  }
  return worst;
}

bool print_accuracy(int places) {
  fmt::print("  The surface against the exact shape (edges at +8 m and -8 m)\n\n");
  fmt::print("  {:<32} {:>9} {:>10} {:>10} {:>10} {:>9} {:>10}\n", "", "spine", "edges", "heading", "|Q'|-1",
             "curvature", "segment");
  fmt::print("  {:<32} {:>9} {:>10} {:>10} {:>10} {:>9} {:>10}\n", "shape", "mm", "mm", "rad", "", "of bound",
             "m");
  bool is_right = true;
  for (const KnownShape& shape : {arc(12), arc(60), arc(500), clothoid(60, 40), helix(40, 0.06, -0.12)}) {
    const Deviation worst = deviation(shape, places);
    fmt::print("  {:<32} {:9.4f} {:10.4f} {:10.2e} {:10.2e} {:8.0f}% {:10.2f}\n", shape.name,
               1e3 * worst.spine_m, 1e3 * worst.edges_m, worst.heading_rad, worst.speed,
               100 * worst.curvature, worst.length / static_cast<double>(worst.segments));
    is_right = is_right && worst.edges_m <= 1e-3 && worst.spine_m <= 1e-3 && worst.heading_rad <= 5e-4 &&
               worst.speed <= 1e-4 && worst.curvature <= 1;
  }
  fmt::print("  {:<32} {:9.4f} {:10.4f} {:10.2e} {:10.2e} {:8}%\n", "bound", 1.0, 1.0, 5e-4, 1e-4, 100);
  return is_right;
}

// ---- There and back

struct Points {
  std::vector<RibbonPoint> ribbon;
  std::vector<WorldPoint> world;
  std::vector<Located> hints;  // half a metre behind: a car at 30 m/s, sixty times a second
};

Points random_points(const Ribbon& ribbon, std::size_t count) {
  Points points;
  RandomStream random(1, 0, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const RibbonPoint p = {random.uniform(0, ribbon.length()),
                           random.uniform(ribbon.edges().right, ribbon.edges().left),
                           random.uniform(-0.5, 2)};
    points.ribbon.push_back(p);
    points.world.push_back(place(ribbon, p));
    points.hints.push_back(hint_at(ribbon, p.distance - 0.5));
  }
  return points;
}

struct RoundTrip {
  double worst_m = 0;     // place(locate(p)) from p
  std::size_t wrong = 0;  // coordinates that are not those we started from, within 1e-9 m
  double mean_steps = 0;  // evaluations of the spine
};

RoundTrip round_trip(const Ribbon& ribbon, const Points& points, const std::vector<Located>& answers) {
  RoundTrip trip;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const RibbonPoint& want = points.ribbon[i];
    const RibbonPoint got = extended(answers[i]);
    const double off = std::max({std::fabs(got.distance - want.distance), std::fabs(got.offset - want.offset),
                                 std::fabs(got.loft - want.loft)});
    if (!(off <= 1e-9)) ++trip.wrong;
    trip.worst_m = std::max(trip.worst_m, distance_between(place(ribbon, got), points.world[i]));
    trip.mean_steps += answers[i].iterations / static_cast<double>(answers.size());
  }
  return trip;
}

bool print_round_trip(const char* name, const RoundTrip& trip) {
  fmt::print("  {:<32} {:12.1e} {:12} {:16.2f}\n", name, trip.worst_m, trip.wrong, trip.mean_steps);
  return trip.wrong == 0 && trip.worst_m <= 1e-9;
}

bool print_round_trips(const Ribbon& ribbon, const Points& points) {
  fmt::print("\n  There and back: place, locate, place, with {} random points of the surface\n\n",
             points.world.size());
  fmt::print("  {:<32} {:>12} {:>12} {:>16}\n", "", "worst", "wrong", "evaluations");
  fmt::print("  {:<32} {:>12} {:>12} {:>16}\n", "", "m", "answers", "mean");
  std::vector<Located> hinted, cold, batch = points.hints;
  for (std::size_t i = 0; i < points.world.size(); ++i) {
    hinted.push_back(locate(ribbon, points.world[i], points.hints[i]));
    cold.push_back(locate(ribbon, points.world[i]));
  }
  locate(ribbon, points.world, batch);
  const bool a = print_round_trip("with a hint", round_trip(ribbon, points, hinted));
  const bool b = print_round_trip("with a hint, in a batch", round_trip(ribbon, points, batch));
  const bool c = print_round_trip("cold", round_trip(ribbon, points, cold));
  return a && b && c;
}

// ---- Speed

// Nanoseconds for one of `count` calls: the median of five runs.
template <class Work>
double nanoseconds(std::size_t count, const Work& work) {
  std::vector<double> runs;
  for (int run = 0; run < 5; ++run) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
    runs.push_back(took.count() / static_cast<double>(count));
  }
  std::sort(runs.begin(), runs.end());
  return runs[2];
}

void print_speed(const Ribbon& ribbon, const Points& points) {
  const std::size_t n = points.world.size();
  double sum = 0;  // of something in every answer, so that no call can be left out
  std::vector<WorldPoint> places(n);
  std::vector<Located> located(n);

  fmt::print("\n  Time for one call (this machine, median of five runs)\n\n");
  const auto row = [](const char* name, double ns) { fmt::print("  {:<32} {:9.1f} ns\n", name, ns); };
  row("place", nanoseconds(n, [&] {
        for (const RibbonPoint& p : points.ribbon) {
          const WorldPoint placed = place(ribbon, p);
          sum += placed.x + placed.y + placed.z;
        }
      }));
  row("place, in a batch", nanoseconds(n, [&] {
        place(ribbon, points.ribbon, places);
        sum += places.back().x;
      }));
  row("place_pose", nanoseconds(n, [&] {
        // all of the pose counts, so that the compiler leaves nothing out
        for (const RibbonPoint& p : points.ribbon) {
          const PlacedPose pose = place_pose(ribbon, p);
          sum += pose.heading_rad + dot(pose.position - WorldPoint{}, pose.tangent) +
                 dot(pose.lateral, pose.normal);
        }
      }));
  row("locate with a hint", nanoseconds(n, [&] {
        for (std::size_t i = 0; i < n; ++i)
          sum += locate(ribbon, points.world[i], points.hints[i]).point.distance;
      }));
  // the answers of a batch replace the hints, so each run begins with a fresh copy, made before the clock starts
  std::vector<std::vector<Located>> copies(5, points.hints);
  std::size_t next = 0;
  row("locate with a hint, in a batch", nanoseconds(n, [&] {
        std::vector<Located>& copy = copies[next++];
        locate(ribbon, points.world, copy);
        sum += copy.back().point.distance;
      }));
  row("locate cold", nanoseconds(n, [&] {
        for (const WorldPoint& p : points.world) sum += locate(ribbon, p).point.distance;
      }));
  fmt::print("\n  For orientation only: `./dev bench` measures with care.{}\n",
             std::isfinite(sum) ? "" : " ");
}

}  // namespace

bool print_table(const Ribbon& ribbon, std::size_t count) {
  fmt::print("\nAccuracy and speed\n------------------\n");
  const bool is_exact = print_accuracy(count < 10'000 ? 200 : 5'000);
  const Points points = random_points(ribbon, count);
  const bool comes_back = print_round_trips(ribbon, points);
  print_speed(ribbon, points);
  if (!is_exact || !comes_back) fmt::print("\n  SOMETHING IS WRONG: a bound above is broken.\n");
  return is_exact && comes_back;
}

}  // namespace one_ribbon
