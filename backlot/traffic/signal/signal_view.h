// What the signals of one intersection show at a moment.
#pragma once

#include "backlot/base/sim_time.h"
#include "backlot/network/network.h"
#include "backlot/network/right_of_way.h"

namespace backlot::traffic {

// Found once for each look at an intersection; nothing is kept from step to step, so signals that nobody looks at cost
// nothing. Programmes run by the clock of the run.
class SignalView {
 public:
  SignalView(const network::Network& network, network::IntersectionId intersection, base::SimTime time);

  network::Aspect aspect(const network::Corridor& corridor) const {
    return interval_ == nullptr || corridor.signal_group.is_empty()
               ? network::Aspect::dark
               : interval_->aspects[corridor.signal_group.index() - first_group_];
  }
  network::ControlState state(network::CorridorId id) const {
    return network::control_state(*network_, id, aspect(network_->corridor(id)));
  }
  bool is_lit(network::CorridorId id) const {
    return aspect(network_->corridor(id)) != network::Aspect::dark;
  }

 private:
  const network::Network* network_;
  const network::SignalProgramme::Interval* interval_ = nullptr;  // null without signals
  std::uint32_t first_group_ = 0;
};

}  // namespace backlot::traffic
