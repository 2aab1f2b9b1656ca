#include "backlot/traffic/signal/signal_view.h"

namespace backlot::traffic {

SignalView::SignalView(const network::Network& network, network::IntersectionId id, base::SimTime time)
    : network_(&network) {
  // signals belong to the whole intersection
  while (!network.intersection(id).whole.is_empty()) id = network.intersection(id).whole;
  const network::Intersection& intersection = network.intersection(id);
  if (intersection.group_count == 0) return;
  const network::SignalProgramme& programme = network.programmes()[intersection.programme];
  interval_ = &programme.intervals[network::phase_at(programme, time).interval];
  first_group_ = intersection.first_group;
}

}  // namespace backlot::traffic
