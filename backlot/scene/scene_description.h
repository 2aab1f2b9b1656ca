// A scene as it is written, in a .scene file or in C++: loose and editable. Scene::build checks it against a network.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backlot/scene/expectation_description.h"
#include "backlot/scene/parameter.h"
#include "backlot/scene/role_description.h"
#include "backlot/scene/script_description.h"
#include "backlot/scene/set_description.h"

namespace backlot::scene {

// What the subject must do by itself, from a moment on until the first event of the scene; where it does not, the scene is evaded.
struct Premise {
  std::string text;  // as it was written, for reports
  Condition what{};
  std::optional<Condition> from;   // none: from the start
  std::optional<Condition> until;  // none: until the first beat that commits begins
  std::string
      before_beat{};  // not empty: it is asked once, when this beat begins, and `what` says for how long it must have held
  network::TextPlace place{};
  friend bool operator==(const Premise&, const Premise&) = default;
};

// `onset = ROLE first visible`: the onset of an event is the first moment of its beat at which the subject can see this actor. Else the actor
// must have left normal behaviour as well.
struct OnsetDescription {
  std::string role;
  network::TextPlace place{};
  friend bool operator==(const OnsetDescription&, const OnsetDescription&) = default;
};

struct SceneDescription {
  std::string name, title;
  std::vector<std::string> verifies;  // requirements that the scene tests
  std::vector<Parameter> parameters;  // in the order of the file; all numbers below have their values in them
  bool is_decoy = false;              // played without its beats that commit
  SetDescription set{};
  std::vector<Premise> given;
  std::vector<RoleDescription> cast;
  ScriptDescription script{};
  std::vector<ExpectationDescription> expect;
  std::optional<OnsetDescription> onset{};
  std::vector<JudgeDescription> judge;
  std::vector<CoverDescription> cover;
  network::TextPlace place{};

  friend bool operator==(const SceneDescription&, const SceneDescription&) = default;
};

// A scene within a scenario, with its own parameters.
struct PlayDescription {
  SceneDescription scene{};
  std::vector<SceneDescription> spares;  // played in turn where the ones before were not staged
  network::TextPlace place{};
  friend bool operator==(const PlayDescription&, const PlayDescription&) = default;
};
// Between two scenes: no vehicle is under direction.
struct FreeDriving {
  double least_s = 0, most_s = 0;
  bool until_calm =
      false;  // it ends when lights and traffic are back to normal, after least_s, at most_s at the latest
  friend bool operator==(const FreeDriving&, const FreeDriving&) = default;
};
struct ScenarioDescription {
  std::string name, title;
  std::vector<Parameter> parameters;  // of the scenario itself; the scenes have theirs
  std::vector<PlayDescription> plays;
  std::vector<FreeDriving> between;  // one fewer than plays
  network::TextPlace place{};
  friend bool operator==(const ScenarioDescription&, const ScenarioDescription&) = default;
};

}  // namespace backlot::scene
