// What a person on foot can be told that no vehicle does. The structs are made like those of directive.h, and are alternatives of `What` with them; some
// of those (halt, arrive, stop at, adjust speed) are understood on foot, too. Defined in channel_foot.cpp.
#pragma once

#include "backlot/base/sim_time.h"
#include "backlot/direct/answer.h"
#include "backlot/world/ids.h"
#include "backlot/world/mark.h"

namespace backlot::traffic {
struct FootDials;
}

namespace backlot::direct {

struct DirectedWalker;
struct Lease;
struct Beginning;
struct Progress;

// ---- pace

// Walks as it does by itself.
struct WalkOn {
  static void visit(auto&, auto&) {}
  Progress go_on(const DirectedWalker& walker, Lease& lease, traffic::FootDials& dials) const;
};

// Runs.
struct Dash {
  static void visit(auto&, auto&) {}
  Progress go_on(const DirectedWalker& walker, Lease& lease, traffic::FootDials& dials) const;
};

// ---- route

// Crosses at the crosswalk before it as soon as it is at the kerb, whatever the signal shows and whatever comes.
struct CrossNow {
  static void visit(auto&, auto&) {}
  Beginning begin(const DirectedWalker& walker, Lease& lease) const;
  Progress go_on(const DirectedWalker& walker, Lease& lease, traffic::FootDials& dials) const;
};

// Crosses the road straight from where it is through a place of a lane, and on to the sidewalk on the other side: off all crosswalks, whatever comes.
// With a time it stands until it has to go so that its middle is at that place then.
struct CrossRoad {
  world::Mark mark{};
  double left_m = 0;     // of the place: to the left of the middle of the track
  double speed_mps = 0;  // 0: its own
  base::SimTime time{};  // 0: at once

  static void visit(auto& self, auto& field) {
    field(self.mark.track, self.mark.metres, self.left_m, self.speed_mps, self.time);
  }
  Refusal check() const;
  Beginning begin(const DirectedWalker& walker, Lease& lease) const;
  Progress go_on(const DirectedWalker& walker, Lease& lease, traffic::FootDials& dials) const;
};

// Goes to a place of a lane and along the lane from there, as its traffic drives; below zero metres, against it. Then it leaves the road on the right
// of its way.
struct WalkInLane {
  world::Mark mark{};
  double left_m = 0;     // to the left of the middle of the track
  double metres = 20;    // along the lane
  double speed_mps = 0;  // 0: its own

  static void visit(auto& self, auto& field) {
    field(self.mark.track, self.mark.metres, self.left_m, self.metres, self.speed_mps);
  }
  Refusal check() const;
  Beginning begin(const DirectedWalker& walker, Lease& lease) const;
  Progress go_on(const DirectedWalker& walker, Lease& lease, traffic::FootDials& dials) const;
};

// Goes back to where it came from, also in the middle of a road.
struct TurnBack {
  static void visit(auto&, auto&) {}
  Progress go_on(const DirectedWalker& walker, Lease& lease, traffic::FootDials& dials) const;
};

// ---- rules

// Turns to an object while it stands. While it walks it faces where it goes.
struct LookAt {
  world::ObjectId object{};

  static void visit(auto& self, auto& field) { field(self.object); }
  Beginning begin(const DirectedWalker& walker, Lease& lease) const;
  Progress go_on(const DirectedWalker& walker, Lease& lease, traffic::FootDials& dials) const;
};

}  // namespace backlot::direct
