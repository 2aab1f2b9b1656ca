#include "backlot/geometry/ribbon_index.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/geometry/internal/closest.h"
#include "backlot/geometry/internal/locating.h"

namespace backlot::geometry {

using internal::Capsule;
using internal::ChordView;
using internal::Foot;
using internal::RibbonData;
using internal::Segment;

namespace {

constexpr double kLeastTolerance_m = 1e-9;
constexpr double kRounding_m = 1e-6, kRounding_m2 = 1e-5;  // added to reaches
constexpr double kSurfaceCell_m = 8;

// a number that grows along a curve through the plane on which neighbours stay close (Morton)
std::uint64_t interleaved(std::uint32_t x, std::uint32_t y) {
  const auto spread = [](std::uint64_t v) {
    v = (v | v << 16) & 0x0000ffff0000ffffu;
    v = (v | v << 8) & 0x00ff00ff00ff00ffu;
    v = (v | v << 4) & 0x0f0f0f0f0f0f0f0fu;
    v = (v | v << 2) & 0x3333333333333333u;
    return (v | v << 1) & 0x5555555555555555u;
  };
  return spread(x) | spread(y) << 1;
}

// the ribbons in the order of that curve, by their middles
std::vector<std::uint32_t> order_in_space(const std::vector<const Ribbon*>& ribbons) {
  std::vector<WorldPoint> middles;
  WorldPoint low{kLargestCoordinate, kLargestCoordinate, 0},
      high{-kLargestCoordinate, -kLargestCoordinate, 0};
  for (const Ribbon* ribbon : ribbons) {
    const WorldPoint p = ribbon->frame(0.5 * ribbon->length()).position;
    middles.push_back(p);
    low = {std::min(low.x, p.x), std::min(low.y, p.y), 0};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), 0};
  }
  const double extent = std::max({high.x - low.x, high.y - low.y, 1.0});
  std::vector<std::uint64_t> keys;
  for (const WorldPoint& p : middles) {
    const auto grid = [extent](double v) { return static_cast<std::uint32_t>(v / extent * 4e9); };
    keys.push_back(interleaved(grid(p.x - low.x), grid(p.y - low.y)));
  }
  std::vector<std::uint32_t> order(ribbons.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&keys](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
  return order;
}

}  // namespace

double RibbonIndex::Entry::reach2(double above, double tolerance) const {
  const double aside = widest + tolerance;
  return (aside * aside + above * above) + kRounding_m2;
}

// On a flat ribbon lofts are vertical, and offsets are horizontal.
double RibbonIndex::Entry::plan_reach(double above, double tolerance) const {
  return is_flat ? widest + tolerance + kRounding_m : std::sqrt(reach2(above, tolerance));
}

RibbonIndex::RibbonIndex(std::vector<const Ribbon*> ribbons, const SurfaceWindow& usual)
    : ribbons_(std::move(ribbons)) {
  BACKLOT_ASSERT(std::ranges::none_of(ribbons_, [](const Ribbon* r) { return r == nullptr; }),
                 "an index holds ribbons that exist");
  if (ribbons_.empty()) return;
  origin_ = ribbons_.front()->data().origin;
  internal::Capsules capsules;
  double length = 0;
  for (const std::uint32_t i : order_in_space(ribbons_)) {
    const RibbonData& data = ribbons_[i]->data();
    const auto number = static_cast<std::uint32_t>(entries_.size());
    const double widest = std::max(std::fabs(data.edges.left), std::fabs(data.edges.right));
    entries_.push_back({data.origin, &data, i, static_cast<std::uint32_t>(capsules.size()), widest,
                        data.crossfall == internal::Crossfall::flat});
    segments_.insert(segments_.end(), data.segments.begin(), data.segments.end());
    const Vec3 shift = data.origin - origin_;
    for (const Segment& s : data.segments) capsules.push_back(internal::capsule_of(s, shift, number));
    length += data.length;
    widest_ = std::max(widest_, widest);
  }
  // what is near: a cell of about one and a half segments and the reach of an ordinary surface
  near_reach_ = std::min(16.0, internal::surface_reach({widest_, -widest_}, {}));
  const double mean = length / static_cast<double>(capsules.size());
  std::vector<float> reaches(capsules.size(), static_cast<float>(near_reach_));
  near_ = internal::CellGrid(capsules, reaches, std::clamp(1.5 * mean + near_reach_, 8.0, 64.0));
  // surfaces: each segment no farther than its own surface reaches, in smaller cells
  const SurfaceSearch most = surface_search({}, usual);
  usual_above_ = most.above;
  usual_tolerance_ = most.tolerance;
  for (std::size_t k = 0; k < capsules.size(); ++k)
    reaches[k] =
        std::nextafter(static_cast<float>(entry_of(capsules[k]).plan_reach(usual_above_, usual_tolerance_)),
                       std::numeric_limits<float>::infinity());
  surfaces_ = internal::CellGrid(capsules, reaches, kSurfaceCell_m);
  tree_ = internal::CapsuleTree(std::move(capsules));
}

RibbonIndex::SurfaceSearch RibbonIndex::surface_search(const Vec3& p, const SurfaceWindow& window) const {
  const double tolerance = std::max(window.tolerance, kLeastTolerance_m);
  return {p, internal::surface_reach({widest_, -widest_}, window),
          std::max(std::fabs(window.loft_low), std::fabs(window.loft_high)) + tolerance, tolerance};
}

std::size_t RibbonIndex::number_of(const Capsule& capsule) const {
  return static_cast<std::size_t>(&capsule - tree_.capsules().data());
}

// All capsules whose lower bound does not exceed best2(), nearest first as far as known: from the cell alone where it lists
// all within `reach`, else from the tree.
template <class Best, class Visit>
std::uint32_t RibbonIndex::search(const Vec3& p, double reach, const Best& best2, const Visit& visit) const {
  BACKLOT_ASSERT(!(reach < 0), "a search has a reach");
  if (reach > near_reach_) return tree_.search(p, best2, visit);
  return visit_near(near_.at(p.x, p.y), p, best2, visit);
}

// Those of some capsules whose lower bound does not exceed best2(), in their order. Returns how many were looked at.
template <class Best, class Visit>
std::uint32_t RibbonIndex::visit_near(std::span<const std::uint32_t> numbers, const Vec3& p,
                                      const Best& best2, const Visit& visit) const {
  for (const std::uint32_t number : numbers) {
    const Capsule& capsule = tree_.capsules()[number];
    const ChordView seen = internal::view(capsule, p);
    if (internal::lower_bound2(seen, capsule.radius) <= best2()) visit(capsule, seen);
  }
  return static_cast<std::uint32_t>(numbers.size());
}

IndexAnswer RibbonIndex::closest(const WorldPoint& world, SearchEffort* effort) const {
  if (!is_place(world) || ribbons_.empty()) return {};
  const Vec3 p = world - origin_;

  // the nearest foot so far; ties go to the first ribbon, then to the smallest distance
  struct Best {
    double distance2 = std::numeric_limits<double>::infinity();
    const Entry* entry = nullptr;
    std::size_t number = 0;  // of the segment
    Foot foot;
    int iterations = 0;
    std::uint32_t solved = 0;
  } best;
  const auto solve = [&](const Capsule& capsule, const ChordView& seen) {
    const Entry& entry = entry_of(capsule);
    const std::size_t number = number_of(capsule);
    const Segment& s = segments_[number];
    __builtin_prefetch(entry.data);
    __builtin_prefetch(reinterpret_cast<const char*>(entry.data) + 64);
    const Foot foot = internal::closest_on_segment(s, world - entry.origin, seen.fraction * s.length);
    best.iterations = std::max(best.iterations, foot.iterations);
    ++best.solved;
    if (foot.distance2 > best.distance2) return;
    if (foot.distance2 == best.distance2) {
      const double d = s.start + foot.u, before = segments_[best.number].start + best.foot.u;
      if (entry.ribbon > best.entry->ribbon || (entry.ribbon == best.entry->ribbon && d >= before)) return;
    }
    best.distance2 = foot.distance2;
    best.entry = &entry;
    best.number = number;
    best.foot = foot;
  };

  // the cell's capsules, nearest first
  struct Near {
    double bound2;
    ChordView seen;
    const Capsule* capsule;
  };
  constexpr std::size_t kKept = 32;
  std::array<Near, kKept> near;
  std::size_t kept = 0;
  std::uint32_t boxes = 0;
  const std::span<const std::uint32_t> listed = near_.at(p.x, p.y);
  for (const std::uint32_t id : listed) __builtin_prefetch(&tree_.capsules()[id]);
  for (const std::uint32_t id : listed) {
    const Capsule& capsule = tree_.capsules()[id];
    const ChordView seen = internal::view(capsule, p);
    const double bound2 = internal::lower_bound2(seen, capsule.radius);
    ++boxes;
    if (kept == kKept) {
      // a crowded cell: solve what is surely nearer than the farthest kept one
      if (bound2 < best.distance2) solve(capsule, seen);
      continue;
    }
    std::size_t k = kept++;
    for (; k > 0 && near[k - 1].bound2 > bound2; --k) near[k] = near[k - 1];
    near[k] = {bound2, seen, &capsule};
  }
  for (std::size_t k = 0; k < kept && near[k].bound2 <= best.distance2; ++k)
    solve(*near[k].capsule, near[k].seen);

  // farther than the cell can vouch for: the tree, with what is known
  if (!(best.distance2 <= near_reach_ * near_reach_)) {
    boxes += tree_.search(
        p, [&best] { return best.distance2; }, solve);
  }
  if (effort != nullptr) *effort = {boxes, best.solved};
  IndexAnswer answer;
  answer.ribbon = best.entry->ribbon;
  const RibbonData& data = *best.entry->data;
  auto segment = static_cast<std::uint32_t>(best.number - best.entry->first_capsule);
  const Segment* segments = &segments_[best.entry->first_capsule];
  internal::settle(data, segments, segment, best.foot, world - best.entry->origin);
  answer.located =
      internal::located_at(data, segments, segment, best.foot.u, world - best.entry->origin, Found::cold);
  answer.located.iterations = static_cast<std::uint16_t>(std::min(best.iterations, 65535));
  answer.gap = internal::gap(data, answer.located, {});
  return answer;
}

// A point within the slack of the centre has nothing within reach that the centre does not have within reach and slack.
void RibbonIndex::keep(const Vec3& p, double reach, Vicinity& vicinity) const {
  BACKLOT_ASSERT(!(reach < 0), "a vicinity has a reach");
  constexpr double kSlack_m = 8, kVicinityRounding_m = 1e-3;
  const Vec3 away = p - (vicinity.centre - origin_);
  const bool is_near = away.x * away.x + away.y * away.y + away.z * away.z <= kSlack_m * kSlack_m;
  if (is_near && reach <= vicinity.reach) return;
  vicinity.centre = origin_ + p;
  vicinity.reach = std::max(reach, vicinity.reach);
  vicinity.capsules.clear();
  const double within = vicinity.reach + kSlack_m + kVicinityRounding_m;
  tree_.search(
      p, [within2 = within * within] { return within2; },
      [&](const Capsule& capsule, const ChordView&) {
        vicinity.capsules.push_back(static_cast<std::uint32_t>(number_of(capsule)));
      });
}

template <class Search>
void RibbonIndex::locate_by(const Search& search, const WorldPoint& world, const SurfaceWindow& window,
                            std::vector<IndexAnswer>& answers) const {
  answers.clear();
  if (!is_place(world) || ribbons_.empty()) return;
  const SurfaceSearch what = surface_search(world - origin_, window);
  search(
      what, [reach2 = what.reach * what.reach] { return reach2; },
      [&](const Capsule& capsule, const ChordView& seen) {
        const Entry& entry = entry_of(capsule);
        if (internal::lower_bound2(seen, capsule.radius) > entry.reach2(what.above, what.tolerance)) return;
        const auto segment = static_cast<std::uint32_t>(number_of(capsule) - entry.first_capsule);
        internal::for_each_minimum_on(*entry.data, segment, world - entry.origin, what.reach,
                                      [&](const Located& l) {
                                        const double out = internal::gap(*entry.data, l, window);
                                        if (out <= what.tolerance) answers.push_back({entry.ribbon, l, out});
                                      });
      });
  if (answers.size() < 2) return;
  // by ribbon and distance; one minimum seen from two segments counts once
  std::sort(answers.begin(), answers.end(), [](const IndexAnswer& a, const IndexAnswer& b) {
    if (a.ribbon != b.ribbon) return a.ribbon < b.ribbon;
    if (a.located.point.distance != b.located.point.distance)
      return a.located.point.distance < b.located.point.distance;
    return a.located.segment < b.located.segment;
  });
  answers.erase(std::unique(answers.begin(), answers.end(),
                            [](const IndexAnswer& a, const IndexAnswer& b) {
                              return a.ribbon == b.ribbon && internal::is_one_minimum(a.located, b.located);
                            }),
                answers.end());
}

void RibbonIndex::locate_all(const WorldPoint& p, const SurfaceWindow& window,
                             std::vector<IndexAnswer>& answers) const {
  locate_by(
      [this](const SurfaceSearch& what, const auto& best2, const auto& visit) {
        if (is_usual(what))
          visit_near(surfaces_.at(what.p.x, what.p.y), what.p, best2, visit);
        else
          search(what.p, what.reach, best2, visit);
      },
      p, window, answers);
}

void RibbonIndex::locate_all(const WorldPoint& p, const SurfaceWindow& window,
                             std::vector<IndexAnswer>& answers, Vicinity& vicinity) const {
  locate_by(
      [&](const SurfaceSearch& what, const auto& best2, const auto& visit) {
        if (is_usual(what)) {
          visit_near(surfaces_.at(what.p.x, what.p.y), what.p, best2, visit);
        } else if (what.reach <= near_reach_) {
          search(what.p, what.reach, best2, visit);
        } else {
          keep(what.p, what.reach, vicinity);
          visit_near(vicinity.capsules, what.p, best2, visit);
        }
      },
      p, window, answers);
}

IndexAnswer RibbonIndex::locate_nearest(const WorldPoint& world, const SurfaceWindow& window) const {
  IndexAnswer best = closest(world);
  if (!best) return best;
  best.gap = internal::gap(ribbons_[best.ribbon]->data(), best.located, window);
  // a surface no farther than the best has its spine no farther than that and its own width
  const double width = internal::surface_reach({widest_, -widest_}, window);
  const auto best2 = [&best, width] { return (best.gap + width) * (best.gap + width); };
  search(world - origin_, best.gap + width, best2, [&](const Capsule& capsule, const ChordView& seen) {
    const Entry& entry = entry_of(capsule);
    const auto i = static_cast<std::uint32_t>(number_of(capsule) - entry.first_capsule);
    const Segment& s = segments_[number_of(capsule)];
    const Vec3 p = world - entry.origin;
    const Foot foot = internal::closest_on_segment(s, p, seen.fraction * s.length);
    const Segment* segments = &segments_[entry.first_capsule];
    if (!internal::is_minimum(*entry.data, segments, i, foot, p, 1e-9)) return;
    const Located l = internal::located_at(*entry.data, segments, i, foot.u, p, Found::cold);
    const double out = internal::gap(*entry.data, l, window);
    const bool is_earlier = entry.ribbon < best.ribbon ||
                            (entry.ribbon == best.ribbon && l.point.distance < best.located.point.distance);
    if (out < best.gap || (out == best.gap && is_earlier)) best = {entry.ribbon, l, out};
  });
  return best;
}

std::size_t RibbonIndex::bytes() const {
  const std::size_t list =
      ribbons_.capacity() * sizeof(const Ribbon*);  // NOLINT(bugprone-sizeof-expression): pointers it is
  return sizeof(RibbonIndex) + list + entries_.capacity() * sizeof(Entry) +
         segments_.capacity() * sizeof(Segment) + tree_.bytes() + near_.bytes() + surfaces_.bytes();
}

}  // namespace backlot::geometry
