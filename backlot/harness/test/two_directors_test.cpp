// Two that want the same actor, or the same light. What the scripts show is found before the run; during it priority decides, and it is reported.
#include <algorithm>
#include <optional>

#include <gtest/gtest.h>

#include "backlot/direct/event_names.h"
#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/shipped_scenes.h"
#include "backlot/harness/test/small_scene.h"

namespace backlot::harness::test::two_directors_test {
namespace {

// ---- before the run

std::string problems_of(const std::string& script, const std::string& road = "study_road.way") {
  return to_text(build_scene("scene two\nimport \"" + road + R"("
set {
  subject from highway_west R1 at 700 m to highway_east
  mark line = stop line of subject at first
}
cast { role other: car { is ahead of subject } }
script {
)" + script + "\nend when subject 5 s past line\n}\n")
                     .diagnostics());
}

TEST(TwoDirectors, OfOneScriptThatWantOneLightAreFoundBeforeTheRun) {
  const std::string green =
      "beat green from 100 s before subject at line until 4 s before subject at line {\n"
      "  first shows middle of green to subject when subject at line\n}\n";
  const auto red = [](const char* from) {
    return std::string("beat red from ") + from +
           " before subject at line until subject at line {\n"
           "  commit; first shows middle of red to subject when subject at line\n}\n";
  };
  EXPECT_NE(problems_of("together {\n" + green + red("60 s") + "}").find("P341"), std::string::npos);
  EXPECT_EQ(problems_of("together {\n" + green + red("3 s") + "}").find("P341"), std::string::npos);
}

TEST(TwoDirectors, OfOneScriptThatWantOneActorAreFoundBeforeTheRun) {
  const std::string casting = "beat casting from 60 s before subject at line { cast other }\n";
  EXPECT_NE(problems_of(
                casting +
                "beat event when subject 20 s before line { commit; other brakes at 2 m/s2; other drives at "
                "50 km/h }")
                .find("P342"),
            std::string::npos);
  EXPECT_EQ(
      problems_of(casting + "beat event when subject 20 s before line { commit; other brakes at 2 m/s2 }")
          .find("P342"),
      std::string::npos);
}

// ---- during the run: an actor

// Claims the head of the queue on the left, and keeps it for so long.
class Grabber final : public direct::Director {
 public:
  Grabber(std::shared_ptr<const scene::Scene> scene, double until_s)
      : scene_(std::move(scene)), until_s_(until_s) {}

  void step(const direct::Directing& directing) override {
    const double now_s = directing.stage.tick().time.seconds();
    if (begin_s_ < 0) begin_s_ = now_s;
    if (now_s - begin_s_ > until_s_) {
      if (!held_.is_empty()) directing.release(held_);
      held_ = {};
      return;
    }
    const world::Mark line = scene_->find_mark("left_line")->ways.front().mark;
    const auto head = approach_.find(directing.stage.snapshot(), line, {.within_m = 5, .most = 1});
    if (head.empty() || !held_.is_empty()) return;
    const world::ObjectId id = directing.stage.snapshot().id(head.front().number);
    if (directing.claim(id) == direct::ClaimAnswer::granted) held_ = id;
  }
  hcsm::Answer take(const hcsm::Message&) override { return hcsm::Answer::refused; }
  std::unique_ptr<direct::Director> copy() const override { return std::make_unique<Grabber>(*this); }
  void save(base::FieldWriter& field) const override { field(*this); }
  void hash(base::FieldHasher& field) const override { field(*this); }
  void restore(base::FieldReader& field) override { field(*this); }
  static void visit(auto& self, auto& field) { field(self.begin_s_, self.held_); }

 private:
  std::shared_ptr<const scene::Scene> scene_;
  double until_s_;
  look::Approach approach_;
  double begin_s_ = -1;
  world::ObjectId held_{};
};

TEST(TwoDirectors, TheOneThatClaimedAnActorKeepsIt) {
  const SmallStage stage;
  const auto scene = stage.build(stage.describe(kSmallScene));
  const auto play = [&](double until_s) {
    return run_scene(scene, {.seed = 3, .beside = {[&](const Beside& beside) {
                                          return std::make_unique<Grabber>(beside.scene, until_s);
                                        }}});
  };
  const auto plays_another = [](const RunResult& result) {
    const auto& refused = result.roles[0].refused;
    return std::any_of(refused.begin(), refused.end(),
                       [](const auto& row) { return row.first == "plays another role" && row.second > 0; });
  };
  const RunResult alone = run_scene(scene, {.seed = 3});
  ASSERT_TRUE(alone.is_staged()) << alone.cause.text;
  EXPECT_FALSE(plays_another(alone));

  const RunResult taken = play(1000);
  EXPECT_FALSE(taken.is_staged());
  EXPECT_FALSE(taken.roles[0].actor.has_value());
  EXPECT_TRUE(plays_another(taken)) << "the result says that the vehicle was taken";

  // one that is given back in time can be cast
  const RunResult given_back = play(22);
  EXPECT_TRUE(given_back.is_staged()) << given_back.cause.text;
  EXPECT_EQ(given_back.roles[0].actor, alone.roles[0].actor);
  EXPECT_GT(given_back.roles[0].since_s, alone.roles[0].since_s + 1);
}

// ---- during the run: a light

// Between two times asks for the first light in every step.
class LightKeeper final : public direct::Director {
 public:
  LightKeeper(std::int32_t priority, double from_s, double until_s)
      : priority_(priority), from_s_(from_s), until_s_(until_s) {}

  void step(const direct::Directing& directing) override {
    const base::SimTime now = directing.stage.tick().time;
    if (begin_s_ < 0) begin_s_ = now.seconds();
    if (now.seconds() - begin_s_ < from_s_ || now.seconds() - begin_s_ > until_s_) return;
    const direct::LightAnswer answer = directing.ask(
        {.priority = priority_,
         .wish = {.programme = 0, .phase = 0.9, .time = now + base::Duration::from_seconds(60)}});
    accepted_ += answer.is_accepted() ? 1U : 0U;
    held_by_another_ += answer.refusal == direct::LightRefusal::held_by_another ? 1U : 0U;
  }
  hcsm::Answer take(const hcsm::Message&) override { return hcsm::Answer::refused; }
  std::unique_ptr<direct::Director> copy() const override { return std::make_unique<LightKeeper>(*this); }
  void save(base::FieldWriter& field) const override { field(*this); }
  void hash(base::FieldHasher& field) const override { field(*this); }
  void restore(base::FieldReader& field) override { field(*this); }
  static void visit(auto& self, auto& field) { field(self.begin_s_, self.accepted_, self.held_by_another_); }

  std::uint64_t accepted() const { return accepted_; }
  std::uint64_t held_by_another() const { return held_by_another_; }

 private:
  std::int32_t priority_;
  double from_s_, until_s_;
  double begin_s_ = -1;
  std::uint64_t accepted_ = 0, held_by_another_ = 0;
};

TEST(TwoDirectors, TheOneWithTheHigherPriorityGetsTheLight) {
  constexpr std::uint64_t kSeed = 5;
  constexpr double kFrom_s = 60, kUntil_s = 90;
  const auto scene = shipped_scene(kRunRedLight);
  struct Seen {
    RunResult result;
    std::uint64_t accepted = 0, held_by_another = 0;
    bool has_lost = false;  // the scene has lost the light before it was over
  };
  const auto play = [&](std::int32_t priority) {
    Seen seen;
    direct::IssuerId of_scene;
    // late enough that the scene holds the light already
    seen.result = run_scene(
        scene, {.seed = kSeed,
                .subject = subject::ShareChoice{1},
                .beside = {[&](const Beside& beside) {
                  of_scene = beside.director;
                  return std::make_unique<LightKeeper>(priority, kFrom_s, kUntil_s);
                }},
                .onlooker = [&](const Moment& moment) {
                  const auto& keeper = static_cast<const LightKeeper&>(moment.run.directors()[1]);
                  seen.accepted = keeper.accepted();
                  seen.held_by_another = keeper.held_by_another();
                  for (const record::Event& event : moment.run.events())
                    seen.has_lost = seen.has_lost || (event.kind == record::EventKind::light_released &&
                                                      event.issuer == of_scene.raw() && !moment.play.is_over);
                }});
    return seen;
  };
  const RunResult alone = run_scene(scene, {.seed = kSeed, .subject = subject::ShareChoice{1}});
  ASSERT_TRUE(alone.is_staged()) << alone.cause.text;
  const Seen low = play(-1), high = play(1);
  EXPECT_EQ(low.accepted, 0U);
  EXPECT_GT(low.held_by_another, 10U);
  EXPECT_EQ(low.result.lights[0].refusals, alone.lights[0].refusals);
  EXPECT_TRUE(low.result.is_staged()) << low.result.cause.text;
  EXPECT_FALSE(low.has_lost);

  EXPECT_GT(high.accepted, 10U);
  EXPECT_EQ(high.held_by_another, 0U);
  EXPECT_FALSE(high.result.is_staged());
  EXPECT_GT(high.result.lights[0].refusals, alone.lights[0].refusals) << "the result tells of it";
  EXPECT_TRUE(high.has_lost) << "that the scene lost the light is an event";
}

}  // namespace
}  // namespace backlot::harness::test::two_directors_test
