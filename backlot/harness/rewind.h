// A run that can be repeated: the state at the beginning of a scene and the commands of all steps since then. A run that passes pays one copy of its state
// and some bytes for each step; one that fails is stepped again from there, bit for bit, to any moment.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "backlot/base/sim_time.h"
#include "backlot/record/frame.h"
#include "backlot/sim/external.h"
#include "backlot/sim/simulation.h"

namespace backlot::harness {

class Rewind {
 public:
  using BeforeStep = std::function<void(sim::Simulation&)>;  // tells it again what it was told between steps
  // After each step; the frame has signals.
  using AfterStep = std::function<void(const sim::Simulation&, const record::Frame&)>;

  // From here on. What was kept before is forgotten.
  void begin(const sim::Simulation& run);
  // The commands of the step that follows.
  void add(std::span<const sim::ExternalCommand> commands);
  void forget();
  bool has_begun() const { return start_.has_value(); }

  // The run as it was at a time, at the end of the step that reaches it; after the last step where the time is later. To be called after begin().
  sim::Simulation repeat(base::SimTime until, base::Duration dt, const BeforeStep& before,
                         const AfterStep& after = {}) const;

 private:
  std::optional<sim::Simulation> start_;
  std::vector<sim::ExternalCommand> commands_;
  std::vector<std::size_t> ends_;  // of the commands of each step
};

}  // namespace backlot::harness
