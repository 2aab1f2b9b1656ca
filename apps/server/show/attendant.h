// What attends a run of a scene besides its pages: a study, which writes tables of it and hears other programs.
#pragma once

#include <cstdint>
#include <string>

#include "apps/server/drive/shared_wheel.h"
#include "apps/server/show/inbox.h"
#include "backlot/harness/scene_run.h"

namespace backlot::server {

// What an attendant did with a request.
enum class Took : std::uint8_t {
  not_mine,  // the run's own
  done,
  ends_run,
};

class Attendant {
 public:
  virtual ~Attendant() = default;

  // Where the run is recorded: a file that does not exist.
  virtual std::string recording_file() = 0;
  // Before the run. What it watches already goes on. The options stay where they are until the run is over, and signals may be added to them between two steps.
  virtual void prepare(harness::RunOptions& options) = 0;
  // After each step, when pages have been shown it; `wheel` is null for a model subject. It may hold the run up.
  // False ends the run.
  virtual bool seen(const harness::Moment& moment, const SharedWheel* wheel) = 0;
  // A page plays or pauses the run.
  virtual void pace_changed() = 0;
  virtual Took take(const Request& request) = 0;
  // Once, at the end: of a run that was ended early what can be said of it. `recording` is empty where the file is not whole.
  virtual void over(const harness::RunResult& result, const std::string& recording) = 0;
  // Instead of all that, where the scene cannot be played.
  virtual void failed(const std::string& why) = 0;
};

}  // namespace backlot::server
