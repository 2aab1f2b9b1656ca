#include "backlot/sim/internal/directing.h"

#include <utility>

#include "backlot/sim/internal/events.h"
#include "backlot/sim/run.h"

namespace backlot::sim {

direct::DirectiveNumber issue(Run& run, direct::Directive directive) {
  const record::Event event = issued(run, directive);
  const direct::DirectiveNumber number = run.state.direction.issue(std::move(directive));
  queue_issued(run, event, number);
  return number;
}

direct::ClaimAnswer claim(Run& run, world::ObjectId actor, direct::IssuerId issuer) {
  const direct::ClaimAnswer answer = run.state.direction.claim(run.state.numbers, actor, issuer);
  queue_claim(run, actor, issuer, answer);
  return answer;
}

direct::ClaimAnswer release(Run& run, world::ObjectId actor, direct::IssuerId issuer) {
  const direct::ClaimAnswer answer = run.state.direction.release(actor, issuer);
  if (answer == direct::ClaimAnswer::released) queue_claim(run, actor, issuer, answer);
  return answer;
}

direct::LightAnswer ask_light(Run& run, const direct::LightRequest& request) {
  RunState& s = run.state;
  const direct::LightAnswer answer =
      s.lights.ask(request, s.tick.time, run.roads.conflicts.signals(), s.clocks);
  queue_light(run, request, answer);
  // a higher priority took the light from another director
  if (answer.is_accepted() && !answer.holder.is_empty() && answer.holder != request.issuer)
    queue_light_released(run, request.wish.programme, answer.holder);
  return answer;
}

bool release_light(Run& run, std::uint32_t programme, direct::IssuerId issuer) {
  if (!run.state.lights.release(programme, issuer)) return false;
  queue_light_released(run, programme, issuer);
  return true;
}

}  // namespace backlot::sim
