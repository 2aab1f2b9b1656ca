// Where across each lane a cyclist rides, compiled once: the roads of a network as bicycles use them.
//
//   ================================   centre of the road
//        vehicle lane        [car]
//   - - - - - - - - - - - - - - - - -   o  near the kerb of the lane, where there is no lane for bicycles beside it or its end is near;
//   [bicycle]->   bicycle lane            a metre and more from a row of parked cars, whose doors open
//   =================================  kerb
//
// Cyclists follow the same tracks as vehicles, beside the middle of them. A bicycle lane at the kerb side of a track is a stretch of that track,
// with a place of its own beside its middle. Lanes for bicycles that lie beside no lane for vehicles are not ridden.
#pragma once

#include <cstddef>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/world/ids.h"
#include "backlot/world/tracks.h"

namespace backlot::world {

// Offsets are to the left of the middle of the track, as its traveller sees it; metres are those of the track.
struct Cycleway {
  float edge = 0;                        // where cyclists ride in the lane itself
  float lane = 0;                        // the middle of the bicycle lane
  float lane_from_m = 0, lane_to_m = 0;  // between which it is there, and wide enough
  bool is_for_cyclists = false;          // at the kerb, forwards, and not on a road too fast for bicycles

  bool has_lane() const { return lane_from_m < lane_to_m; }
};

class Cycleways {
 public:
  static constexpr double kHalfWidth_m = 0.3;  // of a bicycle with its rider
  static constexpr double kEdgeRoom_m = 0.5;   // between a bicycle and the edge of its lane
  static constexpr double kDoorRoom_m = 1.0;   // between a bicycle and a row of parked cars
  // No further from the middle of a track than this, outside of bicycle lanes: conflict zones count with bodies as wide.
  static constexpr double kFurthest_m = 0.95;
  static constexpr float kFastestRoad_mps = 20;  // by its speed limit

  // The tracks, and their network, stay where they are for as long as this is used.
  explicit Cycleways(const Tracks& tracks);

  const Cycleway& operator[](TrackId id) const {
    BACKLOT_ASSERT(id.index() < cycleways_.size(), "a track of other roads");
    return cycleways_[id.index()];
  }
  // Tracks on ways that are for cyclists, and the metres of them up to the end of each.
  std::span<const TrackId> tracks() const { return ridden_; }
  std::span<const double> ends() const { return ends_; }
  std::size_t bytes() const;

 private:
  Cycleway compile(const Tracks& tracks, const Track& track) const;

  std::vector<Cycleway> cycleways_;  // by track
  std::vector<TrackId> ridden_;
  std::vector<double> ends_;
};

}  // namespace backlot::world
