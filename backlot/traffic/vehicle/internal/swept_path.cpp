#include "backlot/traffic/vehicle/internal/swept_path.h"

namespace backlot::traffic::internal {

namespace {

constexpr double kNearest_m = 0.05;  // with less between them, two bodies do not get past each other

}  // namespace

bool SweptPath::gets_past(const world::Entry& e, const world::Track& track) {
  return !sweep().comes_near(box_of(e, track), kNearest_m);
}

std::optional<double> SweptPath::way_to(const world::Entry& e, const world::Track& track) {
  const world::BodyBox box = box_of(e, track);
  const world::BodyBox& now = sweep().boxes().front();
  if (world::overlap(now, box, 0)) return std::nullopt;
  return sweep().way_to(box, world::overlap(now, box, -kNearest_m) ? 0 : kNearest_m);
}

const world::Sweep& SweptPath::sweep() {
  constexpr double kNear_m = 15, kNear_s = 2;
  if (!sweep_) sweep_.emplace(around_.tracks, self_.shape, self_.mover, kNear_m + kNear_s * self_.speed());
  return *sweep_;
}

// The body of an entry as well as it is known: by its own strip, where that is one of this intersection.
world::BodyBox SweptPath::box_of(const world::Entry& e, const world::Track& track) const {
  const world::Tracks& tracks = around_.tracks;
  if (!track.is_corridor() || e.has(world::EntryFlag::own)) return world::box_of(tracks, track, e);
  const auto own_on = [&](const world::Track& other) -> const world::Entry* {
    for (const world::Entry& there : around_.occupancy.on(other.strip))
      if (there.id == e.id && there.has(world::EntryFlag::own)) return &there;
    return nullptr;
  };
  for (const world::Conflict& conflict : around_.conflicts.of(track)) {
    const world::Track& other = tracks[conflict.other];
    if (const world::Entry* own = own_on(other)) return world::box_of(tracks, other, *own);
    for (const world::TrackId onward : tracks.onward(other)) {
      if (const world::Entry* own = own_on(tracks[onward]))
        return world::box_of(tracks, tracks[onward], *own);
    }
  }
  return world::box_of(tracks, track, e);
}

}  // namespace backlot::traffic::internal
