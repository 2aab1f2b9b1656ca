// Intersections as described: arms, junctures, turns, joints, parts, controls.
#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/network/locate.h"
#include "backlot/network/network.h"
#include "backlot/network/test/sketch.h"

namespace backlot::network::intersection_test {
namespace {

std::vector<std::string> corridor_names(const Network& network) {
  std::vector<std::string> names;
  for (const Corridor& corridor : network.corridors()) names.push_back(network.name_of(corridor.strip));
  std::sort(names.begin(), names.end());
  return names;
}

const Corridor& corridor_named(const Network& network, std::string_view name) {
  const CorridorId id = network.find_corridor(name);
  EXPECT_FALSE(id.is_empty()) << name;
  return network.corridor(id);
}

// ---- turns

TEST(Intersection, SendsLeftTurnsFromTheLeftmostAndRightTurnsFromTheRightmostLane) {
  Sketch town;
  town.four_arms("x", "v< v< | v> v>", 100, 15);
  const Network network = town.build();
  EXPECT_EQ(network.corridors().size(), 16U);
  const auto targets = [&](std::string_view lane) {
    std::vector<std::string> names;
    for (const DirectedLane next : network.onward(lane_named(network, "west", lane)))
      names.push_back(network.name_of(network.lane(next.lane).strip));
    std::sort(names.begin(), names.end());
    return names;
  };
  EXPECT_EQ(targets("R1"), (std::vector<std::string>{"x.west_R1_to_east_L1", "x.west_to_north"}));
  EXPECT_EQ(targets("R2"), (std::vector<std::string>{"x.west_R2_to_east_L2", "x.west_to_south"}));
}

TEST(Intersection, MirrorsTheTurnsWhereTrafficKeepsToTheLeft) {
  Sketch town;
  town.description().side = TrafficSide::left;
  town.four_arms("x", "v> v> | v< v<", 100, 15);
  const Network network = town.build();
  EXPECT_EQ(network.corridors().size(), 16U);
  // the lane next to the middle of the road turns right, across the oncoming traffic
  std::vector<Turn> turns;
  for (const DirectedLane next : network.onward(lane_named(network, "west", "L1")))
    turns.push_back(network.corridor(network.corridor_of(next.lane)).turn);
  EXPECT_EQ(std::count(turns.begin(), turns.end(), Turn::right), 1);
  EXPECT_EQ(std::count(turns.begin(), turns.end(), Turn::left), 0);
}

TEST(Intersection, NamesTurnsByTheHeadings) {
  Sketch town;
  town.four_arms("x", "v< | v>");
  const Network network = town.build();
  EXPECT_EQ(corridor_named(network, "x.west_to_north").turn, Turn::left);
  EXPECT_EQ(corridor_named(network, "x.west_to_south").turn, Turn::right);
  EXPECT_EQ(corridor_named(network, "x.west_to_east").turn, Turn::straight);
}

TEST(Intersection, OffersUTurnsOnlyWhereTheyAreAllowed) {
  Sketch town;
  town.four_arms("x", "v< | v>").description().allows_u_turns = true;
  EXPECT_EQ(town.build().corridors().size(), 16U);
}

TEST(Intersection, DealsTheLanesOfAStemToBothSides) {
  Sketch town;
  town.way("stem", "v< | v> v>").from(0, -60, 90).line(50).open_start();
  town.way("left", "v< | v>").from(-60, 0, 0).line(50).open_start();
  town.way("right", "v< | v>").from(60, 0, 180).line(50).open_start();
  town.crossing("t").arm("s", "stem.end").arm("l", "left.end").arm("r", "right.end");
  const Network network = town.build();
  ASSERT_EQ(network.onward(lane_named(network, "stem", "R1")).size(), 1U);
  ASSERT_EQ(network.onward(lane_named(network, "stem", "R2")).size(), 1U);
  EXPECT_EQ(corridor_named(network, "t.s_to_l").from, lane_named(network, "stem", "R1"));
  EXPECT_EQ(corridor_named(network, "t.s_to_r").from, lane_named(network, "stem", "R2"));
}

TEST(Intersection, LeadsCyclistsOnWhereTheirLaneEnds) {
  Sketch town;
  town.way("a", "v< | v> b>1.5").from(-60, 0, 0).line(50).open_start();
  town.way("b", "v< | v>").from(60, 0, 180).line(50).open_start();
  town.crossing("x").arm("a", "a.end").arm("b", "b.end");
  const Network network = town.build();
  const auto onward = network.onward(lane_named(network, "a", "R2"));
  ASSERT_EQ(onward.size(), 1U);
  EXPECT_EQ(network.lane(onward[0].lane).kind, LaneKind::bicycle);
}

TEST(Intersection, TakesWalkersRoundTheCorners) {
  Sketch town;
  town.four_arms("x", "s= v< | v> s=");
  const Network network = town.build();
  EXPECT_EQ(network.corridors().size(), 12U + 4U);
  const Corridor& corner = corridor_named(network, "x.west_L2_to_north_R2");
  EXPECT_EQ(network.lane(corner.lane).kind, LaneKind::sidewalk);
  EXPECT_TRUE(network.lane(corner.lane).permits(false));
}

TEST(Intersection, BuildsOnlyWhatIsListedWhenAskedTo) {
  Sketch town;
  town.way("a", "v>").from(-60, 0, 0).line(50).open_start();
  town.way("b", "v>").from(0, 0, 0).line(50).open_end();
  town.crossing("x").arm("a", "a.end").arm("b", "b.start").only_listed().corridor("a", "R1", "b", "R1");
  EXPECT_EQ(corridor_names(town.build()), std::vector<std::string>{"x.a_to_b"});
}

TEST(Intersection, GoesThroughThePointsOfAnExplicitCorridor) {
  Sketch town;
  town.way("a", "v>").from(-60, 0, 0).line(50).open_start();
  town.way("b", "v>").from(10, 0, 0).line(50).open_end();
  CrossingSketch x = town.crossing("x").arm("a", "a.end").arm("b", "b.start").only_listed();
  x.corridor("a", "R1", "b", "R1");
  x.description().corridors[0].shape = ThroughPoints{{{-4, 3, 0}, {4, 3, 0.2}}};
  x.description().corridors[0].name = "detour";
  const Network network = town.build();
  const Strip& strip = network.strip(network.find_strip("detour"));
  const geometry::Ribbon& ribbon = network.ribbon(strip.ribbon);
  for (const geometry::WorldPoint p : {geometry::WorldPoint{-4, 3, 0}, {4, 3, 0.2}}) {
    const geometry::Located located = geometry::locate(ribbon, p);
    EXPECT_LT(std::hypot(located.point.offset, located.point.loft), 1e-3);
  }
}

TEST(Intersection, PutsACorridorOnTheRibbonOfItsRoad) {
  Sketch town;
  town.way("a", "v>").from(-60, 0, 0).line(50).open_start();
  town.way("b", "v>").from(10, 0, 0).line(50).open_end();
  RoadDescription link;
  link.name = "link";
  geometry::PlanSpine spine;
  spine.start = {-10, 1.75, 0};
  spine.elements = {{geometry::PlanLine{20}}};
  link.spine = spine;
  town.description().roads.push_back(link);
  CrossingSketch x = town.crossing("x").arm("a", "a.end").arm("b", "b.start").only_listed();
  x.corridor("a", "R1", "b", "R1");
  x.description().corridors[0].shape = OnRoad{"link", 0, 20, constant_profile(-3.5), true};
  x.description().corridors[0].width = constant_profile(3.5);
  const Network network = town.build();
  const StripId strip = network.find_strip("x.a_to_b");
  EXPECT_EQ(network.road_name(network.strip(strip).ribbon), "link");
  EXPECT_NEAR(network.edges(strip, 10).centre(), -3.5, 1e-12);
  const Lane& lane = network.lane(LaneId(network.strip(strip).first_lane));
  EXPECT_NEAR(lane.length, 20, 1e-9);
}

// ---- junctures and templates

ArmDescription arm_with(std::string name, geometry::WorldPoint at, double heading_deg,
                        std::vector<JunctureDescription> junctures) {
  ArmDescription arm;
  arm.name = std::move(name);
  arm.at = ArmPlace{at, heading_deg * base::kPi / 180, 0};
  arm.junctures = std::move(junctures);
  return arm;
}

IntersectionDescription tee_template() {
  IntersectionDescription tee;
  tee.name = "tee";
  const std::vector<JunctureDescription> two_way = {{"out", LaneKind::vehicle, Flow::out},
                                                    {"in", LaneKind::vehicle, Flow::in}};
  tee.arms = {arm_with("west", {-10, 0, 0}, 0, two_way), arm_with("east", {10, 0, 0}, 180, two_way),
              arm_with("south", {0, -10, 0}, 90, two_way)};
  tee.arms[2].control = Control::yield;
  CorridorDescription through;
  through.name = "through";
  through.from = {"west", "in"};
  through.to = {"east", "out"};
  tee.corridors = {through};
  return tee;
}

TEST(IntersectionTemplate, IsMovedTurnedAndNamedAnew) {
  const IntersectionDescription copy = instantiate(tee_template(), "mill", {{100, 50, 2}, base::kHalfPi});
  EXPECT_EQ(copy.name, "mill");
  EXPECT_EQ(copy.made_from, "tee");
  EXPECT_EQ(copy.corridors[0].name, "mill.through");
  EXPECT_NEAR(copy.arms[0].at->position.x, 100, 1e-12);
  EXPECT_NEAR(copy.arms[0].at->position.y, 40, 1e-12);
  EXPECT_NEAR(copy.arms[0].at->position.z, 2, 1e-12);
  EXPECT_NEAR(copy.arms[0].at->heading_rad, base::kHalfPi, 1e-12);
}

Sketch tee_town(std::string_view lanes) {
  Sketch town;
  town.way("w", lanes).from(-60, 0, 0).line(50).open_start();
  town.way("e", lanes).from(60, 0, 180).line(50).open_start();
  town.way("s", lanes).from(0, -60, 90).line(50).open_start();
  IntersectionDescription tee = instantiate(tee_template(), "t", {});
  tee.arms[0].attached = EndReference{"w", End::end};
  tee.arms[1].attached = EndReference{"e", End::end};
  tee.arms[2].attached = EndReference{"s", End::end};
  town.description().intersections.push_back(tee);
  return town;
}

TEST(FloatingJuncture, SlidesToTheLanesOfTheWay) {
  for (const std::string_view lanes : {"v<3 | v>3", "v<4 | v>3.2", "m.1 v<3 m.2 | v>3.5"}) {
    const Network network = tee_town(lanes).build();
    const Corridor& through = corridor_named(network, "t.through");
    const geometry::WorldPoint begins = place(network, through.strip, {}).position;
    const LaneId lane = through.from.lane;
    const double length = network.strip(network.lane(lane).strip).length();
    const geometry::WorldPoint ends =
        place(network, network.lane(lane).strip, {length, network.edges(lane, length).centre(), 0}).position;
    EXPECT_NEAR(geometry::distance_between(begins, ends), 0, 1e-9) << lanes;
    EXPECT_EQ(network.corridors().size(), 6U) << lanes;
  }
}

TEST(FloatingJuncture, RefusesAProfileThatDoesNotMatchAndShowsBothSides) {
  const base::Diagnostics found = tee_town("v< v< | v>").diagnostics();
  ASSERT_TRUE(found.has_errors());
  EXPECT_EQ(found[0].code, "N118");
  EXPECT_NE(found[0].message.find("[vehicle out, vehicle in]"), std::string::npos) << found[0].message;
  EXPECT_NE(found[0].message.find("[vehicle out, vehicle out, vehicle in]"), std::string::npos)
      << found[0].message;
  EXPECT_EQ(tee_town("b< | v>").codes().substr(0, 4), "N118");
}

TEST(IntersectionTemplate, ReportsAWayThatEndsElsewhere) {
  Sketch near = tee_town("v< | v>");
  near.description().intersections[0].arms[0].at->position.x += 0.3;
  EXPECT_EQ(near.codes(), "N201");
  Sketch far = tee_town("v< | v>");
  far.description().intersections[0].arms[0].at->position.x += 3;
  EXPECT_EQ(far.codes(), "N119");
}

// ---- zero length

TEST(ZeroLength, JoinsTheSectionsOfARoadAndKnowsTheLaneThatEnds) {
  Sketch road;
  road.way("wide", "v> v>!").from(0, 0, 0).line(200).open_start().section("narrow", 120, "v>").open_end();
  road.joint("drop", "wide.end", "narrow.start");
  const Network network = road.build();
  EXPECT_EQ(network.corridors().size(), 0U);
  const DirectedLane stays = lane_named(network, "wide", "R1"), ends = lane_named(network, "wide", "R2");
  ASSERT_EQ(network.onward(stays).size(), 1U);
  EXPECT_EQ(network.onward(stays)[0], lane_named(network, "narrow", "R1"));
  EXPECT_TRUE(network.onward(ends).empty());
  EXPECT_TRUE(network.lane(ends.lane).ends);
  EXPECT_DOUBLE_EQ(network.lane(ends.lane).length, 120);
}

TEST(ZeroLength, AddsALane) {
  Sketch road;
  road.way("narrow", "v>").from(0, 0, 0).line(200).open_start().section("wide", 120, "v> v>").open_end();
  road.joint("add", "narrow.end", "wide.start");
  const Network network = road.build();
  EXPECT_EQ(network.onward(lane_named(network, "narrow", "R1")).size(), 1U);
  EXPECT_TRUE(network.before(lane_named(network, "wide", "R2")).empty());
}

TEST(ZeroLength, AsksForAWordOnALaneThatEnds) {
  Sketch road;
  road.way("wide", "v> v>").from(0, 0, 0).line(200).open_start().section("narrow", 120, "v>").open_end();
  road.joint("drop", "wide.end", "narrow.start");
  EXPECT_EQ(road.codes(), "N150");
}

TEST(ZeroLength, ClosesALoop) {
  Sketch loop;
  loop.way("ring", "v< | v>").from(0, 0, 0).arc(40 * base::kPi, 20);
  loop.joint("close", "ring.end", "ring.start");
  const Network network = loop.build();
  EXPECT_EQ(network.onward(lane_named(network, "ring", "R1"))[0], lane_named(network, "ring", "R1"));
  EXPECT_EQ(network.onward(lane_named(network, "ring", "L1"))[0], lane_named(network, "ring", "L1"));
}

TEST(ZeroLength, JoinsHeadToHead) {
  Sketch road;
  road.way("a", "v< | v>").from(0, 0, 0).line(50).open_start();
  road.way("b", "v< | v>").from(100, 0, 180).line(50).open_start();
  road.joint("meet", "a.end", "b.end");
  const Network network = road.build();
  const DirectedLane next = network.onward(lane_named(network, "a", "R1"))[0];
  EXPECT_EQ(next, lane_named(network, "b", "L1"));
  EXPECT_FALSE(next.is_along);
}

TEST(ZeroLength, FollowsTheLinksThatAreGiven) {
  Sketch road;
  road.way("a", "v> v>").from(0, 0, 0).line(50).open_start();
  road.way("b", "v> v>").from(50, 0, 0).line(50).open_end();
  road.joint("x", "a.end", "b.start").link("a", "R1", "b", "R1").link("a", "R2", "b", "R2");
  EXPECT_EQ(road.codes(), "");
  road.description().intersections[0].links[1].to.lane = "R7";
  EXPECT_EQ(road.codes(), "N124");
}

TEST(ZeroLength, CountsACrackAndReportsAGap) {
  const auto road = [](double gap) {
    Sketch sketch;
    sketch.way("a", "v>").from(0, 0, 0).line(50).open_start();
    sketch.way("b", "v>").from(50, gap, 0).line(50).open_end();
    sketch.joint("x", "a.end", "b.start");
    return sketch;
  };
  const Network cracked = road(0.015).build();
  EXPECT_EQ(cracked.nudges().count, 1U);
  EXPECT_NEAR(cracked.nudges().largest_m, 0.015, 1e-9);
  EXPECT_TRUE(cracked.repairs().empty());
  const Network gapped = road(0.3).build();
  ASSERT_EQ(gapped.repairs().size(), 1U);
  EXPECT_EQ(gapped.repairs()[0].code, "N202");
  EXPECT_NEAR(gapped.repairs()[0].size_m, 0.3, 1e-9);
  EXPECT_EQ(road(3).codes(), "N122");
}

// ---- hierarchy

TEST(Crosswalk, CrossesTheVehicleCorridorsAndBothKnowIt) {
  Sketch town;
  CrossingSketch x = town.four_arms("x", "s= v< | v> s=", 100, 16);
  for (const char* arm : {"west", "south", "east", "north"}) x.crosswalk(arm);
  const Network network = town.build();
  const IntersectionId whole = network.find_intersection("x");
  EXPECT_EQ(network.parts(whole).size(), 4U);
  for (const IntersectionId part : network.parts(whole)) {
    EXPECT_EQ(network.intersection(part).whole, whole);
    EXPECT_EQ(network.corridors(part).size(), 6U);  // two sidewalks and two crosswalks, each with each
  }
  const CorridorId crosswalk = network.find_corridor("x.west_crosswalk");
  ASSERT_FALSE(crosswalk.is_empty());
  int vehicles = 0;
  for (const Dependency& dependency : network.dependencies(crosswalk)) {
    const Corridor& other = network.corridor(dependency.other);
    if (use_of(network.lane(other.lane).kind) != Use::vehicles) continue;
    ++vehicles;
    EXPECT_EQ(dependency.precedence, Precedence::goes) << network.name_of(other.strip);
    bool knows = false;
    for (const Dependency& back : network.dependencies(dependency.other))
      knows = knows || (back.other == crosswalk && back.precedence == Precedence::yields);
    EXPECT_TRUE(knows);
  }
  EXPECT_EQ(vehicles, 6);  // three that come in over it, three that leave
  // a walker goes from one sidewalk over the corner and the crosswalk to the other side
  const DirectedLane walk = lane_named(network, "west", "L2");
  bool crosses = false;
  for (const DirectedLane corner : network.onward(walk))
    for (const DirectedLane next : network.onward(corner))
      crosses = crosses || network.corridor_of(next.lane) == crosswalk;
  EXPECT_TRUE(crosses);
}

TEST(Crosswalk, NeedsSidewalks) {
  Sketch town;
  town.four_arms("x", "v< | v>").crosswalk("west");
  EXPECT_EQ(town.codes(), "N143");
}

// ---- control

TEST(Control, ComesFromTheSignsOnTheApproach) {
  Sketch town;
  town.four_arms("x", "v< | v>");
  FeatureDescription stop;
  stop.kind = FeatureKind::stop_sign;
  stop.distance = 96;
  stop.direction = LaneDirection::forward;
  town.description().roads[0].ways[0].features.push_back(stop);
  stop.distance = 10;  // too far from the crossing
  town.description().roads[1].ways[0].features.push_back(stop);
  const Network network = town.build();
  EXPECT_EQ(corridor_named(network, "x.west_to_east").control, Control::stop);
  EXPECT_EQ(corridor_named(network, "x.south_to_north").control, Control::priority_to_the_right);
}

TEST(Control, StopOnAllArmsIsAnAllWayStop) {
  Sketch town;
  town.four_arms("x", "v< | v>").control(Control::stop);
  const Network network = town.build();
  for (const Corridor& corridor : network.corridors()) EXPECT_EQ(corridor.control, Control::all_way_stop);
}

TEST(Control, FollowsTheSignalGroupsOfArmsAndCorridors) {
  Sketch town;
  CrossingSketch x = town.four_arms("x", "v< | v>");
  x.description().signals = SignalsDescription{{"main", "side"},
                                               {{30, {Aspect::green, Aspect::red}},
                                                {3, {Aspect::yellow, Aspect::red}},
                                                {20, {Aspect::red, Aspect::green}},
                                                {3, {Aspect::red, Aspect::yellow}}},
                                               10};
  x.description().arms[0].signal_group = "main";
  x.description().arms[2].signal_group = "main";
  x.description().arms[1].signal_group = "side";
  x.description().arms[3].signal_group = "side";
  const Network network = town.build();
  ASSERT_EQ(network.signal_groups().size(), 2U);
  const Corridor& through = corridor_named(network, "x.west_to_east");
  EXPECT_EQ(through.control, Control::signal);
  EXPECT_EQ(network.signal_groups()[through.signal_group.index()].name, "main");
  SignalState shown;
  const auto at = [&](double seconds) {
    show_programmes(network, base::SimTime::from_nanoseconds(static_cast<std::int64_t>(seconds * 1e9)),
                    shown);
    return shown;
  };
  EXPECT_EQ(at(10), (SignalState{Aspect::green, Aspect::red}));
  EXPECT_EQ(at(39.9), (SignalState{Aspect::green, Aspect::red}));
  EXPECT_EQ(at(40), (SignalState{Aspect::yellow, Aspect::red}));
  EXPECT_EQ(at(9), (SignalState{Aspect::red, Aspect::yellow}));
  EXPECT_EQ(at(10 + 56 * 3), (SignalState{Aspect::green, Aspect::red}));
}

TEST(Dependency, FollowsTheWordOfTheAuthor) {
  Sketch town;
  CrossingSketch x = town.four_arms("x", "v< | v>");
  x.description().overrides = {{"west_to_east", "x.south_to_north", DependencyOverride::Rule::yields, {}},
                               {"west_to_east", "east_to_south", DependencyOverride::Rule::independent, {}}};
  const Network network = town.build();
  const auto precedence = [&](std::string_view one, std::string_view other) -> std::optional<Precedence> {
    for (const Dependency& d : network.dependencies(network.find_corridor(one)))
      if (d.other == network.find_corridor(other)) return d.precedence;
    return std::nullopt;
  };
  EXPECT_EQ(precedence("x.west_to_east", "x.south_to_north"), Precedence::yields);
  EXPECT_EQ(precedence("x.south_to_north", "x.west_to_east"), Precedence::goes);
  EXPECT_EQ(precedence("x.west_to_east", "x.east_to_south"), std::nullopt);
  EXPECT_EQ(precedence("x.east_to_south", "x.west_to_east"), std::nullopt);
  EXPECT_EQ(precedence("x.west_to_east", "x.west_to_south"), Precedence::equal);  // they part
}

TEST(Dependency, IsSharedByEqualIntersectionsWhereverTheyLie) {
  // the same crossing twice, the second one turned and far away
  Sketch town;
  for (const double turn : {0.0, 37.0}) {
    const std::string name = turn == 0 ? "a" : "b";
    const base::SinCos h = base::sin_cos(turn * base::kPi / 180);
    CrossingSketch crossing = town.crossing(name);
    const double far = turn == 0 ? 0 : 4000;
    for (int arm = 0; arm < 4; ++arm) {
      const base::SinCos d = base::sin_cos(arm * base::kHalfPi);
      const double x = -112 * d.cos, y = -112 * d.sin;
      const std::string way = name + std::to_string(arm);
      town.way(way, "v< | v>")
          .from(far + h.cos * x - h.sin * y, h.sin * x + h.cos * y, 90 * arm + turn)
          .line(100)
          .open_start();
      crossing.arm("arm" + std::to_string(arm), way + ".end");
    }
  }
  const Network network = town.build();
  const auto a = network.corridors(network.find_intersection("a")),
             b = network.corridors(network.find_intersection("b"));
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto mine = network.dependencies(network.corridor_of(a[i].strip)),
               theirs = network.dependencies(network.corridor_of(b[i].strip));
    ASSERT_EQ(mine.size(), theirs.size());
    for (std::size_t k = 0; k < mine.size(); ++k) {
      EXPECT_EQ(mine[k].contact, theirs[k].contact);  // computed once
      EXPECT_EQ(mine[k].precedence, theirs[k].precedence);
    }
  }
}

}  // namespace
}  // namespace backlot::network::intersection_test
