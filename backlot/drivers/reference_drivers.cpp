#include "backlot/drivers/reference_drivers.h"

#include <algorithm>
#include <cmath>

#include "backlot/drivers/on_road.h"

namespace backlot::drivers {

namespace {

constexpr double kReach_m = 200, kAlongside_m = 5;
constexpr double kEasiest_mps2 = -3;  // ordinary following never brakes harder

}  // namespace

std::optional<sut::Trouble> ReferenceModelDriver::reset(const sut::Mission& mission) {
  states_.clear();
  return CarefulDriver::reset(mission);
}

void ReferenceModelDriver::heed_bodies(const sut::View& view, double metre, Wish& wish) {
  const double v = std::max(0.0, view.own.speed_mps), front = front_m(metre);
  for (const Ahead& ahead : threats().ahead)
    if (ahead.along_mps >= 0) wish.lower(std::max(follow(v, ahead.gap_m, ahead.along_mps), kEasiest_mps2));
  const double half_width = 0.5 * mission().vehicle.width_m;
  for (const sut::SeenObject& o : view.objects) {
    const std::optional<OnRoad> on = place_on(plan(), o, metre - kAlongside_m, metre + kReach_m);
    if (!on || on->metre < metre) continue;
    const double inwards = on->left_m > 0 ? -o.speed_mps * on->sin : o.speed_mps * on->sin;
    const subject::Encounter encounter{.gap_m = on->metre - on->half_along - front,
                                       .side_m = std::fabs(on->left_m) - half_width - on->half_across,
                                       .own_mps = v,
                                       .other_mps = o.speed_mps * on->cos,
                                       .sideways_mps = std::max(0.0, inwards),
                                       .other_length_m = o.length_m,
                                       .own_length_m = mission().vehicle.length_m};
    subject::ReferenceState& state = states_[o.id];
    state.accel_mps2 = std::min(0.0, view.own.acceleration_mps2);
    const double accel = subject::reference_accel(kind_, encounter, view.time_s, mission().cycle_s, state);
    if (accel < 0) wish.lower(accel, true);
  }
}

}  // namespace backlot::drivers
