#include "apps/server/study/study_show.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "apps/server/show/scene_play.h"
#include "apps/server/study/measure_try.h"
#include "apps/server/study/stamps.h"
#include "apps/server/study/study_message.h"

namespace backlot::server {

namespace {

constexpr auto kLongWait = std::chrono::hours(1);

}  // namespace

base::Result<std::unique_ptr<StudyShow>> StudyShow::open(StudyShowSettings settings) {
  std::unique_ptr<StudyShow> show(new StudyShow(std::move(settings)));
  const StudyShowSettings& s = show->settings_;
  auto results = ResultsFolder::open(s.results, s.study.name, s.study_text);
  if (!results) return base::Result<std::unique_ptr<StudyShow>>::failure(std::move(results).diagnostics());
  show->results_ = *std::move(results);
  if (std::string why = show->sockets_.open(); !why.empty()) {
    base::Diagnostics found;
    found.error("Y305", {}, why, "name another port, or 0 for one that is free");
    return base::Result<std::unique_ptr<StudyShow>>::failure(std::move(found));
  }
  show->choose(show->first_open_participant().value_or(0));
  show->resumed_text_ = show->find_resumed_text();
  return show;
}

// ---- where the study stands

bool StudyShow::is_done(std::size_t participant, const study::PlannedTrial& trial) const {
  const auto& rows = results_->rows();
  return std::any_of(rows.begin(), rows.end(), [&](const TrialRow& row) {
    return row.is_complete && row.participant == name_of(participant) && row.trial == trial.number;
  });
}

std::size_t StudyShow::trials_done(std::size_t participant) const {
  std::size_t count = 0;
  for (const study::PlannedStep& step : study::plan_of(study(), participant))
    if (step.kind == study::StepKind::trial && is_done(participant, step.trial)) ++count;
  return count;
}

std::size_t StudyShow::spares_used(std::size_t participant, const study::PlannedTrial& trial) const {
  const auto& rows = results_->rows();
  const auto used = std::count_if(rows.begin(), rows.end(), [&](const TrialRow& row) {
    return !row.is_complete && row.outcome != kAborted && row.participant == name_of(participant) &&
           row.trial == trial.number;
  });
  return static_cast<std::size_t>(used);
}

std::optional<std::size_t> StudyShow::first_open_participant() const {
  for (std::size_t k = 0; k < study().participants.size(); ++k)
    if (trials_done(k) < study::trials_of(study())) return k;
  return std::nullopt;
}

void StudyShow::choose(std::size_t participant) {
  participant_ = participant;
  plan_ = study::plan_of(study(), participant);
  find_first_open_step();
}

// Of a session that was begun, instructions and rests before its first open trial are over; one that stands right before it is shown again.
void StudyShow::find_first_open_step() {
  step_ = plan_.size();
  std::size_t begin = 0;
  bool has_done = false;
  for (std::size_t k = 0; k < plan_.size(); ++k) {
    if (plan_[k].kind != study::StepKind::trial) continue;
    if (is_done(participant_, plan_[k].trial)) {
      has_done = true;
      begin = k + 1;
      continue;
    }
    step_ = has_done ? begin : 0;
    return;
  }
}

std::string StudyShow::find_resumed_text() const {
  if (!results_->is_resumed() && results_->interrupted(name_of(participant_), 1).empty()) return {};
  std::size_t done = 0;
  for (std::size_t k = 0; k < study().participants.size(); ++k) done += trials_done(k);
  const std::size_t all = study().participants.size() * study::trials_of(study());
  const auto next = std::find_if(plan_.begin() + static_cast<std::ptrdiff_t>(step_), plan_.end(),
                                 [](const study::PlannedStep& s) { return s.kind == study::StepKind::trial; });
  if (next == plan_.end()) return fmt::format("The study is complete: all {} trials are done.", all);
  std::string text = fmt::format("{} of {} trials are done. The study goes on with {}, trial {} ({}).", done, all,
                                 name_of(participant_), next->trial.number,
                                 study().conditions[next->trial.condition].name);
  const auto cut = results_->interrupted(name_of(participant_), next->trial.number);
  if (!cut.empty()) text += fmt::format(" That trial was interrupted; what was written of it stays in {}.", cut.back());
  return text;
}

// ---- the session

void StudyShow::run(Theatre& theatre) {
  theatre_ = &theatre;
  while (!theatre.inbox.is_closed())
    if (!conduct_step()) return;
}

bool StudyShow::conduct_step() {
  is_rechosen_ = has_go_ = has_start_ = is_confirmed_ = false;
  // what is in the picture: the road of the next trial
  const auto next = std::find_if(plan_.begin() + static_cast<std::ptrdiff_t>(std::min(step_, plan_.size())), plan_.end(),
                                 [](const study::PlannedStep& s) { return s.kind == study::StepKind::trial; });
  const study::PlannedTrial shown = next != plan_.end() ? next->trial : study::PlannedTrial{};
  const std::size_t spare = next != plan_.end() ? spares_used(participant_, shown) : 0;
  const LoadedScene& scene = scene_of(shown, spare);
  show_world(scene, play_settings(scene, shown, spare));

  if (step_ >= plan_.size()) {
    set_phase("finished");
    while (!is_rechosen_) {
      const auto request = theatre_->inbox.take(WallClock::now() + kLongWait);
      if (theatre_->inbox.is_closed()) return false;
      if (request) take_idle(*request);
    }
    return true;
  }
  const study::PlannedStep& step = plan_[step_];
  switch (step.kind) {
    case study::StepKind::instruction:
      set_phase("instruction");
      if (!wait_for_go(0)) return false;
      if (has_go_) ++step_;
      return true;
    case study::StepKind::rest:
      set_phase("rest");
      if (!wait_for_go(step.least_s)) return false;
      if (has_go_) ++step_;
      return true;
    case study::StepKind::trial:
      set_phase("ready", trouble_);
      while (!has_start_ && !is_rechosen_) {
        const auto request = theatre_->inbox.take(WallClock::now() + kLongWait);
        if (theatre_->inbox.is_closed()) return false;
        if (request) take_idle(*request);
      }
      if (has_start_) play_trial();
      return true;
  }
  return true;
}

// Until a page goes on: the operator at any time, the participant when so many seconds have passed. False where the program ends.
bool StudyShow::wait_for_go(double least_s) {
  const auto end = WallClock::now() + std::chrono::duration_cast<WallClock::duration>(
                                          std::chrono::duration<double>(least_s));
  bool is_resting = least_s > 0;
  rest_left_s_ = least_s;
  tell();
  while (!has_go_ && !is_rechosen_) {
    const auto now = WallClock::now();
    rest_left_s_ = std::max(0.0, std::chrono::duration<double>(end - now).count());
    if (is_resting && now >= end) {
      is_resting = false;
      tell();
    }
    const auto request = theatre_->inbox.take(is_resting ? end : now + kLongWait);
    if (theatre_->inbox.is_closed()) return false;
    if (!request) continue;
    const bool is_too_early = is_resting && request->what == "go_on" && request->door == Door::participant;
    if (!is_too_early) take_idle(*request);
  }
  rest_left_s_ = 0;
  return true;
}

bool StudyShow::take_idle(const Request& request) {
  if (request.what == "go_on") {
    has_go_ = phase_ == "instruction" || phase_ == "rest";
    if (request.door == Door::participant && phase_ == "ready") {
      is_confirmed_ = true;
      has_start_ = study().starts_by_participant;
      tell();
    }
  } else if (request.what == "start") {
    has_start_ = phase_ == "ready";
    has_go_ = !has_start_;
  } else if (request.what == "skip" && phase_ == "ready") {
    skip_trial();
  } else if (request.what == "participant") {
    const auto at = std::find(study().participants.begin(), study().participants.end(), request.text("name"));
    if (at == study().participants.end()) {
      refuse(theatre_->board, request, "The study has no such participant.");
      return false;
    }
    trouble_.clear();
    last_outcome_.clear();
    choose(static_cast<std::size_t>(at - study().participants.begin()));
    is_rechosen_ = true;
  } else if (request.what == "note") {
    const std::size_t trial = step_ < plan_.size() ? plan_[step_].trial.number : 0;
    const std::string why =
        results_->add_note(name_of(participant_), trial, stamp_now(), request.text("text"));
    if (!why.empty()) set_phase(phase_, why);
  } else if (request.what != "drive" && request.what != "select") {
    refuse(theatre_->board, request, "No trial is being driven.");
    return false;
  }
  return true;
}

const LoadedScene& StudyShow::scene_of(const study::PlannedTrial& trial, std::size_t spare) const {
  const LoadedCondition& condition = settings_.conditions[trial.condition];
  if (spare == 0 || spare > condition.spares.size()) return condition.scene;
  return condition.spares[spare - 1];
}

std::string StudyShow::subject_of(const study::ConditionDescription& condition) const {
  if (!settings_.subject.empty()) return settings_.subject;
  return condition.subject.empty() ? study().subject : condition.subject;
}

SceneShowSettings StudyShow::play_settings(const LoadedScene& scene, const study::PlannedTrial& trial,
                                           std::size_t spare) const {
  SceneShowSettings play;
  play.file = scene.sources.empty() ? settings_.file : scene.sources.front().name;
  play.version = settings_.version;
  play.sources = scene.sources;
  play.given = scene.given;
  play.seed = spare == 0 ? trial.seed : study::seed_of_spare(trial.seed, spare - 1);
  play.subject = read_wish(subject_of(study().conditions[trial.condition]));
  play.factor = play.subject.is_human ? 1 : settings_.factor;
  play.has_supply = settings_.has_supply;
  play.threads = settings_.threads;
  return play;
}

void StudyShow::show_world(const LoadedScene& scene, const SceneShowSettings& play) {
  if (shown_ != scene.file.get()) {
    std::vector<scene::PlacedMark> marks;
    if (const auto built = scene.file->build(play.seed, play.given); built)
      marks.assign((*built)->marks().begin(), (*built)->marks().end());
    set_ = std::make_unique<Set>(make_set(scene.file->network(), marks));
  }
  Json hello = scene_hello(*set_, *scene.file, play);
  hello["study"] = study().name;
  hello["can"] = {"play", "pause", "speed", "select", "find", "locate", "takeover", "marker"};
  if (shown_ != scene.file.get())
    theatre_->board.set_world(set_->world, dumped(hello));
  else
    theatre_->board.set_hello(dumped(hello));
  shown_ = scene.file.get();
}

void StudyShow::play_trial() {
  const study::PlannedTrial trial = plan_[step_].trial;
  const study::ConditionDescription& condition = study().conditions[trial.condition];
  const std::size_t spare = spares_used(participant_, trial);
  const LoadedScene& scene = scene_of(trial, spare);
  const SceneShowSettings play = play_settings(scene, trial, spare);
  const std::string folder = results_->begin_try(name_of(participant_), trial.number, condition.name);
  if (folder.empty() || scene.sources.empty()) {
    trouble_ = fmt::format("no folder can be made in {}", settings_.results);
    return;
  }
  trouble_.clear();
  set_phase("loading");
  TrialFiles files((std::filesystem::path(settings_.results) / folder).string(), scene.sources.front());
  const base::Duration step = base::Duration::from_seconds(1 / study().steps_per_s);
  Pace pace(theatre_->inbox, step);
  pace.set_factor(play.factor);
  pace.set_playing(true);
  TrialAttendant attendant(
      *theatre_, pace, sockets_, files,
      {.label = fmt::format("{} trial {} {}", name_of(participant_), trial.number, condition.name),
       .step = step,
       .countdown_s = play.subject.is_human ? settings_.countdown_s : 0},
      [this](const std::string& phase) { set_phase(phase); });
  ScenePlay(*theatre_, pace, *set_, play, &attendant).play(*scene.file);
  const TryResult result = attendant.take_result();
  const bool is_cut = !result.run || (result.run->was_ended && result.abort_code.empty());
  trouble_ = result.failure;
  if (is_cut) return;  // no row: it is driven again
  set_phase("saving");
  const bool is_again = spare > 0 && condition.spares[spare - 1].scene_file.empty();
  keep_row(result, trial, folder, spare == 0 ? "" : is_again ? "again" : scene.file->description().name, spare);
}

void StudyShow::keep_row(const TryResult& result, const study::PlannedTrial& trial, const std::string& folder,
                         const std::string& spare_used, std::size_t spare) {
  trial::Trial row = measure_try(result, trouble_);
  const study::ConditionDescription& condition = study().conditions[trial.condition];
  const bool is_aborted = !result.abort_code.empty();
  if (is_aborted) {
    row.outcome = kAborted;
    row.cause = result.abort_text;
  }
  const bool has_spare = spare < condition.spares.size();
  const bool is_broken = result.run->trouble.has_value();
  row.session = {.study = study().name,
                 .participant = name_of(participant_),
                 .condition = condition.name,
                 .block = trial.block,
                 .start_utc = result.start_utc,
                 .abort_code = result.abort_code,
                 .spare_used = spare_used,
                 .folder = folder,
                 .order = trial.order,
                 .trial = trial.number,
                 .repetition = trial.repetition,
                 .attempt = results_->tries(name_of(participant_), trial.number),
                 .is_complete = !is_aborted && (result.run->is_staged() || is_broken || !has_spare),
                 .overruns = result.overruns,
                 .largest_latency_ms = result.largest_latency_ms};
  if (std::string why = results_->add(row); !why.empty()) trouble_ = why;
  last_outcome_ = row.outcome;
  if (*row.session.is_complete) ++step_;
}

void StudyShow::skip_trial() {
  const study::PlannedTrial& trial = plan_[step_].trial;
  const study::ConditionDescription& condition = study().conditions[trial.condition];
  trial::Trial row;
  row.scene = scene_of(trial, 0).file->description().name;
  row.outcome = "skipped";
  row.seed = row.played_seed = trial.seed;
  row.versions = settings_.version;
  row.session = {.study = study().name,
                 .participant = name_of(participant_),
                 .condition = condition.name,
                 .block = trial.block,
                 .start_utc = stamp_now().utc,
                 .order = trial.order,
                 .trial = trial.number,
                 .repetition = trial.repetition,
                 .attempt = results_->tries(name_of(participant_), trial.number),
                 .is_complete = true};
  trouble_ = results_->add(row);
  last_outcome_ = row.outcome;
  ++step_;
  is_rechosen_ = true;  // the plan goes on from here
}

// ---- what pages are told

void StudyShow::set_phase(std::string phase, std::string trouble) {
  phase_ = std::move(phase);
  if (!trouble.empty()) trouble_ = std::move(trouble);
  tell();
}

void StudyShow::tell() {
  std::vector<std::size_t> done;
  for (std::size_t k = 0; k < study().participants.size(); ++k) done.push_back(trials_done(k));
  const SessionStatus status{.study = study(),
                             .participant = participant_,
                             .done = done,
                             .plan = plan_,
                             .step = step_,
                             .rows = results_->rows(),
                             .phase = phase_,
                             .trouble = trouble_,
                             .last_outcome = last_outcome_,
                             .resumed = resumed_text_,
                             .results = settings_.results,
                             .subject = settings_.subject,
                             .participant_link = settings_.participant_link,
                             .rest_left_s = rest_left_s_,
                             .countdown_s = settings_.countdown_s,
                             .is_confirmed = is_confirmed_,
                             .ports = sockets_.ports(),
                             .events = sockets_.counts()};
  theatre_->board.set_topic(Topic::session, dumped(session_message(status)));
  theatre_->board.set_topic(Topic::participant, dumped(participant_message(status)));
}

}  // namespace backlot::server
