#include "apps/cli/scenes/scene_options.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/command.h"
#include "apps/cli/message.h"
#include "apps/cli/scenes/subject_option.h"

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
  command
      .add_option("--signal", options.signals,
                  "raise a signal so many seconds after the start of the subject, any number of times")
      ->option_text("NAME@SECONDS")
      ->take_all()
      ->allow_extra_args(false);
  command.add_flag("--no-supply", options.has_no_supply, "sources add no vehicle for a role");
  command.add_option("--jobs", options.jobs, "runs at a time; else as many as there are cores")
      ->option_text("K")
      ->check(between(1, 1024));
}

namespace {

// "NAME=VALUE" of an option, in two; empty where the option is not of that form.
std::optional<scene_text::GivenParameter> read_given(const std::string& option) {
  const std::size_t at = option.find('=');
  if (at == std::string::npos || at == 0) return std::nullopt;
  return scene_text::GivenParameter{option.substr(0, at), option.substr(at + 1)};
}

// Reads "go@40": the name of a signal and its seconds. The result is empty where the text has another form.
std::optional<harness::SignalAt> read_signal(const std::string& option) {
  const std::size_t at = option.rfind('@');
  if (at == std::string::npos || at == 0) return std::nullopt;
  double seconds = 0;
  const char* end = option.data() + option.size();
  const auto [last, error] = std::from_chars(option.data() + at + 1, end, seconds);
  if (error != std::errc() || last != end || !std::isfinite(seconds) || seconds < 0) return std::nullopt;
  return harness::SignalAt{option.substr(0, at), seconds};
}

}  // namespace

std::string SceneChoice::find_unused_signal(const std::vector<std::string>& known) const {
  for (const harness::SignalAt& signal : signals)
    if (std::find(known.begin(), known.end(), signal.name) == known.end()) return signal.name;
  return {};
}

ExitCode report_unused_signal(const std::string& signal, const std::vector<std::string>& known) {
  return usage_error(fmt::format("the scene asks for no signal \"{}\"", signal),
                     known.empty() ? std::string("it asks for none")
                                   : fmt::format("it asks for: {}", fmt::join(known, ", ")));
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
  for (const std::string& option : options.signals) {
    const std::optional<harness::SignalAt> signal = read_signal(option);
    if (!signal) {
      code = usage_error(fmt::format("\"{}\" is no signal with a time", option),
                         "NAME@SECONDS, from the start of the subject on: --signal go@40");
      return std::nullopt;
    }
    choice.signals.push_back(*signal);
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
