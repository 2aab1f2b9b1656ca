#include "backlot/sim/internal/stages/direct.h"

#include <cstdint>
#include <span>

#include "backlot/base/assert.h"
#include "backlot/sim/internal/events.h"
#include "backlot/sim/internal/externals.h"
#include "backlot/sim/internal/run_stage.h"
#include "backlot/sim/run.h"

namespace backlot::sim {

namespace {

// Directors look in the first step that begins at a multiple of their interval or after it. This is a function of the time alone, so that it is the
// same in a run that was saved or forked.
bool do_directors_look(const Run& run) {
  const base::Tick& tick = run.state.tick;
  const std::int64_t every_ns = run.settings.directors_look_every.nanoseconds();
  return every_ns <= 0 || tick.time.nanoseconds() % every_ns < tick.step.nanoseconds();
}

// Each director sees what happened since its last step. What it says and adds belongs to this step.
void step_directors(Run& run) {
  RunState& s = run.state;
  s.lights.expire(s.tick.time);
  for (const direct::Lights::Lease& lease : s.lights.ended())
    queue_light_released(run, lease.programme, lease.issuer);
  if (s.directors.size() > 0 && do_directors_look(run)) {
    RunStage stage(run);
    s.directors.step(stage);
    s.events.unseen.clear();
  }
  run.memory.log.take_queued(s.events);
  run.memory.lists.refresh(run);  // where a director added an extra
}

}  // namespace

void direct_actors(Run& run, std::size_t part) {
  RunState& s = run.state;
  step_directors(run);
  if (part == 0) s.direction.begin_step();
  traffic::SignalView signals(run.roads.conflicts, s.clocks, s.tick.time);
  const bool sees_loose = run.has_loose() && !s.direction.is_idle();
  s.direction.direct({run.roads, run.turning, s.numbers, s.streams, s.movers, s.drivers, run.shapes,
                      s.walkers, run.walker_panel,
                      sees_loose ? list_loose(run) : std::span<const world::LooseObject>(),
                      run.memory.lists.occupancy(), signals, s.tick});
  s.directors.hear(s.direction.new_answers());
  // what others were shown of these actors does not hold any more, though they may stand
  for (const std::uint32_t number : s.direction.touched()) run.memory.lists.forget(s.numbers.slot(number));
  report_answers(run);
}

void notice_events(Run& run, std::size_t first_event) {
  BACKLOT_ASSERT(first_event <= run.memory.log.events().size(), "events are noticed that happened");
  run.state.direction.notice(run.memory.log.events().subspan(first_event));
}

}  // namespace backlot::sim
