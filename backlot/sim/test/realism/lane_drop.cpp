#include "backlot/sim/test/realism/lane_drop.h"

#include <algorithm>
#include <vector>

#include "backlot/sim/test/detector.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim {

namespace {

constexpr double kQueueFrom_m = 2300, kQueueTo_m = 2800, kQueue_mps = 30 / 3.6;
constexpr double kDetector_m = 300;  // of the last way
constexpr int kMostMinutes = 120;

double sum_of(const std::vector<double>& per_minute, std::size_t from, std::size_t to) {
  double sum = 0;
  for (std::size_t k = from; k < to; ++k) sum += per_minute[k];
  return sum;
}

}  // namespace

Breakdown raise_demand_until_it_breaks_down(const SimulationSettings& drivers) {
  const auto road = roads_of(kLaneDrop);
  SimulationSettings settings = drivers;
  std::vector<world::TrackId> origin;
  for (const char* name : {"R1", "R2", "R3"})
    origin.push_back(road->roads.tracks.track_of(
        {road->network.find_lane(road->network.find_strip("three"), name), true}));
  for (int k = 0; k < kMostMinutes / 5; ++k)
    settings.flows.push_back({.lanes = origin,
                              .vehicles_per_hour = 2400 + 100.0 * k,
                              .begin = base::SimTime() + base::Duration::from_seconds(300.0 * k),
                              .end = base::SimTime() + base::Duration::from_seconds(300.0 * (k + 1))});
  Simulation simulation(road->roads, settings);
  const network::StripId two = road->network.find_strip("two");
  Detector left(road->roads.tracks.track_of({road->network.find_lane(two, "R1"), true}), kDetector_m);
  Detector right(road->roads.tracks.track_of({road->network.find_lane(two, "R2"), true}), kDetector_m);

  std::vector<double> flow;  // by minute
  std::size_t slow_minutes = 0, has_stood_from = 0;
  Breakdown result;
  for (std::size_t minute = 0; minute < kMostMinutes; ++minute) {
    double speed = 0, seen = 0;
    for (int k = 0; k < 600; ++k) {
      simulation.step(base::Duration::from_milliseconds(100));
      left.watch(simulation);
      right.watch(simulation);
      for (std::size_t i = 0; i < simulation.size() && k % 10 == 0; ++i) {
        const world::Mover& mover = simulation.vehicle(i).mover;
        if (mover.guide.x < kQueueFrom_m || mover.guide.x > kQueueTo_m) continue;
        speed += mover.speed_mps;
        seen += 1;
      }
    }
    const double begin = 60.0 * static_cast<double>(minute);
    flow.push_back(static_cast<double>(left.count(begin, begin + 60) + right.count(begin, begin + 60)));
    slow_minutes = seen > 0 && speed / seen < kQueue_mps ? slow_minutes + 1 : 0;
    if (slow_minutes == 5 && !result.has_happened) {
      result.has_happened = true;
      has_stood_from = minute + 1;
      result.after_s = begin - 240;
    }
    if (result.has_happened && minute + 1 == has_stood_from + 10) break;
  }
  if (result.has_happened && flow.size() == has_stood_from + 10) {
    for (std::size_t k = 10; k + 5 <= has_stood_from; ++k)
      result.before_per_h = std::max(result.before_per_h, 6 * sum_of(flow, k - 10, k));
    result.discharge_per_h = 6 * sum_of(flow, has_stood_from, flow.size());
  }
  result.contacts = simulation.tally().contacts;
  result.longest_wait_s = static_cast<double>(simulation.tally().longest_wait_s);
  return result;
}

}  // namespace backlot::sim
