#include "backlot/view/route_road.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/network/right_of_way.h"
#include "backlot/world/mark.h"

namespace backlot::view {

namespace {

using world::Course;
using world::Track;

// A course in which some corridor that touches it goes first, while no signal is lit.
bool yields_to_any(const network::Network& network, network::CorridorId corridor) {
  const auto all = network.dependencies(corridor);
  return std::any_of(all.begin(), all.end(), [](const network::Dependency& d) {
    return d.kind != network::DependencyKind::diverging && d.precedence == network::Precedence::yields;
  });
}

std::int32_t side_of(network::Turn turn) {
  switch (turn) {
    case network::Turn::left:
    case network::Turn::u_turn:
      return 1;
    case network::Turn::right:
      return -1;
    default:
      return 0;
  }
}

}  // namespace

sut::LineRule rule_of(const network::Network& network, network::CorridorId id) {
  BACKLOT_ASSERT(!id.is_empty(), "a rule is that of a corridor");
  const network::Corridor& corridor = network.corridor(id);
  if (!corridor.signal_group.is_empty()) return sut::LineRule::light;
  switch (network::control_state(network, id, network::Aspect::dark)) {
    case network::ControlState::stop:
    case network::ControlState::stop_then_yield:
      return sut::LineRule::stop;
    case network::ControlState::yield:
      return sut::LineRule::yield;
    default:
      return yields_to_any(network, id) ? sut::LineRule::yield : sut::LineRule::priority;
  }
}

CourseRoad make_course_road(const Course& course, double from_m) {
  BACKLOT_ASSERT(!std::isnan(from_m), "a course is seen from a metre on");
  CourseRoad made;
  const auto first = static_cast<std::size_t>(
      std::clamp(std::floor(from_m / Course::kStep_m), 0.0, static_cast<double>(course.points().size() - 2)));
  made.from_m = Course::kStep_m * static_cast<double>(first);
  made.road.spacing_m = Course::kStep_m;
  made.road.points.reserve(course.points().size() - first);
  for (std::size_t k = first; k < course.points().size(); ++k) {
    const geometry::WorldPoint& at = course.points()[k];
    const Course::LaneThere& lane = course.lanes()[k];
    made.road.points.push_back(
        {at.x, at.y, at.z, lane.heading_rad, lane.left_m, lane.right_m, course.limits_mps()[k]});
  }

  const world::Tracks& tracks = course.tracks();
  for (std::size_t part = 1; part < course.list().size(); ++part) {
    const Track& track = tracks[course.list()[part]];
    if (!track.is_corridor()) continue;
    const double metre =
        course.start_of(part - 1) + world::line_of(tracks, course.list()[part - 1]).metres - made.from_m;
    if (metre < 0) continue;
    const network::Corridor& corridor = tracks.network().corridor(track.corridor);
    made.road.lines.push_back({metre, course.start_of(part) + track.length - made.from_m,
                               rule_of(tracks.network(), track.corridor), side_of(corridor.turn)});
    made.corridors.push_back(track.corridor);
  }
  return made;
}

}  // namespace backlot::view
