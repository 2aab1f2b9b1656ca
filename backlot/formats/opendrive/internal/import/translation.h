// What the parts of a translation share.
#pragma once

#include <compare>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "backlot/formats/opendrive/internal/import/joints.h"
#include "backlot/formats/opendrive/internal/import/junction_lights.h"
#include "backlot/formats/opendrive/internal/plan/lane_chain.h"
#include "backlot/network/network_description.h"

namespace backlot::formats::opendrive {

// What was put right in objects, counted.
struct ObjectTidying {
  std::size_t repeated = 0;   // objects by repeats
  std::size_t too_close = 0;  // repeats with objects that stand upon each other
  std::size_t left_out = 0;   // repeats that made too many
};

// Where roads run into one lane the smaller goes first: the one with more lanes, else the one that turns less, else the one that comes
// from the right.
struct MergeRank {
  int fewer_lanes = 0;
  long turn = 0;   // hundredths of a radian
  long aside = 0;  // centimetres to the left; where traffic keeps to the left, to the right

  friend auto operator<=>(const MergeRank&, const MergeRank&) = default;
};

// Where a virtual junction lies on its main road, which is cut there.
struct Gap {
  const Junction* junction = nullptr;
  std::size_t road = 0;
  double s_from = 0, s_to = 0;
};

// An end of a connecting road at a gap: before it, or behind it.
struct Meeting {
  std::size_t gap = 0;
  bool is_before = true;
};

struct Translation {
  Translation(const Document& what, const std::set<std::string>& left_out)
      : document(what), roads(what, left_out, found), signals(what) {}

  const Document& document;
  base::Diagnostics found;
  RoadPlans roads;
  SignalTable signals;
  network::NetworkDescription network;
  ObjectTidying object_tidying;

  std::set<RoadEnd> attached;        // ends of roads at which an intersection is
  std::set<LaneOfEnd> onward;        // lanes that lead over their end to another lane
  std::map<std::string, int> names;  // of corridors and intersections, and how often they were wanted
  // The corridors of connecting roads, and the lanes that they are.
  struct Label {
    std::string corridor;
    LaneChain chain;
  };
  std::map<std::size_t, std::vector<Label>> labels;
  std::vector<Gap> gaps;
  std::map<std::pair<std::size_t, network::End>, Meeting> meetings;       // by ends of connecting roads
  std::map<std::pair<std::size_t, network::End>, MergeRank> merge_ranks;  // of ends of roads that are cut
  std::size_t surface_parts_left = 200000;  // cubics that cross section surfaces may take, for all roads

  network::TextPlace place(Where where) const { return {document.place(where)}; }
  // The name wanted, with a number where it is taken.
  std::string unique_name(const std::string& wanted);
};

// Before anything else roads are cut at virtual junctions (virtual_gaps.h) and where they run into one lane (merges.h).
// Each function then fills its part of the network, in this order: junctions and joints say which ends are attached and
// which lanes lead on, and roads are written with that knowledge.
void translate_junctions(Translation& translation);
void translate_joints(Translation& translation);
void translate_roads(Translation& translation);

}  // namespace backlot::formats::opendrive
