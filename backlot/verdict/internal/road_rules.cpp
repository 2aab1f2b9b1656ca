#include "backlot/verdict/internal/road_rules.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "backlot/base/assert.h"
#include "backlot/look/rules.h"
#include "backlot/network/locate.h"
#include "backlot/verdict/internal/road_geometry.h"

namespace backlot::verdict::internal {

namespace {

using network::CorridorId;
using network::Network;
using record::FrameObject;

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kMoves_mps = 0.5, kStands_mps = 0.1;
constexpr double kLinesWithin_s = 20;   // lines that were crossed earlier have nothing to do with it
constexpr double kStillThere_s = 1.5;   // a body that has left an intersection no longer ago is still in it
constexpr double kChangesWithin_s = 6;  // the same of lane changes
constexpr double kAtOnce_s = 1;         // two lane changes that begin within so long are one
constexpr double kOutOfLane_m = 0.2;    // a body that reaches so far over the edge leaves its lane
constexpr double kSpeedsWithin_s = 8;   // the same of speeds
constexpr double kExcused_s = 3;        // so long after an unfair lane change the follower may be too close,
constexpr double kFairlyExcused_s = 1;  // and so long after a fair one
constexpr double kUntilLast_s = 0.5;    // a breach that ended no longer before the contact led to it
constexpr double kAlongLane = 0.5;      // cosine: a body within 60 degrees goes along its lane

std::size_t index_of(Party by) { return static_cast<std::size_t>(by); }
Party other_of(Party by) { return by == Party::subject ? Party::other : Party::subject; }

bool both_there(const Meeting& m) { return m.is_there[0] && m.is_there[1]; }

BrokenRule broken(RoadRule rule, Party by, double time_s, double value, double limit, bool is_decisive) {
  BACKLOT_ASSERT(!std::isnan(time_s) && !std::isnan(value), "a rule is broken at a time, by some value");
  return {rule, by, time_s, value, limit, is_decisive, time_s};
}

bool is_stop(network::Aspect aspect) {
  return aspect == network::Aspect::red || aspect == network::Aspect::red_yellow;
}

// A body in an intersection, or just out of it.
struct InIntersection {
  CorridorId corridor{};
  const CrossedLine* line = nullptr;  // that it crossed to get there; null where it crossed none
  double entered_s = 0;
};

std::optional<InIntersection> find_in_intersection(const Network& network, const Encountered& seen,
                                                   Party by) {
  BACKLOT_ASSERT(!seen.moments.empty(), "an encounter has moments");
  const std::size_t k = index_of(by);
  const double last_s = seen.moments.back().time_s;
  const CrossedLine* line = nullptr;
  for (const CrossedLine& one : seen.lines)
    if (one.by == by && one.time_s > last_s - kLinesWithin_s) line = &one;
  InIntersection found;
  double inside_s = -kInfinite;  // it was last
  for (const Meeting& m : seen.moments) {
    const CorridorId under = m.is_there[k] ? corridor_under(network, m.body[k]) : CorridorId{};
    // one that goes against a corridor does not travel it, and has no right by it
    if (under.is_empty() || !moves_along(network, m.body[k])) continue;
    if (found.corridor.is_empty() || m.time_s > inside_s + kStillThere_s ||
        network.corridor(found.corridor).intersection != network.corridor(under).intersection)
      found.entered_s = m.time_s;
    found.corridor = under;
    inside_s = m.time_s;
  }
  if (inside_s < last_s - kStillThere_s) found.corridor = {};
  if (line != nullptr && found.corridor.is_empty() && line->time_s > last_s - kStillThere_s) {
    // its front is in the intersection, its middle is not yet
    found.corridor = line->corridor;
    found.entered_s = line->time_s;
  }
  if (found.corridor.is_empty()) return std::nullopt;
  if (line != nullptr && !line->corridor.is_empty() &&
      network.corridor(line->corridor).intersection == network.corridor(found.corridor).intersection)
    found.line = line;
  return found;
}

// The rule between two corridors that touch, as seen from the first; empty where they do not, and where both begin in one lane.
std::optional<network::Precedence> find_precedence(const world::Roads& roads, const Encountered& seen,
                                                   const InIntersection& mine, const InIntersection& its) {
  const Network& network = roads.tracks.network();
  for (const network::Dependency& d : network.dependencies(mine.corridor))
    if (d.other == its.corridor && d.kind == network::DependencyKind::diverging) return std::nullopt;
  // what each was shown when it crossed its line counts
  network::SignalState signals = seen.signals;
  for (const InIntersection* one : {&mine, &its}) {
    const network::SignalGroupId group = network.corridor(one->corridor).signal_group;
    if (one->line != nullptr && !group.is_empty() && group.index() < signals.size())
      signals[group.index()] = one->line->aspect;
  }
  return look::find_right_of_way(roads, mine.corridor, its.corridor, signals);
}

std::int64_t arrival_ns(const InIntersection& one) {
  const double seconds = one.line == nullptr       ? one.entered_s
                         : one.line->halted_s >= 0 ? one.line->halted_s
                                                   : one.line->time_s;
  return static_cast<std::int64_t>(1e9 * seconds);
}

// When a body last began to move since a time; that time where it did not stand.
double last_start_s(const Encountered& seen, Party by, double since_s) {
  double start_s = since_s;
  for (const Meeting& m : seen.moments)
    if (m.is_there[index_of(by)] && m.time_s > since_s &&
        std::fabs(m.body[index_of(by)].speed_mps) < kStands_mps)
      start_s = m.time_s;
  return start_s;
}

const Meeting* find_moment(const Encountered& seen, double time_s) {
  const auto at = std::find_if(seen.moments.begin(), seen.moments.end(),
                               [&](const Meeting& m) { return m.time_s > time_s - 1e-9 && both_there(m); });
  return at == seen.moments.end() ? nullptr : &*at;
}

// The deceleration that a follower needs when a body comes before it; infinite beside it and closer than any follower may be.
double needed_behind(const Network& network, const FrameObject& follower, const FrameObject& leader) {
  const Seen s = see(network, follower, leader);
  if (s.gap_m <= 0 || s.gap_m < kLeastCutIn_s * std::fabs(follower.speed_mps)) return kInfinite;
  const double closing = std::fabs(follower.speed_mps) - s.speed_mps;
  if (closing <= 0) return 0;
  const double room_m = s.gap_m - kReaction_s * closing;
  return room_m > 0 ? closing * closing / (2 * room_m) : kInfinite;
}

// The deceleration that a follower needs where a body has come before it and then brakes hard, before the follower could drop back; zero where it does not.
double needed_when_it_brakes(const Network& network, const Encountered& seen, Party by, double since_s) {
  const std::size_t k = index_of(by), n = index_of(other_of(by));
  std::optional<double> ahead_since_s;
  for (const Meeting& m : seen.moments) {
    if (m.time_s < since_s || !both_there(m)) continue;
    const Seen s = see(network, m.body[n], m.body[k]);
    if (!s.is_in_way || s.ahead_m <= 0) continue;
    ahead_since_s = ahead_since_s.value_or(m.time_s);
    const double braking = -m.body[k].accel_mps2;
    if (braking <= kEasyToBear_mps2) continue;
    if (m.time_s > *ahead_since_s + kExcused_s || seen.moments.back().time_s > m.time_s + kExcused_s)
      return 0;
    // both come to stand: the follower has the gap and the way in which the other stops, less its own way until it brakes
    const double v = std::fabs(m.body[n].speed_mps);
    const double room_m = s.gap_m + s.speed_mps * s.speed_mps / (2 * braking) - kReaction_s * v;
    return room_m > 0 ? v * v / (2 * room_m) : kInfinite;
  }
  return 0;
}

double stopping_m(double v) {
  BACKLOT_ASSERT(v >= 0, "a body drives forward");
  return v * kReaction_s + v * v / (2 * kHardest_mps2);
}

const BrokenRule* first_decisive(const std::vector<BrokenRule>& found, Party by) {
  const BrokenRule* first = nullptr;
  for (const BrokenRule& rule : found)
    if (rule.by == by && rule.is_decisive && (first == nullptr || rule.time_s < first->time_s)) first = &rule;
  return first;
}

}  // namespace

void judge_lines(const world::Roads& roads, const Encountered& seen, Party by,
                 std::vector<BrokenRule>& found) {
  BACKLOT_ASSERT(!seen.moments.empty(), "an encounter has moments");
  const Network& network = roads.tracks.network();
  const double last_s = seen.moments.back().time_s;
  const std::optional<InIntersection> mine = find_in_intersection(network, seen, by),
                                      its = find_in_intersection(network, seen, other_of(by));
  const std::optional<network::Precedence> rule =
      mine && its ? find_precedence(roads, seen, *mine, *its) : std::nullopt;
  bool ran_red = false;
  for (const CrossedLine& line : seen.lines) {
    if (line.by != by || line.time_s <= last_s - kLinesWithin_s || line.corridor.is_empty()) continue;
    const bool is_here = rule && mine->line == &line;
    const network::Control control = network.corridor(line.corridor).control;
    if (is_stop(line.aspect) &&
        network::control_state(network, line.corridor, line.aspect) == network::ControlState::stop) {
      found.push_back(broken(RoadRule::red_light, by, line.time_s, line.speed_mps, 0, is_here));
      ran_red = ran_red || is_here;
    } else if (line.aspect == network::Aspect::dark && line.halted_s < 0 &&
               (control == network::Control::stop || control == network::Control::all_way_stop)) {
      found.push_back(broken(RoadRule::stop_line, by, line.time_s, line.speed_mps, 0, is_here));
    }
  }
  if (!rule || ran_red) return;
  const bool must_wait = *rule == network::Precedence::yields ||
                         (*rule == network::Precedence::by_arrival &&
                          !network::goes_before(network, {mine->corridor, arrival_ns(*mine)},
                                                {its->corridor, arrival_ns(*its)}, {}));
  if (!must_wait) return;
  const double time_s = last_start_s(seen, by, mine->line != nullptr ? mine->line->time_s : mine->entered_s);
  const Meeting* then = find_moment(seen, time_s);
  const double speed = then == nullptr ? 0 : std::fabs(then->body[index_of(by)].speed_mps);
  found.push_back(broken(RoadRule::right_of_way, by, time_s, speed, 0, true));
}

void judge_direction(const world::Roads& roads, const Encountered& seen, Party by,
                     std::vector<BrokenRule>& found) {
  const Network& network = roads.tracks.network();
  const std::size_t k = index_of(by);
  std::optional<double> since_s;
  double until_s = 0, fastest = 0;
  for (const Meeting& m : seen.moments) {
    const FrameObject& o = m.body[k];
    if (!m.is_there[k] || o.lane.is_empty() || !network.corridor_of(o.lane).is_empty() ||
        network::use_of(network.lane(o.lane).kind) != network::Use::vehicles)
      continue;
    const geometry::Vec3 tangent = network::place(network, o.strip, {o.distance, o.offset, 0}).tangent;
    const bool is_crosswise = std::fabs(o.heading_x * tangent.x + o.heading_y * tangent.y) < kAlongLane;
    const bool is_wrong = std::fabs(o.speed_mps) > kMoves_mps && !is_crosswise &&
                          !network.lane(o.lane).permits(moves_along(network, o));
    if (!is_wrong) {
      if (m.time_s > until_s + kUntilLast_s) since_s.reset();
      continue;
    }
    if (!since_s) {
      since_s = m.time_s;
      fastest = 0;
    }
    until_s = m.time_s;
    fastest = std::max(fastest, std::fabs(o.speed_mps));
  }
  if (since_s && until_s >= seen.moments.back().time_s - kUntilLast_s)
    found.push_back(broken(RoadRule::wrong_way, by, *since_s, fastest, 0, true));
}

void judge_lane_change(const world::Roads& roads, const Encountered& seen, Party by,
                       std::vector<BrokenRule>& found) {
  BACKLOT_ASSERT(!seen.moments.empty(), "an encounter has moments");
  const Network& network = roads.tracks.network();
  const std::size_t k = index_of(by), n = index_of(other_of(by));
  const double last_s = seen.moments.back().time_s;
  const auto judge_at = [&](double time_s, network::LaneId to) {
    const Meeting* then = find_moment(seen, time_s);
    if (then == nullptr) return false;
    const FrameObject &own = then->body[k], &its = then->body[n];
    const bool changes_too =
        std::any_of(seen.changes.begin(), seen.changes.end(), [&](const BegunChange& other) {
          return other.by != by && !to.is_empty() && other.to == to &&
                 std::fabs(other.time_s - time_s) < kAtOnce_s;
        });
    const Seen s = see(network, its, own);
    if (!changes_too && (s.ahead_m < 0 && s.gap_m > 0)) return false;  // it comes in behind the other
    // the other goes where this one comes in: it is in that lane, or later finds this one in its way
    bool comes_in_its_way = changes_too || (!to.is_empty() && its.lane == to);
    for (const Meeting& m : seen.moments)
      comes_in_its_way =
          comes_in_its_way || (m.time_s >= time_s && both_there(m) && m.body[n].lane == its.lane &&
                               see(network, m.body[n], m.body[k]).is_in_way);
    if (!comes_in_its_way) return false;
    const double needed = changes_too ? kInfinite
                                      : std::max(needed_behind(network, its, own),
                                                 needed_when_it_brakes(network, seen, by, time_s));
    if (needed <= kEasyToBear_mps2) return false;
    found.push_back(broken(RoadRule::lane_change, by, time_s, needed, kEasyToBear_mps2, true));
    return true;
  };
  for (auto change = seen.changes.rbegin(); change != seen.changes.rend(); ++change)
    if (change->by == by && change->time_s > last_s - kChangesWithin_s &&
        judge_at(change->time_s, change->to))
      return;
  // one that came onto the lanes from beside them
  const Meeting* before = nullptr;
  for (const Meeting& m : seen.moments) {
    if (!both_there(m)) continue;
    const bool was_off =
        before != nullptr && (before->body[k].lane.is_empty() ||
                              network.lane(before->body[k].lane).kind != network::LaneKind::vehicle);
    if (was_off && std::fabs(m.body[k].speed_mps) > kStands_mps && m.time_s > last_s - kChangesWithin_s &&
        !see(network, before->body[n], before->body[k]).is_in_way &&
        see(network, m.body[n], m.body[k]).is_in_way && judge_at(m.time_s, {}))
      return;
    before = &m;
  }
  const Meeting& last = seen.moments.back();
  // one that comes into the lane of a body ahead from the side, and touches it before it could follow
  if (both_there(last) && see(network, last.body[k], last.body[n]).ahead_m > 0) {
    const Meeting* apart = nullptr;
    for (const Meeting& m : seen.moments)
      if (both_there(m) && m.body[k].strip == m.body[n].strip && m.body[k].lane != m.body[n].lane &&
          m.body[n].lane == last.body[n].lane)
        apart = &m;
    if (apart != nullptr && last.body[k].lane == last.body[n].lane && apart->time_s > last_s - kExcused_s) {
      found.push_back(broken(RoadRule::lane_change, by, apart->time_s, kInfinite, kEasyToBear_mps2, true));
      return;
    }
  }
  // one that leaves its lane a little, and touches a body in another one; where both leave theirs, each of them counts
  if (!both_there(last) || last.body[k].lane == last.body[n].lane) return;
  const std::optional<double> out = out_of_lane(network, last.body[k]);
  if (!out || *out < kOutOfLane_m) return;
  double since_s = last_s;
  for (auto m = seen.moments.rbegin(); m != seen.moments.rend() && m->is_there[k]; ++m) {
    if (out_of_lane(network, m->body[k]).value_or(0) < kOutOfLane_m) break;
    since_s = m->time_s;
  }
  found.push_back(broken(RoadRule::lane_change, by, since_s, kInfinite, kEasyToBear_mps2, true));
}

void judge_standing(const world::Roads& roads, const Encountered& seen, Party by,
                    std::vector<BrokenRule>& found) {
  BACKLOT_ASSERT(!seen.moments.empty(), "an encounter has moments");
  const Network& network = roads.tracks.network();
  const std::size_t k = index_of(by);
  const Meeting& last = seen.moments.back();
  const FrameObject& o = last.body[k];
  if (!last.is_there[k] || last.has_a_reason[k] || o.lane.is_empty() ||
      !network.corridor_of(o.lane).is_empty() || network.lane(o.lane).kind != network::LaneKind::vehicle)
    return;
  double since_s = last.time_s;
  for (auto m = seen.moments.rbegin();
       m != seen.moments.rend() && m->is_there[k] && std::fabs(m->body[k].speed_mps) < kStands_mps; ++m)
    since_s = m->time_s;
  if (last.time_s - since_s < kStood_s) return;
  found.push_back(broken(RoadRule::standing, by, since_s, last.time_s - since_s, kStood_s, true));
}

void judge_following(const world::Roads& roads, const Encountered& seen, Party by,
                     std::vector<BrokenRule>& found) {
  const Network& network = roads.tracks.network();
  const std::size_t k = index_of(by), n = index_of(other_of(by));
  const bool is_unfair = std::any_of(found.begin(), found.end(), [&](const BrokenRule& rule) {
    return rule.by != by && rule.rule == RoadRule::lane_change;
  });
  std::optional<double> ahead_since_s, broken_since_s;
  bool was_ahead_at_first = false, is_first = true, brakes_in_excuse = false;
  double least_s = kInfinite;
  for (const Meeting& m : seen.moments) {
    if (!both_there(m)) continue;
    const FrameObject &own = m.body[k], &its = m.body[n];
    const Seen s = see(network, own, its);
    const bool heads_alike = own.heading_x * its.heading_x + own.heading_y * its.heading_y > kAlongLane;
    const bool is_ahead =
        s.ahead_m > 0 && s.is_in_way &&
        (heads_alike ? its.speed_mps > -kMoves_mps : std::fabs(its.speed_mps) < kStands_mps);
    if (!is_ahead) {
      ahead_since_s.reset();
      broken_since_s.reset();
      is_first = false;
      continue;
    }
    if (!ahead_since_s) {
      ahead_since_s = m.time_s;
      was_ahead_at_first = is_first;
    }
    is_first = false;
    const double excused_s = was_ahead_at_first ? 0 : is_unfair ? kExcused_s : kFairlyExcused_s;
    const double gap_s = own.speed_mps > kMoves_mps ? std::max(0.0, s.gap_m) / own.speed_mps : kInfinite;
    // the excuse lasts as long as the other brakes hard, if it began to before the follower could make room
    const bool is_excused = m.time_s - *ahead_since_s < excused_s || brakes_in_excuse;
    brakes_in_excuse = is_excused && its.accel_mps2 < -kEasyToBear_mps2;
    if (gap_s >= kLeastTimeGap_s || is_excused) {
      if (gap_s >= kLeastTimeGap_s) broken_since_s.reset();
      continue;
    }
    if (!broken_since_s) least_s = kInfinite;
    broken_since_s = broken_since_s.value_or(m.time_s);
    if (m.time_s < seen.moments.back().time_s) least_s = std::min(least_s, gap_s);
  }
  if (broken_since_s)
    found.push_back(broken(RoadRule::following_distance, by, *broken_since_s,
                           std::isfinite(least_s) ? least_s : 0, kLeastTimeGap_s, true));
}

void judge_speed(const world::Roads& roads, const Encountered& seen, Party by,
                 std::vector<BrokenRule>& found) {
  BACKLOT_ASSERT(!seen.moments.empty(), "an encounter has moments");
  const Network& network = roads.tracks.network();
  const std::size_t k = index_of(by), n = index_of(other_of(by));
  const double last_s = seen.moments.back().time_s;
  const auto limit_at = [&](const FrameObject& o) {
    return o.lane.is_empty() ? kInfinite
                             : network.speed_limit_mps({o.lane, moves_along(network, o)}, o.distance);
  };
  std::optional<double> since_s;
  double worst = 0, value = 0, limit = 0;
  for (const Meeting& m : seen.moments) {
    if (!m.is_there[k] || m.time_s <= last_s - kSpeedsWithin_s) continue;
    const double v = std::fabs(m.body[k].speed_mps), most = limit_at(m.body[k]);
    if (v - most <= kOverLimit_mps) continue;
    if (!since_s) since_s = m.time_s;
    if (v - most <= worst) continue;
    worst = v - most;
    value = v;
    limit = most;
  }
  if (!since_s) return;
  // It decides where the body could have stopped from the limit, and could not from its speed, when the danger began.
  const BrokenRule* danger = first_decisive(found, other_of(by));
  std::optional<double> danger_s;
  if (danger != nullptr) danger_s = std::max(danger->time_s, last_s - kSpeedsWithin_s);
  bool is_in_way = false;
  for (const Meeting& m : seen.moments) {
    if (danger != nullptr || !both_there(m) || m.time_s <= last_s - kSpeedsWithin_s) continue;
    const Seen s = see(network, m.body[k], m.body[n]);
    const bool now = s.ahead_m > 0 && s.is_in_way;
    if (now && !is_in_way) danger_s = m.time_s;
    is_in_way = now;
  }
  BrokenRule rule = broken(RoadRule::speed_limit, by, *since_s, value, limit, false);
  const Meeting* then = danger_s ? find_moment(seen, *danger_s) : nullptr;
  if (then != nullptr && both_there(seen.moments.back())) {
    const FrameObject& o = then->body[k];
    const double dx = seen.moments.back().body[k].centre.x - o.centre.x,
                 dy = seen.moments.back().body[k].centre.y - o.centre.y;
    const double way_m = std::sqrt(dx * dx + dy * dy), v = std::fabs(o.speed_mps);
    const bool comes_towards = see(network, o, then->body[n]).speed_mps < -kMoves_mps;
    rule.is_decisive = !comes_towards && v > limit_at(o) + kOverLimit_mps &&
                       stopping_m(limit_at(o)) <= way_m && way_m < stopping_m(v);
    rule.counts_from_s = then->time_s;
  }
  found.push_back(rule);
}

}  // namespace backlot::verdict::internal
