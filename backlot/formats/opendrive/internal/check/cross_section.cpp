#include "backlot/formats/opendrive/internal/check/cross_section.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "backlot/base/assert.h"

namespace backlot::formats::opendrive {

const Cubic* find_record(const std::vector<Cubic>& records, double s) {
  BACKLOT_ASSERT(std::isfinite(s), "a place along a road is a number");
  const auto after = std::upper_bound(records.begin(), records.end(), s,
                                      [](double at, const Cubic& record) { return at < record.s; });
  return after == records.begin() ? nullptr : &*(after - 1);
}

const Cubic* find_record_before(const std::vector<Cubic>& records, double s) {
  const auto after = std::lower_bound(records.begin(), records.end(), s,
                                      [](const Cubic& record, double at) { return record.s < at; });
  return after == records.begin() ? nullptr : &*(after - 1);
}

double section_end(const Road& road, std::size_t section) {
  BACKLOT_ASSERT(section < road.sections.size(), "the road has no such section");
  return section + 1 < road.sections.size() ? road.sections[section + 1].s : road.length_m;
}

std::vector<const Lane*> outwards(const std::vector<Lane>& side) {
  std::vector<const Lane*> lanes;
  lanes.reserve(side.size());
  for (const Lane& lane : side) lanes.push_back(&lane);
  std::stable_sort(lanes.begin(), lanes.end(),
                   [](const Lane* a, const Lane* b) { return std::abs(a->id) < std::abs(b->id); });
  lanes.erase(
      std::unique(lanes.begin(), lanes.end(), [](const Lane* a, const Lane* b) { return a->id == b->id; }),
      lanes.end());
  return lanes;
}

std::vector<LaneEdges> edges_at(const Road& road, std::size_t section, bool at_end) {
  BACKLOT_ASSERT(section < road.sections.size(), "the road has no such section");
  const LaneSection& lanes = road.sections[section];
  const double s = at_end ? section_end(road, section) : lanes.s;
  const auto value_at = [at_end](const std::vector<Cubic>& records, double at) {
    const Cubic* record = at_end ? find_record_before(records, at) : find_record(records, at);
    return record == nullptr ? 0 : record->at(at - record->s);
  };
  const double centre = value_at(road.lane_offsets, s);
  const double ds = s - lanes.s;
  std::vector<LaneEdges> edges;
  const auto add_side = [&](const std::vector<Lane>& side, double sign) {
    double t = centre;
    for (const Lane* lane : outwards(side)) {
      const double outer = lane->widths.empty() && !lane->borders.empty()
                               ? value_at(lane->borders, ds)
                               : t + sign * value_at(lane->widths, ds);
      edges.push_back({lane, t, outer});
      t = outer;
    }
  };
  add_side(lanes.left, 1);
  add_side(lanes.right, -1);
  std::stable_sort(edges.begin(), edges.end(),
                   [](const LaneEdges& a, const LaneEdges& b) { return a.lane->id < b.lane->id; });
  return edges;
}

const LaneEdges* find_lane(const std::vector<LaneEdges>& edges, int id) {
  BACKLOT_ASSERT(std::ranges::is_sorted(edges, {}, [](const LaneEdges& edge) { return edge.lane->id; }),
                 "edges ascend by the id of their lane");
  const auto found = std::lower_bound(edges.begin(), edges.end(), id, [](const LaneEdges& edge, int wanted) {
    return edge.lane->id < wanted;
  });
  return found != edges.end() && found->lane->id == id ? &*found : nullptr;
}

}  // namespace backlot::formats::opendrive
