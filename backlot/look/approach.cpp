#include "backlot/look/approach.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/look/frame_snapshot.h"

namespace backlot::look {

namespace {

using world::Entry;
using world::EntryFlag;
using world::Track;
using world::TrackId;
using world::Tracks;

constexpr double kFasterThanAll = 1.35;  // times the speed that road and bends allow
constexpr double kOfBody_s = 1;          // the front arrives sooner than the guide, by no more than this
constexpr float kBeside_m = 0.5F;        // a body on the lane is not further beside it than this
constexpr double kFootprint_m = 1;       // footprints along are good to this
constexpr double kForEver = std::numeric_limits<double>::infinity();
constexpr double kFirstQueue_m = 40;  // the search for a queue begins with so many metres

// The highest speed that the road allows somewhere on a track.
double top_mps(const Tracks& tracks, const Track& track) {
  float top = std::min(track.limit_mps, track.bend_mps);
  if (track.zone_count > 1) {
    for (const world::SpeedZone& zone : tracks.zones(track))
      top = std::max(top, std::min(zone.limit_mps, zone.bend_mps));
  }
  return std::max(1.0, static_cast<double>(top));
}

// Whether the guide of an extra may be on a track, by its entry in the list of the strip. An extra that overtakes is on the lane beside.
bool may_be_on(const Track& track, const Entry& e) {
  if (!e.has(EntryFlag::own)) return false;
  if (!track.has_fixed_centre || e.has(EntryFlag::overtakes)) return true;
  const auto centre = static_cast<float>(track.centre);
  const float half = track.half_width + kBeside_m;
  return e.claim_left >= centre - half && e.claim_right <= centre + half;
}

}  // namespace

std::span<const Approaching> Approach::find(const Snapshot& snapshot, const world::Mark& mark,
                                            const ApproachLimits& limits) {
  steps_.clear();
  found_.clear();
  const Tracks& tracks = snapshot.roads().tracks;
  if (!world::is_mark(tracks, mark) || !(limits.within_m >= 0) || !(limits.within_s >= 0) || limits.most == 0)
    return {};
  ApproachLimits within = limits;
  within.within_m = std::min(within.within_m, kFurthest_m);
  const double top = kFasterThanAll * top_mps(tracks, tracks[mark.track]);
  steps_.push_back(
      {mark.track, kNone, mark.metres, std::max(0.0, mark.metres / top), 0, tracks[mark.track].corridor});
  const double past_end = snapshot.past_end_m();
  if (snapshot.is_recorded()) within.route = Route::next_corridor;
  for (std::uint32_t k = 0; k < steps_.size(); ++k) {
    const Step step = steps_[k];
    if (step.begins_m > 0) {
      if (snapshot.is_recorded())
        look_at_recorded(snapshot.frame(), k, within);
      else
        look_at(snapshot, k, within);
    }
    // a body that travels along a track before this one has at least so far to go
    const double nearest_m = step.begins_m - past_end;
    if (nearest_m > within.within_m || step.begins_s > within.within_s + kOfBody_s ||
        (found_.size() == within.most && nearest_m > found_.back().way_m))
      continue;
    add_before(tracks, k, within);
  }
  return found_;
}

void Approach::add_before(const Tracks& tracks, std::uint32_t step, const ApproachLimits& limits) {
  BACKLOT_ASSERT(step < steps_.size(), "there is no such step of the search");
  for (const TrackId before : tracks.before(tracks[steps_[step].track])) {
    bool is_on_path = false;
    for (std::uint32_t k = step; k != kNone && !is_on_path; k = steps_[k].next)
      is_on_path = steps_[k].track == before;
    if (is_on_path) continue;  // a ring
    const Track& track = tracks[before];
    const Step& next = steps_[step];
    Step added{before, step, next.begins_m + track.length,
               0,      0,    track.is_corridor() ? track.corridor : next.corridor};
    added.chosen = next.chosen > 0 ? next.chosen + 1 : (track.onward_count != 1 ? 1 : 0);
    if (added.chosen >= world::Trail::kCapacity && !counts_far_ahead(added, limits)) [[unlikely]]
      continue;
    if (limits.within_s < kForEver)
      added.begins_s = next.begins_s + track.length / (kFasterThanAll * top_mps(tracks, track));
    steps_.push_back(added);
  }
}

// No driver has chosen its tracks so far ahead. By the next corridor alone further ones count, each by its shortest way.
bool Approach::counts_far_ahead(const Step& step, const ApproachLimits& limits) const {
  if (limits.has_all_ways || limits.route != Route::next_corridor) return false;
  return std::ranges::none_of(steps_, [&](const Step& s) {
    return s.track == step.track && s.corridor == step.corridor && s.begins_m <= step.begins_m;
  });
}

// Finds the bodies with their guide on a track, before the mark.
void Approach::look_at(const Snapshot& snapshot, std::uint32_t step, const ApproachLimits& limits) {
  BACKLOT_ASSERT(step < steps_.size(), "there is no such step of the search");
  const Tracks& tracks = snapshot.roads().tracks;
  const TrackId id = steps_[step].track;
  const Track& track = tracks[id];
  const world::EntryList list = snapshot.occupancy().on(track.strip);
  if (list.empty()) return;
  const double begins = steps_[step].begins_m;
  const double last_m = std::min(begins, track.length),
               first_m = begins - limits.within_m - snapshot.past_end_m();
  // metres beyond the last track of a trail stay on it
  const double past_m = begins > track.length ? snapshot.past_end_m() : 0;
  double low = tracks.distance_at(track, std::max(0.0, first_m)), high = tracks.distance_at(track, last_m);
  if (!track.is_along) std::swap(low, high);
  (track.is_along ? high : low) += track.sign() * past_m;
  for (auto at = list.first_from(low - snapshot.occupancy().longest() - kFootprint_m);
       at != list.end() && at.from() <= high + kFootprint_m; ++at) {
    if (at->has(EntryFlag::external)) {
      look_at_external(snapshot, *at, step, limits);
      continue;
    }
    if (!may_be_on(track, *at)) continue;
    const world::Mover& mover = snapshot.mover(at->id);
    if (mover.trail.current() != id) continue;
    const double way = begins - mover.metres - static_cast<double>(snapshot.shape(mover).front_m());
    if (way < 0 || way > limits.within_m) continue;
    if (found_.size() == limits.most && way > found_.back().way_m) continue;
    if (limits.route == Route::next_corridor) {
      if (may_lead_along(snapshot.next_corridor(at->id), step)) add_shortest({at->id, way, step}, limits);
    } else if (leads_along(tracks, mover, step)) {
      add({at->id, way, step}, limits.most);
    }
  }
}

// The entry only says where to look: track and front follow from the body.
void Approach::look_at_external(const Snapshot& snapshot, const Entry& entry, std::uint32_t step,
                                const ApproachLimits& limits) {
  BACKLOT_ASSERT(step < steps_.size(), "there is no such step of the search");
  if (!entry.has(EntryFlag::travels) || entry.has(EntryFlag::approaches)) return;
  const TrackId id = steps_[step].track;
  const Travel travel =
      travel_on(snapshot.roads(), snapshot.roads().tracks[id].strip, entry, snapshot.seen(entry.id).box);
  const double way = steps_[step].begins_m - travel.front_m;
  if (travel.track == id && way >= 0 && way <= limits.within_m) add_shortest({entry.id, way, step}, limits);
}

void Approach::look_at_recorded(const FrameSnapshot& frame, std::uint32_t step,
                                const ApproachLimits& limits) {
  BACKLOT_ASSERT(step < steps_.size(), "there is no such step of the search");
  for (const FrameSnapshot::Traveller& t : frame.travellers(steps_[step].track)) {
    const double way = steps_[step].begins_m - t.front_m;
    if (way >= 0 && way <= limits.within_m && may_lead_along(t.next, step))
      add_shortest({t.number, way, step}, limits);
  }
}

bool Approach::leads_along(const Tracks& tracks, const world::Mover& mover, std::uint32_t step) const {
  BACKLOT_ASSERT(step < steps_.size(), "there is no such step of the search");
  const world::Trail& trail = mover.trail;
  const Track* last = &tracks[trail.current()];
  double reach = last->length - mover.metres;
  std::uint32_t k = 0;
  for (std::uint32_t at = steps_[step].next; at != kNone; at = steps_[at].next, ++k) {
    if (k < trail.ahead()) {
      if (trail.ahead(k) != steps_[at].track) return false;
    } else if (reach < kLooksAhead_m || last->onward_count != 1) {
      return false;
    }
    last = &tracks[steps_[at].track];
    reach += last->length;
  }
  return true;
}

bool Approach::may_lead_along(network::CorridorId next, std::uint32_t step) const {
  BACKLOT_ASSERT(step < steps_.size(), "there is no such step of the search");
  const network::CorridorId first = steps_[step].corridor;
  return next.is_empty() || first.is_empty() || next == first;
}

void Approach::add(const Approaching& body, std::size_t most) {
  BACKLOT_ASSERT(most > 0, "a search has room for what it finds");
  const auto is_before = [](const Approaching& a, const Approaching& b) {
    return a.way_m != b.way_m ? a.way_m < b.way_m : a.number < b.number;
  };
  found_.insert(std::upper_bound(found_.begin(), found_.end(), body, is_before), body);
  if (found_.size() > most) found_.pop_back();
}

// Several ways may lead there.
void Approach::add_shortest(const Approaching& body, const ApproachLimits& limits) {
  if (!limits.has_all_ways) {
    const auto known = std::ranges::find(found_, body.number, &Approaching::number);
    if (known != found_.end()) {
      if (known->way_m <= body.way_m) return;
      found_.erase(known);
    }
  }
  add(body, limits.most);
}

std::span<const Approaching> Approach::find_queue(const Snapshot& snapshot, const world::Mark& mark) {
  // as far as it takes to see the end of the queue
  for (double within = kFirstQueue_m;; within *= 2) {
    find(snapshot, mark, {.within_m = within, .route = Route::next_corridor});
    std::size_t count = 0;
    double tail_m = 0;
    bool has_ended = false;
    for (; count < found_.size() && !has_ended; ++count) {
      const Approaching& next = found_[count];
      const auto [length_m, speed_mps] = snapshot.motion(next.number);
      has_ended = next.way_m - tail_m > kQueueGap_m || std::fabs(speed_mps) >= kCreeping_mps;
      if (has_ended) break;
      tail_m = std::max(tail_m, next.way_m + length_m);
    }
    if (has_ended || tail_m + kQueueGap_m <= within || within >= kFurthest_m)
      return std::span<const Approaching>(found_).first(count);
  }
}

}  // namespace backlot::look
