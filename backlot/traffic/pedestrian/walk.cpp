#include "backlot/traffic/pedestrian/walk.h"

#include <algorithm>
#include <cmath>

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

// The bodies of vehicles on the lanes of a crosswalk, near the walker.
void find_obstacles(const WalkerSurroundings& around, const Walker& w, const KerbView& kerb,
                    Obstacles& obstacles) {
  const world::Footways& footways = around.roads.footways;
  for (const Crossing& crossing : footways.crossings(footways[kerb.crosswalk])) {
    for (const Entry& e : around.occupancy.on(crossing.strip)) {
      if (e.is_person() || e.has(EntryFlag::approaches)) continue;
      const double along = 0.5 * (e.from + e.to) - crossing.distance;
      const double across = 0.5 * static_cast<double>(e.right + e.left) - crossing.centre;
      world::BodyBox box;
      box.centre = {crossing.x + along * crossing.tangent_x - across * crossing.tangent_y,
                    crossing.y + along * crossing.tangent_y + across * crossing.tangent_x, w.at.z};
      box.heading_x = crossing.tangent_x;
      box.heading_y = crossing.tangent_y;
      box.half_length = 0.5 * (e.to - e.from);
      box.half_width = 0.5 * static_cast<double>(e.left - e.right);
      const double x = box.centre.x - w.at.x, y = box.centre.y - w.at.y,
                   near = kNearBox_m + box.half_length + box.half_width;
      if (x * x + y * y < near * near) obstacles.add(box);
    }
  }
}

void face(const WalkerMove& move, double dt_s, Walker& w) {
  const double pace = std::sqrt(move.velocity_x * move.velocity_x + move.velocity_y * move.velocity_y);
  if (pace < kFaces_mps) return;
  const double share = std::min(1.0, dt_s / kTurns_s);
  const double x = w.heading_x + share * (move.velocity_x / pace - w.heading_x);
  const double y = w.heading_y + share * (move.velocity_y / pace - w.heading_y);
  const double norm = std::sqrt(x * x + y * y);
  if (norm < 1e-3) {  // right about
    w.heading_x = move.velocity_x / pace;
    w.heading_y = move.velocity_y / pace;
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
    Entry e = made(w, meeting.distance - side, meeting.distance + side, crossing.centre + right,
                   crossing.centre + left,
                   EntryFlag::approaches | (shows_wish ? EntryFlag::at_kerb : EntryFlag::foretold));
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
  w.is_barred = context.kerb.is_barred;
  step_machine(context);
  if (context.command.turns_back) turn_back(footways, around.seed, stream, w);
  Obstacles obstacles;
  if (context.kerb.is_near() && (w.is_crossing() || w.is_at_kerb()))
    find_obstacles(around, w, context.kerb, obstacles);
  const WalkerMove move =
      choose_move(footways, w, context.command, w.panel.dial(walker_panel::kAside), crowd, obstacles, dt_s);
  w.velocity_x = move.velocity_x;
  w.velocity_y = move.velocity_y;
  w.at.x += dt_s * move.velocity_x;
  w.at.y += dt_s * move.velocity_y;
  w.accel_mps2 = (w.speed_mps() - before_mps) / dt_s;
  count_blocked(move.is_blocked && !w.is_at_kerb(), dt_s, w);
  face(move, dt_s, w);
  follow_footway(footways, around.seed, stream, w);
}

void add_entries(const WalkerSurroundings& around, const Walker& w, world::EntryBatch& entries) {
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
