// A program of your own on the libraries of Backlot: traffic on a map, then a scene that is played. It prints frames.
#include <cstdio>
#include <string>

#include "backlot/formats/demand/demand_text.h"
#include "backlot/harness/scene_run.h"
#include "backlot/map_files/load_network.h"
#include "backlot/scene_files/scene_file.h"
#include "backlot/sim/simulation.h"

using namespace backlot;  // NOLINT(google-build-using-namespace): a sample reads better so

namespace {

int fail(const std::string& text) { return std::fputs(text.c_str(), stderr), 1; }

void print(const record::Frame& frame) {
  std::printf("%6.1f s  %3zu objects  state %016llx\n", frame.time.seconds(), frame.objects.size(),
              static_cast<unsigned long long>(frame.hash));
}

}  // namespace

int main() {
  const std::string folder = BACKLOT_SCENES;  // the shipped maps and scenes

  const map_files::NetworkLoading map = map_files::load_network(folder + "/county_road.way");
  if (!map.network) return fail(map_files::to_text(map.diagnostics, map.sources));
  const world::Roads roads(*map.network);
  const auto flow = formats::demand::read_flow(roads.tracks, "highway_west:600");
  if (!flow) return fail(base::to_text(flow.diagnostics()));
  sim::Simulation run(roads, {.seed = 7, .flows = {*flow}});
  run.insert_spread(50);
  record::Frame frame;
  for (int step = 1; step <= 600; ++step) {
    run.step(base::Duration::from_milliseconds(100));
    if (step % 100 == 0) run.frame(frame), print(frame);
  }

  const auto scene = scene_files::load_scene(folder + "/run_red_light.scene", 7);
  if (!scene) return fail(base::to_text(scene.diagnostics()));
  harness::RunOptions options{.seed = 7};
  options.onlooker = [](const harness::Moment& moment) {
    if (moment.frame.tick % 100 == 0) print(moment.frame);
  };
  const harness::RunResult result = harness::run_scene(*scene, options);
  std::printf("%s: %s\n", result.scene.c_str(), result.is_staged() ? "staged" : result.cause.text.c_str());
  return result.is_staged() ? 0 : 1;
}
