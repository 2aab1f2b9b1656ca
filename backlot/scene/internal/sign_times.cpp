#include "backlot/scene/internal/sign_times.h"

#include "backlot/network/right_of_way.h"

namespace backlot::scene {

namespace {

// A driver that yields waits for a vehicle that is some six seconds away, and slows down before.
constexpr double kAtYield_s = 8, kAtStop_s = 11;

}  // namespace

double sign_seconds(const Play& play, network::CorridorId corridor) {
  if (corridor.is_empty() || play.scene->roads().conflicts.signal(corridor).has_programme()) return 0;
  switch (network::control_state(play.scene->roads().tracks.network(), corridor, network::Aspect::dark)) {
    case network::ControlState::stop_then_yield:
      return kAtStop_s;
    case network::ControlState::yield:
      return kAtYield_s;
    default:
      return 0;
  }
}

}  // namespace backlot::scene
