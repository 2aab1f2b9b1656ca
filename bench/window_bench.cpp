// What the frames of the window cost: instructions, which do not depend on what else the machine does, and bytes. Usage: window_bench [--smoke] [--long]
// [--results FOLDER].
//
//   50 frames of 0.05 s on 12 x 12 crossings with 2,000 vehicles, 60 s after they were spread; one view of everything
//
// The program starts itself under callgrind (valgrind), which counts the encoding alone.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/server/wire/frame_encoder.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"
#include "bench/child.h"
#include "bench/grid_network.h"
#include "bench/options.h"
#include "bench/results.h"

namespace backlot::bench {

// Named in full, so that callgrind finds it.
[[gnu::noinline]] void encode_counted_frames(server::FrameEncoder& encoder, server::ShapeTable& shapes,
                                             const std::vector<record::Frame>& frames, double& bytes) {
  for (const record::Frame& frame : frames) {
    encoder.advance(frame, shapes);
    bytes += static_cast<double>(encoder.delta().size());
  }
}

namespace {

constexpr double kMostInstructions = 400, kMostBytes = 12;

struct Size {
  std::size_t rows, vehicles;
  int warm_up;
  std::size_t frames;
};
Size size_of(bool smoke) { return smoke ? Size{4, 200, 50, 10} : Size{12, 2000, 1200, 50}; }

// Bytes per vehicle and frame.
double encode(const Size& size) {
  const sim::TestRoads town(build_grid(size.rows));
  sim::Simulation run(town.roads, {});
  run.insert_spread(size.vehicles);
  const auto step = [&] { run.step(base::Duration::from_milliseconds(50)); };
  for (int k = 0; k < size.warm_up; ++k) step();
  std::vector<record::Frame> frames(size.frames + 1);
  for (record::Frame& frame : frames) {
    step();
    run.frame(frame, {.has_signals = true});
  }
  server::FrameEncoder encoder({}, {}, {});
  server::ShapeTable shapes;
  encoder.advance(frames.front(), shapes);  // all of it is new
  frames.erase(frames.begin());
  double bytes = 0;
  encode_counted_frames(encoder, shapes, frames, bytes);
  return bytes / static_cast<double>(size.frames * run.size());
}

// The sum that callgrind wrote: the line "totals: N".
double counted_in(const std::string& file) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("totals: ")) return std::strtod(line.c_str() + 8, nullptr);
  return 0;
}

int measure(const Options& options, const std::string& own) {
  const Size size = size_of(options.smoke);
  Results results("window", options.folder);
  const double bytes = encode(size);
  results.add({fmt::format("{:.2f} bytes per vehicle and frame", bytes),
               {},
               bytes,
               "bytes",
               kMostBytes,
               Better::smaller});
  if (!options.smoke) {
    const std::string counts = options.folder + "/window.callgrind";
    const ChildRun child =
        run_child({"valgrind", "--tool=callgrind", "--callgrind-out-file=" + counts,
                   "--toggle-collect=backlot::bench::encode_counted_frames*", own, "--count"});
    if (child.exit_code != 0)
      return fmt::print(stderr, "valgrind is needed, and ended with {}\n", child.exit_code), EXIT_FAILURE;
    const double each = counted_in(counts) / static_cast<double>(size.frames * size.vehicles);
    results.add({fmt::format("{:.0f} instructions per vehicle and frame", each),
                 {},
                 each,
                 "instructions",
                 kMostInstructions,
                 Better::smaller});
    std::filesystem::remove(counts);
  }
  results.print();
  return results.write() && results.all_hold() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  using namespace backlot::bench;  // NOLINT(google-build-using-namespace)
  if (count == 2 && std::string(arguments[1]) == "--count")
    return encode(size_of(false)) > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
  Options options;
  if (!read_options(count, arguments, "window_bench", options)) return 2;
  return measure(options, std::filesystem::absolute(arguments[0]).string());
}
