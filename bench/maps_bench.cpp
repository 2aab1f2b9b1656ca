// How real maps are read. Usage: maps_bench [--smoke] [--long] [--results FOLDER].
//
//   speed       `backlot info` of Town04 (3.4 MB: read, translated, built with index and dependencies) against `netconvert --opendrive-files` of
//               the same file, whole processes by turns
//   memory      what a map of more than 100 kB takes at its peak, above that of the smallest one, against the size of its file: the worst
//   growth      seconds per MB of Town04 put side by side 4 and 16 times, against once
//
// Maps are looked for beside the project (../shared/data). Where they are not, and in a smoke run, biketown written as OpenDRIVE
// stands in for Town04. Where netconvert is not installed its line is left out.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "backlot/formats/opendrive/read_document.h"
#include "backlot/formats/opendrive/test/real_maps.h"
#include "backlot/formats/opendrive/write_document.h"
#include "bench/child.h"
#include "bench/options.h"
#include "bench/results.h"
#include "bench/timing.h"

namespace backlot::bench {
namespace {

namespace fs = std::filesystem;

constexpr double kMB = 1e6;

double megabytes(const fs::path& file) { return static_cast<double>(fs::file_size(file)) / kMB; }

// All that carries a name of its own gets another one, and all that refers to it too.
void rename(formats::opendrive::Document& map, const std::string& tail) {
  const auto name = [&tail](std::string& id) {
    if (!id.empty()) id += tail;
  };
  for (formats::opendrive::Road& road : map.roads) {
    name(road.id);
    name(road.junction);
    for (auto* link : {&road.predecessor, &road.successor})
      if (*link) name((*link)->element);
    for (formats::opendrive::Object& object : road.objects) name(object.id);
    for (formats::opendrive::ObjectReference& reference : road.object_references) name(reference.id);
    for (formats::opendrive::Signal& signal : road.signals) {
      name(signal.id);
      for (formats::opendrive::Dependency& dependency : signal.dependencies) name(dependency.id);
    }
    for (formats::opendrive::SignalReference& reference : road.signal_references) name(reference.id);
  }
  for (formats::opendrive::Controller& controller : map.controllers) {
    name(controller.id);
    for (formats::opendrive::Control& control : controller.controls) name(control.signal);
  }
  for (formats::opendrive::Junction& junction : map.junctions) {
    name(junction.id);
    name(junction.main_road);
    for (formats::opendrive::Connection& connection : junction.connections) {
      name(connection.incoming_road);
      name(connection.connecting_road);
      name(connection.linked_road);
    }
    for (formats::opendrive::JunctionPriority& priority : junction.priorities) {
      name(priority.high);
      name(priority.low);
    }
    for (formats::opendrive::JunctionController& controller : junction.controllers) name(controller.id);
  }
}

// The map `count` times, side by side.
formats::opendrive::Document repeated(const formats::opendrive::Document& map, int count) {
  constexpr double kApart_m = 5000;
  formats::opendrive::Document all = map;
  for (int k = 1; k < count; ++k) {
    formats::opendrive::Document copy = map;
    rename(copy, fmt::format("_{}", k));
    for (formats::opendrive::Road& road : copy.roads)
      for (formats::opendrive::Geometry& geometry : road.plan_view) geometry.x += kApart_m * k;
    all.roads.insert(all.roads.end(), copy.roads.begin(), copy.roads.end());
    all.controllers.insert(all.controllers.end(), copy.controllers.begin(), copy.controllers.end());
    all.junctions.insert(all.junctions.end(), copy.junctions.begin(), copy.junctions.end());
  }
  return all;
}

class MapsBench {
 public:
  explicit MapsBench(const Options& options) : options_(options), results_("maps", options.folder) {}

  int run() {
    find_maps();
    // while this process is still small: a child's peak is not less than that of its parent
    measure_memory();
    measure_speed();
    measure_growth();
    results_.print();
    if (!results_.write()) return 1;
    return options_.smoke || results_.all_hold() ? 0 : 1;
  }

 private:
  void find_maps() {
    if (!options_.smoke)
      for (const char* folder : {"xodr", "xosc"})
        for (const fs::path& map : formats::opendrive::real_maps(folder)) maps_.push_back(map);
    const auto town = std::find_if(maps_.begin(), maps_.end(), [](const fs::path& map) {
      return map.filename() == "Scenic__Town04.xodr";
    });
    if (town != maps_.end()) {
      town_ = *town;
      return;
    }
    fmt::print("bench: biketown stands in for Town04\n");
    town_ = fs::path(options_.folder) / "biketown.xodr";
    const fs::path shipped = fs::path(__FILE__).parent_path().parent_path() / "scenes" / "biketown.way";
    work(run_child({options_.program, "convert", shipped.string(), town_.string()}));
    maps_ = {town_};
  }

  // A run that ends well, or none of the figures counts.
  static ChildRun work(const ChildRun& run) {
    if (run.exit_code != 0) {
      fmt::print(stderr, "bench: a program ended with {}\n", run.exit_code);
      std::exit(1);
    }
    return run;
  }
  ChildRun info(const fs::path& map) const {
    return work(run_child({options_.program, "info", map.string(), "--json"}));
  }

  void measure_memory() {
    const auto smaller = [](const fs::path& a, const fs::path& b) { return megabytes(a) < megabytes(b); };
    const double least_MB = info(*std::min_element(maps_.begin(), maps_.end(), smaller)).peak_MB;
    double worst = 0;
    fs::path which;
    for (const fs::path& map : maps_) {
      if (megabytes(map) < 0.1) continue;
      const double times = (info(map).peak_MB - least_MB) * 1048576 / kMB / megabytes(map);
      if (times <= worst) continue;
      worst = times;
      which = map;
    }
    if (which.empty()) return;
    results_.add({fmt::format("peak memory above the smallest map, {}", which.stem().string()), timed(which),
                  worst, "size of the file", 20, Better::smaller});
  }

  Timing timed(const fs::path& map) const {
    return time_by_turns({{map.stem().string(), 1, [&] { return info(map).exit_code == 0 ? 1.0 : 0.0; }, 1}},
                         2)[0];
  }

  void measure_speed() {
    const std::vector<std::string> command{"netconvert", "--opendrive-files", town_.string(), "-o",
                                           "/dev/null"};
    const std::vector<std::string> environment{"SUMO_HOME=/usr/share/sumo"};
    if (run_child({"netconvert", "--version"}).exit_code != 0 ||
        !fs::exists("/usr/share/sumo/data/typemap/opendriveNetconvert.typ.xml")) {
      fmt::print("bench: netconvert is not there, or not its data; nothing to compare with\n");
      return;
    }
    const std::vector<Timing> times =
        time_by_turns({{"backlot info", 1, [&] { return info(town_).exit_code == 0 ? 1.0 : 0.0; }, 1},
                       {"netconvert", 1,
                        [&] { return work(run_child(command, environment)).exit_code == 0 ? 1.0 : 0.0; }, 1}},
                      rounds());
    results_.add({fmt::format("backlot info {}", town_.stem().string()), times[0],
                  median_ratio(times[0], times[1]), "netconvert", 1, Better::smaller});
  }

  void measure_growth() {
    const auto map = formats::opendrive::read_document(formats::opendrive::text_of(town_), town_.string());
    if (!map.has_value()) std::exit(1);
    std::vector<fs::path> files;
    std::vector<Contestant> contestants;
    for (const int count : {1, 4, 16}) {
      files.push_back(fs::path(options_.folder) / fmt::format("repeated_{}.xodr", count));
      std::ofstream(files.back(), std::ios::binary)
          << formats::opendrive::write_document(repeated(*map, count));
    }
    for (const fs::path& file : files)
      contestants.push_back(
          {file.stem().string(), 1, [&] { return info(file).exit_code == 0 ? 1.0 : 0.0; }, 1});
    const std::vector<Timing> times = time_by_turns(contestants, rounds());
    for (std::size_t k = 1; k < files.size(); ++k)
      results_.add({fmt::format("seconds per MB, {}", files[k].stem().string()), times[k],
                    median_ratio(times[k], times[0]) * megabytes(files[0]) / megabytes(files[k]), "once", 1.5,
                    Better::smaller});
    for (const fs::path& file : files) fs::remove(file);
  }

  int rounds() const { return options_.smoke ? 1 : 5; }

  const Options& options_;
  Results results_;
  std::vector<fs::path> maps_;
  fs::path town_;
};

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "maps_bench", options)) return 2;
  return backlot::bench::MapsBench(options).run();
}
