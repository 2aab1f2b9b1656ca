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
// Warms the traffic up until there is room for the subject. An error (U120) where there is none.
base::Diagnostics warm_up(sim::Simulation& run, const scene::Scene& scene, const RunOptions& options,
                          const AfterStep& after_step = {});
// All that decides a warm-up, as bytes: runs with the same key have the same traffic when the subject starts. It holds the address of the roads.
std::string warm_up_key(const scene::Scene& scene, const RunOptions& options);

// Lets the subject into warm traffic, with the systems beside it. An error (U121 ...) where it cannot start.
base::Result<EnteredSubject> enter_subject(sim::Simulation& run, const scene::Scene& scene,
                                           const RunOptions& options);
// Both.
base::Result<EnteredSubject> open_run(sim::Simulation& run, const scene::Scene& scene,
                                      const RunOptions& options);

}  // namespace backlot::harness
