// The colours of a plan: paper, paving and grass in soft tones, so that paint and lines stand out.
#pragma once

#include <string_view>

#include "backlot/network/lane_kind.h"
#include "backlot/network/strip.h"

namespace backlot::draw::internal {

namespace palette {
inline constexpr const char* kPaper = "#fbfaf6";
inline constexpr const char* kGround = "#edefe3";
inline constexpr const char* kGroundLine = "#dcdfd0";
inline constexpr const char* kFrame = "#8d9184";
inline constexpr const char* kInk = "#2c3138";
inline constexpr const char* kQuietInk = "#6a7077";
inline constexpr const char* kAsphalt = "#868b93";
inline constexpr const char* kKerb = "#6b7078";
inline constexpr const char* kParapet = "#3c424a";
inline constexpr const char* kWhitePaint = "#fdfdfa";
inline constexpr const char* kYellowPaint = "#f6cf4c";
inline constexpr const char* kStopLine =
    "#fffffe";  // white too; a colour of its own tells them apart in the file
inline constexpr const char* kYieldLine = "#fffffd";  // likewise
inline constexpr const char* kZebra = "#fefefe";      // likewise
inline constexpr const char* kHouse = "#e4d8c9";
inline constexpr const char* kHouseLine = "#c6b6a2";
inline constexpr const char* kTree = "#86ae74";
inline constexpr const char* kTreeLight = "#a8c995";
inline constexpr const char* kWayName = "#20252b";
inline constexpr const char* kIntersectionName = "#7a2f1d";
}  // namespace palette

// The surface of a lane.
constexpr const char* surface_colour(network::LaneKind kind) {
  using network::LaneKind;
  switch (kind) {
    case LaneKind::vehicle:
    case LaneKind::crosswalk:
      return palette::kAsphalt;
    case LaneKind::bus:
      return "#a1907b";
    case LaneKind::bicycle:
      return "#b9786d";
    case LaneKind::parking:
      return "#999ea6";
    case LaneKind::shoulder:
      return "#a6aab0";
    case LaneKind::sidewalk:
      return "#dfd9cc";
    case LaneKind::verge:
      return "#bdd3a2";
    case LaneKind::median:
      return "#b0ca94";
    case LaneKind::border:
      return "#c5c2ba";
  }
  return palette::kAsphalt;
}

// The centre line of a corridor.
constexpr const char* corridor_colour(network::Use use, network::Turn turn) {
  using network::Turn;
  if (use == network::Use::pedestrians) return "#3f8f5f";
  if (use == network::Use::bicycles) return "#a8332b";
  switch (turn) {
    case Turn::straight:
      return "#1f5fbf";
    case Turn::left:
      return "#7a2fb0";
    case Turn::right:
      return "#e08a1e";
    case Turn::u_turn:
      return "#c22c6d";
  }
  return "#1f5fbf";
}

// Signal groups of one intersection, by turns.
constexpr const char* group_colour(std::uint32_t index_in_intersection) {
  constexpr const char* kColours[] = {"#3a7ec2", "#d9822b", "#4f9d5b", "#8a5cb8",
                                      "#c2506a", "#2f9d9d", "#b59a2a", "#6d7f99"};
  return kColours[index_in_intersection % 8];
}

}  // namespace backlot::draw::internal
