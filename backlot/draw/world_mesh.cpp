#include "backlot/draw/world_mesh.h"

#include <array>

#include "backlot/base/assert.h"
#include "backlot/draw/internal/mesh_builder.h"
#include "backlot/draw/internal/mesh_paint.h"
#include "backlot/draw/internal/mesh_surfaces.h"
#include "backlot/draw/mesh.h"

namespace backlot::draw {

static_assert(kMaterials == static_cast<std::size_t>(Material::other) + 1);

std::string_view to_text(Material material) {
  constexpr std::array<std::string_view, kMaterials> kNames = {
      "asphalt",  "bus_lane", "bicycle_lane", "parking",       "shoulder",       "sidewalk",  "verge",
      "median",   "border",   "kerb",         "marking_white", "marking_yellow", "crosswalk", "stop_line",
      "building", "roof",     "barrier",      "bridge",        "other"};
  BACKLOT_ASSERT(static_cast<std::size_t>(material) < std::size(kNames), "a material has a name");
  return kNames[static_cast<std::size_t>(material)];
}

Material material_of(network::LaneKind kind) {
  using network::LaneKind;
  switch (kind) {
    case LaneKind::vehicle:
    case LaneKind::crosswalk:
      return Material::asphalt;
    case LaneKind::bus:
      return Material::bus_lane;
    case LaneKind::bicycle:
      return Material::bicycle_lane;
    case LaneKind::parking:
      return Material::parking;
    case LaneKind::shoulder:
      return Material::shoulder;
    case LaneKind::sidewalk:
      return Material::sidewalk;
    case LaneKind::verge:
      return Material::verge;
    case LaneKind::median:
      return Material::median;
    case LaneKind::border:
      return Material::border;
  }
  return Material::other;
}

WorldMesh make_world_mesh(const network::Network& network, const WorldMeshOptions& options) {
  internal::MeshBuilder mesh(mesh_origin(network));
  internal::add_way_surfaces(mesh, network, options);
  internal::add_pavings(mesh, network, options);
  internal::add_bridges(mesh, network, options);
  internal::add_outlines(mesh, network);
  internal::add_lane_lines(mesh, network, options);
  internal::add_entry_lines(mesh, network);
  internal::add_crosswalks(mesh, network);
  return mesh.take();
}

}  // namespace backlot::draw
