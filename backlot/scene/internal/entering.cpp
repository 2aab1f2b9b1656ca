#include "backlot/scene/internal/entering.h"

#include <algorithm>

#include "backlot/base/assert.h"
#include "backlot/look/leader.h"
#include "backlot/traffic/vehicle/cycling/riding.h"
#include "backlot/traffic/vehicle/traits.h"

namespace backlot::scene {

namespace {

using world::Track;

constexpr double kSeen_m = 200, kSeen_s = 12;
constexpr double kAirBehind_s = 1.6, kAirAhead_s = 1.2, kAir_m = 10;
// A body that comes towards the place, as one that overtakes, is so far away: its driver has seen no vehicle there, and needs the lane until it is back.
constexpr double kOncoming_s = 16, kMostOncoming_m = 800;
constexpr double kEntryShare = 0.85;  // of the limit
constexpr double kTryEvery_m = 8;
constexpr double kFromStart_m = 10, kFromEnd_m = 5;  // of a stretch

// Where across the road the middle of the body is: cyclists ride at the kerb, or on a bicycle lane.
double offset_at(const world::Roads& roads, const Entry& entry, world::ObjectKind kind) {
  const Track& track = roads.tracks[entry.track];
  const double centre = roads.tracks.centre_at(track, roads.tracks.distance_at(track, entry.metres));
  if (kind != world::ObjectKind::bicycle) return centre;
  return centre + track.sign() * traffic::riding_place(roads.cycleways, entry.track, entry.metres);
}

// The body that a vehicle of that kind would have there.
look::SeenBody body_at(const world::Roads& roads, const Entry& entry, world::ObjectKind kind) {
  BACKLOT_ASSERT(!entry.track.is_empty(), "an entry lies on a track");
  const world::Tracks& tracks = roads.tracks;
  const Track& track = tracks[entry.track];
  const world::BodyShape shape = world::usual_shape(kind);
  const double distance = tracks.distance_at(track, entry.metres);
  const world::Tracks::Pose pose = tracks.pose(track, distance, offset_at(roads, entry, kind));
  return {{pose.point, track.sign() * pose.tangent.x, track.sign() * pose.tangent.y,
           0.5 * static_cast<double>(shape.length_m), static_cast<double>(shape.half_width_m())},
          static_cast<double>(shape.height_m)};
}

enum class Seen : std::uint8_t { yes, no, perhaps };
// By the distance alone.
Seen by_distance(const record::FrameObject& subject, const geometry::WorldPoint& eye,
                 const world::BodyBox& box) {
  const double away_m = distance_between(eye, box.centre);
  if (away_m < kNearest_m) return Seen::yes;
  if (away_m > std::max(kSeen_m, kSeen_s * subject.speed_mps) + box.half_length) return Seen::no;
  return Seen::perhaps;
}

geometry::WorldPoint ahead_of(const geometry::WorldPoint& point, double x, double y, double metres) {
  BACKLOT_ASSERT(metres >= 0, "a place lies ahead");
  return {point.x + metres * x, point.y + metres * y, point.z};
}

// Whether the subject would see a vehicle that comes in now: as it is put there, and in the frame after the step, when the bodies that hide it have
// gone on too.
bool would_be_seen(Play& play, const look::Snapshot& now, look::SeenBody body, double speed_mps) {
  BACKLOT_ASSERT(speed_mps >= 0, "a body that enters drives forward");
  const std::optional<record::FrameObject> subject = play.stage().find(play.subject);
  if (!subject) return true;
  geometry::WorldPoint eye = subject->centre;
  for (int k = 0; k < 2; ++k) {
    const Seen seen = by_distance(*subject, eye, body.box);
    if (seen == Seen::yes ||
        (seen == Seen::perhaps &&
         play.sight.would_be_visible(now, {.ground = eye, .of = play.subject, .later_s = k * play.step_s()},
                                     body)))
      return true;
    eye = ahead_of(eye, subject->heading_x, subject->heading_y, subject->speed_mps * play.step_s());
    body.box.centre =
        ahead_of(body.box.centre, body.box.heading_x, body.box.heading_y, speed_mps * play.step_s());
  }
  return false;
}

// Room on its lane: to the body ahead, which is no nearer than free_ahead_m, and to the body behind.
bool has_room_at(const world::Tracks& tracks, const look::Snapshot& now, const Entry& entry,
                 double free_ahead_m) {
  BACKLOT_ASSERT(free_ahead_m >= 0, "room ahead is not negative");
  const Track& track = tracks[entry.track];
  const network::Path path(tracks.network(), {track.lane, track.is_along}, 0, 0);
  look::PathNeighbours neighbours;
  const look::AlongPath along{
      .from_m = entry.metres, .within_m = std::max(80.0, free_ahead_m), .speed_mps = entry.speed_mps};
  const auto leader = neighbours.find_leader(now, path, along);
  if (leader && leader->gap_m < free_ahead_m) return false;
  if (leader &&
      leader->gap_m < kAir_m + kAirAhead_s * entry.speed_mps +
                          std::max(0.0, entry.speed_mps * (entry.speed_mps - leader->speed_mps) / 4))
    return false;
  const auto follower = neighbours.find_follower(now, path, along);
  return !follower || follower->gap_m > kAir_m + kAirBehind_s * follower->speed_mps +
                                            std::max(0.0, follower->speed_mps *
                                                              (follower->speed_mps - entry.speed_mps) / 4);
}

// Whether a body comes towards the place on the same lane.
bool is_faced(const world::Tracks& tracks, const look::Snapshot& now, const Entry& entry) {
  const Track& track = tracks[entry.track];
  if (!track.has_passing) return false;
  const network::Path path(tracks.network(), {track.lane, track.is_along}, 0, 0);
  look::PathNeighbours neighbours;
  const auto first = neighbours.find_leader(
      now, path, {.from_m = entry.metres, .within_m = kMostOncoming_m, .speed_mps = entry.speed_mps});
  return first && first->speed_mps < 0 && first->gap_m < kOncoming_s * (entry.speed_mps - first->speed_mps);
}

}  // namespace

double entry_mps(const Track& track, world::ObjectKind kind, double share) {
  BACKLOT_ASSERT(share > 0, "a vehicle that comes in drives");
  const float top_mps = traffic::usual_traits(kind).top_mps;
  return share * static_cast<double>(std::min(track.limit_mps, top_mps));
}

std::vector<Entry> places_on(const world::Tracks& tracks, const PlacedStretch& stretch,
                             world::ObjectKind kind) {
  BACKLOT_ASSERT(stretch.from_m <= stretch.to_m, "a stretch goes ahead");
  std::vector<Entry> found;
  const double speed_mps = entry_mps(tracks[stretch.track], kind, kEntryShare);
  const auto add = [&](double metres) {
    found.push_back({stretch.track, metres, stretch.to_mark_m + stretch.to_m - metres, speed_mps});
  };
  if (stretch.to_m - stretch.from_m <= kFromStart_m + kFromEnd_m) {
    add(0.5 * (stretch.from_m + stretch.to_m));
    return found;
  }
  for (double metres = stretch.to_m - kFromEnd_m; metres > stretch.from_m + kFromStart_m;
       metres -= kTryEvery_m)
    add(metres);
  return found;
}

bool is_in_sight(Play& play, const look::Snapshot& now, world::ObjectId id) {
  BACKLOT_ASSERT(!id.is_empty(), "an object is in sight or not");
  const std::optional<record::FrameObject> subject = play.stage().find(play.subject);
  if (!subject) return true;
  const Seen seen = by_distance(*subject, subject->centre, now.seen(id.slot()).box);
  if (seen != Seen::perhaps) return seen == Seen::yes;
  return play.sight.is_visible(now, {.ground = subject->centre, .of = play.subject}, id);
}

bool can_enter(Play& play, const Entry& entry, world::ObjectKind kind, bool is_hidden, double free_ahead_m) {
  const world::Tracks& tracks = play.scene->roads().tracks;
  const look::Snapshot now = play.stage().snapshot();
  return has_room_at(tracks, now, entry, free_ahead_m) &&
         !(is_hidden &&
           would_be_seen(play, now, body_at(play.scene->roads(), entry, kind), entry.speed_mps)) &&
         !is_faced(tracks, now, entry);
}

world::ObjectId enter(Play& play, const Entry& entry, world::ObjectKind kind) {
  const world::Roads& roads = play.scene->roads();
  const Track& track = roads.tracks[entry.track];
  const double distance = roads.tracks.distance_at(track, entry.metres);
  return play.stage().add(kind, track.strip, distance, offset_at(roads, entry, kind), entry.speed_mps).id;
}

}  // namespace backlot::scene
