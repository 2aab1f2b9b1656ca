#include "apps/cli/traffic/extremes.h"

#include <cstddef>

#include <fmt/format.h>

#include "backlot/sim/run_state.h"

namespace backlot::cli {

std::string place_text(const network::Network& network, const RoadPlace& place) {
  if (place.strip.is_empty()) return "no road";
  std::string text = network.name_of(place.strip);
  if (!place.lane.is_empty()) text += fmt::format(", lane {}", network.name_of(place.lane));
  return text + fmt::format(", at {:.1f} m", place.distance_m);
}

Json place_json(const network::Network& network, const RoadPlace& place) {
  if (place.strip.is_empty()) return {{"way", nullptr}, {"lane", nullptr}, {"distance_m", nullptr}};
  return {{"way", network.name_of(place.strip)},
          {"lane", place.lane.is_empty() ? Json() : Json(network.name_of(place.lane))},
          {"distance_m", place.distance_m}};
}

namespace {

// The slot of the extra for which `is_more(slot, other slot)` holds against all others; the lowest id among equals.
template <class IsMore>
std::optional<std::size_t> find_most(const sim::Simulation& simulation, const IsMore& is_more) {
  std::optional<std::size_t> most;
  for (std::size_t slot = 0; slot < simulation.size(); ++slot)
    if (!most || is_more(slot, *most) ||
        (!is_more(*most, slot) && simulation.vehicle(slot).id < simulation.vehicle(*most).id))
      most = slot;
  return most;
}

std::optional<Extreme> make_extreme(const sim::Simulation& simulation, world::ObjectId id, double size) {
  const std::optional<record::FrameObject> object = simulation.find_object(id);
  if (!object) return std::nullopt;
  return Extreme{world::number_for_people(id), place_of(*object), simulation.tick().time.seconds(), size};
}

}  // namespace

void Extremes::look(const sim::Simulation& simulation) {
  const sim::Tally& tally = simulation.tally();
  if (tally.longest_wait_s > wait_s_) {
    wait_s_ = tally.longest_wait_s;
    look_for_wait(simulation);
  }
  if (tally.hardest_braking_mps2 > braking_mps2_) {
    braking_mps2_ = tally.hardest_braking_mps2;
    const sim::RunState& state = simulation.state();
    const auto slot = find_most(simulation, [&](std::size_t a, std::size_t b) {
      return state.movers[a].accel_mps2 < state.movers[b].accel_mps2;
    });
    if (slot) hardest_braking_ = make_extreme(simulation, simulation.vehicle(*slot).id, braking_mps2_);
  }
}

void Extremes::look_for_wait(const sim::Simulation& simulation) {
  const sim::RunState& state = simulation.state();
  const auto slot = find_most(simulation, [&](std::size_t a, std::size_t b) {
    return state.drivers[a].stood_s > state.drivers[b].stood_s;
  });
  if (!slot || state.drivers[*slot].stood_s < wait_s_) return;  // the one that waited has left
  const world::ObjectId id = simulation.vehicle(*slot).id;
  const double size = static_cast<double>(wait_s_);
  // the vehicle that waits longest keeps growing the figure step by step, where it stands
  if (longest_wait_ && world::number_for_people(id) == longest_wait_->number) {
    longest_wait_->size = size;
    longest_wait_->time_s = simulation.tick().time.seconds();
  } else {
    longest_wait_ = make_extreme(simulation, id, size);
  }
}

}  // namespace backlot::cli
