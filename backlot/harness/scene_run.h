// One run of a scene, or of scenes in a row: traffic, the subject, the director, the judge.
//
//   const RunResult result = run_scene(scene, {.seed = 7});
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backlot/harness/failure_review.h"
#include "backlot/harness/further_system.h"
#include "backlot/harness/system_options.h"
#include "backlot/harness/warm_ups.h"
#include "backlot/record/event.h"
#include "backlot/record/frame.h"
#include "backlot/scene/scene.h"
#include "backlot/scene/scene_director.h"
#include "backlot/sim/simulation.h"
#include "backlot/subject/choice.h"
#include "backlot/verdict/cause.h"
#include "backlot/verdict/scene_judge.h"
#include "backlot/verdict/validators.h"
#include "backlot/verdict/verdict.h"
#include "backlot/world/course.h"

namespace backlot::harness {

// The usual step, from the start of the subject on.
inline constexpr base::Duration kRunStep = base::Duration::from_milliseconds(50);

// What an onlooker sees after each step from the start of the subject on. It changes nothing.
struct Moment {
  const sim::Simulation& run;
  const std::shared_ptr<const scene::Scene>& scene;  // that is played; between two scenes, the one before
  const record::Frame& frame;                        // with signals
  const scene::PlayState& play;
  world::ObjectId subject;
};
using Onlooker = std::function<void(const Moment&)>;
// Is shown the undisturbed subject that the judge is given for a beat, after the onlooker has seen the step.
using GhostWatcher = std::function<void(std::uint32_t beat, const verdict::Ghost&)>;
// Is shown the forks in which reference drivers drive a failure again (preventable.h), one after the other. The first frame of each is that of the onset of
// danger; then comes one for each step, with signals.
using ForkWatcher = std::function<void(const std::string& driver, const record::Frame&)>;

// A signal from outside, so long after the start of the subject. The scene that plays then hears it, if it asks for a signal of this name.
struct SignalAt {
  std::string name;
  double time_s = 0;
};

// For a director of the caller's own that plays beside that of a scene: what it may want to know. Through the panel of the scene's director it can
// skip events, end the scene or raise signals (scene_director.h).
struct Beside {
  const std::shared_ptr<const scene::Scene>& scene;
  world::ObjectId subject;
  direct::IssuerId director;  // of the scene
};
using DirectorMaker = std::function<std::unique_ptr<direct::Director>(const Beside&)>;

// Makes the validators of a scene; without one, they are those that its `judge` asks for.
using ValidatorMaker = std::function<std::vector<std::unique_ptr<verdict::Validator>>(const scene::Scene&)>;

struct RunOptions {
  std::uint64_t seed = 1;
  subject::SubjectChoice subject{};
  SystemOptions system{};                // a system under test in the place of the model subject
  std::vector<FurtherSystem> further{};  // systems beside the subject
  base::Duration step = kRunStep;        // from the start of the subject on; 0.1 s at most
  bool has_supply = true;
  std::size_t threads = 1;
  // The way that the subject takes, past the place where the scene lets it start; null: the route that the scene expects. It stays where it is
  // during the run.
  const world::Course* way = nullptr;
  std::vector<SignalAt> signals{};
  std::vector<DirectorMaker>
      beside{};  // called when a scene begins; their directors come behind that of the scene
  ValidatorMaker validators{};
  // Besides those: they measure and find nothing. The forks in which a failure is driven again have none of them.
  ValidatorMaker gauges{};
  // Traffic that was warmed up for earlier runs; null: each run warms its own up. Results are the same.
  WarmUps* warm_ups = nullptr;
  bool reviews_failures = true;  // a failed run is driven again by the reference drivers (preventable.h)
  Onlooker onlooker{};
  GhostWatcher ghost_watcher{};
  ForkWatcher fork_watcher{};
  // Asked before each step, after the onlooker has seen the one before. Where it says yes the run ends early, and its result is what can be said until then.
  std::function<bool()> is_ended{};
};

struct RoleResult {
  std::string role;
  std::optional<std::uint32_t> actor;  // its number for people; the last one that played
  Entry entry{};                       // where the actor entered the network
  double since_s = -1;
  bool is_supplied = false;
  std::uint32_t candidates = 0;  // when it was cast
  std::uint32_t times_cast = 0;
  double candidates_mean = 0;                                  // over all looks
  std::vector<double> best_scores;                             // of the best three
  std::vector<std::pair<std::string, std::uint32_t>> refused;  // why others were not cast, and how many
};

struct LightResult {
  double slowest = 1, fastest = 1;  // the speeds at which it ran
  std::uint32_t refusals = 0;
};

// How many vehicles a source has added, or a sink has taken.
struct FlowResult {
  std::string name;
  std::uint32_t vehicles = 0;
};

struct RunResult {
  std::string scene;
  std::uint64_t seed = 0;
  std::string style;                      // of a model subject
  std::string driver;                     // the name of the system under test; empty: a model subject
  std::optional<sut::Trouble> trouble{};  // the system failed as software; the run ended then
  verdict::Cause cause;
  std::vector<verdict::ExpectationResult> expectations;
  std::vector<verdict::EventResult> events;
  std::vector<verdict::CoveredValue> covered;
  verdict::Findings findings;             // rules that the subject broke
  std::optional<FailureReview> review{};  // of a failed run: onset, responsibility, preventable
  std::vector<RoleResult> roles;
  std::vector<LightResult> lights;
  std::vector<FlowResult> sources, sinks;  // sources that add vehicles by themselves
  std::vector<scene::NoteState> notes;
  std::vector<scene::SignalState> signals;
  bool was_ended = false;  // early, by RunOptions::is_ended: failures are not reviewed
  bool is_spare = false;   // of a scenario: played since the scene before it was not staged
  bool subject_was_hit = false;
  std::size_t contacts_of_extras = 0;
  double subject_start_s = 0;  // of the run
  double sim_s = 0;
  std::uint64_t hash = 0;

  bool is_staged() const { return cause.outcome == verdict::Outcome::staged; }
  verdict::Verdict verdict() const;
};

RunResult run_scene(const std::shared_ptr<const scene::Scene>& scene, const RunOptions& options);

// Scenes in a row, in one run with one subject. The network, its traffic and the route of the subject are those of the first one.
struct Scenario {
  std::string name;
  std::vector<std::vector<std::shared_ptr<const scene::Scene>>> plays;  // each with its spares behind it
  std::vector<scene::FreeDriving> between;                              // one fewer than plays
};
struct ScenarioResult {
  std::string name;
  std::uint64_t seed = 0;
  std::vector<RunResult> scenes;  // as they were played, spares among them
};
ScenarioResult run_scenario(const Scenario& scenario, const RunOptions& options);
// The whole as one result: names have that of their scene before them, and the first play without a staged scene gives the cause.
RunResult in_one(const ScenarioResult& scenario);

}  // namespace backlot::harness
