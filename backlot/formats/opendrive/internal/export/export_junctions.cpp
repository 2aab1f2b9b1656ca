// Intersections with an area as junctions, common or virtual: their corridors as lanes of connecting roads.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/export/corridor_chains.h"
#include "backlot/formats/opendrive/internal/export/exporter.h"
#include "backlot/formats/opendrive/internal/export/written_corridors.h"
#include "backlot/formats/opendrive/internal/export/written_direct.h"
#include "backlot/formats/opendrive/internal/export/written_lights.h"
#include "backlot/formats/opendrive/internal/export/written_numbers.h"

namespace backlot::formats::opendrive {

namespace {

using network::CorridorDescription;
using network::End;

class JunctionWriter {
 public:
  JunctionWriter(Exporter& all, const network::IntersectionDescription& intersection)
      : all_(all), in_(intersection) {
    out_.id = in_.name.starts_with("junction_") ? in_.name.substr(9) : in_.name;
  }

  void write();

 private:
  // Where a lane of an arm is in the document.
  struct Outside {
    std::size_t road = 0, section = 0;
    End end = End::end;
    const Lane* lane = nullptr;
  };
  std::optional<Outside> find(const std::optional<network::LaneReference>& reference);
  struct MiddleGap {
    std::size_t road = 0;
    double from = 0, to = 0;  // plan distance

    friend bool operator==(const MiddleGap&, const MiddleGap&) = default;
  };
  void write_road(std::size_t road, const std::vector<const CorridorDescription*>& corridors);
  void write_ends(Road& road, const CorridorChain& chain, Lane& at_start, Lane& at_end);
  // The gap between two ways in which a virtual junction lies; none where it is no such junction.
  std::optional<MiddleGap> find_gap() const;
  void write_gap();
  bool is_at_gap(const Outside& outside) const;
  network::Control usual_control(const std::optional<Outside>& from) const;
  RoadLink link_to(const Outside& outside, bool is_at_start) const;
  void connect(const Road& road, End entry, const Outside& from, int lane);

  Exporter& all_;
  const network::IntersectionDescription& in_;
  Junction out_;
  std::optional<MiddleGap> gap_;
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
  return Outside{way->second.road, way->second.section, at.end, lane};
}

// One connection for each road that comes in and each connecting road, with the lanes that lead there.
void JunctionWriter::connect(const Road& road, End entry, const Outside& from, int lane) {
  BACKLOT_ASSERT(from.lane != nullptr && from.road < all_.document.roads.size(),
                 "a connection comes from a lane of the document");
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
  BACKLOT_ASSERT(chain.on != nullptr, "a chain lies on a road");
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
      (is_at_start ? road.predecessor : road.successor) = link_to(*outside, is_at_start);
    }
    if (from) connect(road, is_along ? End::start : End::end, *from, is_along ? at_start.id : at_end.id);
  }
}

void JunctionWriter::write_road(std::size_t index, const std::vector<const CorridorDescription*>& corridors) {
  BACKLOT_ASSERT(index < all_.network.roads.size(), "the network has no such road");
  const network::RoadDescription& from = all_.network.roads[index];
  const network::SourceFrame& measure = all_.measures[index];
  Road& road = all_.document.roads[index];
  if (!from.ways.empty()) {
    if (gap_) return;
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
    if (!chain.first().signal_group.empty() ||
        chain.first().control != usual_control(find(chain.first().from)))
      write_control(all_, in_, chain, lanes.front()->id, measure, road);
  }
}

// One gap between two ways holds all its corridors but those on roads without ways, of which there are some.
std::optional<JunctionWriter::MiddleGap> JunctionWriter::find_gap() const {
  std::optional<MiddleGap> found;
  std::size_t in_gap = 0;
  for (const auto& [road, chains] : all_.gaps)
    for (const WrittenChain& chain : chains) {
      if (chain.intersection != &in_) continue;
      const std::vector<network::WayDescription>& ways = all_.network.roads[road].ways;
      const auto after = std::find_if(ways.begin(), ways.end(), [&](const network::WayDescription& way) {
        return way.from >= chain.chain.on->to;
      });
      if (after == ways.begin() || after == ways.end() || !(after - 1)->to) return std::nullopt;
      const MiddleGap gap{road, *(after - 1)->to, after->from};
      if (found && !(*found == gap)) return std::nullopt;
      found = gap;
      in_gap += chain.chain.corridors.size();
    }
  return in_gap < in_.corridors.size() ? found : std::nullopt;
}

bool JunctionWriter::is_at_gap(const Outside& outside) const {
  if (!gap_ || outside.road != gap_->road) return false;
  const std::size_t last = all_.document.roads[gap_->road].sections.size() - 1;
  return outside.section != (outside.end == End::start ? 0 : last);
}

// For traffic that comes over a connecting road, or goes on through a gap, without any other control: the main road of
// a virtual junction has priority.
network::Control JunctionWriter::usual_control(const std::optional<Outside>& from) const {
  if (!gap_ || !from) return network::Control::automatic;
  return from->road == gap_->road ? network::Control::priority_road : network::Control::yield;
}

RoadLink JunctionWriter::link_to(const Outside& outside, bool is_at_start) const {
  RoadLink link;
  link.type = ElementType::road;
  link.element = all_.document.roads[outside.road].id;
  if (!is_at_gap(outside)) {
    link.contact = contact_of(outside.end);
    return link;
  }
  const bool is_before = outside.end == End::end;
  link.element_s = is_before ? out_.s_start : out_.s_end;
  link.element_direction = is_before == is_at_start ? "+" : "-";
  return link;
}

// The lanes of the main road, which its sections have already.
void JunctionWriter::write_gap() {
  for (const WrittenChain& chain : all_.gaps.at(gap_->road)) {
    if (chain.intersection != &in_) continue;
    all_.link_chain(gap_->road, chain);
    for (const CorridorDescription* corridor : chain.chain.corridors) {
      const std::optional<Outside> from = find(corridor->from), to = find(corridor->to);
      const bool is_along = chain.chain.on->is_along;
      for (const auto& [outside, place] :
           {std::pair(from, is_along ? chain.lanes.front() : chain.lanes.back()),
            std::pair(to, is_along ? chain.lanes.back() : chain.lanes.front())})
        if (outside)
          all_.link_lanes(gap_->road, outside->section, outside->lane->id, place.section, place.lane);
      if (!corridor->signal_group.empty() ||
          (corridor->control != usual_control(from) && corridor->control != network::Control::automatic))
        all_.lost.add("signs and lights for the main road within a virtual junction", corridor->place);
    }
  }
}

void JunctionWriter::write() {
  gap_ = find_gap();
  if (gap_) {
    const network::SourceFrame& measure = all_.measures[gap_->road];
    out_.type = JunctionType::virtual_;
    out_.main_road = all_.document.roads[gap_->road].id;
    out_.s_start = written_distance(measure.to_source(gap_->from));
    out_.s_end = written_distance(measure.to_source(gap_->to));
  }
  for (const network::ArmDescription& arm : in_.arms) {
    arms_[arm.name] = &arm;
    if (!arm.attached) continue;
    const auto way = all_.ways.find(arm.attached->strip);
    if (way == all_.ways.end() ||
        is_at_gap({way->second.road, way->second.section, arm.attached->end, nullptr}))
      continue;
    Road& road = all_.document.roads[way->second.road];
    (arm.attached->end == End::start ? road.predecessor : road.successor) =
        RoadLink{{}, ElementType::junction, out_.id, ContactPoint::none, {}, {}};
  }
  if (gap_) write_gap();
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

void export_junctions(Exporter& all) {
  for (const network::IntersectionDescription& intersection : all.network.intersections)
    if (intersection.kind == network::IntersectionKind::area && !write_merge(all, intersection))
      JunctionWriter(all, intersection).write();
}

}  // namespace backlot::formats::opendrive
