#include "backlot/formats/opendrive/internal/export/corridor_chains.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <variant>

#include "backlot/base/assert.h"

namespace backlot::formats::opendrive {

namespace {

constexpr double kSame_m = 1e-6;

const std::string* label_of(const network::CorridorDescription& corridor, const network::SourceFrame* source,
                            double s) {
  return source == nullptr ? nullptr : source->find_label(corridor.name, "lane", s);
}

double centre_at(const CorridorChain& chain, double distance) {
  const double at = distance - chain.on->from;
  return chain.on->offset.record_at(at).at(at).value;
}

// Ids that count outwards on each side; else they are numbered anew.
void number_anew_if_needed(CorridorSection& section) {
  BACKLOT_ASSERT(section.lanes_left <= section.lanes.size(), "lanes of the left are lanes of the section");
  const auto outwards = [](const CorridorSection::Member& a, const CorridorSection::Member& b) {
    return a.id <= b.id;  // two neighbours from left to right with ids that do not fall
  };
  const bool is_right =
      std::adjacent_find(section.lanes.begin(), section.lanes.end(), outwards) == section.lanes.end();
  if (is_right) return;
  for (std::size_t i = 0; i < section.lanes.size(); ++i)
    section.lanes[i].id = i < section.lanes_left ? static_cast<int>(section.lanes_left - i)
                                                 : -static_cast<int>(i - section.lanes_left + 1);
}

}  // namespace

int CorridorChain::id_at(double s, network::TrafficSide side) const {
  int id = 0;
  if (const std::string* label = label_of(first(), source, s))
    std::from_chars(label->data(), label->data() + label->size(), id);
  if (id != 0) return id;
  return on->is_along == (side == network::TrafficSide::right) ? -1 : 1;
}

std::vector<CorridorChain> corridor_chains(const std::vector<const network::CorridorDescription*>& corridors,
                                           const network::RoadDescription& road) {
  const network::SourceFrame* source = road.source ? &*road.source : nullptr;
  std::vector<CorridorChain> chains;
  for (const network::CorridorDescription* corridor : corridors) {
    const auto* on = std::get_if<network::OnRoad>(&corridor->shape);
    const auto is_same = [&](const CorridorChain& chain) {
      const std::string *a = label_of(chain.first(), source, 0), *b = label_of(*corridor, source, 0);
      return chain.first().kind == corridor->kind && *chain.on == *on &&
             chain.first().width == corridor->width && chain.first().heights == corridor->heights &&
             (a == nullptr || b == nullptr ? a == b : *a == *b);
    };
    const auto found = std::find_if(chains.begin(), chains.end(), is_same);
    if (found != chains.end())
      found->corridors.push_back(corridor);
    else
      chains.push_back({{corridor}, on, source});
  }
  return chains;
}

std::vector<CorridorSection> corridor_sections(const std::vector<CorridorChain>& chains,
                                               const network::RoadDescription& road, double length,
                                               network::TrafficSide side) {
  BACKLOT_ASSERT(length > 0, "a road has a length");
  std::vector<double> breaks{0, length};
  for (const CorridorChain& chain : chains) {
    breaks.push_back(chain.on->from);
    breaks.push_back(chain.on->to);
    if (chain.source == nullptr) continue;
    for (const network::SourceFrame::LaneLabel& label : road.source->lanes)
      if (label.way == chain.first().name && label.from_s > 0)
        breaks.push_back(road.source->from_source(label.from_s));
  }
  std::sort(breaks.begin(), breaks.end());
  std::vector<CorridorSection> sections;
  for (std::size_t i = 0; i < breaks.size();) {
    std::size_t next = i + 1;
    while (next < breaks.size() && breaks[next] - breaks[i] < kSame_m) ++next;
    if (next == breaks.size()) break;
    CorridorSection section;
    section.from = breaks[i];
    section.to = breaks[next];
    const double middle = 0.5 * (section.from + section.to);
    for (const CorridorChain& chain : chains)
      if (chain.on->from < middle && middle < chain.on->to)
        section.lanes.push_back(
            {&chain, chain.id_at(chain.source == nullptr ? middle : chain.source->to_source(middle), side)});
    const auto from_left = [middle](const CorridorSection::Member& a, const CorridorSection::Member& b) {
      if ((a.id > 0) != (b.id > 0)) return a.id > 0;
      if (a.id != b.id && a.chain->source != nullptr) return a.id > b.id;
      return centre_at(*a.chain, middle) > centre_at(*b.chain, middle);
    };
    std::stable_sort(section.lanes.begin(), section.lanes.end(), from_left);
    for (const CorridorSection::Member& lane : section.lanes) section.lanes_left += lane.id > 0 ? 1 : 0;
    number_anew_if_needed(section);
    if (!section.lanes.empty()) sections.push_back(std::move(section));
    i = next;
  }
  return sections;
}

geometry::CubicProfile part_of(const geometry::CubicProfile& profile, double from, double to) {
  BACKLOT_ASSERT(from <= to, "a part of a profile goes ahead");
  geometry::CubicProfile part;
  const geometry::CubicRecord first = profile.record_at(from);
  const geometry::ProfileValue value = first.at(from);
  part.records.push_back({0, value.value, value.slope, 0.5 * value.bend, first.d});
  for (const geometry::CubicRecord& r : profile.records)
    if (r.from > from + kSame_m && r.from < to - kSame_m)
      part.records.push_back({r.from - from, r.a, r.b, r.c, r.d});
  return part;
}

}  // namespace backlot::formats::opendrive
