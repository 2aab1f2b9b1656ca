#include "backlot/look/frame_snapshot.h"

#include <limits>

#include <gtest/gtest.h>

#include "backlot/look/region.h"
#include "backlot/look/test/frames.h"

namespace backlot::look::frame_snapshot_test {
namespace {

constexpr const char* kRoad = R"(
network road
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
way a { profile street;  begin at (0 m, 0 m) heading 0 deg;  line 300 m;  start open;  end open }
)";

TEST(FrameSnapshot, KnowsThePlaceOfExtrasAndOfExternalBodies) {
  const world::TestRoads roads(kRoad);
  record::Frame frame;
  frame.objects = {extra_on(roads, roads.lane("a", "R1"), 100, 10, 3),
                   external_at({200, 1.75, 0}, -1, 0, 5, 4), external_at({50, 90, 0}, 1, 0, 0, 7)};
  FrameSnapshot recorded(roads.roads);
  EXPECT_EQ(recorded.read(frame), 0U);
  const Snapshot now = recorded.view();
  network::LocateScratch scratch;
  const Body extra = now.body(3, scratch), oncoming = now.body(4, scratch), off = now.body(7, scratch);
  EXPECT_EQ(extra.place.strip, roads.network.find_strip("a"));
  EXPECT_NEAR(extra.place.distance, 100, 1e-9);
  EXPECT_NEAR(extra.place.offset, -1.75, 1e-9);
  EXPECT_FALSE(extra.is_external);
  EXPECT_EQ(roads.network.name_of(oncoming.place.lane), "L1");
  EXPECT_NEAR(oncoming.place.distance, 200, 1e-6);
  EXPECT_TRUE(off.place.strip.is_empty());

  const auto travellers = recorded.travellers(roads.lane("a", "L1"));
  ASSERT_EQ(travellers.size(), 1U);
  EXPECT_EQ(travellers[0].number, 4U);
  EXPECT_NEAR(travellers[0].front_m, 100 + 2.25, 1e-6) << "against the distance";
  ASSERT_EQ(recorded.travellers(roads.lane("a", "R1")).size(), 1U);
  EXPECT_NEAR(recorded.travellers(roads.lane("a", "R1"))[0].front_m, 102.25, 1e-6);
  EXPECT_TRUE(now.has({3, 0}));
  EXPECT_FALSE(now.has({3, 1})) << "another object with this number";
  EXPECT_FALSE(now.has({99, 0}));
  EXPECT_FALSE(now.has({}));
}

TEST(FrameSnapshot, LeavesOutWhatIsNoObject) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  const world::TestRoads roads(kRoad);
  const record::FrameObject good = extra_on(roads, roads.lane("a", "R1"), 100, 10, 0);
  record::Frame frame;
  for (std::uint32_t k = 0; k < 11; ++k) {
    record::FrameObject o = good;
    o.id = {k, 0};
    frame.objects.push_back(o);
  }
  frame.objects[1].centre.x = kNaN;
  frame.objects[2].heading_x = 0;
  frame.objects[3].length_m = -1;
  frame.objects[4].width_m = std::numeric_limits<float>::infinity();
  frame.objects[5].speed_mps = kNaN;
  frame.objects[6].id = {};
  frame.objects[7].id = {0, 5};  // the first one has this number
  frame.objects[8].id = {FrameSnapshot::kMostNumbers, 0};
  frame.objects[9].lane = network::LaneId(100000);
  frame.objects[10].corridor = network::CorridorId(100000);
  FrameSnapshot recorded(roads.roads);
  EXPECT_EQ(recorded.read(frame), 8U);
  std::vector<std::uint32_t> found;
  find_within(recorded.view(), Circle{{0, 0}, 1e9}, found);
  EXPECT_EQ(found, (std::vector<std::uint32_t>{0, 9, 10}));
  EXPECT_EQ(recorded.travellers(roads.lane("a", "R1")).size(), 2U) << "the lane of one does not exist";
  network::LocateScratch scratch;
  EXPECT_TRUE(recorded.view().body(10, scratch).place.corridor.is_empty());

  // and forgets it all with the next frame
  frame.objects = {good};
  EXPECT_EQ(recorded.read(frame), 0U);
  find_within(recorded.view(), Circle{{0, 0}, 1e9}, found);
  EXPECT_EQ(found, (std::vector<std::uint32_t>{0}));
  EXPECT_FALSE(recorded.has(9));
}

}  // namespace
}  // namespace backlot::look::frame_snapshot_test
