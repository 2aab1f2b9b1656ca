// How an actor drives to a mark: the speeds of the road on its way there, and how long that takes at its own speed or below a cap.
#pragma once

#include <limits>
#include <vector>

#include "backlot/scene/placed_mark.h"
#include "backlot/traffic/vehicle/free_drive.h"
#include "backlot/traffic/vehicle/vehicle_view.h"
#include "backlot/world/tracks.h"

namespace backlot::scene {

class ActorDrive {
 public:
  // Along the trail of the actor, and from its end on the only way to the lane of the mark; then along the corridor, where the mark has one.
  ActorDrive(const world::Tracks& tracks, const traffic::VehicleView& actor, const MarkWay& way);
  // The same for a vehicle that would be at a place of a track.
  ActorDrive(const world::Tracks& tracks, world::TrackId track, double metres, double speed_mps,
             const traffic::DriverTraits& traits, const MarkWay& way);

  // Seconds for so many metres, where the driver drives so much faster than by itself, or slower; bends allow what they allow.
  double seconds(double way_m, double change_mps = 0) const;
  // The change with which the actor needs so many seconds, between two bounds.
  double change_for(double way_m, double seconds, double least_mps, double most_mps) const;
  // The speed that its driver would drive here.
  double own_mps() const { return stretches_.empty() ? 0 : stretches_.front().road_mps; }

 private:
  struct Stretch {
    double from_m, road_mps, bend_mps;  // from the guide of the actor
  };
  void add(const world::Tracks& tracks, world::TrackId track, double begins_m);
  void add_all(const world::Tracks& tracks, const world::Trail& trail, double metres, const MarkWay& way);

  traffic::DriverTraits traits_;
  double v_;
  std::vector<Stretch> stretches_;
};

}  // namespace backlot::scene
