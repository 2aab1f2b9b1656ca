// What can be seen by watching the bodies only. The observer shares no code with the drivers.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "backlot/network/locate.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/overlaps.h"

namespace backlot::sim {

struct Seen {
  std::uint64_t frames = 0, bodies = 0;
  std::uint64_t overlaps = 0;                    // pairs of boxes, in every frame
  std::uint64_t off_network = 0;                 // centres that lie on no way, corridor or intersection
  std::uint64_t red_crossings = 0;               // fronts that came over a stop line while it showed red
  std::uint64_t hard_braking = 0;                // more than 4 m/s2
  double hardest_braking = 0, hardest_gain = 0;  // m/s2
  double sharpest = 0;                           // 1/m, of the way of the rear axle
  double lateral = 0;                            // m/s2
  double side_slip = 0;                          // rad, of the rear axle against the mean heading
  double longest_stand_s = 0;
  std::string worst;  // what was seen first that should not be
};

class Observer {
 public:
  explicit Observer(const network::Network& network) : network_(network) {}

  // To be called after every step.
  void watch(const Simulation& simulation);
  const Seen& seen() const { return seen_; }

 private:
  struct Past {
    std::uint64_t tick = ~std::uint64_t{0};
    double axle_x = 0, axle_y = 0, heading_x = 0, heading_y = 0, speed = 0, stood_s = 0;
    double to_line = 0;
    network::CorridorId corridor{};
  };

  void watch_motion(const VehicleView& v, Past& past, double dt, std::uint64_t tick);
  void watch_line(const Simulation& simulation, const VehicleView& v, Past& past);

  const network::Network& network_;
  std::map<std::uint64_t, Past> past_;
  Seen seen_;
  base::SimTime last_time_;
  network::LocateScratch scratch_;
  Overlaps overlaps_;
};

}  // namespace backlot::sim
