// Intersections with an area as junctions: their corridors as lanes of connecting roads.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "backlot/formats/opendrive/internal/corridor_chains.h"
#include "backlot/formats/opendrive/internal/untranslation.h"
#include "backlot/formats/opendrive/internal/written_corridors.h"
#include "backlot/formats/opendrive/internal/written_direct.h"
#include "backlot/formats/opendrive/internal/written_lights.h"
#include "backlot/formats/opendrive/internal/written_numbers.h"

namespace backlot::opendrive {

namespace {

using network::CorridorDescription;
using network::End;
using network::LaneDirection;

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
  void write_ends(Road& road, const CorridorChain& chain, Lane& at_start, Lane& at_end);
  void connect(const Road& road, End entry, const Outside& from, int lane);

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

void JunctionWriter::write_road(std::size_t index, const std::vector<const CorridorDescription*>& corridors) {
  const network::RoadDescription& from = all_.network.roads[index];
  const network::SourceFrame& measure = all_.measures[index];
  Road& road = all_.document.roads[index];
  if (!from.ways.empty()) {
    all_.lost.add("intersections in a gap of a road that are no virtual or direct junctions",
                  corridors.front()->place);
    return;
  }
  road.junction = out_.id;
  const double length = measure.stations.back().distance;
  const std::vector<CorridorChain> chains = corridor_chains(corridors, from);
  const network::TrafficSide side =
      road.rule == TrafficRule::left_hand ? network::TrafficSide::left : network::TrafficSide::right;
  const std::vector<CorridorSection> sections = corridor_sections(chains, from, length, side);
  for (const CorridorSection& section : sections) write_section(all_, measure, section, road);
  drop_zeros(road.lane_offsets);

  for (const CorridorChain& chain : chains) {
    // its lane in each section
    std::vector<Lane*> lanes;
    for (std::size_t i = 0; i < sections.size(); ++i)
      for (const CorridorSection::Member& member : sections[i].lanes)
        if (member.chain == &chain) lanes.push_back(all_.find_lane(index, i, member.id));
    if (lanes.empty()) continue;
    for (std::size_t i = 0; i + 1 < lanes.size(); ++i) {
      lanes[i]->successors.push_back({{}, lanes[i + 1]->id});
      lanes[i + 1]->predecessors.push_back({{}, lanes[i]->id});
    }
    write_ends(road, chain, *lanes.front(), *lanes.back());
    write_control(all_, in_, chain, lanes.front()->id, measure, road);
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
  write_priorities(all_, in_, out_);
  write_controllers(all_, in_, out_);
  all_.document.junctions.push_back(std::move(out_));
}

}  // namespace

void untranslate_junctions(Untranslation& all) {
  for (const network::IntersectionDescription& intersection : all.network.intersections)
    if (intersection.kind == network::IntersectionKind::area && !write_merge(all, intersection))
      JunctionWriter(all, intersection).write();
}

}  // namespace backlot::opendrive
