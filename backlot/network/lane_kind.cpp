#include "backlot/network/lane_kind.h"

namespace backlot::network {

std::string_view to_text(LaneKind kind) {
  switch (kind) {
    case LaneKind::vehicle:
      return "vehicle";
    case LaneKind::bus:
      return "bus";
    case LaneKind::bicycle:
      return "bicycle";
    case LaneKind::parking:
      return "parking";
    case LaneKind::shoulder:
      return "shoulder";
    case LaneKind::sidewalk:
      return "sidewalk";
    case LaneKind::crosswalk:
      return "crosswalk";
    case LaneKind::verge:
      return "verge";
    case LaneKind::median:
      return "median";
    case LaneKind::border:
      return "border";
  }
  return "";
}

std::string_view to_text(LaneDirection direction) {
  switch (direction) {
    case LaneDirection::forward:
      return "forward";
    case LaneDirection::backward:
      return "backward";
    case LaneDirection::both:
      return "both";
    case LaneDirection::none:
      return "none";
  }
  return "";
}

std::string_view to_text(TrafficSide side) { return side == TrafficSide::right ? "right" : "left"; }

std::string_view to_text(Use use) {
  switch (use) {
    case Use::vehicles:
      return "vehicles";
    case Use::bicycles:
      return "bicycles";
    case Use::pedestrians:
      return "pedestrians";
    case Use::none:
      return "nobody";
  }
  return "";
}

std::optional<LaneKind> find_lane_kind(std::string_view text) {
  for (const LaneKind kind : kLaneKinds)
    if (to_text(kind) == text) return kind;
  return std::nullopt;
}

std::optional<LaneDirection> find_lane_direction(std::string_view text) {
  for (const LaneDirection direction : kLaneDirections)
    if (to_text(direction) == text) return direction;
  return std::nullopt;
}

}  // namespace backlot::network
