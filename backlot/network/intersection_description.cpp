#include "backlot/network/intersection_description.h"

#include <algorithm>

#include "backlot/base/math.h"

namespace backlot::network {

namespace {

// A rotation in the plane about the origin, then a shift.
class Motion {
 public:
  explicit Motion(const Placement& placement)
      : placement_(placement), turn_(base::sin_cos(placement.turn_rad)) {}

  geometry::WorldPoint operator()(const geometry::WorldPoint& p) const {
    return {placement_.at.x + base::turned_x(turn_, p.x, p.y),
            placement_.at.y + base::turned_y(turn_, p.x, p.y), placement_.at.z + p.z};
  }
  double heading(double heading_rad) const { return heading_rad + placement_.turn_rad; }

 private:
  Placement placement_;
  base::SinCos turn_;
};

void move(std::vector<geometry::WorldPoint>& points, const Motion& motion) {
  for (geometry::WorldPoint& p : points) p = motion(p);
}

void move(IntersectionDescription& intersection, const Motion& motion) {
  for (ArmDescription& arm : intersection.arms)
    if (arm.at) {
      arm.at->position = motion(arm.at->position);
      arm.at->heading_rad = motion.heading(arm.at->heading_rad);
    }
  for (CorridorDescription& corridor : intersection.corridors) {
    if (auto* through = std::get_if<ThroughPoints>(&corridor.shape)) move(through->points, motion);
    if (auto* free = std::get_if<FreeShape>(&corridor.shape)) move(free->points, motion);
  }
  move(intersection.boundary, motion);
  for (IntersectionDescription& part : intersection.parts) move(part, motion);
}

bool has_corridor(const IntersectionDescription& intersection, const std::string& name) {
  return std::any_of(intersection.corridors.begin(), intersection.corridors.end(),
                     [&](const CorridorDescription& corridor) { return corridor.name == name; });
}

// Names of corridors and parts hold for the whole network, so they get a prefix. An arm of a part that is attached to a
// corridor of the whole follows it; one that names an arm of the whole does not change.
void prefix_names(IntersectionDescription& intersection, const std::string& prefix) {
  for (IntersectionDescription& part : intersection.parts) {
    part.name = prefix + part.name;
    for (ArmDescription& arm : part.arms)
      if (arm.attached && has_corridor(intersection, arm.attached->strip))
        arm.attached->strip = prefix + arm.attached->strip;
    prefix_names(part, prefix);
  }
  for (CorridorDescription& corridor : intersection.corridors)
    if (!corridor.name.empty()) corridor.name = prefix + corridor.name;
  for (DependencyOverride& rule : intersection.overrides) {
    rule.corridor = prefix + rule.corridor;
    rule.other = prefix + rule.other;
  }
}

}  // namespace

std::string_view to_text(Control control) {
  switch (control) {
    case Control::automatic:
      return "automatic";
    case Control::uncontrolled:
      return "uncontrolled";
    case Control::priority_to_the_right:
      return "priority_to_the_right";
    case Control::priority_road:
      return "priority_road";
    case Control::yield:
      return "yield";
    case Control::stop:
      return "stop";
    case Control::all_way_stop:
      return "all_way_stop";
    case Control::signal:
      return "signal";
    case Control::flag_man:
      return "flag_man";
  }
  return {};
}

IntersectionDescription instantiate(const IntersectionDescription& pattern, std::string name,
                                    const Placement& placement) {
  IntersectionDescription instance = pattern;
  instance.made_from = pattern.name;
  move(instance, Motion(placement));
  prefix_names(instance, name + ".");
  instance.name = std::move(name);
  return instance;
}

}  // namespace backlot::network
