// What casting queries cost (finding a vehicle for a role), against the step. Usage: casting_bench [--smoke] [--long]
// [--results FOLDER].
//
//   asked       1,000 questions on a frame of 20 x 20 crossings with 5,000 vehicles, against a step there: a hundred
//               directors, each with ten questions about a crossing of its own. Seven are about its lines (the first
//               vehicle, the one behind it, the queue). The other three are which vehicles are within 30 m, which are
//               seen within 30 m, and which arrive in 3 to 8 s.
//   step        the same questions asked between all steps, against a run without questions
//   each        one question of each kind, against what it may cost on the average
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/random.h"
#include "backlot/look/approach.h"
#include "backlot/look/arrivals.h"
#include "backlot/look/line_of_sight.h"
#include "backlot/look/region.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"
#include "bench/grid_network.h"
#include "bench/options.h"
#include "bench/results.h"
#include "bench/timing.h"

namespace backlot::bench {
namespace {

using sim::Simulation;
using sim::TestRoads;

const base::Duration kStep = base::Duration::from_milliseconds(100);
constexpr double kNoSum = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kKinds = 5, kDirectors = 100;
constexpr const char* kNames[kKinds] = {"first three on an approach", "queue at a line", "within 30 m",
                                        "seen within 30 m", "arriving in 3 to 8 s"};

// What directors at random crossings ask.
class Questions {
 public:
  Questions(const TestRoads& town, std::uint64_t seed) {
    const world::Tracks& tracks = town.roads.tracks;
    const network::Network& net = town.network;
    base::RandomStream random{seed, 1, 2};
    for (std::size_t director = 0; director < kDirectors; ++director) {
      const network::IntersectionId at(static_cast<std::uint32_t>(random.below(net.intersections().size())));
      const std::span<const network::Corridor> corridors = net.corridors(at);
      // lines of its arms by turns: a look at the vehicles that come, or at those that stand there to take a corridor
      for (std::size_t k = 0; k < 10; ++k) {
        const network::Corridor& corridor = corridors[random.below(corridors.size())];
        const world::TrackId id = tracks.track_of(net.corridor_of(corridor.strip));
        const std::size_t kind = k < 7 ? (k + director) % 2 : k - 5;
        Question question{kind, {}, {}};
        question.mark = kind == 1 ? world::line_before(tracks, net.corridor_of(corridor.strip))
                                  : world::line_of(tracks, tracks.before(tracks[id]).front());
        const double middle = 0.5 * tracks[id].strip_length;
        question.place = tracks.place(tracks[id], middle, tracks.centre_at(tracks[id], middle));
        asked_.push_back(question);
        by_kind_[kind].push_back(question);
      }
    }
  }

  std::size_t count(std::size_t kind) const { return by_kind_[kind].size(); }

  // A sum over the answers.
  double ask(std::size_t kind, const look::Snapshot& now) {
    std::uint64_t sum = 0;
    for (const Question& question : by_kind_[kind]) sum += ask(question, now);
    return static_cast<double>(sum);
  }
  double ask_all(Simulation& run) {
    const look::Snapshot now = run.snapshot();
    std::uint64_t sum = 0;
    for (const Question& question : asked_) sum += ask(question, now);
    return static_cast<double>(sum);
  }

 private:
  struct Question {
    std::size_t kind;
    world::Mark mark;
    geometry::WorldPoint place;
  };

  std::uint64_t ask(const Question& q, const look::Snapshot& now) {
    std::uint64_t sum = 0;
    const auto add = [&sum](std::uint32_t number) { sum += number + 1; };
    switch (q.kind) {
      case 0:
        for (const look::Approaching& c : approach_.find(now, q.mark, {.within_m = 150, .most = 3}))
          add(c.number);
        break;
      case 1:
        for (const look::Approaching& c : approach_.find_queue(now, q.mark)) add(c.number);
        break;
      case 2:
        look::find_within(now, look::Circle{{q.place.x, q.place.y}, 30}, found_);
        for (const std::uint32_t number : found_) add(number);
        break;
      case 3:
        for (const std::uint32_t number : sight_.find_visible(now, {.ground = q.place}, 30)) add(number);
        break;
      default:
        for (const look::Arriving& a : arrivals_.find(now, q.mark, 3, 8)) add(a.number);
    }
    return sum;
  }

  std::vector<Question> asked_, by_kind_[kKinds];
  look::Approach approach_;
  look::LineOfSight sight_;
  look::Arrivals arrivals_;
  std::vector<std::uint32_t> found_;
};

std::unique_ptr<Simulation> run_on(const TestRoads& town, std::size_t vehicles, int warm_up_steps) {
  auto run = std::make_unique<Simulation>(town.roads, sim::SimulationSettings{});
  run->insert_spread(vehicles);
  for (int k = 0; k < warm_up_steps; ++k) run->step(kStep);
  return run;
}

int run(const Options& options) {
  const std::size_t rows = options.smoke ? 4 : 20, vehicles = options.smoke ? 200 : 5000;
  const int steps = options.smoke ? 5 : 60, warm_up = options.smoke ? 20 : 400;
  const TestRoads town(build_grid(rows));
  const auto alone = run_on(town, vehicles, warm_up), asked = run_on(town, vehicles, warm_up),
             frame = run_on(town, vehicles, warm_up);
  Questions questions(town, 1);

  const auto step_on = [steps](Simulation& on, const auto& between) {
    const std::uint64_t before = on.tally().agent_steps;
    for (int k = 0; k < steps; ++k) {
      between();
      on.step(kStep);
    }
    return static_cast<double>(on.tally().agent_steps - before);
  };
  const auto agent_steps = static_cast<double>(alone->size() * static_cast<std::size_t>(steps));
  const auto count = static_cast<std::uint64_t>(steps);
  std::vector<Contestant> contestants{
      {"alone", count, [&] { return step_on(*alone, [] {}); }, agent_steps},
      {"asked", count, [&] { return step_on(*asked, [&] { questions.ask_all(*asked); }); }, agent_steps},
      {"frame", count,
       [&] {
         double sum = 0;
         for (int k = 0; k < steps; ++k) sum += questions.ask_all(*frame);
         return sum;
       },
       kNoSum}};
  for (std::size_t kind = 0; kind < kKinds; ++kind)
    contestants.push_back({kNames[kind], count * questions.count(kind),
                           [&, kind] {
                             const look::Snapshot now = frame->snapshot();
                             double sum = 0;
                             for (int k = 0; k < steps; ++k) sum += questions.ask(kind, now);
                             return sum;
                           },
                           kNoSum});
  const std::vector<Timing> times = time_by_turns(contestants, options.rounds());
  if (alone->hash() != asked->hash()) {
    fmt::print(stderr, "bench: who was asked about went another way\n");
    return 1;
  }

  Results results("casting", options.folder);
  results.add({"1,000 questions on a frame, 5,000 vehicles", times[2], median_ratio(times[2], times[0]),
               "a step", 0.10, Better::smaller});
  results.add({"step with 1,000 questions before it, 5,000 vehicles", times[1],
               median_ratio(times[1], times[0]), "a step", 1.10, Better::smaller});
  for (std::size_t kind = 0; kind < kKinds; ++kind)
    results.add({std::string("one question: ") + kNames[kind], times[3 + kind],
                 times[3 + kind].median_ns / 2000, "2 us", 1, Better::smaller});
  results.print();
  if (!results.write()) return 1;
  return options.smoke || results.all_hold() ? 0 : 1;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "casting_bench", options)) return 2;
  return backlot::bench::run(options);
}
