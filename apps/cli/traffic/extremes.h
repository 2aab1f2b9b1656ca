// The vehicle that braked hardest and the one that waited longest in a run of traffic, with place and time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "apps/cli/json_output.h"
#include "backlot/network/network.h"
#include "backlot/record/frame.h"
#include "backlot/sim/simulation.h"

namespace backlot::cli {

// Where an object of a frame is. The lane is empty between lanes, the strip off the network.
struct RoadPlace {
  network::StripId strip;
  network::LaneId lane;
  double distance_m = 0;
};
inline RoadPlace place_of(const record::FrameObject& object) {
  return {object.strip, object.lane, object.distance};
}

// `high_street, lane R1, at 45.2 m`; `no road` off the network.
std::string place_text(const network::Network& network, const RoadPlace& place);
// {"way", "lane", "distance_m"}; null for what is not known.
Json place_json(const network::Network& network, const RoadPlace& place);

struct Extreme {
  std::uint32_t number = 0;  // of the vehicle
  RoadPlace place;
  double time_s = 0;
  double size = 0;  // m/s2 or s
};

// Looks at a simulation after each step, and for a vehicle only where a figure of the tally has grown. It keeps nothing of the others.
class Extremes {
 public:
  void look(const sim::Simulation& simulation);

  const std::optional<Extreme>& hardest_braking() const { return hardest_braking_; }
  const std::optional<Extreme>& longest_wait() const { return longest_wait_; }

 private:
  void look_for_wait(const sim::Simulation& simulation);

  std::optional<Extreme> hardest_braking_, longest_wait_;
  double braking_mps2_ = 0;
  float wait_s_ = 0;
};

}  // namespace backlot::cli
