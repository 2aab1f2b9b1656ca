#include "backlot/traffic/vehicle/right_of_way_now.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/world/test/test_roads.h"

namespace backlot::traffic::right_of_way_now_test {
namespace {

using network::Aspect;
using network::CorridorId;
using network::Precedence;
using world::Conflict;
using world::TestRoads;
using enum network::Aspect;

//                 north
//                   |            One lane each way. A vehicle is named by the arm that it comes from and the arm that it goes to:
//          west ----+---- east   "west_to_east" has "south_to_north" on its right and "north_to_south" on its left.
//                   |
//                 south
std::unique_ptr<TestRoads> crossing_of(std::string_view axis, std::string_view side,
                                       std::string_view more = "") {
  const std::string a(axis), b(side);
  return std::make_unique<TestRoads>(R"(
network crossing
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
way west { profile street;  begin at (-115 m, 0 m) heading 0 deg;  line 100 m;  start open }
way east { profile street;  begin at (115 m, 0 m) heading 180 deg;  line 100 m;  start open }
way north { profile street;  begin at (0 m, 115 m) heading 270 deg;  line 100 m;  start open }
way south { profile street;  begin at (0 m, -115 m) heading 90 deg;  line 100 m;  start open }
intersection x {
  arm west: west.end )" + a + "\n  arm east: east.end " +
                                     a + "\n  arm north: north.end " + b + "\n  arm south: south.end " + b +
                                     "\n" + std::string(more) + "\n}\n");
}

constexpr std::string_view kSignals = R"(
  signals {
    groups main side
    programme {
      20 s: main green, side red
      4 s: main yellow, side red
      6 s: main red, side red
      20 s: main red, side green
      10 s: main dark, side dark
    }
  }
)";

CorridorId corridor(const TestRoads& roads, std::string_view name) {
  const CorridorId id = roads.network.find_corridor("x." + std::string(name));
  EXPECT_FALSE(id.is_empty()) << name;
  return id;
}

// The conflict of one corridor with the other; nothing where they do not touch.
std::optional<Conflict> conflict_between(const TestRoads& roads, CorridorId one, CorridorId other) {
  for (const Conflict& conflict : roads.roads.conflicts.of(roads.track(roads.tracks.track_of(one))))
    if (conflict.corridor == other) return conflict;
  return std::nullopt;
}

ControlNow control_of(const TestRoads& roads, CorridorId id, Aspect aspect) {
  return {aspect, network::control_state(roads.network, id, aspect)};
}

// ---- two corridors

RightOfWayNow opposite(RightOfWayNow answer) {
  if (answer == RightOfWayNow::first) return RightOfWayNow::second;
  return answer == RightOfWayNow::second ? RightOfWayNow::first : answer;
}

struct CorridorCase {
  const char* what;
  const char* axis;  // control of the arms west and east
  const char* side;  // of north and south
  const char* one;
  const char* other;
  Aspect aspect, other_aspect;
  RightOfWayNow expected;
};

constexpr auto kFirst = RightOfWayNow::first, kSecond = RightOfWayNow::second,
               kNeither = RightOfWayNow::neither, kUnknown = RightOfWayNow::unknown;
constexpr const char *kMain = "priority road", *kYield = "yield", *kStop = "stop", *kAllWay = "all way stop",
                     *kNone = "uncontrolled", *kRight = "priority to the right", *kLightA = "signal main",
                     *kLightB = "signal side";
constexpr const char *kEastward = "west_to_east", *kWestward = "east_to_west", *kNorthward = "south_to_north",
                     *kSouthward = "north_to_south", *kWestTurnsLeft = "west_to_north",
                     *kEastTurnsRight = "east_to_north", *kWestTurnsRight = "west_to_south";

const CorridorCase kCorridorCases[] = {
    // by signs, in the order priority road, no sign, yield, stop
    {"priority road before yield", kMain, kYield, kEastward, kNorthward, dark, dark, kFirst},
    {"priority road before stop", kMain, kStop, kEastward, kNorthward, dark, dark, kFirst},
    {"no sign before yield", kNone, kYield, kEastward, kNorthward, dark, dark, kFirst},
    {"yield before stop", kYield, kStop, kEastward, kNorthward, dark, dark, kFirst},
    {"stop after all others", kStop, kNone, kEastward, kNorthward, dark, dark, kSecond},
    {"the one from the right", kRight, kRight, kEastward, kNorthward, dark, dark, kSecond},
    {"not the one from the left", kRight, kRight, kEastward, kSouthward, dark, dark, kFirst},
    {"the turn across yields to oncoming traffic", kMain, kYield, kWestTurnsLeft, kWestward, dark, dark,
     kSecond},
    {"also where both merge", kMain, kYield, kWestTurnsLeft, kEastTurnsRight, dark, dark, kSecond},
    {"at an all-way stop arrival decides", kAllWay, kAllWay, kEastward, kNorthward, dark, dark, kUnknown},
    {"corridors that part: no rule", kMain, kYield, kEastward, kWestTurnsLeft, dark, dark, kNeither},
    {"corridors that do not touch", kMain, kYield, kWestTurnsRight, kWestward, dark, dark, kUnknown},
    // by lights, the freer state
    {"green before red", kLightA, kLightB, kEastward, kNorthward, green, red, kFirst},
    {"yellow has the rights of green", kLightA, kLightB, kEastward, kNorthward, yellow, red, kFirst},
    {"red and yellow is red", kLightA, kLightB, kEastward, kNorthward, red_yellow, green, kSecond},
    {"two reds: neither", kLightA, kLightB, kEastward, kNorthward, red, red, kNeither},
    {"red, and red and yellow: neither", kLightA, kLightB, kEastward, kNorthward, red, red_yellow, kNeither},
    {"flashing yellow is a yield sign", kLightA, kLightB, kEastward, kNorthward, flashing_yellow, green,
     kSecond},
    {"flashing red is a stop sign", kLightA, kLightB, kEastward, kNorthward, flashing_red, flashing_yellow,
     kSecond},
    {"flashing red may go where red may not", kLightA, kLightB, kEastward, kNorthward, flashing_red, red,
     kFirst},
    {"two flashing reds: arrival decides", kLightA, kLightB, kEastward, kNorthward, flashing_red,
     flashing_red, kUnknown},
    {"also between a turn across and oncoming traffic", kLightA, kLightB, kWestTurnsLeft, kWestward,
     flashing_red, flashing_red, kUnknown},
    {"flashing red against a stop sign: arrival decides", kLightA, kStop, kEastward, kNorthward, flashing_red,
     dark, kUnknown},
    {"flashing yellow against a yield sign: the one from the right", kLightA, kYield, kEastward, kNorthward,
     flashing_yellow, dark, kSecond},
    {"a dark light yields, red waits", kLightA, kLightB, kEastward, kNorthward, dark, red, kFirst},
    {"a dark light yields to green", kLightA, kLightB, kEastward, kNorthward, dark, green, kSecond},
    {"two greens: the turn across yields", kLightA, kLightB, kWestTurnsLeft, kWestward, green, green,
     kSecond},
    {"also at green and yellow", kLightA, kLightB, kWestTurnsLeft, kWestward, yellow, green, kSecond},
    {"a green arrow protects the turn across", kLightA, kLightB, kWestTurnsLeft, kWestward, green_arrow,
     green, kFirst},
    {"two dark lights: the one from the right", kLightA, kLightB, kEastward, kNorthward, dark, dark, kSecond},
    {"corridors that part: one queue, whatever is shown", kLightA, kLightB, kEastward, kWestTurnsLeft, green,
     red, kNeither},
};

TEST(RightOfWayNow, IsThatOfSignsAndLights) {
  for (const CorridorCase& c : kCorridorCases) {
    const bool has_lights = std::string_view(c.axis).starts_with("signal");
    const auto roads = crossing_of(c.axis, c.side, has_lights ? kSignals : "");
    const CorridorId one = corridor(*roads, c.one), other = corridor(*roads, c.other);
    const auto there = conflict_between(*roads, one, other), back = conflict_between(*roads, other, one);
    ASSERT_EQ(there.has_value(), back.has_value()) << c.what;
    if (!there) {
      SignalView signals(roads->roads.conflicts, base::SimTime{});
      EXPECT_EQ(right_of_way_now(roads->roads, signals, one, other), c.expected) << c.what;
      continue;
    }
    const ControlNow mine = control_of(*roads, one, c.aspect),
                     others = control_of(*roads, other, c.other_aspect);
    EXPECT_EQ(right_of_way_now(*there, mine, others), c.expected) << c.what;
    EXPECT_EQ(right_of_way_now(*back, others, mine), opposite(c.expected)) << c.what << ", swapped";
  }
}

TEST(RightOfWayNow, FollowsTheProgramme) {
  const auto roads = crossing_of(kLightA, kLightB, kSignals);
  const CorridorId east = corridor(*roads, kEastward), north = corridor(*roads, kNorthward);
  struct Case {
    double time_s;
    RightOfWayNow expected;
  };
  for (const Case& c :
       {Case{5, kFirst}, Case{22, kFirst}, Case{27, kNeither}, Case{40, kSecond}, Case{55, kSecond}}) {
    SignalView signals(roads->roads.conflicts, base::SimTime{} + base::Duration::from_seconds(c.time_s));
    EXPECT_EQ(right_of_way_now(roads->roads, signals, east, north), c.expected) << c.time_s;
    EXPECT_EQ(right_of_way_now(roads->roads, signals, north, east), opposite(c.expected)) << c.time_s;
  }
}

TEST(RightOfWayNow, IsUnknownOutsideOfIntersections) {
  const auto roads = crossing_of(kMain, kYield);
  SignalView signals(roads->roads.conflicts, base::SimTime{});
  const CorridorId east = corridor(*roads, kEastward);
  EXPECT_EQ(right_of_way_now(roads->roads, signals, east, CorridorId{}), kUnknown);
  EXPECT_EQ(right_of_way_now(roads->roads, signals, CorridorId{}, east), kUnknown);
  EXPECT_EQ(right_of_way_now(roads->roads, signals, east, east), kUnknown);
}

// ---- two vehicles

// Of the one vehicle and the other.
struct Facts {
  bool is_clearing = false, has_entered = false;
  float arrived_s = world::kNever;
};
constexpr Facts kComing{}, kInside{.has_entered = true}, kClearing{.is_clearing = true, .has_entered = true};
constexpr Facts at_line(float since_s) { return {.arrived_s = since_s}; }

struct VehicleCase {
  const char* what;
  const char* axis;
  const char* side;
  const char* one;
  const char* other;
  Aspect aspect, other_aspect;
  Facts facts, other_facts;
  bool expected;  // whether the one goes first
};

const VehicleCase kVehicleCases[] = {
    // both come: the rule of the corridors
    {"priority road", kMain, kYield, kEastward, kNorthward, dark, dark, kComing, kComing, true},
    {"yield sign", kYield, kMain, kEastward, kNorthward, dark, dark, kComing, kComing, false},
    {"from the left", kRight, kRight, kEastward, kNorthward, dark, dark, kComing, kComing, false},
    {"from the right", kRight, kRight, kEastward, kSouthward, dark, dark, kComing, kComing, true},
    {"turn across", kMain, kYield, kWestTurnsLeft, kWestward, dark, dark, kComing, kComing, false},
    {"green against red", kLightA, kLightB, kEastward, kNorthward, green, red, kComing, kComing, true},
    {"dark against red", kLightA, kLightB, kEastward, kNorthward, dark, red, kComing, kComing, true},
    {"turn across, two greens", kLightA, kLightB, kWestTurnsLeft, kWestward, green, green, kComing, kComing,
     false},
    {"protected turn across", kLightA, kLightB, kWestTurnsLeft, kWestward, green_arrow, green, kComing,
     kComing, true},
    // one of them is inside
    {"dark: the one inside clears", kYield, kMain, kEastward, kNorthward, dark, dark, kInside, kComing, true},
    {"dark: both inside, the rule again", kYield, kMain, kEastward, kNorthward, dark, dark, kInside, kInside,
     false},
    {"red, but inside", kLightA, kLightB, kEastward, kNorthward, red, green, kInside, kComing, true},
    {"yellow, but inside", kLightA, kLightB, kWestTurnsLeft, kWestward, yellow, green, kInside, kComing,
     true},
    {"green and inside: waits for oncoming traffic", kLightA, kLightB, kWestTurnsLeft, kWestward, green,
     green, kInside, kComing, false},
    {"both inside under red: the rule again", kLightA, kLightB, kWestTurnsLeft, kWestward, red, red, kInside,
     kInside, false},
    {"flashing yellow and inside: no clearing", kLightA, kLightB, kEastward, kNorthward, flashing_yellow,
     green, kInside, kComing, false},
    // one of them shows that it clears
    {"clearing before inside", kYield, kMain, kEastward, kNorthward, dark, dark, kClearing, kInside, true},
    {"clearing before green", kLightA, kLightB, kWestTurnsLeft, kWestward, green, green, kClearing, kComing,
     true},
    {"both clearing: the rule again", kYield, kMain, kEastward, kNorthward, dark, dark, kClearing, kClearing,
     false},
    // by arrival
    {"all-way stop: the one that stands", kAllWay, kAllWay, kEastward, kNorthward, dark, dark, at_line(9),
     kComing, true},
    {"all-way stop: the earlier", kAllWay, kAllWay, kEastward, kNorthward, dark, dark, at_line(5), at_line(6),
     true},
    {"all-way stop: not the later", kAllWay, kAllWay, kEastward, kNorthward, dark, dark, at_line(6),
     at_line(5), false},
    {"all-way stop: at once, the right", kAllWay, kAllWay, kEastward, kNorthward, dark, dark, at_line(5),
     at_line(5), false},
    {"all-way stop: both come, the smaller number", kAllWay, kAllWay, kEastward, kNorthward, dark, dark,
     kComing, kComing, true},
    {"flashing red: the earlier", kLightA, kLightB, kWestTurnsLeft, kWestward, flashing_red, flashing_red,
     at_line(5), at_line(6), true},
    {"flashing red: not the later", kLightA, kLightB, kWestTurnsLeft, kWestward, flashing_red, flashing_red,
     at_line(6), at_line(5), false},
    {"flashing red: the one that stands", kLightA, kLightB, kEastward, kNorthward, flashing_red, flashing_red,
     at_line(9), kComing, true},
    {"a sign counts more than arrival", kYield, kMain, kEastward, kNorthward, dark, dark, at_line(1),
     at_line(9), false},
    {"red counts more than arrival", kLightA, kLightB, kEastward, kNorthward, red, green, at_line(1),
     at_line(9), false},
};

constexpr std::uint32_t kOneNumber = 3, kOtherNumber = 8;

Contender contender(const TestRoads& roads, CorridorId id, Aspect aspect, const Facts& facts,
                    std::uint32_t number) {
  return {.corridor = id,
          .control = control_of(roads, id, aspect),
          .is_clearing = facts.is_clearing,
          .has_entered = facts.has_entered,
          .arrived_s = facts.arrived_s,
          .left_m = 20,
          .number = number};
}

// The vehicles of the two that stand at their lines, in order of corridors.
std::vector<network::Arrival> waiting(const Contender& one, const Contender& other) {
  std::vector<network::Arrival> all;
  const bool is_in_order = one.corridor < other.corridor;
  for (const Contender& c : {is_in_order ? one : other, is_in_order ? other : one})
    if (c.arrived_s < world::kNever) all.push_back(c.arrival());
  return all;
}

bool ask(const TestRoads& roads, const Conflict& conflict, const Contender& one, const Contender& other) {
  const std::vector<network::Arrival> all = waiting(one, other);
  return goes_first(roads.network, conflict, one, other,
                    [&] { return std::span<const network::Arrival>(all); });
}

TEST(GoesFirst, IsAsTheTableSays) {
  for (const VehicleCase& c : kVehicleCases) {
    const bool has_lights = std::string_view(c.axis).starts_with("signal");
    const auto roads = crossing_of(c.axis, c.side, has_lights ? kSignals : "");
    const CorridorId one_id = corridor(*roads, c.one), other_id = corridor(*roads, c.other);
    const auto there = conflict_between(*roads, one_id, other_id),
               back = conflict_between(*roads, other_id, one_id);
    ASSERT_TRUE(there && back) << c.what;
    const Contender one = contender(*roads, one_id, c.aspect, c.facts, kOneNumber);
    const Contender other = contender(*roads, other_id, c.other_aspect, c.other_facts, kOtherNumber);
    EXPECT_EQ(ask(*roads, *there, one, other), c.expected) << c.what;
    EXPECT_EQ(ask(*roads, *back, other, one), !c.expected) << c.what << ", swapped";
  }
}

TEST(GoesFirst, IsTheNearerOneWhereThereIsNoRule) {
  const auto roads = crossing_of(kMain, kYield);
  const Conflict conflict{.kind = network::DependencyKind::merging};
  ASSERT_EQ(conflict.standing, Precedence::equal);
  Contender one{.left_m = 10, .number = kOneNumber}, other{.left_m = 11, .number = kOtherNumber};
  EXPECT_TRUE(ask(*roads, conflict, one, other));
  EXPECT_FALSE(ask(*roads, conflict, other, one));
  one.left_m = 12;
  EXPECT_FALSE(ask(*roads, conflict, one, other));
  EXPECT_TRUE(ask(*roads, conflict, other, one));
  one.left_m = other.left_m;
  EXPECT_TRUE(ask(*roads, conflict, one, other)) << "the smaller number";
  EXPECT_FALSE(ask(*roads, conflict, other, one));
}

TEST(GoesFirst, NamesExactlyOneOfTwoInEveryCase) {
  const std::array kFacts = {kComing, kInside, kClearing, at_line(5), at_line(6)};
  struct Pair {
    const char *axis, *side, *one, *other;
  };
  for (const Pair& p :
       {Pair{kLightA, kLightB, kEastward, kNorthward}, Pair{kLightA, kLightB, kWestTurnsLeft, kWestward},
        Pair{kAllWay, kAllWay, kEastward, kNorthward}, Pair{kRight, kRight, kWestTurnsLeft, kWestward}}) {
    const bool has_lights = std::string_view(p.axis).starts_with("signal");
    const auto roads = crossing_of(p.axis, p.side, has_lights ? kSignals : "");
    const CorridorId one_id = corridor(*roads, p.one), other_id = corridor(*roads, p.other);
    const auto there = conflict_between(*roads, one_id, other_id),
               back = conflict_between(*roads, other_id, one_id);
    ASSERT_TRUE(there && back);
    const std::vector<Aspect> aspects =
        has_lights ? std::vector<Aspect>{dark,        red,    red_yellow,      green,
                                         green_arrow, yellow, flashing_yellow, flashing_red}
                   : std::vector<Aspect>{dark};
    for (const Aspect a : aspects)
      for (const Aspect b : aspects)
        for (const Facts& mine : kFacts)
          for (const Facts& others : kFacts) {
            const Contender one = contender(*roads, one_id, a, mine, kOneNumber);
            const Contender other = contender(*roads, other_id, b, others, kOtherNumber);
            EXPECT_NE(ask(*roads, *there, one, other), ask(*roads, *back, other, one))
                << p.one << " " << p.other << " " << to_text(a) << " " << to_text(b);
          }
  }
}

}  // namespace
}  // namespace backlot::traffic::right_of_way_now_test
