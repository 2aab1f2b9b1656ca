#include "backlot/sim/internal/cyclists.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "backlot/base/assert.h"
#include "backlot/base/random.h"
#include "backlot/sim/internal/rows.h"
#include "backlot/sim/run.h"
#include "backlot/traffic/vehicle/purposes.h"

namespace backlot::sim {

namespace {

constexpr int kTries = 40;  // lots for each cyclist
constexpr double kFromStart_m = 4, kToLine_m = 12, kApart_m = 6;
constexpr double kSpeed_mps = 3;

struct Place {
  world::TrackId track{};
  double metres = 0;
};

// A place of the tracks for cyclists; none where it is too near to an end.
std::optional<Place> draw_place(const Run& run, base::RandomStream& random) {
  const world::Cycleways& cycleways = run.roads.cycleways;
  const std::span<const double> ends = cycleways.ends();
  BACKLOT_ASSERT(!ends.empty(), "there are roads for cyclists");
  const double lot = random.uniform() * ends.back();
  const auto which = static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), lot) - ends.begin());
  const world::TrackId id = cycleways.tracks()[std::min(which, ends.size() - 1)];
  const world::Track& track = run.roads.tracks[id];
  const double from = static_cast<double>(track.wide_from_m) + kFromStart_m,
               to = static_cast<double>(std::min(track.wide_to_m, track.stop_m)) - kToLine_m;
  const double metres = random.uniform() * track.length;
  return metres >= from && metres <= to ? std::optional(Place{id, metres}) : std::nullopt;
}

bool is_free(const Run& run, const Place& place) {
  return std::ranges::none_of(run.state.movers, [&](const world::Mover& other) {
    return other.trail.current() == place.track &&
           std::fabs(other.metres - place.metres) <
               kApart_m + static_cast<double>(run.shape_of(other).length_m);
  });
}

}  // namespace

std::size_t spread_cyclists(Run& run, std::size_t count) {
  std::size_t inserted = 0;
  base::RandomStream random{run.settings.seed, 0, traffic::Purpose::placing_cyclists};
  const bool has_roads = !run.roads.cycleways.tracks().empty();
  for (std::size_t k = 0; k < count && has_roads; ++k) {
    for (int tries = 0; tries < kTries; ++tries) {
      const std::optional<Place> place = draw_place(run, random);
      if (!place || !is_free(run, *place)) continue;
      insert_extra(run, {.kind = world::ObjectKind::bicycle,
                         .track = place->track,
                         .metres = place->metres,
                         .speed_mps = kSpeed_mps});
      ++inserted;
      break;
    }
  }
  run.state.cyclists_outside += count - inserted;
  sort_by_place(run);
  run.memory.lists.forget();
  return inserted;
}

}  // namespace backlot::sim
