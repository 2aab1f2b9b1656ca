// What a body that no driver of ours drives does on the network, found from its poses alone: where it is, which stop lines its front
// crosses, and when it changes lanes.
#pragma once

#include <optional>
#include <span>

#include "backlot/geometry/points.h"
#include "backlot/world/roads/lane_place.h"
#include "backlot/world/side.h"

namespace backlot::world {

// Plain state of one body. Reset it to LaneWatch{} where the body is put elsewhere; steps over 10 m do that by themselves.
struct LaneWatch {
  LanePlace place{};
  geometry::WorldPoint middle{};  // of the body, a step ago
  bool has_middle = false;
  network::LaneId line{};     // the lane of the next stop line ahead of the body's middle
  bool is_past = false;       // the front is over that line
  network::LaneId home{};     // the lane that the body is in, or changes from
  Side changes = Side::none;  // to which side, as the driver sees it

  static void visit(auto& self, auto& field) {
    field(self.place, self.middle.x, self.middle.y, self.middle.z, self.has_middle, self.line, self.is_past,
          self.home, self.changes);
  }
  friend bool operator==(const LaneWatch&, const LaneWatch&) = default;
};

// Whether a watch that was read from a file can be one of a body on this network: its ids are there, and its numbers are finite.
bool is_sound(const LaneWatch& state, const network::Network& network);

struct LineCrossing {
  network::LaneId lane{};          // that the line belongs to
  network::CorridorId corridor{};  // that the body goes on to, as far as its course tells
};

struct LaneChange {
  Side side = Side::none;
  network::LaneId from{}, to{};  // `from` may be empty where the change began on another way
};

// What happened in a step, in the order of the events. Where a lane change is followed at once by another, the first one ends.
struct Watched {
  std::optional<LineCrossing> crossed;
  std::optional<LaneChange> ended, began;
};

// A step of a body: brings the place of the watch up to date, and says what happened.
//
//   crossed   the front came over the stop line of the nearest lane that leads where the body points. The same line counts again only after
//             the front was 0.5 m before it. A body that appears over a line, or reverses over it, crosses nothing.
//   began     on a way, the body reaches over the boundary to another lane for vehicles by more than 0.2 m. A body that is wider than its lane may
//             reach over it by half of the difference as well. No change begins or ends while a part of the body is in an
//             intersection.
//   ended     the body is within one lane, but for 0.1 m. Where it went back, `to` is the lane that it came from and the side is that of its return.
Watched watch(const Roads& roads, const LooseBody& body, LaneWatch& state, PlaceScratch& scratch,
              std::span<const geometry::IndexAnswer> located = {});

}  // namespace backlot::world
