#include "apps/server/study/trial_attendant.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "apps/server/study/stamps.h"
#include "backlot/record/names.h"

namespace backlot::server {

namespace {

std::string_view phase_word(scene::BeatPhase phase) {
  switch (phase) {
    case scene::BeatPhase::waits: return "waits";
    case scene::BeatPhase::plays: return "begins";
    case scene::BeatPhase::over: return "is over";
    case scene::BeatPhase::missed: return "is missed";
  }
  return "";
}

}  // namespace

TrialAttendant::TrialAttendant(Theatre& theatre, Pace& pace, DatagramSockets& sockets, TrialFiles& files,
                               Settings settings, Changed changed)
    : theatre_(theatre),
      pace_(pace),
      sockets_(sockets),
      files_(files),
      settings_(std::move(settings)),
      changed_(std::move(changed)) {
  // what came before the trial belongs to none
  static_cast<void>(sockets_.take());
  tell({.event = "trial_begin", .name = "trial_begin", .text = settings_.label}, true);
}

void TrialAttendant::prepare(harness::RunOptions& options) {
  options.step = settings_.step;
  options.reviews_failures = false;  // the next trial need not wait for it
  options_ = &options;
  if (options.system.system == nullptr) return;
  options.system.cycle = settings_.step;
  options.system.watcher = [this, before = std::move(options.system.watcher)](const sut::View& view,
                                                                              const sut::Command& command) {
    if (before) before(view, command);
    published_ = command.signals;
  };
}

bool TrialAttendant::seen(const harness::Moment& moment, const SharedWheel* wheel) {
  run_s_ = moment.frame.time.seconds();
  const bool is_first = !has_begun_;
  if (is_first) begin(moment);
  table_->add(moment.frame, moment.play, moment.subject, settings_.step.seconds(), published_, files_.frames());
  files_.flush_frames(run_s_);
  tell_beats(moment);
  tell_roles(moment);
  tell_notes(moment);
  tell_contacts(moment);
  hear();
  if (wheel != nullptr && is_human_ != wheel->is_human()) {
    is_human_ = wheel->is_human();
    tell({.event = "takeover",
          .name = *is_human_ ? "human" : "software",
          .text = *is_human_ ? "the participant drives" : "the software drives"});
  }
  if (is_first) {
    if (settings_.countdown_s > 0) count_down();
    tell({.event = "subject_start", .name = "subject_start"}, true);
    set_phase("driving");
  } else if (news_.is_due()) {
    changed_(phase_);
  }
  return !is_ended_;
}

void TrialAttendant::set_phase(const std::string& phase) {
  phase_ = phase;
  changed_(phase);
}

void TrialAttendant::begin(const harness::Moment& moment) {
  has_begun_ = true;
  started_s_ = run_s_ - settings_.step.seconds();
  table_.emplace(moment.scene);
  beats_.assign(moment.play.beats.size(), scene::BeatPhase::waits);
  actors_.assign(moment.play.roles.size(), world::ObjectId{});
}

// The first picture stands until the time is over; requests are answered meanwhile.
void TrialAttendant::count_down() {
  set_phase("countdown");
  const auto until = WallClock::now() + std::chrono::duration_cast<WallClock::duration>(
                                            std::chrono::duration<double>(settings_.countdown_s));
  while (!is_ended_ && WallClock::now() < until && !theatre_.inbox.is_closed())
    if (const std::optional<Request> request = theatre_.inbox.take(until))
      if (take(*request) == Took::ends_run) is_ended_ = true;
  pace_.restart();
}

void TrialAttendant::tell_beats(const harness::Moment& moment) {
  const auto& described = moment.scene->description().script.beats;
  for (std::size_t k = 0; k < moment.play.beats.size() && k < beats_.size(); ++k) {
    const scene::BeatPhase phase = moment.play.beats[k].phase;
    if (phase == beats_[k]) continue;
    const bool begins = phase == scene::BeatPhase::plays;
    // a beat that begins and ends in one step was played
    if (beats_[k] == scene::BeatPhase::waits && phase == scene::BeatPhase::over)
      tell({.event = "beat", .name = described[k].name, .text = std::string(phase_word(scene::BeatPhase::plays))},
           true);
    beats_[k] = phase;
    tell({.event = "beat", .name = described[k].name, .text = std::string(phase_word(phase))}, begins);
  }
}

void TrialAttendant::tell_roles(const harness::Moment& moment) {
  const auto& cast = moment.scene->description().cast;
  for (std::size_t k = 0; k < moment.play.roles.size() && k < actors_.size(); ++k) {
    const world::ObjectId actor = moment.play.roles[k].actor;
    if (actor == actors_[k]) continue;
    actors_[k] = actor;
    trial::StampedEvent event{.event = "role", .name = cast[k].name, .role = cast[k].name};
    if (!actor.is_empty()) event.object = world::number_for_people(actor);
    event.text = actor.is_empty() ? "is let go" : "is cast";
    tell(std::move(event));
  }
}

void TrialAttendant::tell_notes(const harness::Moment& moment) {
  for (; notes_ < moment.play.notes.size(); ++notes_) {
    const std::string& text = moment.play.notes[notes_].text;
    if (const std::optional<OutsideEvent> sent = read_sent_note(text))
      tell({.event = "out", .name = sent->name, .value = sent->value, .text = "sent by the scene"}, true);
    else
      tell({.event = "note", .name = "scene", .text = text});
  }
}

void TrialAttendant::tell_contacts(const harness::Moment& moment) {
  for (const record::Event& event : moment.run.events()) {
    const bool is_own = event.object == moment.subject || event.other == moment.subject;
    if (event.kind != record::EventKind::contact || !is_own) continue;
    tell({.event = "contact",
          .name = "contact",
          .value = static_cast<double>(event.relative_speed_mps),
          .object = world::number_for_people(event.object),
          .other = world::number_for_people(event.other),
          .text = "the subject touches another body"},
         true);
  }
}

void TrialAttendant::pace_changed() {
  if (pace_.is_playing() == is_playing_ || is_ended_) return;
  is_playing_ = pace_.is_playing();
  const char* const name = is_playing_ ? "resume" : "pause";
  tell({.event = name, .name = name}, true);
  set_phase(is_playing_ ? "driving" : "paused");
}

// What has come since the step before is heard by the scene in the next one.
void TrialAttendant::hear() {
  for (ReceivedEvent& received : sockets_.take()) {
    trial::StampedEvent event{.stamp = received.arrived,
                              .event = "in",
                              .name = received.event.name,
                              .value = received.event.value,
                              .sent_stamp = received.event.sender_stamp};
    event.stamp.time_s = run_s_ - started_s_;
    event.stamp.run_s = run_s_;
    files_.add(event);
    // in the middle of the step that begins now, so that no rounding moves it to another one
    options_->signals.push_back(
        {std::move(received.event.name), run_s_ - started_s_ + 0.5 * settings_.step.seconds()});
  }
}

Took TrialAttendant::take(const Request& request) {
  if (request.what == "abort") {
    result_.abort_code = request.text("code", "other");
    result_.abort_text = request.text("text");
    is_ended_ = true;
    tell({.event = "abort", .name = result_.abort_code, .text = result_.abort_text}, true);
    return Took::ends_run;
  }
  if (request.what == "marker") {
    tell({.event = "marker", .name = request.text("key"), .text = request.text("text")}, true);
    return Took::not_mine;  // pages are told of it
  }
  if (request.what == "note") {
    tell({.event = "note", .name = "operator", .text = request.text("text")});
    theatre_.board.announce(dumped(
        {{"is", "events"},
         {"events", Json::array({{{"time_s", run_s_}, {"kind", "note"}, {"id", nullptr}, {"other", nullptr},
                                  {"text", request.text("text")}}})}}));
    return Took::done;
  }
  if (request.what == "drive") {
    if (request.door != Door::participant) return Took::done;  // the wheel is on the other page
    const double latency_ms = request.number("latency_ms", -1);
    if (latency_ms >= 0)
      result_.largest_latency_ms = std::max(result_.largest_latency_ms.value_or(0), latency_ms);
    return Took::not_mine;
  }
  if (request.what == "restart" || request.what == "participant" || request.what == "start") {
    refuse(theatre_.board, request, "A trial is being driven. Abort it first.");
    return Took::done;
  }
  if (request.what == "go_on" || request.what == "skip") return Took::done;  // too late: the trial has begun
  return Took::not_mine;
}

void TrialAttendant::over(const harness::RunResult& result, const std::string& recording) {
  result_.overruns = pace_.overruns();
  const bool is_cut = result.was_ended && result_.abort_code.empty();
  const std::string how = !result_.abort_code.empty() ? "aborted"
                          : is_cut                    ? "interrupted"
                                                      : std::string(to_text(result.verdict()));
  tell({.event = "trial_end", .name = "trial_end", .text = how}, true);
  result_.run = result;
  result_.recording = recording;
  result_.failure = files_.close();
  if (recording.empty()) result_.failure = "the recording was not written: is the disk full?";
}

void TrialAttendant::failed(const std::string& why) {
  tell({.event = "trial_end", .name = "trial_end", .text = "failed: " + why}, true);
  static_cast<void>(files_.close());
  result_.failure = why;
}

void TrialAttendant::tell(trial::StampedEvent event, bool is_sent) {
  event.stamp = stamp_now();
  event.stamp.run_s = run_s_;
  event.stamp.time_s = has_begun_ ? run_s_ - started_s_ : 0;
  if (event.event == "trial_begin") result_.start_utc = event.stamp.utc;
  if (event.event == "subject_start") result_.start_utc = event.stamp.utc;
  files_.add(event);
  if (!is_sent) return;
  trial::StampedEvent out = event;
  if (event.event == "beat" || event.event == "marker") out.name = event.event + ":" + event.name;
  sockets_.send(write_datagram(out));
}

}  // namespace backlot::server
