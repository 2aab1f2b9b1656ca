#include "backlot/draw/internal/mesh_surfaces.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/draw/internal/network_levels.h"
#include "backlot/draw/internal/network_outline.h"
#include "backlot/draw/internal/network_sampling.h"
#include "backlot/draw/internal/network_surfaces.h"
#include "backlot/network/locate.h"

namespace backlot::draw::internal {

using geometry::WorldPoint;
using network::LaneId;
using network::LaneKind;
using network::Network;
using network::StripId;

namespace {

constexpr double kClosed_m = 1e-3;     // a lane narrower than this is closed
constexpr double kKerbStep_m = 0.01;   // a smaller step between two lanes is no kerb
constexpr double kKerbWidth_m = 0.15;  // of the stone that a kerb line stands for
constexpr double kUneven_m = 0.05;     // an intersection with less than this between its heights is flat
constexpr double kDeck_m = 1;          // of a bridge
constexpr double kInside_m = 1e-6;     // from the edge of a lane, so that heights are the lane's own
constexpr int kMeshKerbSteps = 8;

WorldPoint on_surface(const Network& network, StripId strip, double distance, double offset) {
  return network::place(network, strip, {distance, offset, 0}).position;
}

std::vector<double> cuts_of(const Network& network, StripId strip, double from, double to,
                            const WorldMeshOptions& options) {
  return sample_strip(network, strip, from, to,
                      {.tolerance_m = options.tolerance_m, .longest_m = options.longest_m});
}

// Inside a bend that is tighter than the lane is wide the surface folds back on itself: that part is left out.
bool looks_up(const WorldPoint& a, const WorldPoint& b, const WorldPoint& c) {
  return cross(b - a, c - a).z > kClosed_m * kClosed_m;
}

// One lane from cut to cut, lowered.
void add_lane(MeshBuilder& mesh, const Network& network, StripId strip, LaneId lane,
              const std::vector<double>& cuts, Material material, double drop_m = 0) {
  BACKLOT_ASSERT(std::is_sorted(cuts.begin(), cuts.end()),
                 "the surface of a lane is cut from its beginning to its end");
  struct CrossSection {
    WorldPoint left{}, right{};
    std::uint32_t at_left = 0, at_right = 0;
    bool is_open = false;
  };
  CrossSection before;
  for (std::size_t k = 0; k < cuts.size(); ++k) {
    const network::LaneEdges edges = network.edges(lane, cuts[k]);
    const double inside = std::min(kInside_m, 0.25 * edges.width());
    CrossSection row;
    row.left = on_surface(network, strip, cuts[k], edges.left - inside);
    row.right = on_surface(network, strip, cuts[k], edges.right + inside);
    row.left.z -= drop_m;
    row.right.z -= drop_m;
    row.is_open = edges.width() > kClosed_m;
    row.at_left = mesh.vertex(material, row.left);
    row.at_right = mesh.vertex(material, row.right);
    if (k > 0 && before.is_open && looks_up(before.left, before.right, row.right))
      mesh.triangle(material, before.at_left, before.at_right, row.at_right);
    if (k > 0 && row.is_open && looks_up(before.left, row.right, row.left))
      mesh.triangle(material, before.at_left, row.at_right, row.at_left);
    before = row;
  }
}

// The wall between two lanes, or at an edge of the way, where their surfaces differ in height.
void add_kerb_face(MeshBuilder& mesh, const Network& network, StripId strip, LaneId left, LaneId right,
                   const std::vector<double>& cuts) {
  BACKLOT_ASSERT(!left.is_empty() && !right.is_empty(), "a kerb lies between two lanes");
  const auto pair_at = [&](double d) {
    const double offset = network.edges(left, d).right;
    return std::array{on_surface(network, strip, d, offset + kInside_m),
                      on_surface(network, strip, d, network.edges(right, d).left - kInside_m)};
  };
  for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
    const auto here = pair_at(cuts[k]), there = pair_at(cuts[k + 1]);
    const double step = std::max(std::fabs(here[0].z - here[1].z), std::fabs(there[0].z - there[1].z));
    if (step < kKerbStep_m) continue;
    if (here[0].z > here[1].z)  // seen from the right
      mesh.quad(Material::kerb, {here[0], here[1], there[1], there[0]});
    else
      mesh.quad(Material::kerb, {here[1], here[0], there[0], there[1]});
  }
}

// A line of stones along a polyline, flat, on its right side and its left by half.
void add_kerb_line(MeshBuilder& mesh, const std::vector<WorldPoint>& line) {
  for (std::size_t k = 0; k + 1 < line.size(); ++k) {
    const WorldPoint &a = line[k], &b = line[k + 1];
    const double dx = b.x - a.x, dy = b.y - a.y, length = std::sqrt(dx * dx + dy * dy);
    if (length < 1e-6) continue;
    const geometry::Vec3 aside = {-dy / length * 0.5 * kKerbWidth_m, dx / length * 0.5 * kKerbWidth_m, 0};
    const geometry::Vec3 up = {0, 0, kPaintHeight_m};
    mesh.quad(Material::kerb, {a + aside + up, a - aside + up, b - aside + up, b + aside + up});
  }
}

void add_corridor(MeshBuilder& mesh, const Network& network, const network::Corridor& corridor,
                  Material material, const WorldMeshOptions& options, double drop_m) {
  const auto cuts = cuts_of(network, corridor.strip, 0, network.strip(corridor.strip).length(), options);
  add_lane(mesh, network, corridor.strip, corridor.lane, cuts, material, drop_m);
}

}  // namespace

void add_way_surfaces(MeshBuilder& mesh, const Network& network, const WorldMeshOptions& options) {
  for (const network::Way& way : network.ways()) {
    const network::Strip& strip = network.strip(way.strip);
    const std::vector<double> cuts = cuts_of(network, way.strip, 0, strip.length(), options);
    for (std::uint32_t i = 0; i < strip.lane_count; ++i) {
      const LaneId lane(strip.first_lane + i);
      add_lane(mesh, network, way.strip, lane, cuts, material_of(network.lane(lane).kind));
      if (i > 0 && strip.surface != network::Strip::kInPlane)
        add_kerb_face(mesh, network, way.strip, LaneId(strip.first_lane + i - 1), lane, cuts);
    }
  }
}

void add_pavings(MeshBuilder& mesh, const Network& network, const WorldMeshOptions& options) {
  for (std::size_t i = 0; i < network.intersections().size(); ++i) {
    const auto whole = network::IntersectionId::from_size(i);
    const network::Intersection& intersection = network.intersection(whole);
    if (!intersection.whole.is_empty()) continue;
    const Paving paving = paving_of(network, whole, kMeshKerbSteps);
    // One over the other: what lies beside the roadway, the roadway, and the lanes over it where the ground is not flat.
    for (const PavedArea& band : paving.beside) mesh.polygon(material_of(band.kind), band.outline, -0.01);
    mesh.polygon(material_of(paving.roadway.kind), paving.roadway.outline, -0.005);
    const bool is_uneven = intersection.z_high - intersection.z_low > kUneven_m;
    for (const network::IntersectionId id : with_parts(network, whole))
      for (const network::Corridor& corridor : network.corridors(id)) {
        const LaneKind kind = network.lane(corridor.lane).kind;
        const bool is_walk = kind == LaneKind::sidewalk;
        // a wide turn may leave the corner that the ways' edges make
        const bool is_driven = network::use_of(kind) == network::Use::vehicles &&
                               (is_uneven || corridor.turn != network::Turn::straight);
        if (is_walk || is_driven)
          add_corridor(mesh, network, corridor, material_of(kind), options, is_walk ? 0.012 : 0.008);
        if (kind == LaneKind::bicycle)
          add_corridor(mesh, network, corridor, Material::bicycle_lane, options, -0.5 * kPaintHeight_m);
      }
    for (const auto& kerb : paving.kerbs) add_kerb_line(mesh, kerb);
  }
}

void add_bridges(MeshBuilder& mesh, const Network& network, const WorldMeshOptions& options) {
  const std::vector<NetworkLevel> levels = find_levels(network);
  for (std::size_t level = 1; level < levels.size(); ++level)
    for (const WayStretch& stretch : levels[level].ways) {
      const StripId strip = network.way(stretch.way).strip;
      const auto cuts = cuts_of(network, strip, stretch.from, stretch.to, options);
      const geometry::Vec3 down = {0, 0, -kDeck_m};
      for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
        const network::LaneEdges here = network.edges(strip, cuts[k]);
        const network::LaneEdges there = network.edges(strip, cuts[k + 1]);
        const WorldPoint a = on_surface(network, strip, cuts[k], here.left);
        const WorldPoint b = on_surface(network, strip, cuts[k + 1], there.left);
        const WorldPoint c = on_surface(network, strip, cuts[k + 1], there.right);
        const WorldPoint d = on_surface(network, strip, cuts[k], here.right);
        mesh.quad(Material::bridge, {a, b, b + down, a + down});
        mesh.quad(Material::bridge, {c, d, d + down, c + down});
        mesh.quad(Material::bridge, {a + down, b + down, c + down, d + down});
      }
    }
}

void add_outlines(MeshBuilder& mesh, const Network& network) {
  for (const network::FeatureOutline& outline : network.outlines()) {
    const bool is_building = outline.kind == network::FeatureKind::building;
    if (!is_building && outline.kind != network::FeatureKind::barrier) continue;
    const auto corners = network.corners(outline);
    std::vector<WorldPoint> top(corners.begin(), corners.end());
    double twice_area = 0;
    for (std::size_t k = 0; k < top.size(); ++k) {
      const WorldPoint &a = top[k], &b = top[(k + 1) % top.size()];
      twice_area += a.x * b.y - a.y * b.x;
    }
    const Material wall = is_building ? Material::building : Material::barrier;
    for (WorldPoint& p : top) p.z = outline.z_high;
    for (std::size_t k = 0; k < top.size() && outline.z_high > outline.z_low; ++k) {
      WorldPoint a = top[k], b = top[(k + 1) % top.size()];
      if (twice_area < 0) std::swap(a, b);
      const WorldPoint a_foot = {a.x, a.y, outline.z_low}, b_foot = {b.x, b.y, outline.z_low};
      mesh.quad(wall, {a_foot, b_foot, b, a});
    }
    mesh.polygon(is_building ? Material::roof : Material::barrier, top);
  }
}

}  // namespace backlot::draw::internal
