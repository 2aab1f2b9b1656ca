#include "backlot/world/approach.h"

#include <algorithm>
#include <cmath>

namespace backlot::world {

namespace {

constexpr double kAsFastAsNobody = 1.35;  // times what road and bends allow
constexpr double kOfBody_s = 1;           // the front is so much sooner there than the guide
constexpr float kBeside_m = 0.5F;         // a body on the lane is not further beside it than this
constexpr double kFootprint_m = 1;        // footprints along are good to this
constexpr double kFirstQueue_m = 40;      // so far one looks at first

// How fast the road allows to go, at most, somewhere on a track.
double top_mps(const Tracks& tracks, const Track& track) {
  float top = std::min(track.limit_mps, track.bend_mps);
  if (track.zone_count > 1) {
    for (const SpeedZone& zone : tracks.zones(track))
      top = std::max(top, std::min(zone.limit_mps, zone.bend_mps));
  }
  return std::max(1.0, static_cast<double>(top));
}

// The lane that one whom nobody here drives goes along: the first in whose width he is, as in his listing. Empty where he goes along none.
TrackId lane_along(const Tracks& tracks, network::StripId strip, const Entry& e) {
  if (!e.has(EntryFlag::travels) || e.has(EntryFlag::approaches)) return {};
  const network::Strip& s = tracks.network().strip(strip);
  for (std::uint32_t k = 0; k < s.lane_count; ++k) {
    const TrackId id =
        tracks.track_of(network::DirectedLane{network::LaneId(s.first_lane + k), !e.has(EntryFlag::against)});
    if (id.is_empty()) continue;
    const double at = std::clamp(0.5 * (e.from + e.to), 0.0, tracks[id].strip_length);
    if (std::fabs(static_cast<double>(e.middle) - tracks.centre_at(tracks[id], at)) <=
        static_cast<double>(tracks[id].half_width))
      return id;
  }
  return {};
}

// Whether the guide of a body may be on a track, by what its strip's list tells. Who overtakes is on the lane beside.
bool may_be_on(const Track& track, const Entry& e) {
  if (!e.has(EntryFlag::own)) return false;
  if (!track.has_fixed_centre || e.has(EntryFlag::overtakes)) return true;
  const auto centre = static_cast<float>(track.centre);
  const float half = track.half_width + kBeside_m;
  return e.claim_left >= centre - half && e.claim_right <= centre + half;
}

}  // namespace

std::span<const Coming> Approach::find(const CastingView& view, const Mark& mark,
                                       const ApproachLimits& limits) {
  steps_.clear();
  found_.clear();
  const Tracks& tracks = view.roads.tracks;
  if (!is_mark(tracks, mark) || !(limits.within_m >= 0) || !(limits.within_s >= 0) || limits.most == 0)
    return {};
  ApproachLimits within = limits;
  within.within_m = std::min(within.within_m, kFurthest_m);
  const double top = kAsFastAsNobody * top_mps(tracks, tracks[mark.track]);
  steps_.push_back({mark.track, kNone, mark.metres, std::max(0.0, mark.metres / top), 0});
  for (std::uint32_t k = 0; k < steps_.size(); ++k) {
    const Step step = steps_[k];
    if (step.begins_m > 0) look_at(view, k, within);
    // whose guide is before this track has at least so far to go
    const double nearest_m = step.begins_m - view.reach_m();
    if (nearest_m > within.within_m || step.begins_s > within.within_s + kOfBody_s ||
        (found_.size() == within.most && nearest_m > found_.back().way_m))
      continue;
    add_before(tracks, k);
  }
  return found_;
}

void Approach::add_before(const Tracks& tracks, std::uint32_t step) {
  for (const TrackId before : tracks.before(tracks[steps_[step].track])) {
    bool is_on_path = false;
    for (std::uint32_t k = step; k != kNone && !is_on_path; k = steps_[k].next)
      is_on_path = steps_[k].track == before;
    if (is_on_path) continue;  // a ring
    const Track& track = tracks[before];
    const Step& next = steps_[step];
    const std::uint32_t chosen = next.chosen > 0 ? next.chosen + 1 : (track.onward_count != 1 ? 1 : 0);
    if (chosen >= Trail::kCapacity) continue;  // nobody has made up his mind so far ahead
    steps_.push_back({before, step, next.begins_m + track.length,
                      next.begins_s + track.length / (kAsFastAsNobody * top_mps(tracks, track)), chosen});
  }
}

// Those whose guide is on a track, before the mark.
void Approach::look_at(const CastingView& view, std::uint32_t step, const ApproachLimits& limits) {
  const Tracks& tracks = view.roads.tracks;
  const TrackId id = steps_[step].track;
  const Track& track = tracks[id];
  const EntryList list = view.occupancy.on(track.strip);
  if (list.empty()) return;
  const double begins = steps_[step].begins_m;
  const double last_m = std::min(begins, track.length), first_m = begins - limits.within_m - view.reach_m();
  // metres beyond the last track of a trail stay on it
  const double past_m = begins > track.length ? view.reach_m() : 0;
  double low = tracks.distance_at(track, std::max(0.0, first_m)), high = tracks.distance_at(track, last_m);
  if (!track.is_along) std::swap(low, high);
  (track.is_along ? high : low) += track.sign() * past_m;
  for (auto at = list.first_from(low - view.occupancy.longest() - kFootprint_m);
       at != list.end() && at.from() <= high + kFootprint_m; ++at) {
    if (at->has(EntryFlag::external)) {
      const double way = begins - static_cast<double>(at->front_m);
      if (way >= 0 && way <= limits.within_m && lane_along(tracks, track.strip, *at) == id)
        add_shortest({at->id, way, step}, limits.most);
      continue;
    }
    if (!may_be_on(track, *at)) continue;
    const Mover& mover = view.mover(at->id);
    if (mover.trail.current() != id) continue;
    const double way = begins - mover.metres - static_cast<double>(view.shape(mover).front_m());
    if (way < 0 || way > limits.within_m) continue;
    if (found_.size() == limits.most && way > found_.back().way_m) continue;
    if (leads_along(tracks, mover, step)) add({at->id, way, step}, limits.most);
  }
}

bool Approach::leads_along(const Tracks& tracks, const Mover& mover, std::uint32_t step) const {
  const Trail& trail = mover.trail;
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

void Approach::add(const Coming& coming, std::size_t most) {
  const auto is_before = [](const Coming& a, const Coming& b) {
    return a.way_m != b.way_m ? a.way_m < b.way_m : a.number < b.number;
  };
  found_.insert(std::upper_bound(found_.begin(), found_.end(), coming, is_before), coming);
  if (found_.size() > most) found_.pop_back();
}

// Several ways may lead there.
void Approach::add_shortest(const Coming& coming, std::size_t most) {
  const auto known = std::ranges::find(found_, coming.number, &Coming::number);
  if (known != found_.end()) {
    if (known->way_m <= coming.way_m) return;
    found_.erase(known);
  }
  add(coming, most);
}

std::span<const Coming> Approach::find_queue(const CastingView& view, const Mark& mark) {
  // as far as it takes to see its end
  for (double within = kFirstQueue_m;; within *= 2) {
    find(view, mark, {.within_m = within});
    std::size_t count = 0;
    double tail_m = 0;
    bool has_ended = false;
    for (; count < found_.size() && !has_ended; ++count) {
      const Coming& next = found_[count];
      const auto [length_m, speed_mps] = view.motion(next.number);
      has_ended = next.way_m - tail_m > kQueueGap_m || std::fabs(speed_mps) >= kCreeping_mps;
      if (has_ended) break;
      tail_m = std::max(tail_m, next.way_m + length_m);
    }
    if (has_ended || tail_m + kQueueGap_m <= within || within >= kFurthest_m)
      return std::span<const Coming>(found_).first(count);
  }
}

}  // namespace backlot::world
