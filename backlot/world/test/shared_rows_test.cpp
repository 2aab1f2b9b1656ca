#include "backlot/world/roads/shared_rows.h"

#include <vector>

#include <gtest/gtest.h>

namespace backlot::world::shared_rows_test {
namespace {

TEST(SharedRows, StoresEqualListsOnce) {
  SharedRows<int> rows;
  const std::uint32_t one = rows.add({1, 2, 3}), other = rows.add({1, 2}), none = rows.add({});
  EXPECT_EQ(rows.add({1, 2, 3}), one);
  EXPECT_EQ(rows.add({1, 2}), other);
  EXPECT_EQ(rows.add({}), none);
  rows.end_adding();
  EXPECT_EQ(rows.rows().size(), 5U);
  const auto read = [&](std::uint32_t first, std::size_t count) {
    const auto list = rows.rows().subspan(first, count);
    return std::vector<int>(list.begin(), list.end());
  };
  EXPECT_EQ(read(one, 3), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(read(other, 2), (std::vector<int>{1, 2}));
}

#if BACKLOT_ENABLE_ASSERTS

TEST(SharedRowsDeathTest, TakeNoListAfterTheEnd) {
  SharedRows<int> rows;
  rows.add({1, 2});
  rows.end_adding();
  EXPECT_DEATH(rows.add({3}), "after end_adding");
}

#endif

}  // namespace
}  // namespace backlot::world::shared_rows_test
