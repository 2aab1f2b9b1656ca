// What a lane is for, which way it is used, and on which side of the road traffic keeps.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace backlot::network {

enum class LaneKind : std::uint8_t {
  vehicle,
  bus,
  bicycle,
  parking,
  shoulder,
  sidewalk,
  crosswalk,
  verge,   // grass, boulevard: not for traffic of any kind
  median,  // between the directions
  border,  // kerb, gutter, rail: a strip of the way without traffic
};
inline constexpr std::array kLaneKinds = {
    LaneKind::vehicle,  LaneKind::bus,       LaneKind::bicycle, LaneKind::parking, LaneKind::shoulder,
    LaneKind::sidewalk, LaneKind::crosswalk, LaneKind::verge,   LaneKind::median,  LaneKind::border};

// Which way traffic runs on a lane, seen along the growing distance of its way.
enum class LaneDirection : std::uint8_t { forward, backward, both, none };
inline constexpr std::array kLaneDirections = {LaneDirection::forward, LaneDirection::backward,
                                               LaneDirection::both, LaneDirection::none};

enum class TrafficSide : std::uint8_t { right, left };

// Which traffic a lane or corridor serves: only lanes of one use are joined with each other.
enum class Use : std::uint8_t { vehicles, bicycles, pedestrians, none };

constexpr Use use_of(LaneKind kind) {
  switch (kind) {
    case LaneKind::vehicle:
    case LaneKind::bus:
      return Use::vehicles;
    case LaneKind::bicycle:
      return Use::bicycles;
    case LaneKind::sidewalk:
    case LaneKind::crosswalk:
      return Use::pedestrians;
    case LaneKind::parking:
    case LaneKind::shoulder:
    case LaneKind::verge:
    case LaneKind::median:
    case LaneKind::border:
      return Use::none;
  }
  return Use::none;
}

// A lane without traffic has no direction; people walk both ways.
constexpr LaneDirection usual_direction(LaneKind kind) {
  switch (use_of(kind)) {
    case Use::vehicles:
    case Use::bicycles:
      return LaneDirection::forward;
    case Use::pedestrians:
      return LaneDirection::both;
    case Use::none:
      return LaneDirection::none;
  }
  return LaneDirection::none;
}

// The words of files and pictures: "vehicle", "forward", "right" ...
std::string_view to_text(LaneKind kind);
std::string_view to_text(LaneDirection direction);
std::string_view to_text(TrafficSide side);
std::string_view to_text(Use use);
std::optional<LaneKind> find_lane_kind(std::string_view text);
std::optional<LaneDirection> find_lane_direction(std::string_view text);

}  // namespace backlot::network
