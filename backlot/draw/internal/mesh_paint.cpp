#include "backlot/draw/internal/mesh_paint.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/draw/internal/network_entries.h"
#include "backlot/draw/internal/network_marking.h"
#include "backlot/draw/internal/network_outline.h"
#include "backlot/draw/internal/network_sampling.h"
#include "backlot/draw/internal/network_surfaces.h"
#include "backlot/network/locate.h"

namespace backlot::draw::internal {

using geometry::WorldPoint;
using network::LaneId;
using network::LaneKind;
using network::Marking;
using network::Network;
using network::StripId;

namespace {

constexpr double kLineWidth_m = 0.15;
constexpr double kHalfApart_m = 0.13;  // between the two lines of a double one
constexpr double kEdgeInset_m = 0.15;  // of a line at the edge of the roadway
constexpr double kStopDepth_m = 0.5;   // of a stop line, along the lane
constexpr double kYieldTooth_m = 0.6;
constexpr double kStripePitch_m = 1;  // of a crosswalk

WorldPoint painted_at(const Network& network, StripId strip, double distance, double offset) {
  WorldPoint p = network::place(network, strip, {distance, offset, 0}).position;
  p.z += kPaintHeight_m;
  return p;
}

class LinePainter3d {
 public:
  LinePainter3d(MeshBuilder& mesh, const Network& network) : mesh_(mesh), network_(network) {}

  void paint(StripId strip, const MarkedBoundary& boundary) {
    const Material material =
        boundary.divides_directions ? Material::marking_yellow : Material::marking_white;
    const auto solid = [&](double shift) { line(strip, boundary, shift, material); };
    const auto broken = [&](double shift) { dashes(strip, boundary, shift, material); };
    switch (boundary.marking) {
      case Marking::automatic:
      case Marking::none:
        return;
      case Marking::broken:
        return broken(0);
      case Marking::solid:
        return solid(inset(boundary));
      case Marking::broken_solid:
        broken(kHalfApart_m);
        return solid(-kHalfApart_m);
      case Marking::solid_broken:
        solid(kHalfApart_m);
        return broken(-kHalfApart_m);
      case Marking::double_solid:
        solid(kHalfApart_m);
        return solid(-kHalfApart_m);
      case Marking::kerb:
        return line(strip, boundary, 0, Material::kerb);
    }
  }

 private:
  // At the edge of the roadway the line lies inside.
  double inset(const MarkedBoundary& boundary) const {
    const auto is_wheeled = [&](LaneId id) { return !id.is_empty() && is_roadway(network_.lane(id).kind); };
    const bool left = is_wheeled(boundary.left), right = is_wheeled(boundary.right);
    if (left == right) return 0;
    return left ? kEdgeInset_m : -kEdgeInset_m;
  }

  double offset_at(const MarkedBoundary& boundary, double d) const {
    return boundary.left.is_empty() ? network_.edges(boundary.right, d).left
                                    : network_.edges(boundary.left, d).right;
  }

  void stretch(StripId strip, const MarkedBoundary& boundary, double shift, Material material, double from,
               double to) {
    BACKLOT_ASSERT(from <= to, "a stretch is painted from its beginning to its end");
    const double a = offset_at(boundary, from) + shift, b = offset_at(boundary, to) + shift;
    const double half = 0.5 * kLineWidth_m;
    mesh_.quad(material,
               {painted_at(network_, strip, from, a + half), painted_at(network_, strip, from, a - half),
                painted_at(network_, strip, to, b - half), painted_at(network_, strip, to, b + half)});
  }

  void line(StripId strip, const MarkedBoundary& boundary, double shift, Material material) {
    const std::vector<double>& cuts = boundary.distances;
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k)
      stretch(strip, boundary, shift, material, cuts[k], cuts[k + 1]);
  }

  void dashes(StripId strip, const MarkedBoundary& boundary, double shift, Material material) {
    const std::vector<double>& cuts = boundary.distances;
    if (cuts.empty()) return;
    const double first = kDashPeriod_m * std::floor(cuts.front() / kDashPeriod_m);
    for (double d = first; d < cuts.back(); d += kDashPeriod_m) {
      const double from = std::max(d, cuts.front()), to = std::min(d + kDash_m, cuts.back());
      if (to > from) stretch(strip, boundary, shift, material, from, to);
    }
  }

  MeshBuilder& mesh_;
  const Network& network_;
};

// A block across a lane, from its line back against the traffic.
void add_stop_line(MeshBuilder& mesh, const Network& network, const LaneEntry& entry) {
  const StripId strip = network.lane(entry.lane.lane).strip;
  double d0 = entry.stop_distance, d1 = d0 + (entry.lane.is_along ? -kStopDepth_m : kStopDepth_m);
  if (d0 > d1) std::swap(d0, d1);
  const network::LaneEdges a = network.edges(entry.lane.lane, d0), b = network.edges(entry.lane.lane, d1);
  const double gap = std::min(0.1, 0.2 * a.width());
  mesh.quad(Material::stop_line,
            {painted_at(network, strip, d0, a.left - gap), painted_at(network, strip, d0, a.right + gap),
             painted_at(network, strip, d1, b.right + gap), painted_at(network, strip, d1, b.left - gap)});
}

// A row of triangles that point at the oncoming traffic.
void add_yield_line(MeshBuilder& mesh, const Network& network, const LaneEntry& entry) {
  const StripId strip = network.lane(entry.lane.lane).strip;
  const network::LaneEdges edges = network.edges(entry.lane.lane, entry.stop_distance);
  const double count = std::max(1.0, std::floor(edges.width() / (1.4 * kYieldTooth_m)));
  const double pitch = edges.width() / count, half = 0.36 * pitch;
  const double tip = entry.stop_distance + (entry.lane.is_along ? -1.3 : 1.3) * kYieldTooth_m;
  for (double k = 0; k < count; ++k) {
    const double o = edges.left - (k + 0.5) * pitch;
    const std::array corners = {painted_at(network, strip, entry.stop_distance, o - half),
                                painted_at(network, strip, entry.stop_distance, o + half),
                                painted_at(network, strip, tip, o)};
    mesh.polygon(Material::stop_line, corners);
  }
}

// Stripes on the roadway; where the crosswalk runs over a corner it is a walk.
void add_zebra(MeshBuilder& mesh, const Network& network, const network::Corridor& corridor,
               const Paving& paving) {
  BACKLOT_ASSERT(!corridor.strip.is_empty() && !corridor.lane.is_empty(),
                 "a crosswalk is a corridor with a lane");
  const double length = network.strip(corridor.strip).length();
  const double count = std::max(1.0, std::floor(length / kStripePitch_m)), pitch = length / count;
  for (double k = 0; k < count; ++k) {
    const double from = (k + 0.25) * pitch, to = (k + 0.75) * pitch;
    const network::LaneEdges a = network.edges(corridor.lane, from), b = network.edges(corridor.lane, to);
    const double middle = (k + 0.5) * pitch;
    const WorldPoint centre =
        surface_point(network, corridor.strip, middle, network.edges(corridor.lane, middle).centre());
    if (!paving.roadway.outline.empty() && !paving.has_roadway_at(centre)) continue;
    mesh.quad(Material::crosswalk, {painted_at(network, corridor.strip, from, a.left),
                                    painted_at(network, corridor.strip, from, a.right),
                                    painted_at(network, corridor.strip, to, b.right),
                                    painted_at(network, corridor.strip, to, b.left)});
  }
}

}  // namespace

void add_lane_lines(MeshBuilder& mesh, const Network& network, const WorldMeshOptions& options) {
  LinePainter3d painter(mesh, network);
  for (std::size_t w = 0; w < network.ways().size(); ++w) {
    const auto way = network::WayId::from_size(w);
    const StripId strip = network.way(way).strip;
    const std::vector<double> cuts =
        sample_strip(network, strip, 0, network.strip(strip).length(),
                     {.tolerance_m = options.tolerance_m, .longest_m = options.longest_m});
    for (const MarkedBoundary& boundary : marked_boundaries(network, way, cuts))
      painter.paint(strip, boundary);
  }
}

void add_entry_lines(MeshBuilder& mesh, const Network& network) {
  for (const LaneEntry& entry : find_entries(network)) {
    switch (entry_line(entry.control)) {
      case EntryLine::stop:
        add_stop_line(mesh, network, entry);
        break;
      case EntryLine::yield:
        add_yield_line(mesh, network, entry);
        break;
      case EntryLine::none:
        break;
    }
  }
}

void add_crosswalks(MeshBuilder& mesh, const Network& network) {
  for (std::size_t i = 0; i < network.intersections().size(); ++i) {
    const auto whole = network::IntersectionId::from_size(i);
    if (!network.intersection(whole).whole.is_empty()) continue;
    const Paving paving = paving_of(network, whole, 2);
    for (const network::IntersectionId id : with_parts(network, whole))
      for (const network::Corridor& corridor : network.corridors(id))
        if (network.lane(corridor.lane).kind == LaneKind::crosswalk)
          add_zebra(mesh, network, corridor, paving);
  }
  for (const network::FeatureOutline& outline : network.outlines())
    if (outline.kind == network::FeatureKind::crosswalk)
      mesh.polygon(Material::crosswalk, network.corners(outline), kPaintHeight_m);
}

}  // namespace backlot::draw::internal
