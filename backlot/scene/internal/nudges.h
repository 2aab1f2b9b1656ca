// Extras that make way. An extra that is nudged drives a little faster or slower than its driver would, so that it is earlier or later at a place;
// it is told again once a second for as long as that is wanted, and then drives as before.
#pragma once

#include <span>
#include <vector>

#include "backlot/scene/play.h"

namespace backlot::scene {

// A body that comes to a stretch of road behind a line: seconds from now until its front is there and until its rear has left it, as its driver
// would drive.
struct ApproachingBody {
  world::ObjectId id{};
  world::Mark line{};           // before the stretch
  double way_m = 0;             // from its front to the stretch
  double from_s = 0, to_s = 0;  // with the vehicles ahead of it
};

// From a line up to a stretch, its length, and how long the light of the line stays red.
struct BehindLine {
  world::Mark line{};
  double begins_m = 0, length_m = 0;
  double red_s = 0;
};
// The bodies that may be nudged, of those that are at the line between two times; in the order of their coming.
std::vector<ApproachingBody> find_approaching(Play& play, const BehindLine& stretch, double from_s,
                                              double to_s);

// Once in so many steps extras are told anew.
inline constexpr std::uint64_t kNudgeSteps = 20;

// By how much earlier each of a row of bodies has to come so that all of them have left by a time: those ahead of a body that must hurry make room.
std::vector<double> find_hurries(std::span<const ApproachingBody> bodies, double until_s);

// Whether the scene may nudge an object: an extra without a role.
bool is_nudgeable(const Play& play, world::ObjectId id);

// Whether the extra drives faster now, and would have to come later, or the other way round.
bool has_opposing_directive(const Play& play, world::ObjectId id, double by_s);
// The extra comes so much later than it would; below zero, earlier. By how much a driver may be slowed down or hurried is limited.
void shift(Play& play, const ApproachingBody& body, double by_s);
// It goes straight on at the next intersection, as long as it is far enough from it to change its mind, or stands.
void send_straight_on(Play& play, const ApproachingBody& body);
// It does not overtake for a while.
void keep_in_lane(Play& play, world::ObjectId id);
// It drives no faster than that for a moment.
void slow_to(Play& play, world::ObjectId id, double speed_mps);
// It goes to the lane beside as soon as it can.
void move_over(Play& play, world::ObjectId id, world::Side side);
// Extras leave the lane into which an actor is to swerve (clear_beside.cpp).
void clear_lane_beside(Play& play);
// Whether a body at a metre of the course is to leave its lane for that.
bool is_to_leave_lane(const Play& play, const record::FrameObject& body, double metre);

// All nudged extras drive as before.
void stop_nudging(Play& play);

}  // namespace backlot::scene
