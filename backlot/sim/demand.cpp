#include "backlot/sim/demand.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/base/random.h"
#include "backlot/traffic/vehicle/purposes.h"
#include "backlot/world/lane_band.h"

namespace backlot::sim {

namespace {

constexpr double kLeastPerHour = 0.01, kMostPerHour = 36000;

double sum_of(const std::array<double, world::kVehicleKinds>& mix) {
  double sum = 0;
  for (const double share : mix) sum += share;
  return sum;
}

std::uint64_t stream_of(std::size_t flow, std::uint64_t vehicle) {
  return (std::uint64_t{1} << 63U) | (std::uint64_t{flow} << 40U) | vehicle;
}

}  // namespace

std::string find_fault(const world::Tracks& tracks, const Flow& flow) {
  if (flow.lanes.empty()) return "a flow needs a lane to come in on";
  for (const world::TrackId lane : flow.lanes) {
    const std::span<const world::TrackId> entrances = tracks.entrances();
    if (std::find(entrances.begin(), entrances.end(), lane) == entrances.end())
      return "a flow comes in where the lane begins at an open end";
  }
  if (flow.vehicles_per_hour != 0 &&
      !(flow.vehicles_per_hour >= kLeastPerHour && flow.vehicles_per_hour <= kMostPerHour))
    return "a flow has 0, or from 0.01 to 36000 vehicles an hour";
  for (const double share : flow.mix) {
    if (!(share >= 0 && share <= 1e9)) return "a share of a mix is zero or more";
  }
  if (!(sum_of(flow.mix) > 0)) return "of the shares of a mix one is above zero";
  if (flow.begin < base::SimTime() || flow.end <= flow.begin) return "a flow ends after it begins";
  if (!(flow.least_headway_s >= 0 && flow.least_headway_s * flow.vehicles_per_hour < 3600))
    return "the least headway of a flow is shorter than the mean one";
  return {};
}

std::uint64_t FlowState::served() const {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : served_of_kind) sum += count;
  return sum;
}

Demand::Demand(std::uint64_t seed, std::vector<Flow> flows) : seed_(seed), flows_(std::move(flows)) {}

std::vector<FlowState> Demand::at_start() const {
  std::vector<FlowState> states(flows_.size());
  for (std::size_t k = 0; k < flows_.size(); ++k)
    states[k].first = states[k].next = flows_[k].begin + headway(k, 0);
  return states;
}

void Demand::arrive(base::SimTime now, std::span<FlowState> states) const {
  BACKLOT_ASSERT(states.size() == flows_.size(), "a state for each flow");
  for (std::size_t k = 0; k < flows_.size(); ++k) {
    if (flows_[k].vehicles_per_hour <= 0) continue;
    FlowState& state = states[k];
    while (state.next <= now && state.next < flows_[k].end) state.next += headway(k, ++state.asked);
  }
}

// Before the vehicle of a number.
base::Duration Demand::headway(std::size_t k, std::uint64_t vehicle) const {
  BACKLOT_ASSERT(k < flows_.size(), "there is no such flow");
  const Flow& flow = flows_[k];
  if (flow.vehicles_per_hour <= 0) return {};
  const double mean = 3600 / flow.vehicles_per_hour;
  if (flow.arrivals == Arrivals::regular) return base::Duration::from_seconds(mean);
  base::RandomStream random{seed_, stream_of(k, vehicle), traffic::Purpose::arrivals};
  return base::Duration::from_seconds(flow.least_headway_s + random.exponential(mean - flow.least_headway_s));
}

world::ObjectKind Demand::kind_of_first(std::size_t k, const FlowState& state) const {
  BACKLOT_ASSERT(state.waiting() > 0, "no vehicle waits");
  BACKLOT_ASSERT(k < flows_.size(), "there is no such flow");
  const std::array<double, world::kVehicleKinds>& mix = flows_[k].mix;
  base::RandomStream random{seed_, stream_of_first(k, state), traffic::Purpose::kind};
  double lot = random.uniform() * sum_of(mix);
  std::uint32_t last = 0;  // with a share
  for (std::uint32_t kind = 0; kind < world::kVehicleKinds && lot >= 0; ++kind) {
    if (mix[kind] <= 0) continue;
    last = kind;
    lot -= mix[kind];
  }
  return static_cast<world::ObjectKind>(last);
}

std::uint64_t Demand::stream_of_first(std::size_t k, const FlowState& state) const {
  BACKLOT_ASSERT(k < flows_.size(), "there is no such flow");
  return stream_of(k, state.served());
}

void Demand::serve(std::size_t k, base::SimTime now, FlowState& state) const {
  BACKLOT_ASSERT(k < flows_.size(), "there is no such flow");
  BACKLOT_ASSERT(state.waiting() > 0, "no vehicle waits");
  const base::Duration delay = now - state.first;
  state.delay += delay;
  state.longest_delay = std::max(state.longest_delay, delay);
  ++state.served_of_kind[static_cast<std::size_t>(kind_of_first(k, state))];
  state.first += headway(k, state.served());
}

namespace {

// The last vehicle on a track: the distance of its rear from the start of the track, and its speed.
EntranceRoom room_on(const world::Tracks& tracks, const world::Occupancy& occupancy,
                     const world::Track& track) {
  EntranceRoom last;
  const world::LaneBand lane =
      world::LaneBand::around(tracks, track, 0, static_cast<double>(track.half_width));
  for (const world::Entry& e : occupancy.on(track.strip)) {
    if (e.has(world::EntryFlag::approaches)) continue;
    if (!is_claim_between(e, lane.at(e))) continue;
    const double rear = track.is_along ? e.from : track.strip_length - e.to;
    if (rear < last.room_m) last = {rear, std::fabs(static_cast<double>(e.speed_mps))};
  }
  return last;
}

}  // namespace

EntranceRoom room_at_start(const world::Tracks& tracks, const world::Occupancy& occupancy,
                           world::TrackId id) {
  constexpr double kLook_m = 60;  // a vehicle that comes in on a short track must see beyond it
  constexpr std::size_t kMostTracks = 16;
  struct Part {
    world::TrackId track;
    double from_m;
  };
  std::array<Part, kMostTracks> parts{Part{id, 0}};
  std::size_t count = 1;
  EntranceRoom last;
  for (std::size_t k = 0; k < count; ++k) {
    const world::Track& track = tracks[parts[k].track];
    const EntranceRoom here = room_on(tracks, occupancy, track);
    if (parts[k].from_m + here.room_m < last.room_m) last = {parts[k].from_m + here.room_m, here.speed_mps};
    const double end_m = parts[k].from_m + track.length;
    if (end_m >= kLook_m) continue;
    for (const world::TrackId next : tracks.onward(track))
      if (count < kMostTracks) parts[count++] = {next, end_m};
  }
  return last;
}

double entry_speed(const traffic::DriverTraits& traits, double wanted_mps, double gap_m, double last_mps) {
  if (gap_m == std::numeric_limits<double>::infinity()) return wanted_mps;
  const double b = static_cast<double>(traits.brake_mps2), T = static_cast<double>(traits.headway_s);
  const double s0 = static_cast<double>(traits.gap_m), u = last_mps, v0 = wanted_mps;
  if (gap_m < s0 + std::min(u, v0) * T) return -1;
  // gap = s0 + v T + (v^2 - u^2) / 2b, solved for v
  return std::min(v0, std::sqrt(b * b * T * T + u * u + 2 * b * (gap_m - s0)) - b * T);
}

}  // namespace backlot::sim
