#include "backlot/formats/opendrive/internal/import/merge_control.h"

namespace backlot::formats::opendrive {

network::Control merge_control(const network::IntersectionDescription& intersection,
                               std::string_view corridor) {
  network::Control control = network::Control::automatic;
  for (const network::DependencyOverride& rule : intersection.overrides) {
    if (rule.corridor == corridor) return network::Control::yield;
    if (rule.other == corridor) control = network::Control::priority_road;
  }
  return control;
}

}  // namespace backlot::formats::opendrive
