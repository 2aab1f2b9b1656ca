#include "backlot/look/rules.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/look/frame_snapshot.h"
#include "backlot/look/test/frames.h"

namespace backlot::look::rules_test {
namespace {

using network::Aspect;
using network::ControlState;
using network::Precedence;

// A main road from west to east with lights, and a stem that yields where they are dark. West has two lanes to the crossing.
constexpr const char* kCrossing = R"(
network crossing
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
profile wide {
  vehicle backward 3.5 m
  spine
  vehicle forward { name inner; width 3.5 m; right marking solid; right marking broken from 100 m }
  vehicle forward { name outer; width 3.5 m }
}
way west {
  profile wide;  begin at (-215 m, 0 m) heading 0 deg;  line 200 m;  start open
  speed limit 30 km/h from 150 m to 200 m forward
  stop line at 195 m forward
}
way east { profile street;  begin at (215 m, 0 m) heading 180 deg;  line 200 m;  start open }
way south { profile street;  begin at (0 m, -215 m) heading 90 deg;  line 200 m;  start open }
intersection x {
  arm west: west.end signal main
  arm east: east.end signal main
  arm south: south.end signal side
  signals {
    groups main side
    programme { 30 s: main green, side red;  30 s: main red, side green }
  }
}
)";

class RulesHere : public testing::Test {
 protected:
  RulesHere() : roads_(kCrossing) {}

  network::LaneSpot spot(const char* way, const char* lane, double distance, bool is_along = true) const {
    return {{roads_.network.find_lane(roads_.network.find_strip(way), lane), is_along}, distance};
  }
  network::CorridorId corridor(const char* name) const { return roads_.network.find_corridor(name); }

  world::TestRoads roads_;
  std::vector<Aspect> green_{Aspect::green, Aspect::red}, red_{Aspect::red, Aspect::green},
      dark_{Aspect::dark, Aspect::dark};
};

TEST_F(RulesHere, SpeedLimitAndStopLineOfALane) {
  const auto before = find_rules(roads_.network, spot("west", "inner", 50), green_);
  ASSERT_TRUE(before);
  EXPECT_NEAR(before->speed_limit_mps, 50 / 3.6, 1e-9);
  EXPECT_NEAR(before->to_line_m, 145, 1e-6);
  EXPECT_TRUE(before->may_travel);
  EXPECT_EQ(before->lane_kind, network::LaneKind::vehicle);
  const auto after = find_rules(roads_.network, spot("west", "inner", 197), green_);
  EXPECT_NEAR(after->speed_limit_mps, 30 / 3.6, 1e-9);
  EXPECT_NEAR(after->to_line_m, -2, 1e-6) << "past the line";
  const auto out = find_rules(roads_.network, spot("west", "L1", 50, false), green_);
  EXPECT_TRUE(std::isinf(out->to_line_m)) << "an open end lies ahead";
  EXPECT_NEAR(out->speed_limit_mps, 50 / 3.6, 1e-9) << "the zone is for the other direction";
  EXPECT_FALSE(find_rules(roads_.network, spot("west", "L1", 50, true), green_)->may_travel);
}

TEST_F(RulesHere, LanesMayBeChangedWhereTheMarkingAllowsIt) {
  const auto solid = find_rules(roads_.network, spot("west", "inner", 50), green_),
             broken = find_rules(roads_.network, spot("west", "inner", 150), green_),
             outer = find_rules(roads_.network, spot("west", "outer", 150), green_);
  EXPECT_FALSE(solid->may_change_right);
  EXPECT_TRUE(broken->may_change_right);
  EXPECT_FALSE(broken->may_change_left) << "the lane on the left runs the other way";
  EXPECT_TRUE(outer->may_change_left);
  EXPECT_FALSE(outer->may_change_right);
}

TEST_F(RulesHere, ControlAheadFollowsTheSignals) {
  const auto state = [&](const std::vector<Aspect>& signals) {
    return find_rules(roads_.network, spot("south", "R1", 150), signals, corridor("x.south_to_east"))->state;
  };
  EXPECT_EQ(state(green_), ControlState::stop);
  EXPECT_EQ(state(red_), ControlState::go);
  const auto unnamed = find_rules(roads_.network, spot("south", "R1", 150), red_);
  EXPECT_TRUE(unnamed->corridor.is_empty()) << "two corridors lead on";
  const auto only = find_rules(roads_.network, spot("west", "inner", 150), green_);
  ASSERT_FALSE(only->corridor.is_empty()) << "the inner lane leads straight on only";
  EXPECT_EQ(roads_.network.corridor(only->corridor).turn, network::Turn::straight);
  EXPECT_EQ(only->state, ControlState::go);
  const auto wrong =
      find_rules(roads_.network, spot("west", "inner", 150), green_, corridor("x.south_to_east"));
  EXPECT_EQ(wrong->corridor, only->corridor) << "the lane does not lead to the one named";
}

TEST_F(RulesHere, RightOfWayFollowsTheSignals) {
  const network::CorridorId across = corridor("x.south_to_west"), through = corridor("x.east_to_west");
  ASSERT_FALSE(across.is_empty());
  ASSERT_FALSE(through.is_empty());
  EXPECT_EQ(find_right_of_way(roads_.roads, across, through, green_), Precedence::yields);
  EXPECT_EQ(find_right_of_way(roads_.roads, through, across, green_), Precedence::goes);
  EXPECT_EQ(find_right_of_way(roads_.roads, across, through, red_), Precedence::goes);
  EXPECT_FALSE(find_right_of_way(roads_.roads, across, network::CorridorId(1000), green_));
  EXPECT_FALSE(find_right_of_way(roads_.roads, {}, across, green_));
  EXPECT_FALSE(find_right_of_way(roads_.roads, across, across, green_)) << "a corridor does not touch itself";
}

// The same question to the network, which knows nothing of what is made ready for drivers: for all pairs of corridors that touch, under all
// pairs of aspects. Only under two reds the network names the standing precedence, and the question says that neither goes first.
std::size_t expect_as_the_network_says(const world::TestRoads& roads) {
  std::size_t compared = 0;
  const network::Network& network = roads.network;
  std::vector<Aspect> signals(network.signal_groups().size(), Aspect::dark);
  constexpr auto kAspects = static_cast<std::uint8_t>(network::count_of(Aspect{}));
  for (std::uint32_t c = 0; c < network.corridors().size(); ++c) {
    const network::CorridorId one(c);
    const network::SignalGroupId group = network.corridor(one).signal_group;
    for (const network::Dependency& there : network.dependencies(one)) {
      const network::SignalGroupId other_group = network.corridor(there.other).signal_group;
      const bool is_walked =
          roads.tracks.track_of(one).is_empty() || roads.tracks.track_of(there.other).is_empty();
      for (std::uint8_t a = 0; a < kAspects; ++a) {
        for (std::uint8_t b = 0; b < kAspects; ++b) {
          if (!group.is_empty()) signals[group.index()] = static_cast<Aspect>(a);
          if (!other_group.is_empty()) signals[other_group.index()] = static_cast<Aspect>(b);
          const bool has_two_reds =
              there.kind != network::DependencyKind::diverging && !is_walked &&
              network::control_state(network, one, signals) == ControlState::stop &&
              network::control_state(network, there.other, signals) == ControlState::stop;
          const Precedence expected =
              has_two_reds ? Precedence::equal : network::precedence(network, one, there, signals);
          EXPECT_EQ(find_right_of_way(roads.roads, one, there.other, signals), expected)
              << network.name_of(network.strip_of(one)) << ", "
              << network.name_of(network.strip_of(there.other)) << ", aspects " << int{a} << " and "
              << int{b};
          ++compared;
        }
      }
      if (!group.is_empty()) signals[group.index()] = Aspect::dark;
      if (!other_group.is_empty()) signals[other_group.index()] = Aspect::dark;
    }
  }
  return compared;
}

TEST(RightOfWay, IsThatOfTheNetworkUnderAllAspects) {
  for (const char* scene : {"biketown.way", "county_road.way", "study_road.way"})
    EXPECT_GT(expect_as_the_network_says(world::TestRoads(world::scene(scene))), 50U) << scene;
  // its lanes part and join side by side: there is nothing to compare
  EXPECT_EQ(expect_as_the_network_says(world::TestRoads(world::scene("motorway.way"))), 0U);
}

// A crossing with every control of two arms by every control of the two others, lights among them.
TEST(RightOfWay, IsThatOfTheNetworkForAllControls) {
  const std::string ways = R"(
network crossing
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
way west { profile street;  begin at (-115 m, 0 m) heading 0 deg;  line 100 m;  start open }
way east { profile street;  begin at (115 m, 0 m) heading 180 deg;  line 100 m;  start open }
way north { profile street;  begin at (0 m, 115 m) heading 270 deg;  line 100 m;  start open }
way south { profile street;  begin at (0 m, -115 m) heading 90 deg;  line 100 m;  start open }
)";
  const std::string controls[] = {"priority road", "yield",        "stop",
                                  "all way stop",  "uncontrolled", "priority to the right",
                                  "signal main"};
  for (const std::string& axis : controls) {
    for (const std::string& side : controls) {
      const bool has_lights = axis == "signal main" || side == "signal main";
      std::string text = ways + "intersection x {\n";
      for (const char* arm : {"west", "east"})
        text += std::string("arm ") + arm + ": " + arm + ".end " + axis + "\n";
      text += "arm north: north.end " + side + "\n";
      text += "arm south: south.end " + (side == "signal main" ? "signal side" : side) + "\n";
      if (has_lights) text += "signals { groups main side\n programme { 30 s: main green, side red } }\n";
      SCOPED_TRACE(axis + ", " + side);
      EXPECT_GT(expect_as_the_network_says(world::TestRoads(text + "}\n")), 500U);
    }
  }
}

TEST_F(RulesHere, OfABodyAreThoseOfItsPlace) {
  record::FrameObject extra = extra_on(roads_, roads_.lane("south", "R1"), 150, 10, 1);
  extra.corridor = corridor("x.south_to_east");
  record::Frame frame;
  frame.objects = {extra, external_at({-100, 1.75, 0}, 1, 0, -5, 2), external_at({0, 100, 0}, 1, 0, 0, 3)};
  FrameSnapshot recorded(roads_.roads);
  recorded.read(frame);
  network::LocateScratch scratch;
  const auto of_extra = find_rules(recorded.view(), 1, green_, scratch);
  ASSERT_TRUE(of_extra);
  EXPECT_EQ(of_extra->corridor, extra.corridor);
  EXPECT_EQ(of_extra->state, ControlState::stop);
  EXPECT_NEAR(of_extra->to_line_m, 50, 1e-6);
  const auto reversing = find_rules(recorded.view(), 2, green_, scratch);
  ASSERT_TRUE(reversing);
  EXPECT_TRUE(reversing->may_travel) << "it reverses out of the road, as the traffic of this lane drives";
  EXPECT_FALSE(find_rules(recorded.view(), 3, green_, scratch)) << "off the road";
}

// At random places of two shipped networks, against what their tables say.
TEST_F(RulesHere, EqualAScanOfTheTables) {
  for (const char* file : {"biketown.way", "motorway.way"}) {
    const world::TestRoads roads(world::scene(file));
    const network::Network& net = roads.network;
    base::RandomStream random{5, 1, 1};
    std::size_t lines = 0, limits = 0, changes = 0;
    for (int k = 0; k < 50000; ++k) {
      const network::LaneId id(static_cast<std::uint32_t>(random.below(net.lanes().size())));
      const network::Lane& lane = net.lane(id);
      const network::WayId way = net.way_of(id);
      if (way.is_empty() || network::use_of(lane.kind) != network::Use::vehicles) continue;
      const bool is_along = lane.permits(true);
      const double length = net.strip(lane.strip).length(), distance = random.uniform() * length;
      const auto rules = find_rules(net, {{id, is_along}, distance}, {});
      ASSERT_TRUE(rules);
      // a limit that is the only one for this place and direction
      const auto direction = is_along ? network::LaneDirection::forward : network::LaneDirection::backward;
      const auto applies = [&](network::LaneDirection d) {
        return d == direction || d == network::LaneDirection::both;
      };
      std::vector<double> values;
      for (const network::AttributeDescription& a : net.attributes(way)) {
        if (a.kind == network::AttributeKind::speed_limit && distance >= a.from && distance < a.to &&
            applies(a.direction) && a.lanes.empty())
          values.push_back(a.value);
      }
      if (values.size() == 1) {
        EXPECT_EQ(rules->speed_limit_mps, values[0]);
      }
      limits += values.size() == 1 ? 1U : 0U;
      // the only stop line, or the end of the lane
      const bool has_ahead = !(is_along ? net.way(way).at_end : net.way(way).at_start).is_empty();
      EXPECT_EQ(std::isfinite(rules->to_line_m), has_ahead);
      std::vector<double> stops;
      for (const network::AttributeDescription& a : net.attributes(way))
        if (a.kind == network::AttributeKind::stop_line && applies(a.direction)) stops.push_back(a.from);
      if (has_ahead && stops.size() < 2) {
        const double line = stops.empty() ? (is_along ? length : 0) : stops[0];
        const double left = net.metres_at(id, line) - net.metres_at(id, distance);
        EXPECT_NEAR(rules->to_line_m, is_along ? left : -left, 1e-9);
        ++lines;
      }
      // lanes beside that run the same way
      const network::LaneId beside = is_along ? lane.left : lane.right;
      const bool may = !beside.is_empty() &&
                       network::use_of(net.lane(beside).kind) == network::Use::vehicles &&
                       net.lane(beside).permits(is_along);
      if (rules->may_change_left) {
        EXPECT_TRUE(may);
      }
      changes += rules->may_change_left ? 1U : 0U;
    }
    EXPECT_GT(lines, 100U) << file;
    EXPECT_GT(limits + changes, 100U) << file;
  }
}

TEST_F(RulesHere, OfAWrongQuestionAreNone) {
  EXPECT_FALSE(find_rules(roads_.network, {{}, 0}, green_));
  EXPECT_FALSE(find_rules(roads_.network, {{network::LaneId(100000), true}, 0}, green_));
  EXPECT_FALSE(
      find_rules(roads_.network, spot("west", "inner", std::numeric_limits<double>::quiet_NaN()), green_));
  EXPECT_NEAR(find_rules(roads_.network, spot("west", "inner", 1e9), green_)->to_line_m, -5, 1e-6)
      << "as at the end";
}

}  // namespace
}  // namespace backlot::look::rules_test
