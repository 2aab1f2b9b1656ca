// Where an extra can come in: out of sight of the subject, with room on its lane.
#pragma once

#include "backlot/scene/play.h"

namespace backlot::scene {

// A vehicle that may come in: where, and how fast.
struct Entry {
  world::TrackId track{};
  double metres = 0, to_mark_m = 0, speed_mps = 0;
};

// The body that a vehicle of that kind would have there.
look::SeenBody body_at(const world::Tracks& tracks, const Entry& entry, world::ObjectKind kind);
// Whether the subject would see the body; one nearer than 100 m counts as seen.
bool is_in_sight(Play& play, const look::Snapshot& now, const look::SeenBody& body);
// Room on its lane: to the body ahead and to the body behind.
bool has_room_at(const world::Tracks& tracks, const look::Snapshot& now, const Entry& entry);
// Empty where the run refused it.
world::ObjectId enter(Play& play, const Entry& entry, world::ObjectKind kind);

// For a role that is relative to the subject, from a source that goes with it (supply_near_subject.cpp).
void supply_near_subject(Play& play, RoleState& role, const RoleDescription& description);

}  // namespace backlot::scene
