// The world as frames show it.
#include <algorithm>
#include <variant>

#include "backlot/sim/simulation.h"
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

}  // namespace

record::FrameObject Simulation::frame_object(std::size_t slot, traffic::SignalView& signals) const {
  const VehicleView v = vehicle(slot);
  const world::BodyBox box = world::box_of(v.shape, v.mover);
  const world::Track& track = roads_.tracks[v.mover.trail.current()];
  const traffic::Lights lights = traffic::lights_of(roads_.tracks, v.shape, v.mover, v.driver);
  record::FrameObject object;
  object.id = v.id;
  object.kind = v.mover.kind;
  object.brakes = lights.brakes;
  object.indicates_left = lights.indicates == traffic::Side::left;
  object.indicates_right = lights.indicates == traffic::Side::right;
  object.centre = box.centre;
  const double ahead = track.is_backing ? -1 : 1;
  object.heading_x = ahead * box.heading_x;
  object.heading_y = ahead * box.heading_y;
  object.length_m = v.shape.length_m;
  object.width_m = v.shape.width_m;
  object.height_m = v.shape.height_m;
  object.speed_mps = v.mover.speed_mps;
  object.accel_mps2 = v.mover.accel_mps2;
  object.strip = track.strip;
  object.lane = track.lane;
  object.distance = stances_[slot].view.distance;
  object.offset = stances_[slot].view.offset;
  object.corridor = next_corridor(roads_.tracks, v.mover.trail);
  if (!object.corridor.is_empty()) object.signal = signals.aspect(object.corridor);
  return object;
}

// No lane binds it: of where it is the frame tells the place in the world alone.
record::FrameObject Simulation::external_object(std::size_t row) const {
  const ExternalBody& external = externals_[row];
  const world::BodyBox box = world::box_of(external.body);
  record::FrameObject object;
  object.id = numbers_.id(external.number);
  object.kind = external.kind;
  object.behaviour = recorded(external.behaviour);
  object.centre = box.centre;
  object.heading_x = box.heading_x;
  object.heading_y = box.heading_y;
  object.length_m = external.body.shape.length_m;
  object.width_m = external.body.shape.width_m;
  object.height_m = external.body.shape.height_m;
  object.speed_mps = external.body.speed_mps;
  return object;
}

void Simulation::frame(record::Frame& frame, const record::FrameOptions& options) const {
  frame.tick = tick_.index;
  frame.time = tick_.time;
  frame.hash = hash_;
  frame.events_hash = log_.hash();
  traffic::SignalView signals(roads_.conflicts, clocks_, tick_.time);

  frame.objects.clear();
  for (std::size_t slot = 0; slot < movers_.size(); ++slot)
    frame.objects.push_back(frame_object(slot, signals));
  for (std::size_t row = 0; row < externals_.size(); ++row) frame.objects.push_back(external_object(row));
  // by id, and where each of them has come to
  frame.by_place.resize(frame.objects.size());
  const auto is_before = [](const record::FrameObject& x, const record::FrameObject& y) {
    return x.id < y.id;
  };
  std::sort(frame.objects.begin(), frame.objects.end(), is_before);
  const auto place_of = [&frame](world::ObjectId id) {
    return static_cast<std::uint32_t>(record::find(frame, id) - frame.objects.data());
  };
  for (std::size_t slot = 0; slot < movers_.size(); ++slot)
    frame.by_place[slot] = place_of(numbers_.id(number_of_[slot]));
  for (std::size_t row = 0; row < externals_.size(); ++row)
    frame.by_place[movers_.size() + row] = place_of(numbers_.id(externals_[row].number));

  frame.signals.clear();
  if (!options.has_signals) return;
  const network::Network& network = roads_.tracks.network();
  frame.signals.resize(network.signal_groups().size(), network::Aspect::dark);
  for (std::uint32_t c = 0; c < network.corridors().size(); ++c) {
    const network::SignalGroupId group = network.corridors()[c].signal_group;
    if (!group.is_empty()) frame.signals[group.index()] = signals.aspect(network::CorridorId(c));
  }
}

}  // namespace backlot::sim
