// A road of the file: its reference line, what it is joined to, its lanes, objects and signals.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backlot/formats/opendrive/junction.h"
#include "backlot/formats/opendrive/lane_section.h"
#include "backlot/formats/opendrive/lateral_profile.h"
#include "backlot/formats/opendrive/object.h"
#include "backlot/formats/opendrive/plan_view.h"
#include "backlot/formats/opendrive/signal.h"

namespace backlot::formats::opendrive {

enum class TrafficRule { right_hand, left_hand };

enum class ElementType { none, road, junction };

// What a road's start or end is joined to.
struct RoadLink {
  Where where;
  ElementType type = ElementType::none;
  std::string element;                        // its id
  ContactPoint contact = ContactPoint::none;  // of a road: which end of it
  std::optional<double> element_s;  // of a virtual junction: where on the road, in place of a contact point
  std::string element_direction;    // "+", "-" or empty
};

struct RoadType {
  Where where;
  double s = 0;
  std::string type;  // "town", "motorway", ...
  std::string country;
  std::optional<Speed> speed;
};

struct Road {
  Where where;
  std::string id, name;
  double length_m = 0;
  std::string junction;  // to which the road belongs; empty where to none ("-1" in the file)
  TrafficRule rule = TrafficRule::right_hand;
  std::optional<RoadLink> predecessor, successor;
  std::vector<RoadType> types;
  std::vector<Geometry> plan_view;
  std::vector<Cubic> elevation;
  LateralProfile lateral;
  std::vector<Cubic> lane_offsets;
  std::vector<LaneSection> sections;
  std::vector<Object> objects;
  std::vector<ObjectReference> object_references;
  std::vector<Structure> tunnels, bridges;
  std::vector<Signal> signals;
  std::vector<SignalReference> signal_references;
};

}  // namespace backlot::formats::opendrive
