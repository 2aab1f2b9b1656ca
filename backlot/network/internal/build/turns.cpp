#include "backlot/network/internal/build/turns.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"

namespace backlot::network::internal {

namespace {

using JunctureLane = ResolvedArm::JunctureLane;

bool comes_in(Flow flow) { return flow == Flow::in || flow == Flow::both; }
bool goes_out(Flow flow) { return flow == Flow::out || flow == Flow::both; }

// Numbers of an arm's lanes of a use that come in, left to right as their traffic sees it.
std::vector<std::size_t> lanes_in(const ResolvedArm& arm, Use use) {
  std::vector<std::size_t> lanes;
  for (std::size_t i = 0; i < arm.lanes.size(); ++i)
    if (use_of(arm.lanes[i].kind) == use && comes_in(arm.lanes[i].flow)) lanes.push_back(i);
  return lanes;
}

// The same of those that go out: their traffic looks the other way, so the order turns round.
std::vector<std::size_t> lanes_out(const ResolvedArm& arm, Use use) {
  std::vector<std::size_t> lanes;
  for (std::size_t i = arm.lanes.size(); i > 0; --i)
    if (use_of(arm.lanes[i - 1].kind) == use && goes_out(arm.lanes[i - 1].flow)) lanes.push_back(i - 1);
  return lanes;
}

struct Target {
  std::size_t arm = 0;
  double turn = 0;  // to the left, (-pi, pi]
  std::vector<std::size_t> out;
};

// The turns of one approach.
void add_turns(std::size_t from, Use use, const std::vector<std::size_t>& in,
               const std::vector<Target>& targets, TrafficSide side, std::vector<TurnPlan>& turns) {
  BACKLOT_ASSERT(
      std::all_of(targets.begin(), targets.end(), [](const Target& target) { return !target.out.empty(); }),
      "each target of a turn has a lane that leads out");
  const LaneKind kind = use == Use::bicycles ? LaneKind::bicycle : LaneKind::vehicle;
  const auto is_straight = [](const Target& t) { return std::fabs(t.turn) < base::kPi / 4; };
  const bool has_straight = std::any_of(targets.begin(), targets.end(), is_straight);
  const auto add = [&](std::size_t lane, const Target& target, std::size_t out) {
    turns.push_back({from, in[lane], target.arm, target.out[out], kind, LaneDirection::forward});
  };
  // targets from the leftmost turn to the rightmost
  for (std::size_t k = 0; k < targets.size(); ++k) {
    const Target& target = targets[k];
    const std::size_t n = in.size(), m = target.out.size();
    if (is_straight(target)) {
      // lane by lane from the middle of the road; lanes too many squeeze into the outermost
      for (std::size_t i = 0; i < n; ++i) {
        const std::size_t from_middle = side == TrafficSide::right ? i : n - 1 - i;
        const std::size_t j = std::min(from_middle, m - 1);
        add(i, target, side == TrafficSide::right ? j : m - 1 - j);
      }
    } else if (has_straight || targets.size() == 1) {
      const bool is_left = target.turn > 0;
      if (targets.size() == 1) {
        for (std::size_t i = 0; i < n; ++i) add(i, target, std::min(i, m - 1));
      } else {
        add(is_left ? 0 : n - 1, target, is_left ? 0 : m - 1);
      }
    } else {
      // no way straight on: the lanes are dealt out to the targets from left to right, each gets one at least
      const std::size_t first = k * n / targets.size();
      const std::size_t last = std::max((k + 1) * n / targets.size(), first + 1);
      for (std::size_t i = first; i < last; ++i) {
        const bool is_left = target.turn > 0;
        const std::size_t from_side = is_left ? i - first : last - 1 - i;
        const std::size_t j = std::min(from_side, m - 1);
        add(std::min(i, n - 1), target, is_left ? j : m - 1 - j);
      }
    }
  }
}

void add_turns_of_use(const std::vector<ResolvedArm>& arms, Use use, TrafficSide side, bool allows_u_turns,
                      std::vector<TurnPlan>& turns) {
  for (std::size_t from = 0; from < arms.size(); ++from) {
    const std::vector<std::size_t> in = lanes_in(arms[from], use);
    if (in.empty()) continue;
    std::vector<Target> targets;
    for (std::size_t to = 0; to < arms.size(); ++to) {
      if (to == from && !allows_u_turns) continue;
      std::vector<std::size_t> out = lanes_out(arms[to], use);
      const double leaves = arms[to].heading_rad + base::kPi;
      if (!out.empty())
        targets.push_back({to, base::wrap_angle(leaves - arms[from].heading_rad), std::move(out)});
    }
    // where a bicycle lane ends, cyclists ride on at the outer side of the roadway
    if (targets.empty() && use == Use::bicycles)
      for (std::size_t to = 0; to < arms.size(); ++to) {
        if (to == from) continue;
        const std::vector<std::size_t> out = lanes_out(arms[to], Use::vehicles);
        const double leaves = arms[to].heading_rad + base::kPi;
        if (!out.empty())
          targets.push_back({to,
                             base::wrap_angle(leaves - arms[from].heading_rad),
                             {side == TrafficSide::right ? out.back() : out.front()}});
      }
    std::stable_sort(targets.begin(), targets.end(),
                     [](const Target& a, const Target& b) { return a.turn > b.turn; });
    add_turns(from, use, in, targets, side, turns);
  }
}

// Round the corners: the walkers' lane at the left of an arm meets the one at the right of the next arm clockwise.
void add_corners(const std::vector<ResolvedArm>& arms, std::vector<TurnPlan>& turns) {
  const std::vector<std::size_t> order = clockwise(arms);
  const auto is_walk = [](const JunctureLane& lane) { return use_of(lane.kind) == Use::pedestrians; };
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::size_t a = order[k], b = order[(k + 1) % order.size()];
    if (a == b) continue;
    const auto left = std::find_if(arms[a].lanes.begin(), arms[a].lanes.end(), is_walk);
    const auto right = std::find_if(arms[b].lanes.rbegin(), arms[b].lanes.rend(), is_walk);
    if (left == arms[a].lanes.end() || right == arms[b].lanes.rend()) continue;
    const auto i = static_cast<std::size_t>(left - arms[a].lanes.begin());
    const auto j = static_cast<std::size_t>(arms[b].lanes.rend() - right) - 1;
    // a single walkers' lane belongs to the side on which it lies
    const auto is_on_left = [&](std::size_t arm, std::size_t lane) {
      return 2 * lane + 1 <= arms[arm].lanes.size();
    };
    if (!is_on_left(a, i) || (is_on_left(b, j) && arms[b].lanes.size() > 1)) continue;
    turns.push_back({a, i, b, j, LaneKind::sidewalk, LaneDirection::both});
  }
}

}  // namespace

std::vector<std::size_t> clockwise(const std::vector<ResolvedArm>& arms) {
  double x = 0, y = 0;
  for (const ResolvedArm& arm : arms) {
    x += arm.position.x / static_cast<double>(arms.size());
    y += arm.position.y / static_cast<double>(arms.size());
  }
  std::vector<std::pair<double, std::size_t>> angles;
  for (std::size_t i = 0; i < arms.size(); ++i)
    angles.emplace_back(-base::atan2(arms[i].position.y - y, arms[i].position.x - x), i);
  std::sort(angles.begin(), angles.end());
  std::vector<std::size_t> order;
  for (const auto& [angle, arm] : angles) order.push_back(arm);
  return order;
}

std::vector<TurnPlan> usual_turns(const std::vector<ResolvedArm>& arms, TrafficSide side,
                                  bool allows_u_turns) {
  std::vector<TurnPlan> turns;
  add_turns_of_use(arms, Use::vehicles, side, allows_u_turns, turns);
  add_turns_of_use(arms, Use::bicycles, side, false, turns);
  add_corners(arms, turns);
  std::stable_sort(turns.begin(), turns.end(), [](const TurnPlan& a, const TurnPlan& b) {
    return std::tie(a.from_arm, a.from_lane, a.to_arm, a.to_lane) <
           std::tie(b.from_arm, b.from_lane, b.to_arm, b.to_lane);
  });
  const auto is_same = [](const TurnPlan& a, const TurnPlan& b) {
    return a.from_arm == b.from_arm && a.from_lane == b.from_lane && a.to_arm == b.to_arm &&
           a.to_lane == b.to_lane;
  };
  turns.erase(std::unique(turns.begin(), turns.end(), is_same), turns.end());
  return turns;
}

std::vector<TurnPlan> corner_turns(const std::vector<ResolvedArm>& arms) {
  // a pedestrian that would have to turn right round walks over another corner
  constexpr double kSharpest = 0.75 * base::kPi;
  std::vector<TurnPlan> turns;
  const auto is_walk = [](const JunctureLane& lane) { return use_of(lane.kind) == Use::pedestrians; };
  for (std::size_t a = 0; a < arms.size(); ++a)
    for (std::size_t b = a + 1; b < arms.size(); ++b) {
      const double leaves = arms[b].heading_rad + base::kPi;
      if (std::fabs(base::wrap_angle(leaves - arms[a].heading_rad)) > kSharpest) continue;
      for (std::size_t i = 0; i < arms[a].lanes.size(); ++i)
        for (std::size_t j = 0; j < arms[b].lanes.size(); ++j)
          if (is_walk(arms[a].lanes[i]) && is_walk(arms[b].lanes[j]))
            turns.push_back({a, i, b, j, LaneKind::sidewalk, LaneDirection::both});
    }
  return turns;
}

}  // namespace backlot::network::internal
