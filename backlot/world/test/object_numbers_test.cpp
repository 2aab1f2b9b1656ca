#include "backlot/world/object_numbers.h"

#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/random.h"

namespace backlot::world {
namespace {

TEST(ObjectNumbers, AreDenseInTheOrderOfComing) {
  ObjectNumbers numbers;
  for (std::uint32_t k = 0; k < 5; ++k) EXPECT_EQ(numbers.create(10 + k), ObjectId(k, 0));
  for (std::uint32_t k = 0; k < 5; ++k) EXPECT_EQ(numbers.slot(k), 10 + k);
}

TEST(ObjectNumbers, TheNumberThatWasFreeLastIsUsedAgainInANewGeneration) {
  ObjectNumbers numbers;
  const ObjectId a = numbers.create(0), b = numbers.create(1), c = numbers.create(2);
  numbers.destroy(a);
  numbers.destroy(c);
  const ObjectId d = numbers.create(2), e = numbers.create(0);
  EXPECT_EQ(d, ObjectId(c.slot(), 1));
  EXPECT_EQ(e, ObjectId(a.slot(), 1));
  EXPECT_EQ(numbers.id(a.slot()), e);
  EXPECT_EQ(numbers.create(3), ObjectId(3, 0));
  EXPECT_EQ(numbers.find_slot(b), 1U);
}

TEST(ObjectNumbers, WhoLeftIsNotFoundEvenWhenTheNumberIsUsedAgain) {
  ObjectNumbers numbers;
  const ObjectId a = numbers.create(7);
  EXPECT_EQ(numbers.find_slot(a), 7U);
  numbers.destroy(a);
  EXPECT_EQ(numbers.find_slot(a), std::nullopt);
  const ObjectId b = numbers.create(8);
  EXPECT_EQ(numbers.find_slot(a), std::nullopt);
  EXPECT_EQ(numbers.find_slot(b), 8U);
  EXPECT_EQ(numbers.find_slot(ObjectId()), std::nullopt);
  EXPECT_EQ(numbers.find_slot(ObjectId(99, 0)), std::nullopt);
}

TEST(ObjectNumbers, AnIdStaysTheSameWhenTheTableIsSorted) {
  ObjectNumbers numbers;
  const ObjectId a = numbers.create(0), b = numbers.create(1);
  numbers.move(a.slot(), 1);
  numbers.move(b.slot(), 0);
  EXPECT_EQ(numbers.find_slot(a), 1U);
  EXPECT_EQ(numbers.find_slot(b), 0U);
}

// Coming, going and moving by chance, against a map of all who are there and a list of all who left.
TEST(ObjectNumbers, FindAllWhoAreThereAndNobodyElse) {
  base::RandomStream random{4, 0, 0};
  ObjectNumbers numbers;
  std::map<ObjectId, std::uint32_t> there;
  std::vector<ObjectId> gone;
  for (std::uint32_t k = 0; k < 5000; ++k) {
    const auto pick = [&] {
      auto at = there.begin();
      std::advance(at, static_cast<std::ptrdiff_t>(random.below(there.size())));
      return at;
    };
    const auto what = random.below(10);
    if (what < 5 || there.empty()) {
      EXPECT_TRUE(there.emplace(numbers.create(k), k).second);
    } else if (what < 8) {
      const auto at = pick();
      numbers.destroy(at->first);
      gone.push_back(at->first);
      there.erase(at);
    } else {
      const auto at = pick();
      numbers.move(at->first.slot(), k);
      at->second = k;
    }
  }
  for (const auto& [id, slot] : there) {
    EXPECT_EQ(numbers.find_slot(id), slot);
    EXPECT_EQ(numbers.id(id.slot()), id);
  }
  for (const ObjectId id : gone) EXPECT_EQ(numbers.find_slot(id), std::nullopt);
  // no number is given while one is free
  EXPECT_EQ(numbers.generations().size(), there.size() + numbers.free().size());
}

TEST(ObjectNumbers, GoOnAfterTheyWereRestored) {
  ObjectNumbers numbers;
  const ObjectId a = numbers.create(0), b = numbers.create(1);
  numbers.create(2);
  numbers.destroy(b);
  numbers.destroy(a);

  ObjectNumbers restored;
  restored.restore(numbers.generations(), numbers.free());
  restored.move(2, 5);
  EXPECT_EQ(restored.find_slot(ObjectId(2, 0)), 5U);
  EXPECT_EQ(restored.find_slot(a), std::nullopt);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(restored.create(9), numbers.create(9));
}

TEST(ObjectNumbers, FindNobodyByAFreeNumber) {
  ObjectNumbers numbers;
  const ObjectId gone = numbers.create(7);
  numbers.destroy(gone);
  EXPECT_EQ(numbers.find_slot(ObjectId(gone.slot(), gone.generation() + 1)), std::nullopt)
      << "the id that the next owner will have";
}

#if BACKLOT_ENABLE_ASSERTS

TEST(ObjectNumbersDeathTest, TellNothingOfANumberWithoutOwner) {
  ObjectNumbers numbers;
  const ObjectId gone = numbers.create(7);
  EXPECT_EQ(numbers.slot(gone.slot()), 7U);
  numbers.destroy(gone);
  EXPECT_DEATH(numbers.slot(gone.slot()), "no object has this number now");
  EXPECT_DEATH(numbers.id(gone.slot()), "no object has this number now");
  EXPECT_DEATH(numbers.slot(1), "no object has this number now");
  EXPECT_DEATH(numbers.move(1, 0), "no object has had this number");
  EXPECT_DEATH(numbers.destroy(gone), "this object has left");
}

#endif

}  // namespace
}  // namespace backlot::world
