#include "backlot/sim/stages/direct.h"

#include "backlot/sim/events.h"
#include "backlot/sim/run.h"

namespace backlot::sim {

void direct(Run& run) {
  RunState& s = run.state;
  s.direction.direct(
      {run.roads.tracks, run.turning, s.numbers, s.streams, s.movers, s.drivers, run.shapes, s.tick});
  // what others were shown of these actors does not hold any more, though they may stand
  for (const std::uint32_t number : s.direction.touched()) run.memory.lists.forget(s.numbers.slot(number));
  tell_answers(run);
}

}  // namespace backlot::sim
