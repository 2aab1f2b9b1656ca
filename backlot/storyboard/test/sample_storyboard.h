// A storyboard made by hand, on county_road: a car runs the red light from the left as the subject arrives.
#pragma once

#include "backlot/network/network.h"
#include "backlot/storyboard/storyboard.h"

namespace backlot::storyboard::test {

// scenes/county_road.way.
const network::Network& county_road();

inline constexpr world::ObjectId kSubject{0, 1}, kViolator{1, 7};

// Where the two are by closed formulas: the subject at 19 m/s until it brakes with 6 m/s2 at 8.6 s, the violator accelerating with
// 2.6 m/s2 from 5.6 s on. x and y of the centre.
geometry::WorldPoint subject_at(double time_s);
geometry::WorldPoint violator_at(double time_s);

// The moment at a time, with signals: green for the highway, red for the lanes.
record::Frame frame_at(double time_s);

// Four panels: light, casting, violation, braking. The violator has its role from 3 s on.
Storyboard sample_storyboard();

}  // namespace backlot::storyboard::test
