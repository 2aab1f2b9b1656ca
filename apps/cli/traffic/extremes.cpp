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

void Extremes::look(const sim::Simulation& simulation) {
  const sim::Tally& tally = simulation.tally();
  const bool brakes_harder = tally.hardest_braking_mps2 > braking_mps2_;
  const bool waits_longer = tally.longest_wait_s > wait_s_;
  if (!brakes_harder && !waits_longer) return;

  // The one that stands longest keeps growing the figure step by step; it is looked for anew only when it is another one.
  std::optional<std::uint32_t> waiting;
  if (waits_longer) {
    wait_s_ = tally.longest_wait_s;
    const sim::RunState& state = simulation.state();
    for (std::size_t slot = 0; slot < state.drivers.size(); ++slot)
      if (state.drivers[slot].stood_s >= wait_s_ &&
          (!waiting || world::number_for_people(simulation.vehicle(slot).id) < *waiting))
        waiting = world::number_for_people(simulation.vehicle(slot).id);
    const bool is_same = longest_wait_ && waiting == longest_wait_->number;
    if (is_same) {
      longest_wait_->size = static_cast<double>(wait_s_);
      longest_wait_->time_s = simulation.tick().time.seconds();
      waiting.reset();
    }
  }
  if (!brakes_harder && !waiting) return;

  simulation.frame(frame_);
  const double time_s = frame_.time.seconds();
  const record::FrameObject* hardest = nullptr;
  for (const record::FrameObject& object : frame_.objects) {
    const std::uint32_t number = world::number_for_people(object.id);
    if (waiting && number == *waiting)
      longest_wait_ = Extreme{number, place_of(object), time_s, static_cast<double>(wait_s_)};
    if (object.behaviour == record::Behaviour::extra &&
        (hardest == nullptr || object.accel_mps2 < hardest->accel_mps2))
      hardest = &object;
  }
  if (!brakes_harder) return;
  braking_mps2_ = tally.hardest_braking_mps2;
  if (hardest != nullptr && hardest->accel_mps2 < 0)
    hardest_braking_ =
        Extreme{world::number_for_people(hardest->id), place_of(*hardest), time_s, braking_mps2_};
}

}  // namespace backlot::cli
