// Collects triangles by material.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "backlot/draw/internal/network_triangulation.h"
#include "backlot/draw/world_mesh.h"

namespace backlot::draw::internal {

class MeshBuilder {
 public:
  explicit MeshBuilder(const geometry::Vec3& origin) : origin_(origin) {}

  std::uint32_t vertex(Material material, const geometry::WorldPoint& p) {
    MeshPart& part = part_of(material);
    const geometry::WorldPoint q = p - origin_;
    for (const double n : {q.x, q.y, q.z}) part.positions.push_back(static_cast<float>(n));
    low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y), std::min(low_.z, p.z)};
    high_ = {std::max(high_.x, p.x), std::max(high_.y, p.y), std::max(high_.z, p.z)};
    return static_cast<std::uint32_t>(part.positions.size() / 3 - 1);
  }
  void triangle(Material material, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    MeshPart& part = part_of(material);
    part.indices.insert(part.indices.end(), {a, b, c});
  }
  // Corners one after the other, counter-clockwise seen from outside.
  void quad(Material material, const std::array<geometry::WorldPoint, 4>& corners) {
    std::array<std::uint32_t, 4> at{};
    for (std::size_t k = 0; k < 4; ++k) at[k] = vertex(material, corners[k]);
    triangle(material, at[0], at[1], at[2]);
    triangle(material, at[0], at[2], at[3]);
  }
  // Any polygon seen from above, lifted.
  void polygon(Material material, std::span<const geometry::WorldPoint> corners, double lift_m = 0) {
    if (corners.size() < 3) return;
    const auto triangles = triangulate(corners);
    if (triangles.empty()) return;
    std::uint32_t first = 0;
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const std::uint32_t at = vertex(material, {corners[k].x, corners[k].y, corners[k].z + lift_m});
      if (k == 0) first = at;
    }
    for (const Triangle& t : triangles) triangle(material, first + t[0], first + t[1], first + t[2]);
  }

  WorldMesh take() {
    WorldMesh mesh;
    mesh.origin = origin_;
    for (MeshPart& part : parts_)
      if (!part.indices.empty()) mesh.parts.push_back(std::move(part));
    if (!mesh.parts.empty()) {
      mesh.low = low_;
      mesh.high = high_;
    }
    return mesh;
  }

 private:
  MeshPart& part_of(Material material) {
    MeshPart& part = parts_[static_cast<std::size_t>(material)];
    part.material = material;
    return part;
  }

  static constexpr double kFar = std::numeric_limits<double>::max();
  geometry::Vec3 origin_;
  std::array<MeshPart, kMaterials> parts_{};
  geometry::WorldPoint low_{kFar, kFar, kFar}, high_{-kFar, -kFar, -kFar};
};

}  // namespace backlot::draw::internal
