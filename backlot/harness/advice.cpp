#include "backlot/harness/advice.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <span>
#include <tuple>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/harness/runs.h"

namespace backlot::harness {

namespace {

using scene::ParameterNumber;
using scene::SceneDescription;
using scene::Trouble;

constexpr std::size_t kChunk = 25;         // runs between two looks at whether a value is still worth it
constexpr std::size_t kVerifications = 3;  // for each number, on fresh seeds each time
constexpr std::array kUp{1.25, 1.5, 2.0, 3.0, 4.0};
constexpr std::array kFlowUp{1.25, 1.5, 2.0, 3.0, 4.0, 6.0, 10.0, 16.0};
constexpr double kMostPerHour = 1500;  // about what one lane can carry
constexpr std::array kDown{0.8, 0.65, 0.5, 0.35, 0.25};
constexpr std::array kUsual_per_hour{60.0, 120.0, 180.0, 240.0, 360.0, 480.0};

enum class Way : std::uint8_t { up, down };

// A number of the scene, and the way in which it is varied.
struct Knob {
  std::string name;
  ParameterNumber now{};
  std::optional<std::size_t> flow{};
  Way way = Way::up;

  friend bool operator<(const Knob& a, const Knob& b) {
    return std::tie(a.name, a.way) < std::tie(b.name, b.way);
  }
};

bool is_flow(const ParameterNumber& number) { return number.metre == 0 && number.second == -1; }
bool is_time_or_length(const ParameterNumber& number) {
  return (number.metre == 0 && number.second == 1) || (number.metre == 1 && number.second == 0);
}

// To two digits in the unit in which people write it.
double rounded(double value, const ParameterNumber& like) {
  BACKLOT_ASSERT(!std::isnan(value), "a value is a number");
  const double unit = is_flow(like) ? 1.0 / 3600 : like.metre == 1 && like.second == -1 ? 1 / 3.6 : 1.0;
  const double shown = value / unit;
  if (!(shown > 0)) return value;
  double step = 1;
  while (shown / step >= 100) step *= 10;
  while (shown / step < 10) step /= 10;
  return unit * step * std::round(shown / step);
}

std::vector<double> ladder_of(const Knob& knob) {
  std::vector<double> values;
  const std::span<const double> factors = knob.way == Way::down ? std::span<const double>(kDown)
                                          : is_flow(knob.now)   ? std::span<const double>(kFlowUp)
                                                                : std::span<const double>(kUp);
  for (const double factor : factors) {
    const double value = rounded(factor * knob.now.value, knob.now);
    if (is_flow(knob.now) && value * 3600 > kMostPerHour) break;
    if (value != knob.now.value && (values.empty() || values.back() != value)) values.push_back(value);
  }
  // a flow of next to nothing many times over is little yet
  if (is_flow(knob.now) && knob.way == Way::up)
    for (const double per_hour : kUsual_per_hour)
      if (per_hour / 3600 > std::max(knob.now.value, values.empty() ? 0 : values.back()))
        values.push_back(per_hour / 3600);
  return values;
}

bool holds_word(const std::string& text, const std::string& word) {
  const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_letter(text[at - 1])) && (end == text.size() || !is_letter(text[end]))) return true;
  }
  return false;
}

// What the study wants to happen, rather than what lets it happen.
bool is_wanted(const SceneDescription& scene, const std::string& parameter) {
  return std::any_of(scene.expect.begin(), scene.expect.end(),
                     [&](const scene::ExpectationDescription& e) { return holds_word(e.text, parameter); });
}

std::string flow_name(const scene::FlowDescription& flow) {
  switch (flow.from) {
    case scene::FlowDescription::From::way:
      return "the flow from " + flow.way;
    case scene::FlowDescription::From::side_roads:
      return "the flow from all side roads";
    case scene::FlowDescription::From::everywhere:
      return "the flow from all open ends";
  }
  return "a flow";
}

void add_parameters(const SceneDescription& scene, bool (*is_meant)(const ParameterNumber&), Way way,
                    std::vector<Knob>& knobs) {
  for (const scene::Parameter& parameter : scene.parameters) {
    const auto* number = std::get_if<ParameterNumber>(&parameter.value);
    if (number == nullptr || !std::holds_alternative<scene::Fixed>(parameter.choice) || !is_meant(*number) ||
        is_wanted(scene, parameter.name))
      continue;
    knobs.push_back({.name = parameter.name, .now = *number, .way = way});
  }
}

// Flows that are parameters; where none is, those of the set.
void add_flows(const SceneDescription& scene, Way way, std::vector<Knob>& knobs) {
  const std::size_t before = knobs.size();
  add_parameters(scene, is_flow, way, knobs);
  if (knobs.size() > before) return;
  for (std::size_t k = 0; k < scene.set.flows.size(); ++k) {
    const scene::FlowDescription& flow = scene.set.flows[k];
    knobs.push_back({.name = flow_name(flow), .now = {flow.per_second, 0, -1}, .flow = k, .way = way});
  }
}

// Whether other traffic is what an expectation failed for.
bool is_about_traffic(const SceneDescription& scene, const std::string& expectation) {
  return std::any_of(scene.expect.begin(), scene.expect.end(), [&](const scene::ExpectationDescription& e) {
    if (e.text != expectation) return false;
    const auto* condition = std::get_if<scene::Condition>(&e.what);
    return std::holds_alternative<scene::NoContactOfExtras>(e.what) ||
           (condition != nullptr && std::holds_alternative<scene::Clear>(condition->question));
  });
}

std::vector<Knob> knobs_of(const SceneDescription& scene, const Limit& limit) {
  std::vector<Knob> knobs;
  if (limit.outcome == verdict::Outcome::evaded) return knobs;
  if (limit.trouble == Trouble::no_candidate) {
    add_flows(scene, Way::up, knobs);
  } else if (limit.trouble == Trouble::way_not_clear || is_about_traffic(scene, limit.why)) {
    add_flows(scene, Way::down, knobs);
  } else {
    add_parameters(scene, is_time_or_length, Way::down, knobs);
  }
  add_parameters(scene, is_time_or_length, Way::up, knobs);
  return knobs;
}

// Plays runs with variations, within the number that is allowed.
class Search {
 public:
  Search(const BuildVariation& build, const AdviceOptions& options)
      : build_(build), options_(options), next_seed_(options.first_seed + options.seeds_per_value) {}

  std::size_t runs() const { return runs_; }
  bool is_spent() const { return runs_ + options_.seeds_per_value > options_.most_runs; }
  bool is_stopped() const { return options_.is_stopped && options_.is_stopped(); }

  // The best that a number can do. Values go on while the search promises less than is wanted, or the promise is not kept on other seeds.
  Advice vary(const Knob& knob) {
    Advice best;
    std::size_t verifications = 0;
    const auto may_fail = static_cast<std::size_t>(
        (1 - options_.wanted) * static_cast<double>(options_.seeds_per_value) + 1e-9);
    for (const double value : ladder_of(knob)) {
      const Variation variation{knob.name, {value, knob.now.metre, knob.now.second}, knob.flow};
      const std::optional<Share> found =
          play(variation, options_.first_seed, options_.seeds_per_value, may_fail);
      if (!found) break;
      if (found->trials - found->hits > may_fail) {
        if (best.verified.trials == 0 && (!best.variation || found->value() > best.searched.value()))
          best = {.variation = variation, .searched = *found};
        continue;
      }
      const std::optional<Share> verified = verify(variation);
      if (!verified) break;
      if (best.verified.trials == 0 || verified->value() > best.verified.value())
        best = {.variation = variation, .searched = *found, .verified = *verified};
      if (verified->value() >= options_.wanted || ++verifications == kVerifications) return best;
    }
    if (best.variation && best.verified.trials == 0)
      if (const std::optional<Share> verified = verify(*best.variation)) best.verified = *verified;
    return best;
  }

 private:
  // On seeds that nothing was chosen by.
  std::optional<Share> verify(const Variation& variation) {
    const std::uint64_t first = next_seed_;
    next_seed_ += options_.verifying_seeds;
    return play(variation, first, options_.verifying_seeds, options_.verifying_seeds);
  }

  // It ends early where more runs fail than may. Nothing where no more runs are allowed.
  std::optional<Share> play(const Variation& variation, std::uint64_t first, std::size_t count,
                            std::size_t may_fail) {
    BACKLOT_ASSERT(count > 0, "a variation is played some times");
    Share share;
    if (runs_ + count > options_.most_runs) return std::nullopt;
    while (share.trials < count && share.trials - share.hits <= may_fail) {
      const std::size_t chunk = std::min(kChunk, count - share.trials);
      run_all<RunResult>(
          first + share.trials, chunk, options_.jobs,
          [&](std::uint64_t seed) {
            RunOptions run = options_.run;
            run.seed = seed;
            run.reviews_failures = false;
            const std::shared_ptr<const scene::Scene> scene = build_(seed, variation);
            if (scene) return run_scene(scene, run);
            RunResult none;
            none.cause.outcome = verdict::Outcome::not_staged;
            return none;
          },
          [&](const RunResult& result) {
            ++share.trials;
            share.hits += result.is_staged() ? 1U : 0U;
            ++runs_;
            if (options_.after_run) options_.after_run(result);
          },
          options_.is_stopped);
      if (is_stopped()) return std::nullopt;
    }
    return share;
  }

  const BuildVariation& build_;
  const AdviceOptions& options_;
  std::uint64_t next_seed_;
  std::size_t runs_ = 0;
};

std::string words_of(const Knob& knob, const Advice& advice) {
  return fmt::format("{} {} {}", knob.name,
                     knob.way == Way::up ? ">=" : "<=", number_text(advice.variation->value));
}

// Where no number of the scene helps.
std::string words_without(const SceneDescription& scene, const Limit& limit, const std::vector<Knob>& knobs) {
  if (limit.outcome == verdict::Outcome::evaded)
    return "the subject did this, no number of the scene changes it";
  if (knobs.empty())
    return fmt::format("{} has no parameter that bears on this: give it one, and rehearse again", scene.name);
  std::string tried;
  for (const Knob& knob : knobs) {
    const std::vector<double> ladder = ladder_of(knob);
    if (ladder.empty()) continue;
    tried += fmt::format("{}{} {} to {}", tried.empty() ? "" : ", ", knob.name,
                         knob.way == Way::up ? "up" : "down",
                         number_text({ladder.back(), knob.now.metre, knob.now.second}));
  }
  return tried.empty() ? std::string("no number of the scene could be varied")
                       : "nothing helped of: " + tried;
}

}  // namespace

std::string number_text(const ParameterNumber& number) {
  if (is_flow(number)) return fmt::format("{:g} per hour", number.value * 3600);
  if (number.metre == 1 && number.second == -1) return fmt::format("{:g} km/h", number.value * 3.6);
  const std::string_view unit = number.metre == 1 && number.second == 0    ? " m"
                                : number.metre == 0 && number.second == 1  ? " s"
                                : number.metre == 1 && number.second == -2 ? " m/s2"
                                                                           : "";
  return fmt::format("{:g}{}", number.value, unit);
}

std::string verified_text(const Advice& advice) {
  if (advice.verified.trials == 0) return {};
  return fmt::format("{:.1f} % of {} other seeds", 100 * advice.verified.value(), advice.verified.trials);
}

std::string advice_text(const Advice& advice) {
  const std::string verified = verified_text(advice);
  return verified.empty() ? advice.what : advice.what + " gives " + verified;
}

bool needs_advice(const RehearsalFigures& figures, const AdviceOptions& options) {
  return figures.staged.trials > 0 && figures.staged.interval().high < options.wanted;
}

AllAdvice find_advice(const SceneDescription& scene, const RehearsalFigures& figures,
                      const BuildVariation& build, const AdviceOptions& options) {
  AllAdvice all;
  Search search(build, options);
  std::map<Knob, Advice> known;
  for (std::size_t k = 0; k < figures.limits.size(); ++k) {
    const Limit& limit = figures.limits[k];
    Advice& advice = all.of_limits.emplace_back();
    if (k >= options.most_limits) continue;
    const std::vector<Knob> knobs = knobs_of(scene, limit);
    std::optional<Knob> best;
    for (const Knob& knob : knobs) {
      if (!known.contains(knob)) known[knob] = search.vary(knob);
      const Advice& found = known[knob];
      // worth saying where it is better than what was rehearsed, beyond chance
      const bool helps = found.verified.trials > 0 && found.verified.value() > figures.staged.interval().high;
      if (helps && (!best || found.verified.value() > advice.verified.value())) {
        best = knob;
        advice = found;
      }
      if (best && advice.verified.value() >= options.wanted) break;
    }
    if (search.is_stopped())
      advice = {.what = "interrupted before it was found"};
    else if (best)
      advice.what = words_of(*best, advice);
    else if (!knobs.empty() && search.is_spent())
      advice = {.what = fmt::format("nothing was found in {} runs", search.runs())};
    else
      advice = {.what = words_without(scene, limit, knobs)};
  }
  all.runs = search.runs();
  return all;
}

}  // namespace backlot::harness
