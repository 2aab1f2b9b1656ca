#include "backlot/network/path.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/geometry/locate.h"
#include "backlot/network/internal/lane_at.h"
#include "backlot/network/internal/network_data.h"

namespace backlot::network {

namespace {

using internal::distance_on;
using internal::lane_at;
using internal::LaneAt;
using internal::metres_on_lane;
using internal::NetworkData;

}  // namespace

// ---- the path itself

Path::Path(const Network& network, DirectedLane lane, double metres_on_lane, double coordinate) {
  BACKLOT_ASSERT(!lane.is_empty(), "a path begins at a place of a lane");
  const double start = coordinate - metres_on_lane;
  elements_.push_back({lane, start, start + network.lane(lane.lane).length});
}

bool Path::extend(const Network& network, DirectedLane next) {
  BACKLOT_CHECK(!is_empty(), "a path begins with a lane");
  const std::span<const DirectedLane> onward = network.onward(last().lane);
  if (std::find(onward.begin(), onward.end(), next) == onward.end()) return false;
  if (elements_.size() == elements_.capacity() && first_ > 0) {
    elements_.erase(elements_.begin(), elements_.begin() + static_cast<std::ptrdiff_t>(first_));
    first_ = 0;
  }
  const double start = end_m();
  elements_.push_back({next, start, start + network.lane(next.lane).length});
  return true;
}

void Path::trim_behind(double metres) {
  BACKLOT_ASSERT(!std::isnan(metres), "a place on a path is a number");
  while (first_ + 1 < elements_.size() && elements_[first_].end_m < metres) ++first_;
}

void Path::cut_ahead(double metres) {
  BACKLOT_ASSERT(!std::isnan(metres), "a place on a path is a number");
  while (elements_.size() > first_ + 1 && elements_.back().start_m >= metres) elements_.pop_back();
}

std::optional<double> Path::move(const Network& network, double metres, DirectedLane to) {
  if (to.is_empty()) return std::nullopt;
  PathCursor cursor;
  const PathElement& element = (*this)[element_at(metres, cursor)];
  const Lane &from_lane = network.lane(element.lane.lane), &to_lane = network.lane(to.lane);
  const double distance = network.distance_at(element.lane.lane, metres_on_lane(from_lane, element, metres));
  const double on_new = network.metres_at(to.lane, distance);
  const double travelled = to.is_along ? on_new : to_lane.length - on_new;
  const double aside =
      network.edges(element.lane.lane, distance).centre() - network.edges(to.lane, distance).centre();

  const double start = metres - travelled;
  elements_.resize(first_ + 1);
  elements_[first_] = {to, start, start + to_lane.length};
  return to.is_along ? aside : -aside;
}

std::optional<double> Path::move_left(const Network& network, double metres) {
  PathCursor cursor;
  return move(network, metres, network.neighbour_left((*this)[element_at(metres, cursor)].lane));
}
std::optional<double> Path::move_right(const Network& network, double metres) {
  PathCursor cursor;
  return move(network, metres, network.neighbour_right((*this)[element_at(metres, cursor)].lane));
}

std::uint32_t Path::element_at(double metres, PathCursor& cursor) const {
  BACKLOT_ASSERT(!is_empty(), "an empty path has no places");
  const auto count = static_cast<std::uint32_t>(size());
  std::uint32_t i = cursor.element < count ? cursor.element : 0;
  while (i + 1 < count && metres >= (*this)[i].end_m) ++i;
  while (i > 0 && metres < (*this)[i].start_m) --i;
  cursor.element = i;
  return i;
}

// ---- where am I going

PathPose pose_at(const Network& network, const Path& path, double metres, double lateral,
                 PathCursor& cursor) {
  BACKLOT_ASSERT(!path.is_empty(), "a pose is that of a place on a path");
  const NetworkData& data = network.data();
  const PathElement& element = path[path.element_at(metres, cursor)];
  const Lane& lane = data.lanes[element.lane.lane.index()];
  const double distance = distance_on(data, lane, metres_on_lane(lane, element, metres));
  const double aside = element.lane.is_along ? lateral : -lateral;
  const auto travelled = [&](const geometry::WorldPoint& position, double heading) {
    return PathPose{position, element.lane.is_along ? heading : base::wrap_angle(heading + base::kPi)};
  };
  if (lane.has_fixed_centre) {
    const Strip& strip = data.strips[lane.strip.index()];
    const geometry::PlacedPose pose = geometry::place_pose(
        data.ribbons[strip.ribbon.index()], {strip.from + distance, lane.fixed_centre + aside, 0});
    return travelled(pose.position, pose.heading_rad);
  }

  // the centre drifts across the ribbon: its heading is not the spine's
  const LaneAt at = lane_at(data, lane, element.lane.lane.index(), distance);
  const double centre = at.centre.at(at.t), slope = at.centre.slope(at.t);
  const geometry::PlacedPose pose = geometry::place_pose(*at.ribbon, {at.ribbon_distance, centre + aside, 0});
  if (slope == 0) return travelled(pose.position, pose.heading_rad);
  const double ahead =
      at.ribbon->speed(at.ribbon_distance) * (1 - at.ribbon->curvature(at.ribbon_distance) * centre);
  const geometry::Vec3 along = pose.tangent * ahead + pose.lateral * slope;
  return travelled(pose.position, base::atan2(along.y, along.x));
}

double curvature_at(const Network& network, const Path& path, double metres, PathCursor& cursor) {
  BACKLOT_ASSERT(!path.is_empty(), "a curvature is that of a place on a path");
  const NetworkData& data = network.data();
  const PathElement& element = path[path.element_at(metres, cursor)];
  const Lane& lane = data.lanes[element.lane.lane.index()];
  const double distance = distance_on(data, lane, metres_on_lane(lane, element, metres));
  const LaneAt at = lane_at(data, lane, element.lane.lane.index(), distance);
  // of the curve at a varying offset c from a curve of curvature k: its second derivative across its first, with the slow
  // change of k left out
  const double k = at.ribbon->curvature(at.ribbon_distance);
  const double c = at.centre.at(at.t), c1 = at.centre.slope(at.t), c2 = at.centre.bend(at.t);
  const double ahead = 1 - k * c;
  const double speed2 = ahead * ahead + c1 * c1;
  const double turn = (ahead * (k * ahead + c2) + 2 * k * c1 * c1) / (speed2 * std::sqrt(speed2));
  return element.lane.is_along ? turn : -turn;
}

LaneSpot spot_at(const Network& network, const Path& path, double metres, PathCursor& cursor) {
  BACKLOT_ASSERT(!path.is_empty(), "a spot is that of a place on a path");
  const PathElement& element = path[path.element_at(metres, cursor)];
  const Lane& lane = network.lane(element.lane.lane);
  return {element.lane, network.distance_at(element.lane.lane, metres_on_lane(lane, element, metres))};
}

std::optional<PathPoint> find_on_path(const Network& network, const Path& path, const geometry::WorldPoint& p,
                                      double near_metres, PathCursor& cursor) {
  BACKLOT_ASSERT(!std::isnan(near_metres), "a place on a path is a number");
  if (path.is_empty() || !geometry::is_place(p)) return std::nullopt;
  const NetworkData& data = network.data();
  std::uint32_t i = path.element_at(near_metres, cursor);
  const auto count = static_cast<std::uint32_t>(path.size());
  double near = near_metres;
  // on along the path while the point lies past an end of the lane; a point between two ends belongs to the earlier lane
  int last_step = 0;
  for (std::uint32_t steps = 0;; ++steps) {
    const PathElement& element = path[i];
    const Lane& lane = data.lanes[element.lane.lane.index()];
    const Strip& strip = data.strips[lane.strip.index()];
    const geometry::Ribbon& ribbon = data.ribbons[strip.ribbon.index()];
    const double hinted = distance_on(
        data, lane, metres_on_lane(lane, element, std::clamp(near, element.start_m, element.end_m)));
    const geometry::Located located =
        geometry::locate(ribbon, p, geometry::hint_at(ribbon, strip.from + hinted), {-1e9, 1e9, 1e9});
    if (!located) return std::nullopt;
    const geometry::RibbonPoint point = geometry::extended(located);
    const double distance = point.distance - strip.from;
    const double on_lane =
        network::metres_at({&data.stations[lane.first_station], lane.station_count}, lane.length, distance);
    const double travelled = element.lane.is_along ? on_lane : lane.length - on_lane;
    const int step = travelled > lane.length && i + 1 < count ? 1 : (travelled < 0 && i > 0 ? -1 : 0);
    if (step == 0 || step == -last_step || steps > count) {
      const LaneAt at =
          lane_at(data, lane, element.lane.lane.index(), std::clamp(distance, 0.0, strip.length()));
      const double aside = point.offset - at.centre.at(at.t);
      cursor.element = i;
      return PathPoint{element.start_m + travelled, element.lane.is_along ? aside : -aside, point.loft};
    }
    last_step = step;
    i = step > 0 ? i + 1 : i - 1;
    near = step > 0 ? path[i].start_m : path[i].end_m;
  }
}

// ---- what applies to me

double speed_limit_at(const Network& network, const Path& path, double metres, PathCursor& cursor) {
  const LaneSpot spot = spot_at(network, path, metres, cursor);
  return network.speed_limit_mps(spot.lane, spot.distance);
}

std::optional<AttributeAhead> next_attribute(const Network& network, const Path& path, AttributeKind kind,
                                             double metres, PathCursor& cursor) {
  const std::uint32_t first = path.element_at(metres, cursor);
  for (std::uint32_t i = first; i < path.size(); ++i) {
    const PathElement& element = path[i];
    const Lane& lane = network.lane(element.lane.lane);
    // from the own place on the first lane, from just outside on the others
    double from = element.lane.is_along ? -1.0 : network.strip(lane.strip).length() + 1;
    if (i == first) from = network.distance_at(element.lane.lane, metres_on_lane(lane, element, metres));
    const AttributeDescription* attribute = network.next_attribute(kind, element.lane, from);
    if (!attribute) continue;
    const double begins = element.lane.is_along ? attribute->from : attribute->to;
    const double clamped = std::clamp(begins, 0.0, network.strip(lane.strip).length());
    const double on_lane = network.metres_at(element.lane.lane, clamped);
    return AttributeAhead{element.start_m + (element.lane.is_along ? on_lane : lane.length - on_lane),
                          attribute};
  }
  return std::nullopt;
}

std::optional<CorridorAhead> next_corridor(const Network& network, const Path& path, double metres,
                                           PathCursor& cursor) {
  for (std::uint32_t i = path.element_at(metres, cursor); i < path.size(); ++i) {
    const PathElement& element = path[i];
    const CorridorId id = network.corridor_of(element.lane.lane);
    if (id.is_empty()) continue;
    CorridorAhead ahead{id, network.corridor(id).intersection, element.start_m, element.start_m,
                        element.end_m};
    if (i > 0) {
      const PathElement& before = path[i - 1];
      const Lane& lane = network.lane(before.lane.lane);
      const double on_lane = network.metres_at(before.lane.lane, network.stop_distance(before.lane));
      ahead.stop_m = before.start_m + (before.lane.is_along ? on_lane : lane.length - on_lane);
    }
    return ahead;
  }
  return std::nullopt;
}

std::optional<double> lane_end_ahead(const Network& network, const Path& path) {
  if (path.is_empty() || !network.onward(path.last().lane).empty()) return std::nullopt;
  return path.end_m();
}

}  // namespace backlot::network
