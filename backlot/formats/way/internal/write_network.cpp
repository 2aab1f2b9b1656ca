#include "backlot/formats/way/internal/write_network.h"

#include <string_view>
#include <unordered_map>
#include <vector>

#include "backlot/formats/text/token.h"
#include "backlot/formats/way/internal/vocabulary.h"

namespace backlot::formats::way {

namespace {

using network::EndKind;
using network::NetworkDescription;
using network::RoadDescription;
using network::WayDescription;

// Lists of lanes that more than one way has, under names.
class Profiles {
 public:
  explicit Profiles(const NetworkDescription& network) {
    std::unordered_map<std::string, std::size_t> uses;
    std::vector<const std::string*> order;
    for (const RoadDescription& road : network.roads)
      for (const WayDescription& way : road.ways) {
        Writer lanes;
        write_lanes(lanes, way);
        const auto [entry, is_new] = uses.try_emplace(lanes.take(), 0);
        if (is_new) order.push_back(&entry->first);
        ++entry->second;
      }
    for (const std::string* lanes : order)
      if (uses[*lanes] > 1) {
        names_.emplace(*lanes, fmt::format("profile_{}", names_.size() + 1));
        order_.push_back(*lanes);
      }
  }

  // Nothing for lanes that one way has alone.
  std::string name_of(const std::string& lanes) const {
    const auto found = names_.find(lanes);
    return found == names_.end() ? std::string() : found->second;
  }

  void write(Writer& out) const {
    for (const std::string& lanes : order_) {
      out.open("profile {}", names_.at(lanes));
      write_lines(out, lanes);
      out.close();
      out.empty_line();
    }
  }

  static void write_lines(Writer& out, std::string_view lines) {
    while (!lines.empty()) {
      const std::size_t end = lines.find('\n');
      out.line("{}", lines.substr(0, end));
      lines.remove_prefix(end + 1);
    }
  }

 private:
  std::unordered_map<std::string, std::string> names_;
  std::vector<std::string> order_;
};

void write_way_block(Writer& out, const WayDescription& way, const Profiles& profiles) {
  Writer lanes;
  write_lanes(lanes, way);
  if (const std::string profile = profiles.name_of(lanes.text()); !profile.empty()) {
    out.line("profile {}", profile);
  } else {
    out.open("lanes");
    Profiles::write_lines(out, lanes.text());
    out.close();
  }
  if (way.shift != geometry::CubicProfile{}) out.profile("shift", way.shift, length_text);
  if (way.start != EndKind::joined) out.line("start {}", word_of(kEndKindWords, way.start));
  if (way.end != EndKind::joined) out.line("end {}", word_of(kEndKindWords, way.end));
  for (const network::AttributeDescription& attribute : way.attributes) write_attribute(out, attribute);
  for (const network::FeatureDescription& feature : way.features) write_feature(out, feature);
}

void write_source(Writer& out, const network::SourceFrame& source) {
  out.open("source {}", name_text(source.road));
  for (const network::SourceFrame::Station& station : source.stations)
    out.line("at {}: {}", length_text(station.distance), length_text(station.s));
  for (const network::SourceFrame::LaneLabel& label : source.lanes)
    out.line("lane {} is {}{}", reference_text(label.way, label.lane), name_text(label.label),
             label.from_s == 0 ? "" : " from " + length_text(label.from_s));
  out.close();
}

void write_surface(Writer& out, const std::vector<network::SurfaceStation>& stations) {
  if (stations.empty()) return;
  out.open("surface");
  for (const network::SurfaceStation& station : stations) {
    const auto& records = station.height.records;
    const bool is_constant = records.size() == 1 && station.height == network::constant_profile(records[0].a);
    if (is_constant)
      out.line("at {}: {}", length_text(station.distance), length_text(records[0].a));
    else
      out.profile("at " + length_text(station.distance), station.height, length_text);
  }
  out.close();
}

void write_road(Writer& out, const RoadDescription& road, const Profiles& profiles) {
  const bool is_single = road.ways.size() == 1 && road.ways[0].name == road.name && road.ways[0].from == 0 &&
                         !road.ways[0].to && road.features.empty() && !road.source.has_value() &&
                         !road.is_measured_in_plan && road.surface.empty();
  out.open("{} {}", is_single ? "way" : "road", name_text(road.name));
  write_spine(out, road.spine);
  if (road.is_measured_in_plan) out.line("measured in plan");
  write_surface(out, road.surface);
  if (is_single) {
    write_way_block(out, road.ways.front(), profiles);
  } else {
    for (const WayDescription& way : road.ways) {
      out.open("way {} from {}{}", name_text(way.name), length_text(way.from),
               way.to ? " to " + length_text(*way.to) : std::string());
      write_way_block(out, way, profiles);
      out.close();
    }
    for (const network::FeatureDescription& feature : road.features) write_feature(out, feature);
    if (road.source) write_source(out, *road.source);
  }
  out.close();
}

}  // namespace

std::string network_text(const NetworkDescription& network) {
  Writer out;
  if (!network.name.empty()) out.line("network {}", name_text(network.name));
  out.line("traffic on the {}", word_of(kSideWords, network.side));
  if (network.goes_first != network::TrafficSide::right)
    out.line("priority from the {}", word_of(kSideWords, network.goes_first));
  out.line("speed limit {}", speed_text(network.speed_limit_mps));
  if (const network::GeoReference& geo = network.geo_reference; !geo.is_empty())
    out.line("projection {} moved by {} turned by {}", text::quoted(geo.projection),
             point_text({geo.x, geo.y, geo.z}), angle_text(geo.heading_rad));
  out.empty_line();
  const Profiles profiles(network);
  profiles.write(out);
  for (const RoadDescription& road : network.roads) {
    write_road(out, road, profiles);
    out.empty_line();
  }
  for (const network::IntersectionDescription& intersection : network.intersections) {
    write_intersection(out, intersection);
    out.empty_line();
  }
  return out.take();
}

}  // namespace backlot::formats::way
