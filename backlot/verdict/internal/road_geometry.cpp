#include "backlot/verdict/internal/road_geometry.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/network/locate.h"

namespace backlot::verdict::internal {

namespace {

using record::FrameObject;

// The direction of growing distance under a body.
geometry::Vec3 tangent_under(const network::Network& network, const FrameObject& o) {
  BACKLOT_ASSERT(!o.strip.is_empty(), "the body is on no strip");
  return network::place(network, o.strip, {o.distance, o.offset, 0}).tangent;
}

// Half the room that a box takes along a direction, and across it.
struct Extent {
  double along = 0, across = 0;
};
Extent extent_of(const FrameObject& o, double x, double y) {
  const double cosine = std::fabs(o.heading_x * x + o.heading_y * y),
               sine = std::fabs(o.heading_x * y - o.heading_y * x);
  const double length = 0.5 * static_cast<double>(o.length_m), width = 0.5 * static_cast<double>(o.width_m);
  return {length * cosine + width * sine, length * sine + width * cosine};
}

}  // namespace

bool moves_along(const network::Network& network, const FrameObject& o) {
  BACKLOT_ASSERT(!o.strip.is_empty(), "the body is on no strip");
  const geometry::Vec3 tangent = tangent_under(network, o);
  const double heads = o.heading_x * tangent.x + o.heading_y * tangent.y;
  return (o.speed_mps < 0 ? -heads : heads) >= 0;
}

Seen see(const network::Network& network, const FrameObject& body, const FrameObject& other) {
  Seen seen;
  double x = body.heading_x, y = body.heading_y;
  const bool is_on_one_strip = !body.strip.is_empty() && body.strip == other.strip;
  if (is_on_one_strip) {
    const geometry::Vec3 here = tangent_under(network, body), there = tangent_under(network, other);
    const double sign = body.heading_x * here.x + body.heading_y * here.y >= 0 ? 1 : -1;
    // offsets are those of the middle; of an extra, those of its guide, which lies on the same lane
    seen.ahead_m = sign * (other.distance - body.distance);
    seen.left_m = sign * (other.offset - body.offset);
    x = sign * there.x;
    y = sign * there.y;
    const Extent own = extent_of(body, sign * here.x, sign * here.y), its = extent_of(other, x, y);
    seen.gap_m = std::fabs(seen.ahead_m) - own.along - its.along;
    seen.is_in_way = std::fabs(seen.left_m) < own.across + its.across;
  } else {
    const double dx = other.centre.x - body.centre.x, dy = other.centre.y - body.centre.y;
    seen.ahead_m = dx * x + dy * y;
    seen.left_m = dy * x - dx * y;
    const Extent own = extent_of(body, x, y), its = extent_of(other, x, y);
    seen.gap_m = std::fabs(seen.ahead_m) - own.along - its.along;
    seen.is_in_way = std::fabs(seen.left_m) < own.across + its.across;
  }
  seen.speed_mps = other.speed_mps * (other.heading_x * x + other.heading_y * y);
  return seen;
}

network::CorridorId corridor_under(const network::Network& network, const FrameObject& o) {
  return o.strip.is_empty() ? network::CorridorId{} : network.corridor_of(o.strip);
}

std::optional<double> out_of_lane(const network::Network& network, const FrameObject& o) {
  if (o.lane.is_empty() || !network.corridor_of(o.lane).is_empty()) return std::nullopt;
  const geometry::Vec3 tangent = tangent_under(network, o);
  const double half = extent_of(o, tangent.x, tangent.y).across;
  const network::LaneEdges edges = network.edges(o.lane, o.distance);
  return std::max(o.offset + half - edges.left, edges.right - (o.offset - half));
}

}  // namespace backlot::verdict::internal
