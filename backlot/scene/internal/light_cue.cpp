#include <algorithm>
#include <cmath>

#include "backlot/scene/play.h"
#include "backlot/traffic/signal/synchronise.h"

namespace backlot::scene {

namespace {

bool is_fixed_by_another(const Play& play, std::uint32_t programme, const LightState& light) {
  return std::any_of(play.state.lights.begin(), play.state.lights.end(), [&](const LightState& other) {
    return &other != &light && other.is_fixed && other.programme == programme;
  });
}

}  // namespace

// The better the estimate of the subject's arrival, the smaller what is left to change: so the light is asked anew whenever the estimate changes.
void cue_light(Play& play, const LightOnCue& cue, LightState& light, bool is_fixed) {
  if (light.is_fixed) return;
  const PlacedMark *line = play.scene->find_mark(cue.line), *mark = play.scene->find_mark(cue.mark);
  if (line == nullptr || mark == nullptr || !line->has_light() || !mark->subject_m) return;
  if (is_fixed_by_another(play, line->programme, light)) return;
  const std::optional<double> in_s = play.subject_s(*mark->subject_m);
  if (!in_s) return;
  const double wait_s = *in_s - cue.before_s, time_s = play.now_s() + wait_s;
  if (wait_s <= 0 || std::fabs(time_s - light.asked_s) < 0.5 * play.step_s()) return;
  const network::SignalProgramme& programme =
      play.scene->roads().tracks.network().programmes()[line->programme];
  const std::optional<double> part = traffic::find_phase(programme, line->group, cue.aspect, cue.part);
  if (!part) return;
  double phase = *part - cue.ahead_s / programme.cycle.seconds();
  phase -= std::floor(phase);
  const auto ask = [&](base::SimTime time) {
    return play.directing->ask({.wish = {.programme = line->programme, .phase = phase, .time = time}});
  };
  direct::LightAnswer answer = ask(play.stage().tick().time + base::Duration::from_seconds(wait_s));
  // what cannot be re-timed later is as near to the wish as it can be
  if (is_fixed && !answer.is_accepted() && answer.clock.nearest_time)
    answer = ask(*answer.clock.nearest_time);
  if (!answer.is_accepted()) {
    ++light.refusals;
    return;
  }
  light.programme = line->programme;
  light.asked_s = time_s;
  light.is_held = true;
  light.is_fixed = is_fixed;
  light.slowest = std::min(light.slowest, answer.clock.speed);
  light.fastest = std::max(light.fastest, answer.clock.speed);
  // the subject that nothing disturbs passes at green, or as the light changes
  if (cue.aspect == network::Aspect::green || cue.aspect == network::Aspect::yellow)
    play.state.watch.expect_green(line->programme);
}

}  // namespace backlot::scene
