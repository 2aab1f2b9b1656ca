// Where an extra can come in or leave: out of sight of the subject, and for one that comes in with room on its lane.
#pragma once

#include <vector>

#include "backlot/scene/play.h"

namespace backlot::scene {

inline constexpr double kNearest_m = 100;  // nothing enters or leaves nearer to the subject

// A vehicle that may come in: where, and how fast.
struct Entry {
  world::TrackId track{};
  double metres = 0, to_mark_m = 0, speed_mps = 0;
};

// How fast a vehicle comes in: at a share of what the road and the vehicle allow.
double entry_mps(const world::Track& track, world::ObjectKind kind, double share);
// The places of a stretch at which a vehicle may come in, nearest to the mark first.
std::vector<Entry> places_on(const world::Tracks& tracks, const PlacedStretch& stretch,
                             world::ObjectKind kind);
// Whether the subject sees a vehicle that is on the road; one nearer than 100 m counts as seen.
bool is_in_sight(Play& play, const look::Snapshot& now, world::ObjectId id);
// Whether there is room on the lane, with no vehicle nearer ahead than free_ahead_m and none that comes towards it there to overtake, and the subject
// does not see the vehicle come where it must be hidden.
bool can_enter(Play& play, const Entry& entry, world::ObjectKind kind, bool is_hidden,
               double free_ahead_m = 0);
// Empty where the run refused it.
world::ObjectId enter(Play& play, const Entry& entry, world::ObjectKind kind);

// For a role that is relative to the subject, from a source that goes with it (supply_near_subject.cpp).
void supply_near_subject(Play& play, RoleState& role, const RoleDescription& description);

}  // namespace backlot::scene
