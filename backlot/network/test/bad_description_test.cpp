// Descriptions that cannot be built, and what is said about them.
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "backlot/network/test/sketch.h"

namespace backlot::network::bad_description_test {
namespace {

struct Case {
  const char* name;
  const char* codes;
  std::function<void(Sketch&)> spoil;
};

// A sound town of one crossing; each case spoils one thing.
Sketch sound() {
  Sketch town;
  town.four_arms("x", "v< | v>");
  return town;
}

WayDescription& west(Sketch& town) { return town.description().roads[0].ways[0]; }
IntersectionDescription& x(Sketch& town) { return town.description().intersections[0]; }

const std::vector<Case>& cases() {
  static const double kNan = std::nan("");
  static const std::vector<Case> all = {
      {"no speed", "N100", [](Sketch& t) { t.description().speed_limit_mps = 0; }},
      {"a speed that is none", "N100", [](Sketch& t) { t.description().speed_limit_mps = std::nan(""); }},
      {"two ways of one name", "N101", [](Sketch& t) { t.description().roads[1].ways[0].name = "west"; }},
      {"two roads of one name", "N101", [](Sketch& t) { t.description().roads[1].name = "west"; }},
      {"no lanes", "N102",
       [](Sketch& t) {
         west(t).lanes.clear();
         west(t).lanes_left = 0;
       }},
      {"spine outside of the lanes", "N103", [](Sketch& t) { west(t).lanes_left = 9; }},
      {"width that is none", "N104",
       [](Sketch& t) { west(t).lanes[0].width = constant_profile(std::nan("")); }},
      {"no width", "N104", [](Sketch& t) { west(t).lanes[0].width.records.clear(); }},
      {"shift out of order", "N104",
       [](Sketch& t) {
         west(t).shift.records = {{5, 0, 0, 0, 0}, {1, 0, 0, 0, 0}};
       }},
      {"two lanes of one name", "N105", [](Sketch& t) { west(t).lanes[0].name = "R1"; }},
      {"a width below zero", "N106", [](Sketch& t) { west(t).lanes[0].width = constant_profile(-1); }},
      {"a width that falls below zero", "N106",
       [](Sketch& t) {
         west(t).lanes[0].width.records = {{0, 3, -0.05, 0, 0}};
       }},
      {"an attribute the wrong way round", "N108",
       [](Sketch& t) {
         west(t).attributes = {{AttributeKind::no_passing, 50, 20, 0, {}, {}, LaneDirection::both, {}}};
       }},
      {"an attribute of a lane that is not there", "N110",
       [](Sketch& t) {
         west(t).attributes = {{AttributeKind::no_passing, 0, 20, 0, {}, {"R9"}, LaneDirection::both, {}}};
       }},
      {"a feature nowhere", "N111",
       [](Sketch& t) {
         west(t).features.emplace_back();
         west(t).features[0].distance = kNan;
       }},
      {"markings that go back", "N156",
       [](Sketch& t) {
         west(t).lanes[0].left_changes = {{30, Marking::solid}, {20, Marking::broken}};
       }},
      {"a marking that changes nowhere", "N156",
       [](Sketch& t) {
         west(t).lanes[0].right_changes = {{kNan, Marking::solid}};
       }},
      {"an outline of two corners", "N153",
       [](Sketch& t) {
         west(t).features = {{.kind = FeatureKind::building, .outline = {{0, 0, 0}, {5, 0, 0}}}};
       }},
      {"an outline with a corner nowhere", "N153",
       [](Sketch& t) {
         west(t).features = {
             {.kind = FeatureKind::building, .outline = {{0, 0, 0}, {5, 0, 0}, {kNan, 5, 0}}}};
       }},
      {"a feature of a road nowhere", "N111",
       [](Sketch& t) {
         t.description().roads[0].features.emplace_back();
         t.description().roads[0].features[0].offset = kNan;
       }},
      {"a way that begins before its road", "N112", [](Sketch& t) { west(t).from = -3; }},
      {"a way that ends before it begins", "N112",
       [](Sketch& t) {
         west(t).from = 8;
         west(t).to = 8;
       }},
      {"a way that ends nowhere", "N112", [](Sketch& t) { west(t).to = kNan; }},
      {"a way that ends past its road", "N112", [](Sketch& t) { west(t).to = 500; }},
      {"a way that ends behind the next one's start", "N112",
       [](Sketch& t) {
         WayDescription next = west(t);
         next.name = "next";
         next.from = 50;
         west(t).to = 51;
         t.description().roads[0].ways.push_back(next);
       }},
      {"a way past the end of its road", "N112",
       [](Sketch& t) {
         WayDescription late = west(t);
         late.name = "late";
         late.from = 500;
         t.description().roads[0].ways.push_back(late);
       }},
      {"a name with a blank", "N113", [](Sketch& t) { west(t).name = "high street"; }},
      {"an intersection without a name", "N113", [](Sketch& t) { x(t).name = ""; }},
      {"an arm without a way", "N114", [](Sketch& t) { x(t).arms[0].attached.reset(); }},
      {"an end attached twice", "N115", [](Sketch& t) { x(t).arms[1].attached = x(t).arms[0].attached; }},
      {"a way that is not there", "N116", [](Sketch& t) { x(t).arms[0].attached->strip = "wst"; }},
      {"a lane that is not there", "N117",
       [](Sketch& t) {
         x(t).arms[0].lanes = {"R1", "R4"};
       }},
      {"an open end attached", "N120", [](Sketch& t) { west(t).end = EndKind::open; }},
      {"three ends without length, and a way that is left over", "N121 N150",
       [](Sketch& t) {
         x(t).kind = IntersectionKind::zero_length;
         x(t).arms.resize(3);
       }},
      {"a corridor from a lane that is not there", "N124",
       [](Sketch& t) {
         CorridorDescription c;
         c.from = {"west", "R8"};
         c.to = {"east", "L1"};
         x(t).corridors = {c};
       }},
      {"a corridor from an arm that is not there", "N125",
       [](Sketch& t) {
         CorridorDescription c;
         c.from = {"wets", "R1"};
         c.to = {"east", "L1"};
         x(t).corridors = {c};
       }},
      {"a corridor to nowhere", "N126",
       [](Sketch& t) {
         CorridorDescription c;
         c.from = {"west", "R1"};
         x(t).corridors = {c};
       }},
      {"a corridor against the traffic", "N127",
       [](Sketch& t) {
         CorridorDescription c;
         c.from = {"west", "L1"};
         c.to = {"east", "L1"};
         x(t).corridors = {c};
       }},
      {"two arms of one name", "N129", [](Sketch& t) { x(t).arms[1].name = "west"; }},
      {"a signal group that is not there", "N130", [](Sketch& t) { x(t).arms[1].signal_group = "main"; }},
      {"an interval of no time", "N131",
       [](Sketch& t) {
         x(t).signals = SignalsDescription{{"a"}, {{0, {Aspect::red}}}, 0};
       }},
      {"an interval for too few groups", "N132",
       [](Sketch& t) {
         x(t).signals = SignalsDescription{{"a", "b"}, {{5, {Aspect::red}}}, 0};
       }},
      {"signals without a programme", "N133",
       [](Sketch& t) {
         x(t).signals = SignalsDescription{{"a"}, {}, 0};
       }},
      {"two signal groups of one name", "N134",
       [](Sketch& t) {
         x(t).signals = SignalsDescription{{"a", "a"}, {{5, {Aspect::red, Aspect::red}}}, 0};
       }},
      {"a corridor without room", "N140",
       [](Sketch& t) {
         CorridorDescription c;
         c.from = {"west", "R1"};
         c.to = {"east", "L1"};
         c.shape = ThroughPoints{{{0, 0, 0}, {0, 0, 0}}};
         x(t).corridors = {c};
       }},
      {"a corridor on a road that is not there", "N141",
       [](Sketch& t) {
         CorridorDescription c;
         c.from = {"west", "R1"};
         c.to = {"east", "L1"};
         c.shape = OnRoad{"link", 0, 20, {}, true};
         x(t).corridors = {c};
       }},
      {"a corridor past the end of its road", "N142",
       [](Sketch& t) {
         CorridorDescription c;
         c.from = {"west", "R1"};
         c.to = {"east", "L1"};
         c.shape = OnRoad{"west", 200, 220, {}, true};
         x(t).corridors = {c};
       }},
      {"lanes that lead nowhere", "N150 N150 N150 N150",
       [](Sketch& t) { t.description().intersections.clear(); }},
      {"a rule for a corridor that is not there", "N151",
       [](Sketch& t) {
         x(t).overrides = {{"west_to_mars", "west_to_east", DependencyOverride::Rule::yields, {}}};
       }},
      {"a rule for corridors that do not touch", "N204",
       [](Sketch& t) {
         x(t).overrides = {{"west_to_south", "east_to_north", DependencyOverride::Rule::yields, {}}};
       }},
      {"a boundary of two points", "N152",
       [](Sketch& t) {
         x(t).boundary = {{0, 0, 0}, {1, 1, 0}};
       }},
      {"a spine that is none", "G102",
       [](Sketch& t) { std::get<geometry::PlanSpine>(t.description().roads[0].spine).elements.clear(); }},
  };
  return all;
}

TEST(BadDescription, IsRefusedWithItsCode) {
  for (const Case& c : cases()) {
    Sketch town = sound();
    ASSERT_EQ(town.codes(), "");
    c.spoil(town);
    const std::string codes = town.codes();
    if (std::string_view(c.codes)[0] == 'G')
      EXPECT_EQ(codes.substr(0, 1), "G") << c.name;
    else
      EXPECT_EQ(codes, c.codes) << c.name;
  }
}

TEST(BadDescription, AnEmptyNetworkIsANetwork) {
  const Network network = Sketch().build();
  EXPECT_TRUE(network.lanes().empty());
}

}  // namespace
}  // namespace backlot::network::bad_description_test
