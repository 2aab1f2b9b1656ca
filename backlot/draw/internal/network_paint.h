// The paint on the roadway of a level, and the lines of corridors over it.
#pragma once

#include <vector>

#include "backlot/draw/internal/network_canvas.h"
#include "backlot/draw/internal/network_entries.h"
#include "backlot/draw/internal/network_levels.h"

namespace backlot::draw::internal {

void draw_markings(NetworkCanvas& canvas, const NetworkLevel& level);

// Stop lines and rows of yield triangles, on lanes with a line on the level.
void draw_entry_lines(NetworkCanvas& canvas, const NetworkLevel& level,
                      const std::vector<LaneEntry>& entries);

// Which way traffic goes, and before an intersection of several lanes where each of them leads.
void draw_lane_arrows(NetworkCanvas& canvas, const NetworkLevel& level,
                      const std::vector<LaneEntry>& entries);

void draw_corridor_lines(NetworkCanvas& canvas, const NetworkLevel& level);

}  // namespace backlot::draw::internal
