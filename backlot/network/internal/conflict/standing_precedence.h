// Which of two corridors that touch has priority, by signs and geometry alone: as a driving-school book gives it.
#pragma once

#include <cstdint>

#include "backlot/network/dependency.h"
#include "backlot/network/ids.h"
#include "backlot/network/intersection_description.h"
#include "backlot/network/lane_kind.h"
#include "backlot/network/strip.h"

namespace backlot::network::internal {

// What the rules ask about a corridor.
struct CorridorFacts {
  Control control = Control::uncontrolled;
  Turn turn = Turn::straight;
  double heading_in_rad = 0, heading_out_rad = 0;
  Use use = Use::vehicles;
  bool is_crosswalk = false;
  IntersectionId intersection{};
  std::uint32_t arm = 0;  // on which traffic comes in, within the intersection
};
CorridorFacts facts_of(const Corridor& corridor, LaneKind kind);

// From where another approach comes, seen from the own one, by the headings with which traffic comes in:
//
//            oncoming          45 degrees to both sides of straight ahead
//        left   +   right
//           \   |   /
//            beside            30 degrees to both sides of straight behind, but on another arm
enum class Approach : std::uint8_t {
  same,  // the same arm
  beside,
  from_the_right,
  from_the_left,
  oncoming,
};
Approach approach_of(const CorridorFacts& other, const CorridorFacts& own);

// How far a turn leads out of the way that goes on: straight on 0, to the side on which traffic keeps 1, across the
// oncoming traffic 2, around 3. Of two that face each other, or come in together, the larger yields.
int turn_rank(Turn turn, TrafficSide side);

// On which side traffic keeps, and from which side traffic has priority where nothing else decides: most often the
// right, whichever side traffic keeps to.
struct SideRules {
  TrafficSide keeps = TrafficSide::right, goes_first = TrafficSide::right;
};

// The rule for two approaches of equal rank: 6 to 8 of the list below.
Precedence precedence_of_equals(const CorridorFacts& own, const CorridorFacts& other, DependencyKind kind,
                                const SideRules& sides);

// In this order:
//   1. Corridors that part, and people on foot among themselves: equal.
//   2. A pedestrian on a crosswalk goes before vehicles and bicycles. Elsewhere a pedestrian goes before traffic that
//      turns, and yields to traffic that goes straight on.
//   3. One approach: lanes that merge take turns; where they cross, the one that turns more yields (the right hook: a
//      vehicle turns right beside a bicycle that goes straight on).
//   4. A stop sign for all: by arrival.
//   5. Signs: priority road before none before yield before stop. A dark signal and a flag man without a word count as
//      none.
//   6. Traffic that turns around yields to all traffic that does not.
//   7. Face to face, and where a track beside the road crosses its turns: the one that turns more yields.
//   8. Else the one from the side that goes first; equal where neither is to that side.
// Antisymmetric: what goes for one side yields for the other; by_arrival and equal are so for both.
Precedence standing_precedence(const CorridorFacts& own, const CorridorFacts& other, DependencyKind kind,
                               const SideRules& sides);

}  // namespace backlot::network::internal
