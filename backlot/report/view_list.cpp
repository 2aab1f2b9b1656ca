#include "backlot/report/view_list.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "backlot/report/internal/run_page.h"
#include "backlot/report/replay_command.h"

namespace backlot::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "backlot runs 1";

std::string text_of(const Json& row, const char* key) {
  const auto at = row.find(key);
  return at != row.end() && at->is_string() ? at->get<std::string>() : std::string();
}

}  // namespace

ViewedRun viewed_run(const Run& run) {
  return {.name = run.name,
          .scene_file = run.scene_file,
          .seed = run.played_seed != 0 ? run.played_seed : run.seed,
          .driver = run.driver,
          .subject = run.driver.empty() ? run.subject : std::string(),
          .given = run.given,
          .verdict = std::string(verdict::to_text(run.verdict)),
          .text = internal::outcome_sentence(run),
          .recording = run.recording};
}

std::string view_list_text(std::span<const ViewedRun> runs) {
  std::string text = fmt::format("{{\"format\": \"{}\", \"runs\": [", kFormat);
  for (std::size_t k = 0; k < runs.size(); ++k) {
    const ViewedRun& run = runs[k];
    Json row = {{"name", run.name},          {"scene_file", run.scene_file},
                {"seed", run.seed},          {"driver", run.driver},
                {"subject", run.subject},    {"given", Json::array()},
                {"verdict", run.verdict},    {"text", run.text},
                {"recording", run.recording}};
    for (const auto& [name, value] : run.given) row["given"].push_back({name, value});
    text += k == 0 ? "\n" : ",\n";
    text += row.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  return text + "\n]}\n";
}

std::optional<std::vector<ViewedRun>> read_view_list(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || text_of(json, "format") != kFormat) return std::nullopt;
  const auto rows = json.find("runs");
  if (rows == json.end() || !rows->is_array()) return std::nullopt;
  std::vector<ViewedRun> runs;
  for (const Json& row : *rows) {
    if (!row.is_object()) continue;
    const auto seed = row.find("seed");
    ViewedRun run{.name = text_of(row, "name"),
                  .scene_file = text_of(row, "scene_file"),
                  .driver = text_of(row, "driver"),
                  .subject = text_of(row, "subject"),
                  .verdict = text_of(row, "verdict"),
                  .text = text_of(row, "text"),
                  .recording = text_of(row, "recording")};
    if ((run.scene_file.empty() && run.recording.empty()) || seed == row.end() || !seed->is_number_unsigned())
      continue;
    run.seed = seed->get<std::uint64_t>();
    if (const auto given = row.find("given"); given != row.end() && given->is_array())
      for (const Json& one : *given)
        if (one.is_array() && one.size() == 2 && one[0].is_string() && one[1].is_string())
          run.given.emplace_back(one[0].get<std::string>(), one[1].get<std::string>());
    runs.push_back(std::move(run));
  }
  return runs;
}

std::string view_command(const ViewedRun& run) {
  if (!run.recording.empty()) return "backlot view " + shell_word(run.recording);
  std::string command = fmt::format("backlot view {} --seed {}", shell_word(run.scene_file), run.seed);
  if (!run.driver.empty()) command += " --driver " + shell_word(run.driver);
  if (run.driver.empty() && !run.subject.empty()) command += " --subject " + shell_word(run.subject);
  for (const auto& [name, value] : run.given) command += " --param " + shell_word(name + "=" + value);
  return command;
}

}  // namespace backlot::report
