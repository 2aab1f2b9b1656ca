#include "bench/town.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/math.h"
#include "backlot/base/random.h"

namespace backlot::bench {

using geometry::PlanArc;
using geometry::PlanLine;
using geometry::PlanSpine;
using geometry::Ribbon;
using geometry::RibbonDescription;

namespace {

constexpr double kBlock_m = 160;

// street number i: a winding block to the east or to the north from a crossing of a square grid that grows outwards
RibbonDescription street(std::uint32_t i, std::uint32_t columns) {
  const std::uint32_t crossing = i / 2;
  const bool north = i % 2 == 1;
  base::RandomStream random{99, i, 1};
  const double bend = random.uniform(1.0 / 120, 1.0 / 50);
  PlanSpine spine;
  spine.start = {.x = kBlock_m * (crossing % columns),
                 .y = kBlock_m * (crossing / columns),
                 .heading_rad = north ? base::kHalfPi : 0};
  // there and back: the heading at the end is that of the start
  spine.elements = {
      {PlanLine{30}}, {PlanArc{25, bend}}, {PlanArc{50, -bend}}, {PlanArc{25, bend}}, {PlanLine{20}}};
  if (i % 9 == 0) spine.elevation = geometry::CubicProfile::through({{0, 0}, {60, 6}, {90, 6}, {150, 0}});
  return {fmt::format("street_{}", i), std::move(spine), {5, -5}};
}

}  // namespace

std::vector<Ribbon> make_town(std::size_t segments) {
  // about ten segments each; the grid is as wide as high
  std::uint32_t columns = 1;
  while (20u * columns * columns < segments) ++columns;
  std::vector<Ribbon> town;
  std::size_t count = 0;
  for (std::uint32_t i = 0; count < segments; ++i) {
    base::Result<Ribbon> ribbon = Ribbon::build(street(i, columns));
    if (!ribbon) {
      std::fputs(base::to_text(ribbon.diagnostics()).c_str(), stderr);
      std::exit(1);
    }
    count += ribbon->segment_count();
    town.push_back(std::move(ribbon).value());
  }
  return town;
}

std::vector<const Ribbon*> pointers(const std::vector<Ribbon>& ribbons) {
  std::vector<const Ribbon*> list;
  for (const Ribbon& ribbon : ribbons) list.push_back(&ribbon);
  return list;
}

std::vector<TownPoint> make_points(const std::vector<Ribbon>& town, std::size_t count, std::uint64_t seed) {
  base::RandomStream random{seed, 2, 2};
  std::vector<TownPoint> points;
  for (std::size_t i = 0; i < count; ++i) {
    const auto ribbon = static_cast<std::uint32_t>(random.below(town.size()));
    const geometry::RibbonPoint q = {random.uniform(0, town[ribbon].length()), random.uniform(-4.9, 4.9),
                                     random.uniform(0, 1)};
    points.push_back({geometry::place(town[ribbon], q), ribbon, q});
  }
  return points;
}

}  // namespace backlot::bench
