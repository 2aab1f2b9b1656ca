// A person on foot: its traits, where it is and goes, and the state of its machine.
#pragma once

#include <cstdint>

#include "backlot/geometry/points.h"
#include "backlot/hcsm/panel.h"
#include "backlot/hcsm/state_set.h"
#include "backlot/traffic/pedestrian/foot_routes.h"
#include "backlot/traffic/pedestrian/shortcut.h"
#include "backlot/traffic/pedestrian/traits.h"
#include "backlot/world/body.h"
#include "backlot/world/roads/footways.h"

namespace backlot::traffic {

// States of the walker's machine that are used outside of it. walker_machine.cpp compiles only if they match its description.
namespace walker_states {
constexpr hcsm::StateId kWalk{2}, kLook{3}, kWait{4}, kCross{5}, kTurnBack{6}, kStands{9}, kDashes{10};
constexpr hcsm::StateSet kAtStart{0x187};  // walks, at its own pace
}  // namespace walker_states

inline constexpr std::uint32_t kAlone = ~std::uint32_t{0};

// Plain data; all of it is state.
struct Walker {
  std::uint32_t number = 0;  // of the object
  WalkerTraits traits;
  // ---- how it moves
  geometry::WorldPoint at{};  // the middle of the body, on the ground
  double velocity_x = 0, velocity_y = 0;
  double heading_x = 1, heading_y = 0;  // unit: where the body faces
  double accel_mps2 = 0;                // of the last step
  // ---- where it goes
  world::FootwayId footway{};
  bool is_along = true;     // it walks by growing metres
  std::uint32_t piece = 0;  // of the footway
  double metres = 0;        // of the footway; those before its start and past its end continue the line
  double offset = 0;        // to the left of growing metres
  world::FootwayId next{};  // footway; empty without one
  bool is_next_along = true;
  std::uint32_t draws = 0;  // turns and doors drawn so far
  DoorId door =
      kNoDoor;  // where it is bound for; without one it draws a turn at each fork, and walks about for ever
  float left_m = 0;  // to that door
  // ---- with whom
  std::uint32_t fellow =
      kAlone;                // the next one of its group, by number of the object: the members form a ring
  bool is_directed = false;  // by a lease: it does not wait for others of its group then
  float apart_s = 0;         // for how long it has been waiting for others of its group
  float in_file_s = 0;       // for so long they still walk one behind the other
  // Off the footways: while it is on, metres and offset are those of the shortcut, and the footway is the one that it left.
  Shortcut shortcut{};
  bool is_told_to_cross = false;  // at the crosswalk before it, whatever the signal shows and whatever comes
  double gaze_x = 0, gaze_y = 0;  // unit: where a director lets it look while it stands; both zero: nowhere
  // ---- its mind
  bool is_barred = false;  // a vehicle stands in its way over the road
  float looked_s = 0;      // for how long it has been looking at the road
  float waited_s = 0;      // at the kerb
  float blocked_s =
      0;  // for how long others have kept it from going on; then, for how long it still gives way
  hcsm::StateSet states = walker_states::kAtStart;  // of its machine (walker_machine.h)
  hcsm::PanelState panel{};

  bool is_alone() const { return fellow == kAlone; }
  double sign() const { return shortcut.is_on || is_along ? 1 : -1; }
  double speed_mps() const;
  bool is_crossing() const { return states.has(walker_states::kCross); }
  // It could not go on for a while, and makes room for others.
  bool gives_way() const { return blocked_s > 3; }
  // It looks at the road or waits for it.
  bool is_at_kerb() const { return states.has(walker_states::kLook) || states.has(walker_states::kWait); }

  static void visit(auto& self, auto& field) {
    field(self.number, self.traits, self.at, self.velocity_x, self.velocity_y, self.heading_x, self.heading_y,
          self.accel_mps2, self.footway, self.is_along, self.piece, self.metres, self.offset, self.next,
          self.is_next_along, self.draws, self.door, self.left_m, self.fellow, self.is_directed, self.apart_s,
          self.in_file_s, self.shortcut, self.is_told_to_cross, self.gaze_x, self.gaze_y, self.is_barred,
          self.looked_s, self.waited_s, self.blocked_s, self.states, self.panel);
  }
};
// Whether this can be a walker on these footways: for one that was read from a file.
bool is_sound(const Walker& walker, const world::Footways& footways);

world::BodyBox box_of(const Walker& walker);

// What a walker finds its way by.
struct Wayfinding {
  const world::Footways& footways;
  const FootRoutes* routes = nullptr;  // null where no one is bound for a door
  std::uint64_t seed = 1, stream = 0;  // of its random numbers
};

// Puts a walker on a footway, standing, and finds where it goes from there. `offset` is to the left of growing metres.
void put_on_footway(const Wayfinding& way, world::FootwayId footway, bool is_along, double metres,
                    double offset, Walker& walker);

// Finds the footway that follows the one that the walker is on now: that from which its door is nearest; without a door, one that is drawn.
void find_next(const Wayfinding& way, Walker& walker);

// Draws the door that the walker goes to: some way off, and within its reach. The walker turns in the direction in which the door is nearer. Does nothing where no door is in reach.
void draw_door(const Wayfinding& way, Walker& walker);
// To a door that another one of its group has drawn.
void go_to_door(const Wayfinding& way, DoorId door, Walker& walker);
// Whether it is before its door, and can go in.
bool is_at_door(const Walker& walker, const FootRoutes& routes);

// Finds piece, metres and offset again after the walker has moved, from where they were. Goes over to the next footway where the walker has
// come to the end; at an end without one it turns back.
void follow_footway(const Wayfinding& way, Walker& walker);

// Leaves its footway for a straight way from where it is; `length_m` is above zero. The walker then goes that way whatever comes.
struct ShortcutPlan {
  double ux = 1, uy = 0;  // unit
  double length_m = 0;
  double rise_m = 0;    // of its end over its start
  double pace_mps = 0;  // 0: its own
  world::FootwayId onto{};
};
void take_shortcut(const ShortcutPlan& plan, Walker& walker);

// Back to where it came from. Which footway follows is found anew.
void turn_back(const Wayfinding& way, Walker& walker);

}  // namespace backlot::traffic
