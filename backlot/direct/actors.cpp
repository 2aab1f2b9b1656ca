#include "backlot/direct/actors.h"

#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::direct {

namespace {

constexpr double kAbove_m = 0.5;   // an object stands on a surface that is no further above or below
constexpr double kAlong = 0.5;     // the cosine of the angle to a lane that still runs its way
constexpr double kBeside_m = 0.5;  // its middle may be so far beside the lane

const world::BodyShape& shape_of(const Actors& run, const world::Mover& mover) {
  BACKLOT_ASSERT(static_cast<std::size_t>(mover.kind) < run.shapes.size(),
                 "a mover has the shape of its kind");
  const world::LongShape& shape = run.shapes[static_cast<std::size_t>(mover.kind)];
  return mover.is_nose_guided ? shape.nose_guided : shape.usual;
}

// The lane of a strip that runs the way of a body and is nearest to it; ties go to the smaller number.
std::optional<Place> nearest_lane(const world::Tracks& tracks, const network::Strip& strip, double distance,
                                  double offset, const world::LooseBody& body) {
  BACKLOT_ASSERT(!std::isnan(distance) && !std::isnan(offset), "a place on a strip is made of numbers");
  std::optional<Place> best;
  for (std::uint32_t node = 2 * strip.first_lane; node < 2 * (strip.first_lane + strip.lane_count); ++node) {
    const world::TrackId id = tracks.track_of(network::DirectedLane::of_node(node));
    if (id.is_empty()) continue;
    const world::Track& track = tracks[id];
    const geometry::Vec3 tangent = tracks.tangent_at(track, distance);
    const double along = track.sign() * (tangent.x * body.heading_x + tangent.y * body.heading_y);
    const double lateral = track.sign() * (offset - tracks.centre_at(track, distance));
    if (along < kAlong || std::fabs(lateral) > static_cast<double>(track.half_width) + kBeside_m) continue;
    if (!best || std::fabs(lateral) < std::fabs(best->lateral))
      best = Place{id, tracks.metres_at(track, distance), lateral};
  }
  return best;
}

}  // namespace

std::optional<DirectedActor> find_actor(const Actors& run, Scratch& scratch, world::ObjectId id) {
  const std::optional<std::uint32_t> slot = run.numbers.find_extra(id);
  if (!slot) return std::nullopt;
  world::Mover& mover = run.movers[*slot];
  return DirectedActor{run, scratch, id, shape_of(run, mover), mover, run.drivers[*slot]};
}

std::optional<DirectedWalker> find_walker(const Actors& run, world::ObjectId id) {
  const std::optional<std::uint32_t> slot = run.numbers.find_slot(id);
  if (!slot || !world::ObjectNumbers::is_walker_slot(*slot)) return std::nullopt;
  const std::size_t row = world::ObjectNumbers::row_of(*slot);
  BACKLOT_ASSERT(row < run.walkers.size(), "a walker has a row");
  return DirectedWalker{run, id, run.walkers[row]};
}

std::optional<SeenObject> find_object(const Actors& run, world::ObjectId id) {
  const std::optional<std::uint32_t> slot = run.numbers.find_slot(id);
  if (!slot) return std::nullopt;
  if ((*slot & world::ObjectNumbers::kExternal) == 0) {
    const world::Mover& mover = run.movers[*slot];
    const world::BodyShape& shape = shape_of(run, mover);
    return SeenObject{mover.speed_mps, static_cast<double>(shape.front_m()),
                      static_cast<double>(shape.rear_m()), &mover, nullptr};
  }
  const std::size_t first =
      world::ObjectNumbers::is_walker_slot(*slot) ? run.loose.size() - run.walkers.size() : 0;
  const std::size_t row = first + world::ObjectNumbers::row_of(*slot);
  if (row >= run.loose.size()) return std::nullopt;
  const world::LooseBody& body = run.loose[row].body;
  const double half = 0.5 * static_cast<double>(body.shape.length_m);
  return SeenObject{body.speed_mps, half, half, nullptr, &body};
}

std::span<const Place> find_places(const Actors& run, Scratch& scratch, const SeenObject& object) {
  scratch.places.clear();
  if (object.mover != nullptr) {
    scratch.places.push_back({object.mover->trail.current(), object.mover->metres, object.mover->lateral});
    return scratch.places;
  }
  const network::Network& net = run.roads.tracks.network();
  scratch.answers.clear();
  net.index().locate_all(object.body->middle, {-kAbove_m, kAbove_m, 0}, scratch.answers);
  for (const geometry::IndexAnswer& answer : scratch.answers) {
    for (const network::StripId id : net.strips_on(network::RibbonId(answer.ribbon))) {
      const network::Strip& strip = net.strip(id);
      const double distance = answer.located.point.distance + answer.located.beyond - strip.from;
      if (distance < 0 || distance > strip.length()) continue;
      if (const auto place =
              nearest_lane(run.roads.tracks, strip, distance, answer.located.point.offset, *object.body))
        scratch.places.push_back(*place);
    }
  }
  return scratch.places;
}

}  // namespace backlot::direct
