// The lights of a junction: which corridor heeds which, and a programme, since files have none.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/formats/opendrive/internal/import/joints.h"
#include "backlot/formats/opendrive/internal/plan/sign_words.h"
#include "backlot/network/signal_description.h"

namespace backlot::formats::opendrive {

// Signals of all roads by id, and the controller of each.
class SignalTable {
 public:
  explicit SignalTable(const Document& document);

  const Signal* find(std::string_view id) const;
  // The controller that switches a signal; empty where none does.
  const Controller* controller_of(std::string_view signal) const;

 private:
  std::map<std::string_view, const Signal*> signals_;
  std::map<std::string_view, const Controller*> controllers_;
};

// Where signs and lights are looked for: before a place of a road, and how far past it.
struct SignReach {
  double s = 0;
  double before_m = 0, past_m = 0;
};
// Before an end of a road, and whatever lies past it.
SignReach reach_before_end(const RoadPlan& road, bool is_along, double before_m);

// What a road says to the traffic of a lane that runs towards a place: the light nearest to it, and the sign.
struct Instruction {
  const Signal* light = nullptr;
  SignMeaning sign = SignMeaning::none;  // stop, yield or priority
};
Instruction instruction_at(const RoadPlan& road, const SignalTable& signals, int lane, bool is_along,
                           const SignReach& reach);

// A light that corridors heed, in a programme to be made.
struct LightUse {
  std::string group;         // its controller, or itself
  std::optional<int> phase;  // as the file orders controllers
  double heading_rad = 0;    // of the approaching traffic
};

// One phase for each number of the file; without numbers, one for each axis of approaches. 20 s of green, 3 s of yellow, 2 s of red
// for all between them.
network::SignalsDescription programme_of(const std::vector<LightUse>& uses);

}  // namespace backlot::formats::opendrive
