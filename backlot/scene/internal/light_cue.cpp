#include <algorithm>
#include <cmath>

#include "backlot/scene/play.h"
#include "backlot/traffic/signal/synchronise.h"

namespace backlot::scene {

// The better the estimate of the subject's arrival, the smaller what is left to change: so the light is asked anew whenever the estimate changes.
void cue_light(Play& play, const LightOnCue& cue, LightState& light) {
  const PlacedMark *line = play.scene->find_mark(cue.line), *mark = play.scene->find_mark(cue.mark);
  if (line == nullptr || mark == nullptr || !line->has_light() || !mark->subject_m) return;
  const std::optional<double> in_s = play.subject_s(*mark->subject_m);
  if (!in_s) return;
  const double wait_s = *in_s - cue.before_s, time_s = play.now_s() + wait_s;
  if (wait_s <= 0 || std::fabs(time_s - light.asked_s) < 0.5 * play.step_s()) return;
  const network::SignalProgramme& programme =
      play.scene->roads().tracks.network().programmes()[line->programme];
  const std::optional<double> phase = traffic::find_phase(programme, line->group, cue.aspect, cue.part);
  if (!phase) return;
  const direct::LightAnswer answer = play.directing->ask(
      {.wish = {.programme = line->programme,
                .phase = *phase,
                .time = play.stage().tick().time + base::Duration::from_seconds(wait_s)}});
  if (!answer.is_accepted()) {
    ++light.refusals;
    return;
  }
  light.programme = line->programme;
  light.asked_s = time_s;
  light.is_held = true;
  light.slowest = std::min(light.slowest, answer.clock.speed);
  light.fastest = std::max(light.fastest, answer.clock.speed);
  if (cue.aspect == network::Aspect::green) play.state.watch.expect_green(line->programme);
}

}  // namespace backlot::scene
