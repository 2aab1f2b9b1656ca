#include "apps/server/show/live_verdict.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "backlot/verdict/measured.h"

namespace backlot::server {

namespace {

using verdict::JudgedMoment;
using verdict::Measured;

std::optional<Measured> acceleration_now(const JudgedMoment& moment) {
  return Measured{std::fabs(moment.subject.accel_mps2), {}};
}
std::optional<Measured> nearest_now(const JudgedMoment& moment) { return verdict::nearest_body(moment, {}); }

// How a rule is measured at a moment. Rules about events and about the whole run have no value at a moment.
struct GaugeRow {
  std::string_view validator;
  std::optional<Measured> (*measure)(const JudgedMoment&);
  bool is_over;                 // the value must stay over its limit
  std::optional<double> limit;  // of a rule without a number
};
constexpr GaugeRow kGauges[] = {
    {"ttc", verdict::time_to_collision, true, {}},
    {"ttc_accel", verdict::time_to_collision_accelerating, true, {}},
    {"time_gap", verdict::time_gap, true, {}},
    {"drac", verdict::necessary_deceleration, false, {}},
    {"comfort", acceleration_now, false, {}},
    {"distance", nearest_now, true, {}},
    {"lane", verdict::over_lane_edge, false, 0.3},
    {"off_road", verdict::over_road_edge, false, 0.1},
    {"speed_limit", verdict::over_limit, false, 0.5},
    {"wrong_way", verdict::wrong_way_speed, false, 0.0},
    {"mission", verdict::beside_route, false, 10.0},
    {"contact", nearest_now, true, 0.0},
};

const GaugeRow* find_gauge(std::string_view validator) {
  for (const GaugeRow& row : kGauges)
    if (row.validator == validator) return &row;
  return nullptr;
}

class LiveGauge final : public verdict::Validator {
 public:
  // Of scenes in a row, what was found in those before stays.
  LiveGauge(std::shared_ptr<LiveVerdict> live, const scene::Scene& scene)
      : live_(std::move(live)), earlier_(live_->findings) {
    live_->rules.clear();
    for (const scene::JudgeDescription& judge : scene.description().judge) {
      rows_.push_back(find_gauge(judge.validator));
      LiveRule rule{judge.validator, judge.text};
      if (rows_.back() != nullptr) {
        rule.limit = rows_.back()->limit;
        if (!rule.limit && !judge.values.empty()) rule.limit = judge.values.front();
      }
      live_->rules.push_back(std::move(rule));
    }
    if (live_->rules.empty()) {
      rows_.push_back(find_gauge("contact"));
      live_->rules.push_back({"contact", "never contact", {}, 0.0});
    }
  }

  // It comes behind the validators of the scene: what they found in this step is there.
  void watch(const JudgedMoment& moment, verdict::Findings& found) override {
    live_->findings = earlier_;
    live_->findings.insert(live_->findings.end(), found.begin(), found.end());
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      LiveRule& rule = live_->rules[k];
      rule.is_broken = std::any_of(found.begin(), found.end(),
                                   [&](const verdict::Finding& f) { return f.rule == rule.rule; });
      if (rows_[k] == nullptr || moment.has_touched) continue;
      const std::optional<Measured> now = rows_[k]->measure(moment);
      rule.value = now ? std::optional(now->value) : std::nullopt;
      rule.margin.reset();
      if (!now || !rule.limit) continue;
      rule.margin = rows_[k]->is_over ? now->value - *rule.limit : *rule.limit - now->value;
      rule.worst = std::min(rule.worst.value_or(*rule.margin), *rule.margin);
    }
  }

 private:
  std::shared_ptr<LiveVerdict> live_;
  verdict::Findings earlier_;
  std::vector<const GaugeRow*> rows_;
};

Json optional_json(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

}  // namespace

harness::ValidatorMaker make_live_gauge(std::shared_ptr<LiveVerdict> live) {
  return [live = std::move(live)](const scene::Scene& scene) {
    std::vector<std::unique_ptr<verdict::Validator>> made;
    made.push_back(std::make_unique<LiveGauge>(live, scene));
    return made;
  };
}

Json finding_json(const Set& set, const verdict::Finding& finding) {
  return {{"validator", finding.validator},
          {"rule", finding.rule},
          {"time_s", finding.time_s},
          {"until_s", finding.until_s},
          {"value", optional_json(finding.value)},
          {"limit", optional_json(finding.limit)},
          {"margin", optional_json(finding.margin)},
          {"at", set.at(finding.where)},
          {"other", finding.other.is_empty() ? Json(nullptr) : Json(world::number_for_people(finding.other))},
          {"text", finding.message}};
}

Json verdict_message(const Set& set, const LiveVerdict& live, const harness::RunResult* result) {
  Json rules = Json::array(), findings = Json::array(), expectations = Json::array();
  for (const LiveRule& rule : live.rules)
    rules.push_back({{"name", rule.validator},
                     {"rule", rule.rule},
                     {"value", optional_json(rule.value)},
                     {"limit", optional_json(rule.limit)},
                     {"margin", optional_json(rule.margin)},
                     {"worst", optional_json(rule.worst)},
                     {"broken", rule.is_broken}});
  for (const verdict::Finding& finding : result != nullptr ? result->findings : live.findings)
    findings.push_back(finding_json(set, finding));
  if (result != nullptr)
    for (const verdict::ExpectationResult& e : result->expectations)
      expectations.push_back({{"text", e.text},
                              {"met", e.is_met},
                              {"value", optional_json(e.value)},
                              {"limit", optional_json(e.limit)}});
  return {{"is", "verdict"},
          {"validators", std::move(rules)},
          {"findings", std::move(findings)},
          {"expectations", std::move(expectations)},
          {"responsibility", result != nullptr && result->review ? result->review->sentence : ""}};
}

}  // namespace backlot::server
