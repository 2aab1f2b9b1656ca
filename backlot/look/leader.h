// The leader and the follower along a path: the first body ahead, and the first behind, with a box that meets the strip
// that a body of some width sweeps along the path.
//
//                    +------+ a body astride two lanes counts
//     ...............| b    |..........        the strip: width_m wide, its middle lateral_m to the left of the lane's centre
//     [ asker ]>     +------+
//     ------ gap_m --^................
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "backlot/look/region.h"
#include "backlot/look/snapshot.h"
#include "backlot/network/path.h"

namespace backlot::look {

// A part of a path, by its coordinates.
struct PathPart {
  double from_m = 0, to_m = 0;
};

// Where on a path the search begins, and what counts.
struct AlongPath {
  double from_m =
      0;  // coordinate of the path: of the asker's front bumper for a leader, of its rear bumper for a follower
  double lateral_m =
      0;  // of the middle of the strip, to the left of the lane's centre as the traveller sees it
  double width_m = 1.8;  // of the strip
  double within_m = 100;
  double speed_mps = 0;    // of the asker, for the closing speed
  world::ObjectId self{};  // the asker's own body does not count; may be empty
  // A caller that knows where on the path bodies may meet the strip gives these parts: the answer is the same, and takes less. Null: anywhere.
  const std::vector<PathPart>* only = nullptr;
};

struct Neighbour {
  world::ObjectId id{};
  std::uint32_t number = 0;
  double at_m = 0;         // coordinate of the path where the body begins (a follower: where it ends)
  double gap_m = 0;        // bumper to bumper along the path, 0 where the body covers from_m
  double speed_mps = 0;    // along the path; negative for a body that comes towards the asker
  double closing_mps = 0;  // how fast the gap gets shorter
};

// The strip is made of straight cross-sections, one for each coordinate of the path; a body counts where one of them meets its box, be it a corner.
// So lanes that move sideways, joints, corridors and bodies in intersections need no rule of their own. The search ends where the path does.
// Bodies on other levels of the road do not count. Coordinates are exact to kExact_m; of equally near bodies the smaller number is given.
// A path, place or width that is not one (empty, NaN, below zero) has no neighbours.
class PathNeighbours {
 public:
  static constexpr double kExact_m = 0.001;
  static constexpr double kLevel_m = 2;  // heights that differ by more belong to different levels

  std::optional<Neighbour> find_leader(const Snapshot& snapshot, const network::Path& path,
                                       const AlongPath& along);
  std::optional<Neighbour> find_follower(const Snapshot& snapshot, const network::Path& path,
                                         const AlongPath& along);

 private:
  std::vector<std::uint32_t> near_;
};

}  // namespace backlot::look
