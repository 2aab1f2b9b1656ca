#include "backlot/subject/internal/sight.h"

#include <gtest/gtest.h>

namespace backlot::subject::internal::sight_test {
namespace {

using record::FrameObject;

FrameObject box(std::uint32_t slot, double x, double y, float length_m, float width_m, float height_m) {
  FrameObject o;
  o.id = world::ObjectId(slot, 1);
  o.centre = {x, y, 0};
  o.length_m = length_m;
  o.width_m = width_m;
  o.height_m = height_m;
  return o;
}

// The subject looks along the x axis at a car 60 m ahead.
bool sees(const std::vector<FrameObject>& between, std::vector<world::Building> buildings = {}) {
  record::Frame frame;
  frame.objects = {box(0, 0, 0, 4.5F, 1.8F, 1.5F), box(1, 60, 0, 4.5F, 1.8F, 1.5F)};
  frame.objects.insert(frame.objects.end(), between.begin(), between.end());
  std::vector<world::BuildingIndex::Near> near;
  return can_see(frame, world::BuildingIndex(std::move(buildings)), frame.objects[0], frame.objects[1], near);
}

TEST(Sight, BodiesHideWhatIsBehindThem) {
  EXPECT_TRUE(sees({}));
  EXPECT_FALSE(sees({box(2, 30, 0, 10, 2.5F, 3.5F)}));  // a truck
  EXPECT_TRUE(sees({box(2, 30, 2, 10, 2.5F, 3.5F)}));   // beside the line of sight
  EXPECT_TRUE(sees({box(2, 90, 0, 10, 2.5F, 3.5F)}));   // behind the car
  EXPECT_TRUE(sees({box(2, 30, 0, 10, 2.5F, 0.5F)}));   // too low
}

TEST(Sight, BuildingsHideWhatIsBehindThem) {
  const auto wall = [](double x, double y) {
    return world::Building{{{x, y - 3}, {x + 1, y - 3}, {x + 1, y + 3}, {x, y + 3}}, 0, 6};
  };
  EXPECT_FALSE(sees({}, {wall(40, 0)}));
  EXPECT_TRUE(sees({}, {wall(40, 5)}));
  EXPECT_TRUE(sees({}, {wall(80, 0)}));
}

}  // namespace
}  // namespace backlot::subject::internal::sight_test
