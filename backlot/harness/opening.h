// How a run of a scene begins: traffic that has warmed up, and the subject in it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "backlot/base/result.h"
#include "backlot/base/sim_time.h"
#include "backlot/harness/further_system.h"
#include "backlot/harness/scene_run.h"
#include "backlot/harness/subject_slot.h"
#include "backlot/scene/scene.h"
#include "backlot/sim/simulation.h"
#include "backlot/world/ids.h"

namespace backlot::harness {

// The traffic of the set.
sim::SimulationSettings traffic_settings(const scene::Scene& scene, const RunOptions& options);

struct EnteredSubject {
  world::ObjectId id;
  std::unique_ptr<SubjectSlot> slot;
  std::vector<FurtherDriven> further{};
  std::optional<sut::Trouble> trouble{};  // a system under test failed before it drove
};
using AfterStep = std::function<void(const sim::Simulation&)>;
// Warms the traffic up, and lets the subject in, with the systems beside it. An error (U120 ...) where it cannot start.
base::Result<EnteredSubject> open_run(sim::Simulation& run, const scene::Scene& scene,
                                      const RunOptions& options, const AfterStep& after_step = {});

}  // namespace backlot::harness
