// The statements of a scene besides its conditions: each from text to description.
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/formats/scene/test/reading.h"

namespace backlot::scene_text::statements_test {
namespace {

using namespace scene;

double value_of(const SceneDescription& scene, std::size_t parameter) {
  return std::get<ParameterNumber>(scene.parameters[parameter].value).value;
}

// ---- parameters

TEST(Parameters, HaveRangesListsDistributionsAndTables) {
  const SceneDescription scene = scene_with({.head = "parameter a = 10..60 km/h step 5\n"
                                                     "parameter b = 0.5 .. 2 s\n"
                                                     "parameter c = one of 12 m, 40 m\n"
                                                     "parameter d = normal(50, 5) km/h in 30..70\n"
                                                     "parameter speed = rows of \"profiles.csv\" km/h\n"
                                                     "parameter e = 2 * b + 1 s"});
  const double kmh = 1 / 3.6;
  EXPECT_EQ(scene.parameters[0].choice, (decltype(Parameter::choice){Range{10 / 3.6, 60 / 3.6, 5 / 3.6}}));
  EXPECT_DOUBLE_EQ(value_of(scene, 0), 35 * kmh);
  EXPECT_EQ(scene.parameters[1].choice, (decltype(Parameter::choice){Range{0.5, 2, 0}}));
  EXPECT_EQ(scene.parameters[2].choice, (decltype(Parameter::choice){OneOf{{12, 40}}}));
  EXPECT_EQ(scene.parameters[3].choice,
            (decltype(Parameter::choice){Normal{50 / 3.6, 5 / 3.6, 30 / 3.6, 70 / 3.6}}));
  EXPECT_EQ(scene.parameters[4].choice,
            (decltype(Parameter::choice){OneOf{{10 / 3.6, 20 / 3.6, -30 / 3.6}}}));
  EXPECT_DOUBLE_EQ(value_of(scene, 5), 3.5);
}

TEST(Parameters, AreDrawnByTheSeed) {
  const std::string text = scene_text_of({.head = "parameter a = 10..60 km/h step 5"});
  const auto one = read_scene(text, "t.scene", test_files(), {}, 1);
  const auto again = read_scene(text, "t.scene", test_files(), {}, 1);
  ASSERT_TRUE(one && again);
  EXPECT_EQ(*one, *again);
  bool differs = false;
  for (std::uint64_t seed = 2; seed < 10; ++seed)
    differs = differs || !(*read_scene(text, "t.scene", test_files(), {}, seed) == *one);
  EXPECT_TRUE(differs);
}

TEST(Parameters, MakeADecoyOfAnyScene) {
  const std::vector<GivenParameter> given{{"decoy", "yes"}};
  const auto scene = read_scene(scene_text_of({}), "t.scene", test_files(), given);
  ASSERT_TRUE(scene) << to_text(scene.diagnostics());
  EXPECT_TRUE(scene->is_decoy);
}

TEST(Head, NamesRequirements) {
  EXPECT_EQ(scene_with({.head = "verifies AEB-014, UN_R157.4.3"}).verifies,
            (std::vector<std::string>{"AEB-014", "UN_R157.4.3"}));
}

// ---- the set

TEST(Marks, AreNamedInManyWays) {
  const SceneDescription scene =
      scene_with({.set = "mark a = where traffic turning left from left_line meets subject\n"
                         "mark b = east R1 at 200 m\n"
                         "mark c = 300 m along route\n"
                         "mark d = 20 m before line\n"
                         "mark e = 20 m after line\n"
                         "mark f = where slip_road joins subject\n"
                         "mark g = right kerb of path of subject at 320 m\n"
                         "mark h = stop line opposite subject at market"});
  using Where = decltype(MarkDescription::where);
  const std::vector<Where> expected{Conflict{network::Turn::left, "left_line"},
                                    OnLane{"east", "R1", 200},
                                    AlongRoute{300},
                                    FromMark{"line", -20},
                                    FromMark{"line", 20},
                                    Merge{"slip_road"},
                                    AlongRoute{320, world::Side::right},
                                    StopLine{Approach::opposite, Crossing{0, "market"}}};
  ASSERT_EQ(scene.set.marks.size(), 3 + expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_EQ(scene.set.marks[3 + k].where, expected[k]) << k;
}

TEST(Set, HasPropsSourcesAndSinks) {
  const SceneDescription scene = scene_with(
      {.set = "prop near: car parked 1 m before line, 1 m beside path of subject\n"
              "prop far: bus parked at line, 0.5 m left of the middle\n"
              "source door 40 m ahead of subject, in sight of subject, every 20 s\n"
              "source gate before line between 100 m and 300 m, about every 30 s { car 50 %; bus 50 % }\n"
              "source train between 50 m and 90 m behind subject oncoming, sequence truck, car, car, when "
              "actor is cast\n"
              "source place at line, every 5 s, while not signal stop\n"
              "source stretch between 10 m and 30 m before line, every 5 s\n"
              "sink drain before line between 0 m and 500 m, only trucks, buses, above 20 per km, when "
              "signal go\n"
              "sink hole 25 m before line, while signal go"});
  const std::vector<PropDescription>& props = scene.set.props;
  ASSERT_EQ(props.size(), 3U);
  EXPECT_EQ(props[1], (PropDescription{"near", world::ObjectKind::car, "line", 1, 1, true}));
  EXPECT_EQ(props[2], (PropDescription{"far", world::ObjectKind::bus, "line", 0, 0.5, false}));
  const std::vector<SourceDescription>& sources = scene.set.sources;
  ASSERT_EQ(sources.size(), 6U);
  EXPECT_EQ(
      sources[1],
      (SourceDescription{.name = "door", .where = FromSubject{40, 40}, .is_hidden = false, .every_s = 20.0}));
  EXPECT_EQ(sources[2], (SourceDescription{.name = "gate",
                                           .where = BeforeMark{"line", 100, 300},
                                           .every_s = 30.0,
                                           .is_random = true,
                                           .mix = {0.5, 0, 0.5, 0}}));
  using world::ObjectKind;
  EXPECT_EQ(sources[3], (SourceDescription{.name = "train",
                                           .where = FromSubject{-90, -50, true},
                                           .sequence = {ObjectKind::truck, ObjectKind::car, ObjectKind::car},
                                           .when = Condition{.question = IsCast{"actor"}}}));
  EXPECT_EQ(sources[4],
            (SourceDescription{.name = "place",
                               .where = BeforeMark{"line", 0, 0},
                               .every_s = 5.0,
                               .during = Condition{.joint = Joint::none,
                                                   .parts = {Condition{.question = Signalled{"stop"}}}}}));
  EXPECT_EQ(sources[5],
            (SourceDescription{.name = "stretch", .where = BeforeMark{"line", 10, 30}, .every_s = 5.0}));
  ASSERT_EQ(scene.set.sinks.size(), 2U);
  EXPECT_EQ(scene.set.sinks[1], (SinkDescription{.name = "hole",
                                                 .where = BeforeMark{"line", 25, 25},
                                                 .during = Condition{.question = Signalled{"go"}}}));
  EXPECT_EQ(scene.set.sinks[0], (SinkDescription{.name = "drain",
                                                 .where = BeforeMark{"line", 0, 500},
                                                 .kinds = {ObjectKind::truck, ObjectKind::bus},
                                                 .per_metre = 0.02,
                                                 .when = Condition{.question = Signalled{"go"}}}));
}

TEST(Set, HasTraffic) {
  const SceneDescription scene =
      scene_with({.traffic = "flow everywhere 100 per hour regular, at least 2 s apart\n"
                             "turns 10 % left, 20 % right from west\n"
                             "density 20 per km { car 90 %; truck 10 % }\n"
                             "groups 30 %\n"
                             "yielding 80 %\n"
                             "warm up 30 s"});
  EXPECT_EQ(scene.set.flows[0], (FlowDescription{.from = FlowDescription::From::everywhere,
                                                 .per_second = 100 / 3600.0,
                                                 .is_regular = true,
                                                 .least_headway_s = 2}));
  EXPECT_EQ(scene.set.turns[0], (TurnsDescription{0.1, 0.2, "west"}));
  EXPECT_EQ(scene.set.density, (DensityDescription{0.02, {0.9, 0.1, 0, 0}}));
  EXPECT_EQ(scene.set.in_groups, 0.3);
  EXPECT_EQ(scene.set.yielding, 0.8);
  EXPECT_EQ(scene.set.warmup_s, 30.0);
}

TEST(Set, StartsTheSubjectAtASpeed) {
  std::string text = scene_text_of({.head = "parameter speed = 36 km/h"});
  const std::string old = "to east";
  text.replace(text.find(old), old.size(), "to east end by market, high_street, starts at speed");
  const SubjectDescription subject = scene_of(text).set.subject;
  EXPECT_EQ(subject.to_way, "east");
  EXPECT_EQ(subject.by, (std::vector<std::string>{"market", "high_street"}));
  EXPECT_EQ(subject.start_mps, 10.0);
  EXPECT_EQ(subject.free_ahead_m, 0.0);
}

TEST(Set, LetsTheSubjectStartOnceTheRoadAheadIsFree) {
  for (const std::string end : {"to east, with 0.3 km free ahead", "to east by market, with 300 m free ahead",
                                "to east, starts at 36 km/h, with 300 m free ahead"}) {
    std::string text = scene_text_of({});
    const std::string old = "to east";
    text.replace(text.find(old), old.size(), end);
    EXPECT_EQ(scene_of(text).set.subject.free_ahead_m, 300.0) << end;
  }
}

// ---- the cast

TEST(Roles, HaveRequirements) {
  const SceneDescription scene =
      scene_with({.role = "is first on the way to line within 200 m\n"
                          "is ahead of subject between 10 m and 50 m\n"
                          "is oncoming\n"
                          "is within 15 m of line\n"
                          "is hidden from subject\n"
                          "waits within 10 m of line\n"
                          "approaches line between 1 s and 2 s after subject at line\n"
                          "can turn left\n"
                          "goes straight on\n"
                          "drives over 36 km/h\n"
                          "follows another between 5 m and 30 m\n"
                          "follows nobody within 150 m\n"
                          "prefers 20 m"});
  using What = decltype(Requirement::what);
  const std::vector<What> expected{FirstOnApproach{"line", 200},
                                   RelativeTo{Relation::ahead, 10, 50},
                                   RelativeTo{Relation::oncoming, 0, 200},
                                   Within{"line", 15},
                                   HiddenFromSubject{},
                                   HasSpeed{0, 0.1},
                                   Within{"line", 10},
                                   Approaches{"line", "line", -2, -1},
                                   CanTurn{network::Turn::left},
                                   GoesTurn{network::Turn::straight},
                                   HasSpeed{10},
                                   HasLeader{5, 30},
                                   FreeAhead{150}};
  const RoleDescription& role = scene.cast[0];
  ASSERT_EQ(role.requirements.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_EQ(role.requirements[k].what, expected[k]) << k;
  EXPECT_EQ(role.prefers, Prefers::distance);
  EXPECT_EQ(role.preferred, 20);
}

// ---- the script

TEST(Actors, AreToldWhatToDo) {
  const SceneDescription scene = scene_with(
      {.script = "beat a { actor brakes at 4 m/s2 to 36 km/h for 3 s }\n"
                 "beat b { actor cuts in 10 m ahead of subject from the left within 2 s }\n"
                 "beat c { actor keeps 1.5 s behind other; other precedes subject by 2 s for 30 s }\n"
                 "beat d { actor swings speed by 18 km/h every 30 s for 60 s; actor moves 0.5 m left }\n"
                 "beat e { actor is at conflict 1 s before subject; let other go }\n"
                 "beat f { actor drives 18 km/h slower; actor changes lane to the right }\n"
                 "beat g { actor takes position 2.5 s ahead of subject for 9 s; actor stays in its lane }\n"
                 "beat h { actor takes position 40 m ahead of subject }"});
  const auto tell = [&](std::size_t beat, std::size_t action) {
    return std::get<Tell>(scene.script.beats[beat + 2].actions[action].what);
  };
  EXPECT_EQ(tell(0, 0), (Tell{.role = "actor", .what = direct::Brake{4, 10}, .for_s = 3.0}));
  EXPECT_EQ(
      tell(1, 0),
      (Tell{.role = "actor", .what = direct::CutIn{{}, world::Side::right, 10, 2}, .object = "subject"}));
  EXPECT_EQ(tell(2, 0), (Tell{.role = "actor", .what = direct::KeepHeadway{{}, 1.5}, .object = "other"}));
  EXPECT_EQ(tell(2, 1),
            (Tell{.role = "other", .what = direct::Precede{{}, 0, 2}, .object = "subject", .for_s = 30.0}));
  EXPECT_EQ(std::get<Swing>(scene.script.beats[5].actions[0].what), (Swing{"actor", 5, 30, 60}));
  EXPECT_EQ(tell(3, 1), (Tell{.role = "actor", .what = direct::SetOffset{0.5}}));
  EXPECT_EQ(
      tell(4, 0),
      (Tell{.role = "actor", .what = direct::KeepTime{{}, {}, 1}, .object = "subject", .mark = "conflict"}));
  EXPECT_EQ(std::get<LetGo>(scene.script.beats[6].actions[1].what), LetGo{"other"});
  EXPECT_EQ(tell(5, 0), (Tell{.role = "actor", .what = direct::AdjustSpeed{-5}}));
  EXPECT_EQ(tell(5, 1), (Tell{.role = "actor", .what = direct::ChangeLane{world::Side::right}}));
  EXPECT_EQ(std::get<TakePosition>(scene.script.beats[8].actions[0].what),
            (TakePosition{.role = "actor", .headway_s = 2.5, .for_s = 9.0}));
  EXPECT_EQ(tell(6, 1), (Tell{.role = "actor", .what = direct::SetOffset{0}}));
  EXPECT_EQ(std::get<TakePosition>(scene.script.beats[9].actions[0].what),
            (TakePosition{.role = "actor", .gap_m = 40}));
}

TEST(Beats, HaveEndsDeadlinesAndBranches) {
  const SceneDescription scene = scene_with({.script = "beat if_1 when subject 4 s before line until event "
                                                       "is over deadline 2 s after event { note \"x\" }\n"
                                                       "if subject stands { note \"stopped\" }"});
  const BeatDescription& beat = scene.script.beats[2];
  EXPECT_EQ(beat.until, (Condition{.question = BeatIs{"event", BeatIs::Phase::over}}));
  EXPECT_EQ(beat.deadline, (Condition{.question = Elapsed{"event", 2}}));
  EXPECT_TRUE(scene.script.beats[3].is_branch);
  EXPECT_EQ(scene.script.beats[3].name, "if_2") << "a branch takes no name of a beat";
}

// ---- expectations, judgement, coverage

TEST(Expectations, AreAskedAtTheirMoments) {
  const SceneDescription scene = scene_with({.event = "actor launches",
                                             .expect = "onset = actor first visible\n"
                                                       "at onset: ttc over 1 s\n"
                                                       "during event: nobody within 5 m of line\n"
                                                       "within 3 s after event: subject stands\n"
                                                       "never: extras touch\n"
                                                       "always: subject drives below 100 km/h\n"
                                                       "at end: subject past line\n"
                                                       "event: actor acts within 0.2 s"});
  EXPECT_EQ(scene.onset, OnsetDescription{"actor"});
  const std::vector<Moment> moments{Moment::at_onset, Moment::during_beat, Moment::after_beat, Moment::never,
                                    Moment::always,   Moment::at_end,      Moment::at_beat};
  ASSERT_EQ(scene.expect.size(), moments.size());
  for (std::size_t k = 0; k < moments.size(); ++k) EXPECT_EQ(scene.expect[k].moment, moments[k]) << k;
  const auto& ttc = std::get<Compared>(std::get<Condition>(scene.expect[0].what).question);
  EXPECT_EQ(ttc.other, "actor");
  EXPECT_EQ(scene.expect[2].within_s, 3);
}

TEST(Judgement, IsByValidatorsAndConditions) {
  const SceneDescription scene = scene_with({.event = "actor launches",
                                             .judge = "never contact\n"
                                                      "no red_light\n"
                                                      "ttc over 1 s\n"
                                                      "margin to any truck over 0.5 m\n"
                                                      "never subject drives over 100 km/h",
                                             .cover = "ttc at onset by 0.25 s\n"
                                                      "speed at event by 10 km/h\n"
                                                      "gap at onset by 0.5 s from 1 s to 3 s"});
  ASSERT_EQ(scene.judge.size(), 5U);
  EXPECT_EQ(scene.judge[0].validator, "contact");
  EXPECT_EQ(scene.judge[2].values, std::vector<double>{1});
  EXPECT_EQ(scene.judge[3].kinds, std::vector<world::ObjectKind>{world::ObjectKind::truck});
  EXPECT_EQ(scene.judge[4].conditions.size(), 1U);
  ASSERT_EQ(scene.cover.size(), 3U);
  EXPECT_EQ(scene.cover[0].beat, "onset");
  EXPECT_EQ(scene.cover[0].text, "ttc at onset");
  EXPECT_EQ(scene.cover[1].bin, 10 / 3.6);
  EXPECT_TRUE(std::isinf(scene.cover[1].measure.low));
  EXPECT_EQ(scene.cover[2].measure.measure, scene::Measure::time_gap);
  EXPECT_EQ(scene.cover[2].measure.low, 1);
  EXPECT_EQ(scene.cover[2].measure.high, 3);
}

TEST(Judgement, CombinesConditionsAndAsksForSignalsAndCheckpoints) {
  const SceneDescription scene =
      scene_with({.event = "actor launches",
                  .judge = "never subject drives over 30 km/h while subject past line\n"
                           "always signal planner.confidence over 0.2 while subject drives over 1 m/s\n"
                           "eventually subject past line within 40 s\n"
                           "eventually subject stands within 5 s after event\n"
                           "signal planner.confidence below 0.9\n"
                           "mission past line within 60 s\n"
                           "jerk below 5 m/s3"});
  ASSERT_EQ(scene.judge.size(), 7U);
  EXPECT_EQ(scene.judge[0].conditions.size(), 2U);
  EXPECT_TRUE(scene.judge[0].is_never);
  const auto& published = std::get<scene::Published>(scene.judge[1].conditions[0].question);
  EXPECT_EQ(published.name, "planner.confidence");
  EXPECT_EQ(published.low, 0.2);
  EXPECT_FALSE(scene.judge[1].is_never);
  EXPECT_TRUE(scene.judge[2].is_eventually);
  EXPECT_EQ(scene.judge[2].within_s, 40);
  EXPECT_EQ(scene.judge[3].after_beat, "event");
  EXPECT_EQ(scene.judge[4].validator, "signal");
  EXPECT_EQ(scene.judge[4].signal, "planner.confidence");
  EXPECT_FALSE(scene.judge[4].is_over);
  EXPECT_EQ(scene.judge[5].marks, std::vector<std::string>{"line"});
  EXPECT_EQ(scene.judge[5].within_s, 60);
  EXPECT_EQ(scene.judge[6].values, std::vector<double>{5});
}

TEST(Judgement, AloneKnowsTheSignalsOfASystem) {
  EXPECT_NE(errors_of(scene_text_of({.event = "actor launches",
                                     .expect = "always: signal planner.confidence over 0.2"}))
                .find("P117"),
            std::string::npos);
  EXPECT_NE(
      errors_of(scene_text_of({.event = "actor launches", .judge = "signal planner.confidence over 2 m"})),
      "");
  EXPECT_NE(
      errors_of(scene_text_of({.event = "actor launches", .judge = "never contact while subject stands"}))
          .find("P126"),
      std::string::npos);
}

// ---- people on foot

// The example of a child behind a parked car.
TEST(People, PlayTheChildBehindAParkedCar) {
  EXPECT_EQ(
      errors_of("scene child_obstructed\n"
                "verifies AEB-014\n"
                "parameter speed = 10..60 km/h step 5\n"
                "set {\n"
                "  subject from main R1 at 100 m to main end, starts at speed\n"
                "  mark kerb = right kerb of path of subject at 320 m\n"
                "  prop near: car parked 1 m before kerb, 1 m beside path of subject\n"
                "}\n"
                "cast { role child: child { waits within 15 m of kerb;  is hidden from subject } }\n"
                "given  { subject drives speed within 1 km/h for 2 s before dash }\n"
                "script {\n"
                "  beat casting { cast child }\n"
                "  beat dash when child can meet front of subject at 50 % of its width { commit;  child "
                "runs 5 km/h across }\n"
                "}\n"
                "expect { onset = child first visible;  at onset: ttc over 1 s }\n"
                "judge  { never contact;  margin to any walker over 0.5 m }\n"
                "cover  { ttc at onset by 0.25 s;  speed at onset by 10 km/h }\n"),
      "");
}

TEST(People, AloneRunAcross) {
  const std::string errors = errors_of(scene_text_of({.event = "actor runs 5 km/h across"}));
  EXPECT_NE(errors.find("P116 only people on foot do this, and \"actor\" is a vehicle"), std::string::npos)
      << errors;
}

}  // namespace
}  // namespace backlot::scene_text::statements_test
