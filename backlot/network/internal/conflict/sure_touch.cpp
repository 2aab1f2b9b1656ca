#include "backlot/network/internal/conflict/sure_touch.h"

#include <cmath>
#include <optional>

#include "backlot/network/internal/conflict/swath.h"

namespace backlot::network::internal {

namespace {

using Section = SweptLine::Section;

// Where both sections meet a place lies everywhere between them, and so at the outer one.
double key_at(const PlanPoint& p, const Slice& own, StretchEnd end) {
  const double share = share_along(own.first, own.last, p).value_or(end == StretchEnd::first ? 0 : 1);
  return key_of(mixed(own.first.distance, own.last.distance, share), end);
}

// The cross-section that comes over a place; none where the body may not reach it.
struct Spot {
  double distance = 0, height = 0;
};
std::optional<Spot> find_spot(const Slice& slice, const PlanPoint& p) {
  const Section &a = slice.first, &b = slice.last;
  const double t = share_along(a, b, p).value_or(0.5);
  const double lateral_x = mixed(a.lateral_x, b.lateral_x, t), lateral_y = mixed(a.lateral_y, b.lateral_y, t);
  // how far aside, and how far the body reaches: both times the length of the lateral
  const double aside = (p.x - mixed(a.x, b.x, t)) * lateral_x + (p.y - mixed(a.y, b.y, t)) * lateral_y;
  const double square = lateral_x * lateral_x + lateral_y * lateral_y;
  if (!(std::fabs(aside) + slice.off.in_plan * std::sqrt(square) <= slice.half_width * square))
    return std::nullopt;
  return Spot{mixed(a.distance, b.distance, t), mixed(a.z, b.z, t)};
}

}  // namespace

Tip tip_of(const ConvexPolygon& overlap, const Slice& own, StretchEnd end) {
  Tip tip;
  for (std::size_t k = 0; k < overlap.count; ++k) {
    const PlanPoint p{overlap.corners[k].x, overlap.corners[k].y};
    const double key = key_at(p, own, end);
    if (key < tip.key) tip = {p, key};
  }
  return tip;
}

double find_sure_key(const ConvexPolygon& overlap, const Tip& tip, const Slice& own, const Slice& other,
                     StretchEnd end) {
  const auto count = static_cast<double>(overlap.count);
  PlanPoint middle;
  for (std::size_t k = 0; k < overlap.count; ++k) {
    middle.x += overlap.corners[k].x / count;
    middle.y += overlap.corners[k].y / count;
  }
  // from the tip as deep inside as is still near enough; not quite, as keys are not quite linear
  const double depth = key_at(middle, own, end) - tip.key, near = 0.8 * kCertain_m;
  const double share = depth > near ? near / depth : 1;
  const PlanPoint inside{mixed(tip.place.x, middle.x, share), mixed(tip.place.y, middle.y, share)};
  const std::optional<Spot> on_own = find_spot(own, inside), on_other = find_spot(other, inside);
  if (!on_own || !on_other) return kNoKey;
  const double climb = std::fabs(on_own->height - on_other->height);
  if (!(climb + own.off.in_height + other.off.in_height < kClearHeight_m)) return kNoKey;
  return key_of(on_own->distance, end);
}

}  // namespace backlot::network::internal
