// Moments of several runs with external bodies among the traffic, for tests that compare the questions of backlot/look with scans over all bodies.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "backlot/base/random.h"
#include "backlot/look/frame_snapshot.h"
#include "backlot/look/snapshot.h"
#include "backlot/record/frame.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim {

// One moment of a run, and its two snapshots.
struct Moment {
  Simulation& run;
  const TestRoads& roads;
  const record::Frame& frame;
  const look::Snapshot& world;
  const look::Snapshot& recorded;
  base::RandomStream& random;
};

// Calls for `moments` moments of a run on each of biketown, county_road, motorway and a grid, with cars, trucks, buses and motorcycles. Meanwhile
// external bodies are there: along lanes, reversing, astride two lanes, aslant, in intersections, off the road; short and long ones.
inline constexpr std::size_t kLookScenes = 4, kLookMoments = 12;
void for_moments(std::uint64_t seed, const std::function<void(const Moment&)>& call);
// How many questions a test asks at each moment, so that there are 100,000 of them in a release build, and at least 1,000 in any: with fewer, some
// kinds of answer hardly come up.
std::size_t questions_per_moment();

// The box of an object of a frame, grown to all sides.
world::BodyBox box_of(const record::FrameObject& object, double grown_m = 0);
// A place near some object of the frame.
world::PlanPoint random_place(const record::Frame& frame, base::RandomStream& random);

// ---- polygons of the plane, for exact scans

using Polygon = std::vector<world::PlanPoint>;
Polygon corners_of(const world::BodyBox& box);  // counter-clockwise
// The part of a polygon within a convex one with counter-clockwise corners (Sutherland and Hodgman); empty where the
// two do not overlap.
Polygon clipped(Polygon polygon, const Polygon& convex);

}  // namespace backlot::sim
