// The storyboard of a run: watches it, and keeps the moment of each beat.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/exit_code.h"
#include "backlot/harness/scene_run.h"
#include "backlot/scene/scene.h"
#include "backlot/storyboard/storyboard.h"
#include "backlot/storyboard/trail_recorder.h"

namespace backlot::cli {

// A panel for each beat when it begins; after one that commits, another one where its actor and the subject are nearest to each other.
class StoryboardRecorder {
 public:
  explicit StoryboardRecorder(std::shared_ptr<const scene::Scene> scene);

  // After each step, as an onlooker.
  void watch(const harness::Moment& moment);
  // When the run is over.
  storyboard::Storyboard board() const;

 private:
  // The actor of an event, and the moment at which it was nearest to the subject.
  struct Encounter {
    std::size_t beat = 0;
    world::ObjectId actor{};
    double began_s = 0, nearest_m = 0;
    storyboard::Panel panel{};
  };
  void begin_beat(std::size_t beat, const harness::Moment& moment);
  static void follow(Encounter& encounter, const harness::Moment& moment);

  std::shared_ptr<const scene::Scene> scene_;
  world::ObjectId subject_{};
  double started_s_ = 0;
  storyboard::TrailRecorder trails_;
  std::vector<bool> has_begun_;  // by beat
  std::vector<storyboard::Panel> panels_;
  std::vector<Encounter> encounters_;
};

// Writes a picture for each panel, "1_light.svg" and so on, and all of them as "strip.svg" into a folder, which is made where it is missing.
ExitCode write_storyboard(const network::Network& network, const storyboard::Storyboard& board,
                          const std::string& folder);

}  // namespace backlot::cli
