// The files that one run writes beside its result: trace, events, storyboard.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/scenes/scene_storyboard.h"
#include "apps/cli/traffic/events.h"
#include "apps/cli/traffic/trace.h"
#include "backlot/harness/scene_run.h"

namespace backlot::cli {

// Empty names: not written.
struct RunFileNames {
  std::string trace{}, events{}, storyboard{};

  bool is_any() const { return !trace.empty() || !events.empty() || !storyboard.empty(); }
};

// Each try begins the files anew.
class RunFiles {
 public:
  RunFiles(const RunFileNames& names, const network::Network& network) : names_(names), network_(network) {}

  bool open();
  harness::Onlooker onlooker();
  // The storyboards of scenes in a row lie in folders of their own.
  bool close();

 private:
  struct Board {
    std::shared_ptr<const scene::Scene> scene;
    std::unique_ptr<StoryboardRecorder> recorder;
  };
  StoryboardRecorder& board_of(const std::shared_ptr<const scene::Scene>& scene);

  const RunFileNames& names_;
  const network::Network& network_;
  std::optional<TraceWriter> trace_;
  std::optional<EventsWriter> events_;
  std::vector<Board> boards_;  // by scene, in the order of their beginning
};

}  // namespace backlot::cli
