#include "backlot/network/test/sketch.h"

#include <charconv>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"

namespace backlot::network {

namespace {

double radians(double degrees) { return degrees * base::kPi / 180; }

EndReference end_of(std::string_view text) {
  const std::size_t dot = text.rfind('.');
  BACKLOT_CHECK(dot != std::string_view::npos, "an end is written way.start or way.end");
  return {std::string(text.substr(0, dot)), text.substr(dot + 1) == "start" ? End::start : End::end};
}

LaneKind kind_of(char letter) {
  switch (letter) {
    case 'v':
      return LaneKind::vehicle;
    case 'b':
      return LaneKind::bicycle;
    case 'u':
      return LaneKind::bus;
    case 's':
      return LaneKind::sidewalk;
    case 'p':
      return LaneKind::parking;
    case 'm':
      return LaneKind::median;
    case 'g':
      return LaneKind::verge;
    case 'h':
      return LaneKind::shoulder;
    default:
      BACKLOT_CHECK(false, "no such kind of lane");
  }
  return {};
}

LaneDirection direction_of(char mark) {
  switch (mark) {
    case '>':
      return LaneDirection::forward;
    case '<':
      return LaneDirection::backward;
    case '=':
      return LaneDirection::both;
    case '.':
      return LaneDirection::none;
    default:
      BACKLOT_CHECK(false, "no such direction");
  }
  return {};
}

}  // namespace

std::vector<LaneDescription> lanes_of(std::string_view text, std::size_t& lanes_left) {
  std::vector<LaneDescription> lanes;
  lanes_left = 0;
  while (!text.empty()) {
    const std::size_t end = text.find(' ');
    std::string_view word = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    if (word == "|") lanes_left = lanes.size();
    if (word.empty() || word == "|") continue;
    LaneDescription lane;
    lane.kind = kind_of(word[0]);
    lane.direction = direction_of(word.at(1));
    if (word.back() == '!') {
      lane.ends = true;
      word.remove_suffix(1);
    }
    double width = lane.kind == LaneKind::sidewalk ? 2 : 3.5;
    std::from_chars(word.data() + 2, word.data() + word.size(), width);
    lane.width = constant_profile(width);
    lanes.push_back(std::move(lane));
  }
  return lanes;
}

// ---- ways

geometry::PlanSpine& WaySketch::plan() { return std::get<geometry::PlanSpine>(road().spine); }

WaySketch& WaySketch::from(double x, double y, double heading_deg, double z) {
  plan().start = {x, y, radians(heading_deg)};
  plan().base_z = z;
  return *this;
}
WaySketch& WaySketch::line(double length) {
  plan().elements.push_back({geometry::PlanLine{length}});
  return *this;
}
WaySketch& WaySketch::arc(double length, double radius) {
  plan().elements.push_back({geometry::PlanArc{length, 1 / radius}});
  return *this;
}
WaySketch& WaySketch::spiral(double length, double curvature_from, double curvature_to) {
  plan().elements.push_back({geometry::PlanSpiral{length, curvature_from, curvature_to}});
  return *this;
}
WaySketch& WaySketch::through(std::vector<geometry::WorldPoint> points) {
  geometry::PointSpine spine;
  for (const geometry::WorldPoint& p : points) spine.points.push_back({p, {}});
  road().spine = std::move(spine);
  return *this;
}
WaySketch& WaySketch::elevation(std::vector<geometry::CubicProfile::Station> stations) {
  plan().elevation = geometry::CubicProfile::through(stations);
  return *this;
}
WaySketch& WaySketch::bank_deg(std::vector<geometry::CubicProfile::Station> stations) {
  for (geometry::CubicProfile::Station& station : stations) station.value = radians(station.value);
  plan().bank_rad = geometry::CubicProfile::through(stations);
  return *this;
}
WaySketch& WaySketch::section(std::string name, double from, std::string_view lanes) {
  WayDescription way;
  way.name = std::move(name);
  way.from = from;
  way.lanes = lanes_of(lanes, way.lanes_left);
  road().ways.push_back(std::move(way));
  return *this;
}
WaySketch& WaySketch::width(std::size_t lane, geometry::CubicProfile profile) {
  way().lanes.at(lane).width = std::move(profile);
  return *this;
}
WaySketch& WaySketch::shift(geometry::CubicProfile profile) {
  way().shift = std::move(profile);
  return *this;
}
WaySketch& WaySketch::open_start() {
  road().ways.front().start = EndKind::open;
  return *this;
}
WaySketch& WaySketch::open_end() {
  way().end = EndKind::open;
  return *this;
}
WaySketch& WaySketch::speed_limit(double mps, double from, double to, LaneDirection direction) {
  AttributeDescription limit;
  limit.kind = AttributeKind::speed_limit;
  limit.from = from;
  limit.to = to;
  limit.value = mps;
  limit.direction = direction;
  return attribute(std::move(limit));
}
WaySketch& WaySketch::attribute(AttributeDescription attribute) {
  way().attributes.push_back(std::move(attribute));
  return *this;
}
WaySketch& WaySketch::sign(FeatureKind kind, double distance, LaneDirection direction) {
  FeatureDescription sign;
  sign.kind = kind;
  sign.distance = distance;
  sign.offset = direction == LaneDirection::forward ? -5 : 5;
  sign.direction = direction;
  way().features.push_back(std::move(sign));
  return *this;
}

// ---- intersections

CrossingSketch& CrossingSketch::arm(std::string name, std::string_view end, Control control) {
  ArmDescription arm;
  arm.name = std::move(name);
  arm.attached = end_of(end);
  arm.control = control;
  description().arms.push_back(std::move(arm));
  return *this;
}
CrossingSketch& CrossingSketch::corridor(std::string from_arm, std::string from_lane, std::string to_arm,
                                         std::string to_lane) {
  CorridorDescription corridor;
  corridor.from = {std::move(from_arm), std::move(from_lane)};
  corridor.to = {std::move(to_arm), std::move(to_lane)};
  description().corridors.push_back(std::move(corridor));
  return *this;
}
CrossingSketch& CrossingSketch::control(Control control) {
  description().control = control;
  return *this;
}
CrossingSketch& CrossingSketch::link(std::string from_arm, std::string from_lane, std::string to_arm,
                                     std::string to_lane) {
  description().links.push_back(
      {{std::move(from_arm), std::move(from_lane)}, {std::move(to_arm), std::move(to_lane)}});
  return *this;
}
CrossingSketch& CrossingSketch::crosswalk(std::string_view arm, double width, double setback) {
  for (ArmDescription& candidate : description().arms)
    if (candidate.name == arm) candidate.crosswalk = CrosswalkDescription{width, setback, {}};
  return *this;
}
CrossingSketch& CrossingSketch::only_listed() {
  description().has_automatic_corridors = false;
  return *this;
}

// ---- the whole

WaySketch Sketch::way(std::string name, std::string_view lanes) {
  RoadDescription road;
  road.name = name;
  road.spine = geometry::PlanSpine{};
  WayDescription way;
  way.name = std::move(name);
  way.lanes = lanes_of(lanes, way.lanes_left);
  road.ways.push_back(std::move(way));
  network_.roads.push_back(std::move(road));
  return {network_, network_.roads.size() - 1};
}

CrossingSketch Sketch::crossing(std::string name) {
  IntersectionDescription intersection;
  intersection.name = std::move(name);
  network_.intersections.push_back(std::move(intersection));
  return {network_, network_.intersections.size() - 1};
}

CrossingSketch Sketch::joint(std::string name, std::string_view one, std::string_view other) {
  CrossingSketch joint = crossing(std::move(name));
  joint.description().kind = IntersectionKind::zero_length;
  return joint.arm("a", one).arm("b", other);
}

CrossingSketch Sketch::four_arms(const std::string& name, std::string_view lanes, double length,
                                 double reach) {
  const double far = length + reach;
  way("west", lanes).from(-far, 0, 0).line(length).open_start();
  way("south", lanes).from(0, -far, 90).line(length).open_start();
  way("east", lanes).from(far, 0, 180).line(length).open_start();
  way("north", lanes).from(0, far, 270).line(length).open_start();
  return crossing(name)
      .arm("west", "west.end")
      .arm("south", "south.end")
      .arm("east", "east.end")
      .arm("north", "north.end");
}

base::Diagnostics Sketch::diagnostics() const { return Network::build(network_).diagnostics(); }

std::string Sketch::codes() const {
  std::string codes;
  for (const base::Diagnostic& diagnostic : diagnostics())
    codes += (codes.empty() ? "" : " ") + diagnostic.code;
  return codes;
}

Network Sketch::build() const {
  base::Result<Network> network = Network::build(network_);
  if (!network) fmt::print(stderr, "{}", to_text(network.diagnostics()));
  BACKLOT_CHECK(network.has_value(), "the sketch cannot be built");
  return std::move(*network);
}

DirectedLane lane_named(const Network& network, std::string_view way, std::string_view lane) {
  const StripId strip = network.find_strip(way);
  BACKLOT_CHECK(!strip.is_empty(), "no such way");
  const LaneId id = network.find_lane(strip, lane);
  BACKLOT_CHECK(!id.is_empty(), "no such lane");
  return {id, network.lane(id).direction != LaneDirection::backward};
}

}  // namespace backlot::network
