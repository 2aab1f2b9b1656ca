// Where roads branch and cross, as the file gives it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backlot/formats/opendrive/object.h"

namespace backlot::formats::opendrive {

enum class ContactPoint { none, start, end };

// `virtual` is a word of C++.
enum class JunctionType { standard, direct, virtual_, crossing };  // NOLINT(readability-identifier-naming)

struct JunctionLaneLink {
  Where where;
  int from = 0, to = 0;
  std::optional<double> overlap_zone_m;  // of direct junctions
};

// From an incoming road over a connecting road; in a direct junction on to the linked road itself.
struct Connection {
  Where where;
  std::string id, type;
  std::string incoming_road;
  std::string connecting_road;
  std::string linked_road;
  ContactPoint contact =
      ContactPoint::none;  // the end of the connecting (or linked) road that touches the incoming one
  std::vector<JunctionLaneLink> lane_links;
};

struct JunctionPriority {
  Where where;
  std::string high, low;  // connecting roads
};

struct JunctionController {
  Where where;
  std::string id, type;
  std::optional<int> sequence;
};

// A crossing road for pedestrians between two places of other roads.
struct CrossPath {
  struct End {
    std::string road;
    double s = 0;
    int from = 0, to = 0;  // lanes
  };
  Where where;
  std::string id, crossing_road;
  End start, end;
};

struct Junction {
  Where where;
  std::string id, name;
  JunctionType type = JunctionType::standard;
  // Of a virtual junction only.
  std::string main_road;
  std::optional<double> s_start, s_end;
  Orientation orientation = Orientation::both;

  std::vector<Connection> connections;
  std::vector<JunctionPriority> priorities;
  std::vector<JunctionController> controllers;
  std::vector<CrossPath> cross_paths;
};

}  // namespace backlot::formats::opendrive
