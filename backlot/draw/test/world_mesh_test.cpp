#include "backlot/draw/world_mesh.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "backlot/draw/mesh.h"
#include "backlot/draw/test/network_cases.h"
#include "backlot/draw/wayside.h"
#include "backlot/network/locate.h"

namespace backlot::draw::world_mesh_test {
namespace {

using namespace test;
using geometry::Vec3;
using geometry::WorldPoint;
using network::Network;

const MeshPart* part_of(const WorldMesh& mesh, Material material) {
  for (const MeshPart& part : mesh.parts)
    if (part.material == material) return &part;
  return nullptr;
}

WorldPoint vertex(const WorldMesh& mesh, const MeshPart& part, std::uint32_t i) {
  const auto at = [&](std::size_t k) { return static_cast<double>(part.positions[3 * std::size_t{i} + k]); };
  return WorldPoint{at(0), at(1), at(2)} + mesh.origin;
}

double area_of(const WorldMesh& mesh, Material material) {
  const MeshPart* part = part_of(mesh, material);
  if (part == nullptr) return 0;
  double area = 0;
  for (std::size_t k = 0; k < part->indices.size(); k += 3) {
    const WorldPoint a = vertex(mesh, *part, part->indices[k]), b = vertex(mesh, *part, part->indices[k + 1]),
                     c = vertex(mesh, *part, part->indices[k + 2]);
    area += 0.5 * norm(cross(b - a, c - a));
  }
  return area;
}

TEST(WorldMesh, IndicesAreOfVerticesAndGroundLooksUp) {
  for (const auto& d : {straight_street(), signalled_crossing(), bridge()}) {
    const WorldMesh mesh = make_world_mesh(built(d));
    ASSERT_FALSE(mesh.parts.empty());
    for (const MeshPart& part : mesh.parts) {
      ASSERT_EQ(part.indices.size() % 3, 0U);
      for (const std::uint32_t i : part.indices) ASSERT_LT(i, part.positions.size() / 3);
      const bool is_ground = part.material != Material::bridge && part.material != Material::building;
      for (std::size_t k = 0; k < part.indices.size() && is_ground; k += 3) {
        const WorldPoint a = vertex(mesh, part, part.indices[k]), b = vertex(mesh, part, part.indices[k + 1]),
                         c = vertex(mesh, part, part.indices[k + 2]);
        EXPECT_GE(cross(b - a, c - a).z, -1e-6) << d.name << " " << to_text(part.material);
      }
    }
  }
}

// A street of 100 m: two lanes of 3.5 m, two sidewalks of 2.5 m, a double line, edges as kerbs.
TEST(WorldMesh, AreasAreThoseOfTheLanes) {
  const WorldMesh mesh = make_world_mesh(built(straight_street()));
  EXPECT_NEAR(area_of(mesh, Material::asphalt), 700, 0.1);
  EXPECT_NEAR(area_of(mesh, Material::sidewalk), 500, 0.1);
  EXPECT_NEAR(area_of(mesh, Material::marking_yellow), 2 * 100 * 0.15, 0.1);
  EXPECT_GT(area_of(mesh, Material::kerb), 2 * 100 * 0.1);
  EXPECT_NEAR(mesh.high.x - mesh.low.x, 100, 0.1);
}

TEST(WorldMesh, SurfacesAreWhereTheNetworkHasThem) {
  const Network n = built(bridge());
  const WorldMesh mesh = make_world_mesh(n);
  network::LocateScratch scratch;
  std::vector<network::NetworkLocated> answers;
  const MeshPart* asphalt = part_of(mesh, Material::asphalt);
  ASSERT_NE(asphalt, nullptr);
  for (std::size_t k = 0; k < asphalt->indices.size(); k += 3) {
    const WorldPoint a = vertex(mesh, *asphalt, asphalt->indices[k]),
                     b = vertex(mesh, *asphalt, asphalt->indices[k + 1]),
                     c = vertex(mesh, *asphalt, asphalt->indices[k + 2]);
    const WorldPoint centre = {(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3, (a.z + b.z + c.z) / 3};
    network::locate_all(n, centre, scratch, answers);
    const bool is_on = std::any_of(answers.begin(), answers.end(), [](const network::NetworkLocated& at) {
      return at.on == network::On::strip && std::fabs(at.point.loft) < 0.03;
    });
    EXPECT_TRUE(is_on) << centre.x << " " << centre.y << " " << centre.z;
  }
  EXPECT_GT(area_of(mesh, Material::bridge), 100);
}

TEST(WorldMesh, CrossingsHaveStopLinesCrosswalksAndHeads) {
  const Network n = built(signalled_crossing());
  const WorldMesh mesh = make_world_mesh(n);
  EXPECT_NEAR(area_of(mesh, Material::stop_line), 4 * 0.5 * 3.3, 0.5);
  EXPECT_GT(area_of(mesh, Material::crosswalk), 20);
  const Wayside wayside = find_wayside(n);
  ASSERT_EQ(wayside.heads.size(), 4U);
  for (const SignalHead& head : wayside.heads) {
    // beside the road, near the crossing, shining away from it
    const double away = std::sqrt(head.at.x * head.at.x + head.at.y * head.at.y);
    EXPECT_GT(away, 8);
    EXPECT_LT(away, 30);
    const base::SinCos turn = base::sin_cos(head.heading_rad);
    EXPECT_GT(head.at.x * turn.cos + head.at.y * turn.sin, 0);
  }
  const Wayside stops = find_wayside(
      built(crossing({Control::stop, Control::priority_road, Control::yield, Control::priority_road})));
  EXPECT_EQ(stops.things.size(), 4U);
  EXPECT_TRUE(stops.heads.empty());
}

TEST(WorldMesh, MaterialsHaveNames) {
  for (std::uint32_t k = 0; k < kMaterials; ++k) EXPECT_FALSE(to_text(static_cast<Material>(k)).empty());
  for (const LaneKind kind : network::kLaneKinds) EXPECT_NE(material_of(kind), Material::other);
}

}  // namespace
}  // namespace backlot::draw::world_mesh_test
