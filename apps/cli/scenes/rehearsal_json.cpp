#include <algorithm>

#include "apps/cli/scenes/rehearsal_output.h"
#include "apps/cli/scenes/scene_json.h"

namespace backlot::cli {
namespace {

constexpr std::size_t kSeedsShown = 20;  // of a cause

Json number_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json event_json(const harness::EventFigures& event, std::size_t runs) {
  const bool is_known = event.happened > 0;
  const auto figure = [&](double value) { return is_known ? Json(value) : Json(nullptr); };
  return {{"event", event.event},
          {"happened", event.happened},
          {"untimed", event.untimed},
          {"never", runs - event.happened - event.untimed},
          {"timing_error_s",
           {{"p50", figure(event.p50_s)}, {"p95", figure(event.p95_s)}, {"max", figure(event.max_s)}}},
          {"tolerance_s", number_or_null(event.tolerance_s)}};
}

Json light_json(const harness::LightFigures& light) {
  return {{"light", light.beat},
          {"shortest", light.shortest},
          {"longest", light.longest},
          {"refused", light.refused},
          {"judged", light.judged},
          {"in_time", light.in_time},
          {"tolerance_s", number_or_null(light.tolerance_s)}};
}

Json share_json(const harness::Share& share) {
  if (share.trials == 0) return nullptr;
  return {{"runs", share.trials},
          {"staged", share.hits},
          {"staged_share", share.value()},
          {"low", share.interval().low},
          {"high", share.interval().high}};
}

Json variation_json(const harness::Advice& advice) {
  if (!advice.variation) return nullptr;
  return {{"name", advice.variation->name},
          {"value", harness::number_text(advice.variation->value)},
          {"searched", share_json(advice.searched)},
          {"verified", share_json(advice.verified)}};
}

Json limit_json(const harness::Limit& limit, const harness::Advice& advice) {
  Json seeds = Json::array();
  for (std::size_t k = 0; k < std::min(kSeedsShown, limit.seeds.size()); ++k) seeds.push_back(limit.seeds[k]);
  return {{"role_or_event", limit.role_or_event},
          {"runs", limit.runs},
          {"why", limit.why},
          {"advice", harness::advice_text(advice)},
          {"variation", variation_json(advice)},
          {"evaded", limit.outcome == verdict::Outcome::evaded},
          {"example", limit.example},
          {"seeds", seeds}};
}

}  // namespace

Json rehearsal_json(const scene::SceneDescription& scene, const harness::RehearsalFigures& figures,
                    const RehearsalFacts& facts) {
  const std::size_t runs = figures.staged.trials;
  Json parameters = Json::object(), roles = Json::array(), events = Json::array(), lights = Json::array();
  Json expectations = Json::array(), styles = Json::array(), limits = Json::array();
  for (const scene::Parameter& parameter : scene.parameters)
    parameters[parameter.name] = value_text(parameter);
  for (const harness::RoleFigures& role : figures.roles)
    roles.push_back({{"role", role.role},
                     {"cast", role.cast},
                     {"recast", role.recast},
                     {"never_cast", role.never_cast},
                     {"candidates_mean", role.candidates_mean},
                     {"supplied", role.supplied}});
  for (const harness::EventFigures& event : figures.events) events.push_back(event_json(event, runs));
  for (const harness::LightFigures& light : figures.lights) lights.push_back(light_json(light));
  for (const harness::ExpectationFigures& e : figures.expectations)
    expectations.push_back({{"name", e.text}, {"met", e.met}});
  for (const harness::StyleFigures& style : figures.styles)
    styles.push_back({{"style", style.style},
                      {"runs", style.staged.trials},
                      {"staged_share", style.staged.value()},
                      {"low", style.staged.interval().low},
                      {"high", style.staged.interval().high}});
  for (std::size_t k = 0; k < figures.limits.size(); ++k)
    limits.push_back(limit_json(figures.limits[k], facts.advice_of(k)));
  return {{"scene", scene.name},
          {"parameters", parameters},
          {"runs", runs},
          {"staged", figures.staged.hits},
          {"staged_share", figures.staged.value()},
          {"low", figures.staged.interval().low},
          {"high", figures.staged.interval().high},
          {"evaded", figures.evaded},
          {"not_staged", figures.not_staged},
          {"supplied", figures.supplied},
          {"subject_was_hit", figures.subject_was_hit},
          {"contacts_of_extras", figures.contacts_of_extras},
          {"interrupted", runs < facts.asked},
          {"roles", roles},
          {"events", events},
          {"lights", lights},
          {"expectations", expectations},
          {"styles", styles},
          {"limits", limits},
          {"advice_runs", facts.advice.runs},
          {"typical_seed", figures.typical_seed ? Json(*figures.typical_seed) : Json(nullptr)},
          {"sim_s", figures.sim_s},
          {"wall_s", facts.wall_s},
          {"cpu_s", facts.cpu_s},
          {"runs_per_s", facts.runs_s > 0 ? static_cast<double>(runs) / facts.runs_s : 0},
          {"jobs", facts.jobs},
          {"report", facts.report.empty() ? Json(nullptr) : Json(facts.report)}};
}

}  // namespace backlot::cli
