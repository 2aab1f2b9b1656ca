#include "apps/server/show/scene_play.h"

#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "apps/server/show/questions.h"
#include "apps/server/show/run_message.h"
#include "apps/server/show/scene_message.h"
#include "backlot/base/hash.h"
#include "backlot/drivers/shipped.h"
#include "backlot/recording/run_recorder.h"
#include "backlot/recording/sink.h"
#include "backlot/replay/record_run.h"
#include "backlot/verdict/verdict.h"

namespace backlot::server {

namespace {

// Drives of humans are recorded even where the user names no folder: they cannot be repeated.
constexpr std::string_view kDrives = "drives";

// A file that does not exist yet: "cut_in_7_2.mcap".
std::string fresh_file(const std::string& folder, const std::string& name, std::uint64_t seed) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  for (int k = 1;; ++k) {
    std::string path = fmt::format("{}/{}_{}_{}.mcap", folder, name, seed, k);
    if (!std::filesystem::exists(path, error)) return path;
  }
}

subject::SubjectChoice choice_of(const std::string& style, std::string& why) {
  if (style.empty()) return {};
  const auto choice = subject::parse_subject(style, [](const std::string&) { return std::nullopt; });
  if (choice) return *choice;
  why = choice.diagnostics().begin()->message;
  return {};
}

}  // namespace

Json curve_columns() {
  return {{{"name", "speed"}, {"unit", "m/s"}},
          {{"name", "acceleration"}, {"unit", "m/s2"}},
          {{"name", "offset"}, {"unit", "m"}}};
}

Json curve_names() {
  Json names = Json::array();
  for (const Json& column : curve_columns()) names.push_back(column["name"]);
  return names;
}

std::optional<Request> ScenePlay::play(const Playable& file) {
  std::string why;
  const auto built = file.build(settings_.seed, settings_.given);
  if (!built) why = built.diagnostics().begin()->message;
  harness::RunOptions options;
  options.seed = settings_.seed;
  options.has_supply = settings_.has_supply;
  options.threads = settings_.threads;
  options.gauges = make_live_gauge(live_);
  options.onlooker = [this](const harness::Moment& moment) { look(moment); };
  options.is_ended = [this] { return is_ended_; };
  const SubjectWish& wish = settings_.subject;
  if (!wish.driver.empty()) {
    const drivers::Shipped* shipped = drivers::find_shipped(wish.driver);
    if (shipped == nullptr || shipped->needs_process) {
      why = fmt::format("there is no driver \"{}\" that can drive here", wish.driver);
    } else {
      wheel_ = std::make_unique<SharedWheel>(shipped->make(), wish.is_human);
      options.system.system = wheel_.get();
      options.system.name = wish.is_human ? "human" : wish.driver;
      options.system.sensing = settings_.sensing;
    }
  } else {
    options.subject = choice_of(wish.style, why);
  }

  if (why.empty()) {
    scene_ = first_scene(*built);
    if (attendant_ != nullptr) attendant_->prepare(options);
    if (wheel_)
      eye_ = std::make_unique<SensorEye>(scene_->roads(), scene_->course(), settings_.sensing, settings_.seed,
                                         options.system.cycle, options.step);
    // a scene with a human waits for it
    if (wish.is_human) announce_event("takeover", "a human drives from the start");
    std::unique_ptr<recording::RunRecorder> recorder;
    const std::string folder = !settings_.record_folder.empty() ? settings_.record_folder
                               : wish.is_human                  ? std::string(kDrives)
                                                                : std::string();
    if (attendant_ != nullptr || !folder.empty()) {
      recording_ = attendant_ != nullptr ? attendant_->recording_file()
                                         : fresh_file(folder, file.name(), settings_.seed);
      recording::RunHeader header;
      header.version = settings_.version;
      header.scene = file.name();
      header.is_scenario = file.is_scenario();
      header.sources = settings_.sources;
      header.network_hash = recording::hash_of(file.network());
      for (const scene_text::GivenParameter& one : settings_.given)
        header.given.emplace_back(one.name, one.text);
      header.seed = settings_.seed;
      header.driver = options.system.name;
      header.subject = wish.driver.empty() ? wish.style : "";
      replay::describe(options, header);
      recorder = std::make_unique<recording::RunRecorder>(std::make_unique<recording::FileSink>(recording_),
                                                          header, recording::road_of(file.network()));
      replay::record_run(*recorder, options);
    }
    harness::RunResult result = run_stage(*built, options);
    if (recorder) {
      recording::RunEnd end = replay::end_of(result);
      if (settings_.result_row) end.result_json = settings_.result_row(result, built->parameters);
      if (!recorder->finish(end)) recording_.clear();
    }
    if (attendant_ != nullptr) attendant_->over(result, recording_);
    if (!result.was_ended) result_ = std::move(result);
  } else {
    theatre_.board.tell_all(dumped({{"is", "error"}, {"do", "restart"}, {"text", why}}));
    if (attendant_ != nullptr) attendant_->failed(why);
  }
  if (is_ended_) return restart_;

  // over: pages may look around, and ask for another run
  pace_.set_playing(false);
  const auto handle = [this](const Request& request) { return take(request); };
  const auto changed = [this] {
    tell_run(time_s_, result_ ? result_->hash : 0, last_ ? last_->objects.size() : 0);
  };
  if (result_) theatre_.board.set_topic(Topic::verdict, dumped(verdict_message(set_, *live_, &*result_)));
  changed();
  while (attendant_ == nullptr && pace_.wait(handle, changed)) pace_.set_playing(false);
  return restart_;
}

void ScenePlay::look(const harness::Moment& moment) {
  ++steps_;
  time_s_ = moment.frame.time.seconds();
  if (scene_ != moment.scene) {
    scene_ = moment.scene;
    announce_event("scene", fmt::format("{} begins", scene_->description().name));
  }
  subject_ = moment.subject;
  append_curves(moment.frame);
  if (eye_ && !looks_through_.empty()) eye_->see(moment.frame, moment.subject, steps_);
  // A human may still be opening its page: the vehicle does not roll on without it.
  if (steps_ == 1 && settings_.subject.is_human && attendant_ == nullptr && pace_.is_playing()) {
    waits_for_driver_ = true;
    pace_.set_playing(false);
  }
  show(moment, steps_ == 1);
  if (attendant_ != nullptr && !attendant_->seen(moment, wheel_.get())) {
    is_ended_ = true;
    return;
  }
  const auto handle = [&](const Request& request) {
    const bool goes_on = take(request);
    if (request.what == "select") tell_selected(moment);
    if (request.what == "sensors") tell_sensors(moment);
    return goes_on;
  };
  const auto changed = [&] {
    show(moment, true);
    if (attendant_ != nullptr) attendant_->pace_changed();
  };
  if (!pace_.wait(handle, changed)) is_ended_ = true;
  waits_for_driver_ = false;
}

void ScenePlay::show(const harness::Moment& moment, bool is_forced) {
  const bool wants_frame = (theatre_.inbox.viewers() > 0 && frame_rate_.is_due()) || idle_rate_.is_due();
  if (is_forced || wants_frame || moment.play.is_over) {
    const std::shared_ptr<record::Frame> frame = pool_.take();
    *frame = moment.frame;
    last_ = frame;
    theatre_.board.set_frame(0, frame);
    tell_sensors(moment);
  }
  std::string beats;
  for (const scene::BeatState& beat : moment.play.beats)
    beats.push_back(static_cast<char>('0' + static_cast<int>(beat.phase)));
  for (const scene::RoleState& role : moment.play.roles) beats += std::to_string(role.times_cast);
  const bool has_changed = beats != last_beats_ || live_->findings.size() != last_findings_;
  last_beats_ = std::move(beats);
  last_findings_ = live_->findings.size();
  if (!is_forced && !has_changed && !moment.play.is_over && !text_rate_.is_due()) return;
  tell_run(time_s_, moment.frame.hash, moment.frame.objects.size());
  theatre_.board.set_topic(Topic::scene,
                           dumped(scene_message(set_, *moment.scene, moment.play, moment.subject)));
  theatre_.board.set_topic(Topic::verdict, dumped(verdict_message(set_, *live_)));
  if (!curve_times_.empty()) {
    theatre_.board.announce(dumped({{"is", "curves"},
                                    {"columns", curve_names()},
                                    {"time_s", std::move(curve_times_)},
                                    {"values", std::move(curve_values_)},
                                    {"appends", true}}));
    curve_times_ = curve_values_ = Json::array();
  }
  tell_selected(moment);
}

void ScenePlay::append_curves(const record::Frame& frame) {
  const record::FrameObject* subject = record::find(frame, subject_);
  if (subject == nullptr) return;
  if (curve_values_.empty()) curve_values_ = {Json::array(), Json::array(), Json::array()};
  curve_times_.push_back(frame.time.seconds());
  curve_values_[0].push_back(subject->speed_mps);
  curve_values_[1].push_back(subject->accel_mps2);
  curve_values_[2].push_back(subject->offset);
}

void ScenePlay::tell_run(double time_s, std::uint64_t hash, std::size_t objects) {
  RunStatus status{.time_s = time_s,
                   .seed = settings_.seed,
                   .hash = hash,
                   .steps = steps_,
                   .objects = objects,
                   .viewers = theatre_.inbox.viewers()};
  status.software =
      to_text(SubjectWish{.style = settings_.subject.style, .driver = settings_.subject.driver});
  if (wheel_) {
    status.is_human = wheel_->is_human();
    status.sequence = wheel_->used().sequence;
    status.sent_ms = wheel_->used().sent_ms;
    status.input_steps = wheel_->steps_waited();
  }
  status.waits_for_driver = waits_for_driver_;
  status.is_over = result_.has_value();
  status.outcome = outcome();
  theatre_.board.set_topic(Topic::run, dumped(run_message(status, pace_)));
}

Json ScenePlay::outcome() const {
  if (!result_) return nullptr;
  return {{"verdict", to_text(result_->verdict())},
          {"staged", result_->is_staged()},
          {"cause", result_->cause.text},
          {"text", result_->findings.empty() ? result_->cause.text : result_->findings.front().message},
          {"hash", base::to_hex(result_->hash)},
          {"recording", recording_.empty() ? Json(nullptr) : Json(recording_)}};
}

// Why a driver drives as it does is asked of a fork, so that the run itself is only read.
void ScenePlay::tell_selected(const harness::Moment& moment) {
  if (selected_.empty()) return;
  sim::Simulation fork = moment.run.fork();
  for (const auto& [viewer, number] : selected_)
    theatre_.board.answer(viewer, dumped(actor_of(set_, fork, moment.frame, number)));
}

void ScenePlay::tell_sensors(const harness::Moment& moment) {
  if (!eye_ || looks_through_.empty()) return;
  eye_->see(moment.frame, moment.subject, steps_);
  theatre_.board.set_topic(Topic::sensors, dumped(eye_->message(set_)));
}

// False ends the run.
bool ScenePlay::take(const Request& request) {
  static const record::Frame kNothing;
  const record::Frame& frame = last_ ? *last_ : kNothing;
  const network::Network* network = scene_ ? &scene_->roads().tracks.network() : nullptr;
  const Took took = attendant_ != nullptr ? attendant_->take(request) : Took::not_mine;
  if (took != Took::not_mine) return took == Took::done;
  if (request.what == "restart" || (request.what == "open" && settings_.is_of_list) ||
      (request.what == "replay" && result_ && !recording_.empty())) {
    restart_ = request;
    return false;
  }
  if (request.what == "locate" && network != nullptr) {
    theatre_.board.answer(request.viewer, dumped(located(*network, request)));
  } else if (request.what == "find" && network != nullptr) {
    theatre_.board.answer(request.viewer,
                          dumped(found(set_, *network, frame, request.text("text"), scene_->marks())));
  } else if (request.what == "select" && network != nullptr) {
    const double id = request.number("id", -1);
    selected_.erase(request.viewer);
    constexpr std::size_t kMostSelected = 64;
    if (id >= 0 && id < 4e9 && selected_.size() < kMostSelected) {
      selected_[request.viewer] = static_cast<std::uint32_t>(id);
      if (result_)
        theatre_.board.answer(request.viewer,
                              dumped(actor_of(set_, *network, frame, selected_[request.viewer])));
    }
  } else if (request.what == "drive") {
    drive(request);
  } else if (request.what == "takeover") {
    return take_over(request);
  } else if (request.what == "sensors" && eye_) {
    constexpr std::size_t kMostLooking = 64;
    looks_through_.erase(request.viewer);
    if (request.number("on", 0) > 0 && looks_through_.size() < kMostLooking)
      looks_through_[request.viewer] = true;
  } else if (request.what == "marker") {
    announce_event("marker", request.text("key") + " " + request.text("text"));
  } else {
    refuse(theatre_.board, request, "This does nothing in a scene that is played.");
  }
  return true;
}

void ScenePlay::drive(const Request& request) {
  if (!wheel_ || !wheel_->is_human()) return;  // inputs that were on their way when the wheel passed
  wheel_->set_input({.steer = request.number("steer", 0),
                     .throttle = request.number("throttle", 0),
                     .brake = request.number("brake", 0),
                     .indicator = static_cast<int>(
                         std::lround(std::fmax(-1, std::fmin(1, request.number("indicator", 0))))),
                     .sequence = request.number("sequence", 0),
                     .sent_ms = request.number("sent_ms", -1)});
  constexpr double kTouched = 0.05;
  if (waits_for_driver_ &&
      (std::fabs(request.number("steer", 0)) > kTouched || request.number("throttle", 0) > kTouched ||
       request.number("brake", 0) > kTouched))
    begin_drive();
}

void ScenePlay::begin_drive() {
  waits_for_driver_ = false;
  pace_.resume();
}

// A model subject cannot hand over what it is in the middle of, and a run that is over has no wheel: then the human begins the run again.
bool ScenePlay::take_over(const Request& request) {
  const bool is_human = request.text("to") == "me";
  if (is_human && (!wheel_ || result_)) {
    restart_ = Request{request.viewer, "restart", {{"subject", "me"}}};
    return false;
  }
  if (!wheel_ || !wheel_->give_to(is_human)) {
    refuse(theatre_.board, request, "There is no software that could take the wheel.");
    return true;
  }
  const std::string why = request.text("why");
  if (waits_for_driver_ && !is_human) begin_drive();
  announce_event("takeover", fmt::format("{} takes the wheel{}{}", is_human ? "the human" : "the software",
                                         why.empty() ? "" : ": ", why));
  return true;
}

void ScenePlay::announce_event(const std::string& kind, const std::string& text) {
  theatre_.board.announce(dumped(
      {{"is", "events"},
       {"events",
        Json::array(
            {{{"time_s", time_s_}, {"kind", kind}, {"id", nullptr}, {"other", nullptr}, {"text", text}}})}}));
}

}  // namespace backlot::server
