#include "backlot/formats/way/test/everything.h"

#include "backlot/base/math.h"

namespace backlot::formats::way {

namespace {

using namespace network;

constexpr double kOdd = 0.1 + 0.2;  // needs all digits

geometry::CubicProfile pieces() {
  return {{{.from = 0, .a = 1.5, .b = kOdd, .c = -1e-7, .d = 1e-300}, {.from = 20.25, .a = -2}}};
}

LaneDescription lane(LaneKind kind, LaneDirection direction, Marking left, Marking right) {
  LaneDescription lane;
  lane.name = "lane " + std::string(to_text(kind));
  lane.kind = kind;
  lane.direction = direction;
  lane.width = pieces();
  lane.ends = true;
  lane.left_marking = left;
  lane.right_marking = right;
  if (direction != LaneDirection::none) lane.heights.left = pieces();
  if (direction != LaneDirection::both) lane.heights.right = constant_profile(kOdd);
  if (direction == LaneDirection::forward) lane.heights.right = lane.heights.left;
  lane.left_changes = {{5, right}, {kOdd, Marking::automatic}};
  lane.right_changes = {{0, left}};
  return lane;
}

std::vector<LaneDescription> lanes_of_all_kinds() {
  std::vector<LaneDescription> lanes;
  std::size_t i = 0;
  for (const LaneKind kind : kLaneKinds) {
    lanes.push_back(
        lane(kind, kLaneDirections[i % 4], static_cast<Marking>(i % 8), static_cast<Marking>((i + 3) % 8)));
    LaneDescription plain;
    plain.kind = kind;
    plain.direction = kLaneDirections[(i + 1) % 4];
    plain.width = i % 2 == 0 ? constant_profile(kOdd) : geometry::CubicProfile{};
    lanes.push_back(plain);
    ++i;
  }
  return lanes;
}

std::vector<AttributeDescription> attributes_of_all_kinds() {
  std::vector<AttributeDescription> attributes;
  for (int kind = 0; kind <= static_cast<int>(AttributeKind::custom); ++kind) {
    attributes.push_back({.kind = static_cast<AttributeKind>(kind),
                          .from = 1.5,
                          .to = kOdd,
                          .value = 7.25,
                          .name = "at from",
                          .lanes = {"L1", "lanes", "lane 1"},
                          .direction = static_cast<LaneDirection>(kind % 4)});
    attributes.push_back({.kind = static_cast<AttributeKind>(kind), .from = 0, .to = 1e9, .value = 1});
    attributes.push_back({.kind = static_cast<AttributeKind>(kind), .from = 3, .to = 3});
    attributes.push_back({.kind = static_cast<AttributeKind>(kind)});
  }
  return attributes;
}

std::vector<FeatureDescription> features_of_all_kinds() {
  std::vector<FeatureDescription> features;
  for (int kind = 0; kind <= static_cast<int>(FeatureKind::custom); ++kind) {
    features.push_back({.kind = static_cast<FeatureKind>(kind),
                        .name = "Straße 7",
                        .distance = 1,
                        .offset = -2,
                        .loft = 3,
                        .heading_rad = 30 * base::kPi / 180,
                        .length = 4,
                        .width = 5,
                        .height = 6,
                        .value = 30 / 3.6,
                        .text = "say \"no\"\n\\ 100%",
                        .restrictions = "2 h, \"disc\"",
                        .direction = static_cast<LaneDirection>(kind % 4),
                        .outline_frame = kind % 2 == 0 ? OutlineFrame::own : OutlineFrame::road,
                        .outline = {{1, 2, 3}, {kOdd, -4, 0}, {-5, 0, 0}}});
    features.push_back({.kind = static_cast<FeatureKind>(kind)});
  }
  return features;
}

WayDescription full_way() {
  WayDescription way;
  way.name = "1.way";
  way.from = 12.125;
  way.to = 12.125 + kOdd;
  way.lanes = lanes_of_all_kinds();
  way.lanes_left = 7;
  way.shift = pieces();
  way.attributes = attributes_of_all_kinds();
  way.features = features_of_all_kinds();
  way.start = EndKind::open;
  way.end = EndKind::closed;
  return way;
}

RoadDescription plan_road() {
  geometry::PlanSpine spine;
  spine.start = {1e6 / 3, -5e6 / 3, 1.1};
  spine.base_z = kOdd;
  spine.elements = {
      {geometry::PlanLine{kOdd}, geometry::PlanPose{1, 2, 3}},
      {geometry::PlanArc{50, 1.0 / 80}},
      {geometry::PlanArc{50, -kOdd}, geometry::PlanPose{-1, -2, -90 * base::kPi / 180}},
      {geometry::PlanArc{50, 0}},
      {geometry::PlanSpiral{40, 0, -1.0 / 80}},
      {geometry::PlanSpiral{40, kOdd, 1.0 / 3}},
      {geometry::PlanSpiral{40, 1.0 / 100, -1.0 / 100}},
      {geometry::PlanCubic{10, 1, 2, -3, 1e-9}},
      {geometry::PlanParametricCubic{.end_parameter = 2.5, .u = {1, 2, 3, 4}, .v = {-1, kOdd, 0, 5}},
       geometry::PlanPose{9, 8, 7}},
      {geometry::PlanParametricCubic{.u = {0, 1, 0, 0}, .v = {}}},
  };
  spine.elevation = pieces();
  spine.bank_rad = {{{.from = 5, .a = 4 * base::kPi / 180}, {.from = 6, .a = 1, .b = 2, .c = 3, .d = 4}}};

  SourceFrame source;
  source.road = "12";
  source.stations = {{0, 0}, {100, 100.0 / 3}};
  source.lanes = {{"1.way", "lane vehicle", "-1"}, {"a.b", "c.d", "x y", 12.5}, {"", "", ""}};
  return {.name = "road one",
          .spine = spine,
          .is_measured_in_plan = true,
          .ways = {full_way()},
          .features = features_of_all_kinds(),
          .source = source,
          .surface = {{-1, {}}, {0, constant_profile(kOdd)}, {7.5, pieces()}}};
}

RoadDescription point_road() {
  geometry::PointSpine spine;
  spine.points = {
      {{1, 2, 3}, geometry::Vec3{0, 0, 1}}, {{4, 5, 0}, geometry::Vec3{0.1, -0.2, kOdd}}, {{7, 8, 9}}};
  return {.name = "points", .spine = spine, .ways = {}};
}

ArmDescription full_arm(int i) {
  ArmDescription arm;
  arm.name = "arm " + std::to_string(i);
  arm.attached = EndReference{i % 2 == 0 ? "1.way" : "road.with.dots", i % 2 == 0 ? End::start : End::end};
  arm.at = ArmPlace{{1, -2, kOdd}, 0.5, 0.25};
  for (const LaneKind kind : kLaneKinds)
    arm.junctures.push_back(
        {.name = i % 2 == 0 ? "" : "j.1", .kind = kind, .flow = static_cast<Flow>(i % 4)});
  arm.lanes = {"L1", "at", "-1"};
  arm.crosswalk = CrosswalkDescription{.width = 4, .setback = 1, .signal_group = "walk now"};
  arm.signal_group = i % 3 == 0 ? "lanes" : i % 3 == 1 ? "main" : "";
  arm.control = static_cast<Control>(i % 9);
  return arm;
}

std::vector<CorridorDescription> corridors_of_all_shapes() {
  CorridorDescription through;
  through.name = "from";
  through.from = LaneReference{"arm 1", "R.1"};
  through.to = LaneReference{"", "1"};
  through.kind = LaneKind::bus;
  through.direction = LaneDirection::both;
  through.shape = ThroughPoints{{{1, 2, 3}, {4, 5, 6}}};
  through.width = pieces();
  through.speed_limit_mps = 30 * 0.44704;
  through.control = Control::all_way_stop;
  through.signal_group = "main";
  through.turn_on_red = true;
  through.has_swing = true;
  through.heights = {pieces(), pieces()};

  CorridorDescription free;
  free.name = "free";
  free.shape = FreeShape{{{1, 2, 0}, {3, 4, 0}, {5, 6, 0}, {7, 8, 0}, {9, 10, 0}}};
  free.width = constant_profile(3);
  CorridorDescription on_road;
  on_road.from = LaneReference{"a", "b"};
  on_road.shape = OnRoad{.road = "road one", .from = 1, .to = kOdd, .offset = pieces(), .is_along = false};
  CorridorDescription on_road_plainly;
  on_road_plainly.to = LaneReference{"a", "b"};
  on_road_plainly.shape = OnRoad{.road = "r", .offset = constant_profile(-1)};
  on_road_plainly.width = geometry::CubicProfile{};
  on_road_plainly.heights.right = constant_profile(0.12);
  CorridorDescription empty_points;
  empty_points.shape = ThroughPoints{};
  CorridorDescription on_road_without_offset;
  on_road_without_offset.shape = OnRoad{.road = "r", .from = 2, .to = 3};
  return {
      through, free, on_road, on_road_plainly, empty_points, on_road_without_offset, CorridorDescription{}};
}

IntersectionDescription full_intersection() {
  IntersectionDescription x;
  x.name = "x \t1";
  x.made_from = "some template";
  for (int i = 0; i < 9; ++i) x.arms.push_back(full_arm(i));
  x.arms.push_back({.name = "bare"});
  x.corridors = corridors_of_all_shapes();
  x.has_automatic_corridors = false;
  x.allows_u_turns = true;
  x.links = {{{"a", "R1"}, {"b.c", "L 1"}}};
  x.boundary = {{0, 0, 0}, {1, 0, 2}, {1, 1, 0}, {0, 1, 0}, {-1, 0.5, 0}};
  x.control = Control::priority_to_the_right;
  SignalsDescription signals;
  signals.groups = {"main", "walk now", "g3", "g4", "g5", "g6", "g7", "g8"};
  signals.offset_s = kOdd;
  signals.programme = {{42,
                        {Aspect::dark, Aspect::red, Aspect::red_yellow, Aspect::green, Aspect::green_arrow,
                         Aspect::yellow, Aspect::flashing_yellow, Aspect::flashing_red}},
                       {3.5, std::vector<Aspect>(8, Aspect::red)}};
  x.signals = signals;
  x.overrides = {{"from", "free", DependencyOverride::Rule::independent, {}},
                 {"a b", "c", DependencyOverride::Rule::yields, {}},
                 {"c", "a.b", DependencyOverride::Rule::by_arrival, {}}};
  IntersectionDescription part = x;
  part.name = "corner_1";
  part.kind = IntersectionKind::zero_length;
  part.signals = SignalsDescription{};
  IntersectionDescription inner;
  inner.name = "inner";
  inner.signals = SignalsDescription{.groups = {}, .programme = {}, .offset_s = 4};
  part.parts = {inner};
  x.parts = {part, inner};
  return x;
}

}  // namespace

NetworkDescription everything() {
  NetworkDescription network;
  network.name = "every thing";
  network.side = TrafficSide::left;
  network.goes_first = TrafficSide::left;
  network.speed_limit_mps = kOdd;
  network.geo_reference = {"+proj=utm +zone=32", 297133.4, -kOdd, 12, 0.25};
  network.roads = {plan_road(), point_road()};

  // Short ways that share their lanes.
  for (const char* const name : {"a", "b"}) {
    WayDescription way;
    way.name = name;
    LaneDescription lane;
    way.lanes = {lane, lane};
    way.lanes_left = 2;
    network.roads.push_back({.name = name, .spine = geometry::PlanSpine{}, .ways = {way, way}});
    network.roads.back().ways.pop_back();
  }
  network.roads.push_back(
      {.name = "no lanes", .spine = geometry::PlanSpine{}, .ways = {WayDescription{.lanes = {}}}});
  network.roads.back().ways[0].name = "no lanes";

  network.intersections = {full_intersection()};
  IntersectionDescription joint;
  joint.name = "joint";
  joint.kind = IntersectionKind::zero_length;
  joint.arms = {{.name = "a", .attached = EndReference{"a", End::end}},
                {.name = "b", .attached = EndReference{"b", End::start}}};
  joint.links = {{{"a", "R1"}, {"b", "L1"}}};
  network.intersections.push_back(joint);
  joint.name = "other joint";
  joint.arms[0].control = Control::stop;
  network.intersections.push_back(joint);
  network.intersections.push_back({.name = "bare", .arms = {}});
  return network;
}

}  // namespace backlot::formats::way
