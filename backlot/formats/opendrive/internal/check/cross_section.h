// Lanes at one station of a road: where their edges lie.
#pragma once

#include <cstddef>
#include <vector>

#include "backlot/formats/opendrive/road.h"

namespace backlot::formats::opendrive {

// The record that holds at s, counted as the records do; null before the first one.
const Cubic* find_record(const std::vector<Cubic>& records, double s);
// The one that holds just before s.
const Cubic* find_record_before(const std::vector<Cubic>& records, double s);

// How far a section reaches: to the next one, or to the end of the road.
double section_end(const Road& road, std::size_t section);

struct LaneEdges {
  const Lane* lane = nullptr;
  double inner = 0, outer = 0;  // t, the inner one nearer to lane 0

  double width() const { return outer > inner ? outer - inner : inner - outer; }
};

// The edges of all lanes at the start or the end of a section, by ascending id; of lanes with one id the first. At the
// end they are those that hold just before it: a new record may begin there.
std::vector<LaneEdges> edges_at(const Road& road, std::size_t section, bool at_end);

// Null where there is no lane of this id.
const LaneEdges* find_lane(const std::vector<LaneEdges>& edges, int id);

// The lanes of one side, from the centre outwards, each id once.
std::vector<const Lane*> outwards(const std::vector<Lane>& side);

}  // namespace backlot::formats::opendrive
