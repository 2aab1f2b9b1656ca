#include "backlot/formats/rndf/mission_of.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace backlot::formats::rndf {

namespace {

constexpr double kMph_mps = 0.44704;

// "uce_rndf_1.txt" and "uce_rndf_1" are one network.
std::string_view without_ending(std::string_view name) {
  for (const std::string_view ending : {".rndf", ".rdf", ".txt", ".RNDF", ".TXT"})
    if (name.size() > ending.size() && name.substr(name.size() - ending.size()) == ending)
      return name.substr(0, name.size() - ending.size());
  return name;
}

}  // namespace

void apply_speeds(const MdfDocument& mission, RouteNetwork& network) {
  std::map<std::string, double, std::less<>> limits;  // by way
  for (const MdfSpeed& speed : mission.speeds)
    if (const auto found = network.ways_of.find(speed.segment);
        speed.max_mph > 0 && found != network.ways_of.end())
      for (const std::string& way : found->second) limits[way] = speed.max_mph * kMph_mps;
  for (network::RoadDescription& road : network.description.roads)
    for (network::WayDescription& way : road.ways) {
      const auto limit = limits.find(way.name);
      if (limit == limits.end()) continue;
      const bool is_slower = std::any_of(
          way.attributes.begin(), way.attributes.end(), [&](const network::AttributeDescription& a) {
            return a.kind == network::AttributeKind::speed_limit && a.value <= limit->second;
          });
      if (is_slower) continue;
      network::AttributeDescription attribute;
      attribute.kind = network::AttributeKind::speed_limit;
      attribute.to = 1e6;
      attribute.value = limit->second;
      way.attributes.push_back(attribute);
    }
  // through an intersection as slowly as on the slower of both ways, so that a vehicle that comes to that way is slow enough
  for (network::IntersectionDescription& intersection : network.description.intersections) {
    std::map<std::string, std::string> way_of;  // by arm
    for (const network::ArmDescription& arm : intersection.arms)
      if (arm.attached) way_of[arm.name] = arm.attached->strip;
    for (network::CorridorDescription& corridor : intersection.corridors)
      for (const std::optional<network::LaneReference>* end : {&corridor.from, &corridor.to}) {
        if (!*end) continue;
        if (const auto limit = limits.find(way_of[(*end)->arm]); limit != limits.end())
          corridor.speed_limit_mps =
              std::min(limit->second, corridor.speed_limit_mps.value_or(limit->second));
      }
  }
}

base::Result<network::Mission> mission_of(const MdfDocument& mission, const RouteNetwork& route_network,
                                          const network::Network& network) {
  base::Diagnostics found;
  const std::string_view asked = without_ending(mission.network),
                         there = without_ending(route_network.description.name);
  if (asked != there)
    found.warning(
        "R310", mission.network_place,
        fmt::format("the mission is for the route network \"{}\", this one is \"{}\"", asked, there),
        "its checkpoints may mean other places here");

  network::Mission made;
  made.name = mission.name;
  std::set<std::int32_t> unknown;
  for (const MdfCheckpoint& checkpoint : mission.checkpoints) {
    const auto spot = route_network.checkpoints.find(checkpoint.id);
    std::optional<network::LanePlace> place;
    if (spot != route_network.checkpoints.end()) {
      const network::StripId strip = network.find_strip(spot->second.way);
      if (!strip.is_empty())
        place = network::find_lane_place(network, spot->second.way, spot->second.lane,
                                         std::min(spot->second.distance, network.strip(strip).length()));
    }
    if (place)
      made.checkpoints.push_back(
          {std::to_string(checkpoint.id), *place, network::TextPlace{checkpoint.place}});
    else if (unknown.insert(checkpoint.id).second)
      found.error("R311", checkpoint.place,
                  fmt::format("the route network has no checkpoint {} that can be reached", checkpoint.id));
  }
  for (const MdfSpeed& speed : mission.speeds) {
    const auto ways = route_network.ways_of.find(speed.segment);
    if (ways == route_network.ways_of.end()) {
      found.warning("R312", speed.place,
                    fmt::format("the route network has no segment or zone {}", speed.segment));
      continue;
    }
    for (const std::string& name : ways->second)
      if (const network::WayId way = network.find_way(name); !way.is_empty())
        made.speeds.push_back(
            {way, speed.min_mph * kMph_mps, speed.max_mph * kMph_mps, network::TextPlace{speed.place}});
  }
  return base::Result<network::Mission>::from(std::move(made), std::move(found));
}

}  // namespace backlot::formats::rndf
