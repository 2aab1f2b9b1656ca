// Paint of a world mesh: lines between lanes, stop and yield lines, crosswalks.
#pragma once

#include "backlot/draw/internal/mesh_builder.h"
#include "backlot/network/network.h"

namespace backlot::draw::internal {

void add_lane_lines(MeshBuilder& mesh, const network::Network& network, const WorldMeshOptions& options);
void add_entry_lines(MeshBuilder& mesh, const network::Network& network);
void add_crosswalks(MeshBuilder& mesh, const network::Network& network);

}  // namespace backlot::draw::internal
