#include "backlot/scene/internal/entering.h"

#include <algorithm>

#include "backlot/look/leader.h"

namespace backlot::scene {

namespace {

using world::Track;

constexpr double kNearest_m = 100;  // nothing enters or leaves nearer to the subject
constexpr double kSeen_m = 200, kSeen_s = 12;
constexpr double kAirBehind_s = 1.6, kAirAhead_s = 1.2, kAir_m = 10;

}  // namespace

bool is_in_sight(Play& play, const look::Snapshot& now, const look::SeenBody& body) {
  const std::optional<record::FrameObject> subject = play.stage().find(play.subject);
  if (!subject) return true;
  const double away_m = distance_between(subject->centre, body.box.centre);
  if (away_m < kNearest_m) return true;
  if (away_m > std::max(kSeen_m, kSeen_s * subject->speed_mps) + body.box.half_length) return false;
  return play.sight.would_be_visible(now, {.ground = subject->centre, .of = play.subject}, body);
}

look::SeenBody body_at(const world::Tracks& tracks, const Entry& entry, world::ObjectKind kind) {
  const Track& track = tracks[entry.track];
  const world::BodyShape shape = world::usual_shape(kind);
  const double distance = tracks.distance_at(track, entry.metres);
  const world::Tracks::Pose pose = tracks.pose(track, distance, tracks.centre_at(track, distance));
  return {{pose.point, track.sign() * pose.tangent.x, track.sign() * pose.tangent.y,
           0.5 * static_cast<double>(shape.length_m), static_cast<double>(shape.half_width_m())},
          static_cast<double>(shape.height_m)};
}

// Room on its lane: to the body ahead and to the body behind.
bool has_room_at(const world::Tracks& tracks, const look::Snapshot& now, const Entry& entry) {
  const Track& track = tracks[entry.track];
  const network::Path path(tracks.network(), {track.lane, track.is_along}, 0, 0);
  look::PathNeighbours neighbours;
  const look::AlongPath along{.from_m = entry.metres, .within_m = 80, .speed_mps = entry.speed_mps};
  const auto leader = neighbours.find_leader(now, path, along);
  if (leader &&
      leader->gap_m < kAir_m + kAirAhead_s * entry.speed_mps +
                          std::max(0.0, entry.speed_mps * (entry.speed_mps - leader->speed_mps) / 4))
    return false;
  const auto follower = neighbours.find_follower(now, path, along);
  return !follower || follower->gap_m > kAir_m + kAirBehind_s * follower->speed_mps +
                                            std::max(0.0, follower->speed_mps *
                                                              (follower->speed_mps - entry.speed_mps) / 4);
}

world::ObjectId enter(Play& play, const Entry& entry, world::ObjectKind kind) {
  const world::Tracks& tracks = play.scene->roads().tracks;
  const Track& track = tracks[entry.track];
  const double distance = tracks.distance_at(track, entry.metres);
  return play.stage().add(kind, track.strip, distance, tracks.centre_at(track, distance), entry.speed_mps).id;
}

}  // namespace backlot::scene
