#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/network/internal/build/build.h"
#include "backlot/network/locate.h"

namespace backlot::network::internal {

namespace {

using geometry::WorldPoint;

double turn(const WorldPoint& a, const WorldPoint& b, const WorldPoint& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// The convex hull seen from above, counter-clockwise (Andrew's chains).
std::vector<WorldPoint> hull(std::vector<WorldPoint> points) {
  std::sort(points.begin(), points.end(),
            [](const WorldPoint& a, const WorldPoint& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  if (points.size() < 3) return points;
  std::vector<WorldPoint> out(2 * points.size());
  std::size_t n = 0;
  const auto add = [&](const WorldPoint& p, std::size_t least) {
    while (n >= least && turn(out[n - 2], out[n - 1], p) <= 0) --n;
    out[n++] = p;
  };
  for (const WorldPoint& p : points) add(p, 2);
  const std::size_t lower = n + 1;
  for (std::size_t i = points.size() - 1; i > 0; --i) add(points[i - 1], lower);
  out.resize(n - 1);
  return out;
}

// Both edges of a strip at a distance.
void add_edges(const Build& build, StripId id, double distance, std::vector<WorldPoint>& points) {
  BACKLOT_ASSERT(id.index() < build.sections.size(), "the network has no such strip");
  const NetworkData& data = *build.data;
  const Strip& strip = data.strips[id.index()];
  const CrossSection& section = build.sections[id.index()];
  const std::size_t n = section.boundary_count();
  const auto after = std::upper_bound(section.breaks.begin() + 1, section.breaks.end(), distance);
  const auto i = static_cast<std::size_t>(after - section.breaks.begin()) - 1;
  const double t = distance - section.breaks[i];
  for (const std::size_t boundary : {i * n, i * n + n - 1})
    points.push_back(geometry::place(data.ribbons[strip.ribbon.index()],
                                     {strip.from + distance, section.boundaries[boundary].at(t), 0}));
}

std::vector<WorldPoint> points_around(const Build& build, const Intersection& intersection) {
  BACKLOT_ASSERT(intersection.first_arm + intersection.arm_count <= build.data->arms.size(),
                 "an intersection of another network");
  const NetworkData& data = *build.data;
  std::vector<WorldPoint> points;
  for (std::uint32_t i = 0; i < intersection.arm_count; ++i) {
    const Arm& arm = data.arms[intersection.first_arm + i];
    add_edges(build, arm.strip, arm.end == End::start ? 0 : data.strips[arm.strip.index()].length(), points);
  }
  for (std::uint32_t i = 0; i < intersection.corridor_count; ++i) {
    const StripId strip = data.corridors[intersection.first_corridor + i].strip;
    const double length = data.strips[strip.index()].length();
    for (int k = 0; k <= 8; ++k) add_edges(build, strip, length * k / 8, points);
  }
  return points;
}

// The lowest and highest place of the surfaces: spines at their knots, and as much more as the edges may lie aside.
void note_heights(NetworkData& data) {
  bool is_first = true;
  for (const geometry::Ribbon& ribbon : data.ribbons)
    for (const double knot : ribbon.knots()) {
      const geometry::RibbonFrame frame = ribbon.frame(knot);
      for (const double offset : {ribbon.edges().left, ribbon.edges().right}) {
        const double z = frame.position.z + frame.lateral.z * offset;
        data.z_low = is_first ? z : std::min(data.z_low, z);
        data.z_high = is_first ? z : std::max(data.z_high, z);
        is_first = false;
      }
    }
  data.z_low += data.heights.low;
  data.z_high += data.heights.high;
}

}  // namespace

void build_areas(Build& build) {
  NetworkData& data = *build.data;
  std::vector<PlanBox> boxes(data.intersections.size());
  for (std::size_t i = 0; i < data.intersections.size(); ++i) {
    Intersection& intersection = data.intersections[i];
    const std::vector<WorldPoint>& given = build.described[i]->boundary;
    const bool is_finite = std::all_of(given.begin(), given.end(), geometry::is_place);
    if (!given.empty() && (given.size() < 3 || !is_finite))
      build.error("N152", build.described[i]->place,
                  fmt::format("the boundary of intersection \"{}\" needs at least three places",
                              data.intersection_names[i]));
    std::vector<WorldPoint> around;
    if (intersection.kind == IntersectionKind::area)
      around = given.size() >= 3 && is_finite ? given : hull(points_around(build, intersection));
    intersection.first_boundary = static_cast<std::uint32_t>(data.boundary_points.size());
    intersection.boundary_count = static_cast<std::uint32_t>(around.size());
    data.boundary_points.insert(data.boundary_points.end(), around.begin(), around.end());
    if (around.empty()) {
      const WorldPoint at =
          intersection.arm_count > 0 ? data.arms[intersection.first_arm].position : WorldPoint{};
      boxes[i] = {at.x, at.y, at.x, at.y};
      continue;
    }
    boxes[i] = {around[0].x, around[0].y, around[0].x, around[0].y};
    intersection.z_low = intersection.z_high = around[0].z;
    for (const WorldPoint& p : around) {
      boxes[i].x_low = std::min(boxes[i].x_low, p.x);
      boxes[i].y_low = std::min(boxes[i].y_low, p.y);
      boxes[i].x_high = std::max(boxes[i].x_high, p.x);
      boxes[i].y_high = std::max(boxes[i].y_high, p.y);
      intersection.z_low = std::min(intersection.z_low, p.z);
      intersection.z_high = std::max(intersection.z_high, p.z);
    }
  }
  data.areas = AreaGrid(boxes);
}

void build_index(Build& build) {
  NetworkData& data = *build.data;
  // strips by ribbon, then distance
  std::vector<std::uint32_t> order(data.strips.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const Strip &x = data.strips[a], &y = data.strips[b];
    if (x.ribbon != y.ribbon) return x.ribbon < y.ribbon;
    return x.from != y.from ? x.from < y.from : a < b;
  });
  data.first_of_ribbon.assign(data.ribbons.size() + 1, 0);
  for (const std::uint32_t i : order) {
    data.ribbon_strips.push_back(StripId(i));
    ++data.first_of_ribbon[data.strips[i].ribbon.index() + 1];
  }
  for (std::size_t i = 1; i < data.first_of_ribbon.size(); ++i)
    data.first_of_ribbon[i] += data.first_of_ribbon[i - 1];

  std::vector<const geometry::Ribbon*> ribbons;
  ribbons.reserve(data.ribbons.size());
  for (const geometry::Ribbon& ribbon : data.ribbons) ribbons.push_back(&ribbon);
  note_heights(data);
  const LoftWindow window;
  data.index.emplace(std::move(ribbons), geometry::SurfaceWindow{window.low + data.heights.low,
                                                                 window.high + data.heights.high, kCrack});
}

}  // namespace backlot::network::internal
