#include "backlot/traffic/pedestrian/kerb.h"

#include <algorithm>
#include <cmath>

namespace backlot::traffic {

namespace {

using network::ControlState;
using world::Crossing;
using world::Entry;
using world::EntryFlag;
using world::Footway;

constexpr double kBeforeLane_m = 0.8;  // a walker waits this far before the first lane
constexpr double kFirstStep_m = 0.2;   // of a crosswalk, at least this much is before that line
constexpr double kSeesKerb_m = 6;      // a walker looks at the road from this near on
constexpr double kStanding_mps = 0.2;
constexpr double kVehicleFirst_m = 0.4;  // a vehicle so near to the walker's path passes before it
constexpr double kGrazes_m = 0.3,
                 kDodges_m = 0.8;  // a walker goes round so much of a vehicle that stands in its path
constexpr double kYields_mps2 = 2.5, kReacts_s = 0.4;  // a driver that can stop like this lets people cross
constexpr double kHardest_mps2 = 4.5;                  // once people are on the road it brakes harder
constexpr double kBeforePerson_m = 1.7;                // and stands so far before them
constexpr double kSlowed_mps = 4;                      // a vehicle as slow as this has slowed down for people
constexpr double kAfter_s = 1.2;    // between a walker that has crossed and a vehicle that does not stop
constexpr double kGains_mps = 1.5;  // a vehicle may gain so much meanwhile

// Metres of the walk along a crosswalk: of the walker's own coordinate.
double walked(const Footway& crosswalk, bool is_along, double metres) {
  return is_along ? metres : crosswalk.length - metres;
}

// A body that travels along the lane, as seen from the place where the walker crosses it.
struct Approach {
  double gap_m = 0;   // from its front to the place
  double past_m = 0;  // of its rear, past the place
  double speed_mps = 0;
};
Approach approach_of(const Entry& e, const Crossing& crossing, double place_m, double half_m) {
  const double front = static_cast<double>(e.front_m);
  return {place_m - half_m - front, front - e.length() - (place_m + half_m),
          static_cast<double>(e.pace_mps) * (e.speed_mps * static_cast<float>(crossing.sign) < 0 ? -1 : 1)};
}

struct Crosser {
  double half_m = 0.3;      // of the walker, along the lane
  double comes_s = 0;       // to the lane
  double gone_s = 0;        // until it is out of it
  bool is_on_road = false;  // drivers see it coming
  bool is_let_over = true;  // drivers are known to yield here
};

// Whether the walker must not be in the lane with this body.
bool must_wait_for(const Entry& e, const Crossing& crossing, const LaneMeeting& meeting, const Crosser& own) {
  if (e.is_person()) return false;
  if (!e.has(EntryFlag::travels)) {
    if (e.has(EntryFlag::approaches)) return false;
    return e.from - own.half_m < meeting.distance && e.to + own.half_m > meeting.distance;
  }
  const double place_m = crossing.metres + crossing.sign * (meeting.distance - crossing.distance);
  const Approach other = approach_of(e, crossing, place_m, own.half_m);
  if (other.past_m > 0 || other.speed_mps < -kStanding_mps) return false;
  // one that stands sees the walker before it starts; one that stands in the walker's path does not let it through
  if (other.speed_mps < kStanding_mps) return other.gap_m < (own.is_on_road ? -kDodges_m : -kGrazes_m);
  if (other.gap_m < kVehicleFirst_m) return true;
  const double v = other.speed_mps, brake = own.is_on_road ? kHardest_mps2 : kYields_mps2;
  const bool is_seen_to_yield = own.is_on_road || own.is_let_over || v < kSlowed_mps;
  if (is_seen_to_yield && v * kReacts_s + v * v / (2 * brake) + kBeforePerson_m <= other.gap_m) return false;
  return other.gap_m < (own.gone_s + kAfter_s) * (v + kGains_mps);
}

// The first and the last metre of the walk that vehicles sweep.
struct Roadway {
  double from_m = 0, to_m = 0;
};
Roadway roadway_of(std::span<const Crossing> crossings, const Footway& crosswalk, bool is_along) {
  double low = crosswalk.length, high = 0;
  for (const Crossing& c : crossings) {
    low = std::min(low, static_cast<double>(c.from_m));
    high = std::max(high, static_cast<double>(c.to_m));
  }
  return is_along ? Roadway{low, high} : Roadway{crosswalk.length - high, crosswalk.length - low};
}

}  // namespace

bool has_signal(const world::Roads& roads, const Footway& crosswalk) {
  if (crosswalk.corridor.is_empty()) return false;
  return !roads.tracks.network().corridor(crosswalk.corridor).signal_group.is_empty();
}

bool lets_walk(const WalkerSurroundings& around, const Footway& crosswalk) {
  const ControlState state = around.signals.state(crosswalk.corridor);
  return state == ControlState::go || state == ControlState::protected_go || state == ControlState::yield;
}

LaneMeeting meet_lane(const world::Footways& footways, const Crossing& crossing, const Footway& crosswalk,
                      bool is_along, const geometry::WorldPoint& at) {
  const world::FootPiece& piece = footways.pieces(crosswalk).front();
  const double sign = is_along ? 1 : -1;
  const double go_x = sign * piece.ux, go_y = sign * piece.uy;
  const double x = at.x - crossing.x, y = at.y - crossing.y;
  LaneMeeting meeting;
  meeting.from_m =
      walked(crosswalk, is_along, static_cast<double>(is_along ? crossing.from_m : crossing.to_m));
  meeting.to_m = walked(crosswalk, is_along, static_cast<double>(is_along ? crossing.to_m : crossing.from_m));
  meeting.across = crossing.tangent_x * y - crossing.tangent_y * x;
  meeting.moves_across = crossing.tangent_x * go_y - crossing.tangent_y * go_x;
  // to the centre of the lane, not further than the crosswalk is long
  const double slope =
      std::fabs(meeting.moves_across) < 0.3 ? std::copysign(0.3, meeting.moves_across) : meeting.moves_across;
  const double ahead = std::clamp(-meeting.across / slope, -crosswalk.length, crosswalk.length);
  meeting.distance = crossing.distance + (x * crossing.tangent_x + y * crossing.tangent_y) +
                     ahead * (go_x * crossing.tangent_x + go_y * crossing.tangent_y);
  return meeting;
}

KerbView look_at_road(const WalkerSurroundings& around, const Walker& w) {
  if (w.shortcut.is_on) {
    constexpr double kPastKerb_m = 2, kAtLeast_m = 1;
    const double left_m = w.shortcut.length - w.metres;
    return {.is_shortcut = true, .kerb_m = -kPastKerb_m, .over_m = std::max(left_m, kAtLeast_m)};
  }
  const world::Footways& footways = around.roads.footways;
  const Footway& here = footways[w.footway];
  const double at = walked(here, w.is_along, w.metres);
  KerbView view;
  double begins = 0;  // metres from the walker to the start of the crosswalk
  if (here.kind == world::FootwayKind::crosswalk) {
    view.crosswalk = w.footway;
    view.is_along = w.is_along;
    begins = -at;
  } else {
    begins = here.length - at;
    if (begins > kSeesKerb_m || w.next.is_empty() || footways[w.next].kind != world::FootwayKind::crosswalk)
      return {};
    view.crosswalk = w.next;
    view.is_along = w.is_next_along;
  }
  const Footway& crosswalk = footways[view.crosswalk];
  const std::span<const Crossing> crossings = footways.crossings(crosswalk);
  if (crossings.empty()) return {};
  const Roadway road = roadway_of(crossings, crosswalk, view.is_along);
  const auto radius = static_cast<double>(w.traits.radius_m);
  view.kerb_m = begins + std::max(kFirstStep_m, road.from_m - kBeforeLane_m);
  view.over_m = begins + road.to_m + radius;
  if (view.over_m <= 0) return {};
  view.may_go = lets_walk(around, crosswalk);
  const bool is_on_road = w.is_crossing() && view.kerb_m < 0;
  if (!is_on_road && !view.may_go) return view;  // what comes does not matter yet
  const double pace = 0.85 * static_cast<double>(w.traits.free_mps);
  const bool is_let_over = around.all_yield || has_signal(around.roads, crosswalk);
  for (const Crossing& crossing : crossings) {
    const world::EntryList list = around.occupancy.on(crossing.strip);
    if (list.empty()) continue;
    const LaneMeeting meeting = meet_lane(footways, crossing, crosswalk, view.is_along, w.at);
    const double to_lane = begins + meeting.from_m - radius, out = begins + meeting.to_m + radius;
    if (out < 0 || (is_on_road && to_lane < 0)) continue;  // out of it, or in it: then on and out
    const Crosser own{radius + 0.25, std::max(0.0, to_lane) / pace, out / pace, is_on_road, is_let_over};
    bool waits = false;
    for (const Entry& e : list) {
      if (!must_wait_for(e, crossing, meeting, own)) continue;
      waits = true;
      if (e.pace_mps < static_cast<float>(kStanding_mps)) view.is_barred = true;
    }
    if (!waits) continue;
    view.is_clear = false;
    if (is_on_road) view.hold_m = std::min(view.hold_m, std::max(0.0, to_lane - 0.1));
  }
  return view;
}

}  // namespace backlot::traffic
