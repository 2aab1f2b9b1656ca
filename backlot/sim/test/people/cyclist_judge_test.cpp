// The judge of cyclists: what it counts in frames that are made by hand, and what it counts on roads and in a town.
#include "backlot/sim/test/people/cyclist_judge.h"

#include <gtest/gtest.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::cyclist_judge_test {
namespace {

using world::ObjectKind;

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);

record::FrameObject body(std::uint32_t number, ObjectKind kind, double x, double y, double speed_mps) {
  record::FrameObject o;
  o.id = world::ObjectId(number, number);
  o.kind = kind;
  o.centre = {x, y, 0};
  o.heading_x = 1;
  o.heading_y = 0;
  const world::BodyShape shape = world::usual_shape(kind);
  o.length_m = shape.length_m;
  o.width_m = shape.width_m;
  o.height_m = shape.height_m;
  o.speed_mps = speed_mps;
  return o;
}

record::Frame frame_of(std::uint64_t tick, std::vector<record::FrameObject> objects) {
  record::Frame frame;
  frame.tick = tick;
  frame.time = base::SimTime{} + base::Duration::from_milliseconds(100 * static_cast<std::int64_t>(tick));
  frame.objects = std::move(objects);
  return frame;
}

// A car at 12 m/s comes past a cyclist at 5 m/s, with so much between the bodies.
CyclistCounts pass_at(double side_m) {
  CyclistJudge judge;
  for (std::uint64_t k = 0; k < 100; ++k) {
    const double t = 0.1 * static_cast<double>(k);
    judge.watch(frame_of(k, {body(1, ObjectKind::car, -30 + 12 * t, side_m + 0.9 + 0.3, 12),
                             body(2, ObjectKind::bicycle, 5 * t, 0, 5)}));
  }
  return judge.counts();
}

TEST(CyclistJudge, MeasuresThePassOfAVehicle) {
  EXPECT_EQ(pass_at(1.6).passes, 1U);
  EXPECT_EQ(pass_at(1.6).too_near, 0U);
  EXPECT_NEAR(pass_at(1.6).nearest_m, 1.6, 1e-6);
  EXPECT_EQ(pass_at(1.4).too_near, 1U);
  EXPECT_NEAR(pass_at(1.4).nearest_m, 1.4, 1e-6);
  EXPECT_EQ(pass_at(1.4).touched, 0U);
  EXPECT_EQ(pass_at(-0.1).touched, 1U);
}

// Two ways, each with a lane for each direction, 1.5 km long.
std::unique_ptr<TestRoads> long_road(const std::string& at_kerb, const std::string& rule) {
  return roads_of(
      "network long_road\n"
      "traffic on the right\n"
      "speed limit 50 km/h\n"
      "way road {\n"
      "  lanes {\n"
      "    vehicle backward 3.25 m\n"
      "    spine\n"
      "    vehicle forward 3.25 m\n" +
      at_kerb +
      "    sidewalk 2 m\n"
      "  }\n"
      "  begin at (0 m, 0 m) heading 0 deg\n"
      "  line 1500 m\n"
      "  start open\n"
      "  end open\n" +
      rule + "}\n");
}

CyclistCounts judge(const world::Roads& roads, std::size_t vehicles, std::size_t cyclists, int seconds,
                    std::uint64_t seed) {
  Simulation run(roads, {.seed = seed});
  run.insert_spread(vehicles);
  run.spread_cyclists(cyclists);
  CyclistJudge judge;
  record::Frame frame;
  for (int k = 0; k < 10 * seconds; ++k) {
    run.step(kStep);
    run.frame(frame);
    judge.watch(frame);
  }
  return judge.counts();
}

// Over the oncoming lane where that is allowed, within the lane where cyclists have one of their own, and else not at all.
TEST(CyclistJudge, SeesVehiclesPassWithAMetreAndAHalf) {
  struct Case {
    const char* name;
    const char* at_kerb;
    const char* rule;
    bool has_passes;
  };
  for (const Case& c : {Case{"lane", "    bicycle forward 1.5 m\n", "  no passing\n", true},
                        Case{"oncoming", "", "", true}, Case{"nowhere", "", "  no passing\n", false}}) {
    SCOPED_TRACE(c.name);
    const auto road = long_road(c.at_kerb, c.rule);
    const CyclistCounts counts = judge(road->roads, 12, 16, 900, 7);
    EXPECT_EQ(counts.too_near, 0U);
    EXPECT_GE(counts.nearest_m, CyclistJudge::kSide_m);
    EXPECT_EQ(counts.touched + counts.others, 0U);
    EXPECT_EQ(counts.passes >= 5, c.has_passes) << counts.passes;
  }
}

TEST(CyclistJudge, FindsNoContactInATown) {
  const auto town = scene_roads("biketown");
  const CyclistCounts counts = judge(town->roads, 20, 50, 600, 8);
  EXPECT_EQ(counts.touched + counts.others, 0U);
  EXPECT_EQ(counts.too_near, 0U);
  EXPECT_GT(counts.passes, 3U);
  EXPECT_GT(counts.cyclist_m / (0.1 * counts.cyclist_steps), 1.5) << "m/s in the mean";
  EXPECT_LT(counts.cyclist_waits_s, 300);
  EXPECT_LT(counts.vehicle_waits_s, 300);
}

}  // namespace
}  // namespace backlot::sim::cyclist_judge_test
