// Ribbons that are hard in one way each, for tests and benchmarks alike.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "backlot/geometry/ribbon.h"
#include "backlot/geometry/ribbon_description.h"

namespace backlot::geometry::test {

// Builds or aborts with the diagnostics: the catalogue holds no bad descriptions.
Ribbon built(const RibbonDescription& description);

RibbonDescription line(double length);
RibbonDescription arc(double radius, double angle_rad, SurfaceEdges edges);
RibbonDescription spiral(double length, double start_curvature, double end_curvature, SurfaceEdges edges);
RibbonDescription s_curve();
RibbonDescription cubic_road();             // v(u) by arc length
RibbonDescription parametric_cubic_road();  // u(p), v(p)
RibbonDescription country_road();           // lines, spirals, arcs; level
RibbonDescription mountain_road();          // the same, climbing and banked
RibbonDescription full_twist();             // a line that rolls once about itself
RibbonDescription hairpin();
RibbonDescription loop();          // crosses over itself on one level
RibbonDescription figure_eight();  // crosses over itself with a bridge
RibbonDescription helix();         // three storeys of a car park
RibbonDescription jumping_curvature();
RibbonDescription tiny_pieces();  // elements of 1e-11 m between long ones
RibbonDescription kinks();        // headings that jump by up to 0.8 rad
RibbonDescription points_in_space();
RibbonDescription points_with_normals();

// The same road at UTM-sized coordinates.
RibbonDescription far_away(RibbonDescription description);

struct Named {
  std::string name;
  RibbonDescription description;
};
// One of each, with names that can be printed.
std::vector<Named> catalogue();

// How many random points a test takes that takes `in_release` of them in a release build: fewer where the build or the
// environment (BACKLOT_TEST_POINTS, 10^7 being the full number) asks for fewer, at least 20.
std::size_t point_count(std::size_t in_release);

// A failing point in one line: `ribbon=hairpin distance=12.3 offset=-4 loft=0`.
std::string reproduction(const std::string& ribbon, const RibbonPoint& point);
std::string reproduction(const std::string& ribbon, const WorldPoint& point);

}  // namespace backlot::geometry::test
