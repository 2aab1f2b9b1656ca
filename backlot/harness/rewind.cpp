#include "backlot/harness/rewind.h"

#include "backlot/base/assert.h"

namespace backlot::harness {

void Rewind::begin(const sim::Simulation& run) {
  forget();
  start_ = run.fork();
}

void Rewind::add(std::span<const sim::ExternalCommand> commands) {
  if (!start_) return;
  for (const sim::ExternalCommand& command : commands) commands_.push_back(command);
  ends_.push_back(commands_.size());
}

void Rewind::forget() {
  start_.reset();
  commands_.clear();
  ends_.clear();
}

sim::Simulation Rewind::repeat(base::SimTime until, base::Duration dt, const BeforeStep& before,
                               const AfterStep& after) const {
  BACKLOT_CHECK(start_.has_value(), "a run is repeated that was not kept");
  sim::Simulation run = start_->fork();
  record::Frame frame;
  std::size_t from = 0;
  for (const std::size_t end : ends_) {
    if (run.tick().time >= until) break;
    if (before) before(run);
    run.step(dt, std::span(commands_).subspan(from, end - from));
    from = end;
    if (!after) continue;
    run.frame(frame, {.has_signals = true});
    after(run, frame);
  }
  return run;
}

}  // namespace backlot::harness
