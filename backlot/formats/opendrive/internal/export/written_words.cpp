#include "backlot/formats/opendrive/internal/export/written_words.h"

#include "backlot/base/assert.h"

namespace backlot::formats::opendrive {

using network::FeatureKind;
using network::LaneDirection;
using network::LaneKind;
using Paint = network::Marking;

std::string_view lane_type(LaneKind kind) {
  switch (kind) {
    case LaneKind::vehicle:
      return "driving";
    case LaneKind::bus:
      return "bus";
    case LaneKind::bicycle:
      return "biking";
    case LaneKind::parking:
      return "parking";
    case LaneKind::shoulder:
      return "shoulder";
    case LaneKind::sidewalk:
    case LaneKind::crosswalk:
      return "sidewalk";
    case LaneKind::verge:
      return "none";
    case LaneKind::median:
      return "median";
    case LaneKind::border:
      return "border";
  }
  return "none";
}

std::string_view direction_word(int lane, LaneKind kind, LaneDirection direction, TrafficRule rule) {
  const network::Use use = network::use_of(kind);
  if (use == network::Use::none || use == network::Use::pedestrians) return "";
  if (direction == LaneDirection::both) return "both";
  const bool runs_along = (lane < 0) == (rule == TrafficRule::right_hand);
  return direction == (runs_along ? LaneDirection::backward : LaneDirection::forward) ? "reversed" : "";
}

std::string_view mark_type(Paint marking, int lane) {
  const bool is_left = lane > 0;
  switch (marking) {
    case Paint::automatic:
      return "";
    case Paint::none:
      return "none";
    case Paint::broken:
      return "broken";
    case Paint::solid:
      return "solid";
    case Paint::broken_solid:
      return is_left ? "solid broken" : "broken solid";
    case Paint::solid_broken:
      return is_left ? "broken solid" : "solid broken";
    case Paint::double_solid:
      return "solid solid";
    case Paint::kerb:
      return "curb";
  }
  return "";
}

std::string_view road_type(double speed_mps) {
  if (speed_mps > 101 / 3.6) return "motorway";
  return speed_mps > 61 / 3.6 ? "rural" : "town";
}

std::string_view sign_type(FeatureKind kind) {
  switch (kind) {
    case FeatureKind::stop_sign:
      return "206";
    case FeatureKind::yield_sign:
      return "205";
    case FeatureKind::priority_sign:
      return "306";
    case FeatureKind::speed_sign:
      return "274";
    case FeatureKind::signal_head:
      return "1000001";
    default:
      return "";
  }
}

std::string_view object_type(const network::FeatureDescription& feature) {
  switch (feature.kind) {
    case FeatureKind::tree:
      return feature.outline.empty() ? "tree" : "vegetation";
    case FeatureKind::pole:
      return "pole";
    case FeatureKind::building:
      return "building";
    case FeatureKind::barrier:
      return "barrier";
    case FeatureKind::crosswalk:
      return "crosswalk";
    case FeatureKind::parking_space:
      return "parkingSpace";
    default:
      return "";
  }
}

Orientation orientation_of(LaneDirection direction) {
  if (direction == LaneDirection::forward) return Orientation::along;
  return direction == LaneDirection::backward ? Orientation::against : Orientation::both;
}

}  // namespace backlot::formats::opendrive
