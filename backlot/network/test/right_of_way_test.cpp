#include "backlot/network/right_of_way.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/network/test/precedence_words.h"
#include "backlot/network/test/sketch.h"

namespace backlot::network::right_of_way_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): its words are made for such tables
using enum From;
using enum Turn;

// Four roads of one lane each way between sidewalks, 15 m from the middle to each arm.
struct Crossing {
  std::array<Control, 4> controls = {kRight, kRight, kRight, kRight};  // south, east, north, west
  TrafficSide side = TrafficSide::right;
  bool has_signals = false;
  bool has_crosswalks = false;
  std::vector<DependencyOverride> overrides{};
};

constexpr std::array kArmNames = {"south", "east", "north", "west"};

// Groups of the signals: one for each arm, one for the left turn from the south, one for all crosswalks.
enum Group : std::size_t { kSouth, kEast, kNorth, kWest, kSouthTurn, kWalk, kGroups };

CorridorDescription corridor_between(const char* name, const char* from, const char* to) {
  CorridorDescription corridor;
  corridor.name = name;
  corridor.from = LaneReference{from, "in"};
  corridor.to = LaneReference{to, "out"};
  return corridor;
}

NetworkDescription describe(const Crossing& crossing) {
  NetworkDescription network;
  network.name = "four arms";
  network.side = crossing.side;
  IntersectionDescription& intersection = network.intersections.emplace_back();
  intersection.name = "crossing";
  intersection.allows_u_turns = true;
  intersection.overrides = crossing.overrides;
  for (std::size_t k = 0; k < 4; ++k) {
    const double heading = base::wrap_angle(static_cast<double>(1 + k) * base::kHalfPi);
    const base::SinCos h = base::sin_cos(heading);
    RoadDescription& road = network.roads.emplace_back();
    road.name = kArmNames[k];
    geometry::PlanSpine spine;
    spine.start = {-75 * h.cos, -75 * h.sin, heading};
    spine.elements.push_back({geometry::PlanLine{60}});
    road.spine = spine;
    WayDescription& way = road.ways.emplace_back();
    way.name = kArmNames[k];
    way.start = EndKind::open;
    const LaneDescription in{.name = "in"}, out{.name = "out", .direction = LaneDirection::backward};
    LaneDescription walk{
        .kind = LaneKind::sidewalk, .direction = LaneDirection::both, .width = constant_profile(2)};
    const bool keeps_right = crossing.side == TrafficSide::right;
    walk.name = "left";
    way.lanes = {walk, keeps_right ? out : in, keeps_right ? in : out};
    walk.name = "right";
    way.lanes.push_back(walk);
    way.lanes_left = 2;

    ArmDescription& arm = intersection.arms.emplace_back();
    arm.name = kArmNames[k];
    arm.attached = EndReference{kArmNames[k], End::end};
    arm.control = crossing.controls[k];
    if (crossing.has_signals) arm.signal_group = kArmNames[k];
    if (crossing.has_crosswalks) {
      arm.crosswalk = CrosswalkDescription{.signal_group = crossing.has_signals ? "walk" : ""};
    }
  }
  if (crossing.has_signals) {
    intersection.signals =
        SignalsDescription{.groups = {"south", "east", "north", "west", "south_turn", "walk"},
                           .programme = {{10, std::vector<Aspect>(kGroups, Aspect::red)}}};
    // from the south: a signal of its own for the turn across, and the turn to the own side on red
    const bool keeps_right = crossing.side == TrafficSide::right;
    CorridorDescription across = corridor_between("across", "south", keeps_right ? "west" : "east");
    across.signal_group = "south_turn";
    CorridorDescription own_side = corridor_between("own_side", "south", keeps_right ? "east" : "west");
    own_side.turn_on_red = true;
    intersection.corridors = {across, own_side};
  }
  return network;
}

class Built {
 public:
  explicit Built(const Crossing& crossing) : result_(Network::build(describe(crossing))) {
    for (const base::Diagnostic& d : result_.diagnostics()) {
      if (d.severity == base::Severity::error) ADD_FAILURE() << d.code << ": " << d.message;
    }
    BACKLOT_CHECK(result_.has_value(), "the crossing of the tests can be built");
  }

  const Network& network() const { return result_.value(); }

  CorridorId corridor(From from, Turn turn) const {
    for (std::uint32_t i = 0; i < network().corridors().size(); ++i) {
      const Corridor& c = network().corridors()[i];
      if (c.arm == static_cast<std::uint32_t>(from) && c.turn == turn &&
          network().lane(c.lane).kind == LaneKind::vehicle) {
        return CorridorId(i);
      }
    }
    ADD_FAILURE() << "no corridor from arm " << static_cast<int>(from) << " by turn "
                  << static_cast<int>(turn);
    return CorridorId(0);
  }
  CorridorId crosswalk(From arm) const {
    return network().find_corridor(std::string("crossing.") + kArmNames[static_cast<std::size_t>(arm)] +
                                   "_crosswalk");
  }

  const Dependency* dependency(CorridorId own, CorridorId other) const {
    for (const Dependency& d : network().dependencies(own)) {
      if (d.other == other) return &d;
    }
    return nullptr;
  }
  // None where the two do not touch. Checks on the way that the other side says the reverse.
  std::optional<Precedence> ask(CorridorId own, CorridorId other, std::span<const Aspect> signals) const {
    const Dependency* there = dependency(own, other);
    const Dependency* back = dependency(other, own);
    EXPECT_EQ(there == nullptr, back == nullptr);
    if (there == nullptr || back == nullptr) return std::nullopt;
    const Precedence found = precedence(network(), own, *there, signals);
    EXPECT_EQ(precedence(network(), other, *back, signals), seen_from_the_other(found));
    return found;
  }

 private:
  base::Result<Network> result_;
};

constexpr std::array kFrom = {south, east, north, west};

TEST(RightOfWay, ReadsSignsAsStates) {
  struct {
    Control control;
    ControlState state;
  } const rows[] = {
      {kMain, ControlState::go},
      {kNone, ControlState::go},
      {kRight, ControlState::yield},
      {kYield, ControlState::yield},
      {kSignal, ControlState::yield},
      {kStop, ControlState::stop_then_yield},
      {kAllWay, ControlState::stop_then_yield},
      {Control::flag_man, ControlState::stop_then_yield},
  };
  for (const auto& row : rows) {
    const Built built({.controls = {row.control, kMain, kMain, kMain}, .has_crosswalks = true});
    const Network& network = built.network();
    for (const Turn turn : {left, straight, right}) {
      EXPECT_EQ(control_state(network, built.corridor(south, turn), {}), row.state)
          << static_cast<int>(row.control);
    }
    EXPECT_EQ(control_state(network, built.crosswalk(south), {}), ControlState::go);
  }
}

TEST(RightOfWay, ReadsSignalsAsStates) {
  struct {
    Aspect aspect;
    ControlState state;
  } const rows[] = {
      {Aspect::red, ControlState::stop},
      {Aspect::red_yellow, ControlState::stop},
      {Aspect::green, ControlState::go},
      {Aspect::green_arrow, ControlState::protected_go},
      {Aspect::yellow, ControlState::prepare_to_stop},
      {Aspect::flashing_yellow, ControlState::yield},
      {Aspect::flashing_red, ControlState::stop_then_yield},
  };
  for (const TrafficSide side : {TrafficSide::right, TrafficSide::left}) {
    const Built built({.controls = {kYield, Control::automatic, Control::automatic, Control::automatic},
                       .side = side,
                       .has_signals = true,
                       .has_crosswalks = true});
    const Network& network = built.network();
    const Turn own_side = side == TrafficSide::right ? right : left,
               across = side == TrafficSide::right ? left : right;
    for (const auto& row : rows) {
      const std::vector<Aspect> signals(kGroups, row.aspect);
      EXPECT_EQ(control_state(network, built.corridor(south, straight), signals), row.state)
          << to_text(row.aspect);
      EXPECT_EQ(control_state(network, built.corridor(south, across), signals), row.state)
          << to_text(row.aspect);
      EXPECT_EQ(control_state(network, built.crosswalk(south), signals), row.state) << to_text(row.aspect);
      EXPECT_EQ(control_state(network, built.corridor(south, own_side), signals),
                row.aspect == Aspect::red ? ControlState::stop_then_yield : row.state)
          << "turn on red, " << to_text(row.aspect);
    }
    // dark, or not given at all: the sign, or none
    const std::vector<Aspect> dark(kGroups, Aspect::dark);
    for (const std::span<const Aspect> signals : {std::span<const Aspect>(dark), std::span<const Aspect>()}) {
      EXPECT_EQ(control_state(network, built.corridor(south, straight), signals), ControlState::yield);
      EXPECT_EQ(control_state(network, built.corridor(east, straight), signals), ControlState::yield);
      EXPECT_EQ(control_state(network, built.crosswalk(south), signals), ControlState::go);
    }
  }
}

// One row under signals. Groups that are not named show red.
struct Lit {
  const char* name;
  From from;
  Turn turn;
  From other_from;
  Turn other_turn;
  std::vector<std::pair<Group, Aspect>> shown;
  Precedence expected;
};

TEST(RightOfWay, ChangesWithTheSignals) {
  const Built built(
      {.controls = {Control::automatic, Control::automatic, Control::automatic, Control::automatic},
       .has_signals = true});
  const Aspect green = Aspect::green, arrow = Aspect::green_arrow, red = Aspect::red;
  const Lit rows[] = {
      {"green before red", south, straight, east, straight, {{kSouth, green}}, kGoes},
      {"permissive left against oncoming straight",
       south,
       left,
       north,
       straight,
       {{kSouthTurn, green}, {kNorth, green}},
       kYields},
      {"permissive left against oncoming right",
       south,
       left,
       north,
       right,
       {{kSouthTurn, green}, {kNorth, green}},
       kYields},
      {"protected left against oncoming green",
       south,
       left,
       north,
       straight,
       {{kSouthTurn, arrow}, {kNorth, green}},
       kGoes},
      {"protected left against oncoming red", south, left, north, straight, {{kSouthTurn, arrow}}, kGoes},
      {"left on red, oncoming green", south, left, north, straight, {{kNorth, green}}, kYields},
      {"left on green, oncoming red", south, left, north, straight, {{kSouthTurn, green}}, kGoes},
      {"yellow counts as green: left waits",
       south,
       left,
       north,
       straight,
       {{kSouthTurn, Aspect::yellow}, {kNorth, Aspect::yellow}},
       kYields},
      {"yellow before red", south, straight, east, straight, {{kSouth, Aspect::yellow}}, kGoes},
      {"right on red waits for green", south, right, west, straight, {{kWest, green}}, kYields},
      {"right on red waits for an oncoming left turn", south, right, north, left, {{kNorth, green}}, kYields},
      {"right on red before one that has to stay", south, right, west, straight, {}, kGoes},
      {"flashing yellow before flashing red",
       south,
       straight,
       east,
       straight,
       {{kSouth, Aspect::flashing_yellow}, {kEast, Aspect::flashing_red}},
       kGoes},
      {"flashing red for all: by arrival",
       south,
       straight,
       east,
       straight,
       {{kSouth, Aspect::flashing_red}, {kEast, Aspect::flashing_red}},
       kByArrival},
      {"flashing yellow for both: right before left",
       south,
       straight,
       east,
       straight,
       {{kSouth, Aspect::flashing_yellow}, {kEast, Aspect::flashing_yellow}},
       kYields},
      {"all dark: right before left",
       south,
       straight,
       east,
       straight,
       {{kSouth, Aspect::dark}, {kEast, Aspect::dark}},
       kYields},
      {"dark against red", south, straight, east, straight, {{kSouth, Aspect::dark}}, kGoes},
      {"dark against green",
       south,
       straight,
       east,
       straight,
       {{kSouth, Aspect::dark}, {kEast, green}},
       kYields},
      {"both red: as if dark", south, straight, east, straight, {{kSouth, red}}, kYields},
      {"one queue parts, whatever is shown", south, left, south, straight, {{kSouth, green}}, kEqual},
  };
  for (const Lit& row : rows) {
    std::vector<Aspect> signals(kGroups, red);
    for (const auto& [group, aspect] : row.shown) signals[group] = aspect;
    EXPECT_EQ(built.ask(built.corridor(row.from, row.turn), built.corridor(row.other_from, row.other_turn),
                        signals),
              row.expected)
        << row.name;
  }
}

TEST(RightOfWay, MirrorsTurnsWhereTrafficKeepsLeft) {
  const Built built(
      {.controls = {Control::automatic, Control::automatic, Control::automatic, Control::automatic},
       .side = TrafficSide::left,
       .has_signals = true});
  const std::vector<Aspect> green(kGroups, Aspect::green);
  EXPECT_EQ(built.ask(built.corridor(south, right), built.corridor(north, straight), green), kYields);
  EXPECT_EQ(built.ask(built.corridor(south, right), built.corridor(north, left), green), kYields);
  std::vector<Aspect> signals(kGroups, Aspect::red);
  signals[kEast] = Aspect::green;
  EXPECT_EQ(control_state(built.network(), built.corridor(south, left), signals),
            ControlState::stop_then_yield);
  EXPECT_EQ(built.ask(built.corridor(south, left), built.corridor(east, straight), signals), kYields);
}

TEST(RightOfWay, ProtectsPeopleOnCrosswalks) {
  const Built plain({.controls = {kMain, kYield, kMain, kYield}, .has_crosswalks = true});
  for (const From arm : kFrom) {
    for (const From from : kFrom) {
      for (const Turn turn : {left, straight, right}) {
        const auto found = plain.ask(plain.corridor(from, turn), plain.crosswalk(arm), {});
        if (found) {
          EXPECT_EQ(*found, kYields);
        }
      }
    }
  }
  // traffic that comes in over the crosswalk of its own arm touches it
  EXPECT_TRUE(plain.ask(plain.corridor(south, straight), plain.crosswalk(south), {}));

  const Built lit(
      {.controls = {Control::automatic, Control::automatic, Control::automatic, Control::automatic},
       .has_signals = true,
       .has_crosswalks = true});
  const auto ask = [&](From from, Turn turn, From arm, Aspect traffic, Aspect walkers) {
    std::vector<Aspect> signals(kGroups, traffic);
    signals[kWalk] = walkers;
    return lit.ask(lit.corridor(from, turn), lit.crosswalk(arm), signals);
  };
  EXPECT_EQ(ask(south, right, east, Aspect::green, Aspect::green), kYields);  // turning, both green
  EXPECT_EQ(ask(south, left, west, Aspect::green, Aspect::green), kYields);
  EXPECT_EQ(ask(south, straight, south, Aspect::green, Aspect::red), kGoes);  // they have to wait
  EXPECT_EQ(ask(south, straight, south, Aspect::red, Aspect::green), kYields);
  EXPECT_EQ(ask(south, right, east, Aspect::red, Aspect::green), kYields);  // turning on red
  EXPECT_EQ(ask(south, right, south, Aspect::red, Aspect::green), kYields);
  EXPECT_EQ(ask(south, left, west, Aspect::green_arrow, Aspect::green), kGoes);   // protected
  EXPECT_EQ(ask(south, left, west, Aspect::green_arrow, Aspect::dark), kYields);  // not told to wait
  EXPECT_EQ(ask(south, straight, south, Aspect::dark, Aspect::dark), kYields);
  EXPECT_EQ(ask(south, straight, south, Aspect::red, Aspect::red), kYields);
}

// A bicycle lane at the edge of the road: traffic that turns to that side has to cross it.
TEST(RightOfWay, ProtectsBicyclesThatGoOnBesideTurningTraffic) {
  for (const TrafficSide side : {TrafficSide::right, TrafficSide::left}) {
    Sketch town;
    town.description().side = side;
    town.four_arms("crossing", side == TrafficSide::right ? "b< v< | v> b>" : "b> v> | v< b<");
    const Network network = town.build();
    const Turn own_side = side == TrafficSide::right ? right : left;
    int found = 0;
    for (std::uint32_t i = 0; i < network.corridors().size(); ++i) {
      const Corridor& turning = network.corridors()[i];
      if (network.lane(turning.lane).kind != LaneKind::vehicle || turning.turn != own_side) continue;
      for (const Dependency& d : network.dependencies(CorridorId(i))) {
        const Corridor& bicycle = network.corridor(d.other);
        if (network.lane(bicycle.lane).kind != LaneKind::bicycle || bicycle.arm != turning.arm) continue;
        if (bicycle.turn != straight) continue;
        EXPECT_EQ(precedence(network, CorridorId(i), d, {}), kYields);
        ++found;
      }
    }
    EXPECT_EQ(found, 4);
  }
}

// A roundabout: traffic on the ring goes on, and traffic at an entry yields, even if it comes from the right.
TEST(RightOfWay, LetsTheRingOfARoundaboutGoFirst) {
  Sketch town;
  town.way("ring", "| v>3.5").from(0, -15, 0).arc(30, 20).open();  // to the left around (0, 5)
  town.way("after", "| v>3.5").from(19.5, 17.5, 85).arc(20, 20).open();
  town.way("entry", "| v>3.5").from(40, 2, 160).line(17).open();
  town.crossing("merge")
      .arm("ring", "ring.end", Control::priority_road)
      .arm("entry", "entry.end", Control::yield)
      .arm("out", "after.start");
  town.description().roads[0].ways[0].end = EndKind::joined;
  town.description().roads[1].ways[0].start = EndKind::joined;
  town.description().roads[2].ways[0].end = EndKind::joined;
  const Network network = town.build();
  const CorridorId on = network.find_corridor("merge.ring_to_out"),
                   in = network.find_corridor("merge.entry_to_out");
  ASSERT_FALSE(on.is_empty() || in.is_empty());
  ASSERT_EQ(network.dependencies(in).size(), 1u);
  ASSERT_EQ(network.dependencies(on).size(), 1u);
  EXPECT_EQ(network.dependencies(in)[0].kind, DependencyKind::merging);
  EXPECT_EQ(precedence(network, in, network.dependencies(in)[0], {}), kYields);
  EXPECT_EQ(precedence(network, on, network.dependencies(on)[0], {}), kGoes);
  EXPECT_EQ(control_state(network, in, {}), ControlState::yield);
  EXPECT_EQ(control_state(network, on, {}), ControlState::go);
  // the car on the ring that is there already and the one that waits for it
  const Arrival waiting{in, 1}, coming{on, 9};
  EXPECT_TRUE(goes_before(network, coming, waiting, std::array{coming, waiting}));
}

TEST(RightOfWay, TakesTheAuthorsWordAmongEquallyFree) {
  Crossing crossing{
      .controls = {Control::automatic, Control::automatic, Control::automatic, Control::automatic},
      .has_signals = true};
  crossing.overrides.push_back(
      {.corridor = "crossing.north_to_south", .other = "across", .rule = DependencyOverride::Rule::yields});
  const Built built(crossing);
  const CorridorId turning = built.corridor(south, left), oncoming = built.corridor(north, straight);
  EXPECT_EQ(built.ask(turning, oncoming, {}), kGoes);
  EXPECT_EQ(built.ask(turning, oncoming, std::vector<Aspect>(kGroups, Aspect::green)), kGoes);
  std::vector<Aspect> signals(kGroups, Aspect::green);
  signals[kSouthTurn] = Aspect::red;  // a signal is stronger
  EXPECT_EQ(built.ask(turning, oncoming, signals), kYields);
}

TEST(RightOfWay, IsTheReverseForTheOtherUnderAnySignals) {
  for (const TrafficSide side : {TrafficSide::right, TrafficSide::left}) {
    const Built built({.controls = {kYield, Control::automatic, kAllWay, kMain},
                       .side = side,
                       .has_signals = true,
                       .has_crosswalks = true});
    constexpr Aspect kAspects[] = {
        Aspect::dark,   Aspect::red,         Aspect::red_yellow,      Aspect::green,
        Aspect::yellow, Aspect::green_arrow, Aspect::flashing_yellow, Aspect::flashing_red};
    for (std::uint32_t i = 0; i < built.network().corridors().size(); ++i) {
      for (const Dependency& d : built.network().dependencies(CorridorId(i))) {
        for (const Aspect a : kAspects) {
          for (const Aspect b : kAspects) {
            std::vector<Aspect> signals(kGroups, b);
            const SignalGroupId group = built.network().corridor(CorridorId(i)).signal_group;
            if (!group.is_empty()) signals[group.index()] = a;
            EXPECT_TRUE(built.ask(CorridorId(i), d.other, signals));
          }
        }
      }
    }
  }
}

// ---- Which vehicle waits longest
// ----------------------------------------------------------------------------------------

TEST(GoesBefore, IsByArrivalAtAFourWayStop) {
  const Built built({.controls = {kAllWay, kAllWay, kAllWay, kAllWay}});
  const Network& network = built.network();
  const Arrival early_left{built.corridor(south, left), 100}, late{built.corridor(east, straight), 200};
  EXPECT_TRUE(goes_before(network, early_left, late, std::array{early_left, late}));
  EXPECT_FALSE(goes_before(network, late, early_left, std::array{early_left, late}));
}

TEST(GoesBefore, AsksForTheRightWhereTwoCameAtOnce) {
  const Built built({.controls = {kAllWay, kAllWay, kAllWay, kAllWay}});
  const Network& network = built.network();
  for (std::size_t k = 0; k < 4; ++k) {
    const Arrival own{built.corridor(kFrom[k], straight), 5},
        to_the_right{built.corridor(kFrom[(k + 1) % 4], straight), 5};
    EXPECT_FALSE(goes_before(network, own, to_the_right, std::array{own, to_the_right}));
    EXPECT_TRUE(goes_before(network, to_the_right, own, std::array{own, to_the_right}));
  }
  const Arrival across{built.corridor(south, left), 5}, on{built.corridor(north, straight), 5};
  EXPECT_FALSE(goes_before(network, across, on, std::array{across, on}));
}

TEST(GoesBefore, BreaksARingByTheSmallestId) {
  for (const Control control : {kAllWay, kRight}) {
    const Built built({.controls = {control, control, control, control}});
    const Network& network = built.network();
    std::vector<Arrival> all;
    for (const From from : kFrom) all.push_back({built.corridor(from, straight), 5});
    for (const Arrival& one : all) {
      for (const Arrival& other : all) {
        if (built.dependency(one.corridor, other.corridor) == nullptr) continue;
        EXPECT_EQ(goes_before(network, one, other, all), one.corridor < other.corridor);
      }
    }
    // three of them are no ring: the one without another to its right goes first
    const std::array three = {all[0], all[1], all[2]};  // south, east, north: none is to the right of north
    EXPECT_TRUE(goes_before(network, all[2], all[1], three));
    EXPECT_TRUE(goes_before(network, all[1], all[0], three));
  }
}

// East goes before south (right), south before the left turn from the north (face to face), and that before east (right).
TEST(GoesBefore, BreaksARingOfThree) {
  const Built built({.controls = {kAllWay, kAllWay, kAllWay, kAllWay}});
  const Network& network = built.network();
  const std::array all = {Arrival{built.corridor(east, straight), 5},
                          Arrival{built.corridor(south, straight), 5},
                          Arrival{built.corridor(north, left), 5}};
  for (const Arrival& one : all) {
    for (const Arrival& other : all) {
      if (one.corridor != other.corridor) {
        EXPECT_EQ(goes_before(network, one, other, all), one.corridor < other.corridor);
      }
    }
  }
}

// Lets all vehicles go that need not wait for another, again and again. Returns the rounds, 0 where a vehicle waits for ever.
int rounds_to_drain(const Built& built, std::vector<Arrival> waiting) {
  const Network& network = built.network();
  int rounds = 0;
  while (!waiting.empty()) {
    std::vector<Arrival> left_over;
    for (const Arrival& one : waiting) {
      bool is_free = true;
      for (const Arrival& other : waiting) {
        if (one.corridor == other.corridor || built.dependency(one.corridor, other.corridor) == nullptr)
          continue;
        const bool goes = goes_before(network, one, other, waiting);
        EXPECT_NE(goes, goes_before(network, other, one, waiting));
        is_free = is_free && goes;
      }
      if (!is_free) left_over.push_back(one);
    }
    if (left_over.size() == waiting.size()) return 0;
    waiting = left_over;
    ++rounds;
  }
  return rounds;
}

// All choices of turns, or no vehicle, from the four arms: all at once, and in every mixture of two times.
TEST(GoesBefore, NeverLeavesACorridorWaitingForEver) {
  struct {
    const char* name;
    std::array<Control, 4> controls;
    TrafficSide side;
  } const crossings[] = {
      {"four-way stop", {kAllWay, kAllWay, kAllWay, kAllWay}, TrafficSide::right},
      {"four-way stop, traffic on the left", {kAllWay, kAllWay, kAllWay, kAllWay}, TrafficSide::left},
      {"right before left", {kRight, kRight, kRight, kRight}, TrafficSide::right},
      {"no rule", {kNone, kNone, kNone, kNone}, TrafficSide::left},
      {"priority road that bends", {kMain, kYield, kYield, kMain}, TrafficSide::right},
      {"signs of all kinds", {kMain, kStop, kYield, kRight}, TrafficSide::right},
  };
  for (const auto& crossing : crossings) {
    const Built built({.controls = crossing.controls, .side = crossing.side});
    constexpr std::array kTurns = {straight, left, right, u_turn};
    for (int choice = 1; choice < 625; ++choice) {
      std::vector<Arrival> waiting;
      for (int k = 0, rest = choice; k < 4; ++k, rest /= 5) {
        if (rest % 5 == 0) continue;
        waiting.push_back({built.corridor(kFrom[static_cast<std::size_t>(k)],
                                          kTurns[static_cast<std::size_t>(rest % 5 - 1)]),
                           7});
      }
      for (unsigned late = 0; late < (1U << waiting.size()); ++late) {
        for (std::size_t k = 0; k < waiting.size(); ++k) waiting[k].time_ns = (late >> k) & 1U ? 9 : 7;
        const int rounds = rounds_to_drain(built, waiting);
        ASSERT_GE(rounds, 1) << crossing.name << ", choice " << choice << ", late " << late;
        ASSERT_LE(rounds, 4);
      }
    }
  }
}

}  // namespace
}  // namespace backlot::network::right_of_way_test
