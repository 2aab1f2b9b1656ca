// Why a driver drives as it does, as values: its states, the vehicle that it follows, what keeps it from going faster, the vehicle that it waits for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/network/ids.h"
#include "backlot/traffic/vehicle/surroundings.h"

namespace backlot::traffic {

// What keeps a driver from going faster.
enum class Limit : std::uint8_t {
  free_road,    // nothing but its vehicle: it gains speed
  speed_limit,  // here, or soon
  bend,         // here, or soon
  leader,
  crossing,   // a vehicle that crosses its path, or stands across it
  merging,    // a vehicle that comes into its lane
  red_light,  // or a yellow one at which it stops
  stop_line,  // it has to stop there, or to look, before it goes on
  gap,        // it waits for one in a stream that goes first
  exit_room,  // no room behind the intersection
  lane_end,
  oncoming,   // an oncoming vehicle
  overtaken,  // a vehicle that passes, and to which it leaves the road
  reaction,   // the light has let it go, and it needs a moment
  directive,
};
std::string_view to_text(Limit limit);

// A lease that the driver holds: numbers of the directive and of its issuer, and the name of its kind.
struct HeldLease {
  std::uint64_t directive = 0;
  std::uint32_t issuer = 0;
  std::string_view kind{};
};

struct Why {
  struct Leader {
    std::uint32_t number = 0;  // of the object
    double gap_m = 0;          // bumper to bumper
    double speed_mps = 0;      // along the own path
  };
  // How much later than the own vehicle the other one, which goes first, would be at the conflict zone, and how much later it would have to
  // be. The driver goes into a gap that is long enough.
  struct Gap {
    double gap_s = 0, asked_s = 0;
  };

  std::vector<std::string>
      states;  // the active ones that have none below them, each with the way to it: "lane.side.keep"
  double accel_mps2 = 0;  // what the driver is about to do
  Limit limit = Limit::free_road;
  std::optional<Leader> leader;
  std::optional<std::uint32_t> waits_for;  // number of the object that limits the driver
  network::CorridorId
      corridor{};  // before or in which the driver is limited; empty where it is not at an intersection
  network::CorridorId others_corridor{};  // of the vehicle that it waits for there
  std::optional<Gap> gap;
  std::vector<HeldLease> leases;
};

// The driver's next decision, made on a copy of its mind; the world is that of a step's beginning.
Why find_why(const Surroundings& around, const Self& self, const Driver& driver);

}  // namespace backlot::traffic
