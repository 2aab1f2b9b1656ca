#include "backlot/base/id.h"

#include <cstdint>
#include <type_traits>
#include <unordered_set>

#include <gtest/gtest.h>

namespace backlot::base::id_test {
namespace {

using RedId = Id<struct RedTag>;
using BlueId = Id<struct BlueTag>;
using RedHandle = Handle<struct RedTag>;

static_assert(!std::is_convertible_v<std::uint32_t, RedId>);
static_assert(!std::is_constructible_v<RedId, BlueId>);
static_assert(std::is_trivially_copyable_v<RedId> && sizeof(RedId) == 4);
static_assert(std::is_trivially_copyable_v<RedHandle> && sizeof(RedHandle) == 8);

TEST(Id, StartsEmpty) {
  EXPECT_TRUE(RedId().is_empty());
  EXPECT_FALSE(RedId(0).is_empty());
  EXPECT_EQ(RedId(), RedId());
  EXPECT_NE(RedId(), RedId(0));
}

TEST(Id, IsOrderedByIndexWithTheEmptyOneLast) {
  EXPECT_LT(RedId(1), RedId(2));
  EXPECT_LT(RedId(4'000'000'000U), RedId());
  EXPECT_EQ(RedId(3).index(), 3U);
  EXPECT_EQ(RedId::from_size(12), RedId(12));
}

TEST(Id, CanBeHashed) {
  const std::unordered_set<RedId> set = {RedId(1), RedId(2), RedId(1), RedId()};
  EXPECT_EQ(set.size(), 3U);
}

TEST(IdDeathTest, HoldsNoMoreThan32Bits) {
  EXPECT_DEATH(static_cast<void>(RedId::from_size(0xffffffffU)), "check failed");
  EXPECT_DEATH(static_cast<void>(RedId::from_size(std::size_t{1} << 40U)), "check failed");
}

#if BACKLOT_ENABLE_ASSERTS
TEST(IdDeathTest, HasNoIndexWhenEmpty) {
  EXPECT_DEATH(static_cast<void>(RedId().index()), "no index");
  EXPECT_DEATH(static_cast<void>(RedHandle().slot()), "no slot");
  EXPECT_DEATH(static_cast<void>(RedHandle().generation()), "no generation");
}
#endif

TEST(Handle, StartsEmpty) {
  EXPECT_TRUE(RedHandle().is_empty());
  EXPECT_FALSE(RedHandle(0, 0).is_empty());
}

TEST(Handle, TellsTenantsOfOneSlotApart) {
  const RedHandle first(5, 1);
  const RedHandle second(5, 2);
  EXPECT_NE(first, second);
  EXPECT_LT(first, second);
  EXPECT_LT(second, RedHandle(6, 0));
  EXPECT_LT(RedHandle(6, 0), RedHandle());
  EXPECT_EQ(first.slot(), 5U);
  EXPECT_EQ(first.generation(), 1U);
  EXPECT_EQ(first.raw(), 0x500000001U);
}

TEST(Handle, CanBeHashed) {
  const std::unordered_set<RedHandle> set = {RedHandle(1, 0), RedHandle(1, 1), RedHandle(1, 0), RedHandle()};
  EXPECT_EQ(set.size(), 3U);
}

}  // namespace
}  // namespace backlot::base::id_test
