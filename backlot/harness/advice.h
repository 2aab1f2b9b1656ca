// Advice: what would let a scene be staged more often. It is computed: a number of the scene is varied step by step, runs are played with it, and
// what they promise is verified on other seeds.
//
// Which numbers are tried depends on the cause. Where no candidate was there to cast, flows are raised; where traffic
// was in the way, they are lowered; where something came too late, times and lengths are. A parameter that an
// expectation names is what the study wants, and is never varied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backlot/harness/rehearsal.h"
#include "backlot/scene/parameter.h"
#include "backlot/scene/scene.h"

namespace backlot::harness {

// One number of a scene at another value: a parameter, or, where `flow` is given, a flow of its traffic.
struct Variation {
  std::string name;  // of the parameter; of a flow, in words: "the flow from all side roads"
  scene::ParameterNumber value{};
  std::optional<std::size_t> flow{};  // its number in the set
};
// The scene of a seed with a variation; null where it makes none. It is called from any thread.
using BuildVariation =
    std::function<std::shared_ptr<const scene::Scene>(std::uint64_t seed, const Variation& variation)>;

struct AdviceOptions {
  double wanted = 0.98;               // the share of staged runs that is looked for
  std::size_t seeds_per_value = 50;   // in the search
  std::size_t verifying_seeds = 100;  // other ones
  std::size_t most_limits = 3;        // the most frequent causes are looked into
  std::size_t most_runs = 800;        // of all searches together, verification included
  std::uint64_t first_seed = 1;       // of the search: behind the seeds of the rehearsal
  std::size_t jobs = 0;
  RunOptions run{};                                   // the subject and the supply of the rehearsal
  std::function<void(const RunResult&)> after_run{};  // on the calling thread
  std::function<bool()> is_stopped{};                 // from any thread
};

struct Advice {
  std::string what{};  // "side_flow >= 300 per hour", or why none is given; empty where it was not looked for
  std::optional<Variation> variation{};  // that it speaks of
  Share searched{}, verified{};          // on the seeds of the search, and on other ones
};
// "99.0 % of 100 other seeds"; empty where it was not verified.
std::string verified_text(const Advice& advice);
// Both: "side_flow >= 300 per hour gives 99.0 % of 100 other seeds".
std::string advice_text(const Advice& advice);

struct AllAdvice {
  std::vector<Advice> of_limits;  // one for each of the figures
  std::size_t runs = 0;           // that it took
};

// Whether so few runs were staged that it is worth to look: the rate is below the wanted one, beyond chance.
bool needs_advice(const RehearsalFigures& figures, const AdviceOptions& options = {});

AllAdvice find_advice(const scene::SceneDescription& scene, const RehearsalFigures& figures,
                      const BuildVariation& build, const AdviceOptions& options);

// "300 per hour", "1.5 s": as the language of scenes reads it.
std::string number_text(const scene::ParameterNumber& number);

}  // namespace backlot::harness
