// Signals as the rules read them: groups that show the same, programmes, and what is shown at a time.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "backlot/base/sim_time.h"
#include "backlot/network/ids.h"
#include "backlot/network/signal_description.h"

namespace backlot::network {

class Network;

struct SignalGroup {
  std::string name;
  IntersectionId intersection;
};

// A cycle of intervals for the groups of one intersection, in whole nanoseconds.
struct SignalProgramme {
  struct Interval {
    base::Duration duration;
    std::vector<Aspect> aspects;  // one for each group
  };
  std::vector<Interval> intervals;
  base::Duration cycle;
  base::Duration offset;
};

// The interval of a programme at a time, and how long it has lasted.
struct SignalPhase {
  std::size_t interval = 0;
  base::Duration elapsed;
};
SignalPhase phase_at(const SignalProgramme& programme, base::SimTime time);

// What every group of the network shows: the state of signals, owned by the code that runs them. Indexed by SignalGroupId.
using SignalState = std::vector<Aspect>;

// What the programmes show at a time, each running by its own clock from its offset.
void show_programmes(const Network& network, base::SimTime time, SignalState& signals);

}  // namespace backlot::network
