#include "backlot/traffic/pedestrian/walker.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/base/random.h"

namespace backlot::traffic {

namespace {

using world::FootPiece;
using world::Footway;
using world::Footways;

const FootPiece& piece_under(const Footways& footways, const Walker& w) {
  return footways.pieces(footways[w.footway])[w.piece];
}

// Metres and offset by the piece that the walker is on.
void project(const Footways& footways, Walker& w) {
  const FootPiece& p = piece_under(footways, w);
  const double x = w.at.x - p.start.x, y = w.at.y - p.start.y;
  w.metres = p.from_m + (x * p.ux + y * p.uy);
  w.offset = p.ux * y - p.uy * x;
}

// Along a shortcut. At its end the walker comes onto the footway there and goes on in that of its directions which is nearer to its own.
void follow_shortcut(const Wayfinding& way, Walker& w) {
  const Footways& footways = way.footways;
  const Shortcut& s = w.shortcut;
  const double x = w.at.x - s.start.x, y = w.at.y - s.start.y;
  w.metres = x * s.ux + y * s.uy;
  w.offset = s.ux * y - s.uy * x;
  w.at.z = s.start.z + std::clamp(w.metres, 0.0, s.length) * s.climb;
  if (w.metres < s.length || s.onto.is_empty()) return;
  const double heading_x = s.ux, heading_y = s.uy;
  w.footway = s.onto;
  w.shortcut = {};
  const FootPlace place = nearest_on(footways, w.footway, w.at);
  w.piece = place.piece;
  w.metres = place.metres;
  w.offset = place.offset;
  const FootPiece& piece = piece_under(footways, w);
  w.is_along = piece.ux * heading_x + piece.uy * heading_y >= 0;
  find_next(way, w);
}

// Where the walker leaves its footway for the next one: where that bends off sharply, it does so on its own side of it. Metres past the end.
double leaves_past_m(const Footways& footways, const Walker& w) {
  const FootPiece& here = piece_under(footways, w);
  const Footway& next = footways[w.next];
  const FootPiece& there = w.is_next_along ? footways.pieces(next).front() : footways.pieces(next).back();
  const double to_x = (w.is_next_along ? 1 : -1) * there.ux, to_y = (w.is_next_along ? 1 : -1) * there.uy;
  // the left of the next footway against the own direction
  const double left = w.sign() * (here.ux * -to_y + here.uy * to_x);
  const double room = std::max(0.0, there.half_width - static_cast<double>(w.traits.radius_m));
  return -left * static_cast<double>(w.traits.keep) * room;
}

// False where the walker stays on its footway.
bool goes_over(const Wayfinding& way, Walker& w) {
  const Footways& footways = way.footways;
  const Footway& here = footways[w.footway];
  const double walked = w.is_along ? w.metres : here.length - w.metres;
  if (w.next.is_empty()) {
    if (walked < here.length - static_cast<double>(w.traits.radius_m)) return false;
    turn_back(way, w);
    return false;
  }
  if (walked < here.length + leaves_past_m(footways, w)) return false;
  w.footway = w.next;
  w.is_along = w.is_next_along;
  w.piece = w.is_along ? 0 : footways[w.footway].piece_count - 1;
  find_next(way, w);
  return true;
}

}  // namespace

double Walker::speed_mps() const { return std::sqrt(velocity_x * velocity_x + velocity_y * velocity_y); }

bool is_sound(const Walker& w, const Footways& footways) {
  const auto is_footway = [&](world::FootwayId id) { return id.raw() < footways.all().size(); };
  if (!is_footway(w.footway) || !(w.next.is_empty() || is_footway(w.next))) return false;
  for (const double value : {w.velocity_x, w.velocity_y, w.heading_x, w.heading_y, w.metres, w.offset})
    if (!std::isfinite(value)) return false;
  return w.piece < footways[w.footway].piece_count && geometry::is_place(w.at) &&
         base::is_within(static_cast<double>(w.traits.radius_m), 0.05, 1) &&
         base::is_within(static_cast<double>(w.traits.free_mps), 0.1, 10) && is_sound(w.shortcut, footways) &&
         std::isfinite(w.gaze_x) && std::isfinite(w.gaze_y);
}

world::BodyBox box_of(const Walker& w) {
  return {w.at, w.heading_x, w.heading_y, 0.5 * static_cast<double>(w.traits.length_m),
          0.5 * static_cast<double>(w.traits.width_m)};
}

void put_on_footway(const Wayfinding& way, world::FootwayId footway, bool is_along, double metres,
                    double offset, Walker& w) {
  const Footways& footways = way.footways;
  const Footway& f = footways[footway];
  BACKLOT_ASSERT(metres >= 0 && metres <= f.length, "a place of the footway");
  w.footway = footway;
  w.is_along = is_along;
  w.piece = footways.piece_at(f, metres);
  const FootPiece& p = piece_under(footways, w);
  const double along = metres - p.from_m;
  w.at = {p.start.x + along * p.ux - offset * p.uy, p.start.y + along * p.uy + offset * p.ux,
          p.start.z + along * p.climb};
  w.metres = metres;
  w.offset = offset;
  w.heading_x = w.sign() * p.ux;
  w.heading_y = w.sign() * p.uy;
  w.velocity_x = w.velocity_y = 0;
  find_next(way, w);
}

void find_next(const Wayfinding& way, Walker& w) {
  const Footways& footways = way.footways;
  const std::span<const world::FootwayEnd> onward = footways.onward(footways[w.footway], w.is_along);
  w.next = {};
  if (onward.empty()) return;
  world::FootwayEnd next = onward.front();
  if (onward.size() > 1) {
    if (way.routes != nullptr && w.door != kNoDoor) {
      next = way.routes->next(w.door, w.footway, w.is_along);
    } else {
      base::RandomStream random{way.seed, way.stream, WalkerPurpose::turns};
      random.skip_to(w.draws++);
      next = onward[random.below(onward.size())];
    }
  }
  w.next = next.footway;
  w.is_next_along = next.is_along;
}

void draw_door(const Wayfinding& way, Walker& w) {
  BACKLOT_ASSERT(way.routes != nullptr, "doors are those of routes");
  constexpr double kSomeWay_m = 80, kReachable_m = 1e6;
  constexpr std::array<std::uint64_t, 4> kStrides{
      67, 71, 73, 79};  // primes above the number of doors: all of them come in turn
  base::RandomStream random{way.seed, way.stream, WalkerPurpose::doors};
  random.skip_to(w.draws++);
  const std::size_t doors = way.routes->doors().size();
  const std::uint64_t first = doors == 0 ? 0 : random.below(doors),
                      stride = kStrides[random.below(kStrides.size())];
  const double length = way.footways[w.footway].length;
  DoorId found = kNoDoor;
  double found_m = 0;
  for (std::uint64_t k = 0; k < doors && found_m < kSomeWay_m; ++k) {
    const auto door = static_cast<DoorId>((first + k * stride) % doors);
    const double metres = std::min(way.routes->left_m(door, w.footway, true, w.metres),
                                   way.routes->left_m(door, w.footway, false, length - w.metres));
    if (metres > kReachable_m || metres <= found_m) continue;
    found = door;
    found_m = metres;
  }
  go_to_door(way, found, w);
}

void go_to_door(const Wayfinding& way, DoorId door, Walker& w) {
  w.door = door;
  if (door != kNoDoor && !w.shortcut.is_on && way.footways[w.footway].kind == world::FootwayKind::sidewalk) {
    const double there = way.routes->left_m(door, w.footway, true, w.metres),
                 back = way.routes->left_m(door, w.footway, false, way.footways[w.footway].length - w.metres);
    w.is_along = there <= back;
  }
  find_next(way, w);
}

bool is_at_door(const Walker& w, const FootRoutes& routes) {
  constexpr double kBeforeDoor_m = 0.4;
  if (w.door == kNoDoor || w.shortcut.is_on) return false;
  const Door& door = routes[w.door];
  return w.footway == door.footway && std::fabs(w.metres - door.metres) < kBeforeDoor_m;
}

void follow_footway(const Wayfinding& way, Walker& w) {
  if (w.shortcut.is_on) {
    follow_shortcut(way, w);
    return;
  }
  const Footways& footways = way.footways;
  project(footways, w);
  const auto last_piece = [&] {
    return w.is_along ? w.piece + 1 == footways[w.footway].piece_count : w.piece == 0;
  };
  const auto is_past_piece = [&] {
    const FootPiece& p = piece_under(footways, w);
    return w.is_along ? w.metres > p.from_m + p.length : w.metres < p.from_m;
  };
  constexpr int kMostSteps = 8;  // over short pieces; a walker does not come further in one step
  for (int k = 0; k < kMostSteps; ++k) {
    if (last_piece()) {
      if (!goes_over(way, w)) break;
    } else {
      if (!is_past_piece()) break;
      w.piece += w.is_along ? 1U : ~0U;
    }
    project(footways, w);
  }
  const FootPiece& p = piece_under(footways, w);
  w.at.z = p.start.z + std::clamp(w.metres - p.from_m, 0.0, p.length) * p.climb;
  if (way.routes == nullptr || w.door == kNoDoor) return;
  const double walked = w.is_along ? w.metres : footways[w.footway].length - w.metres;
  w.left_m = static_cast<float>(way.routes->left_m(w.door, w.footway, w.is_along, walked));
}

void take_shortcut(const ShortcutPlan& plan, Walker& w) {
  BACKLOT_ASSERT(plan.length_m > 0, "a shortcut has a length");
  w.shortcut = {.is_on = true,
                .start = w.at,
                .ux = plan.ux,
                .uy = plan.uy,
                .length = plan.length_m,
                .climb = plan.rise_m / plan.length_m,
                .pace_mps = plan.pace_mps,
                .onto = plan.onto};
  w.metres = w.offset = 0;
}

void turn_back(const Wayfinding& way, Walker& w) {
  if (w.shortcut.is_on) {
    constexpr double kLeast_m = 0.1;
    const double walked = std::max(kLeast_m, w.metres);
    take_shortcut({.ux = -w.shortcut.ux,
                   .uy = -w.shortcut.uy,
                   .length_m = walked,
                   .rise_m = -walked * w.shortcut.climb,
                   .pace_mps = w.shortcut.pace_mps,
                   .onto = w.footway},
                  w);
    return;
  }
  w.is_along = !w.is_along;
  find_next(way, w);
}

}  // namespace backlot::traffic
