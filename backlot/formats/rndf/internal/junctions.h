// Where lanes and exits meet: stretches of carriageways that belong to an intersection.
//
//              |   |                An exit is driven on a curve of its own. Where that comes too near to a lane, and where lanes cross
//       -------+---+------          each other, the stretch of the lane belongs to the intersection: all that meets there, directly or
//        ways  | # |  ways          over others, is one junction. What is left of the lanes are ways.
//       -------+---+------
#pragma once

#include <cstddef>
#include <vector>

#include "backlot/formats/rndf/internal/carriageway.h"
#include "backlot/formats/rndf/internal/course.h"

namespace backlot::formats::rndf::internal {

// An exit, on its way from lane to lane.
struct Move {
  Spot from, to;
  WaypointId from_id, to_id;
  std::vector<WorldPoint> line{};  // from end to end
  base::Place place{};
};

// A stretch of a carriageway within a junction.
struct Stretch {
  std::size_t carriageway = 0;
  double from = 0, to = 0;
};

struct Junction {
  std::vector<Stretch> stretches{};  // by carriageway, then metres; those of one carriageway lie apart
  std::vector<std::size_t> moves{};
};

// Every move is in one junction, and both of its ends in stretches of that. Stretches of a carriageway never overlap, and lie at least
// kShortestWay_m apart or are one.
inline constexpr double kShortestWay_m = 6;
std::vector<Junction> find_junctions(const Carriageways& carriageways, const std::vector<Move>& moves);

}  // namespace backlot::formats::rndf::internal
