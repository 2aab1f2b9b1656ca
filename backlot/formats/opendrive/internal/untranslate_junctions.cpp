// Intersections with an area as junctions: their corridors as lanes of connecting roads.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "backlot/formats/opendrive/internal/corridor_chains.h"
#include "backlot/formats/opendrive/internal/lane_heights.h"
#include "backlot/formats/opendrive/internal/lane_widths.h"
#include "backlot/formats/opendrive/internal/untranslation.h"
#include "backlot/formats/opendrive/internal/written_lights.h"
#include "backlot/formats/opendrive/internal/written_numbers.h"
#include "backlot/formats/opendrive/internal/written_words.h"

namespace backlot::opendrive {

namespace {

using network::CorridorDescription;
using network::End;
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

class JunctionWriter {
 public:
  JunctionWriter(Untranslation& all, const network::IntersectionDescription& intersection)
      : all_(all), in_(intersection) {
    out_.id = in_.name.starts_with("junction_") ? in_.name.substr(9) : in_.name;
  }

  void write();

 private:
  // Where a lane of an arm is in the document.
  struct Outside {
    std::size_t road = 0;
    End end = End::end;
    const Lane* lane = nullptr;
  };
  std::optional<Outside> find(const std::optional<network::LaneReference>& reference);
  void write_road(std::size_t road, const std::vector<const CorridorDescription*>& corridors);
  void write_section(Road& road, const network::SourceFrame& measure, const CorridorSection& section);
  void write_ends(Road& road, const CorridorChain& chain, Lane& at_start, Lane& at_end);
  void connect(const Road& road, End entry, const Outside& from, int lane);
  void write_priorities();

  Untranslation& all_;
  const network::IntersectionDescription& in_;
  Junction out_;
  std::map<std::string, const network::ArmDescription*> arms_;
};

std::optional<JunctionWriter::Outside> JunctionWriter::find(
    const std::optional<network::LaneReference>& reference) {
  if (!reference) return std::nullopt;
  const auto arm = arms_.find(reference->arm);
  if (arm == arms_.end() || !arm->second->attached) return std::nullopt;
  const network::EndReference& at = *arm->second->attached;
  const auto way = all_.ways.find(at.strip);
  const Lane* lane = all_.find_lane(at.strip, reference->lane);
  if (way == all_.ways.end() || lane == nullptr) return std::nullopt;
  return Outside{way->second.road, at.end, lane};
}

void JunctionWriter::write_section(Road& road, const network::SourceFrame& measure,
                                   const CorridorSection& section) {
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
      if (heights.is_bent) all_.lost.add(kBentHeights, corridor.place);
      lane.heights = std::move(heights.records);
    }
    if (corridor.speed_limit_mps) lane.speeds.push_back({{}, 0, corridor.speed_limit_mps, false});
    if (i > 0) {
      const CorridorSection::Member& left = section.lanes[i - 1];
      const double apart = value_at(centre_of(left), middle) - value_at(centre_of(member), middle) -
                           0.5 * (value_at(width_of(left), middle) + value_at(width_of(member), middle));
      if (std::fabs(apart) > kAside_m)
        all_.lost.add("corridors on one road that overlap or lie apart", corridor.place);
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

// One connection for each road that comes in and each connecting road, with the lanes that lead there.
void JunctionWriter::connect(const Road& road, End entry, const Outside& from, int lane) {
  const ContactPoint contact = entry == End::start ? ContactPoint::start : ContactPoint::end;
  const std::string& incoming = all_.document.roads[from.road].id;
  auto found = std::find_if(out_.connections.begin(), out_.connections.end(), [&](const Connection& one) {
    return one.connecting_road == road.id && one.incoming_road == incoming && one.contact == contact;
  });
  if (found == out_.connections.end()) {
    Connection connection;
    connection.id = fmt::format("{}", out_.connections.size());
    connection.incoming_road = incoming;
    connection.connecting_road = road.id;
    connection.contact = contact;
    found = out_.connections.insert(out_.connections.end(), std::move(connection));
  }
  for (const JunctionLaneLink& link : found->lane_links)
    if (link.from == from.lane->id && link.to == lane) return;
  found->lane_links.push_back({{}, from.lane->id, lane, {}});
}

void JunctionWriter::write_ends(Road& road, const CorridorChain& chain, Lane& at_start, Lane& at_end) {
  const auto add = [](std::vector<LaneLink>& links, int lane) {
    for (const LaneLink& link : links)
      if (link.lane == lane) return;
    links.push_back({{}, lane});
  };
  const bool is_along = chain.on->is_along;
  for (const CorridorDescription* corridor : chain.corridors) {
    const std::optional<Outside> from = find(corridor->from), to = find(corridor->to);
    for (const auto& [outside, is_at_start] : {std::pair(from, is_along), std::pair(to, !is_along)}) {
      if (!outside) continue;
      add(is_at_start ? at_start.predecessors : at_end.successors, outside->lane->id);
      (is_at_start ? road.predecessor : road.successor) =
          RoadLink{{},
                   ElementType::road,
                   all_.document.roads[outside->road].id,
                   outside->end == End::start ? ContactPoint::start : ContactPoint::end,
                   {},
                   {}};
    }
    if (from) connect(road, is_along ? End::start : End::end, *from, is_along ? at_start.id : at_end.id);
  }
}

Lane* find_lane(LaneSection& section, int id) {
  for (std::vector<Lane>* side : {&section.left, &section.right})
    for (Lane& lane : *side)
      if (lane.id == id) return &lane;
  return nullptr;
}

void JunctionWriter::write_road(std::size_t index, const std::vector<const CorridorDescription*>& corridors) {
  const network::RoadDescription& from = all_.network.roads[index];
  const network::SourceFrame& measure = all_.measures[index];
  Road& road = all_.document.roads[index];
  if (!from.ways.empty()) {
    all_.lost.add("corridors on roads that have ways", corridors.front()->place);
    return;
  }
  road.junction = out_.id;
  const double length = measure.stations.back().distance;
  const std::vector<CorridorChain> chains = corridor_chains(corridors, from);
  const network::TrafficSide side =
      road.rule == TrafficRule::left_hand ? network::TrafficSide::left : network::TrafficSide::right;
  const std::vector<CorridorSection> sections = corridor_sections(chains, from, length, side);
  for (const CorridorSection& section : sections) write_section(road, measure, section);
  drop_zeros(road.lane_offsets);

  for (const CorridorChain& chain : chains) {
    // its lane in each section
    std::vector<Lane*> lanes;
    for (std::size_t i = 0; i < sections.size(); ++i)
      for (const CorridorSection::Member& member : sections[i].lanes)
        if (member.chain == &chain) lanes.push_back(find_lane(road.sections[i], member.id));
    if (lanes.empty()) continue;
    for (std::size_t i = 0; i + 1 < lanes.size(); ++i) {
      lanes[i]->successors.push_back({{}, lanes[i + 1]->id});
      lanes[i + 1]->predecessors.push_back({{}, lanes[i]->id});
    }
    write_ends(road, chain, *lanes.front(), *lanes.back());
    write_control(all_, in_, chain, lanes.front()->id, measure, road);
  }
}

void JunctionWriter::write_priorities() {
  std::map<std::string, std::string> road_of;  // by corridor
  for (const CorridorDescription& corridor : in_.corridors)
    if (const auto* on = std::get_if<network::OnRoad>(&corridor.shape)) road_of[corridor.name] = on->road;
  std::set<std::pair<std::string, std::string>> done;
  for (const network::DependencyOverride& one : in_.overrides) {
    const auto low = road_of.find(one.corridor), high = road_of.find(one.other);
    if (one.rule != network::DependencyOverride::Rule::yields || low == road_of.end() ||
        high == road_of.end()) {
      all_.lost.add("rules between corridors other than that one yields", one.place);
      continue;
    }
    if (!done.emplace(low->second, high->second).second) continue;
    out_.priorities.push_back({{},
                               all_.document.roads[all_.roads.at(high->second)].id,
                               all_.document.roads[all_.roads.at(low->second)].id});
  }
}

void JunctionWriter::write() {
  for (const network::ArmDescription& arm : in_.arms) {
    arms_[arm.name] = &arm;
    if (!arm.attached) continue;
    const auto way = all_.ways.find(arm.attached->strip);
    if (way == all_.ways.end()) continue;
    Road& road = all_.document.roads[way->second.road];
    (arm.attached->end == End::start ? road.predecessor : road.successor) =
        RoadLink{{}, ElementType::junction, out_.id, ContactPoint::none, {}, {}};
  }
  std::map<std::size_t, std::vector<const CorridorDescription*>> by_road;
  for (const CorridorDescription& corridor : in_.corridors) {
    const auto* on = std::get_if<network::OnRoad>(&corridor.shape);
    const auto road = on == nullptr ? all_.roads.end() : all_.roads.find(on->road);
    if (road != all_.roads.end()) by_road[road->second].push_back(&corridor);
  }
  for (const auto& [road, corridors] : by_road) write_road(road, corridors);
  write_priorities();
  write_controllers(all_, in_, out_);
  all_.document.junctions.push_back(std::move(out_));
}

}  // namespace

void untranslate_junctions(Untranslation& all) {
  for (const network::IntersectionDescription& intersection : all.network.intersections)
    if (intersection.kind == network::IntersectionKind::area) JunctionWriter(all, intersection).write();
}

}  // namespace backlot::opendrive
