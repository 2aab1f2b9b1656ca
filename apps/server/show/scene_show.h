// A scene or scenes in a row, live: played at any speed, again with another seed, subject or parameters, and driven by a human where one wants to.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/server/show/pace.h"
#include "apps/server/show/playable.h"
#include "apps/server/show/show.h"
#include "apps/server/show/static_world.h"
#include "backlot/base/result.h"
#include "backlot/harness/scene_run.h"
#include "backlot/recording/run_header.h"
#include "backlot/scene_files/scenario_file.h"
#include "backlot/scene_files/scene_file.h"
#include "backlot/sut/system.h"
#include "backlot/view/sensing.h"

namespace backlot::server {

// Which subject drives: a style or share as `--subject` names it, software as `--driver` names it, or a human.
struct SubjectWish {
  std::string style{};    // empty: by the seed
  std::string driver{};   // not empty: software
  bool is_human = false;  // with the software, if there is one, ready to take over
};
// "brisk", "driver:reference", "me".
SubjectWish read_wish(const std::string& text);
std::string to_text(const SubjectWish& wish);

struct SceneShowSettings {
  std::string file{};  // as the user named it
  std::string version{};
  std::vector<recording::SourceText> sources{};     // the file first, then what it imports
  std::vector<scene_text::GivenParameter> given{};  // parameters
  std::uint64_t seed = 1;
  SubjectWish subject{};
  view::Sensing sensing{};  // of a driver
  double factor = 1;
  bool is_paused = false;
  bool is_of_list = false;  // of runs: pages can open another one
  bool has_supply = true;
  std::size_t threads = 1;
  std::string record_folder{};  // runs are recorded there; empty: only drives of humans, in "drives"
  // The row of results that a recording holds of its run, as JSON; without it the recording has no row.
  std::function<std::string(const harness::RunResult&, std::span<const scene::Parameter>)> result_row{};
};

// The message `hello` of a scene, or of scenes in a row.
Json scene_hello(const Set& set, const Playable& file, const SceneShowSettings& settings);

class SceneShow final : public Show {
 public:
  SceneShow(std::shared_ptr<const scene_files::SceneFile> file, SceneShowSettings settings)
      : scene_(std::move(file)), settings_(std::move(settings)) {}
  // Scenes in a row.
  SceneShow(std::shared_ptr<const scene_files::ScenarioFile> file, SceneShowSettings settings)
      : scenario_(std::move(file)), settings_(std::move(settings)) {}

  void run(Theatre& theatre) override { static_cast<void>(show(theatre)); }
  // Until the program ends, or a page goes back to the list that the run is of: then that.
  std::optional<Request> show(Theatre& theatre);

  // Of the last run that came to its end.
  std::uint64_t hash() const { return hash_; }
  std::uint64_t finished() const { return finished_; }  // runs

 private:
  Playable file() const { return scene_ ? Playable(*scene_) : Playable(*scenario_); }
  // Why the scenes cannot be played like that, as a sentence; then they are played as before.
  std::string change(const Request& restart);
  std::optional<Request> look_again(Theatre& theatre, const std::string& recording);

  std::shared_ptr<const scene_files::SceneFile> scene_;  // null: the scenario is played
  std::shared_ptr<const scene_files::ScenarioFile> scenario_;
  SceneShowSettings settings_;
  std::uint64_t hash_ = 0, finished_ = 0;
};

}  // namespace backlot::server
