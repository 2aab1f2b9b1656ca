#include "backlot/formats/opendrive/internal/export/written_direct.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/export/written_corridors.h"
#include "backlot/formats/opendrive/internal/export/written_numbers.h"
#include "backlot/formats/opendrive/internal/import/merge_control.h"

namespace backlot::formats::opendrive {

using network::End;

ContactPoint contact_of(End end) { return end == End::start ? ContactPoint::start : ContactPoint::end; }

std::optional<RoadLink>& link_at(Road& road, End end) {
  return end == End::start ? road.predecessor : road.successor;
}

Junction direct_junction(Exporter& all, const std::vector<DirectLink>& links,
                         const std::map<DirectEnd, double>& zones_m) {
  BACKLOT_ASSERT(std::all_of(links.begin(), links.end(),
                             [&](const DirectLink& link) {
                               return link.from.road < all.document.roads.size() &&
                                      link.to.road < all.document.roads.size();
                             }),
                 "the document has no such road");
  BACKLOT_ASSERT(!links.empty(), "a direct junction links something");
  Junction junction;
  junction.id = fmt::format("direct_{}", all.next_direct++);
  junction.type = JunctionType::direct;
  // an end that is joined with several others comes into the junction; the others name the one road that they touch
  std::map<DirectEnd, std::set<DirectEnd>> partners;
  for (const DirectLink& link : links) {
    partners[link.from].insert(link.to);
    partners[link.to].insert(link.from);
  }
  for (const auto& [end, others] : partners) {
    RoadLink link;
    if (others.size() > 1) {
      link.type = ElementType::junction;
      link.element = junction.id;
    } else {
      const DirectEnd& other = *others.begin();
      link.type = ElementType::road;
      link.element = all.document.roads[other.road].id;
      link.contact = contact_of(other.end);
    }
    link_at(all.document.roads[end.road], end.end) = link;
  }
  std::map<std::pair<DirectEnd, DirectEnd>, std::size_t> connections;
  for (DirectLink link : links) {
    if (partners[link.from].size() < partners[link.to].size()) {
      std::swap(link.from, link.to);
      std::swap(link.from_lane, link.to_lane);
    }
    const auto [at, is_new] = connections.emplace(std::pair(link.from, link.to), junction.connections.size());
    if (is_new) {
      Connection connection;
      connection.id = fmt::format("{}", at->second);
      connection.incoming_road = all.document.roads[link.from.road].id;
      connection.linked_road = all.document.roads[link.to.road].id;
      connection.contact = contact_of(link.to.end);
      junction.connections.push_back(std::move(connection));
    }
    JunctionLaneLink lanes{{}, link.from_lane, link.to_lane, {}};
    for (const DirectEnd& end : {link.from, link.to})
      if (const auto zone = zones_m.find(end); zone != zones_m.end()) lanes.overlap_zone_m = zone->second;
    junction.connections[at->second].lane_links.push_back(lanes);
    // the one that touches a single road says it by its lanes, too
    if (partners[link.to].size() == 1) {
      Lane& lane = *all.find_lane(link.to.road, link.to.section, link.to_lane);
      (link.to.end == End::end ? lane.successors : lane.predecessors).push_back({{}, link.from_lane});
    }
  }
  return junction;
}

namespace {

class MergeWriter {
 public:
  MergeWriter(Exporter& all, const network::IntersectionDescription& intersection)
      : all_(all), in_(intersection) {}

  // Whether all is as it has to be; then it can be written.
  bool prepare();
  void write();

 private:
  // The end of its road that a gap lies at; none for one between ways.
  std::optional<DirectEnd> end_of(std::size_t road, const WrittenChain& chain) const;
  // Where a lane of an arm is.
  struct Outside {
    DirectEnd at;
    int lane = 0;
  };
  std::optional<Outside> find(const std::optional<network::LaneReference>& reference) const;

  struct Part {
    DirectEnd end;
    const WrittenChain* chain = nullptr;
  };
  Exporter& all_;
  const network::IntersectionDescription& in_;
  std::vector<Part> parts_;
};

std::optional<DirectEnd> MergeWriter::end_of(std::size_t road, const WrittenChain& chain) const {
  BACKLOT_ASSERT(road < all_.document.roads.size(), "the document has no such road");
  const std::size_t last = all_.document.roads[road].sections.size() - 1;
  const std::vector<network::WayDescription>& ways = all_.network.roads[road].ways;
  const network::OnRoad& on = *chain.chain.on;
  if (ways.back().to && on.from >= *ways.back().to) return DirectEnd{road, last, End::end};
  if (on.to <= ways.front().from) return DirectEnd{road, 0, End::start};
  return std::nullopt;
}

std::optional<MergeWriter::Outside> MergeWriter::find(
    const std::optional<network::LaneReference>& reference) const {
  if (!reference) return std::nullopt;
  for (const network::ArmDescription& arm : in_.arms) {
    if (arm.name != reference->arm || !arm.attached) continue;
    const auto way = all_.ways.find(arm.attached->strip);
    if (way == all_.ways.end()) return std::nullopt;
    return Outside{{way->second.road, way->second.section, arm.attached->end}, lane_id_of(reference->lane)};
  }
  return std::nullopt;
}

bool MergeWriter::prepare() {
  std::size_t written = 0;
  for (const auto& [road, chains] : all_.gaps)
    for (const WrittenChain& chain : chains) {
      if (chain.intersection != &in_) continue;
      const std::optional<DirectEnd> end = end_of(road, chain);
      if (!end) return false;
      parts_.push_back({*end, &chain});
      written += chain.chain.corridors.size();
    }
  return !parts_.empty() && written == in_.corridors.size();
}

void MergeWriter::write() {
  std::vector<DirectLink> links;
  std::map<DirectEnd, double> zones;
  for (const Part& part : parts_) {
    const network::SourceFrame& measure = all_.measures[part.end.road];
    const network::RoadDescription& road = all_.network.roads[part.end.road];
    const bool is_at_end = part.end.end == End::end;
    zones[part.end] =
        written_distance(is_at_end ? measure.stations.back().s - measure.to_source(*road.ways.back().to)
                                   : measure.to_source(road.ways.front().from) - measure.stations.front().s);
    all_.link_chain(part.end.road, *part.chain);
    const WrittenChain::Place &inner = is_at_end ? part.chain->lanes.front() : part.chain->lanes.back(),
                              &outer = is_at_end ? part.chain->lanes.back() : part.chain->lanes.front();
    for (const network::CorridorDescription* corridor : part.chain->chain.corridors) {
      const bool leads_out = part.chain->chain.on->is_along == is_at_end;
      const std::optional<Outside> inside = find(leads_out ? corridor->from : corridor->to),
                                   outside = find(leads_out ? corridor->to : corridor->from);
      if (inside) all_.link_lanes(part.end.road, inside->at.section, inside->lane, inner.section, inner.lane);
      if (outside) links.push_back({part.end, outer.lane, outside->at, outside->lane});
    }
    const network::CorridorDescription& first = part.chain->chain.first();
    if (first.control != merge_control(in_, first.name) || !first.signal_group.empty())
      all_.lost.add("signs and lights of corridors at direct junctions", in_.place);
  }
  Junction junction = direct_junction(all_, links, zones);
  write_priorities(all_, in_, junction);
  all_.document.junctions.push_back(std::move(junction));
}

}  // namespace

bool write_merge(Exporter& all, const network::IntersectionDescription& intersection) {
  MergeWriter writer(all, intersection);
  if (!writer.prepare()) return false;
  writer.write();
  return true;
}

}  // namespace backlot::formats::opendrive
