#include "apps/server/show/scene_show.h"

#include <fmt/format.h>

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

Json scene_hello(const Set& set, const scene_files::SceneFile& file, const SceneShowSettings& settings) {
  Json hello = set.hello;
  hello["mode"] = "scene";
  const scene::SceneDescription& description = file.description();
  hello["title"] = description.title.empty() ? description.name : description.title;
  hello["file"] = settings.file;
  hello["version"] = settings.version;
  hello["step_s"] = harness::kRunStep.seconds();
  hello["seed"] = settings.seed;
  hello["subject"] = to_text(settings.subject);
  for (std::uint32_t k = 0; k < subject::kStyleKinds; ++k)
    hello["styles"].push_back(subject::to_text(static_cast<subject::StyleKind>(k)));
  for (const drivers::Shipped& driver : drivers::shipped_drivers())
    if (!driver.needs_process) hello["drivers"].push_back(driver.name);
  for (const scene::Parameter& parameter : description.parameters)
    hello["parameters"].push_back(parameter_json(parameter));
  hello["columns"] = curve_columns();
  hello["can"] = {"play", "pause",  "step",  "speed",    "restart", "select",
                  "find", "locate", "drive", "takeover", "marker"};
  return hello;
}

void SceneShow::change(const Request& restart) {
  const double seed = restart.number("seed", static_cast<double>(settings_.seed));
  if (seed >= 0 && seed <= kLargestSeed) settings_.seed = static_cast<std::uint64_t>(seed);
  if (restart.has("subject")) settings_.subject = read_wish(restart.text("subject"));
  if (!restart.has("parameters") || !restart.body["parameters"].is_object()) return;
  for (const auto& [name, value] : restart.body["parameters"].items()) {
    if (!value.is_string()) continue;
    std::erase_if(settings_.given, [&](const scene_text::GivenParameter& one) { return one.name == name; });
    if (!value.get<std::string>().empty()) settings_.given.push_back({name, value.get<std::string>()});
  }
}

void SceneShow::run(Theatre& theatre) {
  std::vector<scene::PlacedMark> marks;
  if (const auto scene = file_->build(settings_.seed, settings_.given); scene)
    marks.assign((*scene)->marks().begin(), (*scene)->marks().end());
  const Set set = make_set(file_->network(), marks);
  Pace pace(theatre.inbox, harness::kRunStep);
  pace.set_factor(settings_.factor);
  pace.set_playing(!settings_.is_paused);
  for (bool is_first = true;; is_first = false) {
    if (is_first)
      theatre.board.set_world(set.world, dumped(scene_hello(set, *file_, settings_)));
    else
      theatre.board.set_hello(dumped(scene_hello(set, *file_, settings_)));
    pace.restart();
    ScenePlay play(theatre, pace, set, settings_);
    const std::optional<Request> restart = play.play(*file_);
    if (play.result()) {
      hash_ = play.result()->hash;
      ++finished_;
    }
    if (!restart) return;
    change(*restart);
    pace.set_playing(true);
  }
}

}  // namespace backlot::server
