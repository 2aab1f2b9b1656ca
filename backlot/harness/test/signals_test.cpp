// Signals from outside: heard at their time, and part of a run that is saved, restored or forked; so are sources and sinks.
#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/direct/director.h"
#include "backlot/harness/test/long_road.h"
#include "backlot/scene/scene_director.h"

namespace backlot::harness::test::signals_test {
namespace {

constexpr base::Duration kStep = base::Duration::from_milliseconds(50);
constexpr double kSpeed_mps = 15;

const LongRoad& road() {
  static const LongRoad road;
  return road;
}

std::shared_ptr<const scene::Scene> waiting_scene() {
  return road().scene("traffic { warm up 0 s }",
                      "beat go when signal go deadline 50 s after start { commit; note \"went\" }\n"
                      "end when 60 s after start");
}

TEST(Signals, LetABeatBegin) {
  const RunResult heard =
      run_scene(waiting_scene(), {.seed = 1, .subject = steady(5), .signals = {{"go", 12.34}}});
  ASSERT_EQ(heard.signals.size(), 1U);
  EXPECT_EQ(heard.signals[0].name, "go");
  EXPECT_NEAR(heard.signals[0].time_s - heard.subject_start_s, 12.34, 0.05);
  ASSERT_EQ(heard.notes.size(), 1U);
  // a beat that commits begins a step after its trigger
  EXPECT_NEAR(heard.notes[0].time_s - heard.subject_start_s, 12.34, 0.15);

  const RunResult unheard = run_scene(waiting_scene(), {.seed = 1, .subject = steady(5)});
  EXPECT_TRUE(unheard.notes.empty());
  EXPECT_TRUE(unheard.signals.empty());
  EXPECT_NE(unheard.hash, heard.hash);
}

TEST(Signals, ThatTheSceneDoesNotAskForAreNotHeard) {
  const auto scene = waiting_scene();
  EXPECT_TRUE(scene::find_signal(*scene, "go").has_value());
  EXPECT_FALSE(scene::find_signal(*scene, "stop").has_value());
  const RunResult other =
      run_scene(scene, {.seed = 1, .subject = steady(5), .signals = {{"stop", 10}, {"go", 900}}});
  EXPECT_TRUE(other.signals.empty());
  EXPECT_EQ(other.hash, run_scene(scene, {.seed = 1, .subject = steady(5)}).hash);
}

// Presses a button of the director of the scene, once.
class Presser final : public direct::Director {
 public:
  Presser(const Beside& beside, std::string_view button, std::uint64_t steps)
      : to_(beside.director),
        button_(scene::machine_of(*beside.scene).panel().find_button(button)),
        left_(steps) {}
  void step(const direct::Directing& directing) override {
    if (left_ > 0 && --left_ == 0) directing.others.tell(to_, hcsm::press(button_));
  }
  static void visit(auto& self, auto& field) { field(self.left_); }
  std::unique_ptr<Director> copy() const override { return std::make_unique<Presser>(*this); }
  void save(base::FieldWriter& field) const override { field(*this); }
  void hash(base::FieldHasher& field) const override { field(*this); }
  void restore(base::FieldReader& field) override { field(*this); }
  hcsm::Answer take(const hcsm::Message&) override { return hcsm::Answer::refused; }

 private:
  direct::IssuerId to_;
  hcsm::ButtonId button_;
  std::uint64_t left_;
};

TEST(Signals, TheButtonOfEverySceneEndsIt) {
  const double whole_s = run_scene(waiting_scene(), {.seed = 1, .subject = steady(5)}).sim_s;
  const RunResult ended =
      run_scene(waiting_scene(), {.seed = 1, .subject = steady(5), .beside = {[](const Beside& beside) {
                                                                     return std::make_unique<Presser>(
                                                                         beside, scene::kEndScene, 200);
                                                                   }}});
  EXPECT_NEAR(ended.sim_s - ended.subject_start_s, 10, 0.15);
  EXPECT_GT(whole_s, ended.sim_s + 40);
}

// A run that was left at a moment, and what its subject was told from then on.
struct Left {
  std::optional<sim::Simulation> fork, other;
  std::string bytes;
  std::uint64_t last_tick = 0, hash = 0;
  std::string last_bytes;
  world::ObjectId subject{};
};

// Goes on to the end; the signal comes again where it came.
void go_on(const Left& left, std::optional<hcsm::Message> signal, std::uint64_t signal_tick,
           sim::Simulation& run) {
  while (run.tick().index < left.last_tick) {
    if (signal && run.tick().index == signal_tick) run.tell(direct::IssuerId(0), *signal);
    const std::array commands{
        sim::ExternalCommand{left.subject, run.tick().time, sim::PaceCommand{kSpeed_mps}}};
    run.step(kStep, commands);
  }
}

TEST(Signals, SourcesAndSinksAreSavedRestoredAndForked) {
  const auto scene = road().scene(
      "traffic { flow road 120 per hour; warm up 100 s }\n"
      "source cars at gate, about every 6 s, when signal go { car 50 %; truck 50 % }\n"
      "source seldom between 300 m and 500 m ahead of subject oncoming, every 9 s, sequence bus, car\n"
      "sink drain before far between 0 m and 300 m, while signal go",
      LongRoad::nothing_for(60));
  for (const double signal_s : {15.0, 40.0}) {  // before and after the run is left
    Left left;
    std::uint64_t signal_tick = 0;
    const RunResult result = run_scene(scene, {.seed = 7,
                                               .subject = steady(kSpeed_mps),
                                               .signals = {{"go", signal_s}},
                                               .onlooker = [&](const Moment& moment) {
                                                 const double now_s =
                                                     moment.frame.time.seconds() - moment.play.started_s;
                                                 left.subject = moment.subject;
                                                 if (!left.other) left.other = moment.run.fork();
                                                 if (now_s > 30 && !left.fork) {
                                                   left.fork = moment.run.fork();
                                                   left.bytes = moment.run.save();
                                                 }
                                                 // it was told in the step before it was heard
                                                 if (signal_tick == 0 && moment.play.is_signalled("go"))
                                                   signal_tick = moment.frame.tick - 1;
                                                 left.last_tick = moment.frame.tick;
                                                 left.hash = moment.run.hash();
                                                 left.last_bytes = moment.run.save();
                                               }});
    ASSERT_TRUE(left.fork && left.other) << result.cause.text;
    EXPECT_GE(result.sources.at(0).vehicles, 2U);
    EXPECT_GE(result.sources.at(1).vehicles, 6U);
    EXPECT_GE(result.sinks.at(0).vehicles, 1U);
    const bool is_later = signal_s > 30;
    const std::optional<hcsm::Message> signal = is_later ? scene::find_signal(*scene, "go") : std::nullopt;

    go_on(left, signal, signal_tick, *left.fork);
    EXPECT_EQ(left.fork->hash(), left.hash) << signal_s;
    EXPECT_EQ(left.fork->save(), left.last_bytes) << signal_s;
    ASSERT_FALSE(left.other->restore(left.bytes).has_errors());
    go_on(left, signal, signal_tick, *left.other);
    EXPECT_EQ(left.other->hash(), left.hash) << signal_s;
    if (!is_later) continue;
    // the control: without the signal it is another run
    ASSERT_FALSE(left.other->restore(left.bytes).has_errors());
    go_on(left, std::nullopt, 0, *left.other);
    EXPECT_NE(left.other->hash(), left.hash);
  }
}

}  // namespace
}  // namespace backlot::harness::test::signals_test
