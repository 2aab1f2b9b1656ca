// People who walk together: two to four who stay together, cross together and give way together.
//
//      abreast          two and two         in file         A member has a place in the group by its number: a column to the side, a row behind.
//       o  o  o            o  o              o o o          Abreast they leave room for one that comes the other way; where there is none, or while
//                          o                                someone comes, they walk in file.
//
// How far a member is ahead of the others is told by the metres that each has left to their door: that holds round corners and over roads.
#pragma once

#include <cstdint>

#include "backlot/traffic/pedestrian/crowd.h"
#include "backlot/traffic/pedestrian/walker.h"

namespace backlot::traffic {

inline constexpr std::uint32_t kMostInGroup = 4;

// How many walk together that come together: 1 for one alone. A share of all people walks in groups; of the sizes of groups there are as many as in a
// Poisson distribution without its zero, which small groups in public follow (James 1953; Moussaid et al. 2010).
std::uint32_t draw_group_size(const WalkerSet& set, std::uint64_t seed, std::uint64_t unit);

// The others of a walker's group in this step, as seen from it.
struct Company {
  std::uint32_t size = 1, place = 0;  // with the walker; how many of them have a smaller number
  std::uint32_t before = 0;           // how many of them have a shorter way left
  double ahead_m = 0;                 // of the walker, before the middle of the others
  double farthest_m = 0;              // to the one that is furthest off
  bool are_ready = true;              // no one is still on its way to the kerb
  bool is_followed = false;           // one of the others is behind it, on the same way
};
Company find_company(const Crowd& crowd, const Walker& walker);

// Where a walker keeps for the sake of the others: to the left of the place of the group, and how much faster or slower it walks.
struct Keeping {
  double aside_m = 0;
  double pace = 1;
};
// `room_m` is how far from the middle of the footway the middle of a body may be.
Keeping keep_together(const Company& company, const Walker& walker, double room_m);

// Once in each step: for how long it has been waiting for others, and walks in file.
void count_together(const Company& company, bool meets_others, double dt_s, Walker& walker);

// It does not step onto the road yet, since others of its group are about to come to the kerb.
bool waits_for_others(const Company& company, const Walker& walker);

}  // namespace backlot::traffic
