// How much a motorway carries where three lanes become two, before and after it breaks down. Fronts are counted across the road in frames alone
// (sim/test/judges/cross_section.h).
// Usage: capacity_bench [--smoke] [--results FOLDER] [--runs SEEDS] [--first SEED] [--jobs N].
//
// One vehicle of ten is a truck. The demand begins with 2,200 vehicles an hour and grows by 100 in every quarter of an hour, until the road breaks down: in
// five minutes on end the vehicles that come over the line 100 m before the lane begins to end go slower than 50 km/h in the mean. Capacity is defined as in
// the Highway Capacity Manual (6th edition, chapter 12): the flow of 15 minutes at which 15 % of the roads break down. It is estimated by the product limit
// (Brilon, Geistefeldt, Regler, 2005): the 15 minutes right before a breakdown count as a failure at their flow, all 15 minutes before those as survived.
// Discharge is the flow of 30 minutes, from ten minutes after the breakdown on. Seeds below 10,000 were used while drivers were mended; the default ones were not.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/judges/cross_section.h"
#include "backlot/sim/test/overlaps.h"
#include "backlot/sim/test/realism/lane_drop.h"
#include "backlot/sim/test/roads.h"
#include "bench/on_all_cores.h"
#include "bench/options.h"
#include "bench/results.h"

namespace backlot::bench {
namespace {

constexpr std::uint64_t kFirstSeed = 84'201;
constexpr base::Duration kStep = base::Duration::from_milliseconds(100);
constexpr double kSmoke_s = 1200, kNoEnd_s = 1e9;
constexpr double kTrucks = 0.1, kFirst_vph = 2200, kMore_vph = 100, kMost_vph = 5200;
constexpr double kQuarter_s = 900, kMinute_s = 60;
constexpr double kBefore_m = 2800, kBehind_m = 3400;  // where fronts are counted
constexpr double kQueue_mps = 50 / 3.6;
constexpr int kQueueMinutes = 5;
constexpr double kWarmUp_s = 300, kRest_s = 600, kDischarge_s = 1800;
constexpr double kShare = 0.15;  // of the roads that break down

struct Outcome {
  bool has_broken_down = false;
  double broke_down_s = 0, demand_vph = 0;
  std::vector<double> survived_vph;       // quarters of an hour before
  double failed_vph = 0;                  // the one right before
  std::array<double, 6> discharge_vph{};  // by five minutes
  std::array<double, 2> lanes_vph{};      // of all of it, from the left
  double before_kmh = 0, queue_kmh = 0;   // over the line before the drop
  std::uint64_t contacts = 0;
  double longest_wait_s = 0;

  double discharge() const {
    double sum = 0;
    for (const double flow : discharge_vph) sum += flow / 6;
    return sum;
  }
  // The second quarter of an hour against the first.
  double steadiness() const {
    const auto& d = discharge_vph;
    const double first = d[0] + d[1] + d[2];
    return first > 0 ? (d[3] + d[4] + d[5]) / first : 0;
  }
};

Outcome run_seed(const sim::TestRoads& road, std::uint64_t seed, double longest_s) {
  sim::SimulationSettings settings{.seed = seed, .drivers = traffic::motorway_drivers()};
  std::vector<world::TrackId> origin(road.roads.tracks.entrances().begin(),
                                     road.roads.tracks.entrances().end());
  double most_s = 0;
  for (double demand = kFirst_vph; demand <= kMost_vph; demand += kMore_vph, most_s += kQuarter_s)
    settings.flows.push_back({.lanes = origin,
                              .vehicles_per_hour = demand,
                              .mix = {1 - kTrucks, kTrucks},
                              .begin = base::SimTime() + base::Duration::from_seconds(most_s),
                              .end = base::SimTime() + base::Duration::from_seconds(most_s + kQuarter_s)});
  sim::Simulation run(road.roads, settings);
  sim::CrossSection before({.x = kBefore_m, .lanes = 3}), behind({.x = kBehind_m, .lanes = 2});
  sim::Overlaps overlaps;
  record::Frame frame;
  Outcome outcome;
  int slow_minutes = 0;
  double end_s = std::min(most_s, longest_s);
  for (double now_s = 0; now_s < end_s; now_s += kMinute_s) {
    for (int k = 0; k < 600; ++k) {
      run.step(kStep);
      run.frame(frame);
      before.watch(frame);
      behind.watch(frame);
      if (k % 10 == 0) outcome.contacts += overlaps.find(frame).size();
    }
    const double speed = before.flow(now_s, now_s + kMinute_s).speed_mps;
    const bool is_queue = now_s > kWarmUp_s && speed < kQueue_mps;  // no vehicle in a minute is a queue too
    slow_minutes = is_queue ? slow_minutes + 1 : 0;
    if (slow_minutes < kQueueMinutes || outcome.has_broken_down) continue;
    outcome.has_broken_down = true;
    outcome.broke_down_s = now_s + kMinute_s - kQueueMinutes * kMinute_s;
    end_s = std::min(end_s, outcome.broke_down_s + kRest_s + kDischarge_s);
  }
  outcome.longest_wait_s = static_cast<double>(run.tally().longest_wait_s);
  const double broke_s = outcome.has_broken_down ? outcome.broke_down_s : end_s;
  outcome.demand_vph = kFirst_vph + kMore_vph * std::floor(broke_s / kQuarter_s);
  for (double to = broke_s; to >= kQuarter_s + kRest_s; to -= kQuarter_s) {
    const double flow = behind.flow(to - kQuarter_s, to).per_hour;
    if (to == broke_s && outcome.has_broken_down)
      outcome.failed_vph = flow;
    else
      outcome.survived_vph.push_back(flow);
  }
  const double from_s = broke_s + kRest_s;
  outcome.before_kmh = 3.6 * before.flow(std::max(0.0, broke_s - kQuarter_s), broke_s).speed_mps;
  if (!outcome.has_broken_down || from_s + kDischarge_s > end_s) return outcome;
  outcome.queue_kmh = 3.6 * before.flow(from_s, from_s + kDischarge_s).speed_mps;
  for (std::size_t k = 0; k < 6; ++k)
    outcome.discharge_vph[k] =
        behind.flow(from_s + 300.0 * static_cast<double>(k), from_s + 300.0 * static_cast<double>(k + 1))
            .per_hour;
  for (std::size_t lane = 0; lane < 2; ++lane)
    outcome.lanes_vph[lane] = behind.flow(lane, from_s, from_s + kDischarge_s).per_hour;
  return outcome;
}

// The flow at which this share breaks down, by the product limit; 0 where fewer do.
double capacity_of(const std::vector<Outcome>& outcomes, double share) {
  struct Quarter {
    double vph = 0;
    bool failed = false;
  };
  std::vector<Quarter> quarters;
  for (const Outcome& o : outcomes) {
    for (const double flow : o.survived_vph) quarters.push_back({flow, false});
    if (o.has_broken_down) quarters.push_back({o.failed_vph, true});
  }
  std::ranges::sort(quarters, {}, &Quarter::vph);
  double survives = 1;
  for (std::size_t k = 0; k < quarters.size(); ++k) {
    if (!quarters[k].failed) continue;
    const auto as_high = static_cast<double>(quarters.size() - k);
    survives *= (as_high - 1) / as_high;
    if (1 - survives >= share) return quarters[k].vph;
  }
  return 0;
}

int run(const Options& options) {
  const std::uint64_t seeds = options.runs > 0 ? options.runs : options.smoke ? 1 : 10;
  const std::uint64_t first = options.first_seed > 0 ? options.first_seed : kFirstSeed;
  const auto road = sim::roads_of(sim::kLaneDrop);
  std::vector<Outcome> outcomes(seeds);
  std::string text =
      "seed,broke_down_min,demand_vph,quarter_before_vph,speed_before_kmh,discharge_vph,left_vph,right_vph,"
      "second_quarter_by_first,queue_kmh,contacts,longest_wait_s\n";
  const auto line_of = [](std::uint64_t seed, const Outcome& o) {
    return fmt::format("{},{:.0f},{:.0f},{:.0f},{:.0f},{:.0f},{:.0f},{:.0f},{:.3f},{:.0f},{},{:.0f}\n", seed,
                       o.has_broken_down ? o.broke_down_s / 60 : -1.0, o.demand_vph, o.failed_vph,
                       o.before_kmh, o.discharge(), o.lanes_vph[0], o.lanes_vph[1], o.steadiness(),
                       o.queue_kmh, o.contacts, o.longest_wait_s);
  };
  on_all_cores(
      seeds,
      [&](std::size_t k) {
        outcomes[k] = run_seed(*road, first + k, options.smoke ? kSmoke_s : kNoEnd_s);
        fmt::print(stderr, "{}", line_of(first + k, outcomes[k]));
      },
      options.jobs);
  double discharge = 0, steadiness = 0;
  std::uint64_t contacts = 0;
  bool all_broke_down = true;
  for (std::size_t k = 0; k < seeds; ++k) {
    text += line_of(first + k, outcomes[k]);
    discharge += outcomes[k].discharge() / static_cast<double>(seeds);
    steadiness += outcomes[k].steadiness() / static_cast<double>(seeds);
    contacts += outcomes[k].contacts;
    all_broke_down = all_broke_down && outcomes[k].has_broken_down;
  }
  const double capacity = capacity_of(outcomes, kShare), drop = capacity > 0 ? 1 - discharge / capacity : 0;
  const bool holds = all_broke_down && contacts == 0 && capacity >= 2 * 1800 && capacity <= 2 * 2180 &&
                     drop >= 0.03 && drop <= 0.15 && std::fabs(steadiness - 1) <= 0.05;
  const std::string sum = fmt::format(
      "capacity {:.0f} veh/h/lane at {:.0f} % (10 %: {:.0f}, 50 %: {:.0f}), discharge {:.0f} veh/h/lane, "
      "drop {:.1f} %, second "
      "quarter of an hour by the first {:.3f}, contacts {}: {}",
      capacity / 2, 100 * kShare, capacity_of(outcomes, 0.1) / 2, capacity_of(outcomes, 0.5) / 2,
      discharge / 2, 100 * drop, steadiness, contacts, holds ? "ok" : "MISSED");
  fmt::print("{}{}\n", text, sum);
  std::ofstream file(options.folder + "/capacity.csv");
  write_origin(file);
  file << "# three lanes to two, 10 % trucks; " << sum << '\n' << text;
  if (!file) {
    fmt::print(stderr, "capacity_bench: cannot write to {}\n", options.folder);
    return 1;
  }
  return options.smoke || holds ? 0 : 1;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "capacity_bench", options)) return 2;
  return backlot::bench::run(options);
}
