#include "backlot/traffic/pedestrian/walk.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "backlot/network/locate.h"
#include "backlot/traffic/pedestrian/motion.h"
#include "backlot/traffic/pedestrian/walker_machine.h"

namespace backlot::traffic {

namespace {

using world::Crossing;
using world::Entry;
using world::EntryFlag;
using world::Footway;

constexpr double kTurns_s = 0.25;    // in which a body turns to where it goes
constexpr double kFaces_mps = 0.15;  // slower than this it faces where it did
constexpr double kNearBox_m = 4;
constexpr double kEarlier_s = 0.3, kLater_s = 0.4;  // by which a walker may be earlier or later
constexpr double kReadyToGo_m = 1.2;  // so near to the line a walker at the kerb shows that it wants to cross

// A place of a strip in the plane, and the direction of growing distance there.
struct StripPlace {
  double x = 0, y = 0, tangent_x = 1, tangent_y = 0;
  double distance = 0, offset = 0;
};

// The body of a vehicle near a place of its strip, where it is near the walker.
void add_obstacle(const Entry& e, const StripPlace& at, const Walker& w, Obstacles& obstacles) {
  if (e.is_person() || e.has(EntryFlag::approaches)) return;
  const double along = 0.5 * (e.from + e.to) - at.distance;
  const double across = 0.5 * static_cast<double>(e.right + e.left) - at.offset;
  world::BodyBox box;
  box.centre = {at.x + along * at.tangent_x - across * at.tangent_y,
                at.y + along * at.tangent_y + across * at.tangent_x, w.at.z};
  box.heading_x = at.tangent_x;
  box.heading_y = at.tangent_y;
  box.half_length = 0.5 * (e.to - e.from);
  box.half_width = 0.5 * static_cast<double>(e.left - e.right);
  const double x = box.centre.x - w.at.x, y = box.centre.y - w.at.y,
               near = kNearBox_m + box.half_length + box.half_width;
  if (x * x + y * y < near * near) obstacles.add(box);
}

// The bodies of vehicles on the strips that a walker on a shortcut is on or comes to.
void find_obstacles_off(const WalkerSurroundings& around, const Walker& w, Obstacles& obstacles) {
  constexpr double kAheadOfWalker_m = 2;
  const network::Network& net = around.roads.tracks.network();
  network::LocateScratch scratch;
  std::vector<network::NetworkLocated> located;
  std::vector<network::StripId> seen;
  for (const double ahead : {0.0, kAheadOfWalker_m}) {
    const geometry::WorldPoint point{w.at.x + ahead * w.shortcut.ux, w.at.y + ahead * w.shortcut.uy, w.at.z};
    network::locate_all(net, point, scratch, located);
    for (const network::NetworkLocated& on : located) {
      if (on.on != network::On::strip || std::ranges::find(seen, on.strip) != seen.end()) continue;
      seen.push_back(on.strip);
      const world::EntryList list = around.occupancy.on(on.strip);
      if (list.empty()) continue;
      const network::Strip& strip = net.strip(on.strip);
      const geometry::Vec3 tangent = net.ribbon(strip.ribbon).frame(strip.from + on.point.distance).tangent;
      const double norm = std::sqrt(tangent.x * tangent.x + tangent.y * tangent.y);
      const StripPlace at{point.x,          point.y,           tangent.x / norm,
                          tangent.y / norm, on.point.distance, on.point.offset};
      for (const Entry& e : list) add_obstacle(e, at, w, obstacles);
    }
  }
}

// The bodies of vehicles on the lanes of a crosswalk, near the walker.
void find_obstacles(const WalkerSurroundings& around, const Walker& w, const KerbView& kerb,
                    Obstacles& obstacles) {
  const world::Footways& footways = around.roads.footways;
  for (const Crossing& crossing : footways.crossings(footways[kerb.crosswalk])) {
    const StripPlace at{crossing.x,         crossing.y,        crossing.tangent_x,
                        crossing.tangent_y, crossing.distance, crossing.centre};
    for (const Entry& e : around.occupancy.on(crossing.strip)) add_obstacle(e, at, w, obstacles);
  }
}

// Where it goes; while it stands, where a director lets it look.
void face(const WalkerMove& move, double dt_s, Walker& w) {
  const double pace = std::sqrt(move.velocity_x * move.velocity_x + move.velocity_y * move.velocity_y);
  const bool looks = pace < kFaces_mps && (w.gaze_x != 0 || w.gaze_y != 0);
  if (pace < kFaces_mps && !looks) return;
  const double to_x = looks ? w.gaze_x : move.velocity_x / pace,
               to_y = looks ? w.gaze_y : move.velocity_y / pace;
  const double share = std::min(1.0, dt_s / kTurns_s);
  const double x = w.heading_x + share * (to_x - w.heading_x);
  const double y = w.heading_y + share * (to_y - w.heading_y);
  const double norm = std::sqrt(x * x + y * y);
  if (norm < 1e-3) {  // right about
    w.heading_x = to_x;
    w.heading_y = to_y;
    return;
  }
  w.heading_x = x / norm;
  w.heading_y = y / norm;
}

// Walkers that stand in each other's way come free if some of them step back for a moment: after some seconds, not all at once.
void count_blocked(bool is_blocked, double dt_s, Walker& w) {
  constexpr float kPatience_s = 2.0F, kGivesWay_s = 2.0F;
  const float limit = 3;
  const bool gave_way = w.gives_way();
  const auto dt = static_cast<float>(dt_s);
  if (gave_way) {
    w.blocked_s -= dt;
    if (!w.gives_way())
      w.blocked_s = -0.5F * static_cast<float>(w.number % 5);  // this one is patient next time
  } else if (is_blocked) {
    w.blocked_s += dt;
    if (w.blocked_s > kPatience_s) w.blocked_s = limit + kGivesWay_s;
  } else {
    w.blocked_s = std::min(0.0F, w.blocked_s);
  }
}

// A body of a walker on a strip that is a lane or a footway.
Entry made(const Walker& w, double from, double to, double right, double left, std::uint16_t flags) {
  Entry e;
  e.from = from;
  e.to = to;
  e.right = e.claim_right = static_cast<float>(right);
  e.left = e.claim_left = static_cast<float>(left);
  e.middle = static_cast<float>(0.5 * (right + left));
  e.pace_mps = static_cast<float>(w.speed_mps());
  e.id = w.number;
  e.length_dm = static_cast<std::uint8_t>(10 * w.traits.length_m + 0.99F);
  e.flags = static_cast<std::uint16_t>(EntryFlag::external | flags);
  return e;
}

void add_own(const world::Footways& footways, const Walker& w, world::EntryBatch& entries) {
  const Footway& footway = footways[w.footway];
  const world::FootPiece& piece = footways.pieces(footway)[w.piece];
  const double share = std::clamp((w.metres - piece.from_m) / piece.length, 0.0, 1.0);
  const double at = piece.strip_from + share * (piece.strip_to - piece.strip_from);
  const double offset = piece.centre + w.offset;
  const auto radius = static_cast<double>(w.traits.radius_m);
  Entry e = made(w, at - radius, at + radius, offset - radius, offset + radius, 0);
  e.speed_mps = static_cast<float>(w.velocity_x * piece.ux + w.velocity_y * piece.uy);
  entries.add(footway.strip, e);
}

// On the lanes of the crosswalk.
void add_on_lanes(const WalkerSurroundings& around, const Walker& w, const Footway& crosswalk, bool is_along,
                  double walked_m, world::EntryBatch& entries) {
  const world::Footways& footways = around.roads.footways;
  const auto radius = static_cast<double>(w.traits.radius_m);
  const double pace = static_cast<double>(w.traits.free_mps);
  // drivers need not wait for one that may not or cannot go
  const bool shows_wish = w.is_at_kerb() && !w.is_barred && lets_walk(around, crosswalk);
  const auto at_kerb = static_cast<std::uint16_t>(
      EntryFlag::at_kerb | (has_signal(around.roads, crosswalk) ? EntryFlag::by_signal : 0));
  for (const Crossing& crossing : footways.crossings(crosswalk)) {
    const LaneMeeting meeting = meet_lane(footways, crossing, crosswalk, is_along, w.at);
    if (meeting.to_m + radius < walked_m) continue;
    const double x = w.at.x - crossing.x, y = w.at.y - crossing.y;
    const double along = crossing.distance + (x * crossing.tangent_x + y * crossing.tangent_y);
    const double across = crossing.centre + meeting.across;
    if (std::fabs(meeting.across) < crossing.half_width + radius + 0.5) {
      Entry body = made(w, along - radius, along + radius, across - radius, across + radius, 0);
      body.speed_mps =
          static_cast<float>(w.velocity_x * crossing.tangent_x + w.velocity_y * crossing.tangent_y);
      entries.add(crossing.strip, body);
    }
    if (!w.is_crossing() && !shows_wish) continue;
    // from where the walker is now to the far side of the lane
    const double half = crossing.half_width;
    double right = -half, left = half;
    if (meeting.moves_across > 0)
      right = std::clamp(meeting.across - radius, -half, half);
    else
      left = std::clamp(meeting.across + radius, -half, half);
    if (left - right < 0.05) continue;
    const double side = radius + 0.25;
    Entry e =
        made(w, meeting.distance - side, meeting.distance + side, crossing.centre + right,
             crossing.centre + left, EntryFlag::approaches | (shows_wish ? at_kerb : EntryFlag::foretold));
    e.middle = static_cast<float>(std::max(0.0, (meeting.from_m - radius - walked_m) / pace - kEarlier_s));
    e.sine = static_cast<float>((meeting.to_m + radius - walked_m) / (0.75 * pace) + kLater_s);
    e.pace_mps = static_cast<float>(pace);
    entries.add(crossing.strip, e);
  }
}

}  // namespace

void walk(const WalkerSurroundings& around, const Crowd& crowd, std::uint64_t stream, Walker& w) {
  const world::Footways& footways = around.roads.footways;
  const double dt_s = around.tick.step.seconds(), before_mps = w.speed_mps();
  WalkerContext context{.walker = w, .panel = w.panel, .kerb = look_at_road(around, w), .dt_s = dt_s};
  if (w.is_told_to_cross) {
    context.kerb.may_go = context.kerb.is_clear = true;
    context.kerb.is_barred = false;
    context.kerb.hold_m = kFarAhead_m;
  }
  w.is_barred = context.kerb.is_barred;
  const Company company = find_company(crowd, w);
  if (waits_for_others(company, w)) context.kerb.is_clear = w.is_crossing() && context.kerb.is_clear;
  step_machine(context);
  const Wayfinding way{footways, around.routes, around.seed, stream};
  if (context.command.turns_back) turn_back(way, w);
  Obstacles obstacles;
  if (w.shortcut.is_on) {
    find_obstacles_off(around, w, obstacles);
    if (w.shortcut.onto.is_empty())
      context.command.stop_m = std::min(context.command.stop_m, w.shortcut.length - w.metres);
  } else if (context.kerb.is_near() && (w.is_crossing() || w.is_at_kerb())) {
    find_obstacles(around, w, context.kerb, obstacles);
  }
  const WalkerMove move = choose_move(footways, w, context.command, w.panel.dial(walker_panel::kAside),
                                      company, crowd, obstacles, dt_s);
  w.velocity_x = move.velocity_x;
  w.velocity_y = move.velocity_y;
  w.at.x += dt_s * move.velocity_x;
  w.at.y += dt_s * move.velocity_y;
  w.accel_mps2 = (w.speed_mps() - before_mps) / dt_s;
  count_blocked(move.is_blocked && !w.is_at_kerb(), dt_s, w);
  count_together(company, move.meets_others, dt_s, w);
  face(move, dt_s, w);
  follow_footway(way, w);
}

void add_entries(const WalkerSurroundings& around, const Walker& w, world::EntryBatch& entries) {
  if (w.shortcut.is_on) return;
  const world::Footways& footways = around.roads.footways;
  add_own(footways, w, entries);
  const Footway& here = footways[w.footway];
  const double walked_m = w.is_along ? w.metres : here.length - w.metres;
  if (here.kind == world::FootwayKind::crosswalk) {
    add_on_lanes(around, w, here, w.is_along, walked_m, entries);
  } else if (w.is_at_kerb() && !w.next.is_empty() && footways[w.next].kind == world::FootwayKind::crosswalk &&
             here.length - walked_m < kReadyToGo_m) {
    add_on_lanes(around, w, footways[w.next], w.is_next_along, walked_m - here.length, entries);
  }
}

}  // namespace backlot::traffic
