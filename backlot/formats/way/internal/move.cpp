#include "backlot/formats/way/internal/move.h"

#include <cstddef>
#include <unordered_set>
#include <variant>

#include "backlot/base/math.h"

namespace backlot::formats::way {

namespace {

using namespace network;

class Mover {
 public:
  Mover(const NetworkDescription& network, const std::string& prefix, const Placement& placement)
      : prefix_(prefix + "."), placement_(placement), turn_(base::sin_cos(placement.turn_rad)) {
    for (const RoadDescription& road : network.roads) {
      roads_.insert(road.name);
      for (const WayDescription& way : road.ways) strips_.insert(way.name);
    }
    for (const IntersectionDescription& intersection : network.intersections) collect(intersection);
  }

  void move(RoadDescription& road) {
    rename(road.name);
    for (WayDescription& way : road.ways) rename(way.name);
    if (road.source)
      for (SourceFrame::LaneLabel& label : road.source->lanes) rename(label.way);
    if (auto* plan = std::get_if<geometry::PlanSpine>(&road.spine)) {
      move(plan->start);
      plan->base_z += placement_.at.z;
      for (geometry::PlanElement& element : plan->elements)
        if (element.start) move(*element.start);
    } else {
      for (geometry::SpinePoint& point : std::get<geometry::PointSpine>(road.spine).points) {
        move(point.position);
        if (point.normal) *point.normal = turned(*point.normal);
      }
    }
  }

  void move(IntersectionDescription& intersection) {
    rename(intersection.name);
    for (ArmDescription& arm : intersection.arms) {
      if (arm.attached && is_own_strip(arm.attached->strip)) rename(arm.attached->strip);
      if (!arm.at) continue;
      move(arm.at->position);
      arm.at->heading_rad += placement_.turn_rad;
    }
    for (CorridorDescription& corridor : intersection.corridors) {
      if (!corridor.name.empty()) rename(corridor.name);
      if (auto* through = std::get_if<ThroughPoints>(&corridor.shape)) move(through->points);
      if (auto* free = std::get_if<FreeShape>(&corridor.shape)) move(free->points);
      if (auto* on_road = std::get_if<OnRoad>(&corridor.shape))
        if (roads_.count(on_road->road) > 0) rename(on_road->road);
    }
    move(intersection.boundary);
    for (DependencyOverride& rule : intersection.overrides) {
      rename(rule.corridor);
      rename(rule.other);
    }
    for (RemovedCorridor& corridor : intersection.removed_corridors)
      if (is_own_strip(corridor.name)) rename(corridor.name);
    for (IntersectionDescription& part : intersection.parts) move(part);
  }

 private:
  using Names = std::unordered_set<std::string>;

  void collect(const IntersectionDescription& intersection) {
    intersections_.insert(intersection.name);
    for (const CorridorDescription& corridor : intersection.corridors) strips_.insert(corridor.name);
    for (const IntersectionDescription& part : intersection.parts) collect(part);
  }

  void rename(std::string& name) const { name.insert(0, prefix_); }

  // Strips that build() will make have the name of their intersection in front.
  bool is_own_strip(const std::string& name) const {
    if (strips_.count(name) > 0) return true;
    for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1))
      if (intersections_.count(name.substr(0, dot)) > 0) return true;
    return false;
  }

  void move(geometry::WorldPoint& p) const {
    p = {placement_.at.x + base::turned_x(turn_, p.x, p.y), placement_.at.y + base::turned_y(turn_, p.x, p.y),
         placement_.at.z + p.z};
  }
  void move(std::vector<geometry::WorldPoint>& points) const {
    for (geometry::WorldPoint& p : points) move(p);
  }
  void move(geometry::PlanPose& pose) const {
    geometry::WorldPoint p{pose.x, pose.y, 0};
    move(p);
    pose = {p.x, p.y, pose.heading_rad + placement_.turn_rad};
  }
  geometry::Vec3 turned(const geometry::Vec3& v) const {
    return {base::turned_x(turn_, v.x, v.y), base::turned_y(turn_, v.x, v.y), v.z};
  }

  std::string prefix_;
  Placement placement_;
  base::SinCos turn_;
  Names roads_, strips_, intersections_;
};

}  // namespace

void move(NetworkDescription& network, const std::string& prefix, const Placement& placement) {
  Mover mover(network, prefix, placement);
  for (RoadDescription& road : network.roads) mover.move(road);
  for (IntersectionDescription& intersection : network.intersections) mover.move(intersection);
}

}  // namespace backlot::formats::way
