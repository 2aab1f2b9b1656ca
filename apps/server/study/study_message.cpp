#include "apps/server/study/study_message.h"

#include <algorithm>

namespace backlot::server {

namespace {

Json coded(const std::vector<study::Coded>& list) {
  Json json = Json::array();
  for (const study::Coded& one : list) json.push_back({{"code", one.code}, {"text", one.text}});
  return json;
}

const char* kind_of(study::StepKind kind) {
  switch (kind) {
    case study::StepKind::instruction: return "instruction";
    case study::StepKind::rest: return "break";
    case study::StepKind::trial: return "trial";
  }
  return "";
}

Json trial_json(const SessionStatus& status, const study::PlannedStep& step, std::size_t number) {
  const study::ConditionDescription& condition = status.study.conditions[step.trial.condition];
  std::string outcome;
  bool is_complete = false;
  std::size_t tries = 0;
  for (const TrialRow& row : status.rows) {
    if (row.participant != status.study.participants[status.participant] || row.trial != step.trial.number)
      continue;
    outcome = row.outcome;
    is_complete = is_complete || row.is_complete;
    ++tries;
  }
  return {{"trial", step.trial.number},
          {"condition", condition.name},
          {"title", condition.title.empty() ? condition.name : condition.title},
          {"block", step.trial.block},
          {"order", step.trial.order},
          {"seed", step.trial.seed},
          {"outcome", outcome},
          {"tries", tries},
          {"state", is_complete ? "done" : number == status.step ? "now" : "waiting"}};
}

Json plan_json(const SessionStatus& status) {
  Json plan = Json::array();
  for (std::size_t k = 0; k < status.plan.size(); ++k) {
    const study::PlannedStep& step = status.plan[k];
    Json one = {{"kind", kind_of(step.kind)}, {"text", step.text}, {"least_s", step.least_s}};
    if (step.kind == study::StepKind::trial)
      one.update(trial_json(status, step, k));
    else
      one["state"] = k < status.step ? "done" : k == status.step ? "now" : "waiting";
    plan.push_back(std::move(one));
  }
  return plan;
}

Json events_json(const SessionStatus& status) {
  if (!status.ports.in && !status.ports.out) return nullptr;
  const DatagramSockets::Counts& c = status.events;
  return {{"in", status.ports.in ? Json(*status.ports.in) : Json(nullptr)},
          {"out", status.ports.out ? Json(*status.ports.out) : Json(nullptr)},
          {"received", c.received},
          {"malformed", c.malformed},
          {"dropped", c.dropped},
          {"sent", c.sent},
          {"unsent", c.unsent},
          {"last_fault", c.last_fault}};
}

}  // namespace

Json session_message(const SessionStatus& status) {
  Json participants = Json::array();
  for (std::size_t k = 0; k < status.study.participants.size(); ++k)
    participants.push_back({{"name", status.study.participants[k]}, {"done", status.done[k]}});
  return {{"is", "session"},
          {"study", status.study.name},
          {"title", status.study.title.empty() ? status.study.name : status.study.title},
          {"results", status.results},
          {"participants", std::move(participants)},
          {"participant", status.study.participants[status.participant]},
          {"trials", study::trials_of(status.study)},
          {"plan", plan_json(status)},
          {"step", status.step},
          {"phase", status.phase},
          {"trouble", status.trouble},
          {"last_outcome", status.last_outcome},
          {"resumed", status.resumed},
          {"subject", status.subject},
          {"rest_left_s", status.rest_left_s},
          {"confirmed", status.is_confirmed},
          {"starts_by_participant", status.study.starts_by_participant},
          {"markers", coded(status.study.markers)},
          {"abort_codes", coded(status.study.abort_codes)},
          {"participant_link", status.participant_link},
          {"events", events_json(status)}};
}

Json participant_message(const SessionStatus& status) {
  const bool is_over = status.step >= status.plan.size();
  const bool has_text = status.phase == "instruction" || status.phase == "rest" || status.phase == "ready";
  const study::PlannedStep* step = is_over ? nullptr : &status.plan[status.step];
  const bool is_trial = step != nullptr && step->kind == study::StepKind::trial;
  return {{"is", "instruction"},
          {"phase", status.phase},
          {"text", has_text && step != nullptr ? step->text : std::string()},
          {"trial", is_trial ? Json(step->trial.number) : Json(nullptr)},
          {"trials", study::trials_of(status.study)},
          {"rest_left_s", status.rest_left_s},
          {"countdown_s", status.countdown_s},
          {"confirmed", status.is_confirmed},
          {"starts", status.study.starts_by_participant}};
}

}  // namespace backlot::server
