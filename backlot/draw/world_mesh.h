// A network as triangles by material, for programs that render it: surfaces, kerbs, paint, houses. From the same ribbons as every query.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "backlot/geometry/points.h"
#include "backlot/network/network.h"

namespace backlot::draw {

enum class Material : std::uint8_t {
  asphalt,
  bus_lane,
  bicycle_lane,
  parking,
  shoulder,
  sidewalk,
  verge,
  median,
  border,
  kerb,
  marking_white,
  marking_yellow,
  crosswalk,
  stop_line,
  building,
  roof,
  barrier,
  bridge,  // sides and bottom of a way over another one
  other,
};
inline constexpr std::uint32_t kMaterials = 19;
std::string_view to_text(Material material);
Material material_of(network::LaneKind kind);

// All triangles of one material, counter-clockwise seen from outside: ground from above.
struct MeshPart {
  Material material = Material::asphalt;
  std::vector<float> positions;  // x, y, z of each vertex, relative to the origin of the mesh
  std::vector<std::uint32_t> indices;
};

struct WorldMesh {
  geometry::Vec3 origin{};             // mesh_origin() of the network
  std::vector<MeshPart> parts;         // at most one for each material, in their order; none is empty
  geometry::WorldPoint low{}, high{};  // of all vertices, in the world
};

struct WorldMeshOptions {
  double tolerance_m = 0.02;  // between a surface and its triangles
  double longest_m = 200;     // of a triangle along its way
};

// Paint lies so far over the surface, and the paving of an intersection so far below that of its corridors.
inline constexpr double kPaintHeight_m = 0.015;

WorldMesh make_world_mesh(const network::Network& network, const WorldMeshOptions& options = {});

}  // namespace backlot::draw
