// An extra for a role that is relative to the subject. The source goes with the subject: it enters extras ahead of it or behind it, in its lane, on a
// lane beside it, or on the other side of the road, where the subject cannot see it.
#include <algorithm>
#include <cmath>

#include "backlot/scene/internal/entering.h"

namespace backlot::scene {

namespace {

using world::Track;
using world::TrackId;

constexpr double kEntryShare = 0.9;  // of the limit
constexpr double kTryEvery_m = 8;
constexpr double kFromEnd_m = 10;   // of the track, at both ends
constexpr double kPatience_s = 2;   // nobody has fitted for so long
constexpr double kOnItsWay_s = 20;  // so long after it was entered, an extra counts as on its way to its role
constexpr std::uint64_t kEvery = 10;  // steps

// The lane for traffic the other way that is nearest to a track; empty where there is none.
TrackId find_opposite(const world::Tracks& tracks, const Track& track) {
  TrackId best{};
  double best_m = 0;
  for (std::uint32_t k = 0; k < tracks.all().size(); ++k) {
    const Track& other = tracks.all()[k];
    if (other.strip != track.strip || other.is_along == track.is_along) continue;
    const double middle = 0.5 * track.strip_length;
    const double away_m = std::fabs(tracks.centre_at(other, middle) - tracks.centre_at(track, middle));
    if (!best.is_empty() && away_m >= best_m) continue;
    best = TrackId(k);
    best_m = away_m;
  }
  return best;
}

// The place of the source that belongs to a metre of the course; empty where there is no such lane.
std::optional<Entry> entry_at(const Play& play, const FromSubject& where, double metre) {
  const world::Course& course = play.scene->course();
  if (metre < 0 || metre > course.length_m()) return std::nullopt;
  const world::Tracks& tracks = play.scene->roads().tracks;
  const std::size_t part = course.part_at(metre);
  const Track& own = tracks[course.list()[part]];
  if (own.is_corridor()) return std::nullopt;
  TrackId lane = course.list()[part];
  if (where.is_oncoming) lane = find_opposite(tracks, own);
  if (where.side == world::Side::left) lane = own.left;
  if (where.side == world::Side::right) lane = own.right;
  if (lane.is_empty()) return std::nullopt;
  const Track& track = tracks[lane];
  const double metres = tracks.metres_at(track, tracks.distance_at(own, metre - course.start_of(part)));
  if (metres < kFromEnd_m || metres > track.length - kFromEnd_m) return std::nullopt;
  return Entry{lane, metres, 0, kEntryShare * static_cast<double>(track.limit_mps)};
}

bool is_on_its_way(const Play& play, const RoleState& role) {
  return role.supplied_s >= 0 && play.now_s() - role.supplied_s < kOnItsWay_s &&
         play.stage().find_extra(role.supplied).has_value();
}

}  // namespace

void supply_near_subject(Play& play, RoleState& role, const RoleDescription& description) {
  if (play.stage().tick().index % kEvery != 0 || is_on_its_way(play, role)) return;
  if (role.empty_since_s < 0 || play.now_s() - role.empty_since_s < kPatience_s) return;
  const std::optional<double> subject_s =
      play.subject_s(*play.scene->find_mark(description.supply->mark)->subject_m);
  if (!subject_s || *subject_s > description.supply->from_s || *subject_s <= 0) return;
  const SourceDescription& source =
      play.description().set.sources[play.scene->find_source(description.supply->source)];
  const auto& where = std::get<FromSubject>(source.where);
  const world::ObjectKind kind =
      description.kinds.empty() ? world::ObjectKind::car : description.kinds.front();
  const world::Tracks& tracks = play.scene->roads().tracks;
  const look::Snapshot now = play.stage().snapshot();
  // the place nearest to the subject comes first
  const bool is_ahead = where.to_m > 0;
  const double nearest_m = is_ahead ? where.from_m : where.to_m;
  for (double away_m = 0; away_m <= where.to_m - where.from_m; away_m += kTryEvery_m) {
    const std::optional<Entry> entry =
        entry_at(play, where, play.state.watch.front_m() + nearest_m + (is_ahead ? away_m : -away_m));
    if (!entry || !has_room_at(tracks, now, *entry)) continue;
    if (source.is_hidden && is_in_sight(play, now, body_at(tracks, *entry, kind))) continue;
    const world::ObjectId id = enter(play, *entry, kind);
    if (id.is_empty()) continue;
    role.supplied = id;
    role.supplied_s = play.now_s();
    return;
  }
}

}  // namespace backlot::scene
