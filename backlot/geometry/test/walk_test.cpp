#include "backlot/geometry/test/walk.h"

#include <iostream>

#include <gtest/gtest.h>

#include "backlot/geometry/test/catalogue.h"

namespace backlot::geometry::walk_test {
namespace {

TEST(Walk, IsNeverLostAndNeverJumps) {
  const auto catalogue = test::catalogue();
  const std::size_t each = test::point_count(1000000) / catalogue.size() + 1;
  test::WalkResult sum;
  for (std::size_t i = 0; i < catalogue.size(); ++i) {
    sum.add(test::run_walk(catalogue[i].name, test::built(catalogue[i].description), 500 + i, each));
  }
  std::cout << test::to_text(sum);
  EXPECT_EQ(sum.lost, 0u);
  EXPECT_EQ(sum.jumps, 0u);
  // it went where it is hard
  EXPECT_GT(sum.joint_crossings, sum.steps / 1000);
  EXPECT_GT(sum.edge_crossings, sum.steps / 10000);
  EXPECT_GT(sum.backward, sum.steps / 5);
}

}  // namespace
}  // namespace backlot::geometry::walk_test
