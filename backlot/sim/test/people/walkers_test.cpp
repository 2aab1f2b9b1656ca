// People on foot in a run: the same bits for any number of threads and after saving, and nobody walks through anybody.
#include <gtest/gtest.h>

#include "backlot/sim/run_state.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"
#include "backlot/world/body.h"

namespace backlot::sim::walkers_test {
namespace {

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);

Simulation town_run(const world::Roads& roads, std::size_t threads) {
  Simulation run(roads, {.seed = 11, .threads = threads});
  run.insert_spread(15);
  run.people().spread(300);
  return run;
}

TEST(Walkers, HaveTheSameHashForAnyNumberOfThreads) {
  const auto town = scene_roads("biketown");
  Simulation one = town_run(town->roads, 1), three = town_run(town->roads, 3);
  for (int k = 0; k < 300; ++k) {
    one.step(kStep);
    three.step(kStep);
  }
  EXPECT_EQ(one.walkers().size(), three.walkers().size());
  EXPECT_GT(one.walkers().size(), 285U);  // some are behind doors
  EXPECT_EQ(one.hash(), three.hash());
}

TEST(Walkers, GoOnFromASavedState) {
  const auto town = scene_roads("biketown");
  Simulation whole = town_run(town->roads, 1), other(town->roads, {.seed = 11});
  for (int k = 0; k < 200; ++k) whole.step(kStep);
  ASSERT_FALSE(other.restore(whole.save()).has_errors());
  Simulation fork = whole.fork();
  for (int k = 0; k < 200; ++k) {
    whole.step(kStep);
    other.step(kStep);
    fork.step(kStep);
  }
  EXPECT_EQ(whole.hash(), other.hash());
  EXPECT_EQ(whole.hash(), fork.hash());
}

// By the boxes of frames alone.
TEST(Walkers, DoNotOverlapByMoreThanFiveCentimetres) {
  constexpr double kDeepest_m = 0.05;
  const auto town = scene_roads("biketown");
  Simulation run = town_run(town->roads, 1);
  record::Frame frame;
  for (int k = 0; k < 600; ++k) {
    run.step(kStep);
    if (k % 10 != 0) continue;
    run.frame(frame);
    std::vector<world::BodyBox> people;
    for (const record::FrameObject& o : frame.objects)
      if (o.kind == world::ObjectKind::pedestrian)
        people.push_back({o.centre, o.heading_x, o.heading_y, 0.5 * static_cast<double>(o.length_m),
                          0.5 * static_cast<double>(o.width_m)});
    ASSERT_GT(people.size(), 285U);  // some are behind doors
    for (std::size_t a = 0; a < people.size(); ++a)
      for (std::size_t b = a + 1; b < people.size(); ++b)
        EXPECT_FALSE(world::overlap(people[a], people[b], kDeepest_m)) << "at step " << k;
  }
}

}  // namespace
}  // namespace backlot::sim::walkers_test
