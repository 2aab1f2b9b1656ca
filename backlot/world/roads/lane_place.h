// The place of any body on the network, followed from step to step: for bodies that no lane binds (external objects, parked cars, wrecks).
//
//   at first          the strip that fits best: its level, its lanes for vehicles, the heading, the distance from the centre of its lane
//   then, on a way    the same strip, while that holds the middle of the body
//   at its end        a strip that follows or precedes it; of several corridors the one along the course of the body, then the straightest
//   on a corridor     the same corridor, until another strip fits better by more than 1 m of misfit
//
// Misfit is the distance from the centre of the lane plus 5 m for each radian between the heading and the lane, so 0.5 m counts as much as
// 0.1 rad. The margin keeps the answer from flickering where corridors overlap.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "backlot/geometry/ribbon_index.h"
#include "backlot/network/ids.h"
#include "backlot/world/loose_body.h"
#include "backlot/world/roads.h"

namespace backlot::world {

// The place of the middle of the body. Plain state.
struct LanePlace {
  network::StripId strip{};  // empty off the network
  network::LaneId
      lane{};  // that holds the middle; empty between lanes, and in an intersection beside its corridors
  // The corridor that the body is on; else the next one that its lane leads to in the direction of the heading, where
  // it leads to only one; else empty.
  network::CorridorId corridor{};
  double distance = 0, offset = 0;  // on the strip

  static void visit(auto& self, auto& field) {
    field(self.strip, self.lane, self.corridor, self.distance, self.offset);
  }
  friend bool operator==(const LanePlace&, const LanePlace&) = default;
};

// How a body lies on a strip.
struct StripFit {
  network::StripId strip{};
  network::LaneId lane{};
  double distance = 0, offset = 0;
  double cosine = 1, sine = 0;  // of the heading against the growing distance
  double misfit_m = 0;
  bool is_inside = false;  // between edges and ends; else within network::kCrack of them
};

// Memory that a caller keeps from call to call. Nothing is allocated once it has grown.
struct PlaceScratch {
  std::vector<geometry::IndexAnswer> answers;
  std::vector<StripFit> fits;
  std::vector<network::IntersectionId> areas;
};

// Brings the place of a body up to date: `place` is where the body was a step ago, or empty. A body may stand across lanes, reverse,
// drive against the traffic or be off the road. Where numbers of the body are not finite the place becomes empty. Returns how the body lies on the
// strip; nothing for an empty place.
// `located`: the surfaces around the middle of the body, where the caller has located them; else they are looked for.
std::optional<StripFit> follow(const Roads& roads, const LooseBody& body, LanePlace& place,
                               PlaceScratch& scratch, std::span<const geometry::IndexAnswer> located = {});

// Of the strip at a place, not an empty one; to the left.
double curvature_at(const network::Network& network, const LanePlace& place);

// Whether vehicles may drive on a lane in some direction; false for the empty one.
bool is_for_vehicles(const Tracks& tracks, network::LaneId lane);

// The track of the strip with traffic in the direction that the body points in, along the growing distance or against it, the nearest to the body's
// middle; empty where no lane has it.
TrackId track_along(const Roads& roads, const LanePlace& place, bool points_along);

// Of the corridors that a track leads to, the one that the body is about to take: its course over the next 1.5 s, at the bend that it
// has now, fits that corridor best; of those that fit alike the straightest. Empty where the track leads to no corridor.
network::CorridorId corridor_of_course(const Roads& roads, const Track& track, const LooseBody& body);

}  // namespace backlot::world
