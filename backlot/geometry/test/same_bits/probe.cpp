// Prints hashes of a million results of the ribbon, section by section. tools/same_bits.sh builds it with several
// compilers and compares what they print. Usage: probe --scalar|--avx2|--avx512, the kernel of the batch calls; exit
// status 3 where this processor lacks it.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "backlot/base/hash.h"
#include "backlot/base/random.h"
#include "backlot/geometry/internal/kernel.h"
#include "backlot/geometry/internal/locating.h"
#include "backlot/geometry/locate.h"
#include "backlot/geometry/ribbon_index.h"
#include "backlot/geometry/test/catalogue.h"

namespace backlot::geometry {
namespace {

void add(base::Hasher& hasher, const Vec3& v) {
  hasher.add(v.x);
  hasher.add(v.y);
  hasher.add(v.z);
}
void add(base::Hasher& hasher, const WorldPoint& p) { add(hasher, p - WorldPoint{}); }
void add(base::Hasher& hasher, const Located& l) {
  add(hasher, Vec3{l.point.distance, l.point.offset, l.point.loft});
  hasher.add(l.beyond);
  hasher.add(l.segment);
  hasher.add(static_cast<std::uint32_t>(l.found));
  hasher.add(static_cast<std::uint32_t>(l.at_end));
  hasher.add(static_cast<std::uint32_t>(l.iterations));
}

void print(const std::string& section, const base::Hasher& hasher) {
  std::printf("hash %s %s\n", section.c_str(), base::to_hex(hasher.value()).c_str());
}

// as a pattern of bits, so that -0 and 0 differ
void probe_ribbon(const std::string& name, const Ribbon& ribbon, const internal::Kernel& kernel,
                  std::size_t count) {
  base::Hasher model;
  for (const internal::Segment& s : ribbon.data().segments) {
    for (const auto& c : {s.x, s.y, s.z}) {
      for (int k = 0; k < 4; ++k) model.add(c[k]);
    }
    model.add(s.start);
    model.add(s.curvature_bound);
  }
  for (const internal::HeadingCurve& curve : ribbon.data().headings) {
    for (const double a : curve.a) model.add(a);
  }
  for (const internal::BankedSegment& s : ribbon.data().banked) {
    for (const auto& row : s.spine) model.add(row[3]);
    for (const auto& row : s.normal)
      for (const double c : row) model.add(c);
  }
  print(name + ".model", model);

  // points on the surface, next to it, far off, and hints that are good and bad
  base::RandomStream random{7, 11, 13};
  std::vector<RibbonPoint> coordinates;
  std::vector<WorldPoint> points;
  std::vector<Located> located;
  base::Hasher forward, cold, hinted, all;
  std::vector<Located> answers;
  for (std::size_t i = 0; i < count; ++i) {
    const double spread = i % 7 == 0 ? 10 : 1;
    const RibbonPoint q = {random.uniform(-1, ribbon.length() + 1),
                           spread * random.uniform(ribbon.edges().right, ribbon.edges().left),
                           random.uniform(-1, 3)};
    const PlacedPose pose = place_pose(ribbon, q);
    add(forward, pose.position);
    forward.add(pose.heading_rad);
    add(forward, pose.lateral);
    add(forward, pose.normal);
    forward.add(ribbon.curvature(q.distance));
    coordinates.push_back(q);
    points.push_back(pose.position);
    const double hint = i % 5 == 0 ? random.uniform(0, ribbon.length()) : q.distance + random.uniform(-1, 1);
    located.push_back(hint_at(ribbon, hint));
    add(cold, locate(ribbon, points.back()));
    add(hinted, locate(ribbon, points.back(), located.back()));
    if (i % 4 != 0) continue;
    locate_all(ribbon, points.back(), {}, answers);
    for (const Located& l : answers) add(all, l);
  }
  print(name + ".forward", forward);
  print(name + ".cold", cold);
  print(name + ".hinted", hinted);
  print(name + ".all", all);

  // the single call of the kernel
  if (ribbon.is_banked()) {
    const internal::RibbonData& data = ribbon.data();
    base::Hasher kernel_forward;
    for (const RibbonPoint& q : coordinates) {
      if (!internal::is_ordinary(data, q)) continue;
      const std::uint32_t i = data.segment_at(q.distance);
      const PlacedPose pose = unpacked(kernel.banked_pose(data.segments[i], data.banked[i], data.origin, q));
      add(kernel_forward, pose.position);
      kernel_forward.add(pose.heading_rad);
      for (const Vec3& v : {pose.tangent, pose.lateral, pose.normal}) add(kernel_forward, v);
    }
    print(name + ".kernel_forward", kernel_forward);
  }

  // the batch calls
  std::vector<WorldPoint> places(points.size());
  internal::place_batch(kernel, ribbon, coordinates, places);
  internal::locate_batch(kernel, ribbon, points, located, {});
  base::Hasher batch_forward, batch_hinted;
  for (const WorldPoint& p : places) add(batch_forward, p);
  for (const Located& l : located) add(batch_hinted, l);
  print(name + ".batch_forward", batch_forward);
  print(name + ".batch_hinted", batch_hinted);
}

void probe_index(const std::vector<Ribbon>& ribbons, std::size_t count) {
  std::vector<const Ribbon*> list;
  for (const Ribbon& ribbon : ribbons) list.push_back(&ribbon);
  const RibbonIndex index(list);
  base::RandomStream random{17, 19, 23};
  base::Hasher hasher;
  std::vector<IndexAnswer> answers;
  for (std::size_t i = 0; i < count; ++i) {
    const WorldPoint p = {random.uniform(-200, 400), random.uniform(-200, 400), random.uniform(-2, 8)};
    const IndexAnswer closest = index.closest(p), nearest = index.locate_nearest(p);
    hasher.add(closest.ribbon);
    add(hasher, closest.located);
    hasher.add(nearest.ribbon);
    hasher.add(nearest.gap);
    index.locate_all(p, {}, answers);
    for (const IndexAnswer& a : answers) {
      hasher.add(a.ribbon);
      add(hasher, a.located);
    }
  }
  print("index", hasher);
}

int run(const char* kernel_name) {
  const internal::Kernel* kernel = internal::find_kernel(kernel_name);
  if (kernel == nullptr) return 3;
  constexpr std::size_t kResults = 1000000;
  const auto catalogue = test::catalogue();
  const std::size_t each = kResults / 5 / catalogue.size();  // five kinds of results for each point
  std::vector<Ribbon> ribbons;
  for (const test::Named& named : catalogue) {
    ribbons.push_back(test::built(named.description));
    probe_ribbon(named.name, ribbons.back(), *kernel, each);
  }
  probe_index(ribbons, 20000);
  return 0;
}

}  // namespace
}  // namespace backlot::geometry

int main(int count, char** arguments) {
  if (count != 2 || std::strncmp(arguments[1], "--", 2) != 0) {
    std::fputs("usage: probe --scalar|--avx2|--avx512\n", stderr);
    return 2;
  }
  return backlot::geometry::run(arguments[1] + 2);
}
