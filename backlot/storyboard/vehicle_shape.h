// Vehicles seen from above, to scale.
#pragma once

#include <array>
#include <string>

#include "backlot/draw/projection.h"
#include "backlot/draw/svg.h"
#include "backlot/record/frame.h"

namespace backlot::storyboard {

struct VehicleLook {
  std::string fill = "#d3d7dc";
  std::string edge = "#2b3036";
  double edge_width = 0.8;
  std::string title{};  // shown beside the pointer
};

// The four corners of the box on the sheet: front left, front right, rear right, rear left.
std::array<draw::SheetPoint, 4> corners_on_sheet(const draw::Projection& projection,
                                                 const record::FrameObject& object);

// A car, truck, bus or motorcycle inside the box of the object, one group of the sheet. Brake lights and indicators are drawn where they
// are on.
void draw_vehicle(draw::Sheet& sheet, const draw::Projection& projection, const record::FrameObject& object,
                  const VehicleLook& look);

}  // namespace backlot::storyboard
