// A band of offsets along a lane: what a body sweeps that keeps its place in the lane, or the lane itself.
//
//   ____________________________
//   ======== band =====\                    Where a lane opens or closes beside it, the centre of a lane moves sideways along its
//   ____________________\=======            strip, and the band moves with it. Whether another body lies in the band is therefore
//                        \______            decided at the place of that body.
#pragma once

#include "backlot/world/occupancy.h"
#include "backlot/world/tracks.h"

namespace backlot::world {

class LaneBand {
 public:
  // Offsets of the strip.
  struct Edges {
    double right = 0, left = 0;
  };

  // The band that reaches from `edges.right` to `edges.left` where the centre of the lane has the offset `centre`. The tracks stay where
  // they are for as long as this is used.
  LaneBand(const Tracks& tracks, const Track& lane, double centre, Edges edges)
      : tracks_(tracks), lane_(lane), centre_(centre), edges_(edges) {}

  // The band of `half_width` to both sides of a line that lies `beside` to the left of the lane's centre, in offsets of the strip.
  static LaneBand around(const Tracks& tracks, const Track& lane, double beside, double half_width) {
    const double centre = tracks.centre_at(lane, 0), line = centre + beside;
    return {tracks, lane, centre, {line - half_width, line + half_width}};
  }

  // The edges at the middle of the body of an entry. A lane with a fixed centre has the same edges everywhere.
  Edges at(const Entry& e) const { return lane_.has_fixed_centre ? edges_ : moved_to(e); }

 private:
  Edges moved_to(const Entry& e) const;

  const Tracks& tracks_;
  const Track& lane_;
  double centre_;
  Edges edges_;
};

// Whether the claim of an entry reaches between two offsets.
inline bool is_claim_between(const Entry& e, const LaneBand::Edges& edges) {
  return static_cast<double>(e.claim_left) > edges.right && static_cast<double>(e.claim_right) < edges.left;
}

// Whether the body of an entry does.
inline bool is_body_between(const Entry& e, const LaneBand::Edges& edges) {
  return static_cast<double>(e.left) > edges.right && static_cast<double>(e.right) < edges.left;
}

}  // namespace backlot::world
