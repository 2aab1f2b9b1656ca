// Regions and lines of sight against scans over the bodies of all objects; from a world and from its frame.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/look/line_of_sight.h"
#include "backlot/look/region.h"
#include "backlot/sim/test/look/look_moments.h"

namespace backlot::sim::look_bodies_test {
namespace {

using look::Circle;
using record::FrameObject;
using world::PlanPoint;

constexpr double kRounding_m = 1e-7;

// ---- regions

double distance_to(const FrameObject& o, const PlanPoint& p) {
  const world::BodyBox box = box_of(o);
  const double dx = p.x - box.centre.x, dy = p.y - box.centre.y;
  const double along = dx * box.heading_x + dy * box.heading_y,
               across = dy * box.heading_x - dx * box.heading_y;
  const double a = along - std::clamp(along, -box.half_length, box.half_length),
               b = across - std::clamp(across, -box.half_width, box.half_width);
  return std::sqrt(a * a + b * b);
}

// Compares what was found with a scan: `inside` tells 1 for certainly, 0 for perhaps, -1 for certainly not.
template <class Inside>
std::size_t compare(const record::Frame& frame, const std::vector<std::uint32_t>& found,
                    const Inside& inside) {
  EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
  std::size_t certain = 0, counted = 0;
  for (const FrameObject& o : frame.objects) {
    const bool is_found = std::binary_search(found.begin(), found.end(), o.id.slot());
    const int expected = inside(o);
    if (expected != 0) {
      EXPECT_EQ(is_found, expected > 0) << "object " << o.id.slot();
    }
    certain += expected > 0 ? 1U : 0U;
    counted += is_found ? 1U : 0U;
  }
  EXPECT_EQ(counted, found.size()) << "a number that no object has";
  return certain;
}

TEST(LookRegion, ACircleHasTheBodiesOfAScan) {
  std::size_t found = 0;
  std::vector<std::uint32_t> within, recorded;
  for_moments(4, [&](const Moment& m) {
    for (std::size_t k = 0; k < questions_per_moment(); ++k) {
      const Circle circle{random_place(m.frame, m.random), m.random.uniform(0, 60)};
      look::find_within(m.world, circle, within);
      look::find_within(m.recorded, circle, recorded);
      ASSERT_EQ(within, recorded);
      found += compare(m.frame, within, [&](const FrameObject& o) {
        const double away = distance_to(o, circle.centre) - circle.radius_m;
        return std::fabs(away) < kRounding_m ? 0 : (away < 0 ? 1 : -1);
      });
    }
  });
  EXPECT_GT(found, 1000U);
}

Polygon random_polygon(const PlanPoint& middle, base::RandomStream& random) {
  const double radius = random.uniform(3, 60);
  const std::size_t count = 3 + random.below(4);
  Polygon corners;
  for (std::size_t i = 0; i < count; ++i) {
    const double turn =
        6.283185307 * (static_cast<double>(i) + 0.5 * random.uniform()) / static_cast<double>(count);
    corners.push_back({middle.x + radius * std::cos(turn), middle.y + radius * std::sin(turn)});
  }
  return corners;
}

TEST(LookRegion, APolygonHasTheBodiesOfAScan) {
  std::size_t found = 0;
  std::vector<std::uint32_t> within, recorded;
  for_moments(5, [&](const Moment& m) {
    for (std::size_t k = 0; k < questions_per_moment(); ++k) {
      const PlanPoint middle = random_place(m.frame, m.random);
      const Polygon corners = random_polygon(middle, m.random);
      look::find_within(m.world, corners, within);
      look::find_within(m.recorded, corners, recorded);
      ASSERT_EQ(within, recorded);
      found += compare(m.frame, within, [&](const FrameObject& o) {
        if (distance_to(o, middle) > 61) return -1;
        const bool surely = !clipped(corners_of(box_of(o, -kRounding_m)), corners).empty();
        const bool perhaps = !clipped(corners_of(box_of(o, kRounding_m)), corners).empty();
        return surely ? 1 : (perhaps ? 0 : -1);
      });
    }
  });
  EXPECT_GT(found, 1000U);
}

// ---- lines of sight

// A box that stands on the ground.
struct Block {
  world::BodyBox box;
  double height_m = 0;
  world::ObjectId id{};
};

// Whether a line passes through a block: it is clipped by the three pairs of planes one after the other.
bool passes_through(const Block& b, const geometry::WorldPoint& from, const geometry::WorldPoint& to,
                    double grown_m) {
  double first = 0, last = 1;
  const auto clip = [&](double at, double way, double low, double high) {
    if (std::fabs(way) < 1e-12) {
      if (at <= low || at >= high) last = -1;
      return;
    }
    const double a = (low - at) / way, c = (high - at) / way;
    first = std::max(first, std::min(a, c));
    last = std::min(last, std::max(a, c));
  };
  const double fx = from.x - b.box.centre.x, fy = from.y - b.box.centre.y;
  const double dx = to.x - from.x, dy = to.y - from.y, hx = b.box.heading_x, hy = b.box.heading_y;
  clip(hx * fx + hy * fy, hx * dx + hy * dy, -b.box.half_length - grown_m, b.box.half_length + grown_m);
  clip(hx * fy - hy * fx, hx * dy - hy * dx, -b.box.half_width - grown_m, b.box.half_width + grown_m);
  clip(from.z - b.box.centre.z, to.z - from.z, -grown_m, b.height_m + grown_m);
  return first < last;
}

// Whether the block comes near the line at all.
bool is_near(const Block& b, const geometry::WorldPoint& from, const geometry::WorldPoint& to) {
  const double dx = to.x - from.x, dy = to.y - from.y, bx = b.box.centre.x - from.x,
               by = b.box.centre.y - from.y;
  const double radius = b.box.half_length + b.box.half_width + 0.1, length2 = dx * dx + dy * dy;
  const double t = length2 > 0 ? std::clamp((bx * dx + by * dy) / length2, 0.0, 1.0) : 0;
  const double ax = bx - t * dx, ay = by - t * dy;
  return ax * ax + ay * ay <= radius * radius;
}

bool is_seen(const std::vector<Block>& blocks, const Block& block, const geometry::WorldPoint& eye,
             double grown_m) {
  Polygon points = corners_of(block.box);
  points.push_back({block.box.centre.x, block.box.centre.y});
  return std::ranges::any_of(points, [&](const PlanPoint& p) {
    const geometry::WorldPoint at{p.x, p.y, block.box.centre.z + 0.5 * block.height_m};
    return std::ranges::none_of(blocks, [&](const Block& b) {
      return b.id != block.id && is_near(b, eye, at) && passes_through(b, eye, at, grown_m);
    });
  });
}

// The buildings of a network; in the scenes all of them are boxes.
void add_houses(const network::Network& network, std::vector<Block>& blocks) {
  for (std::size_t w = 0; w < network.ways().size(); ++w) {
    const network::Strip& strip = network.strip(network.ways()[w].strip);
    for (const network::FeatureDescription& f : network.features(network::WayId::from_size(w))) {
      if (f.kind != network::FeatureKind::building) continue;
      const geometry::PlacedPose pose =
          geometry::place_pose(network.ribbon(strip.ribbon), {strip.from + f.distance, f.offset, f.loft});
      const double heading = pose.heading_rad + f.heading_rad;
      blocks.push_back({{pose.position, std::cos(heading), std::sin(heading), 0.5 * f.length, 0.5 * f.width},
                        f.height,
                        {}});
    }
  }
}

TEST(LookSight, AnEyeSeesTheBodiesOfAScan) {
  std::size_t seen = 0, hidden = 0;
  look::LineOfSight sight, sight_of_frame;
  for_moments(6, [&](const Moment& m) {
    std::vector<Block> blocks;
    for (const FrameObject& o : m.frame.objects)
      blocks.push_back({box_of(o), static_cast<double>(o.height_m), o.id});
    const std::size_t bodies = blocks.size();
    add_houses(m.roads.network, blocks);
    for (std::size_t k = 0; k < questions_per_moment(); ++k) {
      const PlanPoint place = random_place(m.frame, m.random);
      const double z = m.frame.objects[m.random.below(m.frame.objects.size())].centre.z;
      const double within = m.random.uniform(5, 40);
      const look::Eye eye{.ground = {place.x, place.y, z}, .height_m = m.random.uniform(0.5, 2.5)};
      const geometry::WorldPoint from{place.x, place.y, z + eye.height_m};
      const auto found = sight.find_visible(m.world, eye, within);
      const auto recorded = sight_of_frame.find_visible(m.recorded, eye, within);
      ASSERT_TRUE(std::ranges::equal(found, recorded));
      const std::vector<std::uint32_t> visible(found.begin(), found.end());
      EXPECT_TRUE(std::is_sorted(visible.begin(), visible.end()));
      for (std::size_t i = 0; i < bodies; ++i) {
        const bool is_found = std::binary_search(visible.begin(), visible.end(), blocks[i].id.slot());
        const double away = distance_to(m.frame.objects[i], place) - within;
        if (std::fabs(away) < kRounding_m) continue;
        if (away > 0) {
          EXPECT_FALSE(is_found);
          continue;
        }
        const bool surely = is_seen(blocks, blocks[i], from, 1e-6),
                   perhaps = is_seen(blocks, blocks[i], from, -1e-6);
        if (surely != perhaps) continue;
        EXPECT_EQ(is_found, surely) << "object " << blocks[i].id.slot();
        if (k % 16 == 0) {
          EXPECT_EQ(sight.is_visible(m.world, eye, blocks[i].id), surely);
          EXPECT_EQ(sight.is_visible(m.recorded, eye, blocks[i].id), surely);
        }
        (surely ? seen : hidden) += 1;
      }
    }
  });
  EXPECT_GT(seen, 1000U);
  EXPECT_GT(hidden, 100U);
}

// ---- the comparison itself

// The tests above notice a body that is 30 m off: the snapshot of a frame with one shifted body answers otherwise.
TEST(LookFrame, AShiftedBodyIsNoticed) {
  std::size_t noticed = 0, moments = 0;
  std::vector<std::uint32_t> within, recorded;
  for_moments(7, [&](const Moment& m) {
    record::Frame shifted = m.frame;
    FrameObject& o = shifted.objects[m.random.below(shifted.objects.size())];
    const PlanPoint was{o.centre.x, o.centre.y};
    o.centre.x += 30;
    look::FrameSnapshot other(m.roads.roads);
    other.read(shifted);
    look::find_within(m.world, Circle{was, 0.1}, within);
    look::find_within(other.view(), Circle{was, 0.1}, recorded);
    ++moments;
    noticed += within != recorded ? 1U : 0U;
  });
  EXPECT_EQ(noticed, moments);
}

}  // namespace
}  // namespace backlot::sim::look_bodies_test
