// A study, conducted: participants go through their sessions, trial by trial. The operator's page directs it, the participant's page drives.
//
//   instruction --go_on--> ... ready --start--> loading --> countdown --> driving <--> paused
//   rest --time, go_on-->        ^                              |  abort      |
//                                '------- once more, or a spare-+-------------+--> next step of the plan
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/server/show/scene_show.h"
#include "apps/server/study/datagram_sockets.h"
#include "apps/server/study/results_folder.h"
#include "apps/server/study/trial_attendant.h"
#include "backlot/study/plan.h"

namespace backlot::server {

// A scene that was loaded with the parameters that a condition, or a spare, gives to it.
struct LoadedScene {
  std::shared_ptr<const scene_files::SceneFile> file;
  std::vector<recording::SourceText> sources{};  // the scene first, then what it imports
  std::vector<scene_text::GivenParameter> given{};
};
struct LoadedCondition {
  LoadedScene scene;
  std::vector<LoadedScene> spares{};  // one for each spare of the condition
};

struct StudyShowSettings {
  study::StudyDescription study{};
  std::string study_text{};
  std::string file{};  // as the user named it
  std::string version{};
  std::vector<LoadedCondition> conditions{};  // one for each of the study
  std::string results{};                      // folder
  std::string subject{};                      // in place of those of the study: a rehearsal; may be empty
  double factor = 1;
  double countdown_s = 3;  // before a participant drives
  bool has_supply = true;
  std::size_t threads = 1;
  DatagramPorts ports{};
  std::string participant_link{};  // behind host and port: "/participant/?token=..."
};

class StudyShow final : public Show {
 public:
  // Fails where the folder of results or a port cannot be used.
  static base::Result<std::unique_ptr<StudyShow>> open(StudyShowSettings settings);

  void run(Theatre& theatre) override;

  // What the program says when it goes on with results that are there; empty for a new study.
  const std::string& resumed_text() const { return resumed_text_; }
  const DatagramPorts& ports() const { return sockets_.ports(); }

 private:
  explicit StudyShow(StudyShowSettings settings)
      : settings_(std::move(settings)), sockets_(settings_.ports) {}

  // ---- where the study stands
  std::size_t trials_done(std::size_t participant) const;
  bool is_done(std::size_t participant, const study::PlannedTrial& trial) const;
  // Not staged so far: that many spares are used.
  std::size_t spares_used(std::size_t participant, const study::PlannedTrial& trial) const;
  std::optional<std::size_t> first_open_participant() const;
  void choose(std::size_t participant);
  void find_first_open_step();
  std::string find_resumed_text() const;

  // ---- the session
  bool conduct_step();
  bool wait_for_go(double least_s);
  bool take_idle(const Request& request);
  void play_trial();
  void keep_row(const TryResult& result, const study::PlannedTrial& trial, const std::string& folder,
                const std::string& spare_used, std::size_t spare);
  void skip_trial();
  void show_world(const LoadedScene& scene, const SceneShowSettings& play);
  const LoadedScene& scene_of(const study::PlannedTrial& trial, std::size_t spare) const;
  SceneShowSettings play_settings(const LoadedScene& scene, const study::PlannedTrial& trial,
                                  std::size_t spare) const;
  std::string subject_of(const study::ConditionDescription& condition) const;

  // ---- what pages are told
  void set_phase(std::string phase, std::string trouble = {});
  void tell();

  const study::StudyDescription& study() const { return settings_.study; }
  const std::string& name_of(std::size_t participant) const { return study().participants[participant]; }

  StudyShowSettings settings_;
  DatagramSockets sockets_;
  std::unique_ptr<ResultsFolder> results_;
  Theatre* theatre_ = nullptr;
  std::unique_ptr<Set> set_;
  const scene_files::SceneFile* shown_ = nullptr;
  std::size_t participant_ = 0;
  std::vector<study::PlannedStep> plan_;
  std::size_t step_ = 0;
  std::string phase_ = "ready", trouble_, last_outcome_;
  std::string resumed_text_;  // as it was when the program started
  double rest_left_s_ = 0;
  bool is_confirmed_ = false;  // the participant is ready
  bool has_go_ = false, has_start_ = false, is_rechosen_ = false;
};

}  // namespace backlot::server
