// Reads recordings: what they say of their run, and step by step what happened in it.
//
//   const base::Result<Recording> recording = read_recording(bytes, "run.mcap");
//   base::Diagnostics found = read_steps(bytes, "run.mcap", visitor);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "backlot/base/diagnostic.h"
#include "backlot/base/result.h"
#include "backlot/recording/run_header.h"
#include "backlot/recording/step.h"
#include "backlot/sut/command.h"
#include "backlot/verdict/ghost.h"

namespace backlot::recording {

struct Recording {
  RunHeader header;
  std::optional<RunEnd> end;  // empty where the run was ended early
  bool is_whole = false;      // the file has its footer
};

// Without its steps. A recording that is not finished has a value and the warning M201.
//   M101-M106 as for read_mcap    M109 no recording of Backlot    M110 the header cannot be read
base::Result<Recording> read_recording(std::string_view bytes, const std::string& name);

class StepVisitor {
 public:
  virtual ~StepVisitor() = default;
  // Each of them ends the reading by returning false. A step may be changed: the next one is made from the file.
  virtual bool step(Step& step) = 0;
  virtual bool ghost(std::uint32_t /*beat*/, verdict::Ghost /*ghost*/) { return true; }
  // What the system under test answered in a cycle. The cycles of a run come in order, each before the first step that it moves.
  virtual bool exchange(std::uint64_t /*cycle*/, const sut::Command& /*command*/) { return true; }
};

// All steps, in order. What was found wrong: M101-M106 as for read_mcap, M108 a message that is no step. The steps before it were shown.
base::Diagnostics read_steps(std::string_view bytes, const std::string& name, StepVisitor& visitor);

}  // namespace backlot::recording
