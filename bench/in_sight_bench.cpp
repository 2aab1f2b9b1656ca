// Whether anything of a scene can be seen to be staged, in many runs. Usage: in_sight_bench [--smoke] [--long] [--results FOLDER] [--runs N]
// [--first SEED] [--jobs N].
//
// Frames are all that is read: two watches compare each frame with the one before, by boxes and buildings of their own. They share no code with the
// stage manager, with `look` or with the judge. The runs are those of run_red_light and divided_attention, by turns.
//
//   in sight    objects that appear or vanish in sight of the subject, or within 100 m of it
//   lights      states that a programme does not know: skipped, repeated, reversed; yellow or all-red too short or too long
//   overlaps    extras whose bodies overlap before the subject touches any body
//   control     a frame, and the same frame without an extra near the subject: the watch must find it in each run
#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "backlot/harness/opening.h"
#include "backlot/harness/runs.h"
#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/light_watch.h"
#include "backlot/harness/test/outside_watch.h"
#include "backlot/harness/test/shipped_scenes.h"
#include "bench/options.h"
#include "bench/results.h"

namespace backlot::bench {
namespace {

using harness::Moment;

constexpr std::uint64_t kFirstInSight = 720'001;
constexpr double kTakenOut_m = 90;  // so near to the subject an extra is taken out for the control

// What was found in one run.
struct Watched {
  std::uint64_t seed = 0;
  std::string scene;
  std::vector<std::string> in_sight, lights, overlaps;
  std::size_t changes = 0, light_changes = 0;
  bool had_control = false;  // an extra came near enough to be taken out of a frame
  bool has_found = false;    // and the watch found it
};

// The frame without one extra near the subject; empty where no extra is near.
std::optional<record::Frame> without_neighbour(const record::Frame& frame, world::ObjectId subject) {
  const record::FrameObject* own = record::find(frame, subject);
  if (own == nullptr) return std::nullopt;
  const auto at =
      std::find_if(frame.objects.begin(), frame.objects.end(), [&](const record::FrameObject& object) {
        return object.id != subject && distance_between(object.centre, own->centre) < kTakenOut_m;
      });
  if (at == frame.objects.end()) return std::nullopt;
  record::Frame less = frame;
  less.objects.erase(less.objects.begin() + (at - frame.objects.begin()));
  return less;
}

Watched watch_run(const std::shared_ptr<const scene::Scene>& scene, std::uint64_t seed) {
  Watched watched;
  watched.seed = seed;
  watched.scene = scene->description().name;
  const network::Network& net = scene->roads().tracks.network();
  std::optional<harness::OutsideWatch> watch;
  harness::LightWatch lights(net, harness::kRunStep.seconds());
  harness::RunOptions options;
  options.seed = seed;
  options.onlooker = [&](const Moment& moment) {
    if (!watch) watch.emplace(world::buildings_of(net), moment.subject);
    watch->watch(moment.frame);
    lights.watch(moment.frame);
    if (watched.had_control) return;
    const std::optional<record::Frame> less = without_neighbour(moment.frame, moment.subject);
    if (!less) return;
    harness::OutsideWatch control(world::buildings_of(net), moment.subject);
    control.watch(moment.frame);
    control.watch(*less);
    watched.had_control = true;
    watched.has_found = control.changes_in_sight().size() == 1;
  };
  run_scene(scene, options);
  if (!watch) return watched;
  watched.in_sight = watch->changes_in_sight();
  watched.overlaps = watch->overlaps();
  watched.lights = lights.faults();
  watched.changes = watch->changes();
  watched.light_changes = lights.changes();
  return watched;
}

struct InSightLine {
  std::string what, value;
  bool holds;
};

int run_in_sight(const Options& options) {
  const std::uint64_t runs = options.runs > 0  ? options.runs
                             : options.smoke   ? 4
                             : options.is_long ? 1000
                                               : 40;
  const std::uint64_t first = options.first_seed > 0 ? options.first_seed : kFirstInSight;
  const std::array scenes{harness::shipped_scene(harness::kRunRedLight),
                          harness::shipped_scene(harness::kDividedAttention)};
  std::size_t done = 0, in_sight = 0, faults = 0, overlaps = 0, changes = 0, light_changes = 0, controls = 0,
              missed = 0;
  harness::run_all<Watched>(
      first, runs, options.jobs,
      [&](std::uint64_t seed) { return watch_run(scenes[seed % scenes.size()], seed); },
      [&](const Watched& one) {
        ++done;
        in_sight += one.in_sight.size();
        faults += one.lights.size();
        overlaps += one.overlaps.size();
        changes += one.changes;
        light_changes += one.light_changes;
        controls += one.had_control ? 1 : 0;
        missed += one.had_control && !one.has_found ? 1 : 0;
        for (const auto* found : {&one.in_sight, &one.lights, &one.overlaps})
          for (const std::string& text : *found) fmt::print("{} seed {}: {}\n", one.scene, one.seed, text);
      });
  const std::vector<InSightLine> lines{
      {"runs", fmt::format("{}, seeds {} to {}", done, first, first + runs - 1), done == runs},
      {"objects that appear or vanish in sight", fmt::format("{} of {}", in_sight, changes),
       in_sight == 0 && changes > 0},
      {"faults of lights", fmt::format("{} in {} changes", faults, light_changes),
       faults == 0 && light_changes > 0},
      {"overlaps of extras", fmt::format("{}", overlaps), overlaps == 0},
      {"controls that were missed", fmt::format("{} of {}", missed, controls), missed == 0 && controls > 0}};
  std::ofstream file(options.folder + "/in_sight.csv");
  write_origin(file);
  file << "what,value,holds\n";
  bool all_hold = true;
  for (const InSightLine& line : lines) {
    fmt::print("{:40} {:40} {}\n", line.what, line.value, line.holds ? "ok" : "MISSED");
    file << fmt::format("{},\"{}\",{}\n", line.what, line.value, line.holds ? "yes" : "no");
    all_hold = all_hold && line.holds;
  }
  return all_hold ? 0 : 1;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "in_sight_bench", options)) return 2;
  return backlot::bench::run_in_sight(options);
}
