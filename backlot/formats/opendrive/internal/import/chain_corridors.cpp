#include "backlot/formats/opendrive/internal/import/chain_corridors.h"

#include <algorithm>
#include <numbers>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/import/missed_lanes.h"
#include "backlot/formats/opendrive/internal/import/speed_limits.h"

namespace backlot::formats::opendrive {

namespace {

using network::End;
using network::LaneDirection;

network::CorridorDescription corridor_of(const Translation& translation, const RoadPlan& road,
                                         const LaneChain& chain) {
  BACKLOT_ASSERT(!chain.lanes.empty(), "a chain has a lane");
  const LanePlan& lane = chain.front();
  ChainShape shape = shape_of(road, chain);
  network::CorridorDescription corridor;
  corridor.has_swing = true;  // connecting roads may turn as tightly as cars can
  corridor.kind = lane.kind;
  corridor.direction = lane.direction == LaneDirection::backward ? LaneDirection::forward : lane.direction;
  corridor.shape = network::OnRoad{road.name, shape.from, shape.to, std::move(shape.centre),
                                   lane.direction != LaneDirection::backward};
  corridor.width = std::move(shape.width);
  corridor.heights = std::move(shape.heights);
  corridor.place = translation.place(lane.lane->where);
  corridor.speed_limit_mps = slowest_limit_mps(road, chain);
  return corridor;
}

}  // namespace

void add_corridors(Translation& translation, const CorridorSource& source, std::set<RoadEnd>& arms,
                   network::IntersectionDescription& intersection) {
  const RoadPlans& roads = translation.roads;
  BACKLOT_ASSERT(source.road < roads.size(), "there is no such road");
  const RoadPlan& road = roads[source.road];
  const auto reference = [&](const LaneOfEnd& lane) {
    arms.insert(lane.at);
    return network::LaneReference{arm_name(roads, lane.at),
                                  section_at(roads, lane.at).find(lane.lane)->name()};
  };
  for (const LaneChain& chain : lane_chains(road, source.sections)) {
    const LanePlan& lane = chain.front();
    const bool is_along = lane.direction != LaneDirection::backward;
    network::CorridorDescription corridor = corridor_of(translation, road, chain);

    // what it touches where its traffic comes from, and where that goes
    std::vector<LaneOfEnd> at_start, at_end;
    if (chain.first_section == source.sections.first) at_start = source.outside(chain, End::start);
    if (chain.last_section() == source.sections.last) at_end = source.outside(chain, End::end);
    const std::vector<LaneOfEnd>&from = is_along ? at_start : at_end, &to = is_along ? at_end : at_start;

    const std::size_t number = chain.first_section - source.sections.first;
    const std::string wanted = number == 0 ? fmt::format("{}.{}", road.name, lane.name())
                                           : fmt::format("{}.{}.{}", road.name, number, lane.name());
    const auto label = [&](const std::string& name) {
      translation.labels[source.road].push_back({name, chain});
    };
    if (from.empty() || to.empty()) {
      if (network::use_of(lane.kind) != network::Use::none) corridor.direction = LaneDirection::none;
      corridor.name = translation.unique_name(wanted);
      label(corridor.name);
      intersection.corridors.push_back(std::move(corridor));
      continue;
    }
    // the lane as the file draws it, where its traffic cannot follow it
    bool is_drawn = false;
    const auto draw = [&] {
      if (std::exchange(is_drawn, true)) return;
      network::CorridorDescription drawn = corridor;
      drawn.direction = LaneDirection::none;
      drawn.name = translation.unique_name(wanted + "_drawn");
      label(drawn.name);
      intersection.corridors.push_back(std::move(drawn));
    };
    for (const LaneOfEnd& a : from)
      for (const LaneOfEnd& b : to) {
        network::CorridorDescription one = corridor;
        one.name = translation.unique_name(wanted);
        const std::optional<MissedLane> missed =
            road.is_connecting && lane.direction != LaneDirection::both && number == 0
                ? find_missed_lane(roads, source.road, chain, a, b)
                : std::nullopt;
        if (missed) {
          translation.found.warning(
              "X315", translation.place(lane.lane->where),
              fmt::format("lane {} of road \"{}\" and lane {} of road \"{}\", which it joins, lie {:.2f} m "
                          "and {:.0f} degrees apart; traffic goes straight from lane to lane",
                          lane.id(), road.road->id, missed->lane.lane, roads[missed->lane.at.road].road->id,
                          missed->apart_m, missed->kink_rad * 180 / std::numbers::pi),
              "let the connecting road begin and end at the lanes that it joins");
          draw();
          one.shape = network::AutomaticShape{};
          one.width.reset();
          one.heights = {};
        } else {
          label(one.name);
        }
        one.from = reference(a);
        one.to = reference(b);
        source.complete(chain, a, one);
        translation.onward.insert(a);
        if (lane.direction == LaneDirection::both) translation.onward.insert(b);
        intersection.corridors.push_back(std::move(one));
      }
  }
}

void add_arms(Translation& translation, const std::set<RoadEnd>& ends,
              network::IntersectionDescription& intersection) {
  BACKLOT_ASSERT(std::all_of(ends.begin(), ends.end(),
                             [&](const RoadEnd& end) { return end.road < translation.roads.size(); }),
                 "there is no such road");
  for (const RoadEnd& end : ends) {
    intersection.arms.push_back(
        {.name = arm_name(translation.roads, end),
         .attached = network::EndReference{section_at(translation.roads, end).way, end.end},
         .place = translation.place(translation.roads[end.road].road->where)});
    translation.attached.insert(end);
  }
}

}  // namespace backlot::formats::opendrive
