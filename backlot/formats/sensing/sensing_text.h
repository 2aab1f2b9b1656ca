// Sensing as text: what a system under test can see of the world, as the option --sensing and suites have it.
//
//   truth                                                     all objects within 300 m, exact
//   truth within 150 m; latency 0.1 s; no road
//   front: range 80 m, field 60 deg, noise 0.3 m; rear: looks 180 deg, field 90 deg, range 40 m, loses 5 %
//
// Statements are parted by semicolons or lines. A statement with a colon is a sensor with its name; its clauses come in any order, each at most
// once, with commas between them or none:
//
//   range LENGTH   field ANGLE   looks ANGLE (to the left)   ahead LENGTH   height LENGTH   sees through
//   noise LENGTH   heading noise ANGLE   speed noise SPEED   loses SHARE   latency TIME
#pragma once

#include <string>

#include "backlot/base/result.h"
#include "backlot/view/sensing.h"

namespace backlot::formats::sensing {

// All errors of the text, by their places in it; `name` is what diagnostics call it.
base::Result<view::Sensing> read_sensing(const std::string& text, const std::string& name = "--sensing");

// The text of a sensing, in one line: reading it gives an equal one.
std::string sensing_text(const view::Sensing& sensing);

}  // namespace backlot::formats::sensing
