#include "backlot/sim/external_changes.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/sim/internal/events.h"
#include "backlot/sim/internal/externals.h"
#include "backlot/sim/internal/rows.h"
#include "backlot/sim/internal/stages/contacts.h"
#include "backlot/sim/internal/walkers.h"
#include "backlot/sim/run.h"
#include "backlot/traffic/vehicle/lane_change.h"
#include "backlot/traffic/vehicle/outlook.h"
#include "backlot/traffic/vehicle/routing/way_finding.h"

namespace backlot::sim {

namespace {

constexpr double kBeside_m = 1, kAlong = 0.9553;  // cosine of 0.3 rad: from there an extra can drive on
constexpr double kShoulder_m = 4;                 // a body that stands may come from beside the road
constexpr double kAbove_m = 0.5;                  // the height is taken from the surface
constexpr double kSame_m = 0.01;                  // a place that differs by less is the same

bool are_equal(const world::BodyShape& a, const world::BodyShape& b) {
  return a.length_m == b.length_m && a.width_m == b.width_m && a.wheelbase_m == b.wheelbase_m &&
         a.rear_overhang_m == b.rear_overhang_m;
}

// Where on a track a guide would be.
struct LanePlace {
  world::TrackId track{};
  double metres = 0, lateral = 0;
};

// The lane that runs the way of a body, nearest to a place of it; ties go to the smaller number.
LanePlace find_lane(const world::Tracks& tracks, const geometry::WorldPoint& guide,
                    const world::LooseBody& body) {
  const network::Network& net = tracks.network();
  std::vector<geometry::IndexAnswer> answers;
  net.index().locate_all(guide, {-kAbove_m, kAbove_m, 0}, answers);
  LanePlace best;
  const double beside_m = body.speed_mps == 0 ? kShoulder_m : kBeside_m;
  for (const geometry::IndexAnswer& answer : answers) {
    for (const network::StripId strip : net.strips_on(network::RibbonId(answer.ribbon))) {
      const network::Strip& s = net.strip(strip);
      const double distance = answer.located.point.distance + answer.located.beyond - s.from;
      if (!base::is_within(distance, 0, s.length())) continue;
      for (std::uint32_t node = 2 * s.first_lane; node < 2 * (s.first_lane + s.lane_count); ++node) {
        const world::TrackId id = tracks.track_of(network::DirectedLane::of_node(node));
        if (id.is_empty()) continue;
        const world::Track& track = tracks[id];
        const geometry::Vec3 tangent = tracks.tangent_at(track, distance);
        const double along = track.sign() * (tangent.x * body.heading_x + tangent.y * body.heading_y);
        const double lateral =
            track.sign() * (answer.located.point.offset - tracks.centre_at(track, distance));
        const bool is_nearer = best.track.is_empty() || std::fabs(lateral) < std::fabs(best.lateral) ||
                               (std::fabs(lateral) == std::fabs(best.lateral) && id < best.track);
        if (along >= kAlong && std::fabs(lateral) <= beside_m && is_nearer)
          best = {id, tracks.metres_at(track, distance), lateral};
      }
    }
  }
  return best;
}

// The body of an extra, as an external object.
ExternalBody as_external(const Run& run, std::size_t slot) {
  BACKLOT_ASSERT(slot < run.state.movers.size(), "there is no such extra");
  const world::Mover& mover = run.state.movers[slot];
  ExternalBody external;
  external.number = run.state.number_of[slot];
  external.kind = mover.kind;
  external.body.shape = run.shapes[static_cast<std::size_t>(mover.kind)].usual;
  external.body.middle = world::box_of(run.shape_of(mover), mover).centre;
  external.body.heading_x = mover.heading_x;
  external.body.heading_y = mover.heading_y;
  external.body.speed_mps = mover.speed_mps;
  return external;
}

// The guide is where it was, and so is the body; what it is beside its place in the lane is a shift that has begun.
std::string_view become_extra(Run& run, std::size_t row) {
  BACKLOT_ASSERT(row < run.state.externals.size(), "there is no such external object");
  RunState& s = run.state;
  const world::Tracks& tracks = run.roads.tracks;
  const ExternalBody& external = s.externals[row];
  const world::LooseBody& body = external.body;
  if (!world::is_vehicle(external.kind)) return "it is no vehicle";
  const world::BodyShape& shape = run.shapes[static_cast<std::size_t>(external.kind)].usual;
  if (!are_equal(shape, body.shape)) return "its body is not that of its kind";
  if (body.speed_mps < 0) return "it reverses";
  if (s.movers.size() >= kMostExtras) return "a run has no room for more";
  const geometry::WorldPoint guide =
      world::ahead_of_middle(body, static_cast<double>(shape.rear_m() - 0.5F * shape.length_m));
  const LanePlace at = find_lane(tracks, guide, body);
  if (at.track.is_empty()) return "no lane that runs its way is within 1 m and 0.3 rad";
  if (at.metres < static_cast<double>(shape.rear_m())) return "its tail is not on the lane yet";
  world::Mover mover;
  mover.kind = external.kind;
  mover.shape_class = world::width_class(mover.kind, shape);
  world::put_on_track(tracks, at.track, at.metres, at.lateral, mover);
  if (std::fabs(mover.guide.x - guide.x) > kSame_m || std::fabs(mover.guide.y - guide.y) > kSame_m)
    return "the lane does not hold it";
  mover.heading_x = body.heading_x;
  mover.heading_y = body.heading_y;
  mover.speed_mps = body.speed_mps;
  const std::uint32_t number = external.number;
  traffic::Driver driver = new_driver(run, external.kind, s.streams[number]);
  world::begin_shift(traffic::keep_of(tracks, driver), mover);
  traffic::look_ahead(tracks, run.turning, s.streams[number], traffic::sight_m(mover.speed_mps), driver,
                      mover);
  erase_external_row(run, row);
  s.numbers.move(number, static_cast<std::uint32_t>(s.movers.size()));
  add_row(run, number, mover, driver);
  return {};
}

}  // namespace

AddedExternal add_external(Run& run, world::ObjectKind kind, const PoseCommand& pose,
                           const Behaviour& behaviour, const std::optional<world::BodyShape>& shape) {
  RunState& s = run.state;
  const ExternalSettings& settings = run.settings.externals;
  if (static_cast<std::uint32_t>(kind) >= world::kObjectKinds) return {{}, "there is no such kind of object"};
  if (s.externals.size() >= kMostExternals) return {{}, "a run has no room for more external objects"};
  if (!geometry::is_place(pose.middle) || !std::isfinite(pose.heading_rad))
    return {{}, "its pose is no place and heading"};
  if (!base::is_within(pose.speed_mps, -settings.fastest_back_mps, settings.fastest_mps))
    return {{}, "its speed is beyond the limits"};
  ExternalBody external;
  external.kind = kind;
  external.body.shape = shape.value_or(
      world::is_vehicle(kind) ? run.shapes[static_cast<std::size_t>(kind)].usual : world::usual_shape(kind));
  if (!is_sound(external.body.shape)) return {{}, "its body has no sound shape"};
  const base::SinCos heading = base::sin_cos(pose.heading_rad);
  external.body.middle = pose.middle;
  external.body.heading_x = heading.cos;
  external.body.heading_y = heading.sin;
  external.body.speed_mps = pose.speed_mps;
  if (const std::string_view fault = begin_behaviour(behaviour, s.tick.time, settings, external);
      !fault.empty())
    return {{}, fault};
  const world::ObjectId id = s.numbers.create(0);
  if (id.slot() >= s.streams.size()) s.streams.resize(id.slot() + 1U);
  s.streams[id.slot()] = s.numbers.own_stream(id.slot());
  external.number = id.slot();
  look_at_place(run, external);
  add_external_row(run, std::move(external));
  queue_entered(run, id);
  run.memory.lists.forget();
  return {id, {}};
}

bool remove_object(Run& run, world::ObjectId id) {
  const std::optional<std::uint32_t> slot = run.state.numbers.find_slot(id);
  if (!slot) return false;
  queue_left(run, id);
  if (is_walker(*slot)) {
    remove_walker(run, walker_row(*slot));
  } else if (is_external(*slot)) {
    forget_contacts_of(run, id.slot());
    erase_external_row(run, external_row(*slot));
    run.state.roles.forget(id.slot());
    run.state.numbers.destroy(id);
  } else {
    remove_extra(run, *slot);
  }
  run.memory.lists.forget();
  return true;
}

std::string_view set_behaviour(Run& run, world::ObjectId id, const Behaviour& behaviour) {
  const std::optional<std::uint32_t> slot = run.state.numbers.find_slot(id);
  const bool becomes_extra = std::holds_alternative<AsExtra>(behaviour);
  if (!slot) return "there is no such object";
  if (is_walker(*slot)) return "a person on foot is moved by its own machine alone";
  if (is_extra(*slot)) return becomes_extra ? std::string_view() : become_external(run, *slot, behaviour);
  const std::size_t row = external_row(*slot);
  run.memory.lists.forget();
  return becomes_extra ? become_extra(run, row)
                       : begin_behaviour(behaviour, run.state.tick.time, run.settings.externals,
                                         run.state.externals[row]);
}

std::string_view become_external(Run& run, std::size_t slot, const Behaviour& behaviour) {
  BACKLOT_ASSERT(slot < run.state.movers.size(), "there is no such extra");
  if (run.state.externals.size() >= kMostExternals) return "a run has no room for more external objects";
  ExternalBody external = as_external(run, slot);
  const std::string_view fault =
      begin_behaviour(behaviour, run.state.tick.time, run.settings.externals, external);
  if (!fault.empty()) return fault;
  erase_row(run, slot);
  look_at_place(run, external);
  add_external_row(run, std::move(external));
  run.memory.lists.forget();
  return {};
}

}  // namespace backlot::sim
