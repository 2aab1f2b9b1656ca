#include <algorithm>
#include <array>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/scene/play.h"
#include "backlot/traffic/signal/synchronise.h"

namespace backlot::scene {

namespace {

// Of its normal speed: how fast an aspect runs that is shown early. The earlier ones are tried first.
constexpr std::array kEarlyShares{0.7, 0.78, 0.86, 0.94, 1.0};
constexpr double kEnough_s = 1;  // nearer to the beginning of an aspect it is not aimed at any more

constexpr std::uint64_t kAgainSteps = 10;

struct Aim {
  double phase = 0, in_s = 0;
};

bool ask(Play& play, std::uint32_t programme, const Aim& aim, LightState& light, bool takes_nearest = false) {
  BACKLOT_ASSERT(programme < play.scene->roads().tracks.network().programmes().size(),
                 "the network has no such programme");
  const auto ask_for = [&](base::SimTime time) {
    return play.directing->ask({.wish = {.programme = programme, .phase = aim.phase, .time = time}});
  };
  direct::LightAnswer answer = ask_for(play.stage().tick().time + base::Duration::from_seconds(aim.in_s));
  // what cannot be re-timed later is as near to the wish as it can be
  if (takes_nearest && !answer.is_accepted() && answer.clock.nearest_time)
    answer = ask_for(*answer.clock.nearest_time);
  if (!answer.is_accepted()) return false;
  light.slowest = std::min(light.slowest, answer.clock.speed);
  light.fastest = std::max(light.fastest, answer.clock.speed);
  return true;
}

// For the beginning of an aspect, long before its part at `phase` is wanted.
bool ask_early(Play& play, const LightOnCue& cue, const PlacedMark& line, double phase, double wait_s,
               LightState& light) {
  const network::SignalProgramme& programme =
      play.scene->roads().tracks.network().programmes()[line.programme];
  const std::optional<double> begin = traffic::find_phase(programme, line.group, cue.aspect, 0);
  if (!begin) return false;
  const double shown_s = (phase - *begin + (phase < *begin ? 1 : 0)) * programme.cycle.seconds();
  return std::any_of(kEarlyShares.begin(), kEarlyShares.end(), [&](double share) {
    const double begins_in_s = wait_s - shown_s / share;
    return begins_in_s > kEnough_s && ask(play, line.programme, {*begin, begins_in_s}, light);
  });
}

bool is_fixed_by_another(const Play& play, std::uint32_t programme, const LightState& light) {
  BACKLOT_ASSERT(programme < play.scene->roads().tracks.network().programmes().size(),
                 "the network has no such programme");
  return std::any_of(play.state.lights.begin(), play.state.lights.end(), [&](const LightState& other) {
    return &other != &light && other.is_fixed && other.programme == programme;
  });
}

}  // namespace

// The better the estimate of the subject's arrival, the smaller what is left to change: so the light is asked anew whenever the estimate changes.
// The aspect begins early and runs slowly, where the limits of the clock allow it: then queues are gone when the subject comes.
void cue_light(Play& play, const LightOnCue& cue, LightState& light, bool is_fixed) {
  if (light.is_fixed) return;
  const PlacedMark *line = play.scene->find_mark(cue.line), *mark = play.scene->find_mark(cue.mark);
  if (line == nullptr || mark == nullptr || !line->has_light() || !mark->subject_m) return;
  if (is_fixed_by_another(play, line->programme, light)) return;
  const std::optional<double> in_s = play.subject_s(*mark->subject_m);
  if (!in_s) return;
  const double wait_s = *in_s - cue.before_s, time_s = play.now_s() + wait_s;
  // an estimate that does not change is asked for again, too: an aspect that was to begin early has begun
  const bool is_same = std::fabs(time_s - light.asked_s) < 0.5 * play.step_s();
  if (wait_s <= 0 || (is_same && play.stage().tick().index % kAgainSteps != 0)) return;
  const network::SignalProgramme& programme =
      play.scene->roads().tracks.network().programmes()[line->programme];
  const std::optional<double> part = traffic::find_phase(programme, line->group, cue.aspect, cue.part);
  if (!part) return;
  double phase = *part - cue.ahead_s / programme.cycle.seconds();
  phase -= std::floor(phase);
  const bool is_early = !is_fixed && cue.ahead_s == 0 && cue.aspect == network::Aspect::green;
  const bool is_asked = (is_early && ask_early(play, cue, *line, phase, wait_s, light)) ||
                        ask(play, line->programme, {phase, wait_s}, light, is_fixed);
  if (!is_asked) {
    ++light.refusals;
    return;
  }
  light.programme = line->programme;
  light.asked_s = time_s;
  light.is_held = true;
  light.is_fixed = is_fixed;
}

}  // namespace backlot::scene
