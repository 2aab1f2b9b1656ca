#include "apps/cli/scenes/scene_json.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "backlot/harness/advice.h"

namespace backlot::cli {

namespace {

Json optional_number(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json roles_json(const harness::RunResult& result) {
  Json rows = Json::array();
  for (const harness::RoleResult& role : result.roles) {
    Json refused = Json::object();
    for (const auto& [why, count] : role.refused) refused[why] = count;
    rows.push_back({{"role", role.role},
                    {"actor", role.actor ? Json(*role.actor) : Json(nullptr)},
                    {"since_s", role.since_s < 0 ? Json(nullptr) : Json(role.since_s)},
                    {"supplied", role.is_supplied},
                    {"candidates", role.candidates},
                    {"times_cast", role.times_cast},
                    {"best_scores", role.best_scores},
                    {"refused", refused}});
  }
  return rows;
}

Json violations_json(const verdict::Findings& findings) {
  Json rows = Json::array();
  for (const verdict::Finding& finding : findings)
    rows.push_back(
        {{"validator", finding.validator},
         {"rule", finding.rule},
         {"time_s", finding.time_s},
         {"until_s", finding.until_s},
         {"x_m", finding.where.x},
         {"y_m", finding.where.y},
         {"corridor", finding.on.empty() ? Json(nullptr) : Json(finding.on)},
         {"value", finding.value},
         {"limit", finding.limit},
         {"margin", finding.margin},
         {"other", finding.other.is_empty() ? Json(nullptr) : Json(world::number_for_people(finding.other))},
         {"message", finding.message}});
  return rows;
}

// Of a failed run; null for all others.
Json responsibility_json(const std::optional<harness::FailureReview>& review) {
  if (!review) return nullptr;
  const verdict::Responsibility& facts = review->responsibility;
  Json rules = Json::array();
  for (const verdict::BrokenRule& rule : facts.rules)
    rules.push_back({{"rule", to_text(rule.rule)},
                     {"by", to_text(rule.by)},
                     {"time_s", rule.time_s},
                     {"value", std::isfinite(rule.value) ? Json(rule.value) : Json(nullptr)},
                     {"limit", rule.limit},
                     {"decisive", rule.is_decisive}});
  Json forks = Json::array();
  for (const harness::ReferenceFork& fork : review->forks) {
    std::optional<double> least_m;
    for (const harness::TracePoint& point : fork.trace)
      if (point.distance_m) least_m = std::min(least_m.value_or(*point.distance_m), *point.distance_m);
    forks.push_back({{"driver", fork.driver},
                     {"avoids", fork.avoids},
                     {"failed_s", optional_number(fork.failed_s)},
                     {"least_distance_m", optional_number(least_m)}});
  }
  return {{"rules", rules},
          {"initiator", to_text(facts.initiator)},
          {"preventable_by", review->preventable_by()},
          {"sentence", review->sentence},
          {"about", review->rule},
          {"other", facts.other.is_empty() ? Json(nullptr) : Json(world::number_for_people(facts.other))},
          {"onset_s", review->onset.time_s},
          {"onset_rule", to_text(review->onset.rule)},
          {"forks", forks}};
}

// In the units in which people speak of them.
struct Shown {
  const char* unit;
  double factor;
};
Shown shown_as(scene::Measure measure) {
  switch (measure) {
    case scene::Measure::speed:
    case scene::Measure::closing:
      return {"km/h", 3.6};
    case scene::Measure::share_of_limit:
      return {"%", 100};
    case scene::Measure::acceleration:
      return {"m/s²", 1};
    case scene::Measure::gap:
    case scene::Measure::distance:
    case scene::Measure::way_to:
    case scene::Measure::offset:
      return {"m", 1};
    case scene::Measure::time_gap:
    case scene::Measure::ttc:
    case scene::Measure::time_to:
    case scene::Measure::meeting:
      break;
  }
  return {"s", 1};
}

Json cover_json(const std::vector<verdict::CoveredValue>& covered) {
  Json rows = Json::array();
  for (const verdict::CoveredValue& one : covered) {
    const Shown shown = shown_as(one.measure);
    const auto number = [&](const std::optional<double>& value) {
      return value ? Json(*value * shown.factor) : Json(nullptr);
    };
    rows.push_back({{"measure", one.text},
                    {"unit", shown.unit},
                    {"bin", one.bin * shown.factor},
                    {"low", number(one.low)},
                    {"high", number(one.high)},
                    {"value", number(one.value)}});
  }
  return rows;
}

Json vehicles_json(const std::vector<harness::FlowResult>& list) {
  Json rows = Json::object();
  for (const harness::FlowResult& one : list) rows[one.name] = one.vehicles;
  return rows;
}

}  // namespace

std::string value_text(const scene::Parameter& parameter) {
  if (const auto* word = std::get_if<std::string>(&parameter.value)) return *word;
  return harness::number_text(std::get<scene::ParameterNumber>(parameter.value));
}

Json to_json(const harness::RunResult& result, std::span<const scene::Parameter> given) {
  Json parameters = Json::object();
  for (const scene::Parameter& parameter : given) parameters[parameter.name] = value_text(parameter);
  Json expectations = Json::array();
  for (const verdict::ExpectationResult& e : result.expectations)
    expectations.push_back({{"name", e.text},
                            {"met", e.is_met},
                            {"value", optional_number(e.value)},
                            {"limit", optional_number(e.limit)},
                            {"time_s", e.time_s}});
  Json events = Json::array();
  for (const verdict::EventResult& e : result.events) {
    if (e.time_s < 0) continue;
    events.push_back({{"event", e.event},
                      {"time_s", e.time_s},
                      {"onset_s", optional_number(e.onset_s)},
                      {"error_s", optional_number(e.error_s)}});
  }
  Json notes = Json::array();
  for (const scene::NoteState& note : result.notes)
    notes.push_back({{"time_s", note.time_s}, {"text", note.text}});
  Json signals = Json::array();
  for (const scene::SignalState& signal : result.signals)
    signals.push_back({{"time_s", signal.time_s}, {"name", signal.name}});
  return {{"name", result.scene},
          {"seed", result.seed},
          {"driver", result.driver.empty() ? Json(nullptr) : Json(result.driver)},
          {"subject", result.style},
          {"parameters", parameters},
          {"staged", result.is_staged()},
          {"cause", result.cause.text.empty() ? Json(nullptr) : Json(result.cause.text)},
          {"verdict", to_text(result.verdict())},
          {"trouble", result.trouble ? Json(result.trouble->text) : Json(nullptr)},
          {"expectations", expectations},
          {"roles", roles_json(result)},
          {"events", events},
          {"cover", cover_json(result.covered)},
          {"sources", vehicles_json(result.sources)},
          {"sinks", vehicles_json(result.sinks)},
          {"signals", signals},
          {"notes", notes},
          {"violations", violations_json(result.findings)},
          {"responsibility", responsibility_json(result.review)},
          {"subject_was_hit", result.subject_was_hit},
          {"subject_start_s", result.subject_start_s},
          {"sim_s", result.sim_s},
          {"hash", fmt::format("{:016x}", result.hash)}};
}

}  // namespace backlot::cli
