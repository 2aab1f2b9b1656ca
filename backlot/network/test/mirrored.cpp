#include "backlot/network/test/mirrored.h"

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>

namespace backlot::network {

namespace {

using geometry::CubicProfile;

void negate(CubicProfile& profile) {
  for (geometry::CubicRecord& r : profile.records) {
    r.a = -r.a;
    r.b = -r.b;
    r.c = -r.c;
    r.d = -r.d;
  }
}

void mirror(geometry::PlanPose& pose) {
  pose.y = -pose.y;
  pose.heading_rad = -pose.heading_rad;
}

void mirror(std::vector<geometry::WorldPoint>& points) {
  for (geometry::WorldPoint& p : points) p.y = -p.y;
}

struct MirrorShape {
  void operator()(geometry::PlanLine&) const {}
  void operator()(geometry::PlanArc& arc) const { arc.curvature = -arc.curvature; }
  void operator()(geometry::PlanSpiral& spiral) const {
    spiral.start_curvature = -spiral.start_curvature;
    spiral.end_curvature = -spiral.end_curvature;
  }
  void operator()(geometry::PlanCubic& cubic) const {
    cubic.a = -cubic.a;
    cubic.b = -cubic.b;
    cubic.c = -cubic.c;
    cubic.d = -cubic.d;
  }
  void operator()(geometry::PlanParametricCubic& cubic) const {
    for (double& v : cubic.v) v = -v;
  }
};

struct MirrorSpine {
  void operator()(geometry::PlanSpine& spine) const {
    mirror(spine.start);
    for (geometry::PlanElement& element : spine.elements) {
      std::visit(MirrorShape(), element.shape);
      if (element.start) mirror(*element.start);
    }
    negate(spine.bank_rad);
  }
  void operator()(geometry::PointSpine& spine) const {
    for (geometry::SpinePoint& point : spine.points) {
      point.position.y = -point.position.y;
      if (point.normal) point.normal->y = -point.normal->y;
    }
  }
};

void mirror(std::vector<FeatureDescription>& features) {
  for (FeatureDescription& feature : features) {
    feature.offset = -feature.offset;
    feature.heading_rad = -feature.heading_rad;
    for (FeatureCorner& corner : feature.outline) corner.left = -corner.left;
  }
}

void mirror(WayDescription& way) {
  // lanes without a name keep the one that they had by their place
  for (std::size_t k = 0; k < way.lanes.size(); ++k) {
    if (!way.lanes[k].name.empty()) continue;
    way.lanes[k].name = k < way.lanes_left ? fmt::format("L{}", way.lanes_left - k)
                                           : fmt::format("R{}", k - way.lanes_left + 1);
  }
  std::reverse(way.lanes.begin(), way.lanes.end());
  way.lanes_left = way.lanes.size() - way.lanes_left;
  for (LaneDescription& lane : way.lanes) {
    std::swap(lane.left_marking, lane.right_marking);
    std::swap(lane.left_changes, lane.right_changes);
  }
  negate(way.shift);
  mirror(way.features);
}

struct MirrorCorridor {
  void operator()(AutomaticShape&) const {}
  void operator()(ThroughPoints& shape) const { mirror(shape.points); }
  void operator()(FreeShape& shape) const { mirror(shape.points); }
  void operator()(OnRoad& shape) const { negate(shape.offset); }
};

void mirror(IntersectionDescription& intersection) {
  for (ArmDescription& arm : intersection.arms) {
    if (arm.at) {
      arm.at->position.y = -arm.at->position.y;
      arm.at->heading_rad = -arm.at->heading_rad;
    }
    std::reverse(arm.junctures.begin(), arm.junctures.end());
  }
  for (CorridorDescription& corridor : intersection.corridors) std::visit(MirrorCorridor(), corridor.shape);
  // still counter-clockwise
  mirror(intersection.boundary);
  std::reverse(intersection.boundary.begin(), intersection.boundary.end());
  for (IntersectionDescription& part : intersection.parts) mirror(part);
}

}  // namespace

NetworkDescription mirrored(NetworkDescription network) {
  for (TrafficSide* side : {&network.side, &network.goes_first})
    *side = *side == TrafficSide::right ? TrafficSide::left : TrafficSide::right;
  for (RoadDescription& road : network.roads) {
    std::visit(MirrorSpine(), road.spine);
    for (WayDescription& way : road.ways) mirror(way);
    mirror(road.features);
  }
  for (IntersectionDescription& intersection : network.intersections) mirror(intersection);
  return network;
}

}  // namespace backlot::network
