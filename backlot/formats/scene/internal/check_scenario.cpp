#include <algorithm>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/suggest.h"
#include "backlot/formats/scene/internal/read_scenario_syntax.h"

namespace backlot::scene_text {

namespace {

using scene::PlayDescription;
using scene::SceneDescription;

// Every scene of a play. A scene that could not be read has no name, and its errors were reported.
std::vector<const SceneDescription*> scenes_of(const PlayDescription& play) {
  std::vector<const SceneDescription*> scenes;
  if (!play.scene.name.empty()) scenes.push_back(&play.scene);
  for (const SceneDescription& spare : play.spares)
    if (!spare.name.empty()) scenes.push_back(&spare);
  return scenes;
}

void check_networks(const scene::ScenarioDescription& scenario, text::Problems& problems) {
  const SceneDescription* first = nullptr;
  for (const PlayDescription& play : scenario.plays) {
    for (const SceneDescription* scene : scenes_of(play)) {
      if (scene->set.network_file.empty()) continue;
      if (first == nullptr) first = scene;
      if (scene->set.network_file == first->set.network_file) continue;
      problems.error("P133", play.place,
                     fmt::format("\"{}\" is played on \"{}\", and \"{}\" on \"{}\"", scene->name,
                                 scene->set.network_file, first->name, first->set.network_file),
                     "all scenes of a scenario are on one network");
    }
  }
}

// ---- hand-over: to a role of a scene that is played later

class HandOvers {
 public:
  HandOvers(const scene::ScenarioDescription& scenario, text::Problems& problems)
      : scenario_(scenario), problems_(problems) {}

  void check() {
    for (std::size_t k = 0; k < scenario_.plays.size(); ++k)
      for (const SceneDescription* scene : scenes_of(scenario_.plays[k]))
        for (const scene::BeatDescription& beat : scene->script.beats)
          for (const scene::ActionDescription& action : beat.actions)
            if (const auto* what = std::get_if<scene::HandOver>(&action.what)) check(k, *what, action.place);
  }

 private:
  void check(std::size_t play, const scene::HandOver& what, const base::Place& place) {
    std::vector<std::string_view> known;
    for (std::size_t k = play + 1; k < scenario_.plays.size(); ++k) {
      for (const SceneDescription* later : scenes_of(scenario_.plays[k])) {
        known.push_back(later->name);
        if (later->name != what.to_scene) continue;
        check_role(*later, what, place);
        return;
      }
    }
    std::string hint = base::did_you_mean(what.to_scene, known);
    if (hint.empty())
      hint = known.empty() ? "this is the last scene: let the actor go"
                           : fmt::format("played later: {}", fmt::join(known, ", "));
    problems_.error("P134", place,
                    fmt::format("the scenario plays no scene \"{}\" after this one", what.to_scene), hint);
  }

  void check_role(const SceneDescription& scene, const scene::HandOver& what, const base::Place& place) {
    std::vector<std::string_view> roles;
    for (const scene::RoleDescription& role : scene.cast) roles.push_back(role.name);
    if (std::find(roles.begin(), roles.end(), what.to_role) != roles.end()) return;
    std::string hint = base::did_you_mean(what.to_role, roles);
    if (hint.empty()) hint = fmt::format("its roles are: {}", fmt::join(roles, ", "));
    problems_.error("P134", place,
                    fmt::format("the scene \"{}\" has no role \"{}\"", scene.name, what.to_role), hint);
  }

  const scene::ScenarioDescription& scenario_;
  text::Problems& problems_;
};

}  // namespace

void check_scenario(const scene::ScenarioDescription& scenario, text::Problems& problems) {
  check_networks(scenario, problems);
  HandOvers(scenario, problems).check();
}

}  // namespace backlot::scene_text
