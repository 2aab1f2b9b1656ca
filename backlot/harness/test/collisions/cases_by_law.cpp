#include <string>
#include <utility>

#include "backlot/harness/test/collisions/collision_case.h"

namespace backlot::harness::test {

namespace {

using verdict::Initiator;

const char* const kSubjectDid = "The subject brought about the contact:";
const char* const kOtherDid = "Vehicle 1 brought about the contact:";
const char* const kBothDid = "The subject and vehicle 1 brought about the contact together:";

const char* const kMainGreen = "60 s: main green, side red";
const char* const kAllRed = "60 s: main red, side red";

// From an arm to the left, around (4.3 m, -1.75 m) seen from the east: 85.75 m straight on, and a quarter turn of 16 m radius.
Script left_from_east(double v) { return {turned(100, 1.75, 180, 85.75, 16, true), 0, {{0, v}}}; }
Script left_from_north(double v) { return {turned(-1.75, 100, 270, 85.75, 16, true), 0, {{0, v}}}; }
Script left_from_south(double v) { return {turned(1.75, -100, 90, 85.75, 16, true), 0, {{0, v}}}; }

// ---- One behind the other

std::vector<CollisionCase> along_a_lane() {
  const std::string road = straight_road();
  return {
      // A driver keeps such a distance that it can stop also when the leader stops suddenly (Vienna Convention 13.5).
      {"leader makes an emergency stop, follower sleeps",
       road,
       {straight(0, -1.75, 0), -200, {{0, 13}}},
       {straight(0, -1.75, 0), -169.5, {{0, 13}, {5, 13}, {7.2, 0}}},
       {"subject following_distance"},
       Initiator::subject,
       kSubjectDid},
      {"hit from behind while it waits at red",
       crossing_with_lights(kAllRed),
       {straight(0, -1.75, 0), -18.5, {{0, 0}}},
       {straight(0, -1.75, 0), -150, {{0, 10}}},
       {"other following_distance"},
       Initiator::other,
       kOtherDid},
      // To wait too long at green is no reason to be hit.
      {"leader sleeps at green",
       crossing_with_lights(kMainGreen),
       {straight(0, -1.75, 0), -150, {{0, 10}}},
       {straight(0, -1.75, 0), -18.5, {{0, 0}}},
       {"subject following_distance"},
       Initiator::subject,
       kSubjectDid},
      // It stands where it may not, long before the subject comes; that the subject could have seen it is for the reference drivers to say.
      {"stands on a straight road, in full view",
       road,
       {straight(0, -1.75, 0), -150, {{0, 13}}},
       {straight(0, -1.75, 0), 100, {{0, 0}}},
       {"other standing", "subject following_distance"},
       Initiator::other,
       "Vehicle 1 brought about the contact: vehicle 1 stood on a lane for traffic"},
      // The front corner of the subject hits the rear corner of the leader, which the subject has followed all the time.
      {"swerves around its leader too late",
       road,
       {shifted(0, -5.25, 0, -51, 24, 3.5), -200, {{0, 13}}},
       {straight(0, -5.25, 0), -100, {{0, 5}}},
       {"subject following_distance"},
       Initiator::subject,
       kSubjectDid},
      // 2.3 s ahead, and it brakes four seconds after it has arrived in the lane.
      {"fair cut-in, later it brakes gently",
       road,
       {straight(0, -1.75, 0), -300, {{0, 13}}},
       {shifted(0, -5.25, 0, -160, 40, 3.5), -265.5, {{0, 13}, {15, 13}, {19.33, 0}}},
       {"subject following_distance"},
       Initiator::subject,
       kSubjectDid},
      // 0.6 s ahead at the same speed, and it brakes at 7 m/s2 as soon as it is there: the follower has had no time to make room.
      {"cuts in and brakes at once",
       road,
       {straight(0, -1.75, 0), -300, {{0, 13}}},
       {shifted(0, -5.25, 0, -160, 30, 3.5), -287.5, {{0, 13}, {12.6, 13}, {14.46, 0}}},
       {"other lane_change"},
       Initiator::other,
       "Vehicle 1 brought about the contact: vehicle 1 changed lanes into too small a gap"},
      // Both run the red light; what they meet by is the distance that the follower did not keep.
      {"two run the red light, one into the other",
       crossing_with_lights(kAllRed),
       {straight(0, -1.75, 0), -125, {{0, 12}}},
       {straight(0, -1.75, 0), -100, {{0, 10}, {9, 10}, {10.5, 3}}},
       {"subject following_distance", "(subject red_light)", "(other red_light)"},
       Initiator::subject,
       kSubjectDid},
      // It slows down to turn right; the follower goes straight on. Their corridors part, so that none goes first.
      {"leader slows down to turn",
       crossing("priority road", "yield"),
       {straight(-100, -1.75, 0), -40, {{0, 9}}},
       {turned(-100, -1.75, 0, 85.25, 13, false), 0, {{0, 8}, {9, 8}, {12, 2}}},
       {"subject following_distance"},
       Initiator::subject,
       kSubjectDid},
      // The subject has stopped for the oncoming vehicle, where one lane is all there is; the other drives into it.
      {"drives into one that waits on a narrow road",
       single_lane_road(),
       {straight(0, -2, 0), -100, {{0, 8}, {3, 8}, {6, 0}}},
       {straight(100, -2, 180), 0, {{0, 8}}},
       {"other following_distance"},
       Initiator::other,
       kOtherDid},
  };
}

// ---- Beside each other, towards each other, from the side of the road

std::vector<CollisionCase> across_lanes() {
  const std::string road = straight_road();
  return {
      {"overtakes and cuts back too soon",
       road,
       {straight(0, -5.25, 0), -200, {{0, 13.5}}},
       {shifted(0, -1.75, 0, -125, 20, -3.5), -196, {{0, 13.5}}},
       {"other lane_change"},
       Initiator::other,
       kOtherDid},
      {"drifts into a vehicle beside it",
       road,
       {shifted(0, -5.25, 0, -100, 40, -1.8), -200, {{0, 12}}},
       {straight(0, -8.75, 0), -200, {{0, 12}}},
       {"subject lane_change"},
       Initiator::subject,
       kSubjectDid},
      // The subject is in the middle lane for five seconds when the other comes into it from the right.
      {"changes into a lane that another has taken before",
       road,
       {shifted(0, -1.75, 0, -160, 40, -3.5), -250, {{0, 12}}},
       {shifted(0, -8.75, 0, -60, 40, 3.5), -250, {{0, 12}}},
       {"other lane_change"},
       Initiator::other,
       kOtherDid},
      // Each of them is 0.4 m over the line in the middle of the road.
      {"both over the middle of the road",
       road,
       {straight(0, -0.5, 0), -100, {{0, 10}}},
       {straight(100, 0.5, 180), 0, {{0, 10}}},
       {"subject lane_change", "other lane_change"},
       Initiator::both,
       kBothDid},
      {"half over the middle of the road",
       road,
       {straight(0, -1.75, 0), -100, {{0, 10}}},
       {straight(100, 0.02, 180), 0, {{0, 10}}},
       {"other lane_change"},
       Initiator::other,
       kOtherDid},
      {"backs out of a parking place",
       road,
       {straight(0, -8.75, 0), -78, {{0, 10}}},
       {straight(20, -13.2, 270), 0, {{0, 0}, {8, 0}, {9, -1.5}}},
       {"other lane_change"},
       Initiator::other,
       kOtherDid},
      // 70 m ahead when it pulls out, and it drives at 8 m/s for ten seconds before it is hit.
      {"pulls out with room enough",
       road,
       {shifted(0, -11.75, 0, 1, 12, 3), 0, {{0, 0}, {6, 0}, {10, 8}}},
       {straight(0, -8.75, 0), -168, {{0, 13}}},
       {"other following_distance"},
       Initiator::other,
       kOtherDid},
      {"turns around from the right lane",
       road,
       {straight(0, -5.25, 0), -107.2, {{0, 13}}},
       {turned(0, -8.75, 0, 40, 3.5, true, 180), 0, {{0, 4}}},
       {"other lane_change"},
       Initiator::other,
       kOtherDid},
      // The subject has stopped before a vehicle that comes along its lane the wrong way.
      {"wrong way, the subject has stopped for it",
       road,
       {straight(0, -1.75, 0), -100, {{0, 13}, {3, 13}, {6, 0}}},
       {straight(60, -1.75, 180), 0, {{0, 10}}},
       {"other wrong_way", "other following_distance"},
       Initiator::other,
       kOtherDid},
      // That the other is too fast does not make it meet a vehicle in its own lane.
      {"the subject goes the wrong way, the other is too fast",
       road,
       {straight(200, -1.75, 180), 0, {{0, 10}}},
       {straight(0, -1.75, 0), -150, {{0, 18}}},
       {"subject wrong_way", "(other speed_limit)"},
       Initiator::subject,
       kSubjectDid},
  };
}

// ---- At crossings

std::vector<CollisionCase> at_crossings() {
  return {
      // It crossed its line at green, slowly. One that gets green meanwhile yields to traffic lawfully in the intersection (Uniform Vehicle Code 11-202).
      {"fresh green, and another is still in the intersection",
       crossing_with_lights(
           "6 s: main red, side green; 1 s: main red, side yellow; 53 s: main green, side red"),
       from_west(116.6, 13),
       from_south(38.25, 4),
       {"subject right_of_way"},
       Initiator::subject,
       kSubjectDid},
      // Both have halted for the same time, and the one on the right goes first (Uniform Vehicle Code 11-401).
      {"all-way stop, both arrive at once",
       crossing("all way stop", "all way stop"),
       halting(from_west(0, 0), 6, 12),
       halting(from_south(0, 0), 6, 12),
       {"subject right_of_way"},
       Initiator::subject,
       kSubjectDid},
      {"stop sign, it halts and then goes too soon",
       crossing("priority road", "stop"),
       from_west(180, 13),
       halting(from_south(0, 0), 6, 10),
       {"other right_of_way"},
       Initiator::other,
       kOtherDid},
      {"stop sign, it does not halt",
       crossing("priority road", "stop"),
       from_west(130, 13),
       from_south(130, 13),
       {"other stop_line", "other right_of_way"},
       Initiator::other,
       kOtherDid},
      // A halt 15 m before the line is no halt at the line.
      {"stop sign, it halts far before the line",
       crossing("priority road", "stop"),
       from_west(134.75, 13),
       {straight(1.75, 0, 90), -33.5, {{0, 0}, {5, 0}, {10, 10}}},
       {"other stop_line", "other right_of_way"},
       Initiator::other,
       kOtherDid},
      // Both have to yield to the main road; between them the one that turns left waits.
      {"turns left before oncoming traffic, both from yield signs",
       crossing("priority road", "yield"),
       from_south(130, 13),
       left_from_north(9),
       {"other right_of_way"},
       Initiator::other,
       kOtherDid},
      {"turns left at green before oncoming traffic at green",
       crossing_with_lights(kMainGreen),
       from_west(130, 13),
       left_from_east(9),
       {"other right_of_way"},
       Initiator::other,
       kOtherDid},
      // It came at green, waited in the middle, and clears the crossing when the oncoming light is red.
      {"oncoming vehicle runs red while another clears the crossing",
       crossing_with_lights(
           "10 s: main green, side red; 2 s: main yellow, side red; 48 s: main red, side red"),
       from_west(216.7, 13),
       {turned(100, 1.75, 180, 85.75, 16, true), 0, {{0, 10}, {6, 10}, {11.6, 0}, {14, 0}, {20, 12}}},
       {"subject red_light"},
       Initiator::subject,
       "The subject brought about the contact: the subject crossed the line at red"},
      {"right before left, the one on the right turns left",
       crossing("priority to the right", "priority to the right"),
       from_west(148.6, 13),
       left_from_south(9),
       {"subject right_of_way"},
       Initiator::subject,
       kSubjectDid},
      {"right before left, the oncoming one turns left",
       crossing("priority to the right", "priority to the right"),
       from_west(130, 13),
       left_from_east(9),
       {"other right_of_way"},
       Initiator::other,
       kOtherDid},
      // Red and yellow together still forbid to go (Vienna Convention 23.2); yellow does not forbid to go where a vehicle can no longer stop.
      {"starts at red and yellow",
       crossing_with_lights(
           "8 s: main green, side red; 2 s: main yellow, side red yellow; 50 s: main red, side green"),
       from_west(130, 13),
       from_south(130, 13),
       {"other red_light"},
       Initiator::other,
       kOtherDid},
      // The subject turns left; the other overtakes it on the wrong side of the road, in the mouth of the crossing.
      {"overtakes one that turns left",
       crossing("priority road", "yield"),
       {turned(-100, -1.75, 0, 85.75, 16, true), 0, {{0, 6}}},
       {straight(0, 1.75, 0), -212.5, {{0, 13}}},
       {"other wrong_way"},
       Initiator::other,
       kOtherDid},
  };
}

}  // namespace

Script from_west(double before_m, double v) { return {straight(0, -1.75, 0), -before_m, {{0, v}}}; }
Script from_south(double before_m, double v) { return {straight(1.75, 0, 90), -before_m, {{0, v}}}; }
Script from_north(double before_m, double v) { return {straight(-1.75, 0, 270), -before_m, {{0, v}}}; }

Script halting(Script script, double arrives_s, double goes_s) {
  // from 10 m/s down to 0 in 4 s: 20 m; it starts so that it stands with its middle 18.5 m before the crossing
  const double fast_s = arrives_s - 4;
  script.start_m = -18.5 - 20 - 10 * fast_s;
  script.speeds = {{0, 10}, {fast_s, 10}, {arrives_s, 0}, {goes_s, 0}, {goes_s + 5, 10}};
  return script;
}

std::string crossing_with_lights(const std::string& programme) {
  return crossing("signal main", "signal side",
                  "signals { groups main side\n programme { " + programme + " } }");
}

std::vector<CollisionCase> cases_by_law() {
  std::vector<CollisionCase> all = along_a_lane();
  for (std::vector<CollisionCase> more : {across_lanes(), at_crossings()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace backlot::harness::test
