// Surfaces of a world mesh: lanes with kerbs where they differ in height, the paving of intersections, bridges, houses.
#pragma once

#include "backlot/draw/internal/mesh_builder.h"
#include "backlot/network/network.h"

namespace backlot::draw::internal {

void add_way_surfaces(MeshBuilder& mesh, const network::Network& network, const WorldMeshOptions& options);
void add_pavings(MeshBuilder& mesh, const network::Network& network, const WorldMeshOptions& options);
void add_bridges(MeshBuilder& mesh, const network::Network& network, const WorldMeshOptions& options);
void add_outlines(MeshBuilder& mesh, const network::Network& network);

}  // namespace backlot::draw::internal
