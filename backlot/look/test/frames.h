// Frames for tests, written by hand.
#pragma once

#include "backlot/network/locate.h"
#include "backlot/record/frame.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::look {

// An extra of usual size on a track, with its middle at some metres of it and so far to the left of the lane's centre.
inline record::FrameObject extra_on(const world::TestRoads& roads, world::TrackId id, double metres,
                                    double speed_mps, std::uint32_t number, double lateral = 0) {
  const world::Track& track = roads.track(id);
  const double distance = roads.tracks.distance_at(track, metres);
  const double offset = roads.tracks.centre_at(track, distance) + track.sign() * lateral;
  const world::Tracks::Pose pose = roads.tracks.pose(track, distance, offset);
  const world::BodyShape shape = world::usual_shape(world::ObjectKind::car);
  record::FrameObject o;
  o.id = {number, 0};
  o.centre = pose.point;
  o.heading_x = track.sign() * pose.tangent.x;
  o.heading_y = track.sign() * pose.tangent.y;
  o.length_m = shape.length_m;
  o.width_m = shape.width_m;
  o.height_m = shape.height_m;
  o.speed_mps = speed_mps;
  o.strip = track.strip;
  o.lane = track.lane;
  o.corridor = track.corridor;
  o.distance = distance;
  o.offset = offset;
  return o;
}

// An external body somewhere, heading along a unit vector.
inline record::FrameObject external_at(const geometry::WorldPoint& centre, double heading_x, double heading_y,
                                       double speed_mps, std::uint32_t number) {
  record::FrameObject o;
  o.id = {number, 0};
  o.behaviour = record::Behaviour::external_pose;
  o.centre = centre;
  o.heading_x = heading_x;
  o.heading_y = heading_y;
  o.length_m = 4.5F;
  o.width_m = 1.8F;
  o.height_m = 1.5F;
  o.speed_mps = speed_mps;
  return o;
}

}  // namespace backlot::look
