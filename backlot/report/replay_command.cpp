#include "backlot/report/replay_command.h"

#include <fmt/format.h>

namespace backlot::report {

std::string shell_word(std::string_view word) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:=,+@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) return std::string(word);
  std::string out = "'";
  for (const char c : word) {
    if (c == '\'')
      out += "'\\''";
    else
      out += static_cast<unsigned char>(c) < 32 ? ' ' : c;
  }
  return out + "'";
}

std::string replay_command(const Run& run) {
  return run.recording.empty() ? run_command(run) : "backlot replay " + shell_word(run.recording);
}

std::string run_command(const Run& run) {
  if (!run.replay.empty()) return run.replay;
  const std::string file = run.scene_file.empty() ? scene_of(run) + ".scene" : run.scene_file;
  std::string command = fmt::format("backlot run {} --seed {}", shell_word(file), run.seed);
  if (!run.driver.empty()) command += " --driver " + shell_word(run.driver);
  for (const auto& [name, value] : run.given) command += " --param " + shell_word(name + "=" + value);
  return command;
}

}  // namespace backlot::report
