// backlot draw NET -o FILE.svg, backlot draw --machine NAME -o FILE.svg
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/input.h"
#include "apps/cli/maps/error_marks.h"
#include "apps/cli/message.h"
#include "apps/cli/output.h"
#include "backlot/draw/machine_picture.h"
#include "backlot/draw/mesh.h"
#include "backlot/draw/network_picture.h"
#include "backlot/scene/scene_director.h"
#include "backlot/traffic/pedestrian/walker_machine.h"
#include "backlot/traffic/vehicle/driver_machine.h"

namespace backlot::cli {
namespace {

// The parts of a picture that can be left out, by the words of --hide.
constexpr std::pair<std::string_view, bool draw::NetworkPicture::*> kParts[] = {
    {"names", &draw::NetworkPicture::names},   {"markings", &draw::NetworkPicture::markings},
    {"arrows", &draw::NetworkPicture::arrows}, {"corridors", &draw::NetworkPicture::corridors},
    {"signs", &draw::NetworkPicture::signs},   {"grid", &draw::NetworkPicture::grid},
    {"legend", &draw::NetworkPicture::legend},
};

// The state machines that can be drawn, by the names of --machine.
struct NamedMachine {
  std::string_view name;
  hcsm::MachineOutline (*outline)();
};
constexpr NamedMachine kMachines[] = {
    {"driver", [] { return traffic::driver_machine().outline(); }},
    {"walker", [] { return traffic::walker_machine().outline(); }},
};

struct DrawSettings {
  NetworkInput input;
  std::string machine;
  std::string picture_file, mesh_file;
  std::vector<std::string> hidden;
  draw::NetworkPicture picture;
};

bool ends_with(std::string_view text, std::string_view ending) {
  return text.size() > ending.size() && text.substr(text.size() - ending.size()) == ending;
}

// Empty where the name fits what is written into it.
std::string wrong_ending(const std::string& file, std::string_view ending, std::string_view what) {
  if (file.empty() || file == "-" || ends_with(file, ending)) return {};
  return fmt::format("{} is written as {}, and \"{}\" does not end so", what, ending, file);
}

// With its materials beside it, which standard output has no room for.
ExitCode write_mesh(const network::Network& network, const std::string& file) {
  if (file == "-") return write_output(file, draw::to_obj(network));
  const base::Diagnostics problems = draw::write_mesh(network, file);
  for (const base::Diagnostic& problem : problems) say(coloured(base::to_text(problem), problem.severity));
  return problems.has_errors() ? ExitCode::broken : ExitCode::clean;
}

ExitCode draw_machine(const DrawSettings& settings) {
  if (!settings.input.path.empty())
    return usage_error("a network and a machine are two pictures", "leave NET or --machine out");
  if (settings.picture_file.empty() || !settings.mesh_file.empty())
    return usage_error("a machine is drawn as a picture", "-o FILE.svg writes it");
  if (const std::string wrong = wrong_ending(settings.picture_file, ".svg", "a picture"); !wrong.empty())
    return usage_error(wrong);
  const auto write = [&](const hcsm::MachineOutline& outline, const std::string& title) {
    return write_whole(settings.picture_file, draw::draw_machine(outline, {.title = title}).to_svg());
  };
  std::string known;
  for (const NamedMachine& machine : kMachines) {
    if (machine.name == settings.machine) return write(machine.outline(), settings.picture.title);
    known += fmt::format("{}{}", known.empty() ? "" : ", ", machine.name);
  }
  // a name with neither an ending nor a folder is a slip of the pen rather than a file
  if (settings.machine.find_first_of("./") == std::string::npos && settings.machine != "-")
    return usage_error(fmt::format("there is no machine \"{}\"", settings.machine),
                       fmt::format("there are {}, and those of scenes: --machine FILE.scene", known));
  const std::shared_ptr<const scene_files::SceneFile> file = load_scene_or_report(settings.machine, {});
  if (!file) return ExitCode::bad_input;
  const auto scene = file->build(1);
  if (!scene) {
    say(to_text(scene.diagnostics()));
    return ExitCode::bad_input;
  }
  const std::string title =
      settings.picture.title.empty() ? file->description().title : settings.picture.title;
  return write(scene::machine_of(**scene).outline(), title);
}

ExitCode draw_files(DrawSettings& settings) {
  if (!settings.machine.empty()) return draw_machine(settings);
  if (settings.input.path.empty())
    return usage_error("NET is required", "or --machine NAME, for the picture of a state machine");
  if (settings.picture_file.empty() && settings.mesh_file.empty())
    return usage_error("nothing to draw", "-o FILE.svg writes a picture, --mesh FILE.obj a surface in space");
  if (settings.picture_file == "-" && settings.mesh_file == "-")
    return usage_error("picture and mesh cannot both go to standard output");
  for (const std::string& wrong : {wrong_ending(settings.picture_file, ".svg", "a picture"),
                                   wrong_ending(settings.mesh_file, ".obj", "a mesh")})
    if (!wrong.empty()) return usage_error(wrong);

  const Loading loading = load_network(settings.input.path);
  report(loading);
  // With errors: what could be built, with rings where they are.
  const network::Network* network = loading.network    ? &*loading.network
                                    : loading.salvaged ? &*loading.salvaged
                                                       : nullptr;
  const bool has_failed = loading.has_failed(settings.input.is_strict);
  if (network == nullptr || (has_failed && network->ways().empty())) return ExitCode::bad_input;
  if (loading.salvaged) settings.picture.marks = error_marks(loading);
  if (!settings.picture.marks.empty())
    settings.picture.keys.push_back({settings.picture.marks.front().colour, "error", true});
  for (const auto& [word, part] : kParts)
    for (const std::string& hidden : settings.hidden)
      if (hidden == word) settings.picture.*part = false;

  ExitCode worst = has_failed ? ExitCode::bad_input : ExitCode::clean;
  if (!settings.picture_file.empty())
    worst = worse(
        worst, write_whole(settings.picture_file, draw::draw_network(*network, settings.picture).to_svg()));
  if (!settings.mesh_file.empty()) worst = worse(worst, write_mesh(*network, settings.mesh_file));
  return worst;
}

}  // namespace

void add_draw(CLI::App& program, Action& chosen) {
  const auto settings = std::make_shared<DrawSettings>();
  CLI::App* command =
      add_command(program, "draw",
                  "Draws a network: a picture of lanes, markings, corridors, signals and names, or a mesh.\n"
                  "Of a network with errors it draws what it can, with rings where they are, and answers 3.\n"
                  "Or draws how those decide who are on it: a state machine.",
                  "backlot draw town.way -o town.svg\n"
                  "backlot draw town.way -o town.svg --width 4000 --hide grid,legend\n"
                  "backlot draw town.way --mesh town.obj\n"
                  "backlot draw --machine driver -o driver.svg\n"
                  "backlot draw --machine scenes/run_red_light.scene -o machine.svg");
  add_network_input(*command, settings->input.path)->required(false);
  command->add_option("-o", settings->picture_file, "the picture, .svg; - is standard output")
      ->option_text("FILE.svg");
  command->add_option("--mesh", settings->mesh_file, "the surfaces in space, .obj; - is standard output")
      ->option_text("FILE.obj");
  command->add_option("--machine", settings->machine, "instead of a network: driver, or the file of a scene")
      ->option_text("NAME|SCENE");
  command
      ->add_option("--width", settings->picture.width,
                   "of the picture; from the extent of the network if not given")
      ->option_text("UNITS")
      ->check(between(100.0, 100000.0));
  command
      ->add_option("--title", settings->picture.title,
                   "over the picture; the name of the network if not given")
      ->option_text("TEXT");
  std::vector<std::string> words;
  std::string listed;
  for (const auto& [word, part] : kParts) {
    words.emplace_back(word);
    listed += fmt::format("{}{}", listed.empty() ? "" : ",", word);
  }
  command->add_option("--hide", settings->hidden, "parts to leave out, of " + listed)
      ->option_text("PART,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember(words));
  add_strict_option(*command, settings->input.is_strict);
  command->callback([settings, &chosen] { chosen = [settings] { return draw_files(*settings); }; });
}

}  // namespace backlot::cli
