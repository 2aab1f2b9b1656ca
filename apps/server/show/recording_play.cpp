#include "apps/server/show/recording_play.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "apps/server/show/playable.h"
#include "apps/server/show/questions.h"
#include "apps/server/show/run_message.h"
#include "apps/server/show/scene_message.h"
#include "apps/server/show/scene_play.h"
#include "backlot/formats/sensing/sensing_text.h"

namespace backlot::server {

namespace {

class StepCollector final : public recording::StepVisitor {
 public:
  explicit StepCollector(std::vector<recording::Step>& steps) : steps_(steps) {}
  bool step(recording::Step& step) override {
    steps_.push_back(step);
    return true;
  }

 private:
  std::vector<recording::Step>& steps_;
};

double number_in(const Json& json, const char* key) {
  return json.contains(key) && json[key].is_number() ? json[key].get<double>() : 0;
}
std::string text_in(const Json& json, const char* key) {
  return json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : std::string();
}
// Null where a model drove, or the recording does not hold the sensors.
std::unique_ptr<SensorEye> make_eye(const recording::RunHeader& header, const scene::Scene& scene) {
  if (header.driver.empty() || (header.has_sensors && header.sensing.empty())) return nullptr;
  view::Sensing sensing;
  if (!header.sensing.empty()) {
    const auto read = formats::sensing::read_sensing(header.sensing);
    if (!read) return nullptr;
    sensing = *read;
  }
  return std::make_unique<SensorEye>(scene.roads(), scene.course(), sensing, header.played_seed, header.cycle,
                                     header.step);
}

Json member(const Json& json, const char* key) {
  return json.is_object() && json.contains(key) ? json[key] : Json();
}

}  // namespace

RecordingPlay::RecordingPlay(Theatre& theatre, recording::RecordingIndex index, replay::RecordedStage stage,
                             const RecordingShowSettings& settings, const std::string& path, bool is_of_list)
    : theatre_(theatre),
      index_(std::move(index)),
      stage_(std::move(stage)),
      set_(make_set(stage_.network(), marks_of(stage_))),
      pace_(theatre.inbox, index_.recording().header.step),
      is_of_scene_(settings.is_of_scene),
      forks_(theatre.inbox, path, index_.recording(), stage_),
      eye_(make_eye(index_.recording().header, *first_scene(stage_))) {
  pace_.set_factor(settings.factor);
  pace_.set_playing(!settings.is_paused);
  set_.hello["file"] = path;
  set_.hello["version"] = settings.version;
  const recording::RunHeader& header = index_.recording().header;
  set_.hello["mode"] = "recording";
  set_.hello["title"] = header.scene;
  set_.hello["seed"] = header.seed;
  set_.hello["subject"] = header.driver.empty() ? header.subject : "driver:" + header.driver;
  set_.hello["step_s"] = header.step.seconds();
  set_.hello["columns"] = curve_columns();
  set_.hello["can"] = {"play",         "pause",  "step", "speed",  "seek",
                       "next_finding", "select", "find", "locate", "curves"};
  if (is_of_list) set_.hello["can"].push_back("open");
  if (settings.is_of_scene) set_.hello["can"].push_back("restart");
  const auto& end = index_.recording().end;
  if (end && end->verdict == "fail") set_.hello["can"].push_back("forks");
  if (eye_) set_.hello["can"].push_back("sensors");
  read_result();
}

// What came of the run stands in the recording, as `backlot run --json` printed it.
void RecordingPlay::read_result() {
  verdict_ = {{"is", "verdict"},
              {"validators", Json::array()},
              {"findings", Json::array()},
              {"expectations", Json::array()},
              {"responsibility", ""}};
  for (const scene::JudgeDescription& judge : first_scene(stage_)->description().judge)
    verdict_["validators"].push_back(
        {{"name", judge.validator},
         {"rule", judge.text},
         {"value", nullptr},
         {"limit", judge.values.empty() ? Json(nullptr) : Json(judge.values.front())},
         {"margin", nullptr},
         {"worst", nullptr},
         {"broken", false}});
  if (!index_.recording().end) return;
  const Json row = Json::parse(index_.recording().end->result_json, nullptr, false);
  const Json violations = member(row, "violations");
  for (const Json& one : violations.is_array() ? violations : Json::array()) {
    const double time_s = number_in(one, "time_s");
    Json finding = {{"validator", text_in(one, "validator")},
                    {"rule", text_in(one, "rule")},
                    {"time_s", time_s},
                    {"until_s", std::max(time_s, number_in(one, "until_s"))},
                    {"value", member(one, "value")},
                    {"limit", member(one, "limit")},
                    {"margin", member(one, "margin")},
                    {"at", set_.at({number_in(one, "x_m"), number_in(one, "y_m"), number_in(one, "z_m")})},
                    {"other", member(one, "other")},
                    {"text", text_in(one, "message")}};
    for (Json& rule : verdict_["validators"])
      if (rule["rule"] == finding["rule"]) rule["broken"] = true;
    verdict_["findings"].push_back(finding);
    findings_.push_back({time_s, std::move(finding)});
  }
  const Json expectations = member(row, "expectations");
  for (const Json& one : expectations.is_array() ? expectations : Json::array())
    verdict_["expectations"].push_back({{"text", text_in(one, "name")},
                                        {"met", member(one, "met") == true},
                                        {"value", member(one, "value")},
                                        {"limit", member(one, "limit")}});
  verdict_["responsibility"] = text_in(member(row, "responsibility"), "sentence");
  std::stable_sort(findings_.begin(), findings_.end(),
                   [](const Found& a, const Found& b) { return a.time_s < b.time_s; });
}

const scene::Scene& RecordingPlay::scene_of(const recording::Step& step) const {
  if (stage_.scene) return *stage_.scene;
  std::uint32_t k = 0;
  for (const auto& play : stage_.scenario->plays)
    for (const auto& scene : play)
      if (k++ == step.play) return *scene;
  return *first_scene(stage_);
}

// False where the part holds no step that can be shown.
bool RecordingPlay::load(std::size_t part) {
  std::vector<recording::Step> steps;
  StepCollector collector(steps);
  const base::Diagnostics found = index_.read_part(part, collector);
  std::string fault = found.has_errors() ? found.begin()->message : "";
  for (std::size_t k = 0; k < steps.size() && fault.empty(); ++k) {
    fault = recording::settle(steps[k], scene_of(steps[k]));
    if (!fault.empty()) steps.resize(k);
  }
  if (!fault.empty()) theatre_.board.tell_all(dumped({{"is", "error"}, {"do", "seek"}, {"text", fault}}));
  if (steps.empty()) return false;
  steps_ = std::move(steps);
  part_ = part;
  at_ = 0;
  return true;
}

void RecordingPlay::seek(double time_s) {
  // the last step that is not after the time: it may be in the part before
  std::size_t part = index_.part_at(time_s);
  if (part != part_ || steps_.empty()) {
    while (!load(part) && part > 0) --part;
  }
  constexpr double kSame_s = 1e-6;
  at_ = 0;
  while (at_ + 1 < steps_.size() && steps_[at_ + 1].frame.time.seconds() <= time_s + kSame_s) ++at_;
}

bool RecordingPlay::advance() {
  if (at_ + 1 < steps_.size()) {
    ++at_;
    return true;
  }
  for (std::size_t part = part_ + 1; part < index_.parts(); ++part)
    if (load(part)) return true;
  return false;
}

std::optional<Request> RecordingPlay::play() {
  // the first part may hold the road alone
  for (std::size_t part = 0; part < index_.parts() && !load(part); ++part) {
  }
  const double first_s = steps_.empty() ? 0 : steps_.front().frame.time.seconds();
  set_.hello["time_range"] = {first_s, index_.last_s()};
  theatre_.board.set_world(set_.world, dumped(set_.hello));
  theatre_.board.set_topic(Topic::verdict, dumped(verdict_));
  const auto handle = [this](const Request& request) { return take(request); };
  const auto changed = [this] { show(true); };
  show(true);
  while (pace_.wait(handle, changed)) {
    const bool is_over = steps_.empty() || !advance();
    if (is_over) pace_.set_playing(false);
    show(is_over);
  }
  return open_;
}

void RecordingPlay::show(bool is_forced) {
  if (steps_.empty()) return;
  const recording::Step& step = now();
  if (is_forced || frame_rate_.is_due()) {
    shown_ = std::make_shared<const record::Frame>(step.frame);
    theatre_.board.set_frame(0, shown_);
    show_forks();
    look_through_sensors();
  }
  if (!is_forced && !text_rate_.is_due()) return;
  RunStatus status{.time_s = step.frame.time.seconds(),
                   .seed = index_.recording().header.seed,
                   .hash = step.frame.hash,
                   .steps = step.frame.tick,
                   .objects = step.frame.objects.size(),
                   .viewers = theatre_.inbox.viewers()};
  status.range_s = {set_.hello["time_range"][0].get<double>(), set_.hello["time_range"][1].get<double>()};
  status.software = set_.hello["subject"].get<std::string>();
  if (const auto& end = index_.recording().end)
    status.outcome = {{"verdict", end->verdict},
                      {"staged", end->verdict == "pass"},
                      {"cause", ""},
                      {"text", findings_.empty() ? "" : findings_.front().json["text"]},
                      {"hash", base::to_hex(end->hash)},
                      {"recording", set_.hello["file"]}};
  theatre_.board.set_topic(Topic::run, dumped(run_message(status, pace_)));
  theatre_.board.set_topic(Topic::scene,
                           dumped(scene_message(set_, scene_of(step), step.state, step.subject)));
  tell_selected();
}

void RecordingPlay::tell_selected() {
  for (const auto& [viewer, number] : selected_)
    theatre_.board.answer(viewer, dumped(actor_of(set_, stage_.network(), now().frame, number)));
}

// Every fork that a page looks at, at the moment of the run.
void RecordingPlay::show_forks() {
  std::size_t most = 0;
  for (const auto& [viewer, stream] : streams_) {
    most = std::max(most, stream);
    if (stream == 0) continue;
    if (auto frame = forks_.frame_of(stream, shown_)) theatre_.board.set_frame(stream, std::move(frame));
  }
  theatre_.board.forget_streams(most + 1);
}

// Behind a jump the steps before are looked at, too: reports of sensors may be late.
void RecordingPlay::look_through_sensors() {
  if (!eye_ || looks_through_.empty()) return;
  const double dt_s = index_.recording().header.step.seconds();
  const double first_s = set_.hello["time_range"][0].get<double>();
  const auto number_of = [&](const recording::Step& step) {
    return static_cast<std::uint64_t>(std::llround((step.frame.time.seconds() - first_s) / dt_s)) + 1;
  };
  const auto see = [&](const std::vector<recording::Step>& steps, std::size_t from, std::size_t to) {
    for (std::size_t k = from; k < to; ++k) eye_->see(steps[k].frame, steps[k].subject, number_of(steps[k]));
  };
  const bool goes_on = number_of(now()) == eye_->number() + 1;
  const std::size_t wanted = goes_on ? 0 : eye_->history();
  if (wanted > at_ && part_ > 0) {  // a part holds about a second: sensors are not that late
    std::vector<recording::Step> before;
    StepCollector collector(before);
    static_cast<void>(index_.read_part(part_ - 1, collector));  // what cannot be read is not seen
    see(before, before.size() - std::min(before.size(), wanted - at_), before.size());
  }
  see(steps_, at_ - std::min(at_, wanted), at_ + 1);
  theatre_.board.set_topic(Topic::sensors, dumped(eye_->message(set_)));
}

bool RecordingPlay::take(const Request& request) {
  if (request.what == "open" || (request.what == "restart" && is_of_scene_)) {
    open_ = request;
    return false;
  }
  if (steps_.empty()) {
    refuse(theatre_.board, request, "The recording holds no step that can be shown.");
  } else if (request.what == "seek") {
    seek(request.number("time_s", 0));
    show(true);
  } else if (request.what == "next_finding") {
    const double now_s = now().frame.time.seconds();
    const bool is_back = request.number("direction", 1) < 0;
    const Found* next = nullptr;
    for (const Found& one : findings_) {
      if (is_back && one.time_s < now_s - 1e-3) next = &one;
      if (!is_back && one.time_s > now_s + 1e-3 && next == nullptr) next = &one;
    }
    if (next == nullptr) {
      refuse(theatre_.board, request,
             is_back ? "There is no finding before this moment." : "There is no finding after this moment.");
    } else {
      seek(next->time_s);
      show(true);
    }
  } else if (request.what == "locate") {
    theatre_.board.answer(request.viewer, dumped(located(stage_.network(), request)));
  } else if (request.what == "find") {
    theatre_.board.answer(request.viewer, dumped(found(set_, stage_.network(), now().frame,
                                                       request.text("text"), scene_of(now()).marks())));
  } else if (request.what == "select") {
    const double id = request.number("id", -1);
    selected_.erase(request.viewer);
    constexpr std::size_t kMostSelected = 64;
    if (id >= 0 && id < 4e9 && selected_.size() < kMostSelected)
      selected_[request.viewer] = static_cast<std::uint32_t>(id);
    tell_selected();
  } else if (request.what == "curves") {
    send_curves(request);
  } else if (request.what == "forks" || request.what == ForkReel::kReady) {
    if (request.what == "forks") forks_.drive();
    theatre_.board.set_topic(Topic::forks, dumped(forks_.message()));
  } else if (request.what == "fork") {
    const double stream = request.number("stream", 0);
    constexpr std::size_t kMostLooking = 64;
    streams_.erase(request.viewer);
    if (stream >= 1 && stream < 256 && streams_.size() < kMostLooking)
      streams_[request.viewer] = static_cast<std::size_t>(stream);
    show(true);
  } else if (request.what == "sensors" && eye_) {
    constexpr std::size_t kMostLooking = 64;
    looks_through_.erase(request.viewer);
    if (request.number("on", 0) > 0 && looks_through_.size() < kMostLooking)
      looks_through_[request.viewer] = true;
    look_through_sensors();
  } else {
    refuse(theatre_.board, request, "This does nothing in a recording.");
  }
  return true;
}

// Reads the whole file once, part by part.
void RecordingPlay::send_curves(const Request& request) {
  Json times = Json::array();
  Json values = {Json::array(), Json::array(), Json::array()};
  const std::vector<recording::Step> kept = std::move(steps_);
  const std::size_t part = part_, at = at_;
  for (std::size_t k = 0; k < index_.parts() && !theatre_.inbox.is_closed(); ++k) {
    if (!load(k)) continue;
    for (const recording::Step& step : steps_) {
      const record::FrameObject* subject = record::find(step.frame, step.subject);
      if (subject == nullptr) continue;
      times.push_back(step.frame.time.seconds());
      values[0].push_back(subject->speed_mps);
      values[1].push_back(subject->accel_mps2);
      values[2].push_back(subject->offset);
    }
  }
  steps_ = kept;
  part_ = part;
  at_ = at;
  theatre_.board.answer(request.viewer, dumped({{"is", "curves"},
                                                {"columns", curve_names()},
                                                {"time_s", std::move(times)},
                                                {"values", std::move(values)},
                                                {"appends", false}}));
}

}  // namespace backlot::server
