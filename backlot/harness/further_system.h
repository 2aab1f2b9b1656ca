// Systems beside the subject: further vehicles in the same world, each driven by a system of its own. The scene casts, judges and times the
// subject alone; to it the others are traffic.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "backlot/harness/subject_slot.h"
#include "backlot/harness/system_options.h"
#include "backlot/scene/scene.h"
#include "backlot/world/body.h"
#include "backlot/world/course.h"

namespace backlot::harness {

struct FurtherSystem {
  SystemOptions system{};             // frames show its name as the role of the vehicle
  std::string start{};                // the mark of the scene at which its front starts
  std::optional<double> speed_mps{};  // at the start; else that of the reference driver
  world::ObjectKind kind = world::ObjectKind::car;
};

// The way of a further system: from the lane of its mark on, through each intersection as straight as it goes, for some kilometres.
struct FurtherWay {
  std::unique_ptr<const world::Course> course;  // null without one
  double start_m = 0;
};
FurtherWay find_way(const scene::Scene& scene, const std::string& mark);

// One that drives.
struct FurtherDriven {
  std::string name;
  world::ObjectId id{};
  FurtherWay way;
  std::unique_ptr<SystemSlot> slot;
};

}  // namespace backlot::harness
