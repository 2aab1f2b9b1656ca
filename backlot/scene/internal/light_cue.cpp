#include <algorithm>
#include <array>
#include <cmath>

#include "backlot/scene/play.h"
#include "backlot/traffic/signal/synchronise.h"

namespace backlot::scene {

namespace {

// Of its normal speed: how fast an aspect runs that is shown early. The earlier ones are tried first.
constexpr std::array kEarlyShares{0.7, 0.78, 0.86, 0.94, 1.0};
constexpr double kEnough_s = 1;  // nearer to the beginning of an aspect it is not aimed at any more

struct Aim {
  double phase = 0, in_s = 0;
};

bool ask(Play& play, std::uint32_t programme, const Aim& aim, LightState& light) {
  const direct::LightAnswer answer = play.directing->ask(
      {.wish = {.programme = programme,
                .phase = aim.phase,
                .time = play.stage().tick().time + base::Duration::from_seconds(aim.in_s)}});
  if (!answer.is_accepted()) return false;
  light.slowest = std::min(light.slowest, answer.clock.speed);
  light.fastest = std::max(light.fastest, answer.clock.speed);
  return true;
}

}  // namespace

// The better the estimate of the subject's arrival, the smaller what is left to change: so the light is asked anew whenever the estimate changes.
// The aspect begins early and runs slowly, where the limits of the clock allow it: then queues are gone when the subject comes.
void cue_light(Play& play, const LightOnCue& cue, LightState& light) {
  const PlacedMark *line = play.scene->find_mark(cue.line), *mark = play.scene->find_mark(cue.mark);
  if (line == nullptr || mark == nullptr || !line->has_light() || !mark->subject_m) return;
  const std::optional<double> in_s = play.subject_s(*mark->subject_m);
  if (!in_s) return;
  const double wait_s = *in_s - cue.before_s, time_s = play.now_s() + wait_s;
  if (wait_s <= 0 || std::fabs(time_s - light.asked_s) < 0.5 * play.step_s()) return;
  const network::SignalProgramme& programme =
      play.scene->roads().tracks.network().programmes()[line->programme];
  const std::optional<double> phase = traffic::find_phase(programme, line->group, cue.aspect, cue.part),
                              begin = traffic::find_phase(programme, line->group, cue.aspect, 0);
  if (!phase || !begin) return;
  const double shown_s = (*phase - *begin + (*phase < *begin ? 1 : 0)) * programme.cycle.seconds();
  bool is_asked = false;
  for (const double share : kEarlyShares) {
    const double begins_in_s = wait_s - shown_s / share;
    is_asked =
        is_asked || (begins_in_s > kEnough_s && ask(play, line->programme, {*begin, begins_in_s}, light));
  }
  is_asked = is_asked || ask(play, line->programme, {*phase, wait_s}, light);
  if (!is_asked) {
    ++light.refusals;
    return;
  }
  light.programme = line->programme;
  light.asked_s = time_s;
  light.is_held = true;
}

}  // namespace backlot::scene
