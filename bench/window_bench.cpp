// What the window costs, and how well it keeps time. Usage: window_bench [--smoke] [--long] [--results FOLDER].
//
//   frames    50 of 0.05 s on 12 x 12 crossings with 2,000 vehicles, 60 s after they were spread; one view of everything. Instructions and bytes, which do not
//             depend on what else the machine does: the program starts itself under callgrind (valgrind), which counts the encoding alone.
//   pace      traffic of 200 vehicles in steps of 20 ms in real time: 20 s, or ten minutes with --long. How late steps begin, how many were overrun.
//   picture   biketown with 60 vehicles in Chromium, drawn by software (viewer/test/measure), where Node.js and Chromium are installed.
//
// Times are those of the machine as it was: only the drift has a limit: a machine that keeps up has no drift.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/server/show/pace.h"
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

// ---- pace

struct Kept {
  std::size_t steps = 0;
  double mean_late_ms = 0, worst_late_ms = 0, drift_ms = 0;
  std::uint64_t overruns = 0;
};

// Lateness is measured against the first step: delays that add up would show as drift, the lateness of the last hundred steps against that of the first.
Kept keep_pace(double seconds) {
  using server::WallClock;
  constexpr auto kStep = std::chrono::milliseconds(20);
  const sim::TestRoads town(build_grid(4));
  sim::Simulation run(town.roads, {});
  run.insert_spread(200);
  server::Inbox inbox;
  server::Pace pace(inbox, base::Duration::from_milliseconds(20));
  const auto count = static_cast<std::size_t>(seconds / 0.02);
  std::vector<double> late_ms;
  WallClock::time_point first{};
  for (std::size_t k = 0; k < count; ++k) {
    pace.wait([](const server::Request&) { return true; }, [] {});
    const WallClock::time_point now = WallClock::now();
    if (k == 0) first = now;
    late_ms.push_back(
        std::chrono::duration<double, std::milli>(now - first - static_cast<std::int64_t>(k) * kStep)
            .count());
    run.step(base::Duration::from_milliseconds(20));
  }
  Kept kept{.steps = count, .overruns = pace.overruns()};
  const auto mean = [&](std::size_t from, std::size_t to) {
    double sum = 0;
    for (std::size_t k = from; k < to; ++k) sum += late_ms[k];
    return sum / static_cast<double>(to - from);
  };
  kept.mean_late_ms = mean(0, count);
  kept.worst_late_ms = *std::max_element(late_ms.begin(), late_ms.end());
  const std::size_t some = std::min<std::size_t>(100, count / 2);
  kept.drift_ms = mean(count - some, count) - mean(0, some);
  return kept;
}

constexpr double kMostDrift_ms = 250;  // behind a longer stop a run does not hurry, and its clock begins anew

void report_pace(const Options& options, Results& results) {
  const Kept kept = keep_pace(options.smoke ? 1 : options.is_long ? 600 : 20);
  results.add({fmt::format("50 Hz for {:.0f} s: steps begin {:.2f} ms late in the mean, {:.1f} ms at worst, "
                           "{} of {} overruns; drift",
                           0.02 * static_cast<double>(kept.steps), kept.mean_late_ms, kept.worst_late_ms,
                           kept.overruns, kept.steps),
               {},
               kept.drift_ms,
               "ms",
               kMostDrift_ms,
               Better::smaller});
}

// ---- picture

// Whether the machine can draw it.
bool has_browser() {
  return std::filesystem::exists("/usr/bin/chromium") &&
         std::filesystem::exists(BACKLOT_VIEWER "/node_modules");
}

bool report_picture(const Options& options, Results& results) {
  constexpr double kMostDrawCalls = 200;
  const std::string file = options.folder + "/picture.txt";
  const ChildRun child = run_child({"node", BACKLOT_VIEWER "/test/run.mjs", "measure", options.program},
                                   {"BACKLOT_MEASURES=" + file});
  std::ifstream in(file);
  double first_ms = 0, per_s = 0, calls = 0, value = 0;
  for (std::string name; in >> name >> value;) {
    if (name == "first_picture_ms") first_ms = value;
    if (name == "pictures_per_s") per_s = value;
    if (name == "draw_calls") calls = value;
  }
  std::filesystem::remove(file);
  if (child.exit_code != 0) return fmt::print(stderr, "the page could not be measured\n"), false;
  results.add({fmt::format("Chromium, drawn by software: first picture after {:.0f} ms, {:.1f} pictures a "
                           "second, {:.0f} draw calls",
                           first_ms, per_s, calls),
               {},
               calls,
               "draw calls",
               kMostDrawCalls,
               Better::smaller});
  return true;
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
  report_pace(options, results);
  bool is_measured = true;
  if (!options.smoke && has_browser()) is_measured = report_picture(options, results);
  results.print();
  return is_measured && results.write() && results.all_hold() ? EXIT_SUCCESS : EXIT_FAILURE;
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
