// What a model driver does at the next line of its course: it stops or goes on, by lights, signs and bodies that have priority.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "backlot/base/sim_time.h"
#include "backlot/record/frame.h"
#include "backlot/subject/line.h"
#include "backlot/subject/style.h"
#include "backlot/world/course.h"

namespace backlot::subject {

enum class LineChoice : std::uint8_t {
  open,
  stops,   // for a light
  passes,  // the light changed too late to stop with ease
};
constexpr std::uint32_t count_of(LineChoice) { return 3; }

struct LineState {
  std::uint32_t next = 0;  // the first line that the front has not passed
  LineChoice choice = LineChoice::open;
  bool has_stopped = false;                   // at this line, as a stop sign asks
  std::optional<base::SimTime> yellow_since;  // as the driver saw it

  static void visit(auto& self, auto& field) {
    field(self.next, self.choice, self.has_stopped, self.yellow_since);
  }
};

// Metres from the front to the line at which the driver has to stop now; empty where it may go on, or no line is near. Changes the state by what
// the driver sees; while it glances away it sees no new light.
std::optional<double> metres_to_stop(const world::Course& course, std::span<const Line> lines,
                                     const Style& style, const record::Frame& frame, const Entry& entry,
                                     bool glances_away, LineState& state);

}  // namespace backlot::subject
