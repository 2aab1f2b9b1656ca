// Room beside cyclists: a driver passes a moving cyclist with a metre and a half between the bodies, or stays behind.
//
//   - - - - - - - - - - - - - - - - - -
//        [car] ~~~~>  [car]               where its lane is wide enough for that, or the cyclist has a lane of its own, the driver moves over within
//                       1.5 m             its lane; elsewhere it follows, and overtakes over the oncoming lane where that is free (overtaking.h)
//                    [bicycle] ->
#pragma once

#include <cstdint>

#include "backlot/traffic/vehicle/surroundings.h"

namespace backlot::traffic {

inline constexpr double kSideRoom_m = 1.5;         // between a vehicle and the cyclist that it passes
inline constexpr double kCyclistsRoom_m = 0.4;     // between two cyclists
inline constexpr float kRidingCyclist_mps = 0.1F;  // a slower cyclist stands, and is passed as any body is

// Whether an entry is that of a cyclist: longer than a person, shorter than any vehicle with an engine.
inline bool is_cyclist(const world::Entry& e) {
  constexpr std::uint8_t kLongest_dm = 20;
  return !e.is_person() && e.length_dm <= kLongest_dm;
}

// Where in its lane a driver passes the cyclists beside and near ahead, to the left of the lane's centre: at `usual_m`, or so much further from the kerb that
// it has room. It does not count cyclists for which its lane has no room; a cyclist counts those alone that are slower than it wants to be. Only in a
// run with cyclists.
[[gnu::noinline]] double find_passing_place(const Surroundings& around, const Self& self, double wanted_mps,
                                            double usual_m);

}  // namespace backlot::traffic
