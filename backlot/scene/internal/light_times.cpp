#include "backlot/scene/internal/light_times.h"

#include <algorithm>

#include "backlot/base/assert.h"
#include "backlot/traffic/signal/signal_clocks.h"

namespace backlot::scene {

namespace {

LightThen of_group(const Play& play, std::uint32_t programme, std::uint32_t group, double in_s) {
  const base::SimTime at = play.stage().tick().time + base::Duration::from_seconds(std::max(0.0, in_s));
  const auto shown =
      play.stage().signal_clocks().shown(play.scene->roads().conflicts.signals(), programme, at);
  return {shown.aspects[group] == network::Aspect::green,
          base::Duration::from_nanoseconds(shown.lasts_ns).seconds()};
}

}  // namespace

LightThen light_then(const Play& play, const PlacedMark& line, double in_s) {
  return line.has_light() ? of_group(play, line.programme, line.group, in_s) : LightThen{};
}

LightThen light_then(const Play& play, network::CorridorId corridor, double in_s) {
  BACKLOT_ASSERT(!corridor.is_empty(), "a light is that of a corridor");
  const world::Conflicts& conflicts = play.scene->roads().conflicts;
  const world::CorridorSignal& signal = conflicts.signal(corridor);
  return signal.has_programme() ? of_group(play, signal.programme, conflicts.rule(signal).group, in_s)
                                : LightThen{};
}

double red_seconds(const Play& play, network::CorridorId corridor) {
  BACKLOT_ASSERT(!corridor.is_empty(), "a light is that of a corridor");
  constexpr int kMostStates = 16;
  double in_s = 0;
  for (int k = 0; k < kMostStates; ++k) {
    const LightThen light = light_then(play, corridor, in_s);
    if (light.is_green) return in_s;
    in_s += std::max(0.001, light.lasts_s);
  }
  return in_s;
}

}  // namespace backlot::scene
