#include "backlot/formats/opendrive/internal/plan/lane_chain.h"

#include <cmath>
#include <set>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/plan/lane_widths.h"

namespace backlot::formats::opendrive {

namespace {

geometry::CubicProfile scaled(const geometry::CubicProfile& profile, double factor) {
  BACKLOT_ASSERT(std::isfinite(factor), "a factor is a number");
  geometry::CubicProfile out = profile;
  for (geometry::CubicRecord& r : out.records)
    r = {r.from, factor * r.a, factor * r.b, factor * r.c, factor * r.d};
  return out;
}

// The centre of a lane of a section: the reference line, moved, then lane by lane outwards.
geometry::CubicProfile centre_of(const SectionPlan& section, const LanePlan& lane) {
  const auto index = static_cast<std::size_t>(&lane - section.lanes.data());
  BACKLOT_ASSERT(index < section.lanes.size(), "a lane of another section");
  geometry::CubicProfile centre = section.shift;
  if (index < section.lanes_left) {
    for (std::size_t i = section.lanes_left; i-- > index + 1;)
      centre = sum_of(centre, section.lanes[i].width);
    return sum_of(centre, scaled(lane.width, 0.5));
  }
  for (std::size_t i = section.lanes_left; i < index; ++i)
    centre = difference_of(centre, section.lanes[i].width);
  return difference_of(centre, scaled(lane.width, 0.5));
}

void append(const geometry::CubicProfile& part, double at, double length, geometry::CubicProfile& whole) {
  BACKLOT_ASSERT(length >= 0 && at >= 0, "a part of a chain has a place and a length");
  for (const geometry::CubicRecord& r : part.records)
    if (r.from == 0 || r.from < length) whole.records.push_back({at + r.from, r.a, r.b, r.c, r.d});
}

// Heights of the next section; where that has none, zero ends those before.
void append_heights(const geometry::CubicProfile& part, double at, double length,
                    geometry::CubicProfile& whole) {
  BACKLOT_ASSERT(length >= 0 && at >= 0, "heights of a chain have a place and a length");
  const bool begins_late = part.records.empty() || part.records.front().from > 0;
  if (begins_late && !whole.records.empty()) whole.records.push_back({at, 0, 0, 0, 0});
  append(part, at, length, whole);
}

}  // namespace

std::vector<LaneChain> lane_chains(const RoadPlan& road, const SectionRange& sections) {
  BACKLOT_ASSERT(sections.first <= sections.last && sections.last < road.sections.size(),
                 "a range lies on its road");
  std::vector<LaneChain> chains;
  std::set<const LanePlan*> taken;
  for (std::size_t i = sections.first; i <= sections.last; ++i)
    for (const LanePlan& first : road.sections[i].lanes) {
      if (!taken.insert(&first).second) continue;
      LaneChain chain{i, {&first}};
      for (std::size_t k = i; k < sections.last; ++k) {
        const LanePlan* next = nullptr;
        for (const LanePair& pair : road.sections[k].onward) {
          if (pair.first != chain.back().id()) continue;
          const LanePlan* candidate = road.sections[k + 1].find(pair.second);
          if (candidate->kind != first.kind || candidate->direction != first.direction) continue;
          if (taken.contains(candidate)) continue;
          next = candidate;
          break;
        }
        if (next == nullptr) break;
        taken.insert(next);
        chain.lanes.push_back(next);
      }
      chains.push_back(std::move(chain));
    }
  return chains;
}

ChainShape shape_of(const RoadPlan& road, const LaneChain& chain) {
  BACKLOT_ASSERT(!chain.lanes.empty() && chain.last_section() < road.sections.size(),
                 "a chain lies on its road");
  ChainShape shape;
  shape.from = road.sections[chain.first_section].from;
  shape.to = road.sections[chain.last_section()].to;
  for (std::size_t i = 0; i < chain.lanes.size(); ++i) {
    const SectionPlan& section = road.sections[chain.first_section + i];
    const double at = section.from - shape.from;
    append(centre_of(section, *chain.lanes[i]), at, section.length(), shape.centre);
    append(chain.lanes[i]->width, at, section.length(), shape.width);
    const network::LaneHeights& heights = chain.lanes[i]->heights;
    append_heights(heights.left, at, section.length(), shape.heights.left);
    append_heights(heights.right, at, section.length(), shape.heights.right);
  }
  return shape;
}

}  // namespace backlot::formats::opendrive
