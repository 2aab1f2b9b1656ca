// The lanes of a road between two stations, as the file gives them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backlot/formats/opendrive/cubic.h"
#include "backlot/formats/opendrive/speed.h"

namespace backlot::formats::opendrive {

// Words such as types and colours are kept as the file has them, since the list grows from version to version.

struct LaneHeight {
  Where where;
  double s = 0;
  double inner_m = 0, outer_m = 0;
};

// Which traffic may use the lane. Up to 1.7 one restriction as an attribute, since 1.8 a list and a rule.
struct LaneAccess {
  Where where;
  double s = 0;
  std::string rule;  // "allow", "deny" or empty
  std::vector<std::string> restrictions;
};

struct RoadMarkLine {
  Where where;
  double s = 0;                      // from the start of the mark
  double length_m = 0, space_m = 0;  // space: 0 where it is missing
  double t_offset_m = 0;
  std::optional<double> width_m;
  std::string rule, color;
};

// The mark on the outer border of its lane (of lane 0: on the centre), up to the next one's s.
struct RoadMark {
  Where where;
  double s = 0;
  std::string type;         // "solid", "broken", "solid broken", ...
  std::string color;        // empty where the file does not say
  std::string weight;       // "standard", "bold" or empty
  std::string lane_change;  // "increase", "decrease", "both", "none" or empty
  std::string material;
  std::optional<double> width_m, height_m;
  std::string line_type;            // name of the child `type`
  std::vector<RoadMarkLine> lines;  // of `type`, or of `explicit`
  bool is_explicit = false;
};

struct LaneLink {
  Where where;
  int lane = 0;
};

struct Lane {
  Where where;
  int id = 0;  // positive left of the reference line, negative right of it
  std::string type;
  std::optional<bool> level;
  std::string direction;  // "standard", "reversed", "both" or empty
  std::string advisory;
  bool is_dynamic_direction = false, is_dynamic_type = false;
  bool has_link = false;  // the element is there, though it may be empty
  std::vector<LaneLink> predecessors, successors;
  std::vector<Cubic> widths;
  std::vector<Cubic> borders;  // t of the outer border, in place of widths
  std::vector<LaneHeight> heights;
  std::vector<Speed> speeds;
  std::vector<LaneAccess> accesses;
  std::vector<RoadMark> road_marks;
};

struct LaneSection {
  Where where;
  double s = 0;
  std::optional<bool> is_single_side;
  std::vector<Lane> left, center, right;  // in the order of the file
};

}  // namespace backlot::formats::opendrive
