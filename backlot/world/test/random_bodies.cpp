#include "backlot/world/test/random_bodies.h"

#include <algorithm>

#include "backlot/base/math.h"
#include "backlot/base/random.h"

namespace backlot::world {

namespace {

// A trail around a place on a track: one track behind where there is one, and some ahead, by chance.
Trail trail_around(const Tracks& tracks, TrackId here, base::RandomStream& random) {
  std::vector<TrackId> before;
  for (std::uint32_t k = 0; k < tracks.all().size(); ++k) {
    const auto onward = tracks.onward(tracks.all()[k]);
    if (std::find(onward.begin(), onward.end(), here) != onward.end()) before.push_back(TrackId(k));
  }
  Trail trail;
  if (before.empty()) {
    trail = Trail(here);
  } else {
    trail = Trail(before[random.below(before.size())]);
    trail.extend(here);
    trail.advance();
  }
  while (trail.ahead() < 4) {
    const auto onward = tracks.onward(tracks[trail.last()]);
    if (onward.empty()) break;
    trail.extend(onward[random.below(onward.size())]);
  }
  return trail;
}

Body random_body(const TestRoads& roads, std::uint32_t number, base::RandomStream& random) {
  Body body;
  const auto kind = static_cast<ObjectKind>(random.below(kVehicleKinds));
  body.shape = usual_shape(kind);
  const TrackId id(static_cast<std::uint32_t>(random.below(roads.tracks.all().size())));
  const Track& track = roads.track(id);
  // a third of them near one of the ends
  double metres = random.uniform(0, track.length);
  if (random.below(3) == 0) metres = std::min(track.length, random.uniform(0, 8));
  if (random.below(3) == 0) metres = std::max(0.0, track.length - random.uniform(0, 8));
  Mover& m = body.mover;
  put_on_track(roads.tracks, id, metres,
               random.below(3) == 0 ? random.uniform(-2, 2) : random.uniform(-0.3, 0.3), m);
  m.trail = trail_around(roads.tracks, id, random);
  m.kind = kind;
  m.shape_class = width_class(static_cast<double>(body.shape.half_width_m()));
  m.speed_mps = random.uniform(0, 15);
  const base::SinCos slant = base::sin_cos(random.uniform(-0.2, 0.2));
  const double hx = m.heading_x, hy = m.heading_y;
  m.heading_x = hx * slant.cos - hy * slant.sin;
  m.heading_y = hx * slant.sin + hy * slant.cos;
  body.signs.number = number;
  body.signs.announce_m = 40;
  return body;
}

}  // namespace

std::vector<Body> random_bodies(const TestRoads& roads, std::size_t count, std::uint64_t seed) {
  base::RandomStream random{seed, 0, 0};
  std::vector<Body> bodies;
  for (std::uint32_t k = 0; k < count; ++k) bodies.push_back(random_body(roads, k, random));
  return bodies;
}

std::vector<StripEntry> entries_of(const TestRoads& roads, const Body& body) {
  EntryBatch batch;
  add_entries(roads.roads, body.shape, body.mover, stance_of(roads.tracks, body.shape, body.mover),
              body.signs, batch);
  std::vector<StripEntry> entries;
  for (std::size_t k = 0; k < batch.size(); ++k) entries.push_back({batch.strip(k), batch[k]});
  return entries;
}

EntryBatch batch_of(const std::vector<StripEntry>& entries) {
  EntryBatch batch;
  for (const StripEntry& e : entries) batch.add(e.strip, e.entry);
  return batch;
}

std::vector<StripEntry> entries_of(const TestRoads& roads, const std::vector<Body>& bodies) {
  std::vector<StripEntry> all;
  for (const Body& body : bodies) {
    const std::vector<StripEntry> some = entries_of(roads, body);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace backlot::world
