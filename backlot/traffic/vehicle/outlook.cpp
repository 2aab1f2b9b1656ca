#include "backlot/traffic/vehicle/outlook.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "backlot/base/inline.h"
#include "backlot/traffic/vehicle/internal/witness.h"
#include "backlot/world/sweep.h"

namespace backlot::traffic {

namespace {

using world::Entry;
using world::EntryFlag;
using world::Track;

constexpr double kAir_m = 0.1;  // at each side, so that nobody brushes past

constexpr float kMoving_mps = 1.5F, kStanding_mps = 0.1F;
constexpr float kCreeping_mps = 0.3F;      // slower ones stand
constexpr double kBeforeExternal_m = 1.5;  // one stands so far before what nobody drives
constexpr double kEarly_mps2 = 1.5;        // for it one brakes no sooner than this asks for
constexpr double kHardly_mps = 1.5;        // slower than this one need not leave its way,
constexpr double kStandsSoon_s = 0.7;      // nor where one will stand so soon
constexpr double kSwept_m = 30;            // so far ahead it is known what we will sweep
constexpr double kNearest_m = 0.05;        // and with less between them bodies do not get past each other
constexpr double kMeet_s = 0.7;            // nearer in time than this two meet
constexpr double kCalm_mps2 = 1,
                 kBrisk_mps2 = 2;  // so we are out of its way at the latest, there at the soonest
constexpr double kSlow_mps = 5;    // gaining up to this, or twice as much
constexpr double kInNeed_m = 0.4, kInNeed_mps2 = 3.5;  // nearer, and harder than comfort lets one
constexpr double kMoment_s = 0.5;                      // before it comes one stands
constexpr double kBegins_mps =
    7;  // slower ones may gain speed while we brake: so much, on the average, for each m/s of ours
constexpr double kGains = 0.2;
constexpr double kPasses_m = 6, kPasses_s = 1,
                 kPassesAir_m = 1;  // so near, so soon, and with so much room at the sides
constexpr double kSeen_s = 3;       // before who comes towards one stands still so early
constexpr double kAway_s = 0.6;     // so long before one comes those who cross are to be away
constexpr double kLate_s = 0.3;     // before a slower stretch: what one is too fast there may wait

bool is_in_band(const Entry& e, double right, double left) {
  return static_cast<double>(e.claim_left) > right && static_cast<double>(e.claim_right) < left;
}

// Looks through lists for the nearest bodies ahead of a place, in the direction of travel; and keeps who they are, where that is asked.
template <bool kTells>
class LeadSearch {
 public:
  LeadSearch(const Surroundings& around, const Self& self, internal::WhoAhead* who)
      : around_(around), self_(self), who_(who) {}

  // `front` is the distance of the own front on that strip, `scale` how much distance a metre makes.
  BACKLOT_INLINE void add(const Entry& e, const Track& track, double front, double scale, double edge_right,
                          double edge_left) {
    const bool is_along = track.is_along;
    if (e.id == self_.id) return;
    if (e.has(EntryFlag::approaches | EntryFlag::external)) [[unlikely]] {
      if (!e.has(EntryFlag::external) || add_external(e, track, front, scale, edge_right, edge_left)) return;
    }
    const double gap = (is_along ? e.from - front : front - e.to) / scale;
    if (gap >= ahead.beyond.gap_m) return;
    // who is beside is no lead for being near: two who squeeze past each other would both wait
    const double air = gap > 0 ? kAir_m : 0;
    const double right = edge_right - air, left = edge_left + air;
    const double speed = is_along ? static_cast<double>(e.speed_mps) : -static_cast<double>(e.speed_mps);
    if (!is_in_band(e, right, left)) {
      if (!track.is_straight && is_grazed(e, track, gap, right, left)) {
        ahead.crossing_m = gap;
        ahead.is_crossing_fast = false;
        if constexpr (kTells) who_->crossing = e.id;
        return;
      }
      if (e.has(EntryFlag::must) && gap > 0 && gap < std::min(ahead.merging.gap_m, ahead.lead.gap_m) &&
          wants_here(e, is_along, right, left)) {
        ahead.merging = {gap, speed};
        if constexpr (kTells) who_->merging = e.id;
      }
      return;
    }
    if (speed < 0 && e.has(EntryFlag::travels) && (e.has(EntryFlag::overtakes) || overtakes())) {
      if (gap > 0 && gap < ahead.oncoming.gap_m) {
        ahead.oncoming = {gap, speed};
        if constexpr (kTells) who_->oncoming = e.id;
      }
      return;
    }
    if ((self_.shape.is_long() || e.is_long()) && is_towards_or_across(e, speed) &&
        !(e.has(EntryFlag::external) && gap > kSwept_m) && gets_past(e, track))
      return;
    if (!e.has(EntryFlag::travels | EntryFlag::same_way) && speed < 0.5 * std::fabs(self_.speed())) {
      if (gap < std::min(ahead.crossing_m, ahead.lead.gap_m) && !is_soon_away(e, gap, right, left)) {
        ahead.crossing_m = gap;
        ahead.is_crossing_fast = e.pace_mps > kMoving_mps;
        if constexpr (kTells) who_->crossing = e.id;
      }
      return;
    }
    if (gap < ahead.lead.gap_m) {
      ahead.beyond = ahead.lead;
      ahead.lead = {gap, speed};
      // what comes towards may come through a wreck
      needs_two_ = self_.mover.is_shifting() || e.claim_right != e.right || e.claim_left != e.left ||
                   e.has(EntryFlag::external);
      if constexpr (kTells) {
        who_->beyond = who_->lead;
        who_->lead = e.id;
      }
    } else {
      ahead.beyond = {gap, speed};
      if constexpr (kTells) who_->beyond = e.id;
    }
  }

  // Those whose driver nobody knows and that begin behind our rear, but not end there: where they are, or will be, is beside us or reaches
  // ahead of us.
  [[gnu::noinline]] void add_begun(const world::EntryList& list, const Track& track, const world::Stance& own,
                                   double right, double left) {
    const double front = track.is_along ? own.foot.to : own.foot.from;
    for (auto at = list.begin(); at != list.end() && at.from() < own.foot.to; ++at) {
      const bool is_begun =
          track.is_along ? at.from() < own.foot.from && at->to > own.foot.from : at->to > own.foot.to;
      if (!is_begun || !at->has(EntryFlag::external)) continue;
      if (at->pace_mps < kCreeping_mps) {
        if (!at->has(EntryFlag::approaches) && is_in_band(*at, right, left)) add_beside(*at, track);
      } else {
        add_external(*at, track, front, own.distance_per_metre, right, left);
      }
    }
  }

  // So near is the last one who counts. Between two lanes there is one on each; a lead who leaves the lane hides another one.
  double nearest_m() const { return needs_two_ ? ahead.beyond.gap_m : ahead.lead.gap_m; }
  bool is_done() const { return nearest_m() < std::numeric_limits<double>::infinity(); }

  Ahead result() {
    if (!needs_two_) ahead.beyond = {};
    return ahead;
  }

  Ahead ahead;

 private:
  // Those whose driver nobody knows. Who stands, or goes the same way, is as others are, and is left to the rest: then false.
  [[gnu::noinline]] bool add_external(const Entry& e, const Track& track, double front, double scale,
                                      double right, double left) {
    const double gap = (track.is_along ? e.from - front : front - e.to) / scale,
                 length = (e.to - e.from) / scale;
    const double speed = track.sign() * static_cast<double>(e.speed_mps);
    const bool is_in_way = is_in_band(e, right - kAir_m, left + kAir_m);
    // who hardly moves, or brakes and soon will, stays until it is past; who has come into its way leaves that
    const bool stays = self_.speed() < kHardly_mps || self_.speed() < -kStandsSoon_s * self_.mover.accel_mps2;
    const bool is_ahead = gap > -static_cast<double>(self_.shape.front_m()) ||
                          (stays && gap + length > -static_cast<double>(self_.shape.length_m));
    if (self_.speed() < kHardly_mps && is_passing(e, speed) && is_ahead && gap < kPasses_m &&
        is_in_band(e, right - kPassesAir_m, left + kPassesAir_m))
      ahead.external_mps2 = std::max(ahead.external_mps2, 0.0);
    if (e.has(EntryFlag::foretold)) {
      if (is_in_way && is_ahead && is_met(e, gap, length)) ask_to_stop(gap);
      return true;
    }
    if (e.has(EntryFlag::approaches)) return true;
    if (!is_in_way) return false;
    if (speed < 0.5 * std::fabs(self_.speed()) && (gap > 0 || is_run_into(e, track, gap, right, left)))
      ask_in_need(gap);
    if (e.has(EntryFlag::travels) || e.pace_mps < kCreeping_mps) return false;
    if (speed < -0.5 * static_cast<double>(e.pace_mps)) {
      if (is_ahead) ask_for_oncoming(gap, -speed);
      return true;
    }
    if (speed >= 0.5 * std::fabs(self_.speed())) return false;
    // it crosses, and may stop at any time
    if (gap < std::min(ahead.crossing_m, ahead.lead.gap_m)) {
      ahead.crossing_m = gap;
      ahead.is_crossing_fast = false;
    }
    return true;
  }

  // Whether it goes by, or will in a moment, and not along with us: who has come to stand for it does not creep on meanwhile.
  static bool is_passing(const Entry& e, double speed) {
    return e.pace_mps >= kCreeping_mps && speed < 0.5 * static_cast<double>(e.pace_mps) &&
           (!e.has(EntryFlag::foretold) || e.comes_s() < kPasses_s);
  }

  // Whether we may be where it will be, while it is there: when at the soonest, and until when at the latest.
  bool is_met(const Entry& e, double gap, double length) const {
    const double v = self_.speed(), out_m = gap + length + static_cast<double>(self_.shape.length_m);
    return time_for(out_m, v, kCalm_mps2, std::max(v, kSlow_mps)) + kMeet_s > e.comes_s() &&
           time_for(gap, v, kBrisk_mps2, 2 * kSlow_mps) - kMeet_s < e.gone_s();
  }

  // Whether one who has come level with our front is run into if we go on. Footprints are larger than bodies that lie aslant: there may be
  // some way left to stop in.
  bool is_run_into(const Entry& e, const Track& track, double gap, double right, double left) {
    return gap > -static_cast<double>(self_.shape.front_m()) && is_in_band(e, right, left) &&
           !gets_past(e, track);
  }

  // One that stands beside us, aslant: a corner of it may be in our way. Who touches it already goes on, and out.
  void add_beside(const Entry& e, const Track& track) {
    const world::BodyBox box = box_of(e, track);
    const world::BodyBox& now = sweep().boxes().front();
    if (world::overlap(now, box, 0)) return;
    const double way = sweep().way_to(box, world::overlap(now, box, -kNearest_m) ? 0 : kNearest_m);
    const double v = self_.speed(), needed = braking_needed(v, way);
    if (needed > kEarly_mps2 || way < v + 1) ahead.external_mps2 = std::max(ahead.external_mps2, needed);
  }

  void ask_to_stop(double gap) {
    const double v = self_.speed(), room = gap - kBeforeExternal_m;
    const double needed = braking_needed(v, room);
    if (needed > kEarly_mps2 || room < v + 1) ahead.external_mps2 = std::max(ahead.external_mps2, needed);
  }

  // To stand before what does not get out of the way, where comfort would come too late.
  void ask_in_need(double gap) {
    const double needed = braking_needed(self_.speed(), gap - kInNeed_m);
    if (needed > kInNeed_mps2) ahead.external_mps2 = std::max(ahead.external_mps2, needed);
  }

  // To stand a moment before it is there: while we brake evenly, it comes nearer at `u`, and one that is slow may just have begun. Who
  // stands stays so until it has passed.
  void ask_for_oncoming(double gap, double u) {
    const double v = self_.speed(), room = std::max(gap - kBeforeExternal_m - kMoment_s * u, 0.01);
    const double gains = u < kBegins_mps ? kGains * v : 0;
    const double needed = v * (0.5 * v + u + gains) / room;
    if (needed > kEarly_mps2 || room < kSeen_s * (u + v))
      ahead.external_mps2 = std::max({ahead.external_mps2, needed, v > 0 ? kEarly_mps2 : 0});
  }

  // Whether one beside wants to come over to this lane.
  [[gnu::noinline]] static bool wants_here(const Entry& e, bool is_along, double right, double left) {
    constexpr double kBeside_m = 2.6;  // between the bodies
    const bool is_at_right = static_cast<double>(e.left) <= right;
    const double apart =
        is_at_right ? right - static_cast<double>(e.left) : static_cast<double>(e.right) - left;
    // to the growing offset: that is left for who travels along
    const bool to_left = e.has(is_along ? EntryFlag::wants_left : EntryFlag::wants_right);
    const bool to_right = e.has(is_along ? EntryFlag::wants_right : EntryFlag::wants_left);
    return apart < kBeside_m && (is_at_right ? to_left : to_right);
  }

  // Whether one who crosses our priority road has left the band, whichever way he goes, well before we are there. Elsewhere people wait
  // within intersections, and nobody knows.
  [[gnu::noinline]] bool is_soon_away(const Entry& e, double gap, double right, double left) const {
    if (e.pace_mps < kMoving_mps || !is_on_priority_road()) return false;
    const auto pace = static_cast<double>(e.pace_mps), along = static_cast<double>(e.speed_mps);
    const double across = std::sqrt(std::max(0.0, pace * pace - along * along));
    const double way =
        std::max(left - static_cast<double>(e.claim_right), static_cast<double>(e.claim_left) - right);
    return (way + kAway_s * across) * std::fabs(self_.speed()) < gap * across;
  }

  // Whether he comes towards us, or stands so, or stands across. (The speed of who stands has the sign of his direction too.)
  static bool is_towards_or_across(const Entry& e, double speed) {
    return e.has(EntryFlag::travels) ? std::signbit(speed) : e.pace_mps < kStanding_mps;
  }

  // Whether our body, on its way, does not touch his: in a turn the footprint of a long one is wider than what he takes of a lane.
  bool gets_past(const Entry& e, const Track& track) {
    return !sweep().comes_near(box_of(e, track), kNearest_m);
  }

  const world::Sweep& sweep() {
    constexpr double kNear_m = 15, kNear_s = 2;
    if (!sweep_) sweep_.emplace(around_.tracks, self_.shape, self_.mover, kNear_m + kNear_s * self_.speed());
    return *sweep_;
  }

  // His body, as well as it is known: by how he stands on his own strip, where that is one of this intersection.
  world::BodyBox box_of(const Entry& e, const Track& track) const {
    const world::Tracks& tracks = around_.tracks;
    if (!track.is_corridor() || e.has(EntryFlag::own)) return world::box_of(tracks, track, e);
    const auto own_on = [&](const Track& other) -> const Entry* {
      for (const Entry& there : around_.occupancy.on(other.strip))
        if (there.id == e.id && there.has(EntryFlag::own)) return &there;
      return nullptr;
    };
    for (const world::Conflict& conflict : around_.conflicts.of(track)) {
      const Track& other = tracks[conflict.other];
      if (const Entry* own = own_on(other)) return world::box_of(tracks, other, *own);
      for (const world::TrackId onward : tracks.onward(other)) {
        if (const Entry* own = own_on(tracks[onward])) return world::box_of(tracks, tracks[onward], *own);
      }
    }
    return world::box_of(tracks, track, e);
  }

  // Whether one who stands just beside the way through a bend is in it all the same: there footprints are good to some decimetres.
  [[gnu::noinline]] bool is_grazed(const Entry& e, const Track& track, double gap, double right,
                                   double left) {
    constexpr double kNear_m = 12, kFootprint_m = 0.3;
    return e.pace_mps < kStanding_mps && gap < std::min({kNear_m, ahead.crossing_m, ahead.lead.gap_m}) &&
           is_in_band(e, right - kFootprint_m, left + kFootprint_m) && !gets_past(e, track);
  }

  // In the intersection that he is in or comes to, and no light says otherwise.
  bool is_on_priority_road() const {
    const world::Trail& trail = self_.mover.trail;
    const Track& here = around_.tracks[trail.current()];
    if (!here.is_corridor() && trail.ahead() == 0) return false;
    const Track& track = here.is_corridor() ? here : around_.tracks[trail.ahead(0)];
    return track.is_corridor() && around_.signals.aspect(track.corridor) == network::Aspect::dark &&
           around_.tracks.network().corridor(track.corridor).control == network::Control::priority_road;
  }

  // Whether he is out himself: how the others see him.
  [[gnu::noinline]] bool overtakes() const {
    return around_.occupancy.on(self_.track(around_.tracks).strip)[self_.entry].has(EntryFlag::overtakes);
  }

  const Surroundings& around_;
  const Self& self_;
  internal::WhoAhead* who_;
  bool needs_two_ = false;
  std::optional<world::Sweep> sweep_;  // made when it is asked for, since that is seldom
};

template <bool kTells>
BACKLOT_INLINE Ahead search_ahead(const Surroundings& around, const Self& self, double sight,
                                  internal::WhoAhead* who) {
  const world::Tracks& tracks = around.tracks;
  const world::Stance& stance = self.stance;
  LeadSearch<kTells> search(around, self, who);

  // on the own strip: those whose rear is ahead of the own
  {
    const Track& track = self.track(tracks);
    const world::EntryList list = around.occupancy.on(track.strip);
    const auto right = static_cast<double>(stance.claim_right), left = static_cast<double>(stance.claim_left);
    const double scale = stance.distance_per_metre, reach = sight * scale;
    if (around.has_externals) [[unlikely]]
      search.add_begun(list, track, stance, right, left);
    if (track.is_along) {
      // of two that are level the larger number is ahead
      for (auto at = list.begin() + self.entry + 1; at != list.end() && at.from() <= stance.foot.to + reach;
           ++at) {
        search.add(*at, track, stance.foot.to, scale, right, left);
        if (search.is_done()) return search.result();
      }
    } else {
      // against the distance the rear is where an entry ends; lists are sorted by the other end
      const auto own = list.begin() + self.entry;
      auto at = own;
      while (at != list.end() && at.from() <= stance.foot.to) ++at;  // those who overlap
      while (at != list.begin()) {
        --at;
        const double nearest = std::min(reach, search.nearest_m() * scale);
        if (at.from() + around.occupancy.longest() < stance.foot.from - nearest) break;
        if (at == own || at.to() > stance.foot.to || (at.to() == stance.foot.to && at->id < self.id))
          continue;
        search.add(*at, track, stance.foot.from, scale, right, left);
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
    const double centre = tracks.centre_at(track, start) + track.sign() * self.mover.home;
    const auto half = static_cast<double>(self.shape.half_width_m());
    const double scale = track.strip_length / track.length;
    const double front = start - track.sign() * begins * scale;
    const double far = start + track.sign() * (sight - begins) * scale;
    if (track.is_along) {
      for (auto at = list.begin(); at != list.end() && at.from() <= far; ++at) {
        if (at.to() > 0) search.add(*at, track, front, scale, centre - half, centre + half);
        if (search.is_done()) return search.result();
      }
    } else {
      for (auto at = list.end(); at != list.begin();) {
        --at;
        const double nearest = std::max(far, front - search.nearest_m() * scale);
        if (at.from() + around.occupancy.longest() < nearest) break;
        if (at.from() < track.strip_length)
          search.add(*at, track, front, scale, centre - half, centre + half);
      }
      if (search.is_done()) return search.result();
    }
    begins += track.length;
  }
  return search.result();
}

}  // namespace

double sight_m(double v) { return 25 + v * (2.5 + 0.22 * v); }

Ahead find_ahead(const Surroundings& around, const Self& self, double sight) {
  return search_ahead<false>(around, self, sight, nullptr);
}

Ahead internal::find_ahead(const Surroundings& around, const Self& self, double sight, WhoAhead& who) {
  return search_ahead<true>(around, self, sight, &who);
}

Neighbours find_neighbours(const Surroundings& around, const Self& self, double right, double left) {
  Neighbours found;
  const Track& track = self.track(around.tracks);
  const world::Footprint& foot = self.stance.foot;
  const double scale = self.stance.distance_per_metre;
  const double reach = std::max(120.0, sight_m(self.speed())) * scale;
  const world::EntryList list = around.occupancy.on(track.strip);
  auto at = list.first_from(foot.from - reach);
  double nearest_ahead = std::numeric_limits<double>::infinity(), nearest_behind = nearest_ahead;
  for (; at != list.end() && at.from() <= foot.to + reach; ++at) {
    const Entry& e = *at;
    if (e.id == self.id || !is_in_band(e, right, left) || e.has(EntryFlag::approaches)) continue;
    // seen in the direction of travel
    const double ahead = (track.is_along ? e.from - foot.to : foot.from - e.to) / scale;
    const double behind = (track.is_along ? foot.from - e.to : e.from - foot.to) / scale;
    const double speed = track.sign() * static_cast<double>(e.speed_mps);
    if (ahead < 0 && behind < 0) {
      found.is_beside = true;
    } else if (ahead >= 0 && ahead < nearest_ahead) {
      nearest_ahead = ahead;
      found.ahead = {ahead, speed};
    } else if (behind >= 0 && behind < nearest_behind) {
      nearest_behind = behind;
      found.gap_behind_m = behind;
      found.speed_behind_mps = speed;
    }
  }
  return found;
}

Pace find_pace(const Surroundings& around, const Self& self, const DriverTraits& traits, double sight) {
  const world::Tracks& tracks = around.tracks;
  const world::Trail& trail = self.mover.trail;
  const double v = self.speed();
  Pace pace;
  double begins = -self.mover.metres;  // of the track, from the guide
  for (std::uint32_t k = 0; k <= trail.ahead() && begins < sight; ++k) {
    const Track& track = tracks[k == 0 ? trail.current() : trail.ahead(k - 1)];
    const auto is_lit = [&](const Track& corridor) {
      return corridor.is_corridor() && around.conflicts.signal(corridor.corridor).has_programme();
    };
    const auto add = [&](double from_m, float limit_mps, float bend_mps) {
      const double away = begins + from_m;
      const float road = limit_mps * traits.speed_factor;
      const auto speed = static_cast<double>(std::min(road, bend_mps));
      if (away <= 0) {
        pace.wanted_mps = speed;  // the last one that has begun counts
        pace.bend_mps = static_cast<double>(bend_mps);
        // in a bend one keeps no more distance than on the road; but at lights queues are dense enough
        pace.road_mps = is_lit(track) ? speed : static_cast<double>(road);
      } else if (away < sight && speed < v) {
        pace.braking_mps2 =
            std::max(pace.braking_mps2, (v * v - speed * speed) / (2 * std::max(away, kLate_s * v)));
      }
    };
    add(0, track.limit_mps, track.bend_mps);
    if (track.zone_count > 1) {
      for (const world::SpeedZone& zone : tracks.zones(track).subspan(1))
        add(static_cast<double>(zone.from_m), zone.limit_mps, zone.bend_mps);
    }
    begins += track.length;
  }
  return pace;
}

}  // namespace backlot::traffic
