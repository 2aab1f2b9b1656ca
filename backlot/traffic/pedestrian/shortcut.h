// A straight way of a walker off the footways: over a road where no crosswalk is, or along a lane. A director lays it.
//
//   ======= sidewalk ===o=========      o  the walker, where it leaves its footway
//   --------------------|---------
//                       |  shortcut     its pieces are not those of a footway: it has one, in the plane
//   --------------------v---------
//   ======= sidewalk ====x========      x  where it comes onto the next footway
#pragma once

#include <cstdint>
#include <optional>

#include "backlot/geometry/points.h"
#include "backlot/world/ids.h"
#include "backlot/world/roads/footways.h"

namespace backlot::traffic {

// Plain data; all of it is state of a walker.
struct Shortcut {
  bool is_on = false;            // the walker is on it; else the rest means nothing
  geometry::WorldPoint start{};  // on the ground
  double ux = 1, uy = 0;         // unit: the way that it is walked
  double length = 0;             // m, above zero while the walker is on it
  double climb = 0;              // metres of height for each metre
  double pace_mps = 0;           // at which it is walked; 0: at the walker's own
  world::FootwayId onto{};       // at its end; empty: the walker stands there

  static void visit(auto& self, auto& field) {
    field(self.is_on, self.start.x, self.start.y, self.start.z, self.ux, self.uy, self.length, self.climb,
          self.pace_mps, self.onto);
  }
};
bool is_sound(const Shortcut& shortcut, const world::Footways& footways);

// As a piece that can be walked on, by growing metres from 0.
world::FootPiece piece_of(const Shortcut& shortcut);

// Where a straight way from a place comes onto a sidewalk or a corner, for the first time past so many metres, at its middle.
struct FootwayAhead {
  world::FootwayId footway{};
  double metres = 0;  // of the straight way
};
// `ux`, `uy` is a unit vector. Empty where there is none up to `most_m`, on the level of the place.
std::optional<FootwayAhead> find_footway_ahead(const world::Footways& footways,
                                               const geometry::WorldPoint& from, double ux, double uy,
                                               double past_m, double most_m);

// The place of a footway that is nearest to a point.
struct FootPlace {
  std::uint32_t piece = 0;  // of the footway
  double metres = 0;        // of the footway; those before its start and past its end continue the line
  double offset = 0;        // to the left of growing metres
};
FootPlace nearest_on(const world::Footways& footways, world::FootwayId footway,
                     const geometry::WorldPoint& point);

}  // namespace backlot::traffic
