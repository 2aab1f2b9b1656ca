// Puts vehicles on the road between steps; and the snapshot of the world, for questions.
#include <algorithm>
#include <cmath>

#include "backlot/network/network.h"
#include "backlot/sim/simulation.h"

namespace backlot::sim {

namespace {

constexpr double kAir_m = 0.5;  // between two bodies when one of them is put there
constexpr double kFastest_mps = 150;

// The track of a lane: as its traffic travels it, along where it may do both.
world::TrackId track_of(const world::Tracks& tracks, network::LaneId lane) {
  const world::TrackId along = tracks.track_of(network::DirectedLane{lane, true});
  return along.is_empty() ? tracks.track_of(network::DirectedLane{lane, false}) : along;
}

}  // namespace

std::string_view to_text(NotAdded refusal) {
  switch (refusal) {
    case NotAdded::none:
      return "it was added";
    case NotAdded::no_number:
      return "a number is none, or a speed that nobody has";
    case NotAdded::no_kind:
      return "there is no such kind";
    case NotAdded::no_lane:
      return "there is no lane for vehicles";
    case NotAdded::off_lane:
      return "it would reach over the edge of the lane";
    case NotAdded::past_end:
      return "it would reach over the end of the lane";
    case NotAdded::taken:
      return "another body is there";
    case NotAdded::full:
      return "the run has no room for more";
  }
  return "";
}

look::Snapshot Simulation::snapshot() {
  refresh_occupancy();
  return look::Snapshot::of_world(roads_,
                                  {occupancy_, numbers_, movers_, drivers_, shapes_, externals_.list()});
}

Added Simulation::add(world::ObjectKind kind, network::StripId strip, double distance, double offset,
                      double speed_mps) {
  const auto refused = [](NotAdded why) { return Added{{}, why}; };
  const world::Tracks& tracks = roads_.tracks;
  const network::Network& net = tracks.network();
  if (!std::isfinite(distance) || !std::isfinite(offset) || !(speed_mps >= 0 && speed_mps <= kFastest_mps))
    return refused(NotAdded::no_number);
  if (static_cast<std::size_t>(kind) >= world::kObjectKinds) return refused(NotAdded::no_kind);
  if (strip.is_empty() || strip.index() >= net.strips().size() || distance < 0 ||
      distance > net.strip(strip).length())
    return refused(NotAdded::no_lane);
  if (movers_.size() >= kMostVehicles) return refused(NotAdded::full);

  // the lane, and the body on it
  const network::LaneId lane = net.lane_at(strip, distance, offset);
  if (lane.is_empty()) return refused(NotAdded::off_lane);
  const world::TrackId id = track_of(tracks, lane);
  if (id.is_empty()) return refused(NotAdded::no_lane);
  const world::Track& track = tracks[id];
  const world::BodyShape& shape = shapes_[static_cast<std::size_t>(kind)].usual;
  const network::LaneEdges edges = net.edges(lane, distance);
  const auto half = static_cast<double>(shape.half_width_m());
  if (offset + half > edges.left || offset - half < edges.right) return refused(NotAdded::off_lane);
  const double metres = tracks.metres_at(track, distance);
  const double lateral = track.sign() * (offset - tracks.centre_at(track, distance));

  // the air around it; a long one that is about to turn to the kerb will have its nose there
  const world::LongShape& both = shapes_[static_cast<std::size_t>(kind)];
  for (const world::BodyShape* body : {&both.usual, &both.nose_guided}) {
    if (body == &both.nose_guided && !shape.is_long()) continue;
    if (metres < static_cast<double>(body->rear_m()) ||
        metres + static_cast<double>(body->front_m()) > track.length)
      return refused(NotAdded::past_end);
    world::Mover there;
    world::put_on_track(tracks, id, metres, lateral, there);
    if (is_taken(world::box_of(*body, there))) return refused(NotAdded::taken);
  }
  return {insert(kind, id, metres, speed_mps, std::nullopt, lateral), NotAdded::none};
}

// Whether another body is nearer to a box than kAir_m.
bool Simulation::is_taken(const world::BodyBox& box) {
  const double reach = box.half_length + box.half_width + kAir_m;
  const look::Snapshot now = snapshot();
  near_.clear();
  now.add_near({box.centre.x - reach, box.centre.y - reach, box.centre.x + reach, box.centre.y + reach},
               near_);
  return std::ranges::any_of(
      near_, [&](std::uint32_t number) { return world::overlap(now.seen(number).box, box, -kAir_m); });
}

}  // namespace backlot::sim
