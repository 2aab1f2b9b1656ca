#include "backlot/traffic/vehicle/traits.h"

#include <algorithm>

#include "backlot/base/assert.h"
#include "backlot/base/random.h"
#include "backlot/traffic/vehicle/purposes.h"

namespace backlot::traffic {

namespace {

using world::ObjectKind;

DriverSet with_shapes(DriverSet set) {
  for (std::uint32_t k = 0; k < world::kVehicleKinds; ++k)
    set.kinds[k].shape = world::usual_shape(static_cast<ObjectKind>(k));
  return set;
}

KindOfDriver& of(DriverSet& set, ObjectKind kind) { return set.kinds[static_cast<std::size_t>(kind)]; }

// Heavy ones start slowly, brake less, and keep to the middle of their lane, which is not much wider than they are.
void make_heavy(KindOfDriver& kind, float accel_mps2) {
  kind.spread.keep_m = 0.05F;
  DriverTraits& traits = kind.middle;
  traits.accel_mps2 = accel_mps2;
  traits.brake_mps2 = 1.5F;
  traits.hardest_mps2 = 6;
  traits.headway_s *= 1.3F;
  traits.gap_m += 0.7F;
}

// Free speed: 18 km/h in the mean, with a standard deviation of 3 km/h, as on European roads (docs/cyclists.md). A cyclist starts and brakes more gently
// than a car, and follows nearer.
void make_bicycle(KindOfDriver& kind) {
  DriverTraits& traits = kind.middle;
  traits.speed_factor = 1;
  traits.top_mps = 5;
  traits.accel_mps2 = 1.0F;
  traits.brake_mps2 = 1.6F;
  traits.hardest_mps2 = 5;
  traits.headway_s = 0.9F;
  traits.gap_m = 1.0F;
  kind.spread = {.speed_factor = 0, .headway = 0.1F, .keep_m = 0, .top_mps = 1.0F / 6};
}

}  // namespace

DriverSet town_drivers() {
  DriverSet set;
  of(set, ObjectKind::truck).middle.speed_factor = 0.95F;
  make_heavy(of(set, ObjectKind::truck), 1.2F);
  make_heavy(of(set, ObjectKind::bus), 1.2F);
  of(set, ObjectKind::motorcycle).middle.accel_mps2 = 2.8F;
  make_bicycle(of(set, ObjectKind::bicycle));
  return with_shapes(set);
}

DriverSet motorway_drivers() {
  DriverSet set;
  for (KindOfDriver& kind : set.kinds) {
    kind.middle.headway_s = 1.35F;
    kind.middle.gap_m = 2.0F;
    kind.middle.accel_mps2 = 1.0F;
    kind.middle.brake_mps2 = 1.8F;
  }
  of(set, ObjectKind::truck).middle.speed_factor = 0.7F;
  make_heavy(of(set, ObjectKind::truck), 0.7F);
  of(set, ObjectKind::bus).middle.speed_factor = 0.8F;
  make_heavy(of(set, ObjectKind::bus), 0.8F);
  make_bicycle(of(set, ObjectKind::bicycle));
  return with_shapes(set);
}

DriverTraits usual_traits(ObjectKind kind) {
  BACKLOT_ASSERT(static_cast<std::size_t>(kind) < world::kVehicleKinds, "a driver is that of a vehicle");
  static const DriverSet set = town_drivers();
  return set.kinds[static_cast<std::size_t>(kind)].middle;
}

DriverSet suiting_drivers(const world::Tracks& tracks) {
  constexpr float kFast_mps = 28;
  double fast_m = 0;
  for (const world::Track& track : tracks.all()) {
    if (!track.is_corridor() && track.limit_mps > kFast_mps) fast_m += track.length;
  }
  return fast_m > 0.5 * tracks.way_metres() ? motorway_drivers() : town_drivers();
}

DriverTraits draw_traits(const KindOfDriver& kind, std::uint64_t seed, std::uint64_t object) {
  base::RandomStream random{seed, object, Purpose::traits};
  const auto spread = [&](float sigma) {
    return sigma * static_cast<float>(std::clamp(random.normal(), -2.0, 2.0));
  };
  DriverTraits traits = kind.middle;
  traits.speed_factor *= 1 + spread(kind.spread.speed_factor);
  traits.headway_s *= 1 + spread(kind.spread.headway);
  traits.keep_m = spread(kind.spread.keep_m);
  traits.top_mps *= 1 + spread(kind.spread.top_mps);
  traits.heeds_lights =
      kind.spread.heeds_lights >= 1 || random.uniform() < static_cast<double>(kind.spread.heeds_lights);
  traits.yields_on_foot =
      kind.spread.yields_on_foot >= 1 || random.uniform() < static_cast<double>(kind.spread.yields_on_foot);
  return traits;
}

void set_yielding_on_foot(DriverSet& set, double share) {
  BACKLOT_ASSERT(share >= 0 && share <= 1, "a share is between 0 and 1");
  for (KindOfDriver& kind : set.kinds) kind.spread.yields_on_foot = static_cast<float>(share);
}

double yielding_on_foot(const DriverSet& set) {
  float least = 1;
  for (const KindOfDriver& kind : set.kinds) least = std::min(least, kind.spread.yields_on_foot);
  return static_cast<double>(least);
}

}  // namespace backlot::traffic
