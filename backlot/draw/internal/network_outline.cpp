#include "backlot/draw/internal/network_outline.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/draw/internal/network_sampling.h"

namespace backlot::draw::internal {

using geometry::Vec3;
using geometry::WorldPoint;
using network::LaneId;
using network::LaneKind;
using network::Network;

namespace {

// The cross-section where a way meets the intersection, seen outward.
struct Mouth {
  Vec3 outward;
  // Edges from the roadway to the rim of the way; one more than there are lanes beside the roadway.
  struct Side {
    std::vector<WorldPoint> edges;
    std::vector<LaneKind> kinds;  // from the roadway outward
  };
  Side left, right;
  double angle_rad = 0;  // about the middle of the intersection

  WorldPoint middle() const { return left.edges[0] + (right.edges[0] - left.edges[0]) * 0.5; }
};

std::optional<Mouth> mouth_of(const Network& network, const network::Arm& arm, bool wants_roadway) {
  const network::Strip& strip = network.strip(arm.strip);
  const bool at_end = arm.end == network::End::end;
  const double distance = at_end ? strip.length() : 0;
  const auto kind = [&](std::uint32_t i) { return network.lane(LaneId(strip.first_lane + i)).kind; };
  std::vector<double> offsets;
  boundary_offsets(network, arm.strip, distance, offsets);
  std::uint32_t first = 0, last = strip.lane_count;  // the roadway: [first, last)
  if (wants_roadway) {
    while (first < last && !is_roadway(kind(first))) ++first;
    while (last > first && !is_roadway(kind(last - 1))) --last;
    if (first == last) return std::nullopt;
  }
  const auto edge = [&](std::uint32_t i) { return surface_point(network, arm.strip, distance, offsets[i]); };
  Mouth::Side on_left, on_right;  // of the strip
  for (std::uint32_t i = first + 1; i-- > 0;) {
    on_left.edges.push_back(edge(i));
    if (i > 0) on_left.kinds.push_back(kind(i - 1));
  }
  for (std::uint32_t i = last; i <= strip.lane_count; ++i) {
    on_right.edges.push_back(edge(i));
    if (i < strip.lane_count) on_right.kinds.push_back(kind(i));
  }
  const base::SinCos turn = base::sin_cos(arm.heading_rad);
  Mouth mouth{{-turn.cos, -turn.sin, 0}, std::move(on_left), std::move(on_right), 0};
  if (at_end) std::swap(mouth.left, mouth.right);  // outward is against the strip
  return mouth;
}

std::vector<Mouth> mouths_of(const Network& network, network::IntersectionId id, bool wants_roadway) {
  std::vector<Mouth> mouths;
  for (const network::Arm& arm : network.arms(id)) {
    if (auto mouth = mouth_of(network, arm, wants_roadway)) mouths.push_back(std::move(*mouth));
  }
  // counter-clockwise around their middle
  Vec3 sum{};
  for (const Mouth& mouth : mouths) sum = sum + (mouth.middle() - WorldPoint{});
  const WorldPoint middle = WorldPoint{} + sum / std::max(1.0, static_cast<double>(mouths.size()));
  for (Mouth& mouth : mouths) {
    const Vec3 from = mouth.middle() - middle;
    mouth.angle_rad = base::atan2(from.y, from.x);
  }
  std::stable_sort(mouths.begin(), mouths.end(),
                   [](const Mouth& a, const Mouth& b) { return a.angle_rad < b.angle_rad; });
  return mouths;
}

// From a, heading into the intersection, to b, heading out of it: round the point where both edges meet.
void add_bend(std::vector<WorldPoint>& outline, const WorldPoint& a, const Vec3& outward_a,
              const WorldPoint& b, const Vec3& outward_b, int steps) {
  BACKLOT_ASSERT(steps > 0, "a bend is drawn in steps");
  outline.push_back(a);
  const Vec3 ab = b - a;
  // a - s outward_a = b - t outward_b
  const double cross_product = outward_a.x * outward_b.y - outward_a.y * outward_b.x;
  if (std::fabs(cross_product) > 0.05) {
    const double s = -(ab.x * outward_b.y - ab.y * outward_b.x) / cross_product;
    const double t = -(ab.x * outward_a.y - ab.y * outward_a.x) / cross_product;
    if (s > 0 && t > 0 && s + t < 4 * norm(ab)) {
      // as near to an arc as a cubic comes; with equal legs it is one
      const double turn = base::acos(std::clamp(-dot(outward_a, outward_b), -1.0, 1.0));
      const double share = 4.0 / 3 * base::tan(0.25 * turn) / base::tan(0.5 * turn);
      const Vec3 from_a = outward_a * (-s * share), to_b = outward_b * (-t * share);
      for (int k = 1; k < steps; ++k) {
        const double q = static_cast<double>(k) / steps, p = 1 - q;
        outline.push_back(a + (from_a * (3 * p * p * q) + (ab + to_b) * (3 * p * q * q)) + ab * (q * q * q));
      }
    }
  }
  outline.push_back(b);
}

// What lies beside the roadway from one way to the next, from the kerb to the rim. Where both bring the same lanes each
// goes on by itself, else all are one.
void add_corner(Paving& paving, const Mouth& a, const Mouth& b, int steps) {
  const Mouth::Side &from = a.left, &to = b.right;
  if (from.kinds.empty() && to.kinds.empty()) return;
  add_bend(paving.kerbs.emplace_back(), from.edges[0], a.outward, to.edges[0], b.outward, steps);
  const auto add_band = [&](LaneKind kind, std::size_t a_inner, std::size_t a_outer, std::size_t b_inner,
                            std::size_t b_outer) {
    PavedArea band{kind, {}};
    add_bend(band.outline, from.edges[a_inner], a.outward, to.edges[b_inner], b.outward, steps);
    std::vector<WorldPoint> rim;
    add_bend(rim, from.edges[a_outer], a.outward, to.edges[b_outer], b.outward, steps);
    band.outline.insert(band.outline.end(), rim.rbegin(), rim.rend());
    paving.beside.push_back(std::move(band));
  };
  if (from.kinds == to.kinds) {
    for (std::size_t i = 0; i < from.kinds.size(); ++i) add_band(from.kinds[i], i, i + 1, i, i + 1);
    return;
  }
  const auto has_walk = [](const Mouth::Side& side) {
    return std::find(side.kinds.begin(), side.kinds.end(), LaneKind::sidewalk) != side.kinds.end();
  };
  const LaneKind kind = has_walk(from) || has_walk(to)
                            ? LaneKind::sidewalk
                            : (from.kinds.empty() ? to.kinds.front() : from.kinds.front());
  add_band(kind, 0, from.kinds.size(), 0, to.kinds.size());
}

}  // namespace

bool is_roadway(LaneKind kind) {
  switch (kind) {
    case LaneKind::vehicle:
    case LaneKind::bus:
    case LaneKind::bicycle:
    case LaneKind::parking:
    case LaneKind::shoulder:
    case LaneKind::crosswalk:
      return true;
    case LaneKind::sidewalk:
    case LaneKind::verge:
    case LaneKind::median:
    case LaneKind::border:
      return false;
  }
  return false;
}

bool Paving::has_roadway_at(const WorldPoint& p) const {
  // how often a line to the east crosses the outline
  bool is_inside = false;
  const std::vector<WorldPoint>& outline = roadway.outline;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const WorldPoint &a = outline[i], &b = outline[(i + 1) % outline.size()];
    if ((a.y > p.y) == (b.y > p.y)) continue;
    if (p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) is_inside = !is_inside;
  }
  return is_inside;
}

Paving paving_of(const Network& network, network::IntersectionId id, int steps) {
  BACKLOT_ASSERT(steps > 0, "a bend is drawn in steps");
  Paving paving;
  const auto boundary = network.boundary(id);
  if (boundary.size() < 3) return paving;
  // where no vehicles drive, pedestrians have it all
  std::vector<Mouth> mouths = mouths_of(network, id, true);
  const bool is_driven = !mouths.empty();
  if (!is_driven) mouths = mouths_of(network, id, false);
  paving.roadway.kind = is_driven ? LaneKind::vehicle : LaneKind::sidewalk;
  if (mouths.size() < 2) {
    paving.roadway.outline.assign(boundary.begin(), boundary.end());
    return paving;
  }
  for (std::size_t i = 0; i < mouths.size(); ++i) {
    const Mouth &a = mouths[i], &b = mouths[(i + 1) % mouths.size()];
    paving.roadway.outline.push_back(a.right.edges[0]);
    add_bend(paving.roadway.outline, a.left.edges[0], a.outward, b.right.edges[0], b.outward, steps);
    add_corner(paving, a, b, steps);
  }
  return paving;
}

}  // namespace backlot::draw::internal
