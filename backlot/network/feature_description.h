// A thing beside or on a road: a sign, a tree, a house, a parking space.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "backlot/network/lane_kind.h"
#include "backlot/network/text_place.h"

namespace backlot::network {

enum class FeatureKind : std::uint8_t {
  stop_sign,
  yield_sign,
  priority_sign,  // this is the priority road
  speed_sign,     // value: m/s
  sign,           // any other; `text` says which
  signal_head,    // `text` names the signal group
  tree,
  pole,
  building,
  barrier,
  bench,
  crosswalk,      // where it is painted; pedestrians there need a corridor
  parking_space,  // `text` says for which vehicles
  custom,
};

// How the corners of an outline are counted.
enum class OutlineFrame : std::uint8_t {
  own,   // from the feature's place and turned with it: metres ahead, to the left and up
  road,  // as the feature's own place: distance, offset and loft
};

struct FeatureCorner {
  double along = 0, left = 0, up = 0;

  friend bool operator==(const FeatureCorner&, const FeatureCorner&) = default;
};

// In the coordinates of its way; of its road where the road has it. A feature with an outline stands on its corners and
// is `height` high; one without is a box of `length` and `width` around its place.
struct FeatureDescription {
  FeatureKind kind = FeatureKind::sign;
  std::string name{};
  double distance = 0, offset = 0, loft = 0;
  double heading_rad = 0;  // against the way's
  double length = 0, width = 0, height = 0;
  double value = 0;
  std::string text{};
  std::string restrictions{};                     // of a parking space: what its signs say
  LaneDirection direction = LaneDirection::both;  // the traffic that it concerns
  OutlineFrame outline_frame = OutlineFrame::own;
  std::vector<FeatureCorner> outline{};  // three or more, one after the other around it, or none
  TextPlace place{};

  friend bool operator==(const FeatureDescription&, const FeatureDescription&) = default;
};

}  // namespace backlot::network
