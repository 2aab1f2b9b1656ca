// Which cut-ins each reference driver prevents: distance x lateral speed, through the simulation. Usage: preventable_map_bench [--smoke] [--long]
// [--results FOLDER].
//
// The subject drives 90 km/h in the left lane. The other drives 60 km/h in the right one, its rear so far ahead, and moves over at a constant lateral speed until it is in
// the middle of the left lane. Each cell is one run that is forked when the other begins to move over; in each of the four forks a reference driver drives the subject
// from its view, until 8 s later. 250 distances x 100 lateral speeds x 4 drivers are 100,000 runs; --smoke takes 20 x 4 x 4.
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/math.h"
#include "backlot/draw/plot.h"
#include "backlot/drivers/reference_drivers.h"
#include "backlot/harness/subject_slot.h"
#include "backlot/sim/simulation.h"
#include "backlot/world/test/test_roads.h"
#include "bench/options.h"
#include "bench/results.h"

namespace backlot::bench {
namespace {

constexpr double kOwn_mps = 90 / 3.6, kOther_mps = 60 / 3.6;
constexpr double kLeft_y = -1.75, kRight_y = -5.25, kStart_x = 100;
constexpr double kFurthest_m = 75, kFastest_mps = 3;
constexpr double kFollowed_s = 8;
constexpr base::Duration kDt = base::Duration::from_milliseconds(100);
constexpr std::size_t kDrivers = subject::kReferenceKinds.size();

// A careful driver drives 92 % of the limit: 90 km/h.
constexpr const char* kRoad = R"(
network motorway
traffic on the right
speed limit 97.826087 km/h
profile two { vehicle backward 3.5 m; spine; vehicle forward 3.5 m; vehicle forward 3.5 m }
way road { profile two; begin at (0 m, 0 m) heading 0 deg; line 900 m; start open; end open }
)";

struct CutIn {
  double distance_m = 0, lateral_mps = 0;
};

class CutIns {
 public:
  CutIns()
      : roads_(kRoad),
        course_(roads_.tracks, {roads_.lane("road", "R1")}),
        empty_(roads_.roads, settings()),
        plan_(harness::make_slot_plan(course_, kStart_x, world::usual_shape(world::ObjectKind::car),
                                      settings().externals, system_options(nullptr))) {}

  // By driver: whether it avoids the contact.
  std::array<bool, kDrivers> play(const CutIn& cut) const {
    sim::Simulation run = empty_.fork();
    const world::BodyShape shape = world::usual_shape(world::ObjectKind::car);
    const world::ObjectId own =
        run.add_external(world::ObjectKind::car, {{kStart_x, kLeft_y, 0}, 0, kOwn_mps}, sim::BySteering{}).id;
    const double other_x = kStart_x + cut.distance_m + static_cast<double>(shape.length_m);
    const world::ObjectId other =
        run.add_external(world::ObjectKind::car, pose_of(cut, other_x, 0), sim::ByPose{}).id;
    std::array<bool, kDrivers> avoids{};
    for (std::size_t k = 0; k < kDrivers; ++k)
      avoids[k] = drive(run.fork(), own, other, cut, other_x, subject::kReferenceKinds[k]);
    return avoids;
  }

 private:
  static sim::SimulationSettings settings() {
    sim::SimulationSettings settings;
    settings.contacts = sim::ContactLaw::wreck;
    return settings;
  }
  static harness::SystemOptions system_options(sut::System* system) {
    return {.system = system, .name = "reference", .cycle = kDt};
  }
  static sim::PoseCommand pose_of(const CutIn& cut, double start_x, double seconds) {
    const double needed_s = (kLeft_y - kRight_y) / cut.lateral_mps;
    const bool moves_over = seconds < needed_s;
    const double y = moves_over ? kRight_y + cut.lateral_mps * seconds : kLeft_y;
    const double across = moves_over ? cut.lateral_mps : 0;
    return {{start_x + kOther_mps * seconds, y, 0},
            base::atan2(across, kOther_mps),
            std::sqrt(kOther_mps * kOther_mps + across * across)};
  }

  bool drive(sim::Simulation run, world::ObjectId own, world::ObjectId other, const CutIn& cut,
             double other_x, subject::ReferenceKind kind) const {
    drivers::ReferenceModelDriver driver(kind);
    harness::SystemSlot slot(roads_.roads, course_, plan_, own, system_options(&driver), 1);
    if (slot.reset(run.tick().time)) return false;
    harness::LatestFrame frame(run);
    const double from_s = run.tick().time.seconds();
    while (run.tick().time.seconds() < from_s + kFollowed_s) {
      std::array<sim::ExternalCommand, 2> commands{};
      if (slot.drive(frame, kDt, commands[0])) return false;
      const double next_s = run.tick().time.seconds() + kDt.seconds() - from_s;
      commands[1] = {other, run.tick().time, pose_of(cut, other_x, next_s)};
      run.step(kDt, commands);
      frame.forget();
      for (const record::Event& event : run.events())
        if (event.kind == record::EventKind::contact) return false;
    }
    return true;
  }

  world::TestRoads roads_;
  world::Course course_;
  sim::Simulation empty_;
  harness::SlotPlan plan_;
};

double cpu_s() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

int run(const Options& options) {
  const std::size_t distances = options.smoke ? 20 : 250, speeds = options.smoke ? 4 : 100;
  const CutIns cut_ins;
  std::array<draw::Series, kDrivers> lines;
  std::array<std::size_t, kDrivers> avoided{};
  std::size_t passed = 0;  // runs below the boundary that are avoided all the same
  std::ofstream file(options.folder + "/preventable_map.csv");
  write_origin(file);
  file << "lateral_mps";
  for (const subject::ReferenceKind kind : subject::kReferenceKinds)
    file << fmt::format(",{}_from_m,{}_avoided_percent", to_text(kind), to_text(kind));
  file << "\n";
  const double begin_s = cpu_s();
  for (std::size_t n = 0; n < speeds; ++n) {
    const double lateral = kFastest_mps * static_cast<double>(n + 1) / static_cast<double>(speeds);
    std::array<std::vector<bool>, kDrivers> rows;
    for (std::size_t k = 0; k < distances; ++k) {
      const double distance = kFurthest_m * static_cast<double>(k + 1) / static_cast<double>(distances);
      const std::array<bool, kDrivers> avoids = cut_ins.play({distance, lateral});
      for (std::size_t d = 0; d < kDrivers; ++d) rows[d].push_back(avoids[d]);
    }
    file << fmt::format("{:.3f}", lateral);
    for (std::size_t d = 0; d < kDrivers; ++d) {
      // from here on all are avoided; nearer ones are where the subject is past before the other is in its lane
      std::size_t from = distances, count = 0;
      while (from > 0 && rows[d][from - 1]) --from;
      for (std::size_t k = 0; k < distances; ++k) {
        count += rows[d][k] ? 1U : 0U;
        passed += k < from && rows[d][k] ? 1U : 0U;
      }
      avoided[d] += count;
      const double from_m =
          from == distances ? std::numeric_limits<double>::quiet_NaN()
                            : kFurthest_m * static_cast<double>(from + 1) / static_cast<double>(distances);
      lines[d].points.push_back({lateral, from_m});
      file << fmt::format(",{:.2f},{:.2f}", from_m,
                          100 * static_cast<double>(count) / static_cast<double>(distances));
    }
    file << "\n";
  }
  const double took_s = cpu_s() - begin_s;
  const std::size_t runs = distances * speeds * kDrivers;
  file << fmt::format(
      "# {} runs, {:.1f} s of CPU time, {:.0f} us for each run; {} cells beyond the boundary are not "
      "avoided\n",
      runs, took_s, 1e6 * took_s / static_cast<double>(runs), passed);
  draw::Plot plot;
  plot.title = "Cut-ins that can be prevented: above the line of a driver";
  plot.subtitle = fmt::format(
      "subject 90 km/h, the other 60 km/h from the lane beside; {} runs, {:.0f} s of CPU time", runs, took_s);
  plot.x = {.label = "lateral speed [m/s]"};
  plot.y = {.label = "distance when it begins to move over [m]"};
  for (std::size_t d = 0; d < kDrivers; ++d) {
    lines[d].name = std::string(to_text(subject::kReferenceKinds[d]));
    lines[d].marker = draw::Marker::none;
    plot.series.push_back(lines[d]);
    fmt::print("{:15} avoids {:5.1f} % of {} cut-ins\n", lines[d].name,
               100 * static_cast<double>(avoided[d]) / static_cast<double>(distances * speeds),
               distances * speeds);
  }
  std::ofstream(options.folder + "/preventable_map.svg") << draw_plot(plot).to_svg();
  fmt::print(
      "{} runs in {:.1f} s of CPU time, {:.0f} us for each; {} nearer than the boundary, past before\n", runs,
      took_s, 1e6 * took_s / static_cast<double>(runs), passed);
  // the map must have both: cut-ins that no driver prevents, and cut-ins that all do
  for (const std::size_t count : avoided)
    if (count == 0 || count == distances * speeds) return EXIT_FAILURE;
  return file ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "preventable_map_bench", options)) return 2;
  return backlot::bench::run(options);
}
