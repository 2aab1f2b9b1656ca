// backlot view WHAT
#include "apps/cli/window/view.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "apps/cli/input.h"
#include "apps/cli/interrupt.h"
#include "apps/cli/message.h"
#include "apps/cli/scenes/scene_json.h"
#include "apps/cli/version.h"
#include "apps/cli/window/study_input.h"
#include "apps/server/serve_window.h"
#include "apps/server/show/recording_show.h"
#include "apps/server/show/scene_show.h"
#include "apps/server/show/traffic_show.h"
#include "apps/server/study/study_show.h"
#include "apps/server/web/admission.h"
#include "backlot/formats/sensing/sensing_text.h"
#include "backlot/recording/mcap.h"

namespace backlot::cli {
namespace {

using Given = std::vector<scene_text::GivenParameter>;

struct ViewSettings {
  NetworkInput input;
  server::WindowSettings window;
  bool stays_closed = false;
  std::optional<std::size_t> vehicles;
  std::size_t pedestrians = 0, bicycles = 0;
  std::uint64_t seed = 1;
  std::string subject, driver, sensing, record;
  std::vector<std::string> parameters;
  bool has_no_supply = false;
  double factor = 1;
  bool is_paused = false;
  std::size_t threads = 1;
  // ---- of a study
  std::string results;
  server::DatagramPorts ports;
  double countdown_s = 3;
};

ExitCode serve(const ViewSettings& settings, server::Show& show) {
  const InterruptWatch interrupt;
  server::WindowSettings window = settings.window;
  window.opens_browser = !settings.stays_closed;
  const std::string failure = server::serve_window(
      window, show, [&] { return interrupt.has_come(); },
      [](const std::string& link, const std::string& participant_link) {
        fmt::print("{}\n", link);
        if (!participant_link.empty()) fmt::print("{}\n", participant_link);
        std::fflush(stdout);
        if (participant_link.empty())
          say("Open this link in a browser. Ctrl-C ends the program.");
        else
          say("Open the first link as the operator, the second one for the participant. Ctrl-C ends the "
              "program.");
      });
  if (failure.empty()) return ExitCode::interrupted;
  say_error(failure);
  return ExitCode::broken;
}

ExitCode view_network(const ViewSettings& settings) {
  std::optional<Loading> loading = load_or_report(settings.input);
  if (!loading) return ExitCode::bad_input;
  auto network = std::make_shared<const network::Network>(*std::move(loading->network));
  server::TrafficShow show(std::move(network), {.file = settings.input.path,
                                                .version = version_text(),
                                                .vehicles = settings.vehicles,
                                                .pedestrians = settings.pedestrians,
                                                .bicycles = settings.bicycles,
                                                .seed = settings.seed,
                                                .factor = settings.factor,
                                                .is_paused = settings.is_paused,
                                                .threads = settings.threads});
  return serve(settings, show);
}

// Of a file of scenes, or of a scenario.
template <class File>
ExitCode play_file(const ViewSettings& settings, const std::string& content, const Given& given,
                   server::SceneShowSettings show_settings) {
  auto loading = File::load(settings.input.path, content, given);
  say_all(loading.diagnostics, loading.sources);
  if (!loading.file) return ExitCode::bad_input;
  for (const auto& source : loading.sources)
    show_settings.sources.push_back({source->name(), std::string(source->text())});
  show_settings.given = given;
  server::SceneShow show(loading.file, std::move(show_settings));
  return serve(settings, show);
}

ExitCode view_scene(const ViewSettings& settings, const std::string& content) {
  Given given;
  for (const std::string& text : settings.parameters) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      return usage_error(fmt::format("--param {}: this is no NAME=VALUE", text), "as in --param lead=1.5s");
    given.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  server::SceneShowSettings show_settings{.file = settings.input.path, .version = version_text()};
  if (!settings.sensing.empty()) {
    auto sensing = formats::sensing::read_sensing(settings.sensing);
    if (!sensing) {
      say(to_text(sensing.diagnostics()));
      return ExitCode::usage;
    }
    show_settings.sensing = *std::move(sensing);
  }
  show_settings.seed = settings.seed;
  show_settings.subject =
      server::read_wish(settings.driver.empty() ? settings.subject : "driver:" + settings.driver);
  show_settings.factor = settings.factor;
  show_settings.is_paused = settings.is_paused;
  show_settings.has_supply = !settings.has_no_supply;
  show_settings.threads = settings.threads;
  show_settings.record_folder = settings.record;
  show_settings.result_row = [](const harness::RunResult& result,
                                std::span<const scene::Parameter> parameters) {
    return to_json(result, parameters).dump();
  };
  return scene_text::looks_like_scenario(content)
             ? play_file<scene_files::ScenarioFile>(settings, content, given, std::move(show_settings))
             : play_file<scene_files::SceneFile>(settings, content, given, std::move(show_settings));
}

ExitCode view_study(ViewSettings settings, std::string content) {
  if (!settings.parameters.empty())
    return usage_error("--param is not for a study", "give parameters to the conditions of the study file");
  LoadedStudy loaded = load_study(settings.input.path, content);
  if (!loaded.is_whole) return ExitCode::bad_input;
  const std::string subject = settings.driver.empty() ? settings.subject : "driver:" + settings.driver;
  const bool is_rehearsal = !subject.empty() && subject != "me";
  if (settings.results.empty())
    settings.results = fmt::format("results/{}{}", loaded.study.name, is_rehearsal ? "_rehearsal" : "");
  settings.window.web.participant_token = server::make_token();
  server::StudyShowSettings show_settings{.study = std::move(loaded.study),
                                          .study_text = std::move(content),
                                          .file = settings.input.path,
                                          .version = version_text(),
                                          .conditions = std::move(loaded.conditions),
                                          .results = settings.results,
                                          .subject = subject,
                                          .factor = settings.factor,
                                          .countdown_s = settings.countdown_s,
                                          .has_supply = !settings.has_no_supply,
                                          .threads = settings.threads,
                                          .ports = settings.ports};
  show_settings.participant_link =
      fmt::format("{}?token={}", server::kParticipantPath, settings.window.web.participant_token);
  auto show = server::StudyShow::open(std::move(show_settings));
  say_all(show.diagnostics(), {});
  if (!show) return ExitCode::broken;
  say(fmt::format("Results go to {}.", settings.results));
  if (!(*show)->resumed_text().empty()) say((*show)->resumed_text());
  if ((*show)->ports().in)
    say(fmt::format("Events are heard at UDP port {} of 127.0.0.1.", *(*show)->ports().in));
  if ((*show)->ports().out)
    say(fmt::format("Events are sent to UDP port {} of 127.0.0.1.", *(*show)->ports().out));
  return serve(settings, **show);
}

ExitCode view_recording(const ViewSettings& settings) {
  auto show = server::RecordingShow::open({.path = settings.input.path,
                                           .version = version_text(),
                                           .factor = settings.factor,
                                           .is_paused = settings.is_paused});
  for (const base::Diagnostic& found : show.diagnostics()) say(coloured(to_text(found), found.severity));
  if (!show) return ExitCode::bad_input;
  return serve(settings, **show);
}

// What a file is, by what it holds.
ExitCode run_view(const ViewSettings& settings) {
  const std::string& path = settings.input.path;
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return view_recording(settings);
  char begin[8] = {};
  if (std::FILE* file = std::fopen(path.c_str(), "rb")) {
    const std::size_t got = std::fread(begin, 1, sizeof(begin), file);
    std::fclose(file);
    if (std::string_view(begin, got) == recording::kMcapMagic) return view_recording(settings);
  }
  if (path.ends_with(".mcap")) return view_recording(settings);
  if (!path.ends_with(".scene") && !path.ends_with(".study")) return view_network(settings);
  const base::Result<std::string> content = open_input(path);
  if (content)
    return path.ends_with(".study") ? view_study(settings, *content) : view_scene(settings, *content);
  say_all(content.diagnostics(), {});
  return ExitCode::bad_input;
}

}  // namespace

void add_view(CLI::App& program, Action& chosen) {
  const auto settings = std::make_shared<ViewSettings>();
  CLI::App* command = add_command(
      program, "view", "Shows traffic, scenes, recordings and studies in the browser, to drive in.",
      "backlot view scenes/biketown.way\n"
      "backlot view town.way --vehicles 500 --seed 7 --speed 4\n"
      "backlot view scenes/run_red_light.scene --subject me\n"
      "backlot view scenes/intersection.study --results out\n"
      "backlot view recordings/ --no-open --port 8080");
  add_network_input(*command, settings->input.path, "WHAT")
      ->description("a network, a scene, a study, a recording, or a folder of recordings");
  command->add_option("--port", settings->window.web.port, "(0: one that is free)")->option_text("P");
  command
      ->add_option("--listen", settings->window.web.address,
                   "an address of this machine at which others may look, too (127.0.0.1: nobody else)")
      ->option_text("ADDRESS");
  command->add_flag("--no-open", settings->stays_closed, "prints the link, and opens no browser");
  command->add_option("--speed", settings->factor, "times real time; 0: as fast as possible (1)")
      ->option_text("F")
      ->check(between(0, server::Pace::kFastest));
  command->add_flag("--pause", settings->is_paused, "waits for the page");
  command->add_option("--seed", settings->seed, "of traffic and scenes (1)")->option_text("N");
  command->add_option("--vehicles", settings->vehicles, "of traffic, kept on the road; 0: the network alone")
      ->option_text("N")
      ->check(between(0, 1e6));
  command->add_option("--bicycles", settings->bicycles, "cyclists on the roads of a network (0)")
      ->option_text("N")
      ->check(between(0, 1e6));
  command->add_option("--pedestrians", settings->pedestrians, "people on the sidewalks of a network (0)")
      ->option_text("N")
      ->check(between(0, 1e6));
  command->add_option("--subject", settings->subject, "of a scene: a style, a share of the limit, or me")
      ->option_text("WHO");
  command
      ->add_option("--driver", settings->driver, "of a scene: a shipped driver in the place of the subject")
      ->option_text("NAME");
  command
      ->add_option("--sensing", settings->sensing,
                   "what the driver sees, as for backlot run: \"front: range 80 m, field 60 deg\"")
      ->option_text("WHAT");
  command->add_option("--param", settings->parameters, "a parameter of a scene; may be repeated")
      ->option_text("NAME=VALUE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_flag("--no-supply", settings->has_no_supply, "no vehicle enters for a role of a scene");
  command->add_option("--record", settings->record, "records runs of a scene (drives of a human: in drives/)")
      ->option_text("DIR");
  command->add_option("--results", settings->results, "of a study: its folder (results/NAME)")
      ->option_text("DIR");
  command
      ->add_option("--events-in", settings->ports.in, "of a study: UDP port at which it hears other programs")
      ->option_text("PORT");
  command->add_option("--events-out", settings->ports.out, "of a study: UDP port to which it sends events")
      ->option_text("PORT");
  command
      ->add_option("--countdown", settings->countdown_s,
                   "of a study: seconds before a participant drives (3)")
      ->option_text("S")
      ->check(between(0, 60));
  command->add_option("--threads", settings->threads, "(1); the result does not depend on it")
      ->option_text("K")
      ->check(between(1, 256));
  add_strict_option(*command, settings->input.is_strict);
  command->callback([settings, &chosen] { chosen = [settings] { return run_view(*settings); }; });
}

}  // namespace backlot::cli
