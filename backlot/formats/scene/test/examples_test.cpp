// The scenes of the paper, from text to description, field by field.
#include <gtest/gtest.h>

#include "backlot/formats/scene/test/reading.h"

namespace backlot::scene_text::examples_test {
namespace {

using namespace scene;

Condition before(const std::string& mark, double seconds) {
  return {.question =
              Compared{.measure = Measure::time_to, .object = "subject", .mark = mark, .high = seconds}};
}

template <class T>
T tell_of(const ActionDescription& action) {
  return std::get<T>(std::get<Tell>(action.what).what);
}

TEST(RunRedLight, HasItsSet) {
  const SceneDescription s = good_scene("run_red_light.scene");
  EXPECT_EQ(s.name, "run_red_light");
  EXPECT_EQ(s.title, "A car from the left runs the red light as the subject arrives");
  ASSERT_EQ(s.parameters.size(), 3U);
  EXPECT_EQ(s.parameters[0].name, "crossing");
  EXPECT_EQ(std::get<std::string>(s.parameters[0].value), "first");
  EXPECT_EQ(std::get<ParameterNumber>(s.parameters[1].value), (ParameterNumber{1.0, 0, 1}));
  EXPECT_EQ(std::get<ParameterNumber>(s.parameters[2].value), (ParameterNumber{240 / 3600.0, 0, -1}));
  EXPECT_EQ(s.set.network, "study_road");
  EXPECT_EQ(s.set.network_file, "study_road.way");
  const SubjectDescription subject{
      .way = "highway_west", .lane = "R1", .at_m = 700, .to_way = "highway_east"};
  EXPECT_EQ(s.set.subject, subject);
  const Crossing first{.ordinal = 1};
  ASSERT_EQ(s.set.marks.size(), 3U);
  EXPECT_EQ(s.set.marks[0], (MarkDescription{"line", StopLine{Approach::own, first}}));
  EXPECT_EQ(s.set.marks[1], (MarkDescription{"left_line", StopLine{Approach::left, first}}));
  EXPECT_EQ(s.set.marks[2], (MarkDescription{"conflict", Conflict{network::Turn::straight, "left_line"}}));
  ASSERT_EQ(s.set.flows.size(), 3U);
  const FlowDescription side{
      .from = FlowDescription::From::side_roads, .per_second = 240 / 3600.0, .mix = {0.85, 0.1, 0, 0.05}};
  EXPECT_EQ(s.set.flows[0], side);
  EXPECT_EQ(s.set.flows[1], (FlowDescription{.way = "highway_west", .per_second = 150 / 3600.0}));
  ASSERT_EQ(s.set.turns.size(), 1U);
  EXPECT_EQ(s.set.turns[0], (TurnsDescription{0.1, 0.1, ""}));
  ASSERT_EQ(s.set.sources.size(), 1U);
  EXPECT_EQ(s.set.sources[0], (SourceDescription{.name = "spare", .where = BeforeMark{"left_line"}}));
}

TEST(RunRedLight, HasItsCastAndItsPremise) {
  const SceneDescription s = good_scene("run_red_light.scene");
  ASSERT_EQ(s.given.size(), 1U);
  EXPECT_EQ(s.given[0].text, "subject drives over 50% of the limit from 60 s before line");
  EXPECT_EQ(
      s.given[0].what,
      (Condition{.question = Compared{.measure = Measure::share_of_limit, .object = "subject", .low = 0.5}}));
  EXPECT_EQ(s.given[0].from, before("line", 60));
  ASSERT_EQ(s.cast.size(), 1U);
  const RoleDescription violator{.name = "violator",
                                 .kinds = {world::ObjectKind::car, world::ObjectKind::truck},
                                 .requirements = {{HeadOfQueue{"left_line"}}},
                                 .prefers = Prefers::longest_wait,
                                 .supply = Supply{"spare", 60, "line"}};
  EXPECT_EQ(s.cast[0], violator);
}

TEST(RunRedLight, HasItsScript) {
  const SceneDescription s = good_scene("run_red_light.scene");
  const std::vector<BeatDescription>& beats = s.script.beats;
  ASSERT_EQ(beats.size(), 4U);
  EXPECT_EQ(beats[0].name, "light");
  EXPECT_EQ(beats[0].when, before("line", 90));
  EXPECT_EQ(beats[0].until, before("line", 4));
  EXPECT_TRUE(beats[0].after.empty());
  ASSERT_EQ(beats[0].actions.size(), 1U);
  EXPECT_EQ(std::get<LightOnCue>(beats[0].actions[0].what),
            (LightOnCue{"line", network::Aspect::green, 0.5, 0, "line"}));
  EXPECT_EQ(beats[1].when, before("conflict", 40));
  EXPECT_EQ(beats[1].until, (Condition{.question = BeatIs{"violation", BeatIs::Phase::begun}}));
  EXPECT_EQ(beats[1].after, std::vector<std::string>{"light"});
  EXPECT_EQ(std::get<KeepPathFree>(beats[1].actions[0].what).mark, "conflict");
  EXPECT_EQ(std::get<CastRole>(beats[2].actions[0].what).role, "violator");
  EXPECT_FALSE(beats[2].commits);
  EXPECT_EQ(beats[3].when, (Condition{.question = CanBe{"violator", "conflict", 1.0}}));
  EXPECT_TRUE(beats[3].commits);
  EXPECT_EQ(beats[3].after, std::vector<std::string>{"casting"});
  ASSERT_EQ(beats[3].actions.size(), 1U);
  EXPECT_EQ(std::get<Tell>(beats[3].actions[0].what).role, "violator");
  static_cast<void>(tell_of<direct::Launch>(beats[3].actions[0]));
  const Condition end{
      .joint = Joint::any,
      .parts = {{.question = Past{"subject", "line"}, .lasts_s = 5}, {.question = Elapsed{"", 600}}}};
  EXPECT_EQ(s.script.end, end);
  EXPECT_EQ(s.script.most_s, 600);
}

TEST(RunRedLight, HasItsExpectations) {
  const SceneDescription s = good_scene("run_red_light.scene");
  ASSERT_EQ(s.expect.size(), 4U);
  EXPECT_EQ(s.expect[0].moment, Moment::at_beat);
  EXPECT_EQ(s.expect[0].beat, "violation");
  EXPECT_EQ(std::get<EntersPath>(s.expect[0].what), (EntersPath{"violator", 1.0, 0.5}));
  EXPECT_EQ(std::get<Condition>(s.expect[1].what),
            (Condition{.question = LightShows{"line", network::Aspect::green, 1.0}}));
  EXPECT_EQ(std::get<Condition>(s.expect[2].what), (Condition{.question = Clear{"conflict"}}));
  EXPECT_EQ(s.expect[3].moment, Moment::never);
  EXPECT_TRUE(std::holds_alternative<NoAppearance>(s.expect[3].what));
  EXPECT_EQ(s.expect[3].text, "never: extras appear or vanish in sight of subject");
}

TEST(DividedAttention, HasTwoRolesAndAPartialOrder) {
  const SceneDescription s = good_scene("divided_attention.scene");
  EXPECT_EQ(s.set.marks[3], (MarkDescription{"conflict", Conflict{network::Turn::left, "oncoming_line"}}));
  ASSERT_EQ(s.cast.size(), 2U);
  const RoleDescription turner{
      .name = "turner",
      .kinds = {world::ObjectKind::car},
      .requirements = {{Approaches{"oncoming_line", "line", 0.5, 4}}, {CanTurn{network::Turn::left}}},
      .prefers = Prefers::time,
      .preferred = 1.7};
  EXPECT_EQ(s.cast[0], turner);
  const std::vector<BeatDescription>& beats = s.script.beats;
  ASSERT_EQ(beats.size(), 4U);
  EXPECT_EQ(beats[1].name, "feint");
  EXPECT_EQ(beats[1].after, std::vector<std::string>{"casting"});
  EXPECT_EQ(beats[2].name, "turn");
  EXPECT_EQ(beats[2].after, (std::vector<std::string>{"casting", "feint"}));
  EXPECT_TRUE(beats[2].commits);
  EXPECT_EQ(tell_of<direct::TurnAcross>(beats[2].actions[0]).direction, network::Turn::left);
  EXPECT_EQ(std::get<Tell>(beats[2].actions[0].what).object, "subject");
  EXPECT_TRUE(beats[3].is_branch);
  EXPECT_EQ(beats[3].after, std::vector<std::string>{"feint"});
  const Condition late{.joint = Joint::none, .parts = {{.question = Elapsed{"feint", 2}}}};
  const Condition startled{
      .joint = Joint::all,
      .parts = {{.question = Compared{.measure = Measure::acceleration, .object = "subject", .high = -3}},
                {.question = BeatIs{"feint", BeatIs::Phase::begun}},
                late}};
  EXPECT_EQ(beats[3].when, startled);
  EXPECT_EQ(std::get<Note>(beats[3].actions[0].what).text, "startled by the feint");
  ASSERT_EQ(s.expect.size(), 2U);
  EXPECT_EQ(std::get<Acts>(s.expect[1].what), (Acts{"feint", 0.5}));
}

}  // namespace
}  // namespace backlot::scene_text::examples_test
