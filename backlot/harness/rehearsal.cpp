#include "backlot/harness/rehearsal.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backlot/base/assert.h"

namespace backlot::harness {

namespace {

constexpr std::size_t kMostSeeds = 1000;   // that are kept of a cause
constexpr std::size_t kMostCurves = 1000;  // runs with candidates that are kept
constexpr double kCurveStep_s = 1;
constexpr std::size_t kCurveLength = 60;  // points before the event

// Writes down how many candidates the roles had, from what the director says of its looks.
class CandidateWatch {
 public:
  void watch(const Moment& moment) {
    const double now_s = moment.frame.time.seconds();
    if (roles_.empty()) {
      roles_.resize(moment.play.roles.size());
      from_s_ = now_s;
    }
    BACKLOT_ASSERT(moment.play.roles.size() == roles_.size(), "the play is of another scene");
    for (std::size_t k = 0; k < roles_.size(); ++k) roles_[k].look(moment.play.roles[k]);
    while (now_s >= from_s_ + kCurveStep_s * static_cast<double>(taken_) - 1e-9) {
      ++taken_;
      for (One& role : roles_) role.counts.push_back(role.last);
    }
  }

  std::vector<CandidateCurve> curves(const scene::SceneDescription& scene) {
    std::vector<CandidateCurve> list;
    for (std::size_t k = 0; k < roles_.size(); ++k)
      list.push_back({scene.cast[k].name, from_s_, std::move(roles_[k].counts)});
    return list;
  }

 private:
  struct One {
    std::uint64_t looks = 0, offered = 0;
    float last = std::numeric_limits<float>::quiet_NaN();
    std::vector<float> counts;

    void look(const scene::RoleState& role) {
      if (role.looks > looks) last = static_cast<float>(role.offered - offered);
      looks = role.looks;
      offered = role.offered;
    }
  };
  std::vector<One> roles_;
  double from_s_ = 0;
  std::uint64_t taken_ = 0;
};

// The expectation about the light of a line, if the scene has one.
std::optional<std::size_t> find_expectation(const scene::SceneDescription& scene, const std::string& line) {
  for (std::size_t k = 0; k < scene.expect.size(); ++k) {
    const auto* condition = std::get_if<scene::Condition>(&scene.expect[k].what);
    const auto* light = condition == nullptr ? nullptr : std::get_if<scene::LightShows>(&condition->question);
    if (light != nullptr && light->mark == line && std::isfinite(light->middle_within_s)) return k;
  }
  return std::nullopt;
}

// The event that an expectation is about; empty where it is about the whole scene.
std::string event_of(const scene::SceneDescription& scene, const std::string& expectation) {
  const auto at = std::find_if(scene.expect.begin(), scene.expect.end(),
                               [&](const scene::ExpectationDescription& e) { return e.text == expectation; });
  return at == scene.expect.end() ? std::string() : at->beat;
}

std::vector<LightFigures> lights_of(const scene::SceneDescription& scene) {
  std::vector<LightFigures> lights;
  for (const scene::BeatDescription& beat : scene.script.beats)
    for (const scene::ActionDescription& action : beat.actions) {
      const auto* cue = std::get_if<scene::LightOnCue>(&action.what);
      if (cue == nullptr) continue;
      LightFigures light{.beat = beat.name, .line = cue->line};
      if (const auto at = find_expectation(scene, cue->line)) {
        const auto& condition = std::get<scene::Condition>(scene.expect[*at].what);
        light.tolerance_s = std::get<scene::LightShows>(condition.question).middle_within_s;
      }
      lights.push_back(std::move(light));
    }
  return lights;
}

std::vector<EventFigures> events_of(const scene::SceneDescription& scene) {
  std::vector<EventFigures> events;
  for (const scene::BeatDescription& beat : scene.script.beats) {
    if (!beat.commits) continue;
    EventFigures event{.event = beat.name};
    for (const scene::ExpectationDescription& e : scene.expect) {
      if (e.beat != beat.name) continue;
      if (const auto* enters = std::get_if<scene::EntersPath>(&e.what)) event.tolerance_s = enters->within_s;
      if (const auto* acts = std::get_if<scene::Acts>(&e.what); acts != nullptr && !event.tolerance_s)
        event.tolerance_s = acts->within_s;
    }
    events.push_back(std::move(event));
  }
  return events;
}

}  // namespace

RehearsedRun rehearse_once(const std::shared_ptr<const scene::Scene>& scene, const RunOptions& options) {
  CandidateWatch watch;
  RunOptions watched = options;
  watched.reviews_failures = false;  // a rehearsal asks whether scenes are staged
  watched.onlooker = [&](const Moment& moment) {
    watch.watch(moment);
    if (options.onlooker) options.onlooker(moment);
  };
  RehearsedRun run{.result = run_scene(scene, watched), .curves = {}};
  run.curves = watch.curves(scene->description());
  return run;
}

Rehearsal::Rehearsal(const scene::SceneDescription& scene) : scene_(scene), candidates_(scene.cast.size()) {
  for (const scene::RoleDescription& role : scene.cast) figures_.roles.push_back({.role = role.name});
  for (const scene::ExpectationDescription& e : scene.expect)
    figures_.expectations.push_back({.text = e.text});
  figures_.events = events_of(scene);
  figures_.lights = lights_of(scene);
}

void Rehearsal::take(const RehearsedRun& run) {
  const RunResult& result = run.result;
  const bool is_staged = result.is_staged();
  ++figures_.staged.trials;
  figures_.staged.hits += is_staged ? 1U : 0U;
  figures_.evaded += result.cause.outcome == verdict::Outcome::evaded ? 1U : 0U;
  figures_.not_staged += result.cause.outcome == verdict::Outcome::not_staged ? 1U : 0U;
  figures_.subject_was_hit += result.subject_was_hit ? 1U : 0U;
  figures_.contacts_of_extras += result.contacts_of_extras > 0 ? 1U : 0U;
  figures_.sim_s += result.sim_s;
  Share& style = styles_[result.style];
  ++style.trials;
  style.hits += is_staged ? 1U : 0U;

  // a run that could not begin has no roles, events and expectations
  bool is_supplied = false;
  for (std::size_t k = 0; k < figures_.roles.size(); ++k) {
    RoleFigures& figures = figures_.roles[k];
    const RoleResult role = k < result.roles.size() ? result.roles[k] : RoleResult{};
    figures.cast += role.times_cast > 0 ? 1U : 0U;
    figures.recast += role.times_cast > 1 ? 1U : 0U;
    figures.never_cast += role.times_cast == 0 ? 1U : 0U;
    figures.supplied += role.is_supplied ? 1U : 0U;
    is_supplied = is_supplied || role.is_supplied;
    candidates_[k] += role.candidates;
  }
  figures_.supplied += is_supplied ? 1U : 0U;
  double largest_s = 0;
  for (std::size_t k = 0; k < result.events.size(); ++k) {
    const verdict::EventResult& event = result.events[k];
    EventFigures& figures = figures_.events[k];
    figures.untimed += event.time_s >= 0 && !event.has_happened ? 1U : 0U;
    if (!event.has_happened) continue;
    ++figures.happened;
    figures.errors_s.push_back(*event.error_s);
    largest_s = std::max(largest_s, std::fabs(*event.error_s));
  }
  for (std::size_t k = 0; k < result.expectations.size(); ++k)
    figures_.expectations[k].met += result.expectations[k].is_met ? 1U : 0U;
  take_lights(result);
  take_curves(run);
  if (is_staged)
    typical_.emplace_back(largest_s, result.seed);
  else
    take_limit(result);
}

void Rehearsal::take_lights(const RunResult& result) {
  for (std::size_t k = 0; k < result.lights.size(); ++k) {
    LightFigures& figures = figures_.lights[k];
    const LightResult& light = result.lights[k];
    const double longest = 1 / light.slowest, shortest = 1 / light.fastest;
    figures.shortest = std::min(figures.shortest, shortest);
    figures.longest = std::max(figures.longest, longest);
    figures.refused += light.refusals > 0 ? 1U : 0U;
    const auto at = find_expectation(scene_, figures.line);
    if (at && *at < result.expectations.size() && result.expectations[*at].value) {
      ++figures.judged;
      figures.in_time += result.expectations[*at].is_met ? 1U : 0U;
    }
    figures.factors.push_back(longest - 1 >= 1 - shortest ? longest : shortest);
  }
}

void Rehearsal::take_curves(const RehearsedRun& run) {
  if (run.curves.empty() || run.result.events.empty() || run.result.events.front().time_s < 0 ||
      figures_.curves.size() >= kMostCurves * run.curves.size())
    return;
  for (const CandidateCurve& curve : run.curves) {
    const double until = (run.result.events.front().time_s - curve.from_s) / kCurveStep_s;
    const std::size_t end = std::min(curve.counts.size(), static_cast<std::size_t>(std::max(0.0, until)) + 1);
    const std::size_t begin = end > kCurveLength ? end - kCurveLength : 0;
    figures_.curves.push_back({curve.role,
                               curve.from_s + kCurveStep_s * static_cast<double>(begin),
                               {curve.counts.begin() + static_cast<std::ptrdiff_t>(begin),
                                curve.counts.begin() + static_cast<std::ptrdiff_t>(end)}});
  }
}

void Rehearsal::take_limit(const RunResult& result) {
  Limit& limit = limits_[result.cause.group];
  if (limit.runs == 0) {
    limit.why = result.cause.group;
    limit.example = result.cause.text;
    limit.outcome = result.cause.outcome;
    limit.trouble = result.cause.trouble;
    limit.role_or_event = result.cause.about;
    if (limit.role_or_event.empty()) limit.role_or_event = event_of(scene_, result.cause.group);
    if (limit.role_or_event.empty())
      limit.role_or_event = result.cause.outcome == verdict::Outcome::evaded ? "subject" : scene_.name;
  }
  ++limit.runs;
  if (limit.seeds.size() < kMostSeeds) limit.seeds.push_back(result.seed);
}

RehearsalFigures Rehearsal::figures() const {
  RehearsalFigures all = figures_;
  for (std::size_t k = 0; k < all.roles.size(); ++k)
    all.roles[k].candidates_mean = runs() == 0 ? 0 : candidates_[k] / static_cast<double>(runs());
  for (EventFigures& event : all.events) {
    if (event.errors_s.empty()) continue;
    std::vector<double> sorted;
    for (const double error_s : event.errors_s) sorted.push_back(std::fabs(error_s));
    std::sort(sorted.begin(), sorted.end());
    event.p50_s = percentile(sorted, 0.5);
    event.p95_s = percentile(sorted, 0.95);
    event.max_s = sorted.back();
  }
  for (const auto& [style, share] : styles_) all.styles.push_back({style, share});
  for (const auto& [words, limit] : limits_) all.limits.push_back(limit);
  std::stable_sort(all.limits.begin(), all.limits.end(),
                   [](const Limit& a, const Limit& b) { return a.runs > b.runs; });
  if (!typical_.empty()) {
    std::vector<std::pair<double, std::uint64_t>> sorted = typical_;
    std::sort(sorted.begin(), sorted.end());
    all.typical_seed = sorted[(sorted.size() - 1) / 2].second;
  }
  return all;
}

}  // namespace backlot::harness
