// What validators measure at one moment: a number for the subject, and the other object it is about.
#pragma once

#include <optional>
#include <span>

#include "backlot/verdict/validator.h"

namespace backlot::verdict {

struct Measured {
  double value = 0;
  world::ObjectId other{};
};

// Metres to the nearest other body of these kinds (empty: of any); empty without one.
std::optional<Measured> nearest_body(const JudgedMoment& moment, std::span<const world::ObjectKind> kinds);
// Seconds until the subject and another body would touch, if both went on at their speed and heading; empty where none would. A body
// that keeps within another lane of the same stretch of road is not on a collision course, though a bend may point at it. Nor does a body count that
// comes up behind the subject in its lane: that one has to keep its distance.
std::optional<Measured> time_to_collision(const JudgedMoment& moment);

// The same, if both kept speed, acceleration and heading: a body that brakes goes on until it stands. It finds a leader that begins to brake before the speeds differ.
std::optional<Measured> time_to_collision_accelerating(const JudgedMoment& moment);

// Of one moment it is looked for once, whoever asks.
std::optional<LeaderAhead> find_leader(const JudgedMoment& moment);
// The gap to the leader over the own speed; empty where the subject stands.
std::optional<Measured> time_gap(const JudgedMoment& moment);
// The constant deceleration that the subject needs: not to reach its leader, or to come into the way of a body that crosses after that one has left (crossing.h). The larger one
// counts; empty where it needs none.
std::optional<Measured> necessary_deceleration(const JudgedMoment& moment);

// How far the body reaches over the edge of its lane, on a side to which no indicator points; empty in intersections and off the lanes.
std::optional<Measured> over_lane_edge(const JudgedMoment& moment);
// How far the body reaches over the edge of the road; its own width where it is on no road.
std::optional<Measured> over_road_edge(const JudgedMoment& moment);
// The speed against the direction of the lane; empty where the lane may be travelled.
std::optional<Measured> wrong_way_speed(const JudgedMoment& moment);
// How much faster than the limit; empty where no limit is known.
std::optional<Measured> over_limit(const JudgedMoment& moment);
// Metres beside the route that the scene expects.
std::optional<Measured> beside_route(const JudgedMoment& moment);

}  // namespace backlot::verdict
