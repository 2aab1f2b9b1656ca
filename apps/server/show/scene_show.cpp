#include "apps/server/show/scene_show.h"

#include <fmt/format.h>

#include "apps/server/show/recording_show.h"
#include "apps/server/show/scene_play.h"
#include "backlot/drivers/shipped.h"
#include "backlot/subject/style.h"

namespace backlot::server {

namespace {

constexpr double kLargestSeed = 9007199254740991;  // that a page can tell exactly

std::string unit_of(const scene::ParameterNumber& number) {
  std::string unit;
  if (number.metre == 1) unit = "m";
  if (number.metre == 1 && number.second == -1) return "m/s";
  if (number.metre == 1 && number.second == -2) return "m/s2";
  if (number.metre == 0 && number.second == 1) return "s";
  return unit;
}

Json parameter_json(const scene::Parameter& parameter) {
  Json json = {
      {"name", parameter.name}, {"is_given", parameter.is_given}, {"low", nullptr}, {"high", nullptr}};
  if (const auto* word = std::get_if<std::string>(&parameter.value)) {
    json["text"] = *word;
    json["value"] = nullptr;
    json["unit"] = "";
    return json;
  }
  const auto& number = std::get<scene::ParameterNumber>(parameter.value);
  const std::string unit = unit_of(number);
  json["value"] = number.value;
  json["unit"] = unit;
  json["text"] =
      unit.empty() ? fmt::format("{:.6g}", number.value) : fmt::format("{:.6g} {}", number.value, unit);
  if (const auto* range = std::get_if<scene::Range>(&parameter.choice)) {
    json["low"] = range->low;
    json["high"] = range->high;
  }
  return json;
}

}  // namespace

SubjectWish read_wish(const std::string& text) {
  constexpr std::string_view kDriver = "driver:";
  if (text == "me") return {.driver = "reference", .is_human = true};
  if (text.starts_with(kDriver)) return {.driver = text.substr(kDriver.size())};
  return {.style = text};
}

std::string to_text(const SubjectWish& wish) {
  if (wish.is_human) return "me";
  return wish.driver.empty() ? wish.style : "driver:" + wish.driver;
}

Json scene_hello(const Set& set, const Playable& file, const SceneShowSettings& settings) {
  Json hello = set.hello;
  hello["mode"] = "scene";
  hello["title"] = file.title();
  hello["file"] = settings.file;
  hello["version"] = settings.version;
  hello["step_s"] = harness::kRunStep.seconds();
  hello["seed"] = settings.seed;
  hello["subject"] = to_text(settings.subject);
  for (std::uint32_t k = 0; k < subject::kStyleKinds; ++k)
    hello["styles"].push_back(subject::to_text(static_cast<subject::StyleKind>(k)));
  for (const drivers::Shipped& driver : drivers::shipped_drivers())
    if (!driver.needs_process) hello["drivers"].push_back(driver.name);
  for (const scene::Parameter& parameter : file.parameters())
    hello["parameters"].push_back(parameter_json(parameter));
  hello["columns"] = curve_columns();
  hello["can"] = {"play", "pause",  "step",  "speed",    "restart", "select",
                  "find", "locate", "drive", "takeover", "marker",  "replay"};
  if (!settings.subject.driver.empty()) hello["can"].push_back("sensors");
  if (settings.is_of_list) hello["can"].push_back("open");
  return hello;
}

std::string SceneShow::change(const Request& restart) {
  const double seed = restart.number("seed", static_cast<double>(settings_.seed));
  if (seed >= 0 && seed <= kLargestSeed) settings_.seed = static_cast<std::uint64_t>(seed);
  if (restart.has("subject")) settings_.subject = read_wish(restart.text("subject"));
  if (!restart.has("parameters") || !restart.body["parameters"].is_object()) return {};
  for (const auto& [name, value] : restart.body["parameters"].items()) {
    if (!value.is_string()) continue;
    std::erase_if(settings_.given,
                  [&given = name](const scene_text::GivenParameter& one) { return one.name == given; });
    if (!value.get<std::string>().empty()) settings_.given.push_back({name, value.get<std::string>()});
  }
  if (!scenario_) return {};
  // a scenario has its parameters from its loading
  const auto texts = std::make_shared<map_files::Texts>();
  for (const recording::SourceText& source : settings_.sources) texts->try_emplace(source.name, source.text);
  const recording::SourceText& own = settings_.sources.front();
  auto loading = scene_files::ScenarioFile::load(own.name, own.text, settings_.given, texts);
  if (!loading.file) return loading.diagnostics.begin()->message;
  scenario_ = std::move(loading.file);
  return {};
}

// The recording of the run that is over, in the same window, until a page asks for another run.
std::optional<Request> SceneShow::look_again(Theatre& theatre, const std::string& recording) {
  auto show = RecordingShow::open({.path = recording, .version = settings_.version, .is_of_scene = true});
  if (show) return (*show)->show_file(theatre, recording);
  theatre.board.tell_all(
      dumped({{"is", "error"}, {"do", "replay"}, {"text", show.diagnostics().begin()->message}}));
  return Request{0, "restart", Json::object()};
}

std::optional<Request> SceneShow::show(Theatre& theatre) {
  std::vector<scene::PlacedMark> marks;
  if (const auto stage = file().build(settings_.seed, settings_.given); stage) marks = marks_of(*stage);
  const Set set = make_set(file().network(), marks);
  Pace pace(theatre.inbox, harness::kRunStep);
  pace.set_factor(settings_.factor);
  pace.set_playing(!settings_.is_paused);
  bool has_world = false;
  std::string why;
  for (;;) {
    if (!has_world)
      theatre.board.set_world(set.world, dumped(scene_hello(set, file(), settings_)));
    else
      theatre.board.set_hello(dumped(scene_hello(set, file(), settings_)));
    has_world = true;
    if (!why.empty()) theatre.board.tell_all(dumped({{"is", "error"}, {"do", "restart"}, {"text", why}}));
    pace.restart();
    ScenePlay play(theatre, pace, set, settings_);
    std::optional<Request> next = play.play(file());
    if (play.result()) {
      hash_ = play.result()->hash;
      ++finished_;
    }
    if (next && next->what == "replay") {
      next = look_again(theatre, play.recording());
      has_world = false;
    }
    if (!next || next->what == "open") return next;
    why = change(*next);
    pace.set_playing(true);
  }
}

}  // namespace backlot::server
