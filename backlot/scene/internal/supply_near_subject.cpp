// An extra for a role that is relative to the subject, from a source that goes with it, where the subject cannot see it.
#include <algorithm>

#include "backlot/base/assert.h"
#include "backlot/scene/internal/entering.h"
#include "backlot/scene/internal/near_subject.h"

namespace backlot::scene {

namespace {

constexpr double kPatience_s = 2;   // no candidate has fitted for so long
constexpr double kOnItsWay_s = 20;  // so long after it was entered, an extra counts as on its way to its role
constexpr std::uint64_t kSupplyEvery = 10;  // steps

// How far the road ahead of an actor of the role is to be free.
double free_ahead_m(const RoleDescription& role) {
  double free_m = 0;
  for (const Requirement& requirement : role.requirements)
    if (const auto* free = std::get_if<FreeAhead>(&requirement.what))
      free_m = std::max(free_m, free->within_m);
  return free_m;
}

bool is_on_its_way(const Play& play, const RoleState& role) {
  return role.supplied_s >= 0 && play.now_s() - role.supplied_s < kOnItsWay_s &&
         play.stage().find_extra(role.supplied).has_value();
}

}  // namespace

void supply_near_subject(Play& play, RoleState& role, const RoleDescription& description) {
  BACKLOT_ASSERT(description.supply, "a role that is supplied names its source");
  if (play.stage().tick().index % kSupplyEvery != 0 || is_on_its_way(play, role)) return;
  if (role.empty_since_s < 0 || play.now_s() - role.empty_since_s < kPatience_s) return;
  const std::optional<double> subject_s =
      play.subject_s(*play.scene->find_mark(description.supply->mark)->subject_m);
  if (!subject_s || *subject_s > description.supply->from_s || *subject_s <= 0) return;
  const SourceDescription& source =
      play.description().set.sources[play.scene->find_source(description.supply->source)];
  const world::ObjectKind kind =
      description.kinds.empty() ? world::ObjectKind::car : description.kinds.front();
  for (const Entry& entry : places_near_subject(play, std::get<FromSubject>(source.where), kind)) {
    if (!can_enter(play, entry, kind, source.is_hidden, free_ahead_m(description))) continue;
    const world::ObjectId id = enter(play, entry, kind);
    if (id.is_empty()) continue;
    role.supplied = id;
    role.supplied_s = play.now_s();
    return;
  }
}

}  // namespace backlot::scene
