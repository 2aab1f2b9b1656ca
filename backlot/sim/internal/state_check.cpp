#include "backlot/sim/internal/state_check.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "backlot/sim/run.h"
#include "backlot/traffic/pedestrian/group.h"
#include "backlot/traffic/pedestrian/walker_machine.h"
#include "backlot/traffic/vehicle/driver_machine.h"

namespace backlot::sim {

namespace {

bool is_sound(const traffic::Driver& driver, const hcsm::MachineOutline& machine) {
  return driver.turns.size() <= traffic::Turns::kCapacity && !driver.states.is_empty() &&
         hcsm::is_sound(machine, {.active = driver.states});
}

// Every number that is taken belongs to one row, of extras or of external objects.
std::string find_fault_of_numbers(const RunState& s) {
  if (!s.numbers.is_sound()) return "the numbers of objects contradict each other";
  if (s.streams.size() != s.numbers.size()) return "there is not one random stream for each number";
  std::vector<bool> has_row(s.numbers.size());
  const auto take = [&](std::uint32_t number) {
    if (!s.numbers.is_taken(number) || has_row[number]) return false;
    has_row[number] = true;
    return true;
  };
  for (const std::uint32_t number : s.number_of)
    if (!take(number)) return fmt::format("vehicle {} is not among the objects, or twice", number);
  for (const ExternalBody& external : s.externals)
    if (!take(external.number))
      return fmt::format("external object {} is not among the objects, or twice", external.number);
  for (const traffic::Walker& walker : s.walkers)
    if (!take(walker.number))
      return fmt::format("walker {} is not among the objects, or twice", walker.number);
  for (std::uint32_t k = 0; k < has_row.size(); ++k)
    if (s.numbers.is_taken(k) && !has_row[k]) return fmt::format("object {} has no body", k);
  return {};
}

std::string find_fault_of_extras(const Run& run, const RunState& s) {
  if (s.number_of.size() != s.movers.size() || s.drivers.size() != s.movers.size())
    return "vehicles, drivers and numbers are not equally many";
  if (s.movers.size() > kMostExtras) return "there are more vehicles than a run has room for";
  const hcsm::MachineOutline machine = traffic::driver_machine().outline();
  for (std::size_t k = 0; k < s.movers.size(); ++k) {
    if (!world::is_sound(s.movers[k], run.roads.tracks.all().size()))
      return fmt::format(
          "vehicle {} is on a lane that does not exist, or has a coordinate that is not finite",
          s.number_of[k]);
    if (!is_sound(s.drivers[k], machine))
      return fmt::format("the driver of vehicle {} is in a state that its machine does not have",
                         s.number_of[k]);
  }
  return {};
}

// The members of a group form a ring.
bool is_in_ring(const RunState& s, const traffic::Walker& walker) {
  if (walker.is_alone()) return true;
  std::uint32_t number = walker.fellow;
  for (std::uint32_t k = 1; k < traffic::kMostInGroup; ++k) {
    const auto next = std::ranges::find(s.walkers, number, &traffic::Walker::number);
    if (number == walker.number || next == s.walkers.end()) return false;
    number = next->fellow;
    if (number == walker.number) return true;
  }
  return false;
}

std::string find_fault_of_walkers(const Run& run, const RunState& s) {
  if (s.walkers.size() > kMostWalkers) return "there are more walkers than a run has room for";
  const hcsm::MachineOutline machine = traffic::walker_machine().outline();
  const std::size_t doors = traffic::FootRoutes::count_doors(run.roads.footways);
  for (const traffic::Walker& walker : s.walkers) {
    if (walker.door != traffic::kNoDoor && walker.door >= doors)
      return fmt::format("walker {} is bound for a door that does not exist", walker.number);
    if (!is_in_ring(s, walker))
      return fmt::format("walker {} is in a group that does not hold together", walker.number);
    if (!traffic::is_sound(walker, run.roads.footways))
      return fmt::format("walker {} is on a footway that does not exist, or has a number that is not finite",
                         walker.number);
    if (walker.states.is_empty() || !hcsm::is_sound(machine, {.active = walker.states}))
      return fmt::format("walker {} is in a state that its machine does not have", walker.number);
  }
  return {};
}

bool is_sound(const record::Event& e, const network::Network& net) {
  const auto is_there = [](auto id, std::size_t count) { return id.is_empty() || id.index() < count; };
  return is_there(e.corridor, net.corridors().size()) && is_there(e.other_corridor, net.corridors().size()) &&
         is_there(e.from, net.lanes().size()) && is_there(e.to, net.lanes().size()) &&
         std::isfinite(e.relative_speed_mps);
}

}  // namespace

std::string settle(const Run& run, RunState& s) {
  if (std::string fault = find_fault_of_extras(run, s); !fault.empty()) return fault;
  if (std::string fault = find_fault_of_walkers(run, s); !fault.empty()) return fault;
  if (s.externals.size() > kMostExternals) return "there are more external objects than a run has room for";
  for (const ExternalBody& external : s.externals)
    if (!is_sound(external, run.settings.externals) ||
        !world::is_sound(external.watch, run.roads.tracks.network()))
      return fmt::format("external object {} cannot be under these settings", external.number);
  if (std::string fault = find_fault_of_numbers(s); !fault.empty()) return fault;
  if (!s.roles.is_sound(s.numbers.size())) return "an object has a role that does not exist";
  if (s.entrance_free.size() != run.roads.tracks.entrances().size())
    return "the entrances are not those of these roads";
  if (s.flows.size() != run.demand.flows().size()) return "the flows are not those of these settings";
  for (const FlowState& flow : s.flows)
    if (flow.served() > flow.asked) return "more vehicles of a flow came in than had arrived";
  if (!s.clocks.settle(run.roads.conflicts.signals()))
    return "a signal clock belongs to no programme of this network";
  if (!s.lights.is_sound(run.roads.conflicts.signals().size()))
    return "a lease on a light belongs to no programme of this network";
  if (!s.direction.has_restored(s.numbers.size(), run.roads.tracks.all().size()))
    return "a directive, lease or claim refers to an object or lane that does not exist";
  for (const record::Event& event : s.events.queued)
    if (!is_sound(event, run.roads.tracks.network()))
      return "an event names a lane or corridor that does not exist";
  for (const Contact& pair : s.touching)
    if (!s.numbers.is_taken(pair.one) || !s.numbers.is_taken(pair.other))
      return "a contact names an object that does not exist";
  return {};
}

}  // namespace backlot::sim
