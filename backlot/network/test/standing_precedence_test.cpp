#include "backlot/network/internal/conflict/standing_precedence.h"

#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/network/test/precedence_words.h"

namespace backlot::network::internal::standing_precedence_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): its words are made for such tables
using enum From;
using enum Turn;

struct Traveller {
  From from = From::south;
  Turn turn = Turn::straight;
  Control control = Control::priority_to_the_right;
  LaneKind kind = LaneKind::vehicle;
};

CorridorFacts facts(const Traveller& traveller) {
  const auto arm = static_cast<std::uint32_t>(traveller.from);
  CorridorFacts f;
  f.control = traveller.control;
  f.turn = traveller.turn;
  f.heading_in_rad = base::wrap_angle((1 + arm) * base::kHalfPi);
  const double by = traveller.turn == Turn::left     ? 1
                    : traveller.turn == Turn::right  ? -1
                    : traveller.turn == Turn::u_turn ? 2
                                                     : 0;
  f.heading_out_rad = base::wrap_angle(f.heading_in_rad + by * base::kHalfPi);
  f.use = use_of(traveller.kind);
  f.is_crosswalk = traveller.kind == LaneKind::crosswalk;
  f.intersection = IntersectionId(0);
  f.arm = arm;
  return f;
}

// One row of the book: what holds for the first of the two.
struct Row {
  const char* name;
  Traveller own, other;
  Precedence expected;
  DependencyKind kind = DependencyKind::crossing;
  TrafficSide side = TrafficSide::right;
};

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

      // roundabout: traffic on the ring goes on, traffic at an entry yields
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
    EXPECT_EQ(standing_precedence(facts(row.own), facts(row.other), row.kind, {.keeps = row.side}),
              row.expected)
        << row.name;
  }
}

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
        for (const TrafficSide keeps : {TrafficSide::right, TrafficSide::left}) {
          for (const TrafficSide goes_first : {TrafficSide::right, TrafficSide::left}) {
            const SideRules sides{keeps, goes_first};
            const Precedence one = standing_precedence(a, b, kind, sides);
            if (standing_precedence(b, a, kind, sides) != seen_from_the_other(one)) ++count;
          }
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
  EXPECT_EQ(standing_precedence(turning, track, kCrossing, {}), kYields);
  EXPECT_EQ(standing_precedence(track, turning, kCrossing, {}), kGoes);
}

// Two roads that run together like a Y: what comes from the right side of the Y goes, and a sign is stronger.
TEST(StandingPrecedence, KnowsTheRightSideOfAY) {
  CorridorFacts from_left = facts({south}), from_right = facts({south});
  from_left.heading_in_rad -= 0.2;
  from_right.heading_in_rad += 0.2;
  from_right.arm = 1;
  EXPECT_EQ(standing_precedence(from_left, from_right, kMerging, {}), kYields);
  from_right.control = Control::yield;
  EXPECT_EQ(standing_precedence(from_left, from_right, kMerging, {}), kGoes);
}

// Where traffic from the left has priority, all is as in a mirror.
TEST(StandingPrecedence, MayPutTheLeftFirst) {
  constexpr SideRules kLeftFirst{TrafficSide::left, TrafficSide::left};
  EXPECT_EQ(standing_precedence(facts({south}), facts({west}), kCrossing, kLeftFirst), kYields);
  EXPECT_EQ(standing_precedence(facts({south}), facts({east}), kCrossing, kLeftFirst), kGoes);
  EXPECT_EQ(standing_precedence(facts({south, right}), facts({north}), kCrossing, kLeftFirst), kYields);
  CorridorFacts from_left = facts({south}), from_right = facts({south});
  from_left.heading_in_rad -= 0.2;
  from_right.heading_in_rad += 0.2;
  from_right.arm = 1;
  EXPECT_EQ(standing_precedence(from_left, from_right, kMerging, kLeftFirst), kGoes);
}

// Each vehicle has another one to its right: no rule ends that, which is why goes_before looks for rings.
TEST(StandingPrecedence, LeavesARingOfFour) {
  for (const From from : {south, east, north, west}) {
    const auto to_the_right = static_cast<From>((static_cast<int>(from) + 1) % 4);
    EXPECT_EQ(standing_precedence(facts({from}), facts({to_the_right}), kCrossing, {}), kYields);
  }
}

}  // namespace
}  // namespace backlot::network::internal::standing_precedence_test
