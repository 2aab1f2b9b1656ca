#include "backlot/formats/opendrive/internal/export/written_corridors.h"

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/export/written_numbers.h"
#include "backlot/formats/opendrive/internal/export/written_words.h"
#include "backlot/formats/opendrive/internal/plan/lane_heights.h"
#include "backlot/formats/opendrive/internal/plan/lane_widths.h"

namespace backlot::formats::opendrive {

namespace {

using network::CorridorDescription;
using network::LaneDirection;

constexpr double kAside_m = 0.01;  // lanes further apart than this do not lie side by side

geometry::CubicProfile half_of(const geometry::CubicProfile& profile) {
  geometry::CubicProfile half = profile;
  for (geometry::CubicRecord& r : half.records) r = {r.from, 0.5 * r.a, 0.5 * r.b, 0.5 * r.c, 0.5 * r.d};
  return half;
}

double value_at(const geometry::CubicProfile& profile, double at) {
  return profile.record_at(at).at(at).value;
}

}  // namespace

void write_section(Exporter& all, const network::SourceFrame& measure, const CorridorSection& section,
                   Road& road) {
  BACKLOT_ASSERT(section.from < section.to, "a section has a length");
  LaneSection out;
  out.s = written_distance(measure.to_source(section.from));
  const auto centre_of = [&](const CorridorSection::Member& lane) {
    const network::OnRoad& on = *lane.chain->on;
    return part_of(on.offset, section.from - on.from, section.to - on.from);
  };
  const auto width_of = [&](const CorridorSection::Member& lane) {
    const network::OnRoad& on = *lane.chain->on;
    return part_of(lane.chain->first().width.value_or(network::constant_profile(3.5)), section.from - on.from,
                   section.to - on.from);
  };
  const double middle = 0.5 * (section.to - section.from);
  for (std::size_t i = 0; i < section.lanes.size(); ++i) {
    const CorridorSection::Member& member = section.lanes[i];
    const CorridorDescription& corridor = member.chain->first();
    Lane lane;
    lane.id = member.id;
    lane.type = lane_type(corridor.kind);
    const LaneDirection direction = corridor.direction == LaneDirection::both ? LaneDirection::both
                                    : member.chain->on->is_along              ? LaneDirection::forward
                                                                              : LaneDirection::backward;
    lane.direction = direction_word(lane.id, corridor.kind, direction, road.rule);
    lane.widths =
        written_profile(width_of(member), section.from, section.to, measure, measure.to_source(section.from));
    if (!corridor.heights.is_empty()) {
      const double at = section.from - member.chain->on->from, until = section.to - member.chain->on->from;
      WrittenHeights heights = written_heights(
          {part_of(corridor.heights.left, at, until), part_of(corridor.heights.right, at, until)}, lane.id,
          section.from, section.to, measure);
      if (heights.is_bent) all.lost.add(kBentHeights, corridor.place);
      lane.heights = std::move(heights.records);
    }
    if (corridor.speed_limit_mps) lane.speeds.push_back({{}, 0, corridor.speed_limit_mps, false});
    if (i > 0) {
      const CorridorSection::Member& left = section.lanes[i - 1];
      const double apart = value_at(centre_of(left), middle) - value_at(centre_of(member), middle) -
                           0.5 * (value_at(width_of(left), middle) + value_at(width_of(member), middle));
      if (std::fabs(apart) > kAside_m)
        all.lost.add("corridors on one road that overlap or lie apart", corridor.place);
    }
    (lane.id > 0 ? out.left : out.right).push_back(std::move(lane));
  }
  Lane centre;
  centre.type = "none";
  out.center.push_back(std::move(centre));

  // the lane offset is the inner edge of the innermost lane
  const bool has_right = section.lanes_left < section.lanes.size();
  const CorridorSection::Member& inner =
      section.lanes[has_right ? section.lanes_left : section.lanes_left - 1];
  const geometry::CubicProfile half = half_of(width_of(inner));
  const geometry::CubicProfile edge =
      has_right ? sum_of(centre_of(inner), half) : difference_of(centre_of(inner), half);
  append_profile(written_profile(edge, section.from, section.to, measure, 0), measure.to_source(section.to),
                 road.lane_offsets);
  road.sections.push_back(std::move(out));
}

void write_priorities(Exporter& all, const network::IntersectionDescription& intersection,
                      Junction& junction) {
  std::map<std::string, std::string> road_of;  // by corridor
  for (const CorridorDescription& corridor : intersection.corridors)
    if (const auto* on = std::get_if<network::OnRoad>(&corridor.shape)) road_of[corridor.name] = on->road;
  std::set<std::pair<std::string, std::string>> done;
  for (const network::DependencyOverride& one : intersection.overrides) {
    const auto low = road_of.find(one.corridor), high = road_of.find(one.other);
    if (one.rule != network::DependencyOverride::Rule::yields || low == road_of.end() ||
        high == road_of.end()) {
      all.lost.add("rules between corridors other than that one yields", one.place);
      continue;
    }
    if (!done.emplace(low->second, high->second).second) continue;
    junction.priorities.push_back({{},
                                   all.document.roads[all.roads.at(high->second)].id,
                                   all.document.roads[all.roads.at(low->second)].id});
  }
}

}  // namespace backlot::formats::opendrive
