// The surface of a network as triangles, for renderers: from the same ribbons as every query.
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "backlot/base/diagnostic.h"
#include "backlot/geometry/points.h"
#include "backlot/network/network.h"

namespace backlot::draw {

struct MeshOptions {
  double tolerance_m = 0.01;  // between the surface and its triangles
  double longest_m = 10;      // of a triangle along its way
  bool areas = true;          // of intersections
  bool corridors = false;     // their surfaces lie on the areas and would flicker through them
  std::string materials{};    // name of the .mtl file to refer to; empty: none
};

// A Wavefront OBJ. One object for each way, named like it, with one group and material for each kind of lane
// ("main/vehicle"); one for each intersection, made of the area; and one for each corridor if asked for. x east, y
// north, z up, metres; triangles are counter-clockwise seen from above. Neighbouring lanes share their vertices.
//
// Coordinates above 10 km would lose millimetres in the single precision of renderers: then all are relative to an
// origin, which a comment line gives: "# origin 512000 5403000 0".
void write_obj(std::ostream& out, const network::Network& network, const MeshOptions& options = {});
std::string to_obj(const network::Network& network, const MeshOptions& options = {});

// What is added to the vertices of the OBJ to get places of the world; multiples of 1000 m.
geometry::Vec3 mesh_origin(const network::Network& network);

// The materials that it refers to, by kind of lane; and "intersection".
std::string to_mtl();

// FILE.obj and beside it FILE.mtl; what went wrong, or nothing.
base::Diagnostics write_mesh(const network::Network& network, const std::string& path,
                             const MeshOptions& options = {});

}  // namespace backlot::draw
