// The network's speed, as ratios within one run: how long it takes to build, and to look ahead along a path. What it costs to find a
// place is counted by locate_bench. Usage: network_bench [--smoke] [--long] [--results FOLDER].
//
//   look ahead  network::pose_at, 15 m ahead on a path over a way, a corridor and a way; against geometry::place_pose on the
//               same ribbon coordinates
//   build       Network::build from the description of a grid, with index and dependencies: time per lane at 100 x 100
//               crossings against 30 x 30
//   stretches   build_stretch_table for bodies of four widths on the grid of 100 x 100, against building the network
//   load        the program reads a grid of 100 x 100 crossings from its text and builds all of it; against sumo, which loads
//               an equal grid from netgenerate. Whole processes. Left out, saying so, where sumo is not installed.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/random.h"
#include "backlot/network/locate.h"
#include "backlot/network/network.h"
#include "backlot/network/path.h"
#include "backlot/network/stretch_table.h"
#include "bench/grid_network.h"
#include "bench/options.h"
#include "bench/results.h"
#include "bench/timing.h"

namespace backlot::bench {
namespace {

using namespace network;

constexpr double kAnySum = std::numeric_limits<double>::quiet_NaN();

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Fills in what follows from the rounds.
void summarise(Timing& timing) {
  timing.median_ns = median(timing.rounds_ns);
  timing.least_ns = *std::min_element(timing.rounds_ns.begin(), timing.rounds_ns.end());
  timing.most_ns = *std::max_element(timing.rounds_ns.begin(), timing.rounds_ns.end());
}

// ---- look ahead

struct Traveller {
  Path path;
  double metres;
};

[[gnu::noinline]] double look_ahead(const Network& network, std::span<const Traveller> travellers,
                                    std::span<PathCursor> cursors) {
  double sum = 0;
  for (std::size_t i = 0; i < travellers.size(); ++i) {
    const PathPose pose = pose_at(network, travellers[i].path, travellers[i].metres + 15, 0, cursors[i]);
    sum += pose.position.x + pose.heading_rad;
  }
  return sum;
}

struct Coordinates {
  const geometry::Ribbon* ribbon;
  geometry::RibbonPoint point;
};

[[gnu::noinline]] double place_all(std::span<const Coordinates> places) {
  double sum = 0;
  for (const Coordinates& at : places) {
    const geometry::PlacedPose pose = geometry::place_pose(*at.ribbon, at.point);
    sum += pose.position.x + pose.heading_rad;
  }
  return sum;
}

void measure_look_ahead(const Network& network, const Options& options, Results& results) {
  base::RandomStream random(2, 0, 0);
  std::vector<Traveller> travellers;
  std::vector<Coordinates> places;
  // few enough that all of it stays in the first cache, as with the forward mapping's own figures
  while (travellers.size() < 32) {
    const Corridor& corridor = network.corridors()[random.below(network.corridors().size())];
    Path path(network, corridor.from, 0);
    if (!path.extend(network, {corridor.lane, true}) || !path.extend(network, corridor.to)) continue;
    const double metres = random.uniform() * (path.end_m() - 15);
    PathCursor cursor;
    const LaneSpot spot = spot_at(network, path, metres + 15, cursor);
    const Strip& strip = network.strip(network.lane(spot.lane.lane).strip);
    places.push_back(
        {&network.ribbon(strip.ribbon),
         {strip.from + spot.distance, network.edges(spot.lane.lane, spot.distance).centre(), 0}});
    travellers.push_back({std::move(path), metres});
  }
  std::vector<PathCursor> cursors(travellers.size());
  const int repeats = options.smoke ? 10 : 40000;
  const std::uint64_t queries = static_cast<std::uint64_t>(repeats) * travellers.size();
  const auto timings = time_by_turns({{"forward mapping", queries,
                                       [&] {
                                         double sum = 0;
                                         for (int k = 0; k < repeats; ++k) sum += place_all(places);
                                         return sum;
                                       },
                                       kAnySum},
                                      {"look ahead", queries,
                                       [&] {
                                         double sum = 0;
                                         for (int k = 0; k < repeats; ++k)
                                           sum += look_ahead(network, travellers, cursors);
                                         return sum;
                                       },
                                       kAnySum}},
                                     options.rounds());
  results.add({"look ahead on a path", timings[1], median_ratio(timings[1], timings[0]),
               "one forward mapping", 3, Better::smaller});
}

// ---- build

void measure_build(const Options& options, Results& results) {
  struct Size {
    std::size_t rows;
    NetworkDescription description;
    Timing per_lane;
  };
  std::vector<Size> sizes;
  for (const std::size_t rows :
       options.smoke ? std::vector<std::size_t>{3, 4, 5} : std::vector<std::size_t>{10, 30, 100}) {
    GridOptions grid_options;
    grid_options.rows = grid_options.columns = rows;
    sizes.push_back({rows, grid_network(grid_options), {}});
  }
  std::vector<std::vector<double>> ns(sizes.size());
  Timing table{"stretch table", 0, 0, 0, {}}, whole{"network", 0, 0, 0, {}};
  for (int round = 0; round < (options.smoke ? 1 : 3); ++round)
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      std::optional<Network> network;
      const double seconds = seconds_of([&] {
        if (base::Result<Network> built = Network::build(sizes[i].description)) network = std::move(*built);
      });
      if (!network) std::exit(1);
      const std::size_t lanes = network->lanes().size(), bytes = network->bytes();
      ns[i].push_back(seconds * 1e9 / static_cast<double>(lanes));
      if (round == 0)
        fmt::print("grid of {0} x {0}: {1} lanes and corridors, {2:.0f} bytes for each, built in {3:.3f} s\n",
                   sizes[i].rows, lanes, static_cast<double>(bytes) / static_cast<double>(lanes), seconds);
      if (i + 1 < sizes.size()) continue;
      // the second time: the first large allocation after building sorts the memory that building gave back
      std::size_t table_bytes = 0;
      const auto build_table = [&] {
        table_bytes = build_stretch_table(*network, std::array{0.3, 0.4, 0.9, 1.25}).bytes();
      };
      build_table();
      whole.rounds_ns.push_back(1e9 * seconds);
      table.rounds_ns.push_back(1e9 * seconds_of(build_table));
      if (round == 0)
        fmt::print("stretches of it for 4 widths: {:.1f} kB, built in {:.3f} s\n",
                   static_cast<double>(table_bytes) / 1e3, table.rounds_ns[0] / 1e9);
    }
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    sizes[i].per_lane.name = fmt::format("build {0} x {0}", sizes[i].rows);
    sizes[i].per_lane.rounds_ns = ns[i];
    summarise(sizes[i].per_lane);
  }
  summarise(table);
  summarise(whole);
  results.add({fmt::format("build a grid of {0} x {0} crossings, per lane", sizes[2].rows), sizes[2].per_lane,
               median_ratio(sizes[2].per_lane, sizes[1].per_lane),
               fmt::format("the same at {0} x {0}", sizes[1].rows), 1.5, Better::smaller});
  results.add({fmt::format("stretches of {0} x {0} crossings for 4 widths", sizes[2].rows), table,
               median_ratio(table, whole), "building the network", 0.05, Better::smaller});
}

// ---- load, beside sumo

// Output of commands goes to a file of the scratch folder, to be seen when something fails.
bool run(const std::string& command, const std::filesystem::path& log) {
  return std::system(fmt::format("({}) >{} 2>&1", command, log.string()).c_str()) ==
         0;  // NOLINT(cert-env33-c)
}

void measure_load(const Options& options, Results& results) {
  if (options.program.empty() || !std::filesystem::exists(options.program)) {
    fmt::print("load: left out, the program is not built\n");
    return;
  }
  const std::size_t rows = options.smoke ? 4 : 100;
  const auto folder = std::filesystem::absolute(options.folder) / "load";
  std::filesystem::create_directories(folder);
  const auto log = folder / "log.txt";
  const auto way = (folder / "grid.way").string(), net = (folder / "grid.net.xml").string();
  if (!run(fmt::format("{} generate grid --rows {} --columns {} --block 200 --lanes 2 --signals -o {}",
                       options.program, rows, rows, way),
           log)) {
    fmt::print(stderr, "load: the grid could not be generated, see {}\n", log.string());
    std::exit(1);
  }
  if (!run("command -v sumo && command -v netgenerate", log)) {
    fmt::print("load: left out, sumo is not installed\n");
    return;
  }
  setenv("SUMO_HOME", "/usr/share/sumo", 0);
  if (!run(fmt::format("netgenerate --grid --grid.number {} --grid.length 200 -L 2 --default-junction-type "
                       "traffic_light "
                       "--no-turnarounds -o {}",
                       rows, net),
           log))
    std::exit(1);
  Timing ours{"backlot", 0, 0, 0, {}}, theirs{"sumo", 0, 0, 0, {}};
  for (int round = 0; round < (options.smoke ? 1 : 3); ++round) {
    bool is_done = true;
    ours.rounds_ns.push_back(1e9 * seconds_of([&] {
                               is_done = run(fmt::format("{} info {} --json", options.program, way), log) &&
                                         is_done;
                             }));
    theirs.rounds_ns.push_back(1e9 * seconds_of([&] {
                                 is_done = run(fmt::format("sumo -n {} -b 0 -e 0 --no-step-log", net), log) &&
                                           is_done;
                               }));
    if (!is_done) {
      fmt::print(stderr, "load: a program failed, see {}\n", log.string());
      std::exit(1);
    }
  }
  summarise(ours);
  summarise(theirs);
  fmt::print("load a grid of {0} x {0} from its file: backlot {1:.2f} s, sumo {2:.2f} s\n", rows,
             ours.median_ns / 1e9, theirs.median_ns / 1e9);
  results.add({fmt::format("load a grid of {0} x {0} crossings", rows), ours, median_ratio(ours, theirs),
               "sumo loading an equal grid", 1, Better::smaller});
  std::filesystem::remove_all(folder);
}

int run_all(const Options& options) {
  Results results("network", options.folder);
  const Network network = build_grid(options.smoke ? 4 : 30);
  measure_look_ahead(network, options, results);
  measure_build(options, results);
  measure_load(options, results);
  results.print();
  if (!results.write()) return 1;
  return options.smoke || results.all_hold() ? 0 : 1;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "network_bench", options)) return 2;
  return backlot::bench::run_all(options);
}
