// Every reason for which a directive is refused, or fails, has a case here in which it is given.
#include <algorithm>
#include <functional>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "backlot/sim/test/direct/directed.h"

namespace backlot::sim::refusals_test {
namespace {

using direct::AnswerKind;
using direct::Directive;
using direct::ForTime;
using direct::Refusal;
using world::Side;

class Refusals : public Directed {
 protected:
  // The reason that is given for a directive to `car_`, in the end.
  Refusal reason(Directive d) {
    if (d.actor.is_empty()) d.actor = car_;
    const direct::Answer answer = outcome(tell(std::move(d)));
    EXPECT_TRUE(answer.answer == AnswerKind::refused || answer.answer == AnswerKind::failed);
    return answer.why;
  }
  static base::SimTime at(double seconds) {
    return base::SimTime::from_nanoseconds(static_cast<std::int64_t>(1e9 * seconds));
  }
  void put_car(double metres = 100, double speed_mps = 13) { car_ = put("west", "R1", metres, speed_mps); }

  world::ObjectId car_;
};

TEST_F(Refusals, EveryReasonIsGiven) {
  struct Case {
    Refusal why;
    std::string_view road;
    std::function<Refusal()> reason;
  };
  const world::ObjectId stranger(4711, 0);
  std::vector<Case> cases = {
      {Refusal::unknown_actor, kSignalledCrossing,
       [&] { return reason({.actor = stranger, .what = direct::Halt{}}); }},
      {Refusal::unknown_actor, kSignalledCrossing,
       [&] { return reason({.actor = put_external("west", "R1", 100, 10), .what = direct::Halt{}}); }},
      {Refusal::no_issuer, kSignalledCrossing,
       [&] {
         put_car();
         return outcome(run_->direct({.actor = car_, .what = direct::Halt{}})).why;
       }},
      {Refusal::claimed, kSignalledCrossing,
       [&] {
         put_car();
         run_->claim(car_, kAnother);
         return reason({.what = direct::Halt{}});
       }},
      {Refusal::outranked, kSignalledCrossing,
       [&] {
         put_car();
         tell({.actor = car_, .priority = 1, .hold = ForTime{50}, .what = direct::Halt{}});
         return reason({.what = direct::Launch{}});
       }},
      {Refusal::not_a_number, kSignalledCrossing,
       [&] {
         put_car();
         return reason({.what = direct::SetOffset{std::numeric_limits<double>::infinity()}});
       }},
      {Refusal::not_a_number, kSignalledCrossing,
       [&] {
         put_car();
         return reason({.hold = direct::SpeedBelow{{}, std::numeric_limits<double>::quiet_NaN()},
                        .what = direct::Halt{}});
       }},
      {Refusal::out_of_range, kSignalledCrossing,
       [&] {
         put_car();
         return reason({.what = direct::Brake{0, 5}});
       }},
      {Refusal::out_of_range, kSignalledCrossing,
       [&] {
         put_car();
         return reason({.what = direct::Precede{.object = car_}});
       }},
      {Refusal::out_of_range, kMotorRoad,
       [&] {
         car_ = put("road", "R2", 100, 20);
         return reason({.what = direct::CutIn{put("road", "R1", 100, 20), Side::left, 5, 0.1}});
       }},
      {Refusal::out_of_range, kSignalledCrossing,
       [&] {
         put_car();
         return reason({.what = direct::KeepTime{car_, {lane("west", "R1"), 400}, 1000}});
       }},
      {Refusal::is_over, kSignalledCrossing,
       [&] {
         put_car();
         return reason({.expires = {}, .what = direct::Halt{}});
       }},
      {Refusal::unknown_object, kSignalledCrossing,
       [&] {
         put_car();
         return reason({.what = direct::Precede{.object = stranger, .gap_m = 10}});
       }},
      {Refusal::unknown_object, kSignalledCrossing,
       [&] {
         put_car();
         return reason({.what = direct::CutIn{.object = stranger, .side = Side::right}});
       }},
      {Refusal::unknown_object, kSignalledCrossing,
       [&] {
         put_car();
         return reason({.what = direct::KeepTime{stranger, {lane("west", "R1"), 400}, 1}});
       }},
      // the object is taken off the road meanwhile
      {Refusal::unknown_object, kSignalledCrossing,
       [&] {
         put_car();
         const world::ObjectId lead = put("west", "R1", 140, 13);
         const auto number = tell({.actor = car_, .hold = ForTime{50}, .what = direct::KeepGap{lead, 30}});
         EXPECT_EQ(first_answer(number), AnswerKind::accepted);
         run_->remove(lead);
         return outcome(number).why;
       }},
      {Refusal::not_ahead, kSignalledCrossing,
       [&] {
         put_car();
         return reason({.what = direct::KeepHeadway{put_external("west", "R1", 50, 10), 2}});
       }},
      {Refusal::not_ahead, kSignalledCrossing,
       [&] {
         put_car();
         return reason({.what = direct::KeepGap{car_, 10}});  // itself
       }},
      {Refusal::not_behind, kSignalledCrossing,
       [&] {
         put_car();
         return reason({.what = direct::Precede{.object = put_external("west", "R1", 150, 10), .gap_m = 10}});
       }},
      {Refusal::not_on_way, kSignalledCrossing,
       [&] {
         put_car();
         return reason({.what = direct::StopAt{{lane("west", "R1"), 50}}});
       }},
      {Refusal::not_on_way, kSignalledCrossing,
       [&] {
         put_car();
         return reason({.what = direct::KeepTime{car_, {world::TrackId(99999), 50}, 1}});
       }},
      {Refusal::not_approaching, kSignalledCrossing,
       [&] {
         put_car();
         const world::ObjectId past = put_external("west", "R2", 450, 10);
         return reason({.what = direct::KeepTime{past, {lane("west", "R1"), 400}, 1}});
       }},
      {Refusal::too_soon, kSignalledCrossing,
       [&] {
         put_car();
         return reason({.what = direct::Arrive{{lane("west", "R1"), 400}, at(3)}});
       }},
      {Refusal::too_soon, kSignalledCrossing,
       [&] {
         put_car();
         const world::ObjectId near = put_external("west", "R2", 390, 10);
         return reason({.what = direct::KeepTime{near, {lane("west", "R1"), 400}, 1}});
       }},
      {Refusal::too_late, kSignalledCrossing,
       [&] {
         put_car();
         return reason({.what = direct::Arrive{{lane("west", "R1"), 110}, at(100)}});
       }},
      {Refusal::no_such_lane, kSignalledCrossing,
       [&] {
         put_car();
         return reason({.what = direct::ChangeLane{Side::left}});
       }},
      {Refusal::no_such_lane, kMotorRoad,
       [&] {
         car_ = put("road", "R2", 100, 20);
         const world::ObjectId object = put("road", "R1", 100, 20);
         return reason({.what = direct::CutIn{.object = object, .side = Side::right}});
       }},
      // no lane to pass on
      {Refusal::no_such_lane, kSignalledCrossing,
       [&] {
         put_car();
         put("west", "R1", 140, 5);
         return reason({.what = direct::OvertakeNow{}});
       }},
      {Refusal::not_on_lane, kMotorRoad,
       [&] {
         car_ = put("road", "R2", 100, 20);
         const world::ObjectId behind = put("road", "R2", 60, 20);
         return reason({.what = direct::CutIn{.object = behind, .side = Side::left}});
       }},
      {Refusal::no_such_turn, kSignalledCrossing,
       [&] {
         put_car();
         return reason({.what = direct::Turn{network::Turn::u_turn}});
       }},
      {Refusal::no_such_path, kSignalledCrossing,
       [&] {
         put_car();
         return reason({.what = direct::FollowPath{{lane("west", "R1"), lane("north", "R1")}}});
       }},
      {Refusal::in_intersection, kSignalledCrossing,
       [&] {
         put_car(560, 10);
         tell({.actor = car_, .what = direct::IgnoreLight{}});
         EXPECT_TRUE(
             run_until([&] { return roads_->roads.tracks[body(car_).trail.current()].is_corridor(); }, 20));
         for (const direct::What& what :
              {direct::What(direct::Turn{}), direct::What(direct::FollowPath{}),
               direct::What(direct::ChangeLane{Side::right}), direct::What(direct::OvertakeNow{})}) {
           const auto number = tell({.actor = car_, .what = what});
           step();
           EXPECT_EQ(answers_[number].back().why, Refusal::in_intersection) << what.index();
         }
         return answers_.rbegin()->second.back().why;
       }},
      {Refusal::no_leader, kTwoLaneRoad,
       [&] {
         car_ = put("road", "R1", 100, 20);
         return reason({.what = direct::OvertakeNow{}});
       }},
      {Refusal::no_room_to_pass, kTwoLaneRoad,
       [&] {
         car_ = put("road", "R1", 100, 20);
         put_external("road", "R1", 140, 10);
         run_->insert(world::ObjectKind::car, lane_back("road", "L1"), 4000 - 300, 25);
         return reason({.what = direct::OvertakeNow{}});
       }},
      // the lane ended before there was room beside
      {Refusal::took_another_way, kSignalledCrossing,
       [&] {
         put_car(500, 13);
         for (double metres = 460; metres < 600; metres += 9) put_external("west", "R2", metres, 0);
         tell({.actor = car_, .what = direct::IgnoreLight{}});
         return reason({.what = direct::ChangeLane{Side::right}});
       }},
  };
  const auto on_foot = [&](direct::What what) {
    const world::Footways& footways = roads_->roads.footways;
    const auto sidewalk =
        std::ranges::find(footways.all(), world::FootwayKind::sidewalk, &world::Footway::kind);
    const auto which = static_cast<std::size_t>(sidewalk - footways.all().begin());
    return reason({.actor = run_->people().insert(world::FootwayId::from_size(which), true, 100, 0),
                   .what = std::move(what)});
  };
  cases.push_back({Refusal::not_on_foot, kStreet, [&] { return on_foot(direct::Launch{}); }});
  cases.push_back({Refusal::no_crosswalk, kStreet, [&] { return on_foot(direct::CrossNow{}); }});
  cases.push_back({Refusal::only_on_foot, kSignalledCrossing, [&] {
                     put_car();
                     return reason({.what = direct::CrossNow{}});
                   }});
  cases.push_back({Refusal::no_cyclist, kSignalledCrossing, [&] {
                     put_car();
                     return reason({.what = direct::RideOn{}});
                   }});
  std::set<Refusal> given;
  for (const Case& c : cases) {
    restart_on(c.road);
    const Refusal why = c.reason();
    EXPECT_EQ(why, c.why) << "for " << to_text(c.why) << ": " << to_text(why);
    given.insert(why);
  }
  for (std::uint32_t k = 1; k < count_of(Refusal{}); ++k)
    EXPECT_TRUE(given.contains(static_cast<Refusal>(k)))
        << "no case for " << to_text(static_cast<Refusal>(k));
}

}  // namespace
}  // namespace backlot::sim::refusals_test
