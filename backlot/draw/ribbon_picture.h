// A ribbon in space as a picture.
#pragma once

#include <string>

#include "backlot/draw/projection.h"
#include "backlot/draw/svg.h"
#include "backlot/geometry/ribbon.h"

namespace backlot::draw {

// What a ribbon's picture shows. A step of 0 leaves that part out.
struct RibbonPicture {
  double width = 1200, height = 760;  // of the sheet
  std::string title{};
  ViewAngles view{};
  double distance_grid_m = 10;  // lines of equal distance; every fifth is stronger
  double offset_grid_m = 2;     // lines of equal offset
  double label_every_m =
      50;  // the distance, written at the right edge, and an arrow that tells the direction
  double frame_every_m = 75;  // the moving frame as three arrows
  double frame_arrow_m = 9;
  double post_every_m = 25;   // posts from the spine down to the ground
  double ground_grid_m = 20;  // squares of the ground, below the lowest point
};

// The surface, shaded by its normal and tinted by its height, with its coordinate grid, spine, edges, and its shadow on
// the ground. The underside has a colour of its own. What is nearer covers what is farther.
Sheet draw_ribbon(const geometry::Ribbon& ribbon, const RibbonPicture& picture = {});

}  // namespace backlot::draw
