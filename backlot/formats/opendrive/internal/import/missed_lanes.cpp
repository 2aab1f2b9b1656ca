#include "backlot/formats/opendrive/internal/import/missed_lanes.h"

#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/formats/opendrive/internal/check/plan_pose.h"

namespace backlot::formats::opendrive {

namespace {

using network::End;
using network::LaneDirection;

// A driver steers over less without leaving its lane. Angles do not count: the last piece of a line may be millimetres of noise.
constexpr double kApart_m = 0.5;
constexpr double kLeastRoom_m = 1;  // ahead, for a corridor

// The centre of a lane at an end of its road, heading as its traffic does.
Pose travel_at(const RoadPlan& road, const LaneChain& chain, End end) {
  const bool at_end = end == End::end;
  const ChainShape shape = shape_of(road, chain);
  const double at = at_end ? shape.to - shape.from : 0;
  const double t = shape.centre.record_at(at).at(at).value;
  Pose pose = road_pose(*road.road, at_end);
  const base::SinCos heading = base::sin_cos(pose.heading_rad);
  pose.x -= t * heading.sin;
  pose.y += t * heading.cos;
  if (chain.front().direction == LaneDirection::backward)
    pose.heading_rad = base::wrap_angle(pose.heading_rad + base::kPi);
  return pose;
}

// The same of a lane outside; none beside a gap, where no road ends.
std::optional<Pose> travel_outside(const RoadPlans& roads, const LaneOfEnd& lane) {
  const RoadPlan& road = roads[lane.at.road];
  const bool at_end = lane.at.end == End::end;
  if (lane.at.section != (at_end ? road.sections.size() - 1 : 0)) return std::nullopt;
  const LanePlan* plan = section_at(roads, lane.at).find(lane.lane);
  BACKLOT_ASSERT(plan != nullptr, "a lane that is joined is there");
  return travel_at(road, {lane.at.section, {plan}}, lane.at.end);
}

MissedLane between(const Pose& a, const Pose& b, const LaneOfEnd& outside) {
  return {outside, std::sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)),
          std::fabs(base::wrap_angle(b.heading_rad - a.heading_rad))};
}

bool is_missed(const MissedLane& miss) { return miss.apart_m > kApart_m; }

}  // namespace

std::optional<MissedLane> find_missed_lane(const RoadPlans& roads, std::size_t connecting,
                                           const LaneChain& chain, const LaneOfEnd& from,
                                           const LaneOfEnd& to) {
  const RoadPlan& road = roads[connecting];
  if (network::use_of(chain.front().kind) != network::Use::vehicles) return std::nullopt;
  const std::optional<Pose> before = travel_outside(roads, from), behind = travel_outside(roads, to);
  if (!before || !behind) return std::nullopt;
  const bool is_along = chain.front().direction != LaneDirection::backward;
  const MissedLane first = between(*before, travel_at(road, chain, is_along ? End::start : End::end), from),
                   last = between(travel_at(road, chain, is_along ? End::end : End::start), *behind, to);
  if (!is_missed(first) && !is_missed(last)) return std::nullopt;
  const base::SinCos heading = base::sin_cos(before->heading_rad);
  const double ahead = (behind->x - before->x) * heading.cos + (behind->y - before->y) * heading.sin;
  if (ahead < kLeastRoom_m) return std::nullopt;
  const bool is_first = is_missed(first) && (!is_missed(last) || first.apart_m >= last.apart_m);
  return is_first ? first : last;
}

}  // namespace backlot::formats::opendrive
