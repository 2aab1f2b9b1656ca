#include "backlot/formats/opendrive/to_document.h"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/export/exporter.h"
#include "backlot/formats/opendrive/internal/export/plain_network.h"
#include "backlot/formats/opendrive/internal/export/written_lights.h"

namespace backlot::formats::opendrive {

int lane_id_of(const std::string& name) {
  if (name.size() < 2 || (name[0] != 'L' && name[0] != 'R')) return 0;
  int id = 0;
  const auto [end, code] = std::from_chars(name.data() + 1, name.data() + name.size(), id);
  if (code != std::errc() || end != name.data() + name.size() || id <= 0) return 0;
  return name[0] == 'L' ? id : -id;
}

Exporter::Exporter(const network::NetworkDescription& what, Losses& losses) : network(what), lost(losses) {
  for (const network::IntersectionDescription& intersection : what.intersections)
    if (intersection.signals)
      for (const std::string& group : intersection.signals->groups)
        if (group.starts_with("signal_")) named_signals.insert(group.substr(7));
}

Lane* Exporter::find_lane(const std::string& way, const std::string& lane) {
  const auto place = ways.find(way);
  if (place == ways.end()) return nullptr;
  return find_lane(place->second.road, place->second.section, lane_id_of(lane));
}

Lane* Exporter::find_lane(std::size_t road, std::size_t section, int lane) {
  BACKLOT_ASSERT(road < document.roads.size() && section < document.roads[road].sections.size(),
                 "the document has no such section");
  LaneSection& in = document.roads[road].sections[section];
  for (std::vector<Lane>* side : {&in.left, &in.right})
    for (Lane& one : *side)
      if (one.id == lane) return &one;
  return nullptr;
}

void Exporter::link_lanes(std::size_t road, std::size_t section, int lane, std::size_t other_section,
                          int other_lane) {
  const bool is_before = section < other_section;
  Lane* const before =
      is_before ? find_lane(road, section, lane) : find_lane(road, other_section, other_lane);
  Lane* const after = is_before ? find_lane(road, other_section, other_lane) : find_lane(road, section, lane);
  if (before == nullptr || after == nullptr) return;
  const auto add = [](std::vector<LaneLink>& links, int id) {
    const bool is_known =
        std::any_of(links.begin(), links.end(), [id](const LaneLink& link) { return link.lane == id; });
    if (!is_known) links.push_back({{}, id});
  };
  add(before->successors, after->id);
  add(after->predecessors, before->id);
}

void Exporter::link_chain(std::size_t road, const WrittenChain& chain) {
  BACKLOT_ASSERT(road < document.roads.size(), "the document has no such road");
  for (std::size_t i = 0; i + 1 < chain.lanes.size(); ++i)
    link_lanes(road, chain.lanes[i].section, chain.lanes[i].lane, chain.lanes[i + 1].section,
               chain.lanes[i + 1].lane);
}

std::string Exporter::new_signal_id() {
  std::string id = fmt::format("{}", next_signal++);
  while (named_signals.contains(id)) id = fmt::format("{}", next_signal++);
  return id;
}

base::Result<Document> to_document(const network::NetworkDescription& network) {
  Losses lost;
  base::Result<network::NetworkDescription> plain = plain_network(network, lost);
  if (!plain) return base::Result<Document>::failure(std::move(plain).diagnostics());

  Exporter all(*plain, lost);
  Header header;
  header.revision_major = 1;
  header.revision_minor = 7;
  header.name = network.name;
  header.vendor = "Backlot";
  const network::GeoReference& geo = network.geo_reference;
  header.geo_reference = geo.projection;
  if (geo.x != 0 || geo.y != 0 || geo.z != 0 || geo.heading_rad != 0)
    header.offset = HeaderOffset{{}, geo.x, geo.y, geo.z, geo.heading_rad};
  all.document.header = std::move(header);
  export_roads(all);
  limit_heads(all);
  export_joints(all);
  export_junctions(all);
  std::erase_if(all.document.roads, [](const Road& road) { return road.sections.empty(); });
  return base::Result<Document>::success(std::move(all.document), lost.take("X400"));
}

}  // namespace backlot::formats::opendrive
