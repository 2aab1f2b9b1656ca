// A storyboard: what happens in a scene, as one picture for each beat. Plain data, made from the frames of a run or by hand.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "backlot/draw/svg.h"
#include "backlot/geometry/points.h"
#include "backlot/network/network.h"
#include "backlot/record/frame.h"
#include "backlot/world/ids.h"

namespace backlot::storyboard {

// A mark of the scene: the name of a place.
struct NamedPlace {
  std::string name{};
  geometry::WorldPoint point{};
};

// Where an object was over the run: its centre every step_s seconds, the first one at from_s. Points that are not finite leave a gap.
struct Trail {
  world::ObjectId id{};
  std::string role{};  // that the object plays at some time of the scene; empty: an extra that is not cast
  double from_s = 0, step_s = 0.1;
  std::vector<geometry::WorldPoint> points{};
};

// The moment of one beat.
struct Panel {
  std::string beat{};
  std::string caption{};  // one sentence about what happens
  double time_s = 0;
  record::Frame frame{};  // objects by id, with roles; lights are drawn where it has signals
};

struct Storyboard {
  std::string scene{}, title{};
  world::ObjectId subject{};                   // empty: the object with the role "subject", if any
  std::vector<NamedPlace> marks{};             // the marks near the moment are shown
  std::vector<geometry::WorldPoint> course{};  // the expected way of the subject, in order
  std::vector<Trail> trails{};                 // of the subject and the actors
  std::vector<Panel> panels{};                 // in order of time
};

struct PanelOptions {
  double width = 900, height = 600;  // of the sheet; at least 300 x 200
  double past_s = 3, future_s = 3;   // how much of the trails is shown
  double widest_m = 220;             // of the view: actors farther away are named at its border
  double narrowest_m = 70;
};

// One panel, zoomed to the subject, the actors and the marks of the moment. It shows roads and houses, lights as discs past the stop lines,
// all vehicles, the subject and the actors in colours with their names, their trails (a dot every second), the course of the subject as a
// dashed line, marks as flags, the caption, speeds, the way to the next marks, and a scale bar. A panel that does not exist gives a sheet
// that says so. Objects and places that are not finite are left out.
draw::Sheet draw_panel(const network::Network& network, const Storyboard& storyboard, std::size_t panel,
                       const PanelOptions& options = {});

struct StripOptions {
  std::size_t columns = 0;  // 0: two or three, by the number of panels
  double panel_width = 520, panel_height = 400;
  PanelOptions panel{};  // its size is not used
};

// All panels in rows on one sheet, with the title of the scene.
draw::Sheet draw_strip(const network::Network& network, const Storyboard& storyboard,
                       const StripOptions& options = {});

}  // namespace backlot::storyboard
