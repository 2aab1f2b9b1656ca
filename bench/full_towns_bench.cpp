// Whether a town that is full still crawls. Usage: full_towns_bench [--smoke] [--long] [--results FOLDER] [--runs SEEDS] [--first SEED] [--jobs N].
//
// Numbers of vehicles from a few up to twice as many as can be spread with one on every 25 m of lane are kept on the road for two hours; those that find no room
// come in as soon as there is some. The flow, in vehicle kilometres an hour, is read off the ways of the bodies in frames. In the second hour it may be no
// less than 60 % of the greatest of all numbers, and no vehicle may stand for more than 15 minutes in all that time. Rings of vehicles that wait for each
// other are told. With --long ten seeds, else two. Seeds below 10,000 were used while drivers were mended; the default ones were not.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/judges/traffic_judge.h"
#include "backlot/sim/test/judges/waiting_rings.h"
#include "backlot/sim/test/roads.h"
#include "bench/grid_network.h"
#include "bench/on_all_cores.h"
#include "bench/options.h"
#include "bench/results.h"

namespace backlot::bench {
namespace {

constexpr std::uint64_t kFirstSeed = 93'101;
constexpr base::Duration kStep = base::Duration::from_milliseconds(100);
constexpr int kHour_s = 3600, kEvery_s = 10;
constexpr double kLeastShare = 0.6, kLongestStand_s = 900;
constexpr double kFurthest_m =
    400;  // in ten seconds: a body that comes in again elsewhere has not driven there

struct Town {
  std::string name;
  const sim::TestRoads* roads;
  std::vector<std::size_t> numbers;
};

struct Outcome {
  double first_hour = 0, second_hour = 0;  // vehicle kilometres
  double last_quarter = 0;                 // of the second hour, by the hour
  double ring_s = 0;
  std::uint64_t on_road = 0;
  sim::TrafficJudge::Verdict seen;
};

Outcome run_town(const Town& town, std::size_t number, std::uint64_t seed, int hour_s) {
  sim::SimulationSettings settings{.seed = seed,
                                   .drivers = traffic::suiting_drivers(town.roads->roads.tracks)};
  sim::Simulation run(town.roads->roads, settings);
  run.insert_spread(number);
  sim::TrafficJudge judge(town.roads->network);
  sim::WaitingRings rings(town.roads->network);
  record::Frame frame;
  std::map<world::ObjectId, geometry::WorldPoint> before;
  Outcome outcome;
  for (int second = 0; second < 2 * hour_s; ++second) {
    for (int k = 0; k < 10; ++k) {
      run.step(kStep);
      run.frame(frame);
      judge.watch(frame);
    }
    double driven_km = 0;
    std::map<world::ObjectId, geometry::WorldPoint> now;
    for (const record::FrameObject& o : frame.objects) {
      now.emplace(o.id, o.centre);
      if (const auto at = before.find(o.id); at != before.end()) {
        const double way = std::hypot(o.centre.x - at->second.x, o.centre.y - at->second.y);
        if (way < kFurthest_m) driven_km += 1e-3 * way;
      }
    }
    before.swap(now);
    (second < hour_s ? outcome.first_hour : outcome.second_hour) += driven_km * kHour_s / hour_s;
    if (4 * second >= 7 * hour_s) outcome.last_quarter += driven_km * 4 * kHour_s / hour_s;
    if (second % kEvery_s == 0) rings.watch(frame);
  }
  outcome.ring_s = rings.longest_s();
  outcome.on_road = frame.objects.size();
  outcome.seen = judge.verdict();
  return outcome;
}

std::vector<std::size_t> numbers_up_to(std::size_t most, std::size_t parts) {
  std::vector<std::size_t> numbers;
  for (std::size_t k = 1; k <= parts; ++k) numbers.push_back(most * k / parts);
  return numbers;
}

int run(const Options& options) {
  const int hour_s = options.smoke ? 20 : kHour_s;
  const std::uint64_t seeds = options.runs > 0 ? options.runs : options.is_long ? 10 : options.smoke ? 1 : 2;
  const std::uint64_t first = options.first_seed > 0 ? options.first_seed : kFirstSeed;
  const auto biketown = sim::scene_roads("biketown");
  const sim::TestRoads grid(build_grid(4));
  const std::size_t parts = options.smoke ? 2 : 8;
  const std::vector<Town> towns = {
      {"biketown", biketown.get(), numbers_up_to(2 * biketown->roads.cells.usable(), parts)},
      {"4 x 4 grid", &grid, numbers_up_to(2 * grid.roads.cells.usable(), parts)}};
  struct Task {
    std::size_t town = 0, number = 0;
    std::uint64_t seed = 0;
    Outcome outcome;
  };
  std::vector<Task> tasks;
  for (std::size_t t = 0; t < towns.size(); ++t)
    for (std::size_t n = 0; n < towns[t].numbers.size(); ++n)
      for (std::uint64_t k = 0; k < seeds; ++k) tasks.push_back({t, n, first + k, {}});
  const auto line_of = [&](const Task& task, double share) {
    const Outcome& o = task.outcome;
    const bool is_sound = share >= kLeastShare && o.seen.is_clean(kLongestStand_s);
    return fmt::format("{},{},{},{:.0f},{:.0f},{:.0f},{:.2f},{:.0f},{:.0f},{},{},{},{},{}\n",
                       towns[task.town].name, towns[task.town].numbers[task.number], task.seed, o.first_hour,
                       o.second_hour, o.last_quarter, share, o.seen.longest_stand_s, o.ring_s, o.on_road,
                       o.seen.contacts, o.seen.off_network, o.seen.red_crossings, is_sound ? "ok" : "MISSED");
  };
  on_all_cores(
      tasks.size(),
      [&](std::size_t k) {
        Task& task = tasks[k];
        task.outcome = run_town(towns[task.town], towns[task.town].numbers[task.number], task.seed, hour_s);
        fmt::print(stderr, "{}", line_of(task, 1));
      },
      options.jobs);
  std::string text =
      "town,vehicles,seed,first_hour_km,second_hour_km,last_quarter_km,share_of_greatest,longest_stand_s,"
      "ring_s,on_road,"
      "contacts,off_network,on_red,verdict\n";
  bool all_sound = true;
  for (std::size_t t = 0; t < towns.size(); ++t) {
    // the greatest mean of the seeds, by number
    std::map<std::size_t, double> mean;
    for (const Task& task : tasks)
      if (task.town == t) mean[task.number] += task.outcome.second_hour / static_cast<double>(seeds);
    double greatest = 1e-9;
    for (const auto& [number, km] : mean) greatest = std::max(greatest, km);
    for (const Task& task : tasks) {
      if (task.town != t) continue;
      // a few vehicles drive less than many: what counts is that more do not drive less
      const double share = task.outcome.second_hour / greatest;
      const bool is_past = std::ranges::any_of(
          mean, [&](const auto& m) { return m.first <= task.number && m.second >= kLeastShare * greatest; });
      const double counted = is_past ? share : 1;
      text += line_of(task, counted);
      all_sound = all_sound && counted >= kLeastShare && task.outcome.seen.is_clean(kLongestStand_s);
    }
  }
  fmt::print("{}{}\n", text, all_sound ? "all sound" : "NOT ALL SOUND");
  std::ofstream file(options.folder + "/full_towns.csv");
  write_origin(file);
  file << fmt::format(
              "# {} seeds from {} on, {} s and as much again; a share of 1 is told where the number is below "
              "that of the greatest flow\n",
              seeds, first, hour_s)
       << text;
  if (!file) {
    fmt::print(stderr, "full_towns_bench: cannot write to {}\n", options.folder);
    return 1;
  }
  return options.smoke || all_sound ? 0 : 1;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "full_towns_bench", options)) return 2;
  return backlot::bench::run(options);
}
