#include "backlot/draw/mesh.h"

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/draw/internal/network_triangulation.h"
#include "backlot/draw/test/network_cases.h"
#include "backlot/geometry/locate.h"

namespace backlot::draw::mesh_test {
namespace {

using namespace test;
using geometry::Vec3;
using geometry::WorldPoint;
using network::Network;

// An OBJ read back, triangles by group.
struct Mesh {
  std::vector<WorldPoint> vertices;
  std::map<std::string, std::vector<std::array<std::size_t, 3>>> groups;
  std::vector<std::string> objects, materials;
  Vec3 origin{};
  std::string fault;
};

Mesh parsed(const std::string& obj) {
  Mesh mesh;
  std::istringstream lines(obj);
  std::string line, group;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "#") {
      if (words >> word && word == "origin") words >> mesh.origin.x >> mesh.origin.y >> mesh.origin.z;
      continue;
    }
    if (word == "v") {
      WorldPoint p;
      if (words >> p.x >> p.y >> p.z) {
        mesh.vertices.push_back(p);
      } else {
        mesh.fault = line;
      }
    } else if (word == "f") {
      std::array<std::size_t, 3> t{};
      if (!(words >> t[0] >> t[1] >> t[2])) mesh.fault = line;
      for (std::size_t& i : t) {
        if (i < 1 || i > mesh.vertices.size()) mesh.fault = line;
        --i;
      }
      mesh.groups[group].push_back(t);
    } else if (word == "g") {
      words >> group;
    } else if (word == "o") {
      words >> word;
      mesh.objects.push_back(word);
    } else if (word == "usemtl") {
      words >> word;
      mesh.materials.push_back(word);
    } else if (word != "mtllib") {
      mesh.fault = line;
    }
  }
  return mesh;
}

// Half of it is the area; it points along the normal.
Vec3 spanned(const Mesh& mesh, const std::array<std::size_t, 3>& t) {
  const WorldPoint &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
  return cross(b - a, c - a);
}

double area_of(const Mesh& mesh, const std::string& group) {
  double area = 0;
  const auto found = mesh.groups.find(group);
  if (found == mesh.groups.end()) return 0;
  for (const auto& t : found->second) area += 0.5 * norm(spanned(mesh, t));
  return area;
}

// A street that bends, climbs and banks; its lane to the right opens along it.
network::NetworkDescription hilly() {
  network::NetworkDescription d = straight_street();
  geometry::PlanSpine spine = straight(0, 0, 0.3, 60);
  spine.elements.push_back({geometry::PlanSpiral{40, 0, 1.0 / 60}});
  spine.elements.push_back({geometry::PlanArc{80, 1.0 / 60}});
  spine.elevation = geometry::CubicProfile::through({{0, 2}, {90, 12}, {180, 5}});
  spine.bank_rad = geometry::CubicProfile::through({{60, 0}, {110, 0.06}, {180, 0.06}});
  d.roads[0].spine = spine;
  d.roads[0].ways[0].lanes[2].width = geometry::CubicProfile::through({{0, 0}, {50, 0}, {100, 3.5}});
  return d;
}

TEST(Mesh, ParsesBackWithNormalsUpAndNoThinTriangles) {
  for (const auto& d : {straight_street(), hilly(), signalled_crossing(), bridge()}) {
    const Mesh mesh = parsed(to_obj(built(d), {.corridors = true}));
    EXPECT_EQ(mesh.fault, "") << d.name;
    EXPECT_FALSE(mesh.groups.empty());
    for (const auto& [group, triangles] : mesh.groups) {
      EXPECT_FALSE(triangles.empty()) << group;
      for (const auto& t : triangles) {
        const Vec3 normal = spanned(mesh, t);
        EXPECT_GT(normal.z, 1e-5) << group;
        EXPECT_GT(normal.z, 0.5 * norm(normal)) << group;
      }
    }
  }
}

TEST(Mesh, VerticesLieOnTheRibbon) {
  const Network n = built(hilly());
  const Mesh mesh = parsed(to_obj(n));
  const network::Strip& strip = n.strips()[0];
  ASSERT_EQ(mesh.vertices.size() % (strip.lane_count + 1), 0U);
  const std::size_t rows = mesh.vertices.size() / (strip.lane_count + 1);
  ASSERT_GT(rows, 18U);
  for (std::size_t row = 0; row < rows; ++row) {
    // the distance of a row from its left edge; then every boundary must lie where place() puts it
    const WorldPoint& left = mesh.vertices[row * (strip.lane_count + 1)];
    const double d = geometry::locate(n.ribbons()[0], left).point.distance - strip.from;
    for (std::uint32_t i = 0; i < strip.lane_count; ++i) {
      const network::LaneEdges edges = n.edges(network::LaneId(strip.first_lane + i), d);
      const std::size_t at = row * (strip.lane_count + 1) + i;
      EXPECT_LT(distance_between(mesh.vertices[at],
                                 geometry::place(n.ribbons()[0], {strip.from + d, edges.left, 0})),
                2e-4);
      EXPECT_LT(distance_between(mesh.vertices[at + 1],
                                 geometry::place(n.ribbons()[0], {strip.from + d, edges.right, 0})),
                2e-4);
    }
  }
}

TEST(Mesh, TrianglesLieWithinTheTolerance) {
  const Network n = built(hilly());
  const Mesh mesh = parsed(to_obj(n));
  for (const auto& [group, triangles] : mesh.groups) {
    for (const auto& t : triangles) {
      const WorldPoint &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
      const WorldPoint centre = {(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3, (a.z + b.z + c.z) / 3};
      EXPECT_LT(std::fabs(geometry::locate(n.ribbons()[0], centre).point.loft), 0.0105) << group;
      EXPECT_LT(distance_between(a, b), 15);
      EXPECT_LT(distance_between(b, c), 15);
    }
  }
}

// Over a lane the area is the integral of width times the true length of its place.
TEST(Mesh, AreasAreThoseOfTheLanes) {
  const Network n = built(hilly());
  const Mesh mesh = parsed(to_obj(n));
  const network::Strip& strip = n.strips()[0];
  std::map<std::string, double> expected;
  const int steps = 4000;
  for (std::uint32_t i = 0; i < strip.lane_count; ++i) {
    const network::LaneId lane(strip.first_lane + i);
    const std::string group = "high_street/" + std::string(to_text(n.lane(lane).kind));
    for (int k = 0; k < steps; ++k) {
      const double step = strip.length() / steps, d = (k + 0.5) * step;
      const network::LaneEdges edges = n.edges(lane, d);
      const double stretch = 1 - n.ribbons()[0].curvature(strip.from + d) * edges.centre();
      expected[group] += edges.width() * stretch * step;
    }
  }
  ASSERT_EQ(expected.size(), 2U);
  for (const auto& [group, area] : expected) EXPECT_NEAR(area_of(mesh, group), area, 0.002 * area) << group;
}

TEST(Mesh, HasAnObjectForEachPart) {
  const Network n = built(signalled_crossing());
  const Mesh bare = parsed(to_obj(n, {.areas = false}));
  EXPECT_EQ(bare.objects,
            (std::vector<std::string>{"east_street", "north_street", "west_street", "south_street"}));
  const Mesh mesh = parsed(to_obj(n));
  ASSERT_EQ(mesh.objects.size(), 5U);
  EXPECT_EQ(mesh.objects.back(), "market_cross");
  EXPECT_GT(area_of(mesh, "market_cross/intersection"), 20 * 20);
  EXPECT_NEAR(area_of(mesh, "east_street/vehicle"), 80 * 7, 0.01);
  EXPECT_NEAR(area_of(mesh, "east_street/sidewalk"), 80 * 5, 0.01);
  EXPECT_EQ(parsed(to_obj(n, {.corridors = true})).objects.size(), 5 + n.corridors().size());
}

TEST(Mesh, EveryMaterialIsGiven) {
  const std::string mtl = to_mtl();
  for (const std::string& material :
       parsed(to_obj(built(signalled_crossing()), {.corridors = true})).materials) {
    EXPECT_NE(mtl.find("newmtl " + material + "\n"), std::string::npos) << material;
  }
}

TEST(Mesh, FarPlacesAreRelativeToAnOrigin) {
  network::NetworkDescription d = straight_street();
  d.roads[0].spine = straight(512'345, 5'403'210, 0.5, 100);
  const Network n = built(d);
  const Mesh mesh = parsed(to_obj(n));
  EXPECT_EQ(mesh.origin, (Vec3{512'000, 5'403'000, 0}));
  EXPECT_EQ(mesh_origin(n), mesh.origin);
  const WorldPoint first = geometry::place(n.ribbons()[0], {0, n.edges(network::StripId(0), 0).left, 0});
  EXPECT_LT(distance_between(mesh.vertices[0] + mesh.origin, first), 1e-4);
  EXPECT_EQ(parsed(to_obj(built(straight_street()))).origin, Vec3{});
}

TEST(Mesh, IsWrittenWithItsMaterials) {
  const std::string path = testing::TempDir() + "backlot_mesh_test.obj";
  EXPECT_TRUE(write_mesh(built(straight_street()), path).is_empty());
  std::ifstream obj(path), mtl(testing::TempDir() + "backlot_mesh_test.mtl");
  const std::string text{std::istreambuf_iterator<char>(obj), {}};
  EXPECT_NE(text.find("\nmtllib backlot_mesh_test.mtl\n"), std::string::npos);
  EXPECT_EQ((std::string{std::istreambuf_iterator<char>(mtl), {}}), to_mtl());
  const base::Diagnostics failed = write_mesh(built(straight_street()), "/no/such/folder/x.obj");
  ASSERT_FALSE(failed.is_empty());
  EXPECT_EQ(failed[0].code, "D102");
}

double plan_area(const std::vector<WorldPoint>& polygon) {
  double area = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const WorldPoint &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
    area += 0.5 * (p.x * q.y - p.y * q.x);
  }
  return area;
}

TEST(Triangulation, CoversThePolygonOnce) {
  struct Case {
    const char* name;
    std::vector<WorldPoint> polygon;
  };
  std::vector<WorldPoint> comb;  // ten teeth
  for (int i = 0; i < 10; ++i) {
    comb.push_back({2.0 * i, 0, 0});
    comb.push_back({2.0 * i + 1, 8, 0});
  }
  comb.push_back({20, 0, 0});
  comb.push_back({20, -1, 0});
  comb.push_back({0, -1, 0});
  const std::vector<Case> cases = {
      {"square", {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}},
      {"clockwise", {{0, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, 0, 0}}},
      {"corners on a side and twice", {{0, 0, 0}, {0.5, 0, 1}, {1, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}},
      {"arrow", {{0, 0, 0}, {4, 2, 0}, {0, 4, 0}, {1, 2, 0}}},
      {"comb", comb},
      {"far away", {{5e5, 5e6, 0}, {5e5 + 30, 5e6, 0}, {5e5 + 30, 5e6 + 1, 0}, {5e5, 5e6 + 20, 0}}},
      {"line", {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}}};
  for (const Case& c : cases) {
    const std::vector<internal::Triangle> triangles = internal::triangulate(c.polygon);
    EXPECT_LE(triangles.size(), c.polygon.size() - 2) << c.name;
    double area = 0;
    for (const internal::Triangle& t : triangles) {
      const double part = plan_area({c.polygon[t[0]], c.polygon[t[1]], c.polygon[t[2]]});
      EXPECT_GT(part, 0) << c.name;
      area += part;
    }
    // equal areas and no triangle turned over: it is covered once
    EXPECT_NEAR(area, std::fabs(plan_area(c.polygon)), 1e-3) << c.name;
  }
}

}  // namespace
}  // namespace backlot::draw::mesh_test
