// Why a driver drives as he does, as values: what he is up to, whom he follows, what keeps him from going faster, whom he waits for.
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
  free_road,    // nothing but his car: he gains speed
  speed_limit,  // here, or soon
  bend,         // here, or soon
  leader,
  crossing,   // one who crosses his path, or stands across it
  merging,    // one who comes into his lane
  red_light,  // or a yellow one at which he stops
  stop_line,  // he has to stop there, or to look, before he goes on
  gap,        // he waits for one, in those who go first
  exit_room,  // there is none behind the intersection
  lane_end,
  oncoming,   // one who comes towards
  overtaken,  // one who passes, and to whom he leaves the road
  reaction,   // the light has let him go, and he needs a moment
  directive,
};
std::string_view to_text(Limit limit);

// A lease that the driver holds: numbers of the directive and of its issuer, and the name of its kind.
struct Told {
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
  // In one who goes first: how much later than himself that one would be at the place where they touch, and how much later he would
  // have to be. A gap that is long enough is gone into.
  struct Gap {
    double gap_s = 0, asked_s = 0;
  };

  std::vector<std::string>
      states;  // the active ones that have none below them, each with the way to it: "lane.side.keep"
  double accel_mps2 = 0;  // what he is about to do
  Limit limit = Limit::free_road;
  std::optional<Leader> leader;
  std::optional<std::uint32_t> waits_for;  // number of the object that limits him
  network::CorridorId
      corridor{};  // before or in which he is limited; empty where it is not at an intersection
  network::CorridorId others_corridor{};  // of whom he waits for there
  std::optional<Gap> gap;
  std::vector<Told> leases;
};

// His next decision, made on a copy of his mind; the world is that of a step's beginning.
Why find_why(const Surroundings& around, const Self& self, const Driver& driver);

}  // namespace backlot::traffic
