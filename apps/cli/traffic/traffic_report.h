// What a run of traffic was asked for and how it went, for people and for programs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/json_output.h"
#include "apps/cli/traffic/explain.h"
#include "apps/cli/traffic/extremes.h"
#include "apps/cli/traffic/rides.h"
#include "apps/cli/traffic/turn_counts.h"
#include "apps/cli/traffic/walks.h"
#include "backlot/network/network.h"
#include "backlot/sim/mission_drive.h"
#include "backlot/sim/tally.h"
#include "backlot/world/body.h"

namespace backlot::cli {

using KindCounts = std::array<std::uint64_t, world::kVehicleKinds>;

struct TrafficSettings {
  NetworkInput input;
  std::size_t vehicles = 0, pedestrians = 0, bicycles = 0;
  double red_compliance = 1;  // the share of cyclists that wait at red
  double yielding =
      1;  // the share of drivers that yield to people at the kerb of a crosswalk without signals
  double in_groups = traffic::WalkerSet{}.in_groups;  // the share of people that walk in groups
  double seconds = 0;
  double step_s = 0.1;
  double warmup_s = 0;
  std::size_t threads = 1;
  std::uint64_t seed = 1;
  std::string trace, events, save, from, picture, mission;
  std::vector<std::string> explain;  // ID or ID@TIME
  std::vector<std::string> flows, turns;
  std::string mix, drivers = "suiting", arrivals = "random", update = "transactional";
  double least_headway_s = 0;
  bool as_json = false;
};

// Of a flow, after the warm-up.
struct FlowOutcome {
  std::uint64_t asked = 0, served = 0, waiting = 0;
  KindCounts served_of_kind{};
  double mean_delay_s = 0, longest_delay_s = 0;
};

struct Outcome {
  std::size_t capacity = 0, inserted = 0, running = 0, stopped = 0;
  std::size_t walkers = 0;     // people on foot
  std::size_t cyclists = 0;    // of the inserted
  std::optional<Walks> walks;  // of people on foot, after the warm-up
  std::optional<Rides> rides;  // of cyclists
  sim::Tally tally;
  std::vector<FlowOutcome> flows;  // by option
  double wall_s = 0, load_s = 0;
  double simulated_s = 0;  // after the warm-up; less than asked for where the run was interrupted
  bool is_interrupted = false;
  std::uint64_t collisions = 0;  // events of the kind contact, after the warm-up
  std::optional<Extreme> hardest_braking, longest_wait;
  std::vector<TurnCounts> turns;  // by option
  std::uint64_t hash = 0, events_hash = 0;
  std::vector<Explained> explained;
  std::optional<sim::MissionOutcome> mission;
};

Json traffic_json(const TrafficSettings& settings, const network::Network& network, const Outcome& outcome);
std::string traffic_text(const TrafficSettings& settings, const network::Network& network,
                         const Outcome& outcome);

}  // namespace backlot::cli
