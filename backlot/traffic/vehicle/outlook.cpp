#include "backlot/traffic/vehicle/outlook.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/base/inline.h"
#include "backlot/traffic/vehicle/internal/lead_search.h"
#include "backlot/traffic/vehicle/internal/witness.h"
#include "backlot/world/lane_band.h"

namespace backlot::traffic {

namespace {

using world::Entry;
using world::Track;
using Edges = world::LaneBand::Edges;

template <bool kReports>
BACKLOT_INLINE Ahead search_ahead(const Surroundings& around, const Self& self, double sight,
                                  internal::ObjectsAhead* objects) {
  const world::Tracks& tracks = around.tracks;
  const world::Stance& stance = self.stance;
  internal::LeadSearch<kReports> search(around, self, objects);

  // on the own strip: the bodies whose rear is ahead of the own one
  {
    const Track& track = self.track(tracks);
    const world::EntryList list = around.occupancy.on(track.strip);
    BACKLOT_ASSERT(list[self.entry].id == self.id, "the own entry is another vehicle's");
    const Edges swept{static_cast<double>(stance.claim_right), static_cast<double>(stance.claim_left)};
    const auto band = [&] {
      return world::LaneBand(tracks, track, tracks.centre_at(track, stance.view.distance), swept);
    };
    // most lanes have a fixed centre: they need no band
    const auto swept_at = [&](const Entry& e) { return track.has_fixed_centre ? swept : band().at(e); };
    const double scale = stance.distance_per_metre, reach = sight * scale;
    if (around.has_externals) [[unlikely]]
      search.add_begun(list, track, stance, band());
    if (track.is_along) {
      // between two level vehicles the larger number is ahead
      for (auto at = list.begin() + self.entry + 1; at != list.end() && at.from() <= stance.foot.to + reach;
           ++at) {
        search.add(*at, track, stance.foot.to, scale, swept_at(*at));
        if (search.is_done()) return search.result();
      }
    } else {
      // against the distance the rear is where an entry ends; lists are sorted by the other end
      const auto own = list.begin() + self.entry;
      auto at = own;
      while (at != list.end() && at.from() <= stance.foot.to) ++at;  // the bodies that overlap
      while (at != list.begin()) {
        --at;
        const double nearest = std::min(reach, search.nearest_m() * scale);
        if (at.from() + around.occupancy.longest() < stance.foot.from - nearest) break;
        if (at == own || at.to() > stance.foot.to || (at.to() == stance.foot.to && at->id < self.id))
          continue;
        search.add(*at, track, stance.foot.from, scale, swept_at(*at));
      }
      if (search.is_done()) return search.result();
    }
  }

  // on the strips that follow
  const world::Trail& trail = self.mover.trail;
  double begins = self.track(tracks).length - self.mover.metres - static_cast<double>(self.shape.front_m());
  for (std::uint32_t k = 0; k < trail.ahead() && begins < sight; ++k) {
    const Track& track = tracks[trail.ahead(k)];
    const world::EntryList list = around.occupancy.on(track.strip);
    const double start = track.is_along ? 0 : track.strip_length;
    const double centre = tracks.centre_at(track, 0), line = centre + track.sign() * self.mover.home;
    const auto half = static_cast<double>(self.shape.half_width_m());
    const Edges swept{line - half, line + half};
    const auto swept_at = [&](const Entry& e) {
      return track.has_fixed_centre ? swept : world::LaneBand(tracks, track, centre, swept).at(e);
    };
    const double scale = track.strip_length / track.length;
    const double front = start - track.sign() * begins * scale;
    const double far = start + track.sign() * (sight - begins) * scale;
    if (track.is_along) {
      for (auto at = list.begin(); at != list.end() && at.from() <= far; ++at) {
        if (at.to() > 0) search.add(*at, track, front, scale, swept_at(*at));
        if (search.is_done()) return search.result();
      }
    } else {
      for (auto at = list.end(); at != list.begin();) {
        --at;
        const double nearest = std::max(far, front - search.nearest_m() * scale);
        if (at.from() + around.occupancy.longest() < nearest) break;
        if (at.from() < track.strip_length) search.add(*at, track, front, scale, swept_at(*at));
      }
      if (search.is_done()) return search.result();
    }
    begins += track.length;
  }
  return search.result();
}

}  // namespace

double sight_m(double v) {
  BACKLOT_ASSERT(!std::isnan(v), "a speed is a number");
  return 25 + v * (2.5 + 0.22 * v);
}

Ahead find_ahead(const Surroundings& around, const Self& self, double sight) {
  return search_ahead<false>(around, self, sight, nullptr);
}

Ahead internal::find_ahead(const Surroundings& around, const Self& self, double sight,
                           ObjectsAhead& objects) {
  return search_ahead<true>(around, self, sight, &objects);
}

}  // namespace backlot::traffic
