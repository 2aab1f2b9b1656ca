// People who walk in groups: they stay together, walk abreast where there is room and in file where there is not, and come and go together.
#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backlot/sim/run_state.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/people/group_judge.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::groups_test {
namespace {

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);

// Which people walk together, by the rings of their state.
std::vector<std::vector<world::ObjectId>> groups_of(const Simulation& run) {
  const RunState& s = run.state();
  std::vector<std::vector<world::ObjectId>> groups;
  std::set<std::uint32_t> seen;
  for (const traffic::Walker& walker : s.walkers) {
    if (walker.is_alone() || seen.contains(walker.number)) continue;
    std::vector<world::ObjectId>& group = groups.emplace_back();
    for (std::uint32_t number = walker.number; seen.insert(number).second;) {
      group.push_back(s.numbers.id(number));
      number = std::ranges::find(s.walkers, number, &traffic::Walker::number)->fellow;
    }
  }
  return groups;
}

std::unique_ptr<TestRoads> street(double sidewalk_m) {
  return roads_of(
      fmt::format("network street\n"
                  "way street {{\n"
                  "  lanes {{\n"
                  "    vehicle backward 3 m\n"
                  "    spine\n"
                  "    vehicle forward 3 m\n"
                  "    sidewalk {} m\n"
                  "  }}\n"
                  "  begin at (0 m, 0 m) heading 0 deg\n"
                  "  line 400 m\n"
                  "  start open\n"
                  "  end open\n"
                  "}}\n",
                  sidewalk_m));
}

record::FrameObject person_at(std::uint32_t number, double x) {
  record::FrameObject o;
  o.id = world::ObjectId(number, number);
  o.kind = world::ObjectKind::pedestrian;
  o.centre = {x, 0, 0};
  return o;
}

TEST(GroupJudge, TellsWhoIsTogether) {
  record::Frame frame;
  frame.objects = {person_at(0, 0), person_at(1, 2), person_at(2, 5.5)};
  GroupJudge judge;
  judge.watch(frame, {{frame.objects[0].id, frame.objects[1].id, frame.objects[2].id}});
  EXPECT_EQ(judge.counts().pair_steps, 3);
  EXPECT_EQ(judge.counts().near_pair_steps, 1);
  EXPECT_NEAR(judge.counts().farthest_m, 5.5, 1e-9);
}

// Among vehicles, over crosswalks with signals and without, for five minutes.
TEST(Groups, StayTogether) {
  const auto town = scene_roads("biketown");
  Simulation run(town->roads, {.seed = 21});
  run.insert_spread(20);
  run.people().spread(300);
  GroupJudge judge;
  record::Frame frame;
  for (int k = 0; k < 3000; ++k) {
    run.step(kStep);
    if (k % 5 != 0) continue;
    run.frame(frame);
    judge.watch(frame, groups_of(run));
  }
  RecordProperty("near_share", fmt::format("{:.4f}", judge.counts().near_share()));
  RecordProperty("farthest_m", fmt::format("{:.1f}", judge.counts().farthest_m));
  EXPECT_GT(judge.counts().pair_steps, 20000);
  EXPECT_GE(judge.counts().near_share(), 0.95);
}

// Of n people drawn alone or in groups the share in groups is as asked, within four standard errors (a group moves it by its size).
TEST(Groups, AreAsManyAsAskedFor) {
  const auto town = scene_roads("biketown");
  for (const double share : {0.0, 0.3, 0.55, 1.0}) {
    std::size_t together = 0, all = 0;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      SimulationSettings settings{.seed = seed};
      settings.walkers.in_groups = share;
      Simulation run(town->roads, settings);
      run.people().spread(400);
      all += run.walkers().size();
      for (const auto& group : groups_of(run)) {
        EXPECT_GE(group.size(), 2U);
        EXPECT_LE(group.size(), 4U);
        together += group.size();
      }
    }
    const double found = static_cast<double>(together) / static_cast<double>(all);
    EXPECT_NEAR(found, share, 4 * std::sqrt(2.6 * share * (1 - share) / static_cast<double>(all)) + 0.005);
  }
}

struct Shape {
  double along_m = 0,
         across_m = 0;  // of the group: from the first to the last, and from the right to the left
};
Shape shape_of(double sidewalk_m, std::size_t size) {
  const auto roads = street(sidewalk_m);
  Simulation run(roads->roads, {.seed = 5});
  run.people().insert_group(world::FootwayId(0), true, 60, 0, size);
  Shape sum;
  int frames = 0;
  for (int k = 0; k < 400 && run.walkers().size() == size; ++k) {
    run.step(kStep);
    if (k < 150 || run.walkers().size() != size) continue;
    const auto [x0, x1] = std::ranges::minmax(run.walkers(), {}, [](const auto& w) { return w.at.x; });
    const auto [y0, y1] = std::ranges::minmax(run.walkers(), {}, [](const auto& w) { return w.at.y; });
    sum.along_m += x1.at.x - x0.at.x;
    sum.across_m += y1.at.y - y0.at.y;
    ++frames;
  }
  EXPECT_GT(frames, 50);
  return {sum.along_m / frames, sum.across_m / frames};
}

TEST(Groups, WalkAbreastWhereThereIsRoom) {
  const Shape wide = shape_of(3.5, 3), narrow = shape_of(1.2, 3), pair = shape_of(2, 2);
  EXPECT_GT(wide.across_m, 1.1);
  EXPECT_LT(wide.along_m, 0.7);
  EXPECT_LT(narrow.across_m, 0.5);
  EXPECT_GT(narrow.along_m, 1.2);
  EXPECT_GT(pair.across_m, 0.5);
  EXPECT_LT(pair.along_m, 0.5);
}

// Two that walk abreast and two that come against them on a sidewalk that is too narrow for four: all four pass, in file, and soon.
TEST(Groups, GiveWayTogether) {
  const auto roads = street(2);
  int meetings = 0;
  for (std::uint64_t seed = 1; seed <= 20;
       ++seed) {  // in some of the runs a group goes in at its door before they meet
    Simulation run(roads->roads, {.seed = seed});
    run.people().insert_group(world::FootwayId(0), true, 60, 0, 2);
    run.people().insert_group(world::FootwayId(0), false, 340, 0, 2);
    double slow_s = 0;  // of one of them, while they pass
    bool have_passed = false;
    for (int k = 0; k < 2000 && run.walkers().size() == 4 && !have_passed; ++k) {
      run.step(kStep);
      if (k < 30 || run.walkers().size() != 4) continue;
      for (const traffic::Walker& w : run.walkers()) slow_s += w.speed_mps() < 0.3 ? kStep.seconds() : 0;
      have_passed = run.walkers()[0].at.x > run.walkers()[2].at.x + 3 &&
                    run.walkers()[1].at.x > run.walkers()[3].at.x + 3;
    }
    if (!have_passed) continue;
    ++meetings;
    EXPECT_LT(slow_s, 4) << "seed " << seed;
  }
  EXPECT_GE(meetings, 3);
}

// People go in at their doors, and as many come out of others; none of those that walk together is left behind.
TEST(Groups, ComeAndGoTogether) {
  const auto town = scene_roads("biketown");
  Simulation run(town->roads, {.seed = 9});
  run.people().spread(200);
  std::uint64_t left = 0, entered = 0;
  std::size_t fewest = 200, most = 0;
  for (int k = 0; k < 4000; ++k) {
    run.step(kStep);
    for (const record::Event& e : run.events()) {
      left += e.kind == record::EventKind::left ? 1U : 0U;
      entered += e.kind == record::EventKind::entered ? 1U : 0U;
    }
    fewest = std::min(fewest, run.walkers().size());
    most = std::max(most, run.walkers().size());
  }
  EXPECT_GT(left, 100U);
  EXPECT_GT(entered, 300U);
  EXPECT_LE(most, 200U);
  EXPECT_GT(fewest, 185U);
}

}  // namespace
}  // namespace backlot::sim::groups_test
