#include "apps/cli/scene_options.h"

#include <fmt/format.h>

#include "apps/cli/command.h"
#include "apps/cli/message.h"
#include "apps/cli/scene_input.h"
#include "apps/cli/subject_option.h"

namespace backlot::cli {

void add_scene_options(CLI::App& command, SceneOptions& options) {
  command
      .add_option("--subject", options.subject,
                  "calm, brisk, slow, distracted, 60%, stops or FILE.csv; else by the seed")
      ->option_text("WHO");
  command.add_option("--param", options.parameters, "value of a parameter of the scene, any number of times")
      ->option_text("NAME=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  command.add_flag("--no-supply", options.has_no_supply, "sources enter nobody for a role");
  command.add_option("--jobs", options.jobs, "runs at a time; else as many as there are cores")
      ->option_text("K")
      ->check(between(1, 1024));
}

std::optional<SceneChoice> read_scene_options(const SceneOptions& options, ExitCode& code) {
  SceneChoice choice;
  const std::optional<SeedRange> seeds = read_seeds(options.seeds);
  if (!seeds) {
    code = usage_error(fmt::format("\"{}\" names no seeds", options.seeds),
                       "a whole number, or two with .. between them: --seeds 1..100");
    return std::nullopt;
  }
  choice.seeds = *seeds;
  for (const std::string& option : options.parameters) {
    const auto parameter = read_given(option);
    if (!parameter) {
      code = usage_error(fmt::format("\"{}\" is no parameter with a value", option),
                         "NAME=VALUE, in quotes where the value has a unit: --param \"lead=1.5 s\"");
      return std::nullopt;
    }
    choice.given.push_back(*parameter);
  }
  const std::optional<subject::SubjectChoice> subject = read_subject(options.subject);
  if (!subject) {
    code = ExitCode::bad_input;
    return std::nullopt;
  }
  choice.subject = *subject;
  if (choice.seeds.count() == 0) {
    say_error(fmt::format("no seed is selected: in {} the second number is smaller", options.seeds));
    code = ExitCode::nothing;
    return std::nullopt;
  }
  return choice;
}

}  // namespace backlot::cli
