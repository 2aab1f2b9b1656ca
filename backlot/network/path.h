// Lanes and corridors joined to one coordinate, for one agent: its driver never sees where a way ends and an
// intersection begins.
//
//      way, along        corridor        way, against
//   |---------------->|~~~~~~~~~~>|<----------------|      lanes, each with a distance of its own
//   0                 90          104               190     metres of the path
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "backlot/network/network.h"
#include "backlot/network/right_of_way.h"

namespace backlot::network {

// One lane of a path. Metres of the path count along the lane's own centre, in the direction of travel.
struct PathElement {
  DirectedLane lane;
  double start_m = 0, end_m = 0;  // metres of the path

  friend bool operator==(const PathElement&, const PathElement&) = default;
};

// Where a query looked last; it makes the next one quick. Any value is valid.
struct PathCursor {
  std::uint32_t element = 0;
};

// Plain state of an agent: it can be copied, compared and restored. Extending and trimming reuse the memory they have.
class Path {
 public:
  Path() = default;
  // Begins on a lane, so many metres after the start of its travel; that place has the coordinate given.
  Path(const Network& network, DirectedLane lane, double metres_on_lane, double coordinate = 0);

  bool is_empty() const { return first_ == elements_.size(); }
  std::size_t size() const { return elements_.size() - first_; }
  std::span<const PathElement> elements() const { return std::span(elements_).subspan(first_); }
  const PathElement& operator[](std::size_t i) const { return elements_[first_ + i]; }
  const PathElement& last() const { return elements_.back(); }
  // The coordinates between which the path has lanes; not to be asked of an empty one.
  double start_m() const { return elements_[first_].start_m; }
  double end_m() const { return elements_.back().end_m; }

  // Adds a lane that network.onward() of the last one gives; false, and nothing done, for any other.
  bool extend(const Network& network, DirectedLane next);
  // Drops lanes that lie wholly behind a coordinate; the last lane stays.
  void trim_behind(double metres);
  // Drops lanes that begin at or after a coordinate; the first lane stays. Extend then gives another tail.
  void cut_ahead(double metres);
  // Moves to the next lane on the left or right (as the traveller sees it), with all lanes behind and ahead dropped. The
  // coordinate stays, and the place in the world does not move: what is returned is the lateral, to be added to the
  // traveller's, of the old lane's centre seen from the new one's. None, and nothing done, where there is no such lane.
  std::optional<double> move_left(const Network& network, double metres);
  std::optional<double> move_right(const Network& network, double metres);

  // The lane at a coordinate: the last one before the start and after the end. Number among elements().
  std::uint32_t element_at(double metres, PathCursor& cursor) const;

  friend bool operator==(const Path& a, const Path& b) {
    return std::equal(a.elements().begin(), a.elements().end(), b.elements().begin(), b.elements().end());
  }

 private:
  std::optional<double> move(const Network& network, double metres, DirectedLane to);

  std::vector<PathElement> elements_;  // before first_ they are dropped
  std::size_t first_ = 0;
};

// ---- where am I going

// A place on a path, in the world.
struct PathPose {
  geometry::WorldPoint position;
  double heading_rad = 0;  // of the lane's centre, in the direction of travel
};
// `lateral` is metres to the left of the lane's centre, as the traveller sees it. Past the ends the last lane goes on.
PathPose pose_at(const Network& network, const Path& path, double metres, double lateral, PathCursor& cursor);

// How much the lane's centre turns to the left per metre of travel.
double curvature_at(const Network& network, const Path& path, double metres, PathCursor& cursor);

// The coordinate of a place in the world, near a known one.
struct PathPoint {
  double metres = 0;
  double lateral = 0;  // to the left, as the traveller sees it
  double loft = 0;
};
std::optional<PathPoint> find_on_path(const Network& network, const Path& path, const geometry::WorldPoint& p,
                                      double near_metres, PathCursor& cursor);

// Where a coordinate is on the network: lane, and distance of its strip.
struct LaneSpot {
  DirectedLane lane;
  double distance = 0;
};
LaneSpot spot_at(const Network& network, const Path& path, double metres, PathCursor& cursor);

// ---- what applies to me

double speed_limit_at(const Network& network, const Path& path, double metres, PathCursor& cursor);

// The next attribute of a kind that begins ahead, as far as the path goes.
struct AttributeAhead {
  double metres = 0;
  const AttributeDescription* attribute = nullptr;
};
std::optional<AttributeAhead> next_attribute(const Network& network, const Path& path, AttributeKind kind,
                                             double metres, PathCursor& cursor);

// The next corridor that begins ahead or has begun, with the place to stop before it.
struct CorridorAhead {
  CorridorId corridor;
  IntersectionId intersection;
  double stop_m = 0;   // the stop line, or the end of the lane before
  double enter_m = 0;  // where the corridor begins
  double leave_m = 0;  // and ends
};
std::optional<CorridorAhead> next_corridor(const Network& network, const Path& path, double metres,
                                           PathCursor& cursor);

// Where traffic on the path's last lane cannot go on: the lane ends there.
std::optional<double> lane_end_ahead(const Network& network, const Path& path);

}  // namespace backlot::network
