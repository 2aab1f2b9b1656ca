// Whether a state that was read from a file can be one of a run: no id of it leads past a table, no number is NaN.
#pragma once

#include <string>

namespace backlot::sim {

struct Run;
struct RunState;

// What is wrong with a state that is to be a state of this run, as a sentence; empty where nothing is. Makes what follows from the fields of a
// sound state: the clocks of signals, and where the leases of an actor are.
std::string settle(const Run& run, RunState& state);

}  // namespace backlot::sim
