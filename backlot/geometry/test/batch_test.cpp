// Batch calls give the bits of the single calls, and poses the same bits, from every kernel that this processor has.
#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/geometry/internal/kernel.h"
#include "backlot/geometry/internal/locating.h"
#include "backlot/geometry/locate.h"
#include "backlot/geometry/ribbon.h"
#include "backlot/geometry/test/catalogue.h"

namespace backlot::geometry::batch_test {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

std::vector<const internal::Kernel*> kernels() {
  std::vector<const internal::Kernel*> found;
  for (const char* name : {"scalar", "avx2", "avx512"}) {
    if (const internal::Kernel* kernel = internal::find_kernel(name)) found.push_back(kernel);
  }
  return found;
}

const std::size_t kSizes[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 64, 65, 1000};

bool same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }
bool same(const WorldPoint& a, const WorldPoint& b) {
  return same(a.x, b.x) && same(a.y, b.y) && same(a.z, b.z);
}
bool same(const Vec3& a, const Vec3& b) { return same(a.x, b.x) && same(a.y, b.y) && same(a.z, b.z); }
bool same(const Located& a, const Located& b) {
  return same(a.point.distance, b.point.distance) && same(a.point.offset, b.point.offset) &&
         same(a.point.loft, b.point.loft) && same(a.beyond, b.beyond) && a.segment == b.segment &&
         a.found == b.found && a.at_end == b.at_end && a.iterations == b.iterations;
}

std::string text(const Located& l) {
  return test::reproduction("", l.point) + " segment=" + std::to_string(l.segment) +
         " found=" + std::to_string(static_cast<int>(l.found)) +
         " iterations=" + std::to_string(l.iterations);
}

// Points on the ribbon, beside it, past its ends, and no points at all.
RibbonPoint any_point(const Ribbon& ribbon, base::RandomStream& random) {
  const double d = random.uniform(0, ribbon.length());
  const double offset = random.uniform(ribbon.edges().right, ribbon.edges().left);
  switch (random.below(24)) {
    case 0:
      return {-random.uniform(0, 50), offset, 0};
    case 1:
      return {ribbon.length() + random.uniform(0, 50), offset, 1};
    case 2:
      return {d, 5 * offset, 0};
    case 3:
      return {d, offset, random.uniform(-50, 50)};
    case 4:
      return {ribbon.data().segments[random.below(ribbon.segment_count())].start, offset, 0};
    case 5:
      return {random.below(2) == 0 ? 0 : ribbon.length(), offset, 0};
    default:
      return {d, offset, random.uniform(-1, 3)};
  }
}

RibbonPoint any_point_or_none(const Ribbon& ribbon, base::RandomStream& random) {
  RibbonPoint point = any_point(ribbon, random);
  const double odd[] = {kNaN, kInf, -kInf, 1e300, -0.0, 2e9, -2e9};
  if (random.below(10) == 0) {
    double& field = random.below(3) == 0 ? point.distance : random.below(2) == 0 ? point.offset : point.loft;
    field = odd[random.below(7)];
  }
  return point;
}

WorldPoint any_place(const Ribbon& ribbon, base::RandomStream& random) {
  WorldPoint p = place(ribbon, any_point(ribbon, random));
  const double odd[] = {kNaN, kInf, -kInf, 1e300, 1e9, -0.0};
  if (random.below(30) == 0) (random.below(2) == 0 ? p.x : p.z) = odd[random.below(6)];
  return p;
}

// Good ones (near the truth), bad ones (anywhere, of the wrong segment, no numbers) and none.
Located any_hint(const Ribbon& ribbon, const WorldPoint& p, base::RandomStream& random) {
  const Located cold = locate(ribbon, p);
  switch (random.below(12)) {
    case 0:
      return {};
    case 1:
      return hint_at(ribbon, random.uniform(0, ribbon.length()));
    case 2: {
      Located hint = cold;
      hint.segment = static_cast<std::uint32_t>(random.below(2 * ribbon.segment_count()));
      return hint;
    }
    case 3: {
      Located hint = hint_at(ribbon, 0);
      hint.point.distance = random.below(2) == 0 ? kNaN : 1e300;
      return hint;
    }
    case 4:
      return cold;
    case 5:
      return hint_at(ribbon, ribbon.data().segments[random.below(ribbon.segment_count())].start);
    default:
      return hint_at(ribbon, cold.point.distance + random.uniform(-3, 3));
  }
}

TEST(Batch, HasAScalarKernel) {
  ASSERT_FALSE(kernels().empty());
  EXPECT_EQ(std::string(kernels()[0]->name), "scalar");
  EXPECT_EQ(internal::find_kernel("abacus"), nullptr);
  EXPECT_EQ(internal::find_kernel(internal::best_kernel().name), &internal::best_kernel());
}

TEST(Batch, PlacesWithTheBitsOfTheSingleCall) {
  for (const auto& [name, description] : test::catalogue()) {
    const Ribbon ribbon = test::built(description);
    for (const std::size_t size : kSizes) {
      base::RandomStream random{50, size, 1};
      std::vector<RibbonPoint> points;
      for (std::size_t i = 0; i < size; ++i) points.push_back(any_point_or_none(ribbon, random));
      std::vector<WorldPoint> single;
      single.reserve(size);
      for (const RibbonPoint& p : points) single.push_back(place(ribbon, p));
      for (const internal::Kernel* kernel : kernels()) {
        std::vector<WorldPoint> batch(size);
        internal::place_batch(*kernel, ribbon, points, batch);
        for (std::size_t i = 0; i < size; ++i) {
          EXPECT_TRUE(same(batch[i], single[i]))
              << kernel->name << " size=" << size << " i=" << i << " " << test::reproduction(name, points[i]);
        }
      }
      std::vector<WorldPoint> best(size);
      place(ribbon, points, best);
      for (std::size_t i = 0; i < size; ++i)
        EXPECT_TRUE(same(best[i], single[i])) << test::reproduction(name, points[i]);
    }
  }
}

TEST(Batch, LocatesWithTheBitsOfTheSingleCall) {
  const SurfaceWindow windows[] = {{}, {.loft_low = -0.1, .loft_high = 0.1, .tolerance = 0.02}};
  for (const auto& [name, description] : test::catalogue()) {
    const Ribbon ribbon = test::built(description);
    for (const std::size_t size : kSizes) {
      base::RandomStream random{51, size, 1};
      std::vector<WorldPoint> points;
      std::vector<Located> hints;
      for (std::size_t i = 0; i < size; ++i) {
        points.push_back(any_place(ribbon, random));
        hints.push_back(any_hint(ribbon, points.back(), random));
      }
      for (const SurfaceWindow& window : windows) {
        std::vector<Located> single;
        for (std::size_t i = 0; i < size; ++i) single.push_back(locate(ribbon, points[i], hints[i], window));
        for (const internal::Kernel* kernel : kernels()) {
          std::vector<Located> batch = hints;
          internal::locate_batch(*kernel, ribbon, points, batch, window);
          for (std::size_t i = 0; i < size; ++i) {
            EXPECT_TRUE(same(batch[i], single[i]))
                << kernel->name << " size=" << size << " i=" << i << " "
                << test::reproduction(name, points[i]) << "\n batch" << text(batch[i]) << "\nsingle"
                << text(single[i]) << "\n  hint" << text(hints[i]);
          }
        }
        std::vector<Located> best = hints;
        locate(ribbon, points, best, window);
        for (std::size_t i = 0; i < size; ++i)
          EXPECT_TRUE(same(best[i], single[i])) << test::reproduction(name, points[i]);
      }
    }
  }
}

// What the kernels are for: points that drive along, each hint the answer before.
TEST(Batch, FollowsDrivingPointsLikeTheSingleCall) {
  for (const auto& [name, description] : test::catalogue()) {
    const Ribbon ribbon = test::built(description);
    for (const internal::Kernel* kernel : kernels()) {
      base::RandomStream random{52, 0, 1};
      const std::size_t cars = 37;
      std::vector<RibbonPoint> at;
      std::vector<WorldPoint> points(cars);
      for (std::size_t i = 0; i < cars; ++i)
        at.push_back({random.uniform(0, ribbon.length()), random.uniform(-3, 3), 0});
      std::vector<Located> batch(cars), single(cars);
      for (std::size_t step = 0, n = test::point_count(400); step < n; ++step) {
        for (std::size_t i = 0; i < cars; ++i) {
          at[i].distance += (i % 3 == 0 ? -0.7 : 0.9);
          at[i].offset += random.uniform(-0.2, 0.2);
          points[i] = place(ribbon, at[i]);
          single[i] = locate(ribbon, points[i], single[i]);
        }
        internal::locate_batch(*kernel, ribbon, points, batch, {});
        for (std::size_t i = 0; i < cars; ++i) {
          ASSERT_TRUE(same(batch[i], single[i]))
              << kernel->name << " step=" << step << " " << test::reproduction(name, points[i]);
        }
      }
    }
  }
}

TEST(BankedPose, IsTheSameFromEveryKernel) {
  for (const test::Named& named : test::catalogue()) {
    const Ribbon built = test::built(named.description);
    if (!built.is_banked()) continue;
    for (const Ribbon& ribbon : {built, built.moved(3, {5, -7, 1}, "moved")}) {
      const internal::RibbonData& data = ribbon.data();
      base::RandomStream random{3, 1, 4};
      for (std::size_t i = 0; i < test::point_count(20000); ++i) {
        const RibbonPoint q = {random.uniform(0, ribbon.length()), random.uniform(-9, 9),
                               random.uniform(-1, 3)};
        const std::uint32_t at = data.segment_at(q.distance);
        const auto pose_of = [&](internal::BankedPose pose) {
          return unpacked(pose(data.segments[at], data.banked[at], data.origin, q));
        };
        const PlacedPose scalar = pose_of(internal::banked_pose_scalar);
        ASSERT_TRUE(same(scalar.position, place(ribbon, q))) << test::reproduction(named.name, q);
        for (const internal::Kernel* kernel : kernels()) {
          const PlacedPose pose = pose_of(kernel->banked_pose);
          ASSERT_TRUE(same(pose.position, scalar.position) && same(pose.heading_rad, scalar.heading_rad) &&
                      same(pose.tangent, scalar.tangent) && same(pose.lateral, scalar.lateral) &&
                      same(pose.normal, scalar.normal))
              << kernel->name << " " << test::reproduction(named.name, q);
        }
      }
    }
  }
}

}  // namespace
}  // namespace backlot::geometry::batch_test
