// Whether the traffic that a scene directs looks like traffic that no director touches, up to the moment when the scene commits.
// Usage: unobtrusive_bench [--smoke] [--long] [--results FOLDER] [--runs N] [--first SEED] [--jobs N].
//
// Each seed is run three times: with the scene; with the same set and subject but no script; and with its lights alone, which are re-timed for the
// subject as in the scene. All are watched from the start of the subject until the scene commits.
//
//   equivalence   flow over stop lines, speeds of extras, headways below 10 s: the 90 % interval of the paired difference lies within 2 %. The
//                 headways are also compared with those under the same lights: at the commit the light is always in the middle of its green, a queue
//                 has just left, and without a script the watch ends anywhere in the cycle.
//   roughness     acceleration and jerk of actors and of extras within 100 m of the subject: the share of their seconds beyond the 99th percentile
//                 of all extras of the runs without a script is at most 2 %; those extras near the subject in the runs without a script are given too
//   casting       the violator of 200 seeds, named by the way on which it entered and its order there: how many differ, and the most frequent one
//   contacts      of extras before the subject is touched
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backlot/harness/runs.h"
#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/shipped_scenes.h"
#include "bench/options.h"
#include "bench/results.h"

namespace backlot::bench {
namespace {

using harness::Moment;
using harness::RunResult;

constexpr std::uint64_t kFirstSeed = 710'001;
constexpr double kNear_m = 100;
constexpr double kLongestHeadway_s = 10;
constexpr double kJerkOver_s = 0.5;
constexpr std::uint64_t kStepsPerSecond = 20;
constexpr double kQuantile90 = 1.645;  // of the normal distribution, for an interval of 90 %

// Counts of values from 0 on; those beyond the last bin are in it.
class Histogram {
 public:
  explicit Histogram(double bin) : bin_(bin), counts_(2000) {}

  void add(double value) {
    ++counts_[std::min(counts_.size() - 1, static_cast<std::size_t>(value / bin_))];
    ++all_;
  }
  void add(const Histogram& other) {
    for (std::size_t k = 0; k < counts_.size(); ++k) counts_[k] += other.counts_[k];
    all_ += other.all_;
  }
  double percentile(double share) const {
    std::size_t so_far = 0;
    for (std::size_t k = 0; k < counts_.size(); ++k) {
      so_far += counts_[k];
      if (static_cast<double>(so_far) >= share * static_cast<double>(all_))
        return bin_ * static_cast<double>(k + 1);
    }
    return bin_ * static_cast<double>(counts_.size());
  }
  double share_above(double value) const {
    std::size_t above = 0;
    for (auto k = static_cast<std::size_t>(value / bin_ + 0.5); k < counts_.size(); ++k) above += counts_[k];
    return all_ == 0 ? 0 : static_cast<double>(above) / static_cast<double>(all_);
  }
  std::size_t size() const { return all_; }

 private:
  double bin_;
  std::vector<std::size_t> counts_;
  std::size_t all_ = 0;
};

struct Roughness {
  Histogram accel{0.01}, jerk{0.02};
  void add(const Roughness& other) {
    accel.add(other.accel);
    jerk.add(other.jerk);
  }
};

// What was seen of one run.
struct Seen {
  double seconds = 0;
  std::size_t crossings = 0;
  double speeds = 0;  // sums
  std::size_t speed_count = 0;
  double headways = 0;
  std::size_t headway_count = 0;
  Roughness all, near;  // one value for each object and second

  double flow_per_hour() const { return 3600 * static_cast<double>(crossings) / seconds; }
  double speed_mps() const { return speeds / static_cast<double>(std::max<std::size_t>(1, speed_count)); }
  double headway_s() const { return headways / static_cast<double>(std::max<std::size_t>(1, headway_count)); }
};

class Watch {
 public:
  void look(const Moment& moment) {
    if (!is_begun_) began_s_ = moment.frame.time.seconds();
    is_begun_ = true;
    seen_.seconds = moment.frame.time.seconds() - began_s_;
    count_crossings(moment);
    const record::FrameObject* subject = record::find(moment.frame, moment.subject);
    for (const record::FrameObject& object : moment.frame.objects) {
      if (object.behaviour != record::Behaviour::extra) continue;
      Course& course = courses_[object.id];
      course.take(object);
      if (moment.frame.tick % kStepsPerSecond != 0) continue;
      seen_.speeds += object.speed_mps;
      ++seen_.speed_count;
      const bool plays = std::any_of(moment.play.roles.begin(), moment.play.roles.end(),
                                     [&](const scene::RoleState& role) { return role.actor == object.id; });
      const bool is_near =
          plays || (subject != nullptr && distance_between(subject->centre, object.centre) < kNear_m);
      add(seen_.all, course);
      if (is_near) add(seen_.near, course);
      course.accel = course.jerk = 0;
    }
  }
  const Seen& seen() const { return seen_; }

 private:
  struct Course {
    std::array<double, 10> last{};  // accelerations of the last half second
    std::size_t count = 0;
    double accel = 0, jerk = 0;  // the greatest of this second

    void take(const record::FrameObject& object) {
      const double before = last[count % last.size()];
      if (count >= last.size()) jerk = std::max(jerk, std::fabs(object.accel_mps2 - before) / kJerkOver_s);
      last[count++ % last.size()] = object.accel_mps2;
      accel = std::max(accel, std::fabs(object.accel_mps2));
    }
  };
  static void add(Roughness& roughness, const Course& course) {
    roughness.accel.add(course.accel);
    roughness.jerk.add(course.jerk);
  }

  void count_crossings(const Moment& moment) {
    for (const record::Event& event : moment.run.events()) {
      if (event.kind != record::EventKind::crossed_line || event.object == moment.subject) continue;
      ++seen_.crossings;
      const double now_s = event.time.seconds();
      const auto at = last_at_.find(event.corridor);
      if (at != last_at_.end() && now_s - at->second < kLongestHeadway_s) {
        seen_.headways += now_s - at->second;
        ++seen_.headway_count;
      }
      last_at_[event.corridor] = now_s;
    }
  }

  Seen seen_;
  bool is_begun_ = false;
  double began_s_ = 0;
  std::map<world::ObjectId, Course> courses_;
  std::map<network::CorridorId, double> last_at_;
};

bool has_committed(const Moment& moment) {
  const auto& beats = moment.scene->description().script.beats;
  for (std::size_t k = 0; k < beats.size(); ++k)
    if (beats[k].commits && moment.play.beats[k].phase != scene::BeatPhase::waits) return true;
  return false;
}

// The same set, subject and end, and of the script nothing, or nothing but the beats that direct lights.
std::shared_ptr<const scene::Scene> without_actors(const scene::Scene& scene, bool has_lights) {
  scene::SceneDescription description = scene.description();
  description.given.clear();
  description.cast.clear();
  std::erase_if(description.script.beats, [&](const scene::BeatDescription& beat) {
    const bool is_of_lights = !beat.actions.empty() &&
                              std::all_of(beat.actions.begin(), beat.actions.end(), [](const auto& action) {
                                return std::holds_alternative<scene::LightOnCue>(action.what);
                              });
    return !has_lights || !is_of_lights;
  });
  for (scene::BeatDescription& beat : description.script.beats) beat.after.clear();
  description.expect.clear();
  description.judge.clear();
  description.cover.clear();
  auto built = scene::Scene::build(std::move(description), scene.roads());
  if (!built) {
    fmt::print(stderr, "{}\n", to_text(built.diagnostics()));
    std::exit(2);
  }
  return *built;
}

// The runs of one seed.
struct Runs {
  Seen directed, undirected, under_lights;
  RunResult result;
  bool has_event = false;
};

Runs watch_all(const std::shared_ptr<const scene::Scene>& scene,
               const std::shared_ptr<const scene::Scene>& empty,
               const std::shared_ptr<const scene::Scene>& lights, std::uint64_t seed) {
  Runs runs;
  double until_s = 0;
  Watch directed;
  harness::RunOptions options;
  options.seed = seed;
  options.onlooker = [&](const Moment& moment) {
    if (runs.has_event) return;
    runs.has_event = has_committed(moment);
    if (runs.has_event) return;
    until_s = moment.frame.time.seconds();
    directed.look(moment);
  };
  runs.result = run_scene(scene, options);
  runs.directed = directed.seen();
  for (const auto& [other, seen] : {std::pair{&empty, &runs.undirected}, {&lights, &runs.under_lights}}) {
    Watch watch;
    options.onlooker = [&](const Moment& moment) {
      if (moment.frame.time.seconds() <= until_s) watch.look(moment);
    };
    run_scene(*other, options);
    *seen = watch.seen();
  }
  return runs;
}

// The differences of pairs, as shares of the mean without a script.
struct Equivalence {
  double low = 0, high = 0, base = 0;
  bool holds() const { return low > -0.02 && high < 0.02; }
};
Equivalence compare(const std::vector<std::pair<double, double>>& pairs) {
  const auto n = static_cast<double>(pairs.size());
  double base = 0, sum = 0, squares = 0;
  for (const auto& [with, without] : pairs) base += without / n;
  for (const auto& [with, without] : pairs) {
    sum += (with - without) / base;
    squares += (with - without) / base * (with - without) / base;
  }
  const double mean = sum / n, deviation = std::sqrt(std::max(0.0, squares / n - mean * mean));
  const double half = kQuantile90 * deviation / std::sqrt(n);
  return {mean - half, mean + half, base};
}

struct Line {
  std::string scene, what, value;
  bool holds;
};

void check_scene(const std::string& name, std::uint64_t first, std::uint64_t seeds, std::uint64_t jobs,
                 std::vector<Line>& lines) {
  const std::shared_ptr<const scene::Scene> scene = harness::shipped_scene(name);
  const std::shared_ptr<const scene::Scene> empty = without_actors(*scene, false),
                                            lights = without_actors(*scene, true);
  std::vector<std::pair<double, double>> flows, speeds, headways, headways_alike;
  Roughness all, near, near_undirected;
  std::map<std::pair<std::string, std::uint32_t>, std::size_t> players;
  std::size_t events = 0, contacts = 0, cast = 0;
  harness::run_all<Runs>(
      first, seeds, jobs, [&](std::uint64_t seed) { return watch_all(scene, empty, lights, seed); },
      [&](const Runs& runs) {
        contacts += runs.result.contacts_of_extras > 0;
        if (!runs.has_event) return;
        ++events;
        flows.emplace_back(runs.directed.flow_per_hour(), runs.undirected.flow_per_hour());
        speeds.emplace_back(runs.directed.speed_mps(), runs.undirected.speed_mps());
        headways.emplace_back(runs.directed.headway_s(), runs.undirected.headway_s());
        headways_alike.emplace_back(runs.directed.headway_s(), runs.under_lights.headway_s());
        all.add(runs.undirected.all);
        near.add(runs.directed.near);
        near_undirected.add(runs.undirected.near);
        const harness::RoleResult& role = runs.result.roles.front();
        if (!role.actor || role.entry.order == 0) return;
        ++cast;
        ++players[{role.entry.way, role.entry.order}];
      });
  lines.push_back({name, "runs with an event", fmt::format("{} of {}", events, seeds), events > 0});
  for (const auto& [what, unit, pairs] : {std::tuple{"flow over lines", "veh/h", &flows},
                                          {"speed of extras", "m/s", &speeds},
                                          {"headway below 10 s", "s", &headways},
                                          {"the same under the same lights", "s", &headways_alike}}) {
    const Equivalence e = compare(*pairs);
    lines.push_back(
        {name, what,
         fmt::format("{:+.2f} % to {:+.2f} % of {:.2f} {}", 100 * e.low, 100 * e.high, e.base, unit),
         e.holds()});
  }
  for (const auto& [what, unit, reference, directed, undirected] :
       {std::tuple{"acceleration", "m/s2", &all.accel, &near.accel, &near_undirected.accel},
        {"jerk", "m/s3", &all.jerk, &near.jerk, &near_undirected.jerk}}) {
    const double limit = reference->percentile(0.99), share = directed->share_above(limit);
    lines.push_back({name, fmt::format("{} beyond {:.2f} {}", what, limit, unit),
                     fmt::format("{:.2f} % of {} seconds; without a script {:.2f} % of {}", 100 * share,
                                 directed->size(), 100 * undirected->share_above(limit), undirected->size()),
                     share <= 0.02});
  }
  std::size_t most = 0;
  for (const auto& [player, count] : players) most = std::max(most, count);
  lines.push_back(
      {name, "first role, by way and order",
       fmt::format("{} players in {} runs, the most frequent one in {}", players.size(), cast, most),
       cast < 200 || (players.size() >= 15 && 4 * most <= cast)});
  lines.push_back({name, "runs in which extras touch", fmt::format("{}", contacts), contacts == 0});
}

int run(const Options& options) {
  const std::uint64_t seeds = options.runs > 0  ? options.runs
                              : options.smoke   ? 2
                              : options.is_long ? 500
                                                : 40;
  const std::uint64_t first = options.first_seed > 0 ? options.first_seed : kFirstSeed;
  std::vector<Line> lines;
  for (const std::string name : {harness::kRunRedLight, harness::kDividedAttention})
    check_scene(name, first, seeds, options.jobs, lines);
  std::ofstream file(options.folder + "/unobtrusive.csv");
  write_origin(file);
  file << fmt::format("# {} seeds from {}\n", seeds, first);
  file << "scene,what,value,holds\n";
  bool all_hold = true;
  for (const Line& line : lines) {
    fmt::print("{:18} {:32} {:60} {}\n", line.scene, line.what, line.value, line.holds ? "ok" : "MISSED");
    file << fmt::format("{},\"{}\",\"{}\",{}\n", line.scene, line.what, line.value,
                        line.holds ? "yes" : "no");
    all_hold = all_hold && line.holds;
  }
  return all_hold || options.smoke ? 0 : 1;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "unobtrusive_bench", options)) return 2;
  return backlot::bench::run(options);
}
