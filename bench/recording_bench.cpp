// Whether the verdict from a recording is that of the live run, how large recordings are, and what they cost. Usage: recording_bench [--smoke] [--long]
// [--results FOLDER].
//
//   runs        all shipped scenes with 12 seeds each, by a model subject and by drivers in turn; with --smoke two scenes with one seed, with --long 60 seeds. A run whose verdict,
//               findings or figures from the file differ in any bit is a failure.
//   size        what each topic of these files holds, packed by itself: bytes for a simulated second
//   cost        instructions of a run of cut_in.scene with and without a recording (counted_run.h)
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include <fmt/format.h>
#include <zstd.h>

#include "backlot/harness/test/shipped_scenes.h"
#include "backlot/recording/mcap_reader.h"
#include "backlot/recording/run_recorder.h"
#include "backlot/replay/record_run.h"
#include "backlot/replay/test/recorded_runs.h"
#include "bench/counted_run.h"
#include "bench/options.h"
#include "bench/results.h"

namespace backlot::bench {
namespace {

constexpr double kMostAdded = 0.2;  // of the instructions of the run

// What is in files, by topic.
class Sizes final : public recording::McapVisitor {
 public:
  struct Topic {
    std::uint64_t messages = 0, plain = 0, packed = 0;
  };

  bool message(const recording::McapMessage& message) override {
    if (message.log_ns / kSecond_ns != second_) pack();
    second_ = message.log_ns / kSecond_ns;
    Topic& topic = topics_[message.channel.topic];
    ++topic.messages;
    topic.plain += message.data.size();
    open_[message.channel.topic] += message.data;
    return true;
  }
  bool attachment(std::string_view, std::string_view, std::string_view data) override {
    Topic& topic = topics_["attachments"];
    ++topic.messages;
    topic.plain += data.size();
    topic.packed += data.size();
    return true;
  }
  // Ends a file.
  void pack() {
    for (auto& [name, bytes] : open_) {
      std::string packed(ZSTD_compressBound(bytes.size()), '\0');
      topics_[name].packed += ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(),
                                            recording::RecorderOptions().level);
    }
    open_.clear();
  }
  const std::map<std::string, Topic>& topics() const { return topics_; }

 private:
  static constexpr std::uint64_t kSecond_ns = 1'000'000'000;
  std::map<std::string, Topic> topics_;
  std::map<std::string, std::string> open_;  // the messages of one second, by topic
  std::uint64_t second_ = 0;
};

struct Compared {
  std::size_t runs = 0, different = 0, findings = 0;
  double bytes = 0, driven_s = 0;
  Sizes sizes;
};

Compared compare(std::uint64_t seeds, std::size_t most_scenes) {
  const char* drivers[] = {"", "reference", "sleepy", "tailgater", "speeder", "red_runner"};
  Compared all;
  std::size_t scenes = 0;
  for (const auto& file : replay::shipped_scenes()) {
    if (++scenes > most_scenes) break;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      const replay::RecordedRun run =
          replay::record_shipped(file, seed, {.driver = drivers[seed % std::size(drivers)]});
      const auto judged = replay::judge_bytes(run.bytes);
      const std::string difference =
          judged ? replay::find_difference(run, *judged) : to_text(judged.diagnostics());
      ++all.runs;
      all.findings += run.live.findings.size();
      all.bytes += static_cast<double>(run.bytes.size());
      all.driven_s += run.live.sim_s - run.live.subject_start_s;
      static_cast<void>(recording::read_mcap(run.bytes, "run.mcap", all.sizes));
      all.sizes.pack();
      if (difference.empty()) continue;
      ++all.different;
      fmt::print("{}, seed {}: differs in {}\n", file.filename().string(), seed, difference);
    }
  }
  return all;
}

// ---- Cost

// A run of cut_in.scene; the size of its recording.
std::size_t play(const std::shared_ptr<const scene::Scene>& scene,
                 const std::shared_ptr<const std::string>& road, bool records) {
  harness::RunOptions options{.seed = 1};
  std::string bytes;
  recording::RunHeader header;
  header.scene = "cut_in";
  replay::describe(options, header);
  recording::RunRecorder recorder(std::make_unique<recording::MemorySink>(bytes), header, road);
  if (records) replay::record_run(recorder, options);
  const harness::RunResult result = harness::run_scene(scene, options);
  if (records) recorder.finish(replay::end_of(result));
  return bytes.size();
}

int count(bool records) {
  const std::shared_ptr<const scene::Scene> scene = harness::shipped_scene("cut_in");
  const auto road = recording::road_of(scene->roads().tracks.network());
  play(scene, road, records);
  take_counted_run([&] { play(scene, road, records); });
  return EXIT_SUCCESS;
}

// ---- Results

bool write(const Compared& all, double plain, double recorded, const std::string& folder) {
  const std::string path = folder + "/recording.csv";
  std::ofstream file(path);
  write_origin(file);
  file << fmt::format(
      "# {} runs of all shipped scenes, {} findings: {} with another verdict, finding or figure from the "
      "file\n",
      all.runs, all.findings, all.different);
  file << fmt::format(
      "# cut_in.scene, seed 1: {:.1f} million instructions, {:.1f} million with a recording: {:.1f} % more\n",
      plain / 1e6, recorded / 1e6, 100 * (recorded / plain - 1));
  file << "topic,messages_per_s,plain_bytes_per_s,packed_bytes_per_s\n";
  for (const auto& [name, topic] : all.sizes.topics())
    file << fmt::format("{},{:.1f},{:.0f},{:.0f}\n", name, static_cast<double>(topic.messages) / all.driven_s,
                        static_cast<double>(topic.plain) / all.driven_s,
                        static_cast<double>(topic.packed) / all.driven_s);
  file << fmt::format("file,,,{:.0f}\n", all.bytes / all.driven_s);
  return static_cast<bool>(file);
}

int run(const Options& options, const std::string& own) {
  const Compared all = options.smoke ? compare(1, 2) : compare(options.is_long ? 60 : 12, ~std::size_t{0});
  fmt::print(
      "{} runs, {} findings: {} with another verdict, finding or figure from the file; {:.1f} kB for a "
      "simulated second\n",
      all.runs, all.findings, all.different, all.bytes / 1000 / all.driven_s);
  for (const auto& [name, topic] : all.sizes.topics())
    fmt::print(
        "  {:<12} {:8.1f} messages, {:8.2f} kB plain, {:6.2f} kB packed by itself, for a simulated second\n",
        name, static_cast<double>(topic.messages) / all.driven_s,
        static_cast<double>(topic.plain) / 1000 / all.driven_s,
        static_cast<double>(topic.packed) / 1000 / all.driven_s);
  if (all.different > 0) return EXIT_FAILURE;
  if (options.smoke) return count(true);  // without valgrind: that it works
  const double plain = count_in_child(own, options.folder, {"--count", "plain"}),
               recorded = count_in_child(own, options.folder, {"--count", "recorded"});
  fmt::print("cut_in.scene: {:.1f} million instructions, {:.1f} million with a recording: {:.1f} % more\n",
             plain / 1e6, recorded / 1e6, 100 * (recorded / plain - 1));
  return write(all, plain, recorded, options.folder) && recorded <= (1 + kMostAdded) * plain ? EXIT_SUCCESS
                                                                                             : EXIT_FAILURE;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  using namespace backlot::bench;  // NOLINT(google-build-using-namespace)
  if (count == 3 && std::string(arguments[1]) == "--count")
    return backlot::bench::count(std::string(arguments[2]) == "recorded");
  Options options;
  if (!read_options(count, arguments, "recording_bench", options)) return 2;
  return run(options, std::filesystem::absolute(arguments[0]).string());
}
