// What it costs to find a place on a network, in instructions, which do not depend on what else the machine does. Usage: locate_bench
// [--smoke] [--long] [--results FOLDER].
//
//   cold    network::locate without a hint, on random places of all lanes of a grid of crossings, against RibbonIndex::closest on the
//           same places; on 900 and on 10,000 crossings
//   hinted  network::locate 0.5 m further along the strip with the last answer as its hint, against geometry::locate on the ribbon
//           with the last answer there
//
// The program starts itself under callgrind (valgrind), which counts the queries alone. One pass over all places comes before those
// that are counted. Places that cross into the next lane count too.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/random.h"
#include "backlot/network/locate.h"
#include "bench/counted_run.h"
#include "bench/grid_network.h"
#include "bench/options.h"
#include "bench/results.h"

namespace backlot::bench {

namespace {

using namespace network;

struct Size {
  std::size_t rows, queries;
};

std::vector<geometry::WorldPoint> places_on(const Network& network, std::size_t count) {
  base::RandomStream random(1, 0, 0);
  std::vector<geometry::WorldPoint> places;
  for (std::size_t i = 0; i < count; ++i) {
    const LaneId lane(static_cast<std::uint32_t>(random.below(network.lanes().size())));
    const StripId strip = network.lane(lane).strip;
    const double d = random.uniform() * network.strip(strip).length();
    const LaneEdges edges = network.edges(lane, d);
    const double offset = edges.centre() + (random.uniform() - 0.5) * edges.width();
    places.push_back(place(network, strip, {d, offset, 0}).position);
  }
  return places;
}

// A vehicle between two steps: where it was, as the network and as the ribbon know it, and where it is.
struct Step {
  NetworkLocated on_network;
  const geometry::Ribbon* ribbon;
  geometry::Located on_ribbon;
  geometry::WorldPoint now;
};

std::vector<Step> steps_from(const Network& network, const std::vector<geometry::WorldPoint>& places) {
  LocateScratch scratch;
  std::vector<Step> steps;
  for (const geometry::WorldPoint& p : places) {
    Step step{locate(network, p, scratch), nullptr, {}, {}};
    if (step.on_network.on != On::strip) std::exit(EXIT_FAILURE);  // every place lies on a lane
    const Strip& strip = network.strip(step.on_network.strip);
    const geometry::RibbonPoint& at = step.on_network.point;
    step.ribbon = &network.ribbon(strip.ribbon);
    step.on_ribbon =
        geometry::locate(*step.ribbon, p, geometry::hint_at(*step.ribbon, strip.from + at.distance));
    const double further = std::min(at.distance + 0.5, strip.length());
    step.now = place(network, step.on_network.strip, {further, at.offset, 0}).position;
    steps.push_back(step);
  }
  return steps;
}

// How many of the places were found: the same in each pass.
using Pass = std::size_t (*)(const Network&, const std::vector<geometry::WorldPoint>&,
                             const std::vector<Step>&);

std::size_t take_index(const Network& network, const std::vector<geometry::WorldPoint>& places,
                       const std::vector<Step>&) {
  std::size_t found = 0;
  for (const geometry::WorldPoint& p : places) found += network.index().closest(p) ? 1U : 0U;
  return found;
}

std::size_t take_cold(const Network& network, const std::vector<geometry::WorldPoint>& places,
                      const std::vector<Step>&) {
  LocateScratch scratch;
  std::size_t found = 0;
  for (const geometry::WorldPoint& p : places) found += locate(network, p, scratch).on == On::strip ? 1U : 0U;
  return found;
}

std::size_t take_ribbon(const Network&, const std::vector<geometry::WorldPoint>&,
                        const std::vector<Step>& steps) {
  std::size_t found = 0;
  for (const Step& step : steps)
    found += geometry::locate(*step.ribbon, step.now, step.on_ribbon, {.tolerance = kCrack}) ? 1U : 0U;
  return found;
}

std::size_t take_hinted(const Network& network, const std::vector<geometry::WorldPoint>&,
                        const std::vector<Step>& steps) {
  LocateScratch scratch;
  std::size_t found = 0;
  for (const Step& step : steps)
    found += locate(network, step.now, scratch, &step.on_network).on == On::strip ? 1U : 0U;
  return found;
}

constexpr std::pair<const char*, Pass> kPasses[] = {
    {"index", take_index}, {"cold", take_cold}, {"ribbon", take_ribbon}, {"hinted", take_hinted}};

// The child under callgrind.
int count_pass(const Size& size, const std::string& what) {
  const Network network = build_grid(size.rows);
  const std::vector<geometry::WorldPoint> places = places_on(network, size.queries);
  const std::vector<Step> steps = steps_from(network, places);
  for (const auto& [name, pass] : kPasses) {
    if (name != what) continue;
    std::size_t found = pass(network, places, steps);
    take_counted_run([&, take = pass] { found += take(network, places, steps); });
    return found == 2 * size.queries ? EXIT_SUCCESS : EXIT_FAILURE;
  }
  return EXIT_FAILURE;
}

int measure(const Options& options, const std::string& own) {
  const Size town = options.smoke ? Size{4, 200} : Size{30, 20000},
             city = options.smoke ? town : Size{100, 20000};
  if (options.smoke) {  // without valgrind: that it works
    for (const auto& [name, pass] : kPasses)
      if (count_pass(town, name) != EXIT_SUCCESS) return EXIT_FAILURE;
    return EXIT_SUCCESS;
  }
  const auto count = [&](const Size& size, const char* what) {
    return count_in_child(own, options.folder,
                          {"--count", std::to_string(size.rows), std::to_string(size.queries), what}) /
           static_cast<double>(size.queries);
  };
  Results results("locate", options.folder);
  const auto add = [&](const std::string& what, double each, double other, const std::string& of,
                       double limit) {
    results.add({fmt::format("{}: {:.0f} instructions", what, each),
                 {},
                 each / other,
                 fmt::format("{}: {:.0f}", of, other),
                 limit,
                 Better::smaller});
  };
  const double index = count(town, "index"), cold = count(town, "cold"), hinted = count(town, "hinted"),
               ribbon = count(town, "ribbon"), cold_in_city = count(city, "cold");
  add("locate without a hint, 900 crossings", cold, index, "the nearest spine alone", 2.5);
  add("locate without a hint, 10,000 crossings", cold_in_city, cold, "900 crossings", 1.1);
  add("locate with a hint, 900 crossings", hinted, ribbon, "one ribbon with a hint", 1.6);
  results.print();
  return results.write() && results.all_hold() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  using namespace backlot::bench;  // NOLINT(google-build-using-namespace)
  if (count == 5 && std::string(arguments[1]) == "--count")
    return count_pass({std::strtoul(arguments[2], nullptr, 10), std::strtoul(arguments[3], nullptr, 10)},
                      arguments[4]);
  Options options;
  if (!read_options(count, arguments, "locate_bench", options)) return 2;
  return measure(options, std::filesystem::absolute(arguments[0]).string());
}
