#include "backlot/direct/internal/objects.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::direct::internal {

namespace {

constexpr double kOutOfSight_s = 3;
constexpr double kMostAccel_mps2 = 9;  // a jump of an external object is no acceleration

}  // namespace

Tracked follow_object(const DirectedActor& a, world::ObjectId id, Where where, Refusal nowhere,
                      Lease& lease) {
  const std::optional<SeenObject> object = find_object(a.run, id);
  if (!object) return {{}, 0, {LeaseState::failed, Refusal::unknown_object}};
  Tracked tracked{.seen = find_along(a, *object, where)};
  const double since_s = (a.tick().time - lease.seen).seconds();
  if (!tracked.seen) {
    if (since_s > kOutOfSight_s) tracked.lost = {LeaseState::failed, nowhere};
    return tracked;
  }
  if (since_s > 0)
    tracked.accel_mps2 =
        std::clamp((object->speed_mps - lease.object_mps) / since_s, -kMostAccel_mps2, kMostAccel_mps2);
  lease.object_mps = object->speed_mps;
  lease.seen = a.tick().time;
  return tracked;
}

void aim_ahead_of(const Sighting& seen, double accel_mps2, double gap_m, double headway_s,
                  traffic::Dials& dials) {
  BACKLOT_ASSERT(!std::isnan(accel_mps2) && !std::isnan(gap_m) && !std::isnan(headway_s),
                 "what is aimed at are numbers");
  dials.throttle = traffic::Throttle::precede;
  dials.keeps_lane = true;
  dials.target = {seen.behind_m, seen.object.speed_mps};
  dials.target_mps2 = accel_mps2;
  dials.gap_m = gap_m;
  dials.headway_s = headway_s;
}

}  // namespace backlot::direct::internal
