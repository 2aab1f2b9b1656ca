#include "backlot/sim/placing.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/math.h"
#include "backlot/network/network.h"
#include "backlot/sim/internal/externals.h"
#include "backlot/sim/internal/rows.h"
#include "backlot/sim/internal/walkers.h"
#include "backlot/sim/run.h"

namespace backlot::sim {

namespace {

constexpr double kAir_m = 0.5;  // between two bodies when one of them is put there
constexpr double kFastest_mps = 150;
constexpr double kOnLane_m = 0.6;  // from the middle of a bicycle lane a cyclist is put no further than this

// The track of a lane in its direction of travel; along it where both directions are allowed.
world::TrackId track_of(const world::Tracks& tracks, network::LaneId lane) {
  const world::TrackId along = tracks.track_of(network::DirectedLane{lane, true});
  return along.is_empty() ? tracks.track_of(network::DirectedLane{lane, false}) : along;
}

// The track whose cyclists ride on a bicycle lane; empty where none does.
world::TrackId track_beside(const world::Roads& roads, network::LaneId lane, network::StripId strip,
                            double distance, double offset) {
  BACKLOT_ASSERT(!lane.is_empty(), "a bicycle lane lies beside a track");
  for (std::size_t k = 0; k < roads.tracks.all().size(); ++k) {
    const world::Track& track = roads.tracks.all()[k];
    const world::Cycleway& way = roads.cycleways[world::TrackId::from_size(k)];
    if (track.strip != strip || !way.has_lane()) continue;
    const double centre = roads.tracks.centre_at(track, distance);
    const bool is_beside = (offset - centre) * track.sign() * static_cast<double>(way.lane) > 0;
    if (is_beside && std::fabs(offset - centre - track.sign() * static_cast<double>(way.lane)) < kOnLane_m)
      return world::TrackId::from_size(k);
  }
  return {};
}

// Whether another body is nearer than the air that is asked for.
bool is_taken(Run& run, const world::BodyBox& box, double air_m = kAir_m) {
  const double reach = box.half_length + box.half_width + air_m;
  const look::Snapshot now = snapshot(run);
  std::vector<std::uint32_t>& near = run.memory.near;
  near.clear();
  now.add_near({box.centre.x - reach, box.centre.y - reach, box.centre.x + reach, box.centre.y + reach},
               near);
  return std::ranges::any_of(
      near, [&](std::uint32_t number) { return world::overlap(now.seen(number).box, box, -air_m); });
}

}  // namespace

look::Snapshot snapshot(Run& run) {
  run.memory.lists.refresh(run);
  const RunState& s = run.state;
  return look::Snapshot::of_world(run.roads, {run.memory.lists.occupancy(), s.numbers, s.movers, s.drivers,
                                              run.shapes, list_loose(run), s.externals.size()});
}

Added add_extra(Run& run, world::ObjectKind kind, network::StripId strip, double distance, double offset,
                double speed_mps, AtRoadEnd at_end) {
  const auto refused = [](NotAdded why) { return Added{{}, why}; };
  const world::Tracks& tracks = run.roads.tracks;
  const network::Network& net = tracks.network();
  if (!std::isfinite(distance) || !std::isfinite(offset) || !(speed_mps >= 0 && speed_mps <= kFastest_mps))
    return refused(NotAdded::no_number);
  if (static_cast<std::size_t>(kind) >= world::kVehicleKinds) return refused(NotAdded::no_kind);
  if (strip.is_empty() || strip.index() >= net.strips().size() || distance < 0 ||
      distance > net.strip(strip).length())
    return refused(NotAdded::no_lane);
  if (run.state.movers.size() >= kMostExtras) return refused(NotAdded::full);

  // the lane, and the body on it
  const network::LaneId lane = net.lane_at(strip, distance, offset);
  if (lane.is_empty()) return refused(NotAdded::off_lane);
  const bool is_on_bicycle_lane =
      kind == world::ObjectKind::bicycle && network::use_of(net.lane(lane).kind) == network::Use::bicycles;
  const world::TrackId id =
      is_on_bicycle_lane ? track_beside(run.roads, lane, strip, distance, offset) : track_of(tracks, lane);
  if (id.is_empty()) return refused(NotAdded::no_lane);
  const world::Track& track = tracks[id];
  const world::BodyShape& shape = run.shapes[static_cast<std::size_t>(kind)].usual;
  const network::LaneEdges edges = net.edges(lane, distance);
  const auto half = static_cast<double>(shape.half_width_m());
  if (offset + half > edges.left || offset - half < edges.right) return refused(NotAdded::off_lane);
  const double metres = tracks.metres_at(track, distance);
  const double lateral = track.sign() * (offset - tracks.centre_at(track, distance));

  // the air around it; a long one that is about to turn to the kerb will have its nose there
  const world::LongShape& both = run.shapes[static_cast<std::size_t>(kind)];
  for (const world::BodyShape* body : {&both.usual, &both.nose_guided}) {
    if (body == &both.nose_guided && !shape.is_long()) continue;
    if (metres < static_cast<double>(body->rear_m()) ||
        metres + static_cast<double>(body->front_m()) > track.length)
      return refused(NotAdded::past_end);
    world::Mover there;
    world::put_on_track(tracks, id, metres, lateral, there);
    if (is_taken(run, world::box_of(*body, there))) return refused(NotAdded::taken);
  }
  const world::ObjectId added = insert_extra(run, {.kind = kind,
                                                   .track = id,
                                                   .metres = metres,
                                                   .speed_mps = speed_mps,
                                                   .lateral = lateral,
                                                   .is_visitor = at_end == AtRoadEnd::leaves});
  run.memory.lists.forget();
  return {added, NotAdded::none};
}

Added add_person(Run& run, const direct::NewPerson& person) {
  const auto refused = [](NotAdded why) { return Added{{}, why}; };
  const world::Footways& footways = run.roads.footways;
  if (!geometry::is_place(person.at) ||
      !base::is_within(person.heading_x * person.heading_x + person.heading_y * person.heading_y, 0.99, 1.01))
    return refused(NotAdded::no_number);
  if (run.state.walkers.size() >= kMostWalkers) return refused(NotAdded::full);
  const std::optional<world::FootwayId> footway = nearest_sidewalk(footways, person.at);
  if (!footway) return refused(NotAdded::no_lane);
  traffic::Walker there;
  there.at = person.at;
  there.heading_x = person.heading_x;
  there.heading_y = person.heading_y;
  constexpr double kAirOfPeople_m = 0.25;
  if (is_taken(run, traffic::box_of(there), kAirOfPeople_m)) return refused(NotAdded::taken);
  const world::ObjectId id = insert_standing(run, person, *footway);
  run.memory.lists.forget();
  return {id, NotAdded::none};
}

}  // namespace backlot::sim
