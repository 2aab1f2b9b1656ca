// Small networks for the tests of pictures and meshes, described in C++.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/math.h"
#include "backlot/network/network.h"

namespace backlot::draw::test {

using network::Control;
using network::LaneDirection;
using network::LaneKind;

inline network::Network built(const network::NetworkDescription& description) {
  base::Result<network::Network> result = network::Network::build(description);
  BACKLOT_CHECK(result.has_value(), to_text(result.diagnostics()).c_str());
  return std::move(result).value();
}

inline network::LaneDescription lane(LaneKind kind, LaneDirection direction, double width) {
  network::LaneDescription lane;
  lane.kind = kind;
  lane.direction = direction;
  lane.width = network::constant_profile(width);
  return lane;
}

// Sidewalk, the opposite lane, the own lane, sidewalk.
inline std::vector<network::LaneDescription> street_lanes() {
  return {lane(LaneKind::sidewalk, LaneDirection::both, 2.5),
          lane(LaneKind::vehicle, LaneDirection::backward, 3.5),
          lane(LaneKind::vehicle, LaneDirection::forward, 3.5),
          lane(LaneKind::sidewalk, LaneDirection::both, 2.5)};
}

inline network::RoadDescription road(std::string name, const geometry::PlanSpine& spine,
                                     std::vector<network::LaneDescription> lanes, std::size_t lanes_left,
                                     network::EndKind start, network::EndKind end) {
  network::WayDescription way;
  way.name = name;
  way.lanes = std::move(lanes);
  way.lanes_left = lanes_left;
  way.start = start;
  way.end = end;
  network::RoadDescription road;
  road.name = std::move(name);
  road.spine = spine;
  road.ways = {std::move(way)};
  return road;
}

inline geometry::PlanSpine straight(double x, double y, double heading_rad, double length) {
  geometry::PlanSpine spine;
  spine.start = {x, y, heading_rad};
  spine.elements = {{geometry::PlanLine{length}}};
  return spine;
}

// One way of two lanes and sidewalks, 100 m to the east.
inline network::NetworkDescription straight_street() {
  network::NetworkDescription d;
  d.name = "one street";
  d.roads = {road("high_street", straight(0, 0, 0, 100), street_lanes(), 2, network::EndKind::open,
                  network::EndKind::open)};
  return d;
}

// Four streets of 80 m that end 12 m before the origin; the controls are those of east, north, west and south.
inline network::NetworkDescription crossing(const std::vector<Control>& controls) {
  network::NetworkDescription d;
  d.name = "crossing";
  network::IntersectionDescription x;
  x.name = "market_cross";
  const char* names[] = {"east_street", "north_street", "west_street", "south_street"};
  for (std::size_t i = 0; i < 4; ++i) {
    const double out = base::kHalfPi * static_cast<double>(i);
    const base::SinCos turn = base::sin_cos(out);
    d.roads.push_back(road(names[i], straight(92 * turn.cos, 92 * turn.sin, out + base::kPi, 80),
                           street_lanes(), 2, network::EndKind::open, network::EndKind::joined));
    network::ArmDescription arm;
    arm.name = names[i];
    arm.attached = {names[i], network::End::end};
    arm.control = controls[i];
    x.arms.push_back(std::move(arm));
  }
  d.intersections = {std::move(x)};
  return d;
}

// The same with signals: one group for east and west, one for north and south; crosswalks over all arms.
inline network::NetworkDescription signalled_crossing() {
  using network::Aspect;
  network::NetworkDescription d =
      crossing({Control::signal, Control::signal, Control::signal, Control::signal});
  network::IntersectionDescription& x = d.intersections[0];
  x.signals = network::SignalsDescription{{"across", "along"},
                                          {{40, {Aspect::green, Aspect::red}},
                                           {3, {Aspect::yellow, Aspect::red}},
                                           {40, {Aspect::red, Aspect::green}},
                                           {3, {Aspect::red, Aspect::yellow}}},
                                          0};
  for (std::size_t i = 0; i < 4; ++i) {
    x.arms[i].signal_group = i % 2 == 0 ? "across" : "along";
    x.arms[i].crosswalk = network::CrosswalkDescription{};
  }
  return d;
}

// A street to the east, and one to the north that climbs to 7 m and passes over it.
inline network::NetworkDescription bridge() {
  network::NetworkDescription d;
  d.name = "bridge";
  d.roads.push_back(road("below", straight(-100, 0, 0, 200), street_lanes(), 2, network::EndKind::open,
                         network::EndKind::open));
  geometry::PlanSpine over = straight(0, -120, base::kHalfPi, 240);
  over.elevation = geometry::CubicProfile::through({{0, 0}, {80, 7}, {160, 7}, {240, 0}});
  d.roads.push_back(road("above", over, street_lanes(), 2, network::EndKind::open, network::EndKind::open));
  return d;
}

}  // namespace backlot::draw::test
