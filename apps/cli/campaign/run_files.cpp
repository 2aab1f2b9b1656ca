#include "apps/cli/campaign/run_files.h"

#include <fmt/format.h>

#include "backlot/direct/event_names.h"

namespace backlot::cli {

bool RunFiles::open() {
  trace_.reset();
  events_.reset();
  boards_.clear();
  if (!names_.trace.empty()) trace_.emplace(names_.trace, network_);
  if (!names_.events.empty()) events_.emplace(names_.events, network_, direct::event_names());
  return (!trace_ || trace_->is_open()) && (!events_ || events_->is_open());
}

harness::Onlooker RunFiles::onlooker() {
  if (!names_.is_any()) return {};
  return [this](const harness::Moment& moment) {
    if (trace_) trace_->write(moment.frame);
    if (events_) events_->write(moment.run.events());
    if (!names_.storyboard.empty()) board_of(moment.scene).watch(moment);
  };
}

bool RunFiles::close() {
  if ((trace_ && !trace_->close()) || (events_ && !events_->close())) return false;
  std::size_t number = 0;
  for (const Board& board : boards_) {
    const std::string folder = boards_.size() == 1 ? names_.storyboard
                                                   : fmt::format("{}/{}_{}", names_.storyboard, ++number,
                                                                 board.scene->description().name);
    if (write_storyboard(network_, board.recorder->board(), folder) != ExitCode::clean) return false;
  }
  return true;
}

StoryboardRecorder& RunFiles::board_of(const std::shared_ptr<const scene::Scene>& scene) {
  for (const Board& board : boards_)
    if (board.scene == scene) return *board.recorder;
  boards_.push_back({scene, std::make_unique<StoryboardRecorder>(scene)});
  return *boards_.back().recorder;
}

}  // namespace backlot::cli
