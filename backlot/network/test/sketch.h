// Networks for tests, written about as shortly as in the language:
//
//   Sketch town;
//   town.way("main", "s= v< | v> s=").from(-100, 0, 0).line(90).open_start();
//   town.way("side", "v< | v>").from(0, -100, 90).line(90).open_start();
//   town.crossing("market").arm("west", "main.end").arm("south", "side.end");
//   const Network network = town.build();
//
// Lanes from left to right: a letter for the kind (v vehicle, b bicycle, u bus, s sidewalk, p parking, m median, g verge,
// h shoulder), the direction (> forward, < backward, = both, . none), and a width in metres where it is not the usual;
// `|` is the spine, `!` behind a lane says that it ends.
#pragma once

#include <string>
#include <string_view>

#include "backlot/network/network.h"
#include "backlot/network/network_description.h"

namespace backlot::network {

std::vector<LaneDescription> lanes_of(std::string_view text, std::size_t& lanes_left);

class WaySketch {
 public:
  WaySketch(NetworkDescription& network, std::size_t road) : network_(network), road_(road) {}

  WaySketch& from(double x, double y, double heading_deg, double z = 0);
  WaySketch& line(double length);
  WaySketch& arc(double length, double radius);  // radius > 0 turns left
  WaySketch& spiral(double length, double curvature_from, double curvature_to);
  WaySketch& through(std::vector<geometry::WorldPoint> points);  // in place of the others
  WaySketch& elevation(std::vector<geometry::CubicProfile::Station> stations);
  WaySketch& bank_deg(std::vector<geometry::CubicProfile::Station> stations);
  // A further way of the same road from a distance on.
  WaySketch& section(std::string name, double from, std::string_view lanes);
  WaySketch& width(std::size_t lane, geometry::CubicProfile profile);
  WaySketch& shift(geometry::CubicProfile profile);
  WaySketch& open_start();
  WaySketch& open_end();
  WaySketch& open() { return open_start().open_end(); }
  WaySketch& speed_limit(double mps, double from = 0, double to = 1e9,
                         LaneDirection direction = LaneDirection::both);
  WaySketch& attribute(AttributeDescription attribute);
  WaySketch& sign(FeatureKind kind, double distance, LaneDirection direction);

  RoadDescription& road() { return network_.roads[road_]; }
  WayDescription& way() { return road().ways.back(); }

 private:
  geometry::PlanSpine& plan();

  NetworkDescription& network_;
  std::size_t road_;
};

class CrossingSketch {
 public:
  CrossingSketch(NetworkDescription& network, std::size_t index) : network_(network), index_(index) {}

  // `end` is "way.start" or "way.end".
  CrossingSketch& arm(std::string name, std::string_view end, Control control = Control::automatic);
  CrossingSketch& corridor(std::string from_arm, std::string from_lane, std::string to_arm,
                           std::string to_lane);
  CrossingSketch& control(Control control);
  CrossingSketch& link(std::string from_arm, std::string from_lane, std::string to_arm, std::string to_lane);
  CrossingSketch& crosswalk(std::string_view arm, double width = 3, double setback = 0.5);
  CrossingSketch& only_listed();

  IntersectionDescription& description() { return network_.intersections[index_]; }

 private:
  NetworkDescription& network_;
  std::size_t index_;
};

class Sketch {
 public:
  WaySketch way(std::string name, std::string_view lanes);
  CrossingSketch crossing(std::string name);
  CrossingSketch joint(std::string name, std::string_view one, std::string_view other);

  // A crossing of four ways of this length and profile, heading inwards, with ends `reach` metres from the middle:
  // arms west, south, east, north with ways named alike.
  CrossingSketch four_arms(const std::string& name, std::string_view lanes, double length = 100,
                           double reach = 12);

  NetworkDescription& description() { return network_; }
  // The network; a test failure with all diagnostics, and an end of the program, where it cannot be built.
  Network build() const;
  // What building says.
  base::Diagnostics diagnostics() const;
  // The codes of it, "N101 N203".
  std::string codes() const;

 private:
  NetworkDescription network_;
};

// The directed lane "way.lane" as its traffic travels it; a lane of both directions is taken along.
DirectedLane lane_named(const Network& network, std::string_view way, std::string_view lane);

}  // namespace backlot::network
