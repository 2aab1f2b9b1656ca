// What stands around a plan: title, north arrow, scale bar, legend, and the grid of coordinates below it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "backlot/draw/internal/network_canvas.h"

namespace backlot::draw::internal {

// A symbol and what it means.
struct LegendItem {
  enum class Kind : std::uint8_t { surface, corridor, sign, signal, tree, house, disc, ring };
  Kind kind = Kind::surface;
  network::LaneKind lane = network::LaneKind::vehicle;          // of a surface
  std::string colour{};                                         // of a corridor, a disc or a ring
  network::FeatureKind sign = network::FeatureKind::stop_sign;  // of a sign
  std::string text{};
};

// What occurs in the network and is drawn with this much detail.
std::vector<LegendItem> legend_of(const network::Network& network, const NetworkDetail& detail);

// Where the parts of a sheet lie.
struct NetworkLayout {
  double width = 0, height = 0;  // of the sheet
  SheetPoint map;                // corner of the plan
  double map_width = 0, map_height = 0;
  double interface_scale = 1;
};

// How high the foot of a sheet must be for its legend and scale bar.
double foot_height(const std::vector<LegendItem>& items, double width, double interface_scale);

void draw_ground(Sheet& sheet, const NetworkLayout& layout, const Projection& projection, bool has_grid);
void draw_head(Sheet& sheet, const NetworkLayout& layout, const std::string& title,
               const std::string& subtitle, const std::string& clock);
void draw_foot(Sheet& sheet, const NetworkLayout& layout, const std::vector<LegendItem>& items,
               double units_per_metre);

}  // namespace backlot::draw::internal
