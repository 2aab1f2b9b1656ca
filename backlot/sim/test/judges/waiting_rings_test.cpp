// Rings that are made by hand: the detector sees those of bodies that stand bumper to bumper, and those of vehicles that wait at lines for room far ahead.
#include "backlot/sim/test/judges/waiting_rings.h"

#include <string>

#include <gtest/gtest.h>

#include "backlot/network/locate.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::waiting_rings_test {
namespace {

// A roundabout of four short ways, with 19 m between one and the next.
constexpr std::string_view kRoundabout = R"(
network ring
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.25 m; spine; vehicle forward 3.25 m }
profile ring_lane { spine; vehicle forward 4.5 m }
template entry {
  arm ring_in at (18 m * cos(30 deg), -18 m * sin(30 deg)) heading 60 deg priority road { vehicle in }
  arm ring_out at (18 m * cos(30 deg), 18 m * sin(30 deg)) heading 300 deg { vehicle out }
  arm leg at (30 m, 0 m) heading 180 deg yield
}
intersection ce is entry at (0 m, 0 m) { arm leg: e.start }
intersection cn is entry at (0 m, 0 m) turned 90 deg { arm leg: n.start }
intersection cw is entry at (0 m, 0 m) turned 180 deg { arm leg: w.start }
intersection cs is entry at (0 m, 0 m) turned 270 deg { arm leg: s.start }
way r1 from ce.ring_out to cn.ring_in { profile ring_lane }
way r2 from cn.ring_out to cw.ring_in { profile ring_lane }
way r3 from cw.ring_out to cs.ring_in { profile ring_lane }
way r4 from cs.ring_out to ce.ring_in { profile ring_lane }
way e { profile street; begin at (30 m, 0 m) heading 0 deg; line 150 m; end open }
way n { profile street; begin at (0 m, 30 m) heading 90 deg; line 150 m; end open }
way w { profile street; begin at (-30 m, 0 m) heading 180 deg; line 150 m; end open }
way s { profile street; begin at (0 m, -30 m) heading 270 deg; line 150 m; end open }
)";

class Rings : public testing::Test {
 protected:
  // A car at the end of each of the four ways that goes on around the ring.
  record::Frame full_ring(double at_s) const {
    record::Frame frame;
    frame.time = base::SimTime() + base::Duration::from_seconds(at_s);
    for (int k = 1; k <= 4; ++k) {
      const network::StripId way = net().find_strip("r" + std::to_string(k));
      const network::StripId next = net().find_strip("r" + std::to_string(k % 4 + 1));
      record::FrameObject car;
      car.id = world::ObjectId(static_cast<std::uint32_t>(k), 0);
      car.length_m = 4.5F;
      car.width_m = 1.8F;
      car.strip = way;
      car.lane = net().find_lane(way, "R1");
      car.distance = net().strip(way).length() - 3;
      const geometry::PlacedPose at =
          network::place(net(), way, {car.distance, net().edges(car.lane, car.distance).centre(), 0});
      car.centre = at.position;
      car.heading_x = at.tangent.x;
      car.heading_y = at.tangent.y;
      for (std::uint32_t c = 0; c < net().corridors().size(); ++c) {
        const network::Corridor& corridor = net().corridors()[c];
        if (!corridor.from.is_empty() && !corridor.to.is_empty() && corridor.from.lane == car.lane &&
            net().lane(corridor.to.lane).strip == next)
          car.corridor = network::CorridorId(c);
      }
      EXPECT_FALSE(car.corridor.is_empty());
      frame.objects.push_back(car);
    }
    return frame;
  }
  const network::Network& net() const { return roads_->network; }

 private:
  std::unique_ptr<TestRoads> roads_ = roads_of(kRoundabout);
};

TEST_F(Rings, OfVehiclesThatWaitAtLinesForRoomAreSeen) {
  WaitingRings rings(net());
  rings.watch(full_ring(0));
  rings.watch(full_ring(130));
  EXPECT_NEAR(rings.longest_s(), 130, 1e-9);
  EXPECT_EQ(rings.longest().size(), 4U);
}

TEST_F(Rings, EndWhereOneMoves) {
  WaitingRings rings(net());
  rings.watch(full_ring(0));
  record::Frame moves = full_ring(60);
  moves.objects[2].speed_mps = 1;
  rings.watch(moves);
  rings.watch(full_ring(120));
  rings.watch(full_ring(150));
  EXPECT_NEAR(rings.longest_s(), 30, 1e-9);
}

TEST_F(Rings, AreNoneWhereOneIsMissing) {
  WaitingRings rings(net());
  for (const double at_s : {0.0, 200.0}) {
    record::Frame frame = full_ring(at_s);
    frame.objects.pop_back();
    rings.watch(frame);
  }
  EXPECT_EQ(rings.longest_s(), 0);
}

TEST_F(Rings, OfTwoBodiesNoseToNoseAreSeen) {
  WaitingRings rings(net());
  for (const double at_s : {0.0, 45.0}) {
    record::Frame frame;
    frame.time = base::SimTime() + base::Duration::from_seconds(at_s);
    for (const double side : {-1.0, 1.0}) {
      record::FrameObject car;
      car.id = world::ObjectId(side < 0 ? 1 : 2, 0);
      car.length_m = 4.5F;
      car.width_m = 1.8F;
      car.centre = {100 + 3 * side, 0, 0};
      car.heading_x = -side;
      car.heading_y = 0;
      frame.objects.push_back(car);
    }
    rings.watch(frame);
  }
  EXPECT_NEAR(rings.longest_s(), 45, 1e-9);
}

}  // namespace
}  // namespace backlot::sim::waiting_rings_test
