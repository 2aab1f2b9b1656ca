// The stages of a step, in order. Each is a free function in a file of its own (stages/) that says there what it reads and what it writes.
//
//   sort -> occupy -> enter -> contacts -> direct -> drive: decide and move, external objects too -> leave -> clock
//
// All drivers decide by the occupancy, which is the world at the beginning of the step, and each writes only its own
// rows. So one vehicle can move while another still decides, and the same inputs give the same bits for any number of threads.
#include "backlot/sim/internal/step.h"

#include "backlot/base/assert.h"
#include "backlot/sim/internal/externals.h"
#include "backlot/sim/internal/rows.h"
#include "backlot/sim/internal/stages/contacts.h"
#include "backlot/sim/internal/stages/direct.h"
#include "backlot/sim/internal/stages/drive.h"
#include "backlot/sim/internal/stages/enter.h"
#include "backlot/sim/internal/stages/leave.h"
#include "backlot/sim/run.h"

namespace backlot::sim {

namespace {

void short_step(Run& run, base::Duration dt, std::size_t part) {
  BACKLOT_ASSERT(dt.nanoseconds() > 0, "a part of a step takes time");
  base::Tick& tick = run.state.tick;
  ObjectLists& lists = run.memory.lists;
  const std::size_t first_event = run.memory.log.events().size();
  tick.step = dt;
  if (tick.index % run.settings.sort_every == 0)
    sort_by_place(run);                // neighbours on the road, neighbours in memory
  lists.refresh(run);                  // bodies -> occupancy, pairs that touch
  if (enter(run)) lists.refresh(run);  // demand, occupancy -> more extras
  meet(run);                           // pairs that touch -> events, wrecks
  direct_actors(run, part);            // directors, directives, leases -> dials, answers
  drive(run);  // occupancy, dials -> bodies as they are after the step; the hash of the frame
  leave(run);  // extras at the end of the road -> fewer extras
  notice_events(run, first_event);  // events -> leases that are held until one
  tick.time += dt;
  ++tick.index;
}

}  // namespace

void step(Run& run, base::Duration dt, std::span<const ExternalCommand> commands) {
  BACKLOT_CHECK(dt.nanoseconds() >= 0, "time does not run backwards");
  run.memory.log.clear();
  if (dt.nanoseconds() == 0) {
    ++run.state.tick.index;
    ++run.state.tally.steps;
    return;
  }
  take_commands(run, commands, dt);
  run.memory.log.take_queued(run.state.events);
  const std::int64_t parts = (dt.nanoseconds() + kLongestStep.nanoseconds() - 1) / kLongestStep.nanoseconds();
  base::Duration left = dt;
  for (std::int64_t k = 0; k < parts; ++k) {
    const base::Duration part = base::Duration::from_nanoseconds(left.nanoseconds() / (parts - k));
    left -= part;
    short_step(run, part, static_cast<std::size_t>(k));
  }
}

}  // namespace backlot::sim
