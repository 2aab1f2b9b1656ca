// A mark: a place of a track that vehicles come to.
#pragma once

#include "backlot/network/ids.h"
#include "backlot/world/tracks.h"

namespace backlot::world {

// Metres of the track; below zero it is so far before the track's start, on whichever track a vehicle comes by.
struct Mark {
  TrackId track{};
  double metres = 0;

  static void visit(auto& self, auto& field) { field(self.track, self.metres); }
};

// Whether there is such a place: a track of these, and metres that are not past its end.
bool is_mark(const Tracks& tracks, const Mark& mark);

// The stop line of a lane, whatever vehicles do behind it; the lane's end where it has no line. Empty for no track.
Mark line_of(const Tracks& tracks, TrackId lane);
// The same line, only for vehicles that go on by this corridor. Empty where no vehicles drive on it.
Mark line_before(const Tracks& tracks, network::CorridorId corridor);

}  // namespace backlot::world
