// A plan of a road network, as a person likes to look at it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "backlot/draw/projection.h"
#include "backlot/draw/svg.h"
#include "backlot/network/network.h"

namespace backlot::draw {

// What a body looks like from above: a box with a windscreen, a bicycle with its rider, or the shoulders and the head of a person.
enum class PictureShape : std::uint8_t { box, bicycle, person };

// A body that stands on the network, seen from above.
struct PictureBody {
  geometry::WorldPoint centre;
  double heading_x = 1, heading_y = 0;  // unit
  double length_m = 4.5, width_m = 1.8;
  std::string fill{};   // empty: an ordinary one
  std::string label{};  // beside it, where the scale has room
  PictureShape shape = PictureShape::box;
};

// A spot on the network: a disc, or a ring around a place, with words beside it.
struct PictureMark {
  geometry::WorldPoint at;
  std::string colour{};  // "#rrggbb"
  std::string label{};
  bool is_ring = false;
};

// A line of the legend about bodies and marks.
struct PictureKey {
  std::string colour, text;
  bool is_ring = false;
};

// A part of a network, seen from above.
struct PictureWindow {
  geometry::WorldPoint centre;
  double width_m = 100, height_m = 100;  // above zero
};

// What a network's picture shows. Parts that the scale has no room for are left out in any case: a town of ten
// kilometres on one sheet has no lane markings.
struct NetworkPicture {
  double width = 0;     // of the sheet; 0: from the extent of the network
  double height = 0;    // of the sheet; 0: from the width and the shape of the network
  std::string title{};  // empty: the name of the network
  bool names = true;    // of ways and intersections
  bool markings = true;
  bool arrows = true;
  bool corridors = true;
  bool signs = true;         // and signal heads
  bool signal_heads = true;  // false: signs without signal heads, for callers that draw what the signals show
  bool grid = true;          // of coordinates
  bool legend = true;
  std::string clock{};  // beside the title: the time of what is shown; empty: none
  std::vector<PictureBody> bodies{};
  std::vector<PictureMark> marks{};
  std::vector<PictureKey> keys{};         // lines of the legend besides those of the network
  std::optional<PictureWindow> window{};  // only what is in it; none: the whole network
};

// Seen from above, north up: ground, intersections and lanes by kind, markings as painted, stop lines, signs and signal
// heads, corridors by kind, wayside features, names, scale bar, north arrow and a legend of what occurs. What passes
// over something else is drawn later, with parapets and a shadow.
Sheet draw_network(const network::Network& network, const NetworkPicture& picture = {});

// Draws a window of a network into a rectangle of a sheet that has other parts as well: ground, roads and what stands beside them, without
// title, grid, legend and scale bar. The window is widened to the shape of the rectangle. The answer says where places are on the sheet.
Projection draw_network_part(Sheet& sheet, const network::Network& network, const NetworkPicture& picture,
                             const PictureWindow& window, const SheetPoint& corner, double width,
                             double height);

}  // namespace backlot::draw
