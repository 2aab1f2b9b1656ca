// A rehearsal: what many runs of a scene say about it. It takes results one by one and keeps a few numbers of each, so that ten thousand runs take
// some megabytes.
//
//   Rehearsal rehearsal(description);
//   run_all<RehearsedRun>(1, 1000, jobs, [&](auto seed) { return rehearse_once(scene, {.seed = seed}); },
//                         [&](const RehearsedRun& run) { rehearsal.take(run); });
//   const RehearsalFigures figures = rehearsal.figures();
//
// It never tries again, and a run that the subject evaded counts as not staged. Its figures depend on the results and their order alone.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backlot/harness/scene_run.h"
#include "backlot/harness/statistics.h"
#include "backlot/scene/scene_description.h"

namespace backlot::harness {

// The candidates for one role over time: how many there were at the last look before a moment, every second. NaN before the first look.
struct CandidateCurve {
  std::string role;
  double from_s = 0;          // of the run
  std::vector<float> counts;  // from_s, from_s + 1 s, and so on
};

struct RehearsedRun {
  RunResult result;
  std::vector<CandidateCurve> curves;  // by role
};
// One run. An onlooker of the options is called as well.
RehearsedRun rehearse_once(const std::shared_ptr<const scene::Scene>& scene, const RunOptions& options);

// Numbers of runs.
struct RoleFigures {
  std::string role;
  std::size_t cast = 0;        // an object played it
  std::size_t recast = 0;      // more than one did, one after the other
  std::size_t never_cast = 0;  // no object did
  std::size_t supplied = 0;    // the last actor came from a source
  double candidates_mean = 0;  // when the last actor was cast; a run without one counts as 0
};

struct EventFigures {
  std::string event;
  std::size_t happened = 0;  // it came, and how late it was is known
  std::size_t untimed =
      0;  // it came, and how late it was is not known: the actor never did what it was to do
  std::optional<double> tolerance_s{};
  std::vector<double>
      errors_s{};  // one for each run in which it happened, in the order of runs; late is positive
  double p50_s = 0, p95_s = 0, max_s = 0;  // of absolute errors, by nearest rank
};

// A light that the script steers.
struct LightFigures {
  std::string beat;                     // that steers it
  std::string line;                     // the mark of its stop line
  double shortest = 1, longest = 1;     // of its cycle, over all runs: 1 is as programmed
  std::size_t refused = 0;              // runs in which it could not be as asked at some time
  std::vector<double> factors{};        // one for each run: the length of its cycle that differs most from 1
  std::optional<double> tolerance_s{};  // of the scene's expectation about it; the next are 0 without one
  std::size_t judged = 0, in_time = 0;  // runs in which it was measured, and those of them that met it
};

struct StyleFigures {
  std::string style;
  Share staged;
};

struct ExpectationFigures {
  std::string text;
  std::size_t met = 0;
};

// Runs that were not staged for one cause.
struct Limit {
  std::string role_or_event;
  std::string why;      // without numbers of one run
  std::string example;  // of the first of them, with numbers
  verdict::Outcome outcome = verdict::Outcome::not_staged;
  scene::Trouble trouble = scene::Trouble::none;  // none: an expectation was not met
  std::size_t runs = 0;
  std::vector<std::uint64_t> seeds;  // of the first thousand
};

struct RehearsalFigures {
  Share staged;
  std::size_t evaded = 0, not_staged = 0;
  std::size_t supplied = 0;  // runs in which a source supplied at least one actor
  std::size_t subject_was_hit = 0, contacts_of_extras = 0;  // runs
  double sim_s = 0;
  std::vector<RoleFigures> roles;
  std::vector<EventFigures> events;
  std::vector<LightFigures> lights;
  std::vector<ExpectationFigures> expectations;
  std::vector<StyleFigures> styles;  // by name
  std::vector<Limit> limits;         // the most frequent first, then by words
  std::vector<CandidateCurve>
      curves;  // of the first thousand runs that had the first event, each ending there
  // The staged run with the median timing error; of a run with several events its largest error counts. Empty where no run was staged.
  std::optional<std::uint64_t> typical_seed;
};

class Rehearsal {
 public:
  explicit Rehearsal(const scene::SceneDescription& scene);

  void take(const RehearsedRun& run);
  RehearsalFigures figures() const;

  std::size_t runs() const { return figures_.staged.trials; }

 private:
  void take_limit(const RunResult& result);
  void take_lights(const RunResult& result);
  void take_curves(const RehearsedRun& run);

  const scene::SceneDescription scene_;
  RehearsalFigures figures_;        // without what is computed at the end
  std::vector<double> candidates_;  // sums, by role
  std::map<std::string, Share> styles_;
  std::map<std::string, Limit> limits_;                    // by words
  std::vector<std::pair<double, std::uint64_t>> typical_;  // timing error and seed of staged runs
};

}  // namespace backlot::harness
