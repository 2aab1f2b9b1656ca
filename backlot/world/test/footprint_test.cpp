// The footprint of a body on a strip against the slow way: points all over the rectangle, each located on the ribbon.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/base/random.h"
#include "backlot/geometry/locate.h"
#include "backlot/geometry/test/catalogue.h"
#include "backlot/world/mover.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::world::footprint_test {
namespace {

using geometry::WorldPoint;

// The box of strip coordinates of the points of a body: its border is enough, since nothing inside reaches further.
Footprint located_footprint(const geometry::Ribbon& ribbon, const Track& track, const BodyShape& shape,
                            const Mover& m) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double from = kInfinity, to = -kInfinity, right = kInfinity, left = -kInfinity;
  const auto look = [&](double ahead, double aside) {
    const WorldPoint p{m.guide.x + ahead * m.heading_x - aside * m.heading_y,
                       m.guide.y + ahead * m.heading_y + aside * m.heading_x, m.guide.z};
    const geometry::RibbonPoint at = geometry::extended(geometry::locate(ribbon, p));
    from = std::min(from, at.distance - track.from);
    to = std::max(to, at.distance - track.from);
    right = std::min(right, at.offset);
    left = std::max(left, at.offset);
  };
  const auto front = static_cast<double>(shape.front_m()), rear = static_cast<double>(shape.rear_m()),
             half = static_cast<double>(shape.half_width_m());
  constexpr int kPoints = 40;  // on each side
  for (int k = 0; k <= kPoints; ++k) {
    const double share = static_cast<double>(k) / kPoints;
    const double along = -rear + share * (front + rear), across = -half + share * 2 * half;
    look(along, half);
    look(along, -half);
    look(front, across);
    look(-rear, across);
  }
  return {from, to, static_cast<float>(right), static_cast<float>(left)};
}

// How much a footprint leaves out of the body, and how much it takes in besides; along and across, metres.
struct Error {
  double short_along = 0, short_across = 0, long_along = 0, long_across = 0;
};

Error largest_error(const TestRoads& roads, const Track& track, const BodyShape& shape, double most_slant,
                    std::uint64_t seed) {
  base::RandomStream random{seed, 0, 0};
  Error worst;
  const std::size_t count = geometry::test::point_count(300);
  for (std::size_t k = 0; k < count; ++k) {
    Mover m;
    put_on_track(roads.tracks, roads.tracks.track_of(network::DirectedLane{track.lane, track.is_along}),
                 random.uniform(0.3, 0.7) * track.length, random.uniform(-1, 1), m);
    const base::SinCos slant = base::sin_cos(random.uniform(-most_slant, most_slant));
    const double hx = m.heading_x, hy = m.heading_y;
    m.heading_x = hx * slant.cos - hy * slant.sin;
    m.heading_y = hx * slant.sin + hy * slant.cos;
    const Footprint told = footprint_of(shape, view_of(roads.tracks, m)),
                    exact = located_footprint(roads.tracks.ribbon(track), track, shape, m);
    const auto note = [](double& short_by, double& long_by, double too_little) {
      short_by = std::max(short_by, too_little);
      long_by = std::max(long_by, -too_little);
    };
    note(worst.short_along, worst.long_along, told.from - exact.from);
    note(worst.short_along, worst.long_along, exact.to - told.to);
    note(worst.short_across, worst.long_across, static_cast<double>(told.right - exact.right));
    note(worst.short_across, worst.long_across, static_cast<double>(exact.left - told.left));
  }
  return worst;
}

std::string ring(double radius, const char* side) {
  return fmt::format(R"(
way ring {{
  lanes {{ vehicle backward 3.25 m; spine; vehicle forward 3.25 m }}
  begin at (100 m, 50 m) heading 77 deg
  arc {} radius {} m turn 340 deg
  start open
  end open
}}
)",
                     side, radius);
}

TEST(FootprintOf, OnAStraightIsExact) {
  const TestRoads roads(R"(
way straight {
  lanes { vehicle backward 3.25 m; spine; vehicle forward 3.25 m }
  begin at (100 m, 50 m) heading 77 deg
  line 100 m
  start open
  end open
}
)");
  for (std::uint32_t kind = 0; kind < kVehicleKinds; ++kind) {
    for (const Track& track : roads.tracks.all()) {
      const Error e =
          largest_error(roads, track, usual_shape(static_cast<ObjectKind>(kind)), base::kPi, kind);
      EXPECT_LT(std::max({e.short_along, e.long_along, e.short_across, e.long_across}), 1e-5);
    }
  }
}

// To second order in the bend, so off by a share of length^2 / radius, with the radius at the inner side of the body: a car in
// a lane of 12 m radius by less than 0.25 m along and 0.1 m across. Slants up to 0.3 rad, more than any lane change has.
TEST(FootprintOf, OnArcsIsOffByAShareOfTheSquaredLengthOverTheRadius) {
  for (const double radius : {8.0, 12.0, 25.0, 60.0, 200.0}) {
    for (const char* side : {"left", "right"}) {
      const TestRoads roads(ring(radius, side));
      for (std::uint32_t kind = 0; kind < kVehicleKinds; ++kind) {
        const BodyShape shape = usual_shape(static_cast<ObjectKind>(kind));
        const auto length = static_cast<double>(shape.length_m);
        const double share = length * length / (radius - 2.6);
        for (const Track& track : roads.tracks.all()) {
          SCOPED_TRACE(
              fmt::format("radius {} to the {}, kind {}, along {}", radius, side, kind, track.is_along));
          const Error e = largest_error(roads, track, shape, 0.3, kind);
          EXPECT_LT(e.short_along, 0.12 * share);
          EXPECT_LT(e.long_along, 0.12 * share);
          EXPECT_LT(e.short_across, 0.04 * share);
          EXPECT_LT(e.long_across, 0.05 * share);
          if (kind == 0 && radius >= 12) {
            EXPECT_LT(std::max(e.short_along, e.long_along), 0.25);
            EXPECT_LT(std::max(e.short_across, e.long_across), 0.1);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace backlot::world::footprint_test
