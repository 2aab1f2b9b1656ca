// Actors in relation to the subject, an external object. The simulation does not know its speed in advance. All that is
// judged comes from frames.
#include <cmath>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/base/test/allocations.h"
#include "backlot/sim/test/direct/directed.h"

namespace backlot::sim::directed_gaps_test {
namespace {

using direct::AnswerKind;
using direct::DirectiveNumber;
using direct::ForTime;
using direct::Refusal;

constexpr double kKmh = 1 / 3.6;

class WithSubject : public Directed {
 protected:
  WithSubject() : Directed(kMotorRoad) {}

  // 50 to 90 km/h with a period of 30 s.
  static double swinging_mps(double time_s) {
    return (70 + 20 * base::sin_cos(2 * 3.14159265358979 * time_s / 30).sin) * kKmh;
  }
  void step_with_subject(double speed_mps) {
    const ExternalCommand pace{subject_, run_->tick().time, PaceCommand{speed_mps}};
    step(std::span(&pace, 1));
  }

  struct Error {
    double rms_s = 0, worst_s = 0, least_m = 1e9;
    int count = 0;
  };
  // The time gap between actor and subject against what it should be, from 15 s on, for 150 s. The road runs along x.
  Error time_gap_error(bool is_behind, double wanted_s) {
    Error error;
    double square = 0;
    for (int k = 0; k < 1650; ++k) {
      step_with_subject(swinging_mps(run_->tick().time.seconds() + 0.1));
      if (k < 150) continue;
      const record::FrameObject actor = seen(actor_), subject = seen(subject_);
      const record::FrameObject& follower = is_behind ? actor : subject;
      const record::FrameObject& leader = is_behind ? subject : actor;
      const double gap_m = leader.centre.x - follower.centre.x -
                           0.5 * static_cast<double>(leader.length_m + follower.length_m);
      const double wrong_s = gap_m / follower.speed_mps - wanted_s;
      square += wrong_s * wrong_s;
      error.worst_s = std::max(error.worst_s, std::fabs(wrong_s));
      error.least_m = std::min(error.least_m, gap_m);
      ++error.count;
    }
    error.rms_s = std::sqrt(square / error.count);
    return error;
  }

  world::ObjectId subject_, actor_;
};

TEST_F(WithSubject, KeepsATimeGapBehindASubjectWhoseSpeedSwings) {
  for (const bool is_calm : {false, true}) {
    if (is_calm) settings_.drivers = traffic::motorway_drivers();  // with the spread of its traits
    restart();
    subject_ = put_external("road", "R2", 250, swinging_mps(0));
    actor_ = put("road", "R2", 190, 20);
    const DirectiveNumber number =
        tell({.actor = actor_, .hold = ForTime{300}, .what = direct::KeepHeadway{subject_, 2}});
    const Error error = time_gap_error(true, 2);
    EXPECT_EQ(error.count, 1500);
    EXPECT_LT(error.rms_s, 0.2) << is_calm;
    EXPECT_LT(error.worst_s, 0.5) << is_calm;
    EXPECT_FALSE(is_ended(number));
    RecordProperty(is_calm ? "calm_rms_ms" : "rms_ms", static_cast<int>(1000 * error.rms_s));
  }
}

TEST_F(WithSubject, PrecedesASubjectWhoseSpeedSwings) {
  for (const bool is_calm : {false, true}) {
    if (is_calm) settings_.drivers = traffic::motorway_drivers();
    restart();
    subject_ = put_external("road", "R2", 100, swinging_mps(0));
    actor_ = put("road", "R2", 160, 20);
    const DirectiveNumber number = tell(
        {.actor = actor_, .hold = ForTime{300}, .what = direct::Precede{.object = subject_, .headway_s = 2}});
    const Error error = time_gap_error(false, 2);
    EXPECT_LT(error.rms_s, 0.2) << is_calm;
    EXPECT_LT(error.worst_s, 0.5) << is_calm;
    EXPECT_FALSE(is_ended(number));
    RecordProperty(is_calm ? "calm_rms_ms" : "rms_ms", static_cast<int>(1000 * error.rms_s));
  }
}

// The measure can fail: an actor that is told nothing keeps another time gap.
TEST_F(WithSubject, AnUndirectedFollowerKeepsItsOwnTimeGap) {
  subject_ = put_external("road", "R2", 250, swinging_mps(0));
  actor_ = put("road", "R2", 190, 20);
  traffic::DriverTraits traits = run_->find(actor_)->driver.traits;
  traits.speed_factor = 0.76F;  // no faster than the subject at its fastest: it does not overtake
  run_->set_traits(actor_, traits);
  EXPECT_GT(time_gap_error(true, 2).rms_s, 0.3);
}

TEST_F(WithSubject, KeepsAGapInMetres) {
  subject_ = put_external("road", "R2", 250, 15);
  actor_ = put("road", "R2", 200, 20);
  tell({.actor = actor_, .hold = ForTime{300}, .what = direct::KeepGap{subject_, 25}});
  for (int k = 0; k < 600; ++k) {
    step_with_subject(swinging_mps(0.1 * k));
    if (k < 200) continue;
    const double gap_m = seen(subject_).centre.x - seen(actor_).centre.x - 4.5;
    ASSERT_NEAR(gap_m, 25, 2) << k;
  }
}

TEST_F(WithSubject, KeepsBehindAnActorToo) {
  const world::ObjectId lead = put("road", "R2", 250, 15);
  tell({.actor = lead, .hold = ForTime{300}, .what = direct::AdjustSpeed{-15}});
  actor_ = put("road", "R2", 190, 20);
  tell({.actor = actor_, .hold = ForTime{300}, .what = direct::KeepHeadway{lead, 1.5}});
  for (int k = 0; k < 600; ++k) step();
  const double gap_m = seen(lead).centre.x - seen(actor_).centre.x - 4.5;
  EXPECT_NEAR(gap_m / seen(actor_).speed_mps, 1.5, 0.1);
}

// The subject brakes as hard as cars do: the actor may lose its gap, but does not touch it.
TEST_F(WithSubject, DoesNotRunIntoASubjectThatBrakes) {
  for (const double headway_s : {0.5, 1.0, 2.0}) {
    restart();
    subject_ = put_external("road", "R2", 250, 25);
    actor_ = put("road", "R2", 250 - 4.5 - 25 * headway_s, 25);
    tell({.actor = actor_, .hold = ForTime{300}, .what = direct::KeepHeadway{subject_, headway_s}});
    for (int k = 0; k < 50; ++k) step_with_subject(25);
    run_->set_behaviour(subject_, BySteering{});
    for (int k = 0; k < 200; ++k) {
      const ExternalCommand brake{subject_, run_->tick().time, SteeringCommand{0, -7, false}};
      step(std::span(&brake, 1));
    }
    EXPECT_EQ(run_->tally().contacts, 0U) << headway_s;
    EXPECT_EQ(seen(actor_).speed_mps, 0) << headway_s;
  }
}

// The object that the actor keeps behind is on the lane beside, and another one as far ahead in its own lane, and slower.
TEST_F(WithSubject, DoesNotRunIntoAnotherOneThatIsAsFarAhead) {
  subject_ = put_external("road", "R1", 300, 25);
  actor_ = put("road", "R2", 240, 25);
  put_external("road", "R2", 300.3, 15);
  tell({.actor = actor_, .hold = ForTime{300}, .what = direct::KeepGap{subject_, 40}});
  for (int k = 0; k < 300; ++k) step_with_subject(25);
  EXPECT_EQ(run_->tally().contacts, 0U);
}

TEST_F(WithSubject, PrecedesWithoutRunningIntoTheOneAhead) {
  subject_ = put_external("road", "R2", 100, 25);
  actor_ = put("road", "R2", 150, 25);
  const world::ObjectId slow = put_external("road", "R2", 300, 15);
  tell({.actor = actor_, .hold = ForTime{300}, .what = direct::Precede{.object = subject_, .gap_m = 40}});
  for (int k = 0; k < 200; ++k) step_with_subject(15);
  EXPECT_EQ(run_->tally().contacts, 0U);
  EXPECT_GT(seen(slow).centre.x - seen(actor_).centre.x, 10);
}

// On a circle of 600 m the gap is an arc.
TEST_F(WithSubject, KeepsATimeGapInABend) {
  for (const bool is_behind : {true, false}) {
    restart_on(R"(
network bend
traffic on the right
speed limit 120 km/h
profile road { vehicle backward 3.5 m; spine; vehicle forward 3.5 m; vehicle forward 3.5 m }
way road { profile road;  begin at (0 m, -600 m) heading 0 deg;  arc left radius 600 m turn 340 deg;  start open;  end open }
)");
    subject_ = put_external("road", "R2", is_behind ? 250 : 100, swinging_mps(0));
    actor_ = put("road", "R2", is_behind ? 200 : 160, 20);
    const direct::What what = is_behind ? direct::What(direct::KeepHeadway{subject_, 2})
                                        : direct::What(direct::Precede{.object = subject_, .headway_s = 2});
    tell({.actor = actor_, .hold = ForTime{300}, .what = what});
    double square = 0;
    int count = 0;
    for (int k = 0; k < 1200; ++k) {
      step_with_subject(swinging_mps(run_->tick().time.seconds() + 0.1));
      if (k < 150) continue;
      const record::FrameObject& follower = is_behind ? seen(actor_) : seen(subject_);
      const record::FrameObject& leader = is_behind ? seen(subject_) : seen(actor_);
      const double radius = 600 + 5.25;
      const double turned =
          base::atan2(follower.centre.x * leader.centre.y - follower.centre.y * leader.centre.x,
                      follower.centre.x * leader.centre.x + follower.centre.y * leader.centre.y);
      const double wrong_s = (radius * turned - 4.5) / follower.speed_mps - 2;
      square += wrong_s * wrong_s;
      ++count;
    }
    EXPECT_LT(std::sqrt(square / count), 0.2) << is_behind;
  }
}

// Through a crossing, the subject in the lane of the actor: it is lost out of sight by neither.
TEST_F(WithSubject, KeepsATimeGapThroughAnIntersection) {
  for (const bool is_behind : {true, false}) {
    restart_on(kSignalledCrossing);
    while (run_->tick().time.seconds() < 46) step();  // green from the west
    const world::Tracks& tracks = roads_->roads.tracks;
    actor_ = put("west", "R1", is_behind ? 450 : 500, 10);
    tell({.actor = actor_, .what = direct::Turn{network::Turn::straight}});
    step();
    const world::Trail& trail = body(actor_).trail;
    ASSERT_GE(trail.ahead(), 1U);
    const std::vector<world::TrackId> way = {trail.current(), trail.ahead(0),
                                             tracks.onward(tracks[trail.ahead(0)])[0]};
    const std::vector<geometry::WorldPoint> points = points_along(tracks, way, is_behind ? 485 : 460);
    subject_ = run_->add_external(world::ObjectKind::car, {points[0], 0, 10}, ByPath{points, 10}).id;
    const direct::What what = is_behind ? direct::What(direct::KeepHeadway{subject_, 2})
                                        : direct::What(direct::Precede{.object = subject_, .headway_s = 2});
    const DirectiveNumber number = tell({.actor = actor_, .hold = ForTime{100}, .what = what});
    double worst_s = 0;
    for (int k = 0; k < 350; ++k) {
      step_with_subject(10);
      if (k < 100) continue;
      const double gap_m = std::fabs(seen(actor_).centre.x - seen(subject_).centre.x) - 4.5;
      worst_s = std::max(worst_s, std::fabs(gap_m / 10 - 2));
    }
    EXPECT_FALSE(is_ended(number));
    EXPECT_GT(seen(actor_).centre.x, 100) << "they are through";
    EXPECT_LT(worst_s, 0.2) << is_behind;
  }
}

// Saved in the middle and restored in another run: the same bits, answers and events from there on.
TEST_F(WithSubject, GoesOnAlikeAfterARestore) {
  subject_ = put_external("road", "R1", 120, 20);
  actor_ = put("road", "R2", 80, 20);
  const world::ObjectId behind = put("road", "R1", 60, 20);
  tell({.actor = actor_, .what = direct::CutIn{subject_, world::Side::left, 12, 3}});
  const direct::Until past = direct::MarkPassed{subject_, {lane("road", "R1"), 500}};
  tell({.actor = behind, .hold = past, .what = direct::KeepHeadway{subject_, 2}});
  tell({.actor = behind,
        .hold = direct::EventSeen{record::EventKind::ended_lane_change, actor_},
        .what = direct::SetOffset{0.4}});
  const std::unique_ptr<Simulation> whole = std::move(run_);
  std::vector<std::unique_ptr<Simulation>> parts;
  std::size_t answers = 0;
  for (int k = 0; k < 400; ++k) {
    if (k % 37 == 5) {
      parts.push_back(std::make_unique<Simulation>(roads_->roads, settings_));
      ASSERT_FALSE(parts.back()->restore(whole->save()).has_errors());
      ASSERT_EQ(parts.back()->direction().answers().size(), whole->direction().answers().size());
    }
    const ExternalCommand pace{subject_, whole->tick().time, PaceCommand{swinging_mps(0.1 * k)}};
    whole->step(kStep, std::span(&pace, 1));
    answers += whole->direction().answers().size();
    for (const auto& part : parts) {
      part->step(kStep, std::span(&pace, 1));
      ASSERT_EQ(part->hash(), whole->hash()) << k;
      ASSERT_EQ(part->events_hash(), whole->events_hash()) << k;
    }
  }
  EXPECT_EQ(answers, 6U) << "all three were accepted, and are done";
}

TEST_F(WithSubject, AllocatesNothingWhileLeasesAreHeld) {
  subject_ = put_external("road", "R2", 250, 20);
  const world::ObjectId behind = put("road", "R2", 200, 20), ahead = put("road", "R2", 320, 20),
                        beside = put("road", "R1", 150, 20);
  const direct::Until far = direct::MarkPassed{subject_, {lane("road", "R2"), 900}};
  tell({.actor = behind, .hold = far, .what = direct::KeepHeadway{subject_, 2}});
  tell({.actor = ahead,
        .hold = direct::GapBelow{subject_, 5},
        .what = direct::Precede{.object = subject_, .gap_m = 40}});
  tell({.actor = beside, .what = direct::KeepTime{subject_, {lane("road", "R1"), 1200}, -5}});
  tell({.actor = behind,
        .hold = direct::EventSeen{record::EventKind::contact, subject_},
        .what = direct::IgnoreLight{}});
  const auto steps = [&](int count) {
    for (int k = 0; k < count; ++k) {
      const ExternalCommand pace{subject_, run_->tick().time, PaceCommand{20}};
      run_->step(kStep, std::span(&pace, 1));
    }
  };
  steps(60);
  ASSERT_EQ(run_->direction().directed(), 3U);
  const std::size_t before = base::allocation_count();
  steps(60);
  EXPECT_EQ(base::allocation_count(), before);
  EXPECT_EQ(run_->direction().directed(), 3U);
}

// ---- at a mark

TEST_F(WithSubject, IsAtAMarkSoLongBeforeTheSubject) {
  for (const double before_s : {3.0, -2.5}) {
    restart();
    subject_ = put_external("road", "R1", 100, swinging_mps(0));
    actor_ = put("road", "R2", before_s > 0 ? 160 : 60, 18);
    const double mark_m = 800, mark_x = mark_m - 100;
    const DirectiveNumber number =
        tell({.actor = actor_, .what = direct::KeepTime{subject_, {lane("road", "R2"), mark_m}, before_s}});
    double actor_s = 0, subject_s = 0;
    const auto note = [mark_x](double before, double after, double now_s, double& at_s) {
      if (before < mark_x && after >= mark_x) at_s = now_s - 0.1 + 0.1 * (mark_x - before) / (after - before);
    };
    for (int k = 0; k < 600; ++k) {
      const double actor_x = seen(actor_).centre.x + 2.25, subject_x = seen(subject_).centre.x + 2.25;
      // how its speed will change in the last seconds cannot be known: then it stays
      step_with_subject(swinging_mps(std::min(20.0, run_->tick().time.seconds() + 0.1)));
      const double now_s = run_->tick().time.seconds();
      note(actor_x, seen(actor_).centre.x + 2.25, now_s, actor_s);
      note(subject_x, seen(subject_).centre.x + 2.25, now_s, subject_s);
    }
    EXPECT_EQ(outcome(number).answer, AnswerKind::done) << before_s;
    EXPECT_GT(std::min(actor_s, subject_s), 25);
    EXPECT_NEAR(subject_s - actor_s, before_s, 0.15);
  }
}

// ---- cutting in

TEST_F(WithSubject, CutsInBeforeTheSubject) {
  struct Case {
    const char* from;
    const char* to;
    world::Side side;
    double begins_m, gap_m, duration_s;
  };
  for (const Case& c :
       {Case{"R2", "R1", world::Side::left, 80, 12, 2}, Case{"R1", "R2", world::Side::right, 80, 6, 3},
        Case{"R2", "R1", world::Side::left, 200, 20, 6}}) {
    restart();
    subject_ = put_external("road", c.to, 120, 20);
    actor_ = put("road", c.from, c.begins_m, 20);
    const DirectiveNumber number =
        tell({.actor = actor_, .what = direct::CutIn{subject_, c.side, c.gap_m, c.duration_s}});
    double began_s = 0, ended_s = 0, began_gap_m = 0, ended_gap_m = 0;
    for (int k = 0; k < 600 && !is_ended(number); ++k) {
      step_with_subject(20);
      const double gap_m = seen(actor_).centre.x - seen(subject_).centre.x - 4.5;
      for (const record::Event& event : run_->events()) {
        if (event.object != actor_) continue;
        if (event.kind == record::EventKind::began_lane_change) {
          began_s = event.time.seconds();
          began_gap_m = gap_m;
        } else if (event.kind == record::EventKind::ended_lane_change) {
          ended_s = event.time.seconds();
          ended_gap_m = gap_m;
        }
      }
    }
    EXPECT_EQ(outcome(number).answer, AnswerKind::done);
    EXPECT_NEAR(began_gap_m, c.gap_m, 0.15 * c.gap_m + 0.5);
    EXPECT_NEAR(ended_gap_m, c.gap_m, 0.15 * c.gap_m + 0.5);
    EXPECT_NEAR(ended_s - began_s, c.duration_s, 0.35);
    EXPECT_EQ(body(actor_).trail.current(), lane("road", c.to));
    EXPECT_EQ(run_->tally().contacts, 0U);
  }
}

// A body stands on the lane, just where the actor would move to: it waits.
TEST_F(WithSubject, DoesNotCutInWhereABodyIs) {
  subject_ = put_external("road", "R1", 120, 20);
  actor_ = put("road", "R2", 130, 20);
  const world::ObjectId blocker = put_external("road", "R1", 120 + 4.5 + 12, 20);
  const DirectiveNumber number =
      tell({.actor = actor_, .what = direct::CutIn{subject_, world::Side::left, 12, 2}});
  for (int k = 0; k < 300; ++k) step_with_subject(20);
  EXPECT_FALSE(is_ended(number));
  EXPECT_EQ(run_->tally().contacts, 0U);
  EXPECT_EQ(body(actor_).trail.current(), lane("road", "R2"));
  run_->remove(blocker);
  for (int k = 0; k < 100; ++k) step_with_subject(20);
  EXPECT_TRUE(is_ended(number));
}

}  // namespace
}  // namespace backlot::sim::directed_gaps_test
