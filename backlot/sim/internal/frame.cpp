#include "backlot/sim/internal/frame.h"

#include <algorithm>
#include <variant>

#include "backlot/base/assert.h"
#include "backlot/sim/internal/externals.h"
#include "backlot/sim/internal/walkers.h"
#include "backlot/sim/run.h"
#include "backlot/traffic/vehicle/lights.h"

namespace backlot::sim {

namespace {

// The corridor that a body is on, or the first on its trail.
network::CorridorId next_corridor(const world::Tracks& tracks, const world::Trail& trail) {
  network::CorridorId corridor = tracks[trail.current()].corridor;
  for (std::uint32_t k = 0; k < trail.ahead() && corridor.is_empty(); ++k)
    corridor = tracks[trail.ahead(k)].corridor;
  return corridor;
}

record::Behaviour recorded(const Behaviour& behaviour) {
  struct Names {
    record::Behaviour operator()(const AsExtra&) const { return record::Behaviour::extra; }
    record::Behaviour operator()(const ByPose&) const { return record::Behaviour::external_pose; }
    record::Behaviour operator()(const BySteering&) const { return record::Behaviour::external_steering; }
    record::Behaviour operator()(const ByPath&) const { return record::Behaviour::external_path; }
    record::Behaviour operator()(const ByPattern&) const { return record::Behaviour::scripted; }
    record::Behaviour operator()(const Parked&) const { return record::Behaviour::parked; }
    record::Behaviour operator()(const Wrecked&) const { return record::Behaviour::wrecked; }
  };
  return std::visit(Names(), behaviour);
}

void fill_extra(const Run& run, std::size_t slot, traffic::SignalView& signals, record::FrameObject& object) {
  BACKLOT_ASSERT(slot < run.state.movers.size(), "there is no such extra");
  const world::Mover& mover = run.state.movers[slot];
  const world::BodyShape& shape = run.shape_of(mover);
  const world::BodyBox box = world::box_of(shape, mover);
  const world::Track& track = run.roads.tracks[mover.trail.current()];
  const traffic::Lights lights = traffic::lights_of(run.roads.tracks, shape, mover, run.state.drivers[slot]);
  object.id = run.state.numbers.id(run.state.number_of[slot]);
  object.role = run.state.roles.of(run.state.number_of[slot]);
  object.kind = mover.kind;
  object.brakes = lights.brakes;
  object.indicates_left = lights.indicates == traffic::Side::left;
  object.indicates_right = lights.indicates == traffic::Side::right;
  object.centre = box.centre;
  const double ahead = track.is_backing ? -1 : 1;
  object.heading_x = ahead * box.heading_x;
  object.heading_y = ahead * box.heading_y;
  object.length_m = shape.length_m;
  object.width_m = shape.width_m;
  object.height_m = shape.height_m;
  object.speed_mps = mover.speed_mps;
  object.accel_mps2 = mover.accel_mps2;
  object.strip = track.strip;
  object.lane = track.lane;
  object.distance = run.memory.stances[slot].view.distance;
  object.offset = run.memory.stances[slot].view.offset;
  object.corridor = next_corridor(run.roads.tracks, mover.trail);
  if (!object.corridor.is_empty()) object.signal = signals.aspect(object.corridor);
}

void fill_external(const Run& run, std::size_t row, traffic::SignalView& signals,
                   record::FrameObject& object) {
  BACKLOT_ASSERT(row < run.state.externals.size(), "there is no such external object");
  const ExternalBody& external = run.state.externals[row];
  const world::BodyBox box = world::box_of(external.body);
  const world::LanePlace& place = external.watch.place;
  object.id = run.state.numbers.id(external.number);
  object.role = run.state.roles.of(external.number);
  object.kind = external.kind;
  object.behaviour = recorded(external.behaviour);
  object.centre = box.centre;
  object.heading_x = box.heading_x;
  object.heading_y = box.heading_y;
  object.length_m = external.body.shape.length_m;
  object.width_m = external.body.shape.width_m;
  object.height_m = external.body.shape.height_m;
  object.speed_mps = external.body.speed_mps;
  object.accel_mps2 = external.accel_mps2;
  object.brakes = traffic::is_braking(external.body.speed_mps, external.accel_mps2) && !external.is_parked();
  object.strip = place.strip;
  object.lane = place.lane;
  object.corridor = place.corridor;
  object.distance = place.distance;
  object.offset = place.offset;
  if (!place.corridor.is_empty()) object.signal = signals.aspect(place.corridor);
}

void fill_walker(const Run& run, std::size_t row, traffic::SignalView& signals, record::FrameObject& object) {
  BACKLOT_ASSERT(row < run.state.walkers.size(), "there is no such walker");
  const traffic::Walker& walker = run.state.walkers[row];
  object.id = run.state.numbers.id(walker.number);
  object.role = run.state.roles.of(walker.number);
  object.kind = world::ObjectKind::pedestrian;
  object.centre = walker.at;
  object.heading_x = walker.heading_x;
  object.heading_y = walker.heading_y;
  object.length_m = walker.traits.length_m;
  object.width_m = walker.traits.width_m;
  object.height_m = walker.traits.height_m;
  object.speed_mps = walker.speed_mps();
  object.accel_mps2 = walker.accel_mps2;
  if (walker.shortcut.is_on) return;  // on no lane of people
  const world::Footway& footway = run.roads.footways[walker.footway];
  const world::FootPiece& piece = run.roads.footways.pieces(footway)[walker.piece];
  const double share = std::clamp((walker.metres - piece.from_m) / piece.length, 0.0, 1.0);
  object.strip = footway.strip;
  object.lane = footway.lane;
  object.distance = piece.strip_from + share * (piece.strip_to - piece.strip_from);
  object.offset = piece.centre + walker.offset;
  object.corridor = footway.corridor;
  if (footway.corridor.is_empty() && !walker.next.is_empty())
    object.corridor = run.roads.footways[walker.next].corridor;
  if (!object.corridor.is_empty()) object.signal = signals.aspect(object.corridor);
}

void fill(const Run& run, std::uint32_t slot, traffic::SignalView& signals, record::FrameObject& object) {
  if (is_walker(slot))
    fill_walker(run, walker_row(slot), signals, object);
  else if (is_external(slot))
    fill_external(run, external_row(slot), signals, object);
  else
    fill_extra(run, slot, signals, object);
}

}  // namespace

void make_frame(const Run& run, record::Frame& frame, const record::FrameOptions& options) {
  const RunState& s = run.state;
  const std::size_t extras = s.movers.size();
  frame.tick = s.tick.index;
  frame.time = s.tick.time;
  frame.hash = s.hash;
  frame.events_hash = s.events.hash;
  frame.role_names = s.roles.names;
  traffic::SignalView signals(run.roads.conflicts, s.clocks, s.tick.time);

  // ids are ordered by their numbers
  const std::size_t vehicles = extras + s.externals.size();
  frame.objects.resize(vehicles + s.walkers.size());
  frame.by_place.resize(vehicles + s.walkers.size());
  std::uint32_t row = 0;
  for (std::uint32_t number = 0; number < s.numbers.size(); ++number) {
    if (!s.numbers.is_taken(number)) continue;
    const std::uint32_t slot = s.numbers.slot(number);
    const std::size_t place = is_extra(slot)    ? slot
                              : is_walker(slot) ? vehicles + walker_row(slot)
                                                : extras + external_row(slot);
    frame.by_place[place] = row;
    record::FrameObject& object = frame.objects[row++];
    object = {};
    fill(run, slot, signals, object);
  }
  BACKLOT_ASSERT(row == frame.objects.size(), "each object has a number");

  frame.signals.clear();
  if (!options.has_signals) return;
  const network::Network& network = run.roads.tracks.network();
  frame.signals.resize(network.signal_groups().size(), network::Aspect::dark);
  for (std::uint32_t c = 0; c < network.corridors().size(); ++c) {
    const network::SignalGroupId group = network.corridors()[c].signal_group;
    if (!group.is_empty()) frame.signals[group.index()] = signals.aspect(network::CorridorId(c));
  }
}

std::optional<record::FrameObject> find_object(const Run& run, world::ObjectId id) {
  const std::optional<std::uint32_t> slot = run.state.numbers.find_slot(id);
  if (!slot) return std::nullopt;
  traffic::SignalView signals(run.roads.conflicts, run.state.clocks, run.state.tick.time);
  record::FrameObject object;
  fill(run, *slot, signals, object);
  return object;
}

traffic::VehicleView view_of(const Run& run, std::size_t slot) {
  BACKLOT_ASSERT(slot < run.state.movers.size(), "there is no such extra");
  const RunState& s = run.state;
  return {s.numbers.id(s.number_of[slot]), s.movers[slot], s.drivers[slot], run.shape_of(s.movers[slot])};
}

std::optional<traffic::VehicleView> find_extra(const Run& run, world::ObjectId id) {
  const std::optional<std::uint32_t> slot = run.state.numbers.find_extra(id);
  return slot ? std::optional(view_of(run, *slot)) : std::nullopt;
}

}  // namespace backlot::sim
