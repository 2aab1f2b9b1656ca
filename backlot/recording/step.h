// One step of a recorded run: all that a judge is shown of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "backlot/base/diagnostic.h"
#include "backlot/network/network.h"
#include "backlot/record/event.h"
#include "backlot/record/frame.h"
#include "backlot/scene/play_state.h"
#include "backlot/scene/scene.h"
#include "backlot/sut/command.h"
#include "backlot/traffic/signal/signal_clocks.h"
#include "backlot/world/ids.h"

namespace backlot::recording {

struct Step {
  std::uint32_t play = 0;  // number of the scene that is played, from 0 on
  world::ObjectId subject{};
  record::Frame frame;  // with signals
  std::vector<record::Event> events;
  scene::PlayState state;
  traffic::SignalClocks clocks;                // not settled: see settle()
  std::vector<sut::WhiteBoxSignal> published;  // by the system under test, in its last cycle
};

// Why a step cannot be of a run of this scene, as a sentence; empty where it can. Numbers of lanes, corridors, beats and roles then are those
// of the scene and its network, and the clocks of its signals run.
std::string settle(Step& step, const scene::Scene& scene);
// The part of it that asks only for the network.
std::string find_fault(const record::Frame& frame, const network::Network& network);
std::string find_fault(const record::Event& event, const network::Network& network);

}  // namespace backlot::recording
