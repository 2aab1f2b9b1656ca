// The judge of traffic is given frames that are made by hand, in which a rule is broken, and convicts; and one in which none is.
#include "backlot/sim/test/judges/traffic_judge.h"

#include <gtest/gtest.h>

#include "backlot/network/signals.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::traffic_judge_test {
namespace {

using world::ObjectKind;

// A lane of a shipped network that leads to a line with lights: its place and the way of its traffic.
struct Approach {
  network::CorridorId corridor{};
  geometry::PlacedPose line;
  double ahead = 1;
};

Approach find_approach(const network::Network& network) {
  for (std::size_t c = 0; c < network.corridors().size(); ++c) {
    const network::Corridor& corridor = network.corridors()[c];
    if (corridor.signal_group.is_empty() || corridor.from.is_empty()) continue;
    const double at = network.stop_distance(corridor.from);
    const double centre = network.edges(corridor.from.lane, at).centre();
    const network::StripId strip = network.lane(corridor.from.lane).strip;
    return {network::CorridorId(static_cast<std::uint32_t>(c)),
            network::place(network, strip, {at, centre, 0}), corridor.from.is_along ? 1.0 : -1.0};
  }
  ADD_FAILURE() << "the network has no lights";
  return {};
}

class TrafficJudges : public testing::Test {
 protected:
  // A body whose front is so far before the line.
  record::FrameObject body(double before_m, double speed_mps, ObjectKind kind = ObjectKind::car,
                           double aside_m = 0) const {
    const world::BodyShape shape = world::usual_shape(kind);
    record::FrameObject o;
    o.id = world::ObjectId(1, 0);
    o.kind = kind;
    o.length_m = shape.length_m;
    o.width_m = shape.width_m;
    o.heading_x = approach_.ahead * approach_.line.tangent.x;
    o.heading_y = approach_.ahead * approach_.line.tangent.y;
    const double back = before_m + 0.5 * static_cast<double>(o.length_m);
    o.centre = {approach_.line.position.x - back * o.heading_x - aside_m * o.heading_y,
                approach_.line.position.y - back * o.heading_y + aside_m * o.heading_x,
                approach_.line.position.z};
    o.speed_mps = speed_mps;
    o.corridor = approach_.corridor;
    o.signal = network::Aspect::green;
    return o;
  }
  // One more frame, a tenth of a second after the last one.
  void show(std::initializer_list<record::FrameObject> objects) {
    record::Frame frame;
    frame.time = base::SimTime() + base::Duration::from_milliseconds(100) * ++ticks_;
    frame.objects = objects;
    judge_.watch(frame);
  }
  const TrafficJudge::Verdict& seen() const { return judge_.verdict(); }

 private:
  std::unique_ptr<TestRoads> roads_ = scene_roads("biketown");
  Approach approach_ = find_approach(roads_->network);
  TrafficJudge judge_{roads_->network};
  int ticks_ = 0;
};

TEST_F(TrafficJudges, AcquitAVehicleThatStopsAtRed) {
  double before = 20, speed = 6;
  while (speed > 0) {
    record::FrameObject o = body(before, speed);
    o.signal = network::Aspect::red;
    show({o});
    const double next = std::max(0.0, speed - 0.3);
    before -= 0.05 * (speed + next);
    speed = next;
  }
  EXPECT_TRUE(seen().is_clean(0.15)) << seen().worst;
  EXPECT_NEAR(seen().hardest[0], -3, 1e-6);
}

TEST_F(TrafficJudges, ConvictAFrontOnRed) {
  for (int k = 0; k < 4; ++k) {
    record::FrameObject o = body(1.2 - 0.5 * k, 5);
    o.signal = network::Aspect::red;
    show({o});
  }
  EXPECT_EQ(seen().red_crossings, 1U);
  EXPECT_FALSE(seen().is_clean(600));
  EXPECT_NE(seen().worst.find("red"), std::string::npos);
}

TEST_F(TrafficJudges, AcquitAFrontOnGreen) {
  for (int k = 0; k < 4; ++k) show({body(1.2 - 0.5 * k, 5)});
  EXPECT_EQ(seen().red_crossings, 0U);
}

TEST_F(TrafficJudges, ConvictBodiesThatTouch) {
  record::FrameObject other = body(22, 0);
  other.id = world::ObjectId(2, 0);
  show({body(20, 0), other});
  EXPECT_EQ(seen().contacts, 1U);
}

TEST_F(TrafficJudges, ConvictABodyBesideTheRoad) {
  for (int k = 0; k < 10; ++k) show({body(20, 0, ObjectKind::car, -400)});
  EXPECT_EQ(seen().off_network, 1U);
}

TEST_F(TrafficJudges, ConvictALongBodyBesideTheRoad) {
  for (int k = 0; k < 10; ++k) show({body(20, 0, ObjectKind::bus, -400)});
  EXPECT_EQ(seen().off_network, 1U);
  EXPECT_GT(seen().widest_corner_m, TrafficJudge::kCorner_m);
}

TEST_F(TrafficJudges, ConvictAccelerationsOfEachKind) {
  const auto beyond = [&](ObjectKind kind, double accel_mps2) {
    const std::uint64_t before = seen().out_of_bounds;
    show({});
    show({body(30, 10, kind)});
    show({body(30 - 1 - 0.005 * accel_mps2, 10 + 0.1 * accel_mps2, kind)});
    return seen().out_of_bounds - before;
  };
  EXPECT_EQ(beyond(ObjectKind::car, -7.9), 0U);
  EXPECT_EQ(beyond(ObjectKind::car, -8.2), 1U);
  EXPECT_EQ(beyond(ObjectKind::truck, -5.9), 0U);
  EXPECT_EQ(beyond(ObjectKind::truck, -6.2), 1U);
  EXPECT_EQ(beyond(ObjectKind::truck, 1.45), 0U);
  EXPECT_EQ(beyond(ObjectKind::truck, 1.7), 1U);
  EXPECT_EQ(beyond(ObjectKind::bus, 1.7), 1U);
  EXPECT_EQ(beyond(ObjectKind::motorcycle, 3.9), 0U);
  EXPECT_EQ(beyond(ObjectKind::motorcycle, 4.2), 1U);
  EXPECT_EQ(seen().disagreements, 0U);
}

TEST_F(TrafficJudges, ConvictABodyThatJumps) {
  show({body(30, 10)});
  show({body(27, 10)});
  EXPECT_EQ(seen().disagreements, 1U);
}

TEST_F(TrafficJudges, TellHowLongABodyStands) {
  for (int k = 0; k < 31; ++k) show({body(5, 0)});
  show({body(5, 0.2)});
  show({body(5, 0)});
  EXPECT_NEAR(seen().longest_stand_s, 3, 1e-6);
  EXPECT_FALSE(seen().is_clean(2.9));
  EXPECT_TRUE(seen().is_clean(3.1)) << seen().worst;
}

}  // namespace
}  // namespace backlot::sim::traffic_judge_test
