// Sinks: take extras off the road where the subject does not see it.
#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/scene/internal/near_subject.h"
#include "backlot/scene/play.h"

namespace backlot::scene {

namespace {

constexpr std::uint64_t kSinkEvery = 5;  // steps
constexpr double kHalfPlace_m = 10;  // a sink at a single place takes vehicles so far before and behind it

std::vector<PlacedStretch> stretches_of(const Play& play, std::size_t sink) {
  BACKLOT_ASSERT(sink < play.description().set.sinks.size(), "the set has no such sink");
  std::vector<PlacedStretch> found;
  if (const auto* where = std::get_if<FromSubject>(&play.description().set.sinks[sink].where)) {
    found = stretches_near_subject(play, *where);
  } else {
    const auto placed = play.scene->sink_stretches(sink);
    found.assign(placed.begin(), placed.end());
  }
  for (PlacedStretch& stretch : found) {
    if (stretch.to_m - stretch.from_m >= 2 * kHalfPlace_m) continue;
    const double middle_m = 0.5 * (stretch.from_m + stretch.to_m);
    const double length_m = play.scene->roads().tracks[stretch.track].length;
    stretch.from_m = std::max(0.0, middle_m - kHalfPlace_m);
    stretch.to_m = std::min(length_m, middle_m + kHalfPlace_m);
  }
  return found;
}

// An extra on the stretches of a sink.
struct Found {
  world::ObjectId id{};
  double away_m = 0;  // from the subject
};

// A vehicle that plays a role, that is on its way to one, or that another director has claimed is not taken.
bool is_needed(const Play& play, world::ObjectId id) {
  BACKLOT_ASSERT(!id.is_empty(), "an object is needed or not");
  return !play.stage().holder(id).is_empty() ||
         std::any_of(play.state.roles.begin(), play.state.roles.end(), [&](const RoleState& role) {
           return role.actor == id || (role.supplied == id && !role.is_spent && !role.is_let_go);
         });
}

// The extras of its kinds, furthest from the subject first.
std::vector<Found> extras_on(Play& play, const std::vector<PlacedStretch>& stretches,
                             const std::vector<world::ObjectKind>& kinds) {
  std::vector<Found> found;
  const std::optional<record::FrameObject> subject = play.stage().find(play.subject);
  if (!subject) return found;
  const look::Snapshot now = play.stage().snapshot();
  const world::Tracks& tracks = play.scene->roads().tracks;
  for (const PlacedStretch& stretch : stretches)
    for (const world::Entry& entry : now.occupancy().on(tracks[stretch.track].strip)) {
      if (!entry.has(world::EntryFlag::own) || now.is_external(entry.id)) continue;
      const world::Mover& mover = now.mover(entry.id);
      if (mover.trail.current() != stretch.track || mover.metres < stretch.from_m ||
          mover.metres > stretch.to_m)
        continue;
      if (!kinds.empty() && std::find(kinds.begin(), kinds.end(), mover.kind) == kinds.end()) continue;
      found.push_back({now.id(entry.id), distance_between(mover.guide, subject->centre)});
    }
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
    return a.away_m != b.away_m ? a.away_m > b.away_m : a.id < b.id;
  });
  return found;
}

void run_sink(Play& play, std::size_t sink) {
  BACKLOT_ASSERT(sink < play.state.sinks.size(), "the set has no such sink");
  const SinkDescription& description = play.description().set.sinks[sink];
  const std::vector<PlacedStretch> stretches = stretches_of(play, sink);
  const std::vector<Found> extras = extras_on(play, stretches, description.kinds);
  std::size_t too_many = extras.size();
  if (description.per_metre) {
    double length_m = 0;
    for (const PlacedStretch& stretch : stretches) length_m += stretch.to_m - stretch.from_m;
    const auto may_stay = static_cast<std::size_t>(std::floor(*description.per_metre * length_m));
    too_many -= std::min(too_many, may_stay);
  }
  for (const Found& extra : extras) {
    if (too_many == 0) return;
    if (is_needed(play, extra.id) || is_in_sight(play, play.stage().snapshot(), extra.id)) continue;
    if (!play.stage().remove(extra.id)) continue;
    ++play.state.sinks[sink].taken;
    --too_many;
  }
}

}  // namespace

void run_sinks(Play& play) {
  if (play.stage().tick().index % kSinkEvery != 0) return;
  for (std::size_t k = 0; k < play.state.sinks.size(); ++k)
    if (play.state.sinks[k].gate.is_open) run_sink(play, k);
}

}  // namespace backlot::scene
