// What a scene costs, in instructions, which do not depend on what else the machine does. Usage: scene_cost_bench [--smoke] [--long]
// [--results FOLDER].
//
//   played      run_red_light with its director, its cast, the model driver of the subject, frames and the judge, against the same traffic with a subject
//               that repeats its speeds, and nothing else: over the whole run, warming up included, and from the start of the subject on
//   waiting     the same at the second crossing, up to one second before its first beat, where a scene has nothing to do yet: against the run with the
//               driver of the subject and frames alone, and against the traffic alone
//   two jobs    CPU time of `backlot rehearse` with two jobs, against one, by turns; both must print the same but for times
//
// The program starts itself under callgrind (valgrind), which counts only what happens within take_counted_run.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "backlot/direct/director.h"
#include "backlot/harness/opening.h"
#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/shipped_scenes.h"
#include "backlot/scene/scene_director.h"
#include "bench/child.h"
#include "bench/counted_run.h"
#include "bench/options.h"
#include "bench/results.h"

namespace backlot::bench {

namespace {

using harness::Moment;
using ScenePointer = std::shared_ptr<const scene::Scene>;

constexpr std::array<std::uint64_t, 2> kSeeds{5, 6};
constexpr double kBefore_s = 1;  // the first beat

// What the parent has seen of a run: the speeds of the subject, step by step.
struct Course {
  double until_s = 0;  // the scene ends so long after the start of the subject; 0: when it is over
  std::vector<double> speeds;
};

// Ends the scene so many seconds after the start of the subject, by the button that every scene has.
class Ender final : public direct::Director {
 public:
  Ender(const harness::Beside& beside, double seconds)
      : scene_director_(beside.director),
        button_(scene::machine_of(*beside.scene).panel().find_button(scene::kEndScene)),
        left_(static_cast<std::int64_t>(seconds / harness::kRunStep.seconds())) {}

  void step(const direct::Directing& directing) override {
    if (--left_ == 0) directing.others.tell(scene_director_, hcsm::press(button_));
  }
  static void visit(auto& self, auto& field) { field(self.left_); }
  std::unique_ptr<Director> copy() const override { return std::make_unique<Ender>(*this); }
  void save(base::FieldWriter& field) const override { field(*this); }
  void hash(base::FieldHasher& field) const override { field(*this); }
  void restore(base::FieldReader& field) override { field(*this); }
  hcsm::Answer take(const hcsm::Message&) override { return hcsm::Answer::refused; }

 private:
  direct::IssuerId scene_director_;
  hcsm::ButtonId button_;
  std::int64_t left_;  // steps
};

// A run of the scene, whole, or at the second crossing up to shortly before its first beat.
struct Case {
  ScenePointer scene;
  harness::RunOptions options;
  Course course;
};
Case make_case(bool waits, std::uint64_t seed, Course course) {
  Case one{harness::shipped_scene(harness::kRunRedLight, {{"crossing", waits ? "second" : "first"}}), {}, {}};
  one.options.seed = seed;
  if (course.until_s > 0)
    one.options.beside.push_back([until_s = course.until_s](const harness::Beside& beside) {
      return std::make_unique<Ender>(beside, until_s);
    });
  one.course = std::move(course);
  return one;
}

// Plays it, and returns when its first beat began, from the start of the subject on; below zero where none did.
double play(Case& one) {
  harness::RunOptions options = one.options;
  one.course.speeds.clear();
  double start_s = -1, first_beat_s = -1;
  options.onlooker = [&](const Moment& moment) {
    const double now_s = moment.frame.time.seconds();
    if (start_s < 0) start_s = now_s - harness::kRunStep.seconds();
    const record::FrameObject* subject = record::find(moment.frame, moment.subject);
    one.course.speeds.push_back(subject == nullptr ? 0 : subject->speed_mps);
    for (const scene::BeatState& beat : moment.play.beats)
      if (first_beat_s < 0 && beat.began_s >= 0) first_beat_s = now_s - start_s;
  };
  run_scene(one.scene, options);
  return first_beat_s;
}

Course record_course(bool waits, std::uint64_t seed) {
  Case one = make_case(waits, seed, {});
  const double first_beat_s = play(one);
  if (!waits) return one.course;
  one = make_case(waits, seed, {.until_s = first_beat_s - kBefore_s, .speeds = {}});
  if (play(one) >= 0) {
    fmt::print(stderr, "the scene did not wait until {:.2f} s, with seed {}\n", one.course.until_s, seed);
    std::exit(EXIT_FAILURE);
  }
  return one.course;
}

void write_courses(bool waits, const std::string& path) {
  std::ofstream file(path);
  for (const std::uint64_t seed : kSeeds) {
    const Course course = record_course(waits, seed);
    file << fmt::format("{} {}", course.until_s, course.speeds.size());
    for (const double speed : course.speeds) file << fmt::format(" {}", speed);
    file << '\n';
  }
}

// ---- what is counted

void open_only(const Case& one) {
  sim::Simulation run(one.scene->roads(), harness::traffic_settings(*one.scene, one.options));
  static_cast<void>(harness::open_run(run, *one.scene, one.options));
}

// The traffic, and a subject that repeats its speeds.
void drive_traffic(const Case& one) {
  sim::Simulation run(one.scene->roads(), harness::traffic_settings(*one.scene, one.options));
  const auto subject = harness::open_run(run, *one.scene, one.options);
  for (const double speed : one.course.speeds) {
    const std::array commands{sim::ExternalCommand{subject->id, run.tick().time, sim::PaceCommand{speed}}};
    run.step(harness::kRunStep, commands);
  }
}

// The traffic, frames, and the driver of the subject.
void drive_subject(const Case& one) {
  sim::Simulation run(one.scene->roads(), harness::traffic_settings(*one.scene, one.options));
  const auto subject = harness::open_run(run, *one.scene, one.options);
  harness::LatestFrame frame(run);
  for (std::size_t k = 0; k < one.course.speeds.size(); ++k) {
    std::array<sim::ExternalCommand, 1> commands{};
    subject->slot->drive(frame, harness::kRunStep, commands[0]);
    run.step(harness::kRunStep, commands);
    frame.forget();
  }
}

// The child under callgrind: "played" or "waiting", what is counted of it, and the file of the courses.
int count(std::string_view phase, std::string_view what, const std::string& path) {
  std::ifstream file(path);
  for (const std::uint64_t seed : kSeeds) {
    Course course;
    std::size_t steps = 0;
    file >> course.until_s >> steps;
    course.speeds.resize(steps);
    for (double& speed : course.speeds) file >> speed;
    if (!file) return EXIT_FAILURE;
    const Case one = make_case(phase == "waiting", seed, std::move(course));
    take_counted_run([&] {
      if (what == "opening") open_only(one);
      if (what == "traffic") drive_traffic(one);
      if (what == "subject") drive_subject(one);
      if (what == "scene") run_scene(one.scene, one.options);
    });
  }
  return EXIT_SUCCESS;
}

double count_phase(const std::string& own, const std::string& folder, const std::string& phase,
                   const std::string& what) {
  return count_in_child(own, folder, {"--count", phase, what, folder + "/scene_cost." + phase});
}

// ---- two jobs

// What a rehearsal printed: without the lines that may differ, and the CPU time that it took.
struct Printed {
  std::string text;
  double cpu_s = 0;
};
Printed rehearse(const Options& options, int jobs, int seeds) {
  const auto scenes = std::filesystem::path(__FILE__).parent_path().parent_path() / "scenes";
  const std::string file = options.folder + "/scene_cost.json";
  run_child({"sh", "-c",
             fmt::format("'{}' rehearse '{}' --seeds 1..{} --no-advice --json --jobs {} > '{}'",
                         options.program, (scenes / "run_red_light.scene").string(), seeds, jobs, file)});
  Printed printed;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const auto has = [&](std::string_view key) { return line.find(key) != std::string::npos; };
    if (has("\"cpu_s\"")) printed.cpu_s = std::strtod(line.c_str() + line.find(':') + 1, nullptr);
    if (!has("\"cpu_s\"") && !has("\"wall_s\"") && !has("\"runs_per_s\"") && !has("\"jobs\""))
      printed.text += line + '\n';
  }
  in.close();
  std::filesystem::remove(file);
  return printed;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// False where the two printed different results.
bool compare_jobs(const Options& options, Results& results) {
  const int seeds = options.smoke ? 2 : 40;
  std::vector<double> ratios;
  for (int round = 0; round < (options.smoke ? 1 : 5); ++round) {
    const Printed one = rehearse(options, 1, seeds), two = rehearse(options, 2, seeds);
    if (one.text.empty() || one.cpu_s <= 0) {
      fmt::print(stderr, "{} could not rehearse\n", options.program);
      return false;
    }
    if (one.text != two.text) {
      fmt::print(stderr, "a rehearsal with two jobs gave other results than one with one job\n");
      return false;
    }
    ratios.push_back(two.cpu_s / one.cpu_s);
  }
  results.add({fmt::format("CPU time of rehearse, {} runs, two jobs", seeds),
               {},
               median(ratios),
               "one job",
               1.10,
               Better::smaller});
  return true;
}

int measure(const Options& options, const std::string& own) {
  Results results("scene_cost", options.folder);
  if (options.smoke) {  // without valgrind: that it works
    const Case one = make_case(true, kSeeds[0], record_course(true, kSeeds[0]));
    drive_traffic(one);
    drive_subject(one);
    const bool waited = !one.course.speeds.empty();
    const bool has_program =
        std::filesystem::exists(options.program);  // not part of the target of a benchmark
    return waited && (!has_program || compare_jobs(options, results)) ? EXIT_SUCCESS : EXIT_FAILURE;
  }
  for (const bool waits : {false, true})
    write_courses(waits, options.folder + (waits ? "/scene_cost.waiting" : "/scene_cost.played"));
  const auto counted = [&](const char* phase, const char* what) {
    return count_phase(own, options.folder, phase, what);
  };
  const double opening = counted("played", "opening"), traffic = counted("played", "traffic"),
               played = counted("played", "scene");
  const double waiting_opening = counted("waiting", "opening"),
               waiting_traffic = counted("waiting", "traffic"),
               waiting_subject = counted("waiting", "subject"), waiting = counted("waiting", "scene");
  for (const char* phase : {"played", "waiting"})
    std::filesystem::remove(options.folder + "/scene_cost." + phase);
  const auto millions = [](double instructions) {
    return fmt::format("{:.0f} million instructions", instructions / 1e6 / kSeeds.size());
  };
  results.add({"run_red_light, whole run: " + millions(played),
               {},
               played / traffic,
               "its traffic: " + millions(traffic),
               1.30,
               Better::smaller});
  results.add({"run_red_light, from the start of the subject: " + millions(played - opening),
               {},
               (played - opening) / (traffic - opening),
               "its traffic: " + millions(traffic - opening),
               1.30,
               Better::smaller});
  results.add({"a scene that waits: " + millions(waiting - waiting_opening),
               {},
               (waiting - waiting_opening) / (waiting_subject - waiting_opening),
               "with driver and frames alone: " + millions(waiting_subject - waiting_opening),
               1.05,
               Better::smaller});
  results.add({"a scene that waits, with driver and frames",
               {},
               (waiting - waiting_opening) / (waiting_traffic - waiting_opening),
               "its traffic: " + millions(waiting_traffic - waiting_opening),
               1.30,
               Better::smaller});
  if (!compare_jobs(options, results)) return EXIT_FAILURE;
  results.print();
  return results.write() && results.all_hold() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  using namespace backlot::bench;  // NOLINT(google-build-using-namespace)
  if (count == 5 && std::string(arguments[1]) == "--count")
    return backlot::bench::count(arguments[2], arguments[3], arguments[4]);
  Options options;
  if (!read_options(count, arguments, "scene_cost_bench", options)) return 2;
  return measure(options, std::filesystem::absolute(arguments[0]).string());
}
