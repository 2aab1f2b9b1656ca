// Textbook collisions with the facts that a reader of the rules of the road would write down for them. The vehicles are moved from outside; the test shares
// no code with the judge.
#include "backlot/verdict/responsibility.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/harness/test/collisions/collision_case.h"
#include "backlot/harness/test/collisions/textbook.h"

namespace backlot::harness::responsibility_test {
namespace {

using test::collide;
using test::Collision;
using test::CollisionCase;
using test::crossing;
using test::crossing_with_lights;
using test::from_north;
using test::from_south;
using test::from_west;
using test::halting;
using test::shifted;
using test::straight;
using test::turned;
using verdict::Initiator;

const char* const kLights = "60 s: main green, side red";
const char* const kAllRed = "60 s: main red, side red";

const std::string kRoad = test::straight_road();

std::vector<CollisionCase> cases() {
  return {
      {"rear end by the subject",
       kRoad,
       {straight(0, -1.75, 0), -200, {{0, 13}}},
       {straight(0, -1.75, 0), -100, {{0, 5}}},
       {"subject following_distance"},
       Initiator::subject,
       "The subject brought about the contact: the subject followed too closely"},
      {"rear end of the subject by a follower",
       kRoad,
       {straight(0, -1.75, 0), -100, {{0, 5}}},
       {straight(0, -1.75, 0), -200, {{0, 13}}},
       {"other following_distance"},
       Initiator::other,
       "Vehicle 1 brought about the contact: vehicle 1 followed too closely"},
      {"leader brakes hard, short following distance",
       kRoad,
       {straight(0, -1.75, 0), -200, {{0, 13}}},
       {straight(0, -1.75, 0), -189.5, {{0, 13}, {5, 13}, {6.6, 0}}},
       {"subject following_distance"},
       Initiator::subject,
       "The subject brought about the contact: the subject followed too closely (0."},
      {"cut-in with little room",
       kRoad,
       {straight(0, -1.75, 0), -238.5, {{0, 13}}},
       {shifted(0, -5.25, 0, -160, 16, 3.5), -200, {{0, 8}}},
       {"other lane_change"},
       Initiator::other,
       "Vehicle 1 brought about the contact: vehicle 1 changed lanes into too small a gap"},
      {"cut-in with enough room, subject too fast",
       kRoad,
       {straight(0, -1.75, 0), -325.7, {{0, 22}}},
       {shifted(0, -5.25, 0, -160, 16, 3.5), -200, {{0, 8}}},
       {"subject following_distance", "(subject speed_limit)"},
       Initiator::subject,
       "The subject brought about the contact: the subject was 8.1 m/s over the speed limit"},
      {"red light by the other",
       crossing_with_lights(kLights),
       from_west(130, 13),
       from_south(130, 13),
       {"other red_light"},
       Initiator::other,
       "Vehicle 1 brought about the contact: vehicle 1 crossed the line at red at 13.0 m/s"},
      {"red light by the subject",
       crossing_with_lights(kLights),
       from_south(130, 13),
       from_west(130, 13),
       {"subject red_light"},
       Initiator::subject,
       "The subject brought about the contact: the subject crossed the line at red at 13.0 m/s"},
      {"both on red",
       crossing_with_lights(kAllRed),
       from_west(130, 13),
       from_south(130, 13),
       {"subject red_light", "other red_light"},
       Initiator::both,
       "The subject and vehicle 1 brought about the contact together:"},
      {"yield sign, the other does not",
       crossing("priority road", "yield"),
       from_west(130, 13),
       from_south(130, 13),
       {"other right_of_way"},
       Initiator::other,
       "Vehicle 1 brought about the contact: vehicle 1 did not give the right of way"},
      {"yield sign, the subject does not",
       crossing("priority road", "yield"),
       from_south(130, 13),
       from_west(130, 13),
       {"subject right_of_way"},
       Initiator::subject,
       "The subject brought about the contact: the subject did not give the right of way"},
      {"right before left, the subject from the left",
       crossing("priority to the right", "priority to the right"),
       from_west(130, 13),
       from_south(130, 13),
       {"subject right_of_way"},
       Initiator::subject,
       "The subject brought about the contact:"},
      {"right before left, the subject from the right",
       crossing("priority to the right", "priority to the right"),
       from_west(130, 13),
       from_north(130, 13),
       {"other right_of_way"},
       Initiator::other,
       "Vehicle 1 brought about the contact:"},
      {"four-way stop, the later one goes too",
       crossing("all way stop", "all way stop"),
       halting(from_west(0, 0), 6, 12),
       halting(from_south(0, 0), 9, 12),
       {"other right_of_way"},
       Initiator::other,
       "Vehicle 1 brought about the contact: vehicle 1 did not give the right of way"},
      {"four-way stop, the subject does not halt",
       crossing("all way stop", "all way stop"),
       from_west(147, 10),
       halting(from_south(0, 0), 6, 10.5),
       {"subject stop_line", "subject right_of_way"},
       Initiator::subject,
       "The subject brought about the contact: the subject crossed the line of a stop sign"},
      {"the other turns left before the subject",
       crossing("priority road", "yield"),
       from_west(130, 13),
       {turned(100, 1.75, 180, 85.75, 16, true), 0, {{0, 9}}},
       {"other right_of_way"},
       Initiator::other,
       "Vehicle 1 brought about the contact:"},
      {"the subject turns left before the other",
       crossing("priority road", "yield"),
       {turned(100, 1.75, 180, 85.75, 16, true), 0, {{0, 9}}},
       from_west(130, 13),
       {"subject right_of_way"},
       Initiator::subject,
       "The subject brought about the contact:"},
      {"wrong way",
       kRoad,
       {straight(0, -1.75, 0), -100, {{0, 13}}},
       {straight(200, -1.75, 180), 0, {{0, 10}}},
       {"other wrong_way"},
       Initiator::other,
       "Vehicle 1 brought about the contact: vehicle 1 drove at 10.0 m/s against the direction of its lane"},
      {"overtaker in the oncoming lane",
       kRoad,
       {straight(0, -1.75, 0), -150, {{0, 13}}},
       {shifted(100, 1.75, 180, 78, 26, 3.5), 0, {{0, 13}}},
       {"other lane_change", "other wrong_way"},
       Initiator::other,
       "Vehicle 1 brought about the contact:"},
      {"parked car",
       kRoad,
       {shifted(0, -8.75, 0, 0, 14, -2.2), -150, {{0, 13}}},
       {straight(20, -11.75, 0), 0, {{0, 0}}},
       {"subject lane_change"},
       Initiator::subject,
       "The subject brought about the contact: the subject changed lanes into too small a gap"},
      {"pull-out from parking",
       kRoad,
       {straight(0, -8.75, 0), -121, {{0, 13}}},
       {shifted(0, -11.75, 0, 1, 12, 3), 0, {{0, 0}, {6, 0}, {10, 6}}},
       {"other lane_change"},
       Initiator::other,
       "Vehicle 1 brought about the contact:"},
      {"stands behind a bend",
       test::bend_road(),
       {turned(-200, -1.75, 0, 200, 61.75, true), 60, {{0, 12}}},
       {turned(-200, -1.75, 0, 200, 61.75, true), 270, {{0, 0}}},
       {"other standing", "subject following_distance"},
       Initiator::other,
       "Vehicle 1 brought about the contact: vehicle 1 stood on a lane for traffic"},
      {"too fast with the right of way",
       crossing("priority road", "yield"),
       from_west(160, 16),
       from_south(130, 13),
       {"other right_of_way", "(subject speed_limit)"},
       Initiator::other,
       "Vehicle 1 brought about the contact:"},
      {"too fast, and the right of way broken",
       crossing("priority road", "yield"),
       from_west(220, 22),
       from_south(130, 13),
       {"other right_of_way", "subject speed_limit"},
       Initiator::both,
       "The subject and vehicle 1 brought about the contact together:"},
      {"both change lanes at once",
       kRoad,
       {shifted(0, -1.75, 0, -130, 40, -3.5), -200, {{0, 13}}},
       {shifted(0, -8.75, 0, -130, 40, 3.5), -200, {{0, 13}}},
       {"subject lane_change", "other lane_change"},
       Initiator::both,
       "The subject and vehicle 1 brought about the contact together:"},
      {"merge from a yielding arm",
       crossing("priority road", "yield"),
       from_west(135, 13),
       {turned(1.75, -100, 90, 90.25, 8, false), 0, {{0, 9}, {10, 9}}},
       {"other right_of_way"},
       Initiator::other,
       "Vehicle 1 brought about the contact:"},
      {"reverses into the subject",
       kRoad,
       {straight(0, -1.75, 0), -80, {{0, 8}, {5, 8}, {9, 0}}},
       {straight(0, -1.75, 0), -10, {{0, 0}, {11, 0}, {13, -3}}},
       {"other wrong_way"},
       Initiator::other,
       "Vehicle 1 brought about the contact: vehicle 1 drove at"},
      {"turns around before the subject",
       kRoad,
       {straight(0, -5.25, 0), -162, {{0, 13}}},
       {turned(40, 1.75, 180, 40, 3.5, true, 180), 0, {{0, 4}}},
       {"other lane_change"},
       Initiator::other,
       "Vehicle 1 brought about the contact:"},
      {"two that meet on a lane for both directions",
       test::single_lane_road(),
       {straight(0, -2, 0), -100, {{0, 8}}},
       {straight(100, -2, 180), 0, {{0, 8}}},
       {},
       Initiator::undetermined,
       "No broken rule explains the contact."},
  };
}

std::vector<std::string> words_of(const verdict::Responsibility& facts) {
  std::vector<std::string> words;
  for (const verdict::BrokenRule& rule : facts.rules) {
    const std::string text = std::string(to_text(rule.by)) + " " + std::string(to_text(rule.rule));
    words.push_back(rule.is_decisive ? text : "(" + text + ")");
  }
  std::sort(words.begin(), words.end());
  return words;
}

void expect_facts(const CollisionCase& one) {
  SCOPED_TRACE(one.name);
  const Collision collision = collide(one.road, one.subject, one.other);
  EXPECT_TRUE(collision.has_touched);
  std::vector<std::string> expected = one.rules;
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(words_of(collision.facts), expected);
  EXPECT_EQ(to_text(collision.facts.initiator), to_text(one.initiator));
  const std::string sentence = sentence_of(collision.facts, {}, 0);
  EXPECT_EQ(sentence.substr(0, one.sentence.size()), one.sentence) << sentence;
  EXPECT_EQ(sentence.back(), '.');
}

// The roles swapped give the facts swapped: no party has an advantage.
void expect_swapped_facts(const CollisionCase& one) {
  SCOPED_TRACE(one.name);
  const Collision swapped = collide(one.road, one.other, one.subject);
  std::vector<std::string> expected;
  for (const std::string& rule : one.rules) {
    const std::size_t bracket = rule.front() == '(' ? 1 : 0;
    const bool is_subject = rule.compare(bracket, 7, "subject") == 0;
    expected.push_back(rule.substr(0, bracket) + (is_subject ? "other" : "subject") +
                       rule.substr(bracket + (is_subject ? 7 : 5)));
  }
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(words_of(swapped.facts), expected);
  const Initiator initiator = one.initiator == Initiator::subject ? Initiator::other
                              : one.initiator == Initiator::other ? Initiator::subject
                                                                  : one.initiator;
  EXPECT_EQ(to_text(swapped.facts.initiator), to_text(initiator));
}

TEST(Responsibility, OfTextbookCollisionsIsAsInTheBook) {
  for (const CollisionCase& one : cases()) expect_facts(one);
}

TEST(Responsibility, OfFurtherCollisionsIsAsTheLawHasIt) {
  for (const CollisionCase& one : test::cases_by_law()) expect_facts(one);
}

TEST(Responsibility, DoesNotDependOnWhichOfTheTwoIsTheSubject) {
  for (const CollisionCase& one : cases()) expect_swapped_facts(one);
  for (const CollisionCase& one : test::cases_by_law()) expect_swapped_facts(one);
}

}  // namespace
}  // namespace backlot::harness::responsibility_test
