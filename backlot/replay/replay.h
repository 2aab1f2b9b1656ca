// Repeats a recorded run from its header, and compares it with the recording step by step, bit by bit.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "backlot/base/result.h"
#include "backlot/harness/scene_run.h"
#include "backlot/recording/recording_reader.h"
#include "backlot/replay/recorded_stage.h"
#include "backlot/sut/system.h"

namespace backlot::replay {

// Makes the system under test that a recording names, as --driver does. A failure says why it cannot be had here.
using SystemMaker = std::function<base::Result<std::unique_ptr<sut::System>>(const std::string& driver)>;

struct Difference {
  std::uint64_t step = 0;  // number of the step in the recording, from 0 on
  double time_s = 0;
  std::string text;  // in words
};

struct ReplayResult {
  harness::RunResult result;  // of the repeated run
  std::uint64_t recorded_steps = 0, compared_steps = 0;
  std::optional<Difference> difference;  // the first one; empty: all is the same

  bool is_equal() const { return !difference; }
};

// What the caller wants to see of a run while it is repeated.
struct ReplayHooks {
  harness::ForkWatcher fork_watcher{};
  std::function<bool()> is_ended{};  // asked before each step; where it says yes the run ends early
};

// Of a recording that was ended early, the steps that it holds are compared.
//   M114 the driver cannot be had    M115 the run cannot be repeated from this file
base::Result<ReplayResult> replay(std::string_view bytes, const std::string& name,
                                  const recording::Recording& recording, const RecordedStage& stage,
                                  const SystemMaker& make_system, const ReplayHooks& hooks = {});

}  // namespace backlot::replay
