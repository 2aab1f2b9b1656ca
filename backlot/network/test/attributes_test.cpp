// What applies along a way.
#include <gtest/gtest.h>

#include "backlot/network/network.h"
#include "backlot/network/test/sketch.h"

namespace backlot::network::attributes_test {
namespace {

AttributeDescription stretch(AttributeKind kind, double from, double to,
                             LaneDirection direction = LaneDirection::both) {
  AttributeDescription attribute;
  attribute.kind = kind;
  attribute.from = from;
  attribute.to = to;
  attribute.direction = direction;
  return attribute;
}

TEST(Attribute, AppliesOnItsStretchToItsDirection) {
  Sketch town;
  town.way("a", "v< | v>")
      .from(0, 0, 0)
      .line(100)
      .open()
      .attribute(stretch(AttributeKind::no_passing, 20, 60, LaneDirection::forward));
  const Network network = town.build();
  const DirectedLane right = lane_named(network, "a", "R1"), left = lane_named(network, "a", "L1");
  EXPECT_TRUE(network.attribute_at(AttributeKind::no_passing, right, 20));
  EXPECT_TRUE(network.attribute_at(AttributeKind::no_passing, right, 60));
  EXPECT_FALSE(network.attribute_at(AttributeKind::no_passing, right, 60.1));
  EXPECT_FALSE(network.attribute_at(AttributeKind::no_passing, left, 40));
  EXPECT_FALSE(network.attribute_at(AttributeKind::work_zone, right, 40));
}

TEST(Attribute, AppliesToItsLanesOnly) {
  Sketch town;
  AttributeDescription slow = stretch(AttributeKind::speed_limit, 0, 1e9);
  slow.value = 5;
  slow.lanes = {"R2"};
  town.way("a", "v> v>").from(0, 0, 0).line(100).open().attribute(slow);
  const Network network = town.build();
  EXPECT_DOUBLE_EQ(network.speed_limit_mps(lane_named(network, "a", "R2"), 50), 5);
  EXPECT_DOUBLE_EQ(network.speed_limit_mps(lane_named(network, "a", "R1"), 50), 50 / 3.6);
}

TEST(Attribute, NextIsTheNextAheadOfTheTraveller) {
  Sketch town;
  town.way("a", "v< | v>")
      .from(0, 0, 0)
      .line(100)
      .open()
      .attribute(stretch(AttributeKind::work_zone, 70, 80))
      .attribute(stretch(AttributeKind::work_zone, 30, 40));
  const Network network = town.build();
  const DirectedLane right = lane_named(network, "a", "R1"), left = lane_named(network, "a", "L1");
  EXPECT_EQ(network.next_attribute(AttributeKind::work_zone, right, 10)->from, 30);
  EXPECT_EQ(network.next_attribute(AttributeKind::work_zone, right, 35)->from, 70);
  EXPECT_EQ(network.next_attribute(AttributeKind::work_zone, right, 75), nullptr);
  EXPECT_EQ(network.next_attribute(AttributeKind::work_zone, left, 90)->to, 80);
  EXPECT_EQ(network.next_attribute(AttributeKind::work_zone, left, 50)->to, 40);
  EXPECT_EQ(network.next_attribute(AttributeKind::work_zone, left, 35), nullptr);
}

TEST(Attribute, TheLastOneWrittenWins) {
  Sketch town;
  town.way("a", "v>").from(0, 0, 0).line(100).open().speed_limit(20).speed_limit(10, 0, 50).speed_limit(8, 0,
                                                                                                        20);
  const Network network = town.build();
  const DirectedLane lane = lane_named(network, "a", "R1");
  EXPECT_DOUBLE_EQ(network.speed_limit_mps(lane, 10), 8);
  EXPECT_DOUBLE_EQ(network.speed_limit_mps(lane, 30), 10);
  EXPECT_DOUBLE_EQ(network.speed_limit_mps(lane, 60), 20);
}

TEST(Feature, NextIsTheNextAheadForTheDirection) {
  Sketch town;
  town.way("a", "v< | v>")
      .from(0, 0, 0)
      .line(100)
      .open()
      .sign(FeatureKind::sign, 20, LaneDirection::forward)
      .sign(FeatureKind::sign, 60, LaneDirection::forward)
      .sign(FeatureKind::sign, 40, LaneDirection::backward);
  const Network network = town.build();
  EXPECT_EQ(network.next_feature(FeatureKind::sign, lane_named(network, "a", "R1"), 30)->distance, 60);
  EXPECT_EQ(network.next_feature(FeatureKind::sign, lane_named(network, "a", "L1"), 90)->distance, 40);
  EXPECT_EQ(network.next_feature(FeatureKind::sign, lane_named(network, "a", "L1"), 30), nullptr);
}

TEST(Attribute, ThatTrafficDoesNotHeedIsNoted) {
  const auto codes_with = [](AttributeKind kind) {
    Sketch town;
    town.way("a", "v< | v>").from(0, 0, 0).line(100).open().attribute(stretch(kind, 20, 60));
    return town.codes();
  };
  for (const AttributeKind kind :
       {AttributeKind::no_stopping, AttributeKind::no_lane_change, AttributeKind::flag_man,
        AttributeKind::school_zone, AttributeKind::work_zone})
    EXPECT_EQ(codes_with(kind), "N209") << static_cast<int>(kind);
  for (const AttributeKind kind :
       {AttributeKind::advised_speed, AttributeKind::no_passing, AttributeKind::custom})
    EXPECT_EQ(codes_with(kind), "") << static_cast<int>(kind);
}

TEST(Attribute, AZoneWithASpeedOfItsOwnIsHeededByThat) {
  const auto codes_with = [](AttributeKind zone, AttributeKind speed, double to) {
    AttributeDescription written = stretch(speed, 20, to);
    written.value = 8;
    Sketch town;
    town.way("a", "v< | v>")
        .from(0, 0, 0)
        .line(100)
        .open()
        .attribute(stretch(zone, 20, 60))
        .attribute(written);
    return town.codes();
  };
  for (const AttributeKind zone : {AttributeKind::school_zone, AttributeKind::work_zone}) {
    EXPECT_EQ(codes_with(zone, AttributeKind::speed_limit, 60), "");
    EXPECT_EQ(codes_with(zone, AttributeKind::advised_speed, 80), "");
    EXPECT_EQ(codes_with(zone, AttributeKind::speed_limit, 50), "N209") << "part of the zone has no speed";
  }
  EXPECT_EQ(codes_with(AttributeKind::no_stopping, AttributeKind::speed_limit, 60), "N209");
}

TEST(StopLine, IsTheLastOneBeforeTheEndElseTheEnd) {
  Sketch town;
  town.way("a", "v< | v>")
      .from(0, 0, 0)
      .line(100)
      .open()
      .attribute(stretch(AttributeKind::stop_line, 95, 95, LaneDirection::forward))
      .attribute(stretch(AttributeKind::stop_line, 50, 50, LaneDirection::forward));
  const Network network = town.build();
  EXPECT_DOUBLE_EQ(network.stop_distance(lane_named(network, "a", "R1")), 95);
  EXPECT_DOUBLE_EQ(network.stop_distance(lane_named(network, "a", "L1")), 0);
}

TEST(SourceFrame, MapsByItsStationsAndBack) {
  SourceFrame frame;
  frame.stations = {{0, 10}, {100, 109}, {200, 210}};
  EXPECT_DOUBLE_EQ(frame.to_source(50), 59.5);
  for (const double d : {-5.0, 0.0, 33.0, 100.0, 180.0, 250.0})
    EXPECT_NEAR(frame.from_source(frame.to_source(d)), d, 1e-9);
}

}  // namespace
}  // namespace backlot::network::attributes_test
