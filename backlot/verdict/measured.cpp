#include "backlot/verdict/measured.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/look/boxes.h"
#include "backlot/network/locate.h"
#include "backlot/scene/scene_view.h"
#include "backlot/verdict/crossing.h"

namespace backlot::verdict {

namespace {

using record::FrameObject;

constexpr double kNear_m = 150;  // bodies further off are not looked at
constexpr double kLeaderWithin_m = 200;
constexpr double kInLane_m = 0.2;   // a body that reaches so little over the edge keeps within its lane
constexpr double kMoves_mps = 0.5;  // slower, and there is no time gap
constexpr double kSameWay = 0.5;    // cosine of headings: within 60 degrees
constexpr double kSideways_mps = 0.3;

double half_length(const FrameObject& o) { return 0.5 * static_cast<double>(o.length_m); }
double half_width(const FrameObject& o) { return 0.5 * static_cast<double>(o.width_m); }

bool is_near(const FrameObject& a, const FrameObject& b, double metres) {
  BACKLOT_ASSERT(metres > 0, "a reach is above zero");
  const double dx = a.centre.x - b.centre.x, dy = a.centre.y - b.centre.y;
  return dx * dx + dy * dy < metres * metres && std::fabs(a.centre.z - b.centre.z) < world::kLevel_m;
}

// How far a body reaches over the edges of its lane: to the left of growing distance, and to the right. Below zero inside.
struct Reach {
  double left_m = 0, right_m = 0;
};
Reach reach_over(const network::LaneEdges& edges, const FrameObject& o) {
  return {o.offset + half_width(o) - edges.left, edges.right - (o.offset - half_width(o))};
}

bool keeps_within_lane(const network::Network& network, const FrameObject& o) {
  if (o.lane.is_empty() || !network.corridor_of(o.lane).is_empty()) return false;
  const Reach reach = reach_over(network.edges(o.lane, o.distance), o);
  return std::max(reach.left_m, reach.right_m) < kInLane_m;
}

// A body that comes up behind the subject, while the subject does not move over before it: that one has to keep its distance, and the subject can do
// nothing about it.
bool comes_from_behind(const FrameObject& subject, const FrameObject& other) {
  const double cos = subject.heading_x * other.heading_x + subject.heading_y * other.heading_y;
  const double sin = subject.heading_x * other.heading_y - subject.heading_y * other.heading_x;
  const double ahead = (other.centre.x - subject.centre.x) * subject.heading_x +
                       (other.centre.y - subject.centre.y) * subject.heading_y;
  return cos > kSameWay && ahead < -half_length(subject) && subject.speed_mps >= 0 &&
         std::fabs(subject.speed_mps * sin) < kSideways_mps;
}

// Whether the subject travels its strip in the direction of growing distance.
bool is_along(const JudgedMoment& m) {
  if (!m.is_along) {
    const geometry::PlacedPose pose =
        network::place(m.network(), m.subject.strip, {m.subject.distance, m.subject.offset, 0});
    m.is_along = m.subject.heading_x * pose.tangent.x + m.subject.heading_y * pose.tangent.y >= 0;
  }
  return *m.is_along;
}

std::optional<LeaderAhead> look_for_leader(const JudgedMoment& m) {
  const std::optional<double> own = scene::find_on_course(m.scene, m.subject);
  if (!own) return std::nullopt;
  const double front_m = *own + half_length(m.subject);
  std::optional<LeaderAhead> leader;
  for (const FrameObject& other : m.frame.objects) {
    if (other.id == m.subject.id || !is_near(m.subject, other, kLeaderWithin_m)) continue;
    const std::optional<double> metre = scene::find_on_course(m.scene, other);
    if (!metre || *metre <= *own) continue;
    const geometry::WorldPoint on_route = m.scene.course().point_at(*metre);
    const double dx = other.centre.x - on_route.x, dy = other.centre.y - on_route.y;
    if (std::sqrt(dx * dx + dy * dy) > half_width(m.subject) + half_width(other)) continue;
    const double gap_m = std::max(0.0, *metre - half_length(other) - front_m);
    if (gap_m > kLeaderWithin_m || (leader && gap_m >= leader->gap_m)) continue;
    const double along = other.heading_x * m.subject.heading_x + other.heading_y * m.subject.heading_y;
    leader = {other.id, gap_m, other.speed_mps * along};
  }
  return leader;
}

// Calls `look` for each body with which the subject may be on a collision course (see time_to_collision): both times to collision look at the same ones.
template <class Look>
void for_each_concern(const JudgedMoment& m, Look look) {
  const bool keeps_lane = keeps_within_lane(m.network(), m.subject);
  for (const FrameObject& other : m.frame.objects) {
    if (other.id == m.subject.id || !is_near(m.subject, other, kNear_m)) continue;
    if (comes_from_behind(m.subject, other)) continue;
    const bool keeps_other_lane = keeps_lane && other.strip == m.subject.strip &&
                                  other.lane != m.subject.lane && keeps_within_lane(m.network(), other);
    if (!keeps_other_lane) look(other);
  }
}

}  // namespace

std::optional<Measured> nearest_body(const JudgedMoment& m, std::span<const world::ObjectKind> kinds) {
  std::optional<Measured> nearest;
  for (const FrameObject& other : m.frame.objects) {
    if (other.id == m.subject.id || !is_near(m.subject, other, kNear_m)) continue;
    if (!kinds.empty() && std::find(kinds.begin(), kinds.end(), other.kind) == kinds.end()) continue;
    const double metres = look::distance_between(scene::box_of(m.subject), scene::box_of(other));
    if (!nearest || metres < nearest->value) nearest = {metres, other.id};
  }
  return nearest;
}

std::optional<Measured> time_to_collision(const JudgedMoment& m) {
  std::optional<Measured> soonest;
  for_each_concern(m, [&](const FrameObject& other) {
    const double seconds = look::time_to_contact(scene::box_of(m.subject), m.subject.speed_mps,
                                                 scene::box_of(other), other.speed_mps);
    if (std::isfinite(seconds) && (!soonest || seconds < soonest->value)) soonest = {seconds, other.id};
  });
  return soonest;
}

std::optional<Measured> time_to_collision_accelerating(const JudgedMoment& m) {
  std::optional<Measured> soonest;
  for_each_concern(m, [&](const FrameObject& other) {
    const double seconds =
        look::time_to_contact(scene::box_of(m.subject), {m.subject.speed_mps, m.subject.accel_mps2},
                              scene::box_of(other), {other.speed_mps, other.accel_mps2});
    if (std::isfinite(seconds) && (!soonest || seconds < soonest->value)) soonest = {seconds, other.id};
  });
  return soonest;
}

std::optional<LeaderAhead> find_leader(const JudgedMoment& m) {
  if (!m.leader) m.leader.emplace(look_for_leader(m));
  return *m.leader;
}

std::optional<Measured> time_gap(const JudgedMoment& m) {
  if (m.subject.speed_mps < kMoves_mps) return std::nullopt;
  const std::optional<LeaderAhead> leader = find_leader(m);
  if (!leader) return std::nullopt;
  return Measured{leader->gap_m / m.subject.speed_mps, leader->id};
}

std::optional<Measured> necessary_deceleration(const JudgedMoment& m) {
  std::optional<Measured> hardest;
  if (const std::optional<LeaderAhead> leader = find_leader(m);
      leader && m.subject.speed_mps > leader->speed_mps) {
    const double closing = m.subject.speed_mps - leader->speed_mps;
    hardest = {
        leader->gap_m > 0 ? closing * closing / (2 * leader->gap_m) : std::numeric_limits<double>::infinity(),
        leader->id};
  }
  for_each_concern(m, [&](const FrameObject& other) {
    const auto found = find_crossing_deceleration(scene::box_of(m.subject), m.subject.speed_mps,
                                                  scene::box_of(other), other.speed_mps);
    if (found && found->is_of_a && (!hardest || found->mps2 > hardest->value))
      hardest = {found->mps2, other.id};
  });
  return hardest;
}

std::optional<Measured> over_lane_edge(const JudgedMoment& m) {
  if (m.subject.lane.is_empty() || !m.network().corridor_of(m.subject.lane).is_empty()) return std::nullopt;
  const Reach reach = reach_over(m.network().edges(m.subject.lane, m.subject.distance), m.subject);
  const bool along = is_along(m);
  const bool shows_left = along ? m.subject.indicates_left : m.subject.indicates_right;
  const bool shows_right = along ? m.subject.indicates_right : m.subject.indicates_left;
  return Measured{std::max(shows_left ? 0.0 : reach.left_m, shows_right ? 0.0 : reach.right_m), {}};
}

std::optional<Measured> over_road_edge(const JudgedMoment& m) {
  if (m.subject.strip.is_empty()) {
    // inside an intersection, beside its corridors, it is on the road
    constexpr double kLow_m = -1, kHigh_m = 3;
    std::vector<network::IntersectionId> areas;
    m.network().areas_at(m.subject.centre, kLow_m, kHigh_m, areas);
    if (!areas.empty()) return std::nullopt;
    return Measured{static_cast<double>(m.subject.width_m), {}};
  }
  if (!m.subject.lane.is_empty() && !m.network().corridor_of(m.subject.lane).is_empty()) return std::nullopt;
  const Reach reach = reach_over(m.network().edges(m.subject.strip, m.subject.distance), m.subject);
  return Measured{std::max(reach.left_m, reach.right_m), {}};
}

std::optional<Measured> wrong_way_speed(const JudgedMoment& m) {
  if (m.subject.lane.is_empty() || m.subject.speed_mps < kMoves_mps) return std::nullopt;
  const network::Lane& lane = m.network().lane(m.subject.lane);
  if (lane.permits(is_along(m)) || network::use_of(lane.kind) != network::Use::vehicles) return std::nullopt;
  return Measured{m.subject.speed_mps, {}};
}

std::optional<Measured> over_limit(const JudgedMoment& m) {
  if (m.subject.lane.is_empty()) return std::nullopt;
  const double limit = m.network().speed_limit_mps({m.subject.lane, is_along(m)}, m.subject.distance);
  return Measured{m.subject.speed_mps - limit, {}};
}

std::optional<Measured> beside_route(const JudgedMoment& m) {
  return Measured{m.scene.course().nearest(m.subject.centre).away_m, {}};
}

}  // namespace backlot::verdict
