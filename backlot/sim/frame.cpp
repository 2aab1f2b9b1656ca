// The world as frames show it.
#include <algorithm>

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
  object.heading_x = box.heading_x;
  object.heading_y = box.heading_y;
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

void Simulation::frame(record::Frame& frame, const record::FrameOptions& options) const {
  frame.tick = tick_.index;
  frame.time = tick_.time;
  frame.hash = hash_;
  frame.events_hash = log_.hash();
  traffic::SignalView signals(roads_.conflicts, clocks_, tick_.time);

  // first slots by number, then the place of each slot among the objects
  frame.by_place.resize(movers_.size());
  for (std::uint32_t k = 0; k < frame.by_place.size(); ++k) frame.by_place[k] = k;
  std::sort(frame.by_place.begin(), frame.by_place.end(),
            [&](std::uint32_t a, std::uint32_t b) { return number_of_[a] < number_of_[b]; });
  frame.objects.clear();
  for (const std::uint32_t slot : frame.by_place) frame.objects.push_back(frame_object(slot, signals));
  for (std::size_t slot = 0; slot < movers_.size(); ++slot) {
    const record::FrameObject* object = record::find(frame, numbers_.id(number_of_[slot]));
    frame.by_place[slot] = static_cast<std::uint32_t>(object - frame.objects.data());
  }

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
