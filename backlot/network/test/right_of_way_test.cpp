#include "backlot/network/right_of_way.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/network/internal/standing_precedence.h"
#include "backlot/network/test/sketch.h"

namespace backlot::network {
namespace {

using internal::CorridorFacts;
using internal::standing_precedence;

//                 north
//                   |
//          west ----+---- east       everyone is named by the arm that he comes from
//                   |
//                 south
enum class From { south, east, north, west };

struct Who {
  From from = From::south;
  Turn turn = Turn::straight;
  Control control = Control::priority_to_the_right;
  LaneKind kind = LaneKind::vehicle;
};

CorridorFacts facts(const Who& who) {
  const auto arm = static_cast<std::uint32_t>(who.from);
  CorridorFacts f;
  f.control = who.control;
  f.turn = who.turn;
  f.heading_in_rad = base::wrap_angle((1 + arm) * base::kHalfPi);
  const double by = who.turn == Turn::left     ? 1
                    : who.turn == Turn::right  ? -1
                    : who.turn == Turn::u_turn ? 2
                                               : 0;
  f.heading_out_rad = base::wrap_angle(f.heading_in_rad + by * base::kHalfPi);
  f.use = use_of(who.kind);
  f.is_crosswalk = who.kind == LaneKind::crosswalk;
  f.intersection = IntersectionId(0);
  f.arm = arm;
  return f;
}

constexpr Control kRight = Control::priority_to_the_right;
constexpr Control kMain = Control::priority_road;
constexpr Control kYield = Control::yield;
constexpr Control kStop = Control::stop;
constexpr Control kAllWay = Control::all_way_stop;
constexpr Control kNone = Control::uncontrolled;
constexpr Control kSignal = Control::signal;

// One row of the book: what holds for the first of the two.
struct Row {
  const char* name;
  Who own, other;
  Precedence expected;
  DependencyKind kind = DependencyKind::crossing;
  TrafficSide side = TrafficSide::right;
};

constexpr auto kGoes = Precedence::goes;
constexpr auto kYields = Precedence::yields;
constexpr auto kByArrival = Precedence::by_arrival;
constexpr auto kEqual = Precedence::equal;
constexpr auto kCrossing = DependencyKind::crossing;
constexpr auto kMerging = DependencyKind::merging;
constexpr auto kDiverging = DependencyKind::diverging;
constexpr auto kLeftHand = TrafficSide::left;

using enum From;
using enum Turn;

const std::vector<Row>& book() {
  static const std::vector<Row> rows = {
      // no signs
      {"the one from the right goes", {south}, {east}, kYields},
      {"the one from the left waits", {south}, {west}, kGoes},
      {"right before left, around the crossing", {west}, {south}, kYields},
      {"no sign and no rule: right before left", {north, straight, kNone}, {west, straight, kNone}, kYields},
      {"one without and one with the rule are alike",
       {north, straight, kNone},
       {west, straight, kRight},
       kYields},
      {"left turn before one from the left", {south, left}, {west}, kGoes},
      {"left turn waits for one from the right", {south, left}, {east}, kYields},
      {"left turn waits for oncoming straight", {south, left}, {north}, kYields},
      {"oncoming straight before the left turn", {north}, {south, left}, kGoes},
      {"left turn waits for oncoming right turn into the same lane",
       {south, left},
       {north, right},
       kYields,
       kMerging},
      {"right turn before oncoming left turn", {north, right}, {south, left}, kGoes, kMerging},
      {"left turns that face each other", {south, left}, {north, left}, kEqual},
      {"turning around waits for oncoming straight", {south, u_turn}, {north}, kYields},
      {"turning around waits for one from the left", {south, u_turn}, {west, right}, kYields, kMerging},
      {"nobody waits for one who turns around", {west}, {south, u_turn}, kGoes},
      {"right before left where the one from the right turns right",
       {west},
       {south, right},
       kYields,
       kMerging},
      {"a dark signal is no sign", {south, straight, kSignal}, {east, straight, kSignal}, kYields},
      {"a dark signal against a stop sign", {south, straight, kSignal}, {east, straight, kStop}, kGoes},

      // T-junction: the stem comes from the south
      {"stem with a yield sign, from the right", {south, left, kYield}, {west, straight, kMain}, kYields},
      {"stem with a stop sign", {south, right, kStop}, {west, straight, kMain}, kYields, kMerging},
      {"main road left turn into the stem against oncoming",
       {east, left, kMain},
       {west, straight, kMain},
       kYields},
      {"main road left turn before the stem", {east, left, kMain}, {south, left, kYield}, kGoes},
      {"stem without signs: from the right goes", {south, left}, {west}, kGoes},
      {"stem without signs: waits for the right", {south, left}, {east}, kYields},

      // signs
      {"priority road against yield", {south, straight, kMain}, {east, straight, kYield}, kGoes},
      {"priority road turning left against yield from the right",
       {south, left, kMain},
       {east, straight, kYield},
       kGoes},
      {"yield against priority road, oncoming, straight",
       {south, straight, kYield},
       {north, left, kMain},
       kYields},
      {"yield before stop", {south, straight, kYield}, {east, straight, kStop}, kGoes},
      {"no sign before yield", {south, straight, kNone}, {east, straight, kYield}, kGoes},
      {"priority road before no sign", {south, left, kMain}, {north, straight, kRight}, kGoes},
      {"two yield signs: right before left", {south, straight, kYield}, {east, straight, kYield}, kYields},
      {"two yield signs face to face: left turn waits",
       {south, left, kYield},
       {north, straight, kYield},
       kYields},
      {"two stop signs face to face: straight first", {south, straight, kStop}, {north, left, kStop}, kGoes},
      {"two stop signs face to face: right before left turn",
       {south, right, kStop},
       {north, left, kStop},
       kGoes,
       kMerging},

      // priority road that bends from south to west
      {"along the bend before the side road", {south, left, kMain}, {north, straight, kYield}, kGoes},
      {"along the bend before the side road on the right",
       {south, left, kMain},
       {east, straight, kYield},
       kGoes},
      {"out of the bend, straight, before the one on the bend from the left",
       {south, straight, kMain},
       {west, left, kMain},
       kGoes},
      {"both on the bend: the one from the right goes",
       {west, straight, kMain},
       {south, left, kMain},
       kYields},
      {"the side roads of a bend: right before left",
       {north, straight, kYield},
       {east, straight, kYield},
       kGoes},

      // a stop sign for all
      {"all-way stop, crossing", {south, straight, kAllWay}, {east, straight, kAllWay}, kByArrival},
      {"all-way stop, face to face", {south, left, kAllWay}, {north, straight, kAllWay}, kByArrival},
      {"all-way stop, merging", {south, right, kAllWay}, {west, straight, kAllWay}, kByArrival, kMerging},
      {"all-way stop, lanes of one approach",
       {south, right, kAllWay},
       {south, straight, kAllWay},
       kEqual,
       kDiverging},

      // roundabout: on the ring one drives on, at an entry one yields
      {"entry yields to the ring", {south, right, kYield}, {west, straight, kMain}, kYields, kMerging},
      {"ring before the entry", {west, straight, kMain}, {south, right, kYield}, kGoes, kMerging},
      {"roundabout without signs: the entry is to the right",
       {west, straight, kNone},
       {south, right, kNone},
       kYields,
       kMerging},

      // lanes of one approach
      {"the same lane parts", {south, left}, {south, straight}, kEqual, kDiverging},
      {"two lanes into one: take turns", {south, straight}, {south, straight}, kEqual, kMerging},
      {"right turn from the left lane over the lane that goes on",
       {south, right},
       {south, straight},
       kYields},

      // on foot
      {"turning over a crosswalk",
       {south, right, kMain},
       {west, straight, kNone, LaneKind::crosswalk},
       kYields},
      {"straight over a crosswalk",
       {south, straight, kMain},
       {west, straight, kNone, LaneKind::crosswalk},
       kYields},
      {"walkers on a crosswalk",
       {east, straight, kNone, LaneKind::crosswalk},
       {south, straight, kMain},
       kGoes},
      {"a bicycle over a crosswalk",
       {south, straight, kMain, LaneKind::bicycle},
       {west, straight, kNone, LaneKind::crosswalk},
       kYields},
      {"walkers elsewhere wait for straight traffic",
       {west, straight, kNone, LaneKind::sidewalk},
       {south, straight},
       kYields},
      {"walkers elsewhere before turning traffic",
       {west, straight, kNone, LaneKind::sidewalk},
       {south, right},
       kGoes},
      {"walkers among themselves",
       {west, straight, kNone, LaneKind::crosswalk},
       {south, straight, kNone, LaneKind::sidewalk},
       kEqual},

      // bicycles
      {"right hook: the vehicle turns, the bicycle goes on",
       {south, right},
       {south, straight, kRight, LaneKind::bicycle},
       kYields},
      {"a bicycle turns left over the lane that goes on",
       {south, left, kRight, LaneKind::bicycle},
       {south},
       kYields},
      {"left turn against an oncoming bicycle",
       {south, left},
       {north, straight, kRight, LaneKind::bicycle},
       kYields},
      {"a bicycle from the right", {south}, {east, straight, kRight, LaneKind::bicycle}, kYields},
      {"a bicycle with a yield sign", {south}, {east, straight, kYield, LaneKind::bicycle}, kGoes},

      // traffic on the left: turns across are right turns; right before left stays
      {"left-hand: right turn waits for oncoming straight",
       {south, right},
       {north},
       kYields,
       kCrossing,
       kLeftHand},
      {"left-hand: right turn waits for oncoming left turn",
       {south, right},
       {north, left},
       kYields,
       kMerging,
       kLeftHand},
      {"left-hand: left turn before oncoming right turn",
       {north, left},
       {south, right},
       kGoes,
       kMerging,
       kLeftHand},
      {"left-hand: the one from the right goes", {south}, {east}, kYields, kCrossing, kLeftHand},
      {"left-hand: left hook",
       {south, left},
       {south, straight, kRight, LaneKind::bicycle},
       kYields,
       kCrossing,
       kLeftHand},
      {"left-hand: stop signs face to face",
       {south, straight, kStop},
       {north, right, kStop},
       kGoes,
       kCrossing,
       kLeftHand},
      {"left-hand: roundabout entry",
       {south, left, kYield},
       {east, straight, kMain},
       kYields,
       kMerging,
       kLeftHand},
      {"left-hand: all-way stop",
       {south, right, kAllWay},
       {north, straight, kAllWay},
       kByArrival,
       kCrossing,
       kLeftHand},
  };
  return rows;
}

TEST(StandingPrecedence, IsAsTheBookHasIt) {
  for (const Row& row : book()) {
    EXPECT_EQ(standing_precedence(facts(row.own), facts(row.other), row.kind, row.side), row.expected)
        << row.name;
  }
}

Precedence seen_from_the_other(Precedence p) { return p == kGoes ? kYields : p == kYields ? kGoes : p; }

// Every pair of approaches, turns, controls, uses, kinds and sides; headings also off the square and all but equal.
TEST(StandingPrecedence, IsTheReverseForTheOther) {
  constexpr Control kControls[] = {Control::automatic, kNone, kRight, kMain, kYield, kStop, kAllWay, kSignal,
                                   Control::flag_man};
  constexpr Turn kTurns[] = {straight, left, right, u_turn};
  constexpr LaneKind kKinds[] = {LaneKind::vehicle, LaneKind::bicycle, LaneKind::crosswalk,
                                 LaneKind::sidewalk};
  std::vector<CorridorFacts> all;
  for (const Control control : kControls) {
    for (const Turn turn : kTurns) {
      for (const LaneKind kind : kKinds) {
        for (const From from : {south, east, north, west}) all.push_back(facts({from, turn, control, kind}));
        for (const double heading : {0.3, 2.3, -2.9, base::kPi / 6}) {
          CorridorFacts aslant = facts({west, turn, control, kind});
          aslant.heading_in_rad = heading;
          aslant.arm = 4 + static_cast<std::uint32_t>(heading > 1);
          all.push_back(aslant);
        }
      }
    }
  }
  std::size_t count = 0;
  for (const CorridorFacts& a : all) {
    for (const CorridorFacts& b : all) {
      for (const DependencyKind kind : {kCrossing, kMerging, kDiverging}) {
        for (const TrafficSide side : {TrafficSide::right, TrafficSide::left}) {
          const Precedence one = standing_precedence(a, b, kind, side);
          if (standing_precedence(b, a, kind, side) != seen_from_the_other(one)) ++count;
        }
      }
    }
  }
  EXPECT_EQ(count, 0u);
}

// A track that runs along the road but has an arm of its own.
TEST(StandingPrecedence, ProtectsATrackBesideTheRoad) {
  const CorridorFacts turning = facts({south, right, kNone});
  CorridorFacts track = facts({south, straight, kNone, LaneKind::bicycle});
  track.arm = 7;
  track.heading_in_rad += 0.1;
  EXPECT_EQ(standing_precedence(turning, track, kCrossing, TrafficSide::right), kYields);
  EXPECT_EQ(standing_precedence(track, turning, kCrossing, TrafficSide::right), kGoes);
}

// Two roads that run together like a Y: what comes from the right side of the Y goes, and a sign is stronger.
TEST(StandingPrecedence, KnowsTheRightSideOfAY) {
  CorridorFacts from_left = facts({south}), from_right = facts({south});
  from_left.heading_in_rad -= 0.2;
  from_right.heading_in_rad += 0.2;
  from_right.arm = 1;
  EXPECT_EQ(standing_precedence(from_left, from_right, kMerging, TrafficSide::right), kYields);
  from_right.control = Control::yield;
  EXPECT_EQ(standing_precedence(from_left, from_right, kMerging, TrafficSide::right), kGoes);
}

// Everyone has one to the right: no rule ends that, which is why goes_before looks for rings.
TEST(StandingPrecedence, LeavesARingOfFour) {
  for (const From from : {south, east, north, west}) {
    const auto to_the_right = static_cast<From>((static_cast<int>(from) + 1) % 4);
    EXPECT_EQ(standing_precedence(facts({from}), facts({to_the_right}), kCrossing, TrafficSide::right),
              kYields);
  }
}

// ---- On a network -------------------------------------------------------------------------------------------------------

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
  // who comes in over the crosswalk of his own arm touches it
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
  EXPECT_EQ(ask(south, left, west, Aspect::green_arrow, Aspect::dark), kYields);  // nobody told them to wait
  EXPECT_EQ(ask(south, straight, south, Aspect::dark, Aspect::dark), kYields);
  EXPECT_EQ(ask(south, straight, south, Aspect::red, Aspect::red), kYields);
}

// A bicycle lane at the edge of the road: who turns to that side has to cross it.
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

// A ring: on it one drives on, at an entry one yields, whoever comes from the right.
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

// ---- Who waits longest --------------------------------------------------------------------------------------------------

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
    // three of them are no ring: the one without anybody to the right goes first
    const std::array three = {all[0], all[1], all[2]};  // south, east, north: nobody is to the right of north
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

// Lets all go for whom nobody has to be waited for, again and again. Returns the rounds, 0 where somebody waits for ever.
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

// All choices of turns, or nobody, from the four arms: all at once, and in every mixture of two times.
TEST(GoesBefore, NeverLeavesAnybodyWaitingForEver) {
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
}  // namespace backlot::network
