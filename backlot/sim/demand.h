// Demand: which vehicles want to come in, where and when.
//
//   arrivals  | | |   |      || |          drawn once and for all, whatever the road does
//             v v v   v      vv v
//   queue     [][][] -> room at the entrance? -> on the road, with a delay that is known
//
// A flow is a sequence of vehicles. Each has a headway to the one before it and a kind, both drawn by the number of the
// flow and the number of the vehicle in it. So another flow, or a jam, changes the arrival, kind, character or turns of no vehicle.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "backlot/base/sim_time.h"
#include "backlot/traffic/vehicle/traits.h"
#include "backlot/world/occupancy.h"
#include "backlot/world/tracks.h"

namespace backlot::sim {

// random: headways are the least one and an exponential rest, so without a least one arrivals are a Poisson process; the larger
// the least one, the less they bunch. regular: all headways alike.
enum class Arrivals : std::uint8_t { random, regular };

struct Flow {
  std::vector<world::TrackId>
      lanes;  // entrances side by side; a vehicle takes one that leads to where it turns
  double vehicles_per_hour = 0;
  std::array<double, world::kVehicleKinds> mix{1};  // weights of cars, trucks, buses, motorcycles, bicycles
  base::SimTime begin{};                            // the first one comes a headway later
  base::SimTime end = base::SimTime::from_nanoseconds(
      std::numeric_limits<std::int64_t>::max());  // no vehicle arrives from here on
  Arrivals arrivals = Arrivals::random;
  double least_headway_s = 0;  // of random arrivals; below the mean one
};

// What is wrong with a flow, as a sentence; empty where nothing is.
std::string find_fault(const world::Tracks& tracks, const Flow& flow);

// How a flow has gone so far. All of it is state; the queue is what lies between the two counts.
struct FlowState {
  std::uint64_t asked = 0;                                           // arrived at the origin
  std::array<std::uint64_t, world::kVehicleKinds> served_of_kind{};  // came in
  base::SimTime next;                                                // when the one behind the queue arrives
  base::SimTime first;   // when the first of the queue arrived, or will
  base::Duration delay;  // summed over all vehicles that came in
  base::Duration longest_delay;

  std::uint64_t served() const;
  std::uint64_t waiting() const { return asked - served(); }

  static void visit(auto& self, auto& field) {
    field(self.asked, self.served_of_kind, self.next, self.first, self.delay, self.longest_delay);
  }
};

// The flows of a run and the luck of their vehicles. It is const: how a flow has gone is state, given in each call.
class Demand {
 public:
  // Flows without fault. Which is which goes by their order.
  Demand(std::uint64_t seed, std::vector<Flow> flows);

  std::span<const Flow> flows() const { return flows_; }
  // Before any vehicle arrived, one for each flow.
  std::vector<FlowState> at_start() const;

  // The vehicles that have arrived by now join the queues. As many states as flows.
  void arrive(base::SimTime now, std::span<FlowState> states) const;

  // ---- of the first vehicle in the queue of a flow
  world::ObjectKind kind_of_first(std::size_t flow, const FlowState& state) const;
  // Its stream of random numbers: no other vehicle has it, in this flow or another, nor has any object by its number.
  std::uint64_t stream_of_first(std::size_t flow, const FlowState& state) const;
  // It has come in.
  void serve(std::size_t flow, base::SimTime now, FlowState& state) const;

  // Whether a vehicle with this stream drives until the road ends and does not come back: a vehicle of a flow, or a
  // visitor. Any other vehicle that leaves is replaced by one that comes in: their number is kept.
  static bool leaves_for_good(std::uint64_t stream) { return (stream >> 62U) != 0; }
  // The stream of a visitor, which a director has added; `own` is that of its number.
  static std::uint64_t stream_of_visitor(std::uint64_t own) { return own | (std::uint64_t{1} << 62U); }

 private:
  base::Duration headway(std::size_t flow, std::uint64_t vehicle) const;

  std::uint64_t seed_;
  std::vector<Flow> flows_;
};

// The room at the start of a track: metres to the rear of the last vehicle on it, and how fast that drives.
struct EntranceRoom {
  double room_m = std::numeric_limits<double>::infinity();
  double speed_mps = 0;
};
EntranceRoom room_at_start(const world::Tracks& tracks, const world::Occupancy& occupancy,
                           world::TrackId track);

// How fast a vehicle comes in behind the last one, `gap_m` from bumper to bumper: as its driver likes, or so that it can come down to the other's
// speed in comfort. Below zero where the gap is shorter than the driver would keep.
double entry_speed(const traffic::DriverTraits& traits, double wanted_mps, double gap_m, double last_mps);

}  // namespace backlot::sim
